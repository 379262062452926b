"""Names in generator expressions: whose they are, and when they are read."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
def first(numbers, x=1):
    for y in numbers:
        return y * x
    return -x
"""

RIGHT = {
    "one name for two clauses": "return sum(x for x in (5,) for y in (0, 1) for x in range(x))",
    "one name, filtered": "return sum(x for x in board for x in (x, x + 1) if x > n)",
    "one name in a pair": "return sum(i for i, i in enumerate(board))",
    "the first iterable is the outer one's": "x = 3\nreturn sum(x for x in range(x)) + x",
    "names next to those of the function": "x = 3\nreturn sum(x * y for x in range(x) for y in range(x)) + x",
    "nested": "x = 4\nreturn sum(sum(x for x in range(x)) for x in range(x)) + x",
    "nested in the first iterable": "return sum(x for x in (x * 2 for x in (x + 1 for x in board)))",
    "parameter": "return sum(n for n in range(n)) + n",
    "parameter that is a board": "return sum(a for a, board in enumerate(board) if board == n)",
    "board, then its cells": "return sum(n for row in ((board, n),) for n in row[0]) + n",
    "live names": "k = 1\nt = 0\nfor x in (y * k for y in board):\n    k += x\n    t += x\nreturn t * 10 + k",
    "live board": (
        "t = 0\nfor x in (c for x in (1, 2) for c in board if c == x or c == n):\n    t = t * 3 + x\n"
        "    board = board.set(0, 2)\nreturn t"
    ),
    "first iterable taken once": (
        "t = 0\nfor x in (c for c in board):\n    board = board.set(4, 3)\n    t = t * 3 + x\nreturn t"
    ),
    "assigned outside": "k = 0\nreturn sum(k for x in board if (k := k + x)) + k",
    "assigned outside of two": "k = 0\nt = sum(sum((k := k + y) for y in range(x)) for x in board)\nreturn t * 100 + k",
    "names of what takes it": "x = 2\ny = 3\nreturn first((x * y for z in board), n) + x + y",
    "names of what takes it, its own": "return first(x for x in board if x) + first((y for y in board), x=n)",
}

UNASSIGNED = {
    "read before its clause": "y = 3\nreturn sum(y for x in board if y > 0 for y in range(x))",
    "read in the clause before": "y = 3\nreturn sum(y for x in range(y) for z in range(y) for y in range(x))",
    "its own iterable": "return sum(x for y in board for x in range(x))",
}


@pytest.mark.parametrize("name", RIGHT)
def test_names_mean_what_they_mean_in_python(name):
    agree(rule_of(RIGHT[name], HELPERS))


@pytest.mark.parametrize("name", UNASSIGNED)
def test_a_name_that_is_read_too_early_is_refused(name):
    assert "may be used before it is assigned" in refusal(rule_of(UNASSIGNED[name], HELPERS))
