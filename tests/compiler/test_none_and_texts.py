"""None as a value, texts and members of plain Enums: in variables, cells, fields, results, constants and moves."""

from __future__ import annotations

from enum import Enum, StrEnum

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import agree_all, agree_on, machine_function, refusal, rule_of
from programs.lanes import alike

from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused, Trapped

HELPERS = """
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple
from pyrsistent import pvector
PIECES = ("X", "O", ".")
OTHER = {"X": "O", "O": "X"}
NAMES = {0: "none", 1: "one", 2: None}
class Color(Enum):
    BLACK = "b"
    WHITE = "w"
    def other(self):
        return Color.WHITE if self is Color.BLACK else Color.BLACK
    @property
    def sign(self):
        return 1 if self == Color.BLACK else -1
class Step(Enum):
    UP = (1, 0)
    LEFT = (0, -1)
    STAY = (0, 0)
WORTH = {Color.BLACK: 3, Color.WHITE: 5}
class Side(IntEnum):
    RED = 0
    BLUE = 1
    def other(self):
        return Side(1 - self)
    @property
    def double(self):
        return self * 2
class At(NamedTuple):
    cell: int
    mark: str
    last: object = None
@dataclass(frozen=True)
class Card:
    suit: str
    rank: object
def found(board, x):
    for cell, stone in enumerate(board):
        if stone == x:
            return cell
def said(x):
    if x > 2:
        return None
    return x
def pair(x):
    return (x, x + 1) if x > 0 else None
def color(x):
    return Color.WHITE if x > 1 else Color.BLACK
def mark(x):
    return PIECES[x % 3]
def owner(x):
    if x > 3:
        return
    if x == 2:
        return "X"
def grown(board, x):
    return None if x < 0 else board.set(0, x)
def quiet(x):
    pass
def few(x):
    return None if x > 2 else x
def sign(x):
    return ("X", None, "O")[x % 3]
def both(x):
    return (few(x), sign(x)) if x else None
"""

RULES = {
    # ---- None beside ints
    "a helper that may find nothing": "x = found(board, n)\nif x is None:\n    return -1\nreturn x * 2 + board[x]",
    "truth": "return (1 if found(board, n) else 2), not said(n), bool(said(n)), said(n) or 7, said(n) and 5",
    "used without a question": "return said(n) + 1",
    "the best so far": """
        best = None
        for x in board:
            if best is None or x * n > best:
                best = x * n
        return best""",
    "the first, or None": """
        x = next((c for c, s in enumerate(board) if s == n), None)
        return x, 9 if x is None else x""",
    "an argument": "def f(x, y):\n    return 0 if x is None else x * y\nreturn f(None, 3) + f(said(n), 2) + f(4, n)",
    "never a value": "return quiet(n) is None, quiet(n)",
    "None, a pair": "p = pair(n)\nreturn p, p == (1, 2), 0 if p is None else p[0] * p[1]",
    "None, a board": "b = grown(board, n)\nreturn b, -1 if b is None else b[0] + b[4], b == board",
    "a board, an alias": "b = grown(board, n)\nc = b\nif b is not None:\n    b = b.set(2, 7)\nreturn b, c",
    "a board, set after": "b = grown(board, n)\nreturn b.set(1, 3)",
    "in a tuple": "t = (n, said(n), None)\nreturn t, t[1] is None, t[2] is None, t == (n, None, None)",
    "in": "return n in (None, 1, said(n)), None in (said(n), 3), said(n) in board",
    "matched": """
        match said(n):
            case None:
                return 7
            case 1 | 2:
                return 8
            case x:
                return x""",
    "get": "return NAMES.get(n), NAMES.get(n) is None, OTHER.get(mark(n))",
    "yielded": """
        def either():
            yield None
            yield n
            yield None
        return sum(1 for x in either() if x is None), sum(x for x in either() if x is not None)""",
    "raises, like a comparison with None": "return said(n) > 1",
    # ---- texts
    "a text": "x = 'X' if n > 1 else 'O'\nreturn x, x == 'X', x != 'O', x in ('X', 'Z'), not x",
    "texts and None": "return owner(n), owner(n) is None, owner(n) == 'X', 1 if owner(n) else 0",
    "empty": "x = '' if n else 'full'\nreturn bool(x), x or 'empty'",
    "a table of texts": "return mark(n), mark(n) == 'O', PIECES[n % 3]",
    "a dict of texts": "x = OTHER['X' if n > 1 else 'O']\nreturn x, OTHER[x], NAMES[n]",
    "a board of texts": """
        b = tuple(mark(x) for x in board)
        return b, b.count('X'), 'O' in b, b[n] == 'X'""",
    "a pvector of texts": "b = pvector(mark(x) for x in board)\nc = b.set(n, 'X')\nreturn b, c, b == c, c.count('.')",
    "a constant board": "b = ('.',) * 5\nreturn b[:2] + ('X',) + b[3:], b",
    "characters": "return sum(1 for c in 'XO.X' if c == mark(n)), 'XO.'[n % 3], len('abc')",
    "text fields": "m = At(n, mark(n))\nreturn m, m.mark == 'X', m._replace(mark='.'), m == At(n, 'X')",
    "a dataclass": "c = Card(mark(n), said(n))\nreturn c.suit == 'X', c.rank is None, c == Card('X', None)",
    "matched texts": "match mark(n):\n    case 'X' | 'O' as x:\n        return x\n    case _:\n        return 'none'",
    # ---- members of Enums
    "a member": "c = color(n)\nreturn c, c is Color.BLACK, c == Color.WHITE, c is not color(0), c in (Color.WHITE,)",
    "its value": "return color(n).value, color(n).name, color(n).value == 'b', Color.BLACK.value, Color.WHITE.name",
    "values that are pairs": """
        a, b = (Step.UP if n > 1 else Step.LEFT).value
        return a * 5 + b""",
    "its methods": """
        c = color(n)
        return c.other(), c.other().other() is c, c.sign, color(n).other().sign, Color.BLACK.other().sign""",
    "by value": "return Color('b' if n > 1 else 'w'), Color(mark(n))",
    "gone over": """
        s = 0
        for step in Step:
            a, b = step.value
            s = s * 7 + a * 3 + b + (1 if step is Step.STAY else 0)
        return s""",
    "as a key": "return WORTH[color(n)], WORTH.get(color(n)), WORTH[Color.WHITE]",
    "or None": "c = color(n) if n else None\nreturn c, c is None, c == Color.BLACK",
    "a board of members": "b = tuple(color(x) for x in board)\nreturn b, b.count(Color.BLACK), b[n] is Color.WHITE",
    "a board of members and None": """
        b = tuple(None if x == 0 else color(x) for x in board)
        return b, b.count(None), sum(1 for x in b if x is None), sum(1 for x in b if x and x.sign > 0), b[n]""",
    "order": "m = mark(n)\nreturn m < 'X', 'O' <= m, min(m, 'a'), max('a', m), sorted([m, 'O'])[0], (m, 1) > ('O', n)",
    "methods": "m = mark(n)\nreturn m.lower(), m.lower().upper() == m, m.isupper(), m.count('X'), m.startswith('O')",
    "methods by what varies": "m = mark(n)\nreturn m.startswith(mark(n + 1)), m.endswith(mark(n + 2)), m.find(mark(n))",
    "a new text": "return mark(n) + 'a', (mark(n) + 'X')[1:] == 'X'",
    "an IntEnum's methods": "s = Side(n & 1)\nreturn s.other(), s.double, s.other().double + n",
    # ---- in tuples in tuples, and in cells that a loop compares all at once
    "cells equal to an int, some None": """
        b = tuple(few(x + n) for x in board)
        s = 0
        for i, x in enumerate(b):
            if x == n:
                s = s * 8 + i
        return s, x""",
    "cells unlike what may be None": (
        "b, w, s = pvector(few(x + n) for x in board), few(n), 0\n"
        "for i, x in enumerate(b):\n    if x != w:\n        s = s * 8 + i\nreturn s, b"
    ),
    "ints equal to what may be None": """
        s = 0
        for i, x in enumerate(board):
            if x == few(n):
                s = s * 8 + i
        return s""",
    "cells equal to a text or None": """
        b = tuple(sign(x) for x in board)
        w = sign(n)
        s = 0
        for i, x in enumerate(b):
            if x == w and i != n:
                s = s * 8 + i
        return s, b == tuple(sign(x) for x in board), b.index(w)""",
    "tuples or None in a tuple": """
        ps = tuple(both(x) for x in board)
        return ps, ps[n], sum(1 for p in ps if p and p[0] == 1)""",
    "None deep in tuples": """
        t = (None, (None, n))
        u = ((1, 2), (few(n), 3)) if n else t
        return u, t == u""",
    "a list of members and None": """
        cs = [Color.BLACK if x else None for x in board]
        cs[n] = Color.WHITE
        return tuple(cs), cs.count(Color.BLACK), cs.index(Color.WHITE)""",
    "a bool or None": """
        x = (n > 1) if n else None
        return x, x is None, x == True, not x""",
    "cells below the number of None": """
        b = tuple(few(x * -60) if x else None for x in board)
        return b, b[n]""",
    "a large int or None": """
        x = few(1) if n else None
        y = 10**12 if x is None else x
        z = None if n > 2 else y
        return x, y, z""",
}


test_none_texts_and_members_of_enums_are_those_of_python = agree_all(RULES, HELPERS)


REFUSED = {
    "a formatted text": ("x = f'{n}'\nreturn n", "no text is made"),
    "order of members": ("return color(n) < Color.WHITE", "no order of Color"),
    "a method of a text by what varies": ("return mark(n).strip(mark(n + 1))", "no method .strip() of"),
    "is, of texts": ("return mark(n) is 'X'", "no `is`"),
    "None always": ("x = None\nreturn x + n", "ask `is None` first"),
    "str": ("return str(n)", "no text is made"),
}


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", REFUSED)
def test_what_texts_may_not_do(name):
    body, rule = REFUSED[name]
    assert rule in refusal(rule_of(body, HELPERS))


# ---- what Python hands over, and gets back


class Colour(Enum):
    RED = 1
    BLUE = 2


BOARDS = {
    "texts": [(".", "X", "O", ".", ".", "X"), ("X", "X", "X", "O", "O", "."), (".",) * 6],
    "None and ints": [(None, 1, 0, 2, None, 0), (1, 1, 2, 0, 0, 1), (None,) * 6],
    "None and bools": [(None, True, False, None, True, True), (True,) * 6],
    "members": [(Colour.RED, None, Colour.BLUE, None, None, None), (None,) * 6],
    "pvector": [pvector([None, "X", "O"]), pvector(["X", None, "O"])],
}


@pytest.mark.parametrize("name", BOARDS)
def test_boards_come_back_as_the_same_python_values(name):
    boards = BOARDS[name]
    rule = rule_of("b = board\nreturn b, b[n % len(b)], b[0] is None, b == board, sum(1 for x in b if x is None)", "")
    agree_on(rule, (boards[0], Int(0, 3)), [(each, n) for each in boards for n in range(4)])


@pytest.mark.parametrize("text", ["Z", "", 1, None, "x", Colour.RED])
def test_a_value_that_machine_code_does_not_know_is_left_to_python(text):
    machine = machine_function(rule_of("return board, n", ""), "X", 3)
    assert alike(machine("X", 2), ("X", 2))
    with pytest.raises(Trapped):
        machine(text, 2)


class Loud(Enum):
    A = 1
    B = 2

    def __eq__(self, other):
        return True

    __hash__ = None  # type: ignore[assignment]


class Word(StrEnum):
    A = "a"


@pytest.mark.parametrize("member", [Loud.A, Word.A], ids=("its own ==", "a text"))
def test_members_that_python_compares_otherwise_are_refused(member):
    with pytest.raises(Refused):
        machine_function(rule_of("return board == n", ""), member, member)


LIKE_NONE = "from pyrsistent import pvector\nA, B = pvector([-128, 0, 1]), pvector([None, 0, 1])\n"


@pytest.mark.parametrize(
    "body",
    [
        "b = A if n else B\nreturn b[0], b[1], b[0] is None",
        "b = A\nfor i in range(3):\n    if n > i:\n        b = b.set(1, None)\nreturn b[0], b[1], b[2]",
        "b = A.set(1, None)\nreturn b[0]",
        "return sum(1 for b in (A, B) for x in b if x is None)",
        "return [b for b in (A, B)][n & 1][0]",
    ],
)
def test_an_int_that_stands_for_none_in_a_board_is_refused_beside_none(body):
    assert "an int beside None in a board is greater than -128" in refusal(rule_of(body, LIKE_NONE))


test_an_int_that_stands_for_none_in_a_board_is_not_none = agree_all(
    [
        "return A == B, B == A, -128 in B, None in A, None in B, B.count(-128), A.count(None)",
        "return tuple(None if x else -128 for x in board)",
        "return [-128, None][n & 1]",
    ],
    LIKE_NONE,
)
