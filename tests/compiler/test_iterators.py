"""`map`, `filter`, `reduce`, `math.prod` and what `itertools` has: of constants and of what varies."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import LONG_BOARDS, LONG_CALLS, agree_on, agree_thrice, refusal, rule_of

from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.start_types import type_of

HELPERS = """
import functools
import itertools
import math
from functools import reduce
from itertools import accumulate, chain, combinations, count, islice, pairwise, permutations, product, repeat
CELLS = tuple(range(9))
LINES = [[0, 1, 2], [3, 4, 5], [0, 4, 8]]
MARKS = "XO"
WORTH = {3: 1, 5: 2}
WORTHS = (4, 0, 7, 1, 2, 5, 3, 9, 8)
ROWS, RAGGED = ((1, 2, 3), (4, 0, 6), (7, 8, 9)), ((1, 2), (3,), (4, 5, 6))
def told(items):
    t = 1
    for x in items:
        t = t * 5 + x & 65535
    return t
def twice(items):
    t = 0
    for x in items:
        for y in items:
            t = t * 3 + x * y & 1023
    return t
def doubled(x):
    return 2 * x
def longer(xs, s):
    s.append(1)
    return sum(xs) * 10 + len(s)
def late(xs):
    yield 7
    for x in xs:
        yield x
def ignored(xs, k):
    return k
"""
MADE = (  # of a list that changes after they are made
    *("s[1:]", "s[:-1]", "[s[-1]] * len(s)", "s.copy()", "s[::-1]", "sorted(s)[:2]", "map(lambda v: v + 1, s)"),
    *("chain(s, (1,))", "filter(lambda v: v > 1, s)", "[v * 2 for v in s[1:]]", "(v * 2 for v in s[1:])"),
    *("[a * b for a, b in combinations(s, 2)]", "(a * b for a, b in combinations(s, 2))"),
    *("(a * b for a, b in pairwise(s))", "(a * b for a, b in product(s, s))", "accumulate(s)", "repeat(s[0], 3)"),
    *("(a * b for a, b in zip(sorted(s), s[1:]))", "[a * b for a, b in zip(s, [v for v in s])]"),
)
GIVEN = (  # to a generator, in a loop that gives the variables other values
    *("[k, 3] * k", "map(lambda v: v + k, board)", "chain(range(k), board)", "filter(lambda v: v > k, board)"),
    *("sorted(board)[k:]", "[k, 2].copy()", "(a * b for a, b in product(range(k), (1, 2)))"),
    *(
        "accumulate([k, 3] * 2)",
        "repeat(k, 2)",
        "(a * b for a, b in zip(board, repeat(k)))",
        "accumulate((1, 2), initial=k)",
    ),
    "(a + k for a, b in zip(board, count(k)))",
    *("(a * b + k for a, b in pairwise([k, 1, 2, 3]))", "(a * b for a, b in combinations([k, 1, 2], 2))"),
)
RAISING = (  # before the first item is asked for, or later
    *(
        "[10 // x for x in board][1:]",
        "[10 // n] * n",
        "map(lambda x: 10 // x, board)",
        "[10 // x for x in board].copy()",
    ),
    *("accumulate([10 // x for x in board])", "(a for a, b in zip([10 // x for x in board], board))"),
    *("chain([10 // x for x in board], (1,))", "(a for a, b in combinations([10 // x for x in board], 2))"),
)
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
    "product with numbers": "return told(i * a - b & 7 for i, (a, b) in enumerate(product((1, 2), range(3))))",
    "combinations of constants": "return told(a * b + c for a, b, c in combinations(CELLS, 3) if board[a] == n), "
    "sum(WORTH[a] * WORTH[b] for a, b in combinations(WORTH, 2))",
    "combinations of a board": "return told(a * 2 + b for a, b in combinations(board, 2)), "
    "sum(board[a] == board[b] for a, b in combinations(range(n + 2), 2))",
    "combinations of a list": "x, t = [1, n, 3], 0\nfor a, b in combinations(x, "
    "2):\n    x.append(4)\n    t = t * 5 + a * b & 1023\n"
    "return t, len(x)",
    "combinations of pairs": "return sum(a[0] * b[1] for a, b in combinations(((1, 2), (3, n), (5, 6)), 2))",
    "left early": "t = 0\nfor a, b, c in combinations(board, 3):\n    if a == b:\n        continue\n    t += c\n"
    "    if t > n:\n        break\nelse:\n    t = -1\nreturn t",
    "a name of its own": "x = (1, n, 3)\nreturn sum([x[0] * 5 + x[1] for x in combinations(x, 2)])",
    "gone over twice": "return twice([a + b for a, b in combinations(board, 2) if a < b]), twice(list(map(doubled, "
    "board)))",
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
    "pairs of a list": "s = list(zip(board, CELLS))\nreturn max(s), min(s)[1], sorted(s)[n]",
    "columns": "rows = [board[i * 3:i * 3 + 3] for i in range(3)]\nreturn told(sum(c) for c in zip(*rows)), "
    "list(zip(*rows))[n % 3][1], [c for c in zip(*rows)][1], tuple(zip(*rows)), told(map(sum, zip(*rows)))",
    "columns of constants": "return told(sum(c) for c in zip(*ROWS)), list(zip(*ROWS))[n][1], len(tuple(zip(*RAGGED)))",
    "columns of lists": "g = [list(board[i * 3:i * 3 + 3]) for i in range(3)]\ng[n % 3][1] = 7\n"
    "t = [list(c) for c in zip(*g)]\nt[0][n % 3] += 5\nreturn tuple(map(tuple, t)), tuple(map(tuple, g))",
    "columns of what grows": "rows = [board[:n] for _ in range(2)]\nreturn told(sum(c) for c in zip(*rows))",
    "a dict of pairs": (
        "return dict(zip(CELLS, WORTHS))[2], dict(enumerate(WORTHS)).get(n, 9), dict(((1, 2), (3, 4)))[3]"
    ),
    "map of rows": "g = [[0] * 3 for _ in range(3)]\nfor i, x in enumerate(board[:9]):\n    g[i // 3][i % 3] = x + 1\n"
    "return max(map(sum, g)), tuple(map(len, g)), tuple(map(max, g)), sum(map(sum, g))",
    "slices by number": "rows = [board[i * 3:i * 3 + 3] for i in range(3)]\nt = [*rows]\n"
    "k = [sum(board[i:i + j]) for i in (0, 4) for j in (1, 2)]\nd = tuple((i, board[i:i + 2][0]) for i in range(4))\n"
    "return rows[n % 3][1], max(map(sum, rows)), len(t), k[n], d[n % 4], [board[i:][1] for i in range(2)][1]",
    "a list in another": "x = [v * n for v in board]\nt = [*x]\nx[0] = 77\nreturn t[0], sum(t), x[0], (*x, 1)[0], "
    "told(chain(x, (1,)))",
    "numbered rows": "g = [[x, x * n] for x in board]\nt = 0\nfor r, row in enumerate(g):\n    for c, "
    "x in enumerate(row):\n"
    "        t = t * 3 + r * c * x & 1023\nreturn t",
    "rows unpacked": "g = [[x, x * n] for x in board]\nt = 0\nfor a, b in g:\n    t = t * 3 + a * b & 1023\nreturn t",
    "a row with a name": (
        "g = [[x, x * n, 3] for x in board]\nrow = g[n % 3]\nreturn row[1], sum(row), max(row), len(row)"
    ),
    "map": "return told(map(abs, (n, -3))), told(map(lambda x: x * n, board)), max(map(doubled, board))",
    "map in a loop": "t = 0\nfor x in map(doubled, board):\n    t = t * 2 + x & 1023\nreturn t",
    "map of two": "return told(map(lambda a, b: a * b, board, CELLS))",
    "filter": "return told(filter(None, board)), len(list(filter(lambda x: x > n, board)))",
    "one in the other": "return told(a * b for a in map(abs, board) for b in filter(lambda x: x > a, chain(board, "
    "(1, 2))))",
    "reduce": "return reduce(lambda a, b: a * 2 + b & 255, board, n), functools.reduce(lambda a, b: max(a, b), board)",
    "reduce of nothing": "return reduce(lambda a, b: a + b, [x for x in board if x > n])",
    "prod": "return math.prod([1, 2, n]), math.prod((2, 3), start=n), math.prod(x + 1 for x in board)",
    "prod of floats": "return math.prod([n / 2 + x for x in board], start=1.0)",
    "key by a method": "return max(range(9), key=board.__getitem__), min(CELLS, key=lambda c: abs(c - n))",
    "sets": "s = {0, 1, n + 1}\nreturn len(s)",
}
REFUSED = {
    "return sum(accumulate(board, (lambda: max)()))": "a function by its name, or a lambda",
    "return sum(accumulate(board, max, 1))": "of accumulate: 3 are given by place",
    "return told(x for x in count(0.5))": "floats",
    "return told(a + b for a, b in zip(count(), repeat(n)))": "`zip` of what has no end",
    "return told(islice(board, 2))": "no `islice`",
    "return sum(chain.from_iterable(board, CELLS))": "`chain.from_iterable(rows)`",
    "t = 0\nfor a, b in zip((x + t for x in board), CELLS):\n    t += a * b\nreturn t": "t may change meanwhile",
    "s = [1, n]\nfor a, b in zip(s, board):\n    s.append(a + b)\nreturn len(s)": "s may change meanwhile",
    "s = [1, n]\nfor a, b in zip(reversed(s), board):\n    s.append(a)\n    s[0] = b\nreturn n": "may change meanwhile",
    "return told(sum(c) for c in zip(*(board, CELLS)))": "`zip(*rows)` of rows that have a name",
    "return told(sum(c) for c in zip(board, *ROWS))": "`zip(*rows)` of rows that have a name",
    "return sum(a for a, b in permutations(board, 2))": "`permutations` of what varies",
    "return sum(a for a, b in combinations(board, n))": "known before the game starts",
    "return sum(a for a, in product(CELLS, repeat=n))": "known before the game starts",
    "return sum(1 for each in product(CELLS, repeat=9))": "more than 65,536 items",
    "return sum(1 for each in combinations(board, 7))": "1 to 6 items",
    "return reduce(lambda a, b: a - b, {n, 1, 7})": "a set has no order",
    "s = {n + 1, 7}\nreturn sum(a - b for c in s for a, b in combinations(s, 2))": "a set has no order",
    "s = {n + 1, 7}\nreturn sum(map(lambda x: x, s))": "a set has no order",
    "return sum(map(*board))": "no `*`",
    "return sum(product(CELLS, most=2))": "`product(xs, ys)`",
    "return told(map((lambda: abs)(), board))": "a function by its name, or a lambda",
}
KINDS = (type_of(LONG_BOARDS[0]), Int(-1, 4))


@pytest.mark.parametrize("name", ALIKE)
def test_items_are_those_of_python(name):
    agree_thrice(rule_of(ALIKE[name], HELPERS), lambda: (type_of(LONG_BOARDS[0]), Int(-1, 4)), LONG_CALLS)


@pytest.mark.parametrize("body", REFUSED)
def test_iterators_that_are_refused_say_why(body):
    assert REFUSED[body] in refusal(rule_of(body, HELPERS))


@pytest.mark.parametrize("made", MADE)
def test_items_are_made_when_python_makes_them(made):
    looped = f"t = 0\nfor x in {made}:\n    t = t * 3 + x & 4095\n"
    agree_on(rule_of(f"s = [n, 2, 3]\nreturn longer({made}, s), told(s)", HELPERS), KINDS, LONG_CALLS[:6])
    if made.startswith(("s[:", "s[1", "(", "map", "chain", "filter", "sorted")):
        body = f"s = [n, 2, 3]\n{looped}    if len(s) < 9:\n        s.append(x)\nreturn t, told(s)"
        agree_on(rule_of(body, HELPERS), KINDS, LONG_CALLS[:6])


@pytest.mark.parametrize("made", GIVEN)
def test_what_items_are_made_of_may_change(made):
    rule = rule_of(
        f"k, t = n, 0\nfor x in late({made}):\n    k = k + 1\n    t = t * 3 + x & 4095\nreturn t, k", HELPERS
    )
    agree_on(rule, KINDS, LONG_CALLS)


@pytest.mark.parametrize("made", RAISING)
def test_errors_are_raised_where_python_raises_them(made):
    for body in ("ignored({}, n)", "next((x for x in {}), 3)", "any(x > 0 for x in {})"):
        agree_on(rule_of("return " + body.format(made), HELPERS), KINDS, LONG_CALLS)


def test_a_table_of_combinations_is_a_constant():
    rule = rule_of("return any(board[a] == board[b] == board[c] == n for a, b, c in combinations(CELLS, 3))", HELPERS)
    agree_on(rule, (LONG_BOARDS[0], Int(-1, 4)), LONG_CALLS)


def test_columns_of_rows_of_several_lengths_are_pythons_where_the_first_is_not_the_shortest():
    rule = rule_of("rows = (board[:3], board[:n + 1])\nreturn told(sum(c) for c in zip(*rows))", HELPERS)
    agree_on(rule, KINDS, LONG_CALLS, lambda _expected, given: given[1] < 2)
