"""Generators and comprehensions: when their items are made, and what a change meanwhile does."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from itertools import chain
def late(xs):
    yield 7
    for x in xs:
        yield x
def twice(xs):
    for x in xs:
        yield x
    for x in xs:
        yield x + 1
def ignored(xs, k):
    return k
def never(xs, k):
    yield k
def now_and_then(xs, k):
    return sum(xs) + sum(xs) if k > 1 else k
def after(xs, k):
    k = k + 50
    return sum(xs) * 2 + k
def behind(k, xs):
    return k * 100 + sum(xs)
def longer(xs, s):
    s.append(1)
    return sum(xs) * 10 + len(s)
def longer_one_by_one(xs, s):
    s.append(1)
    for x in xs:
        yield x
def as_it_was(s):
    for x in [v for v in s]:
        yield x
def in_order(s):
    for x in sorted(s):
        yield x
def one_by_one(s):
    for x in s:
        yield x
def lazy(s):
    return (x + 1 for x in s)
def through(s):
    return late(s)
def lazy_or_not(s, k):
    return late(s) if k > 1 else (x for x in s)
def mixed(s, k):
    if k > 1:
        return late(s)
    return [k, *s]
def from_its_end(s):
    return reversed(s)
def without_first(s):
    for x in s[1:]:
        yield x
def backwards(s):
    for x in reversed(s):
        yield x
"""
GIVEN = (  # to a generator, in a loop that gives the variables other values
    "late([k, k + 1])", "twice([k, k + 1])", "late(range(k))", "late(range(k, k + 3))", "late(reversed(board))",
    "late(sorted(board))", "late(x for x in board)", "late(x + k for x in board)", "late([x + k for x in board])",
    "late(x + i for i, x in enumerate(board))", "late(x * y for x, y in zip(board, board))",
    "late([k, k + 1] if k else [k + 2])", "late([k] + [k + 1])", "late([k, *board])", "late(late([k, k + 1]))",
    "late(y + k for y in late(range(k)))", "late(list(late([k, k + 1])))", "(y + k for y in late(range(k)))",
    "(z for w in (1, 2) for z in [v + k for v in board])", "(z for w in (1, 2) for z in late([v + k for v in board]))",
    "((x + k for x in board) if n else late(board))", "(late(board) if n > 1 else (x * k for x in board))",
    "((x + k for x in board) if n else [n, 2])", "late((x + k for x in board) if n else [n, 2])",
    "late(lazy(x + k for x in board))", "chain([k, 1], [k + 1])", "chain(board, range(k))",
    "late(chain([k], [k + 1]))", "(map(lambda v: v + k, board) if n else board)", "lazy([k, k + 1])",
    "(z for w in (1, 2) for z in late(range(k)))", "(z for w in (1, 2) for z in sorted([v + k for v in board]))",
)  # fmt: skip
ASSIGNED_WITHIN = (
    "sum((k := k * 2 + x) for x in [y + k for y in board])",
    "sum((k := k + z) for w in (1, 2) for z in [v + k for v in board])",
    "sum((k := k + z) for z in [v + k for v in board] if (k := k + 1))",
    "(any((k := k + z) > 9 for z in [v + k for v in board]), k)",
    "(any((k := k + z) > 9 for z in (lambda: [v + k for v in board])()), k)",
    "tuple((k := k + v) for v in [u + k for u in board])",
    "sum((k := k + y) for y in late([z + k for z in (1, 2)]))",
    "sum((k := k + y) for y in late(range(k, k + 2)))",
    "after([x + k for x in board], (k := n))",
    "after(xs=range(k), k=(k := n))",
    "behind(xs=[x + k for x in board], k=(k := n))",
    "behind((k := n), [x + k for x in board])",
)
RAISES_FIRST = (
    "ignored([10 // x for x in board], n)",
    "ignored((10 // x for x in board), n)",
    "sum(never([10 // x for x in board], n))",
    "now_and_then([10 // x for x in board], n)",
    "next(late([10 // x for x in board]))",
    "next(late([10 // board[0], 10 // board[1]]))",
    "next(late(range(10 // n)))",
    "next(late(10 // x for x in board))",
)
FROM_WHAT_GROWS = (
    "longer([x for x in s], s)", "longer((x for x in s), s)", "longer(list(s), s)", "longer(s.copy(), s)",
    "longer(sorted(s), s)",
    "longer(s + [1], s)", "longer([*s, 1], s)", "longer([s[-1], len(s)], s)", "longer(range(len(s)), s)",
    "sum(longer_one_by_one([x for x in s], s))", "sum(longer_one_by_one(reversed(s), s))",
    "sum(longer_one_by_one(sorted(s), s))", "longer(sorted(p), s)",
    "longer((x for x in s) if n else late(s), s)", "longer(lazy(s), s)", "longer(s[1:], s)",
    "longer(chain(s, [x for x in s]), s)", "longer(through(s), s)",
    "longer(late(lazy(s)), s)",
    "longer(lazy_or_not(s, n), s)", "longer((x + len(s) for x in board) if n else late(board), s)",
)  # fmt: skip
LIVE = ("late(s)", "late(list(s))", "late([x + 1 for x in s])", "late(range(len(s)))", "one_by_one(s)", "backwards(s)")
INNER = (
    "def f(b):\n    k = n\n    t = 0\n    for x in [v + k for v in b]:\n        k += x\n        t = t * 3 + x\n"
    "    return t, k\nreturn f(board)",
    "def f(b):\n    k = n\n    g = [v + k for v in b]\n    k = 5\n    return sum(g) + k\nreturn f(board)",
    "k, t = n, 0\ndef f(xs):\n    yield 5\n    for x in xs:\n        yield x\nfor y in f([k, k + 1]):\n    k += y\n"
    "    t = t * 3 + y\nreturn t",
)
RESTING = ("as_it_was(s)", "without_first(s)", "in_order(s)", "in_order(p)")


@pytest.mark.parametrize("given", GIVEN)
def test_what_a_generator_is_handed_is_made_at_the_call(given):
    body = f"k, t = n, 0\nfor y in {given}:\n    k += 1\n    board = board.set(0, 3)\n    t = (t * 3 + y) % 9973\n"
    agree(rule_of(f"{body}    if k > 9:\n        break\nreturn t, k", HELPERS))


@pytest.mark.parametrize("value", ASSIGNED_WITHIN)
def test_a_walrus_does_not_change_a_list_that_is_gone_over(value):
    agree(rule_of(f"k = n + 1\nreturn {value}", HELPERS))


@pytest.mark.parametrize("value", RAISES_FIRST)
def test_all_of_a_list_that_is_handed_over_is_made_even_if_nobody_goes_over_it(value):
    agree(rule_of(f"return {value}", HELPERS))


@pytest.mark.parametrize("value", FROM_WHAT_GROWS)
def test_a_list_made_from_one_that_grows_later_stays_as_it_was(value):
    agree(rule_of(f"s, p = [n, 2], {{n & 7, 3}}\ns.append(1)\np.add(5)\nreturn {value}, len(s)", HELPERS))


@pytest.mark.parametrize("given", LIVE)
def test_a_list_that_a_generator_goes_over_may_grow_in_the_loop(given):
    loop = f"for y in {given}:\n    t = t * 3 + y\n    if len(s) < 6:\n        s.append(y)\n"
    agree(rule_of(f"s, t = [n, 2], 0\ns.append(1)\n{loop}return t, len(s)", HELPERS))


@pytest.mark.parametrize("body", INNER)
def test_variables_of_functions_inside_of_a_rule(body):
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("given", RESTING)
@pytest.mark.parametrize("change", ["s.append(y)", "s[0] = y", "p.add(y & 7)"])
def test_what_a_generator_has_made_a_list_from_is_not_changed_in_the_loop_over_it(given, change):
    body = f"for y in {given}:\n    t = t * 3 + y\n    if len(s) + len(p) < 9:\n        {change}\nreturn t"
    rule = rule_of(f"s, t, p = [n, 2], 0, {{n & 7, 3}}\ns.append(1)\np.add(5)\n{body}", HELPERS)
    if change[0] == given[-2]:
        assert "hand over `list(...)`" in refusal(rule)
    else:
        agree(rule)


@pytest.mark.parametrize("given", ["late(s)", "one_by_one(s)", "in_order(s)", "backwards(s)", "late(x for x in s)"])
def test_what_a_generator_goes_over_is_given_no_other_value_in_the_loop(given):
    body = f"for y in {given}:\n    t = t * 3 + y\n    s = [4]\n    s.append(y)\nreturn t"
    assert "hand over `list(...)`" in refusal(rule_of(f"s, t = [n, 2], 0\ns.append(1)\n{body}", HELPERS))


@pytest.mark.parametrize(
    "given", ["s if n else list(s)", "mixed(s, n)", "from_its_end(s)", "(x for x in s) if n else [*s]"]
)
def test_what_may_be_a_list_or_another_name_for_one_is_not_handed_over(given):
    rule = rule_of(f"s = [n, 2]\ns.append(1)\nreturn longer({given}, s)", HELPERS)
    assert "is read when a list is made, and again" in refusal(rule)


def test_a_list_from_a_function_inside_of_a_rule_that_reads_an_argument_which_changes():
    body = "def g():\n    yield n\ne = [1, *g()]\nn = n + 1\nreturn sum(e), n"
    assert "that reads n, which changes: hand n to it" in refusal(rule_of(body, HELPERS))


# ---- clauses that read a name which they, or later ones, assign: lists are made first, the rest late


CLAUSES_HELPERS = """
from collections import deque
from itertools import chain, pairwise, product
from pyrsistent import pvector
WORTH = {1: 2, 2: 3, 5: 1}
def joined(a, b):
    return [a] + [b]
def pair(a, b):
    return [a, b]
def lazy(a, b):
    yield a
    yield b
"""
LISTS = (  # of y, made when the clause before it has an item
    "[n] + [y]", "[n, y]", "[n] + [y] + [y + 1]", "[*[n], y, n]", "[*range(y), y]", "list((n, 4)) + [y]", "(n, y)",
    "list(range(n)) + [y]", "sorted([n, y + 1, y])", "sorted([n] + [y])", "sorted([n] + [y], reverse=True)[:1]",
    "sorted([n, y], key=lambda v: v * y)", "[n, y] * 2", "[z + y for z in [n, y]]", "list([n, y])[::-1]",
    "([n, y] if n > 2 else [y, n, y])", "((y,) if y > 1 else (n, y))", "deque([n]) + deque([y])", "list(lazy(n, y))",
    "list(w + y for w in [n, y])", "tuple(w + y for w in [n, y])", "pvector(w + y for w in [n & 3, y])",
    "[v for v in range(3) for v in [n] + [v]] + [y]", "[w for w in [y, n] + [y] for w in [y, n]]", "joined(n, y)",
    "pair(n, y)", "[*lazy(n, y), y]", "board[y:]", "list(board[:y]) + [board[y]]",
)  # fmt: skip
LATE = (  # items are made one by one, and see the name as it is by then
    "(y + w for w in (n, 5))", "(y + w for w in [n] + [y])", "lazy(n, y)", "range(y)", "range(y, n)",
    "range(n, y, -1)", "map(lambda w: y + w, (n, 5))", "filter(lambda w: w > y, (n, 5, 6))", "chain([y], [n], (y,))",
    "chain((y,), (y + v for v in range(n & 3)))", "(w + y for w in lazy(n, 4))",
)  # fmt: skip
SEVERAL = (
    "y + z * 3 for y in range(3) for z in [n] + [y] for y in [z] + [y]",
    "y + z * 3 for y in range(3) for y in joined(n, y) for z in joined(y, n) for y in joined(z, y)",
    "y + z * 3 for y in range(3) for y in lazy(n, y) for z in lazy(y, n) for y in lazy(z, y)",
    "y for y in range(3) for y in [n] + [y] if y > 1 for y in [y] + [n, y]",
    "y * z for y in range(3) for y, z in [(y, n)] + [(n, y)] + [(y + 1, y)]",
    "y * z for y in range(3) for y, z in ((y, n), (n, y), (y + 1, y))",
    "y * 3 + i for y in range(3) for i, y in enumerate([n] + [y, y + 1])",
    "y + i for y in range(3) for i, y in enumerate([y, n, y], start=y)",
    "a * 3 + y for y in range(3) for a, y in zip((y, n), (n, y))",
    "y * z for y in range(2) for y, z in product([n, y], [y] + [3])",
    "y + z for y in range(3) for y, z in pairwise([n, y] + [n + y])",
    "y * n for y in range(3) for y in WORTH if y > n",
    "y * n for y in range(3) for n, y in WORTH.items() if y > n",
    "y for y in (y for y in range(3) for y in [n] + [y])",
    "board[0] for c in board for c in [c] + [n] + [c] if c != n",
)
CONSUMED = ("sum({})", "tuple([{}])", "max([{}])", "next(({}), 4)", "any([{}])", "len([{}])", "sum([{}][1:2])")
AROUND = (
    "def made(y):\n    return [n] + [y]\nreturn tuple(y for y in range(3) for y in made(y))",
    "made = lambda y: [n, y, y]\nreturn tuple([y for y in range(3) for y in made(y)])",
    "return len({y for y in range(3) for y in [n] + [y]}), sum(y for y in range(3) for y in {n, y, 2})",
    "k = n\nreturn sum(z for y in range(3) for z in [k, y, k] if (k := k + 1) > 0), k",
    "k = n\nreturn sum(z for y in range(3) for z in (k + v for v in range(2)) if (k := k + 1) > 0), k",
)
LOOPS = (
    "for y in range(3):\n    for y in {}:\n        t = t * 3 + y\nreturn t, y",
    "y = n & 3\nfor y in {}:\n    t = t * 3 + y\n    if t > 40:\n        break\nelse:\n    t = t * 5 + y\nreturn t, y",
    "y = 1\nwhile t < 50:\n    for y in {}:\n        t += y * y + 1\n    y = y & 3\n    t += 1\nreturn t, y",
)


@pytest.mark.parametrize("value", (*LISTS, *LATE))
def test_a_clause_that_reads_the_name_it_assigns(value):
    agree(rule_of(f"return sum([y for y in range(3) for y in {value}]), n", CLAUSES_HELPERS))


@pytest.mark.parametrize("consumed", CONSUMED)
@pytest.mark.parametrize("value", [*LISTS[:2], LATE[0]])
def test_a_clause_that_reads_the_name_it_assigns_in_what_is_consumed_otherwise(consumed, value):
    agree(rule_of(f"return {consumed.format(f'y for y in range(3) for y in {value}')}", CLAUSES_HELPERS))


@pytest.mark.parametrize("clauses", SEVERAL)
def test_several_clauses_that_assign_a_name(clauses):
    agree(rule_of(f"return sum({clauses}), tuple([{clauses}]), n", CLAUSES_HELPERS))


@pytest.mark.parametrize("body", AROUND)
def test_a_clause_that_reads_the_name_it_assigns_in_a_set_with_a_function(body):
    agree(rule_of(body, CLAUSES_HELPERS))


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("value", [*LISTS[:5], *LATE[:4]])
def test_loops_as_statements_that_assign_the_name_they_read(loop, value):
    agree(rule_of(f"t = 0\n{loop.format(value)}", CLAUSES_HELPERS))


# ---- loops over generators that change what the generator's own loops go over, or compare with


CONSUMERS_HELPERS = """
def each(xs):
    for x in xs:
        yield x
def further(xs):
    for x in each(xs):
        yield x + 1
class Rules:
    def each(self, xs):
        yield from xs
RULES = Rules()
"""
GENERATORS = (
    "each(v for w in range(2) for v in board)",
    "each(v for w in (1, n) for v in board)",
    "each([v for w in range(2) for v in board])",
    "further(v for w in range(3) for v in board)",
    "RULES.each(v for w in range(2) for v in board)",
    "each(v + x for v in board for x in board)",
    "each(v + x for w in range(2) for v, x in zip(board, c))",
    "each(v + x for w in range(2) for x in each(v for v in c) for v in board)",
    "each(v for w in range(2) for v in reversed(board))",
    "each(v for w in range(2) for v in board[n & 1:])",
    "each(v for w in range(2) for v in c)",
    "each(i for w in range(2) for i, v in enumerate(board) if v == k)",
    "each(v for w in range(2) for v in board if v != k)",
    "each(v for w in range(2) for v in range(k))",
    "(v for w in range(2) for v in board if v != k)",
)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize(
    "change", ("board = board.set(1, 0)", "board = board.set(y & 3, n & 3)", "board = board.set(3, k)")
)
def test_the_next_loop_of_the_generator_sees_the_change_and_the_one_that_runs_does_not(generator, change):
    agree(
        rule_of(
            f"""
            t, k, c = 0, 2, board
            for y in {generator}:
                t = t * 3 + y & 65535
                {change}
                c, k = c.set(2, y & 3), y & 3
            return t, board, c
            """,
            CONSUMERS_HELPERS,
        )
    )
