"""Boards of boards: rows in rows, as PVectors."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import NUMBERS, agree_thrice, rule_of
from pyrsistent import pvector

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.start_types import type_of
from lazytree.core.errors import Refused, Trapped

HELPERS = """
from pyrsistent import pvector
START = pvector([pvector([0,1,2]), pvector([3,0,1])])
def put(board, r, c, x):
    return board.set(r, board[r].set(c, x))
def count(board, x):
    return sum(row.count(x) for row in board)
def column(board, c):
    return [row[c] for row in board]
"""
BOARDS = [
    pvector(map(pvector, rows)) for rows in (((0, 1, 2), (2, 2, 0), (1, 0, 3)), ((1, 1, 1), (0, 0, 0), (0, 2, 3)))
]
CALLS = [(board, number) for board in BOARDS for number in NUMBERS]
RULES = (
    """return put(board, n, 1, 7), count(board, 2), board[n][0], len(board), len(board[0])""",
    """
        s = 0
        for r, row in enumerate(board):
            for c, x in enumerate(row):
                if x == 2:
                    s = s * 5 + r * 3 + c
                    board = board.set(r, row.set(c, n & 3))
        return s, board""",
    "return pvector(pvector(x + 1 for x in row) for row in board), pvector([row.set(0, 1) for row in board])",
    "return pvector([pvector([n & 3, 1]), pvector([0, 0])]), n",
    """
        b = board
        b = b.set(0, b[1]).set(1, b[0])
        c = b.mset(0, board[2], 2, b[2].set(0, 5))
        return b == board, b, c, c[n] == board[n], b != c, board[1:], board[-1]""",
    """return START[n & 1][2], START.set(0, START[1].set(n, 1)), count(START, 1), sum(column(board, n))""",
    """
        row = board[n]
        board = board.set(n, board[0])
        row = row.set(0, 6)
        return row, board, row in board, tuple(board[0]), board[0] in board, any(2 in row for row in board)""",
    """
        s = 0
        for r in range(len(board)):
            for c in range(len(board[r])):
                if board[r][c] == 0 and board[c][r] != 0:
                    s += r * 10 + c
        return s, max(board[r][n] for r in range(3)), all(len(row) == 3 for row in board)""",
    """
        s = 0
        for a, b in zip(board, board):
            s += a[0] * b[1]
        for row in reversed(board):
            s = s * 3 + row[n]
            board = board.set(0, board[1])
        return s, board""",
    """
        g = {(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == 2}
        for r, c in g:
            board = board.set(r, board[r].set(c, 0))
        return board, len(g), (1, 1) in g""",
    """
        for a, b in zip(board, START.set(0, START[0])):
            n = n * 3 + a[1] * b[0]
        return n, sum(a == b for a, b in zip(board, board[1:]))""",
    """return board.set(0, pvector([1, 2]))""",
    """return tuple(board), tuple(tuple(row) for row in board), pvector(board)""",
)
REFUSED = {
    "return board < board": "no order of a PVector and a PVector",
    "return board == tuple(board)": "no comparison of a PVector with a tuple ",
    "return board + board": "no `+` of a PVector and a PVector",
}


@pytest.mark.parametrize("body", RULES)
def test_it_gives_what_python_gives(body):
    agree_thrice(rule_of(body, HELPERS), lambda: (type_of(BOARDS[0]), Int(-1, 4)), CALLS)


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_refused(body):
    with pytest.raises(Refused) as verdict:
        machine_function(rule_of(body, HELPERS), BOARDS[0], Int(-1, 4))
    assert REFUSED[body] in verdict.value.rule


def test_another_shape_is_pythons():
    rule = rule_of("return board[0][0] + n", HELPERS)
    machine = machine_function(rule, BOARDS[0], Int(-1, 4))
    for other in (BOARDS[0][:2], pvector([pvector([0, 1])] * 3), pvector([0, 1, 2]), tuple(BOARDS[0])):
        with pytest.raises(Trapped):
            machine(other, 1)
