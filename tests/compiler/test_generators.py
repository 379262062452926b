"""Generators, comprehensions and iterators: when their items are made, and what a change meanwhile does."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("llvmlite")

from agreement import LONG_BOARDS, LONG_CALLS, agree, agree_all, agree_on, agree_on_long_boards, refuse_all, rule_of
from programs.generators import HELPERS as OF_VALUES

from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int

HELPERS = """
import functools
import itertools
import math
from functools import reduce
from itertools import accumulate, chain, combinations, count, islice, pairwise, permutations, product, repeat
CELLS = tuple(range(9))
MARKS = "XO"
WORTH = {3: 1, 5: 2}
WORTHS = (4, 0, 7, 1, 2, 5, 3, 9, 8)
ROWS, RAGGED = ((1, 2, 3), (4, 0, 6), (7, 8, 9)), ((1, 2), (3,), (4, 5, 6))
def told(items):
    t = 1
    for x in items:
        t = t * 5 + x & 65535
    return t
def doubled(x):
    return 2 * x
def pairs_of(items):
    t = 0
    for x in items:
        for y in items:
            t = t * 3 + x * y & 1023
    return t
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
def lazy_or_not(s, k):
    return late(s) if k > 1 else (x for x in s)
def without_first(s):
    for x in s[1:]:
        yield x
def backwards(s):
    for x in reversed(s):
        yield x
"""
GIVEN = (  # to a generator, in a loop that gives the variables other values
    "late([k, k + 1])", "twice([k, k + 1])", "late(range(k))", "late(range(k, k + 3))", "late(reversed(board))",
    "late(x for x in board)", "late(x + k for x in board)", "late(x + i for i, x in enumerate(board))",
    "late(x * y for x, y in zip(board, board))", "(y + k for y in late(range(k)))",
    "(z for w in (1, 2) for z in [v + k for v in board])", "((x + k for x in board) if n else late(board))",
    "(late(board) if n > 1 else (x * k for x in board))",
    "late(lazy(x + k for x in board))", "chain([k, 1], [k + 1])", "chain(board, range(k))",
    "(map(lambda v: v + k, board) if n else board)", "lazy([k, k + 1])",
    "(z for w in (1, 2) for z in late(range(k)))", "late([k, 3] * k)", "late(map(lambda v: v + k, board))",
    "late(filter(lambda v: v > k, board))", "late(sorted(board)[k:])",
    "late((a * b for a, b in product(range(k), (1, 2))))", "late(accumulate([k, 3] * 2))", "late(repeat(k, 2))",
    "late((a * b for a, b in zip(board, repeat(k))))", "late(accumulate((1, 2), initial=k))",
    "late((a + k for a, b in zip(board, count(k))))", "late((a * b + k for a, b in pairwise([k, 1, 2, 3])))",
    "late((a * b for a, b in combinations([k, 1, 2], 2)))",
)  # fmt: skip
ASSIGNED_WITHIN = (
    "sum((k := k * 2 + x) for x in [y + k for y in board])",
    "sum((k := k + z) for w in (1, 2) for z in [v + k for v in board])",
    "sum((k := k + z) for z in [v + k for v in board] if (k := k + 1))",
    "(any((k := k + z) > 9 for z in [v + k for v in board]), k)",
    "sum((k := k + y) for y in late([z + k for z in (1, 2)]))",
    "sum((k := k + y) for y in late(range(k, k + 2)))",
    "after([x + k for x in board], (k := n))",
    "behind(xs=[x + k for x in board], k=(k := n))",
    "behind((k := n), [x + k for x in board])",
)
RAISES_FIRST = (
    "ignored([10 // x for x in board], n)",
    "sum(never([10 // x for x in board], n))",
    "now_and_then([10 // x for x in board], n)",
    "next(late([10 // x for x in board]))",
    "next(late(range(10 // n)))",
    "next(late(10 // x for x in board))",
    "ignored([10 // x for x in board][1:], n)",
    "next((x for x in [10 // n] * n), 3)",
    "next((x for x in map(lambda x: 10 // x, board)), 3)",
    "next((x for x in accumulate([10 // x for x in board])), 3)",
    "ignored((a for a, b in zip([10 // x for x in board], board)), n)",
    "any(x > 0 for x in chain([10 // x for x in board], (1,)))",
    "ignored((a for a, b in combinations([10 // x for x in board], 2)), n)",
)
FROM_WHAT_GROWS = (
    "longer([x for x in s], s)", "longer((x for x in s), s)", "longer(list(s), s)", "longer([*s, 1], s)",
    "longer(range(len(s)), s)", "sum(longer_one_by_one(reversed(s), s))", "longer(sorted(p), s)",
    "longer((x for x in s) if n else late(s), s)", "longer(lazy(s), s)", "longer(lazy_or_not(s, n), s)",
    "longer((x + len(s) for x in board) if n else late(board), s)", "longer(s[:-1], s)",
    "longer([s[-1]] * len(s), s)", "longer(s.copy(), s)", "longer(s[::-1], s)", "longer(sorted(s)[:2], s)",
    "longer(map(lambda v: v + 1, s), s)", "longer(chain(s, (1,)), s)", "longer(filter(lambda v: v > 1, s), s)",
    "longer((v * 2 for v in s[1:]), s)", "longer([a * b for a, b in combinations(s, 2)], s)",
    "longer((a * b for a, b in combinations(s, 2)), s)", "longer((a * b for a, b in pairwise(s)), s)",
    "longer((a * b for a, b in product(s, s)), s)", "longer(accumulate(s), s)", "longer(repeat(s[0], 3), s)",
    "longer((a * b for a, b in zip(sorted(s), s[1:])), s)", "longer([a * b for a, b in zip(s, [v for v in s])], s)",
)  # fmt: skip
LIVE = (
    "late(s)", "late(list(s))", "late([x + 1 for x in s])", "late(range(len(s)))", "one_by_one(s)", "backwards(s)",
    "s[1:]", "sorted(s)[:2]", "map(lambda v: v + 1, s)", "chain(s, (1,))", "filter(lambda v: v > 1, s)",
    "(v * 2 for v in s[1:])", "(a * b for a, b in combinations(s, 2))", "(a * b for a, b in pairwise(s))",
    "(a * b for a, b in product(s, s))", "(a * b for a, b in zip(sorted(s), s[1:]))",
)  # fmt: skip
RESTING = {"as_it_was(s)": "s.append(y)", "without_first(s)": "s[0] = y", "in_order(p)": "p.add(y & 7)"}


@pytest.mark.parametrize("given", GIVEN)
def test_what_a_generator_is_handed_is_made_at_the_call(given):
    body = f"k, t = n, 0\nfor y in {given}:\n    k += 1\n    board = board.set(0, 3)\n    t = (t * 3 + y) % 9973\n"
    agree(rule_of(f"{body}    if k > 9:\n        break\nreturn t, k", HELPERS))


test_a_walrus_does_not_change_a_list_that_is_gone_over = agree_all(ASSIGNED_WITHIN, HELPERS, "k = n + 1\nreturn {}")
test_all_of_a_list_that_is_handed_over_is_made_even_if_nobody_goes_over_it = agree_all(
    RAISES_FIRST, HELPERS, "return {}"
)
test_a_list_made_from_one_that_grows_later_stays_as_it_was = agree_all(
    FROM_WHAT_GROWS, HELPERS, "s, p = [n, 2], {n & 7, 3}\ns.append(1)\np.add(5)\nreturn {}, len(s)"
)


@pytest.mark.parametrize("given", LIVE)
def test_a_list_that_a_generator_goes_over_may_grow_in_the_loop(given):
    loop = f"for y in {given}:\n    t = t * 3 + y\n    if len(s) < 6:\n        s.append(y)\n"
    agree(rule_of(f"s, t = [n, 2], 0\ns.append(1)\n{loop}return t, len(s)", HELPERS))


@pytest.mark.parametrize("given, change", RESTING.items())
def test_what_a_generator_has_made_a_list_from_is_not_changed_in_the_loop_over_it(given, change):
    body = f"for y in {given}:\n    t = t * 3 + y\n    if len(s) + len(p) < 9:\n        {change}\nreturn t"
    rule = rule_of(f"s, t, p = [n, 2], 0, {{n & 7, 3}}\ns.append(1)\np.add(5)\n{body}", HELPERS)
    agree(rule)


@pytest.mark.parametrize("given", ["late(s)", "one_by_one(s)", "backwards(s)", "late(x for x in s)"])
def test_what_a_generator_goes_over_may_be_given_another_value_in_the_loop(given):
    body = f"for y in {given}:\n    t = t * 3 + y\n    s = [4]\n    s.append(y)\nreturn t"
    agree(rule_of(f"s, t = [n, 2], 0\ns.append(1)\n{body}", HELPERS))


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
    "[n] + [y]", "[n, y]", "[*range(y), y]", "(n, y)", "sorted([n, y + 1, y])", "sorted([n] + [y], reverse=True)[:1]",
    "sorted([n, y], key=lambda v: v * y)", "[z + y for z in [n, y]]", "([n, y] if n > 2 else [y, n, y])",
    "deque([n]) + deque([y])", "list(lazy(n, y))", "tuple(w + y for w in [n, y])",
    "pvector(w + y for w in [n & 3, y])", "[v for v in range(3) for v in [n] + [v]] + [y]", "joined(n, y)",
    "pair(n, y)", "board[y:]",
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
    "y * z for y in range(2) for y, z in product([n, y], [y] + [3])",
    "y + z for y in range(3) for y, z in pairwise([n, y] + [n + y])",
    "y * n for y in range(3) for n, y in WORTH.items() if y > n",
    "y for y in (y for y in range(3) for y in [n] + [y])",
)
CONSUMED = ("sum({})", "tuple([{}])", "max([{}])", "next(({}), 4)", "any([{}])", "len([{}])", "sum([{}][1:2])")
AROUND = (
    "def made(y):\n    return [n] + [y]\nreturn tuple(y for y in range(3) for y in made(y))",
    "return len({y for y in range(3) for y in [n] + [y]}), sum(y for y in range(3) for y in {n, y, 2})",
    "k = n\nreturn sum(z for y in range(3) for z in [k, y, k] if (k := k + 1) > 0), k",
    "k = n\nreturn sum(z for y in range(3) for z in (k + v for v in range(2)) if (k := k + 1) > 0), k",
)
LOOPS = (
    "for y in range(3):\n    for y in {}:\n        t = t * 3 + y\nreturn t, y",
    "y = n & 3\nfor y in {}:\n    t = t * 3 + y\n    if t > 40:\n        break\nelse:\n    t = t * 5 + y\nreturn t, y",
    "y = 1\nwhile t < 50:\n    for y in {}:\n        t += y * y + 1\n    y = y & 3\n    t += 1\nreturn t, y",
)


test_a_clause_that_reads_the_name_it_assigns = agree_all(
    (*LISTS, *LATE), CLAUSES_HELPERS, "return sum([y for y in range(3) for y in {}]), n"
)


@pytest.mark.parametrize("consumed", CONSUMED)
@pytest.mark.parametrize("value", [*LISTS[:2], LATE[0]])
def test_a_clause_that_reads_the_name_it_assigns_in_what_is_consumed_otherwise(consumed, value):
    agree(rule_of(f"return {consumed.format(f'y for y in range(3) for y in {value}')}", CLAUSES_HELPERS))


test_several_clauses_that_assign_a_name = agree_all(SEVERAL, CLAUSES_HELPERS, "return sum({}), tuple([{}]), n")
test_a_clause_that_reads_the_name_it_assigns_in_a_set_with_a_function = agree_all(AROUND, CLAUSES_HELPERS)


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
    "further(v for w in range(3) for v in board)",
    "RULES.each(v for w in range(2) for v in board)",
    "each(v + x for w in range(2) for v, x in zip(board, c))",
    "each(v + x for w in range(2) for x in each(v for v in c) for v in board)",
    "each(v for w in range(2) for v in c)",
    "each(i for w in range(2) for i, v in enumerate(board) if v == k)",
    "each(v for w in range(2) for v in board if v != k)",
)


CHANGES = ("board = board.set(1, 0)", "board = board.set(y & 3, n & 3)", "board = board.set(3, k)")


@pytest.mark.parametrize("generator, change", list(zip(GENERATORS, CHANGES * 3)))
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


# ---- `map`, `filter`, `reduce`, `math.prod` and what `itertools` has: of constants and of what varies


ALIKE = {
    "product of ranges": "return told(board[r * 3 + c] * n for r, c in product(range(3), repeat=2))",
    "product in a loop": "t = 0\nfor r, c in itertools.product(range(3), "
    "range(2)):\n    t = t * 3 + board[r * 3 + c] & 1023\n"
    "return t",
    "product of what varies": "m, t = n, 0\nfor a, b in product(range(m), "
    "board):\n    m -= 1\n    t = t * 3 + a + b & 65535\n"
    "return t, m",
    "product of texts": "return sum(1 for a, b in product(MARKS, repeat=2) if a == b), (n, 1) in product(range(2), "
    "repeat=2)",
    "combinations of constants": "return told(a * b + c for a, b, c in combinations(CELLS, 3) if board[a] == n), "
    "sum(WORTH[a] * WORTH[b] for a, b in combinations(WORTH, 2))",
    "combinations of a board": "return told(a * 2 + b for a, b in combinations(board, 2)), "
    "sum(board[a] == board[b] for a, b in combinations(range(n + 2), 2))",
    "combinations of a list": "x, t = [1, n, 3], 0\nfor a, b in combinations(x, "
    "2):\n    x.append(4)\n    t = t * 5 + a * b & 1023\n"
    "return t, len(x)",
    "a name of its own": "x = (1, n, 3)\nreturn sum([x[0] * 5 + x[1] for x in combinations(x, 2)])",
    "gone over twice": (
        "return pairs_of([a + b for a, b in combinations(board, 2) if a < b]), pairs_of(list(map(doubled, board)))"
    ),
    "permutations of what varies": "return told(a * 2 + b & 7 for a, b in permutations(board, 2)), "
    "told(a * 9 + b * 3 + c for a, b, c in permutations([n, 1, 2], 3))",
    "permutations": "return told(a - b * 2 & 7 for a, b in permutations((1, 5, 7), 2)), "
    "sum(p[0] < n for p in permutations(range(4)))",
    "chain": "return told(chain(range(3), board, [n])), max(chain(board, (n,)))",
    "pairwise": "x = [v for v in board if v]\nreturn sum(a < b for a, b in pairwise(board)), told(a * b for a, "
    "b in pairwise(x)), "
    "[a for a, _ in pairwise([n])] == []",
    "totals": "return told(accumulate(board)), max(accumulate(board, max)), list(accumulate(board, initial=n))[n]",
    "totals by a function": "return told(itertools.accumulate(board, lambda a, b: a * 2 + b & 63)), "
    "tuple(accumulate((n, 2), func=max, initial=1)), tuple(accumulate([], initial=n))",
    "totals in a loop": "t = 0\nfor x in accumulate(board):\n    t = t * 3 + x & 1023\n    if x > n:\n        break\n"
    "else:\n    t = -1\nreturn t",
    "without an end": "t = 0\nfor i in count(n):\n    if i * i > 9:\n        break\n    if i == 2:\n        continue\n"
    "    t += i\nreturn t, i, next(i for i in count(n, 3) if i > 7), next(i for i in count() if i > n)",
    "again and again": (
        "return told(repeat(n, 3)), told(repeat(n + 1, n)), [x for x in repeat(times=2, object=n)] == [n, n]"
    ),
    "flat": "return told(chain.from_iterable(ROWS)), told(itertools.chain.from_iterable([(3, 1), (n, 2)])), "
    "told(chain.from_iterable(board[i:i + 2] for i in range(3)))",
    "numbers side by side": "return told(a * b for a, b in zip(board, count(n))), told(a * b for a, "
    "b in zip(repeat(n), "
    "board)), told(a - b for a, b in zip(count(1, n), range(4))), told(a for a, _ in zip(repeat(n, n), board))",
    "backwards side by side": "return told(a * b for a, b in zip(board, reversed(board))), "
    "list(zip(reversed(range(4)), board))[1], (1, 2) in zip(board, reversed(board))",
    "lists side by side": "s = [x for x in board if x]\nreturn sum(a * b for a, b in zip(s, s[1:])), "
    "sum(a * b for a, b in zip(sorted(board), (x + n for x in s)))",
    "pairs in order": "return max(zip(board, CELLS)), min(enumerate(board)), max(zip(board, range(9)))[1], "
    "sorted(enumerate(board), key=lambda p: p[1])[n], max(zip(board, board[1:n + 1]), default=(7, 8)), "
    "min(zip(board, reversed(board), range(9)))",
    "columns": "rows = [board[i * 3:i * 3 + 3] for i in range(3)]\nreturn told(sum(c) for c in zip(*rows)), "
    "list(zip(*rows))[n % 3][1], [c for c in zip(*rows)][1], tuple(zip(*rows)), told(map(sum, zip(*rows)))",
    "columns of constants": "return told(sum(c) for c in zip(*ROWS)), list(zip(*ROWS))[n][1], len(tuple(zip(*RAGGED)))",
    "columns of what has no name": "return told(sum(c) for c in zip(*(board[:3], board[3:6]))), "
    "max(zip(*[board[n + 1:], board[n + 1:]]))",
    "columns of what grows": "rows = [board[:n] for _ in range(2)]\nreturn told(sum(c) for c in zip(*rows))",
    "a dict of pairs": (
        "return dict(zip(CELLS, WORTHS))[2], dict(enumerate(WORTHS)).get(n, 9), dict(((1, 2), (3, 4)))[3]"
    ),
    "map of rows": "g = [[0] * 3 for _ in range(3)]\nfor i, x in enumerate(board[:9]):\n    g[i // 3][i % 3] = x + 1\n"
    "return max(map(sum, g)), tuple(map(len, g)), tuple(map(max, g)), sum(map(sum, g))",
    "slices by number": "rows = [board[i * 3:i * 3 + 3] for i in range(3)]\nt = [*rows]\n"
    "k = [sum(board[i:i + j]) for i in (0, 4) for j in (1, 2)]\nd = tuple((i, board[i:i + 2][0]) for i in range(4))\n"
    "return rows[n % 3][1], max(map(sum, rows)), len(t), k[n], d[n % 4], [board[i:][1] for i in range(2)][1]",
    "rows unpacked": "t = 0\nfor a, b in [[x, x * n] for x in board]:\n    t = t * 3 + a * b & 1023\nreturn t",
    "product with numbers": "return told(i * a - b & 7 for i, (a, b) in enumerate(product((1, 2), range(3))))",
    "map": "return told(map(abs, (n, -3))), told(map(lambda x: x * n, board)), max(map(doubled, board))",
    "map in a loop": "t = 0\nfor x in map(doubled, board):\n    t = t * 2 + x & 1023\nreturn t",
    "map of two": "return told(map(lambda a, b: a * b, board, CELLS))",
    "filter": "return told(filter(None, board)), len(list(filter(lambda x: x > n, board)))",
    "reduce": "return reduce(lambda a, b: a * 2 + b & 255, board, n), functools.reduce(lambda a, b: max(a, b), board)",
    "reduce of nothing": "return reduce(lambda a, b: a + b, [x for x in board if x > n])",
    "prod": "return math.prod([1, 2, n]), math.prod((2, 3), start=n), math.prod(x + 1 for x in board)",
    "prod of floats": "return math.prod([n / 2 + x for x in board], start=1.0)",
    "key by a method": "return max(range(9), key=board.__getitem__), min(CELLS, key=lambda c: abs(c - n))",
}
REFUSED = {
    "return sum(accumulate(board, (lambda: max)()))": "a function that is called is known before the game",
    "return sum(accumulate(board, max, 1))": "of accumulate: 3 are given by place",
    "return told(x for x in count(0.5))": "floats",
    "return told(islice(board, 2))": "no `islice`",
    "return sum(chain.from_iterable(board, CELLS))": "of from_iterable: 2 are given by place",
    "return told(sum(c) for c in zip(board, *ROWS))": "`zip(*rows)` of nothing else",
    "return sum(a for a, b in permutations(board))": "1 to 6 items",
    "return sum(a for a, b in combinations(board, n))": "known before the game starts",
    "return sum(a for a, in product(CELLS, repeat=n))": "known before the game starts",
    "return sum(1 for each in product(CELLS, repeat=9))": "more than 65,536 items",
    "return sum(1 for each in combinations(board, 7))": "1 to 6 items",
    "return sum(map(*board))": "no `*`",
    "return sum(product(CELLS, most=2))": "`product(xs, ys)`",
    "return told(map((lambda: abs)(), board))": "known before the game starts",
}
KINDS = (type_of(LONG_BOARDS[0]), Int(-1, 4))


test_items_are_those_of_python = agree_all(ALIKE, HELPERS, check=agree_on_long_boards)
test_iterators_that_are_refused_say_why = refuse_all(REFUSED, HELPERS)


def test_a_table_of_combinations_is_a_constant():
    rule = rule_of("return any(board[a] == board[b] == board[c] == n for a, b, c in combinations(CELLS, 3))", HELPERS)
    agree_on(rule, (LONG_BOARDS[0], Int(-1, 4)), LONG_CALLS)


def test_columns_of_rows_of_several_lengths_are_pythons_where_the_first_is_not_the_shortest():
    rule = rule_of("rows = (board[:3], board[:n + 1])\nreturn told(sum(c) for c in zip(*rows))", HELPERS)
    agree_on(rule, KINDS, LONG_CALLS, lambda _expected, given: given[1] < 2)


# ---- generators as values: kept, left, gone on with, handed over


VALUES_HELPERS = f"""
import itertools
from collections import deque
from typing import NamedTuple
{OF_VALUES}
TABLE = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
def rows(table, k):
    for row in table:
        yield row[k]
def circular(gs):
    gs.append(0)
    yield len(gs)
def any_of(xs):
    k = 0
    while any(xs):
        k += 1
        if k > 20:
            break
    return k
def fills(xs):
    xs.append(1)
    if len(xs) > 100:
        yield 0
"""
VALUES = {
    "next": "g = up(n, n + 3)\nreturn next(g), next(g), next(g), next(g, -1), next(g, -2)",
    "two names": "g = h = up(n, n + 3)\nreturn next(g) * 100 + next(h, 0), list(g) == list(h)",
    "in a list": "gs, t = [up(k, k + 3) for k in range(n % 5)], 0\nwhile gs:\n    g = gs.pop(0)\n    x = next(g, -1)\n"
    "    if x >= 0:\n        t = (t * 7 + x) % 10007\n        gs.append(g)\nreturn t",
    "in a record": "h = Held(up(n, n + 3), 3)\nreturn next(h.g) + h.k, sum(h.g)",
    "one of two": "g = up(n, n + 3) if n % 2 else tree(n % 6)\nt = next(g, 5)\n"
    "for x in g:\n    t = (t * 3 + x) % 10007\nreturn t",
    "calls itself": "return sum(x * (i + 1) for i, x in enumerate(tree(n % 9)))",
    "in circles": "return sum(x * (i + 1) for i, x in enumerate(ping(n % 8)))",
    "sees a list change": "xs = [1, 2, 3]\ng = iter(xs)\nnext(g)\nxs.append(n)\nreturn sum(g)",
    "fills lists": "g, t = listed([4, n, 2, 7], 3), 0\nfor a in g:\n    t = t * 5 + a\n    more = [a, t]\n"
    "    t += sum(more)\n    for c in g:\n        t += c\n        break\nreturn t",
    "of a table": "g, h = rows(TABLE, n % 3), iter(TABLE[n % 3])\n"
    "return next(g) * 10 + next(g), sum(g), next(h), sum(h)",
    "in pairs": "g, t = iter(board), 0\nfor a, b in zip(g, g):\n    t = (t * 3 + a - b) % 1009\nreturn t",
    "beside a shorter one": "g, x, y = up(n, n + 3), 7, 7\nfor x, y in zip(g, (0, 1)):\n    pass\nreturn x, y, sum(g)",
    "beside a shorter one at once": "x = y = 7\nfor x, y in zip(up(n, n + 3), range(n % 4)):\n    pass\nreturn x, y",
    "handed to a function": "return sum(both(up(n, n + 3), 5)), list(both(iter(board), n))[:4]== [n, 0, n + 1, 2]",
    "counts": "c, t = itertools.count(n), 0\nfor x in board:\n    if x == 2:\n        t += next(c)\nreturn t",
    "holds": "g = up(n, n + 3)\nreturn n + 1 in g, sum(g)",
    "looks late": "k = n\ng = (x * k for x in board)\nboard = (*board[:3], 7, *board[4:])\nk = 3\n"
    "return sum(g), sum(board)",
    "over a set": "g, t = iter([5, 6, 7, 8, 9]), 0\nfor c in {n, 33, 8, 40}:\n    t = t * 3 + next(g) * c\nreturn t",
    "asks itself": "gs = []\nreturn n if n < 5 else next(circular(gs))",
    "asked again and again": "return any_of(x > 1 for x in board)",
    "expressions": "g, h = (x * n for x in board if x), map(abs, board)\n"
    "return next(g, 1), next(h), sum(g), sum(h), sum(g)",
    "beside others": "xs, t = [n, 2], 0\nfor a, b, c in zip((x * n for x in xs), range(n % 9), reversed(board)):\n"
    "    xs.append(a & 3)\n    t = (t * 5 + a * 7 + b * 3 + c) % 10007\nreturn t, len(xs)",
    "beside nothing": "g, h = up(n, n + 3), iter([])\n"
    "t = sum(a for a, _ in zip(g, ())) + sum(a for _, a in zip((), g))\n"
    "return t + sum(a for a, _ in zip(g, h)), next(g, 9)",
    "runs without items": "xs = [n]\nfor x in fills(xs):\n    xs.append(x)\ng = fills(xs)\nfor x in g:\n"
    "    xs.append(x)\n"
    "return sum(xs)",
    "in a comprehension": "gs = [zip(board, (x + n for x in board)) for _ in range(2)]\n"
    "return [sum(a * b for a, b in g) for g in gs][1], len(gs)",
}
CHANGES = {
    "deque([n, 2])": ("t.append(5)", "t.append(5); t.pop()", "t[0] = 5", "t.popleft()", "t.clear()"),
    "{n, 12}": ("t.add(9)", "t.discard(12)", "t.discard(12); t.add(9)", "t.update({n})", "t.clear()"),
    "{n: 1, 12: 4}": ("t[9] = 2", "t[n] = 3", "del t[n]", "t.pop(12); t[9] = 8", "t.clear()"),
    "[n, 2]": ("t.append(5)", "t.pop()", "t[0] = 5", "t.extend([n, 4])", "t.clear()"),
}
LATE = (
    "(v for v in t)",
    "(v + w for v in t for w in t)",
    "(v for v in (w + 1 for w in t) if v != 3)",
    "iter(t)",
    "map(abs, t)",
    "map(lambda v: v + 1, t)",
    "filter(None, t)",
    "(a + b for a, b in enumerate(t))",
    "(a + b for a, b in enumerate(iterable=t))",
    "(a * b for a, b in pairwise(t))",
    "accumulate(t)",
    "chain(t, [3])",
    "chain.from_iterable([t, t])",
    "chain((v for v in t), [3])",
    "later(t)",
    "given(t)",
)
OF_A_SEQUENCE = (
    "reversed(t)",
    "(v for v in reversed(t))",
    "(a + b for a, b in zip(t, [1, 2, 3]))",
    "(a + b for a, b in zip([1, 2], t))",
)
OF_A_DICT = "(v for v in t.values())", "(v + w for v, w in t.items())", "iter(t.keys())"
LATE_HELPERS = (
    "from collections import deque\nfrom itertools import accumulate, chain, pairwise\n"
    "def later(t):\n    return (v + 1 for v in t)\ndef given(t):\n    for v in t:\n        yield v + 1\n"
    "def told(e):\n    s = 0\n    for v in e:\n        s = s * 7 + v\n    return s\n"
)
USES = "return sum(e)", "return next(e, 7)", "return told(e)", "s = 0\nfor v in e:\n    s = s * 5 + v\nreturn s"


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("made", CHANGES)
def test_what_is_kept_raises_where_its_container_has_changed_in_between(made, use):
    more = OF_A_DICT if ":" in made else () if made.startswith("{") else OF_A_SEQUENCE
    changes = "".join(f"if n == {at}:\n    {each}\n" for at, each in enumerate(CHANGES[made]))
    for source in (*LATE, *more):
        rule = rule_of(f"t = {made}\ne = {source}\n{changes}{use}", LATE_HELPERS)
        agree_on(rule, (type_of((0, 1)), Int(0, 100)), [((0, 1), n) for n in range(7)])


NOT_VALUES = {
    "t = {n: 1, 12: 4}\ne = reversed(t)\nreturn sum(e)": "`reversed` of these",
    "t = deque([n])\ne = filter(None, t)\nfor x in e:\n    n += x\nt.append(3)\nreturn n + sum(e)": "of a deque raise",
    "return 1 if up(n, 3) else 0": "a generator is true",
    "g = (x * n for x in board)\nn = 3\nreturn next(g) + sum(g)": "a generator that reads",
    "gs = [(x * k for x in board) for k in range(3)]\nreturn sum(gs[0])": "a generator that reads",
}


@pytest.mark.parametrize("name", VALUES)
def test_generators_as_values_give_what_python_gives(name):
    boards, numbers = ((0, 1, 2, 2) * 4, (0,) * 16, (2, 0) * 8), (0, 1, 2, 3, 4, 5, 9, 63)
    kinds = type_of(boards[0]), Int(0, 10**6)
    agree_on(rule_of(VALUES[name], VALUES_HELPERS), kinds, list(product(boards, numbers)))


test_what_would_differ_is_refused = refuse_all(NOT_VALUES, VALUES_HELPERS)
