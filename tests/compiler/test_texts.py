"""Texts as boards: of one length, a character in each cell."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import NUMBERS, agree_thrice, rule_of

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int, Vector
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
def test_it_gives_what_python_gives(body):
    agree_thrice(rule_of(body, HELPERS), kinds, CALLS)


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_refused(body):
    with pytest.raises(Refused) as verdict:
        machine_function(rule_of(body, HELPERS), *kinds())
    assert REFUSED[body] in verdict.value.rule


def test_another_text_is_pythons():
    machine = machine_function(rule_of("return board[0] == 'X'", HELPERS), *kinds())
    for other in ("XO.X.", "XO.X.Z", tuple("XO.X.O"), "XO.X.O."):
        with pytest.raises(Trapped):
            machine(other, 1)


def test_a_text_that_would_grow_is_pythons():
    machine = machine_function(rule_of("return put(board, n, 'X')", HELPERS), *kinds())
    assert machine("......", 2) == "..X..."
    for place in (-1, 6, 9, -9):
        with pytest.raises(Trapped):
            machine("......", place)
