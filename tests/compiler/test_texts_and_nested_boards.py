"""Texts as boards, a character in each cell; boards of boards."""

from __future__ import annotations

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import NUMBERS, agree_thrice, rule_of

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int, Vector
from lazytree.compiler.ir.start_types import type_of
from lazytree.compiler.ir.symbols import Numbering, symbols_of, use
from lazytree.core.errors import Refused, Trapped

HELPERS = """
from typing import NamedTuple
LINES = ((0, 1, 2), (3, 4, 5), (0, 4, 2))
def put(board, i, mark):
    return board[:i] + mark + board[i + 1:]
def won(board, mark):
    return any(board[a] + board[b] + board[c] == mark * 3 for a, b, c in LINES)
def by(n):
    return "X" if n & 1 else "O"
class Name(NamedTuple):
    x: int
    def startswith(self, text):
        return self.x > 1
    def replace(self, old, new):
        return self.x
    def find(self, text):
        return 5
"""
BOARDS = ("XO.X.O", "......", "XXX.OO")
CALLS = [(board, number) for board in BOARDS for number in NUMBERS]
RULES = (
    "return board.index('.'), 'O' in board, len(board), won(board, by(n)), board == '......', board[-1] + 'a'",
    "return ''.join('X' if c == '.' else c for c in board), tuple(board), n",
    '''return put("......", n, "X") if n >= 0 else "......"''',
    """
        b = put(board, abs(n), by(n))
        return b, b == board, b.count("X"), "." not in b, b.find("Z") if n else b.find("X"), won(b, "X")""",
    """return board[n], board[1:3], board[::-1], board[:3] == "XXX", board[:3] in ("XXX", "OOO")""",
    """
        s = 0
        for i, c in enumerate(board):
            if c == ".":
                s = s * 7 + i
        return s, sum(1 for c in board if c == "O")""",
    """
        cells = list(board)
        cells[n] = "X"
        return "".join(cells), "".join(by(i) if i == n else c for i, c in enumerate(board))""",
    """
        a, b, *_ = board
        return a == b, a, by(n) in board, by(n) in "XZ", "X" in "XZ", {"X": 1, "O": 2, ".": 0}[board[n]]""",
    """
        b = board if n > 1 else "XXXXXX"
        c = b[:1] + "O" + b[2:]
        return b, c, b != c, by(n) * 2, "ab" * 2""",
    """
        x = None
        if n > 1:
            x = board
        return x is None, x == "......", x""",
    """
        mark = None if n > 1 else by(n)
        return mark in board""",
    """
        mark = None if n > 1 else by(n)
        return mark is not None and mark in board, board.count(mark)""",
    'return board.startswith("XX"), board.endswith("OO"), board.startswith(""), board.endswith("X" * 7), n',
    'return board.find("XX"), board.find("O."), board.find(""), board.find("XXXXXXX"), board.find("X.O") >= 0, n',
    'return board.replace("X", "O"), board.replace("X", "Z").replace("O", "X").replace("Z", "O"), n',
    'return put(board, n & 3, "X").find("XXX"), put(board, n & 3, "O").startswith("XO"), n',
    """
        rows = [board[i * 3:i * 3 + 3] for i in range(2)]
        lines = [*rows, board[::2], board[1:4]]
        return rows[n & 1], any(line == "XXX" for line in lines), tuple(board[i:i + 2] for i in (0, 2))""",
    'return Name(n).startswith("X"), Name(n).replace("X", "Y"), Name(n).find("XX")',
)
REFUSED = {
    'return "XX" in board': "a text is looked through for one charact",
    "return board[:2] in board": "a text is looked through for one charact",
    "return board + 1": "no `+` of a text of 6 and an int",
    "return board.upper()": "no method .upper() of a text of 6: .count,",
    'return board.replace("XX", "O")': "`.replace()` of a text takes two constant texts of one character",
    'return board.replace("X", by(n))': "`.replace()` of a text takes two constant texts of one character",
    'return board.startswith("X", 1)': "`.startswith()` of a text takes a constant text",
    'return board.startswith(("X", "O"))': "`.startswith()` of a text takes a constant text",
    'return board.find("XX", 1)': "`.find()` of a text takes a constant text",
    'return board < "XXXXXX"': "no order of a text of 6 and 'XXXXXX'",
    's = ""\nfor c in board:\n    s += c\nreturn s': "no `+` of '' and a text of 1",
    'return put(board, n, "XX")': "a text is looked through for one charact",
    'return f"{board}"': "no text is made when a rule runs: consta",
    "return board[n:]": "the bounds of a slice are known before t",
    'return board == "..."': "no comparison of a text of 6 with '...'",
    "return (1, 2).find(n)": "no method .find() of a row of a table",
    'return board.count("XX")': "a text is looked through for one charact",
    "return board.count(None)": "None is used as if it were a value: ask ",
}


def kinds():
    """The types of a text of six, and of an int."""
    use(Numbering())
    characters = symbols_of({*"XO."})
    return Vector(6, characters.low, characters.high, characters, str), Int(-1, 4)


@pytest.mark.parametrize("body", RULES)
def test_texts_as_boards_are_those_of_python(body):
    agree_thrice(rule_of(body, HELPERS), kinds, CALLS)


@pytest.mark.parametrize("body", REFUSED)
def test_what_texts_as_boards_may_not_do_is_refused(body):
    with pytest.raises(Refused) as verdict:
        machine_function(rule_of(body, HELPERS), *kinds())
    assert REFUSED[body] in verdict.value.rule


def test_another_text_is_answered_by_python():
    machine = machine_function(rule_of("return board[0] == 'X'", HELPERS), *kinds())
    for other in ("XO.X.", "XO.X.Z", tuple("XO.X.O"), "XO.X.O."):
        with pytest.raises(Trapped):
            machine(other, 1)


def test_a_text_that_would_grow_is_answered_by_python():
    machine = machine_function(rule_of("return put(board, n, 'X')", HELPERS), *kinds())
    assert machine("......", 2) == "..X..."
    for place in (-1, 6, 9, -9):
        with pytest.raises(Trapped):
            machine("......", place)


# ---- rows in rows, as PVectors


NESTED_HELPERS = """
from pyrsistent import pvector
START = pvector([pvector([0,1,2]), pvector([3,0,1])])
def put(board, r, c, x):
    return board.set(r, board[r].set(c, x))
def count(board, x):
    return sum(row.count(x) for row in board)
def column(board, c):
    return [row[c] for row in board]
"""
NESTED_BOARDS = [
    pvector(map(pvector, rows)) for rows in (((0, 1, 2), (2, 2, 0), (1, 0, 3)), ((1, 1, 1), (0, 0, 0), (0, 2, 3)))
]
NESTED_CALLS = [(board, number) for board in NESTED_BOARDS for number in NUMBERS]
NESTED_RULES = (
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
NESTED_REFUSED = {
    "return board < board": "no order of a PVector",
    "return board == tuple(board)": "no comparison of a PVector with a tuple ",
    "return board + board": "no `+` of a PVector and a PVector",
}


@pytest.mark.parametrize("body", NESTED_RULES)
def test_nested_boards_are_those_of_python(body):
    agree_thrice(rule_of(body, NESTED_HELPERS), lambda: (type_of(NESTED_BOARDS[0]), Int(-1, 4)), NESTED_CALLS)


@pytest.mark.parametrize("body", NESTED_REFUSED)
def test_what_is_refused_of_nested_boards(body):
    with pytest.raises(Refused) as verdict:
        machine_function(rule_of(body, NESTED_HELPERS), NESTED_BOARDS[0], Int(-1, 4))
    assert NESTED_REFUSED[body] in verdict.value.rule


def test_a_board_of_another_shape_is_answered_by_python():
    rule = rule_of("return board[0][0] + n", NESTED_HELPERS)
    machine = machine_function(rule, NESTED_BOARDS[0], Int(-1, 4))
    for other in (NESTED_BOARDS[0][:2], pvector([pvector([0, 1])] * 3), pvector([0, 1, 2]), tuple(NESTED_BOARDS[0])):
        with pytest.raises(Trapped):
            machine(other, 1)
