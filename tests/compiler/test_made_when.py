"""When Python makes what is gone over: a list, the bounds of a range, a first iterable where they stand; all else late.

What a variable holds may change between the call of a generator and its next item, and so may a list that grows.
"""

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
