"""Sequences side by side of several lengths, pairs that have one name, and slices with a step by bounds that vary."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_on, refusal, rule_of
from pyrsistent import pvector

from lazytree.compiler.ir.kinds import Int

CELLS = (0, 1, 2, 1, 2, 0, 1, 1, 1)
BOUNDS = (-(2**62), -20, -10, -9, -8, -4, -3, -1, 0, 1, 2, 3, 5, 8, 9, 10, 11, 2**62)
HELPERS = """
from pyrsistent import pvector
FEW = (1, 2, 3)
ROWS = ((1, 2, 3), (4, 5), (6,))
"""
SIDE_BY_SIDE = {
    "neighbours": "return sum(x == y for x, y in zip(b, b[1:])), all(x <= y for x, y in zip(b, b[1:]))",
    "a tuple": "return tuple(x - y for x, y in zip(b, b[1:])), tuple(x * y for x, y in zip(b, b[n:]))",
    "three": "return sum(x * y * z for x, y, z in zip(b, b[1:], b[2:]))",
    "a PVector": "return pvector(x - y for x, y in zip(b, b[1:])), pvector([x - y for x, y in zip(b[2:], b)])",
    "a PVector beside a constant": "return pvector(x + y for x, y in zip(b, FEW)), pvector(x for _, x in zip(FEW, b))",
    "a PVector beside a range": "return pvector(x + i for x, i in zip(b, range(3))), pvector(range(4))",
    "a PVector of any length": "return pvector(x + i for x, i in zip(b, range(n & 3)))",
    "a PVector of numbered pairs": "return pvector(x + y * i for i, (x, y) in enumerate(zip(b, FEW)))",
    "a PVector of numbered ranges": "return pvector(i * x for i, x in enumerate(range(n & 7)))",
    "a PVector of what is worked out": "return pvector(a * c + (n & 7) for a, c in zip((n & 3, 2, 3), b))",
    "constants": "return sum(a * c for a, c in zip(FEW, (4, 5))), tuple(a * c + n for a, c in zip(FEW, (4, 5)))",
    "rows of a table": "t = 0\nfor x, y in zip(b, ROWS[n & 1]):\n    t = t * 3 + x * y\nreturn t",
    "rows first": "t = 0\nfor x, y in zip(ROWS[n & 1], b):\n    t = t * 3 + x * y\nreturn t",
    "rows of one table": "t = 0\nfor x, y in zip(ROWS[n & 1], ROWS[n % 3]):\n    t = t * 10 + x * y\nreturn t",
    "three rows of one table": "return sum(x * y * z for x, y, z in zip(ROWS[n & 1], ROWS[n % 3], b))",
    "left": "t = 0\nfor i, p in enumerate(zip(b, b[3:])):\n    t += i\n    if p[1] == n:\n        break\nreturn t",
    "one name": "t = 0\nfor p in zip(b, FEW):\n    t = t * 7 + p[0] + p[1]\nreturn t",
    "one name for numbered items": "t = 0\nfor p in enumerate(b, 2):\n    t = t * 3 + p[0] * p[1] & 1023\nreturn t",
    "one name beside a range": "t = 0\nfor p in zip(range(2, 20), b, FEW):\n    t = t * 3 + p[0] * p[1]\nreturn t",
    "one name of one": "return tuple(p[0] for p in zip(b))",
    "a list of pairs": "c = list(zip(b[:3], b[3:6], b[6:9]))\nreturn sum(1 for r in c if r[0] == r[1]), c[n & 1]",
    "a list that grows": "c = []\nfor p in zip(b, b[1:]):\n    c.append(p)\nreturn c[2], len(c)",
    "sorted pairs": "return sorted(zip(b, range(9)))[n & 7], [p for p in enumerate(b)][n & 7]",
    "among pairs": "return (1, 2) in zip(b, b[1:]), any(p == (1, 1) for p in zip(b, b[1:]))",
    "the first": "return next((i for i, (x, y) in enumerate(zip(b, b[1:])) if x > y), -1)",
    "in order": "return [y for y in range(3) for y, z in zip((n & 3, y, y), FEW)][4]",
}
STEPS = {
    "a column": "return b[n::3], b[:n:2], b[n : n + 5 : 2], b[-n::4] if n > -(2**62) else b",
    "a far step": "return b[n :: 10**30], b[n::True], b[n::7]",
    "columns": "return any(b[c::3].count(1) == 3 for c in range(3)), all(x == 1 for x in b[n::3])",
    "items": "return 1 in b[n::3], sum(b[n::2]), len(b[n::2]), max(b[n::4], default=-1)",
    "an item": "return b[n::3][0], b[n:8:3][-1]",
    "of what grows": "t = b[n:]\nreturn t[::2], t[1::2], t[1:-1:3], t[-3::2], t[::50]",
    "backwards": "return b[n::-1], b[:n:-1], b[::-1], b[n:2:-2], b[7:n:-3], b[n : -n % 7 : -1]",
    "backwards of what grows": (
        "t = b[n:]\nreturn t[::-1], t[n::-1], t[5::-2], t[:1:-1], t[-2:0:-1], t[1:4:-1], t[:n:-50]"
    ),
    "items backwards": (
        "return sum(b[n::-2]), len(b[n::-1]), max(b[:n:-1], default=-1), 2 in b[n::-1], b[n::-1] == b[::-1]"
    ),
    "known after all": (
        "return tuple(b[i * 3 : i * 3 + 3] for i in range(3)), [b[i::3] for i in range(3)][1], b[n & 0 : 2]"
    ),
    "a loop of rows": (
        "t = 0\nfor i in range(3):\n    row = b[i * 3 : i * 3 + 3]\n    t = t * 7 + sum(row) + len(row)\nreturn t"
    ),
    "more": "return tuple(b[n::3]) + tuple(b[n::2])",
    "side by side": "return sum(x * y for x, y in zip(b[n::3], b[1::3]))",
}


def both_forms(body: str) -> None:
    rule = rule_of(body, HELPERS, "b, n")
    for board in (CELLS, pvector(CELLS)):
        agree_on(rule, (board, Int(-(2**62), 2**62)), [(board, n) for n in BOUNDS])


@pytest.mark.parametrize("body", SIDE_BY_SIDE.values(), ids=SIDE_BY_SIDE)
def test_the_shortest_ends_the_loop(body):
    both_forms(body)


@pytest.mark.parametrize("body", STEPS.values(), ids=STEPS)
def test_a_step_is_taken_from_bounds_that_vary(body):
    both_forms(body)


@pytest.mark.parametrize(
    ("body", "words"),
    (
        (
            "return [x + y for x, y in zip(board, board[1:], strict=True)][0]",
            "`zip` takes sequences of one known length",
        ),
        ("return sum(x * y for x, y in zip(ROWS[n], ROWS[n % 3], strict=True))", "`zip` takes sequences of one known"),
        ("return board[n::n]", "the step of a slice is a number"),
    ),
)
def test_what_is_refused_is_named(body, words):
    assert words in refusal(rule_of(body, HELPERS))
