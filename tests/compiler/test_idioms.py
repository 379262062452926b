"""What first programs are full of, and ways to write a function that are read as other ways."""

from __future__ import annotations

from contextlib import suppress

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, agree_all, refusal, refuse_all, rule_of

from lazytree.core.errors import Refused

HELPERS = """
from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple
TABLE = (4, 2, 7)
RAGGED = ((1,), (), (2, 3))
PAIRS = ((2, 1), (1, 5), (2, 0))
class Move(NamedTuple):
    cell: int
    worth: int = 1
def moves(board):
    for cell, x in enumerate(board):
        yield Move(cell, x)
class Side(IntEnum):
    RED = 0
    BLUE = 1
class Level(IntEnum):
    LOW = -1
    MIDDLE = 2
    HIGH = 5
class Odd(IntEnum):
    A = 1
    @property
    def value(self):
        return 7
class Hand(NamedTuple):
    cards: tuple
    turn: int
    def total(self, k=2):
        return sum(self.cards) * k
    def played(self, card):
        return self._replace(turn=self.other, cards=self.cards[:1] + (card,))
    @property
    def other(self):
        return 1 - self.turn
HAND = Hand((1, 2), 0)
@cache
def rest(x):
    return x % 3
@lru_cache(maxsize=None)
def deep(x):
    return 0 if x <= 0 else 1 + deep(x - 1)
def worth(x):
    return x * x % 5
"""

RULES = {
    "for and else": "for x in board:\n    if x == n:\n        break\nelse:\n    n += 100\nreturn n",
    "for and else, continued": """
        s = 0
        for y in range(3):
            for x in board:
                if x == n + y:
                    break
                if x == 1:
                    continue
            else:
                s += 10
                continue
            s += x
        return s""",
    "while and else": "while n < 3:\n    n += 1\n    if n == 2:\n        break\nelse:\n    return 50 + n\nreturn n",
    "else of a list": """
        for x in [y for y in board if y]:
            if x == n:
                n = 9
                break
        else:
            n -= 7
        return n""",
    "next": "return next((x * 2 for x in board if x > n), -1) + next((i for i, x in enumerate(board) if x == n), 7)",
    "next of a generator": "return next(moves(board), Move(9, 9)).worth",
    "the greatest by a key": "return max(board, key=worth) * 10 + min(TABLE, key=lambda x: (x - n) * (x - n))",
    "the first of equals": "return max(PAIRS, key=lambda p: p[0])[1], min(PAIRS, key=lambda p: p[0] % 1)[1] + n",
    "records by a key": (
        "return max(moves(board), key=lambda m: m.worth).cell, min(moves(board), key=lambda m: (m.worth, -m.cell))"
    ),
    "a key and a default": "return max([x for x in board if x > n], key=worth, default=-5)",
    "none at all": "return max([], key=worth, default=n)",
    "none to choose from": "return max([x for x in board if x > n], key=worth)",
    "zip with a range": (
        "return sum(i * x for x, i in zip(board, range(5))) + sum(i * x for i, x in zip(range(n, 9), board))"
    ),
    "methods": "h = Hand((n, 2), n & 1)\nreturn h.total() + h.total(3) * 10, h.played(n).other, h.other",
    "methods of a constant": "return HAND.total(n) + HAND.other + HAND.played(n).total()",
    "members by value": "return Side(n), Level(n + 1) if n in (-2, 1, 4) else Level.HIGH",
    "values of members": "s = Side(n & 1)\nreturn s.value, Level.HIGH.value + n",
    "members": "s = Side.BLUE if n else Side.RED\nreturn s.value + 3, Side(1 - s), Side(0)",
    "remembered": "return rest(n + 7) * 10 + deep(n)",
    "stars": "a, *_, b = board\nc, *rest = (n, 2, 3)\nreturn a * 100 + b * 10 + c",
    "truth of boards and rows": "return (1 if board else 2), not board, bool((n,))",
    "truth of a row": """
        s = 0
        for row in RAGGED:
            if row and row[0] != n:
                s += 1
            s += not row
        return s""",
    "match": """
        match n:
            case 0 | 3:
                s = 5
            case Level.MIDDLE:
                s = 6
            case -1:
                return 9
            case x if x > 3:
                s = x * 2
            case _:
                s = 1
        return s""",
    "match in a loop": """
        s = 0
        for x in board:
            match (x, n):
                case (0, _):
                    continue
                case (1, k) if k > 2:
                    break
                case (y, 1 | 2):
                    s += y * 3
                case pair:
                    s += pair[0]
        return s""",
    "match of truth": """
        s = 0
        for x in board:
            match x > 1, x == n:
                case True, False:
                    s += 1
                case False, same:
                    s += 10 + same
                case (True, True):
                    s += 100
        return s""",
    "match of truth or None": """
        match None if n < 2 else n > 3:
            case None:
                return 5
            case True:
                return 6
            case False:
                return 7""",
    "match of an int, which is no bool": """
        match n:
            case True | False | None:
                return 5
            case 0 | 1:
                return 6
            case _:
                return 7""",
    "truth by identity": "return (n > 2) is True, n is False, (n == 1) is not (n > 0), (n < 3 and None) is False",
    "tuples in order": (
        "return (n, 1) < (2, board[0]), (n, 2) >= (n, 2), (1, n) <= (1, 2, 3), (n, (1, 2)) > (2, (n, 1))"
    ),
    "records in order": "return Move(n) < Move(2, 0), Move(n, 1) >= (n, 1), PAIRS[n % 3] < (2, 1), 1 <= n < 3",
}


test_idioms_give_what_python_gives = agree_all(RULES, HELPERS)


def test_a_value_of_its_own_is_a_property():
    agree(rule_of("return Odd(1 if n else 1).value + n", HELPERS))


def test_what_is_now_a_bool_now_another_int_is_not_asked_whether_it_is_true():
    rule = rule_of("match n == 1 if n < 2 else n:\n    case True:\n        return 1\n    case _:\n        return 2", "")
    assert "a bool" in refusal(rule)


@pytest.mark.parametrize("subject", ["board", "(n, board)[1]"])
def test_a_pvector_fits_no_sequence_pattern(subject):
    rule = rule_of(f"match {subject}:\n    case (a, b, c, d, e):\n        return a\n    case _:\n        return 77", "")
    assert "PVector" in refusal(rule)


test_the_default_of_get_is_worked_out_in_any_case = agree_all(
    ["WORTHS.get(n, 6 // n)", "WORTHS.get(1, 6 // n)", "WORTHS.get(4 // n, board[n + 2])"],
    "WORTHS = {0: 9, 1: 5, 2: 4}",
    "return {}",
)


def test_what_has_no_order_is_refused():
    assert "no order" in refusal(rule_of("return (n, 1) < 3", HELPERS))


# ---- second values of a name, a choice of lists, members by `is`


REWRITING_HELPERS = """
from enum import IntEnum

class Piece(IntEnum):
    NONE = 0
    MAN = 1
    KING = 2

class Other(IntEnum):
    MAN = 1

def swapped(cells, i):
    cells = list(cells)
    cells[0], cells[i] = cells[i], cells[0]
    return tuple(cells)

def longer(cells, x):
    cells = list(cells)
    cells.append(x)
    cells = [c for c in cells if c]
    cells.sort()
    return tuple(cells)

def chosen(cells, n):
    high, low = [], []
    for c in cells:
        (high if False else low) if False else None
        if c > n:
            high.append(c)
        low.append(c + 10)
    return high or low

def chosen_of_three(cells, n):
    one = [c for c in cells if c > n]
    two = [c + 5 for c in cells if c == n]
    return one or two or list(cells)

def given(cells, n):
    one = [c for c in cells if c > n]
    yield from one or sorted(cells)

def piece(n):
    return Piece(n % 3)
"""

REWRITING_RULES = {
    "a list of a parameter": "return swapped(board, 2), sum(longer(board, n))",
    "a parameter of the rule": "first = board[0]\nboard = list(board)\nboard[0] = n & 3\nreturn tuple(board), first",
    "a list and a tuple again": "board = list(board)\nboard[1] = 3\nboard = tuple(board)\nreturn board, board[1:], n",
    "a set": "board = set(board)\nboard |= {n, n + 1}\nreturn len(board), n in board, 2 in board",
    "a name that only joins": "found = {0}\nfor x in board:\n    if x in found:\n        found |= {x + 1, x + n}\n"
    "return len(found), 3 in found",
    "a choice": "return sum(chosen(board, n)), sum(chosen_of_three(board, n)), sum(given(board, n))",
    "a choice in a loop": "high = [x for x in board if x > n]\ntotal = 0\nfor x in high or board:\n"
    "    total = total * 4 + x\n"
    "return total",
    "items side by side": "cells = list(board)\ni = n & 3\ni = cells[i] = cells[i - 1] = 2\nx = cells[0] = -1\n"
    "return tuple(cells), i, x",
    "zeros and more": "cells = [x for x in board if x]\n"
    "return sum(i * x for i, x in enumerate(cells + [0] * (7 - len(cells))))",
}


test_second_values_and_choices_give_what_python_gives = agree_all(REWRITING_RULES, REWRITING_HELPERS)


LATE = {
    "a lambda": "f = lambda: board[0]\nboard = list(board)\nboard[0] = 9\nreturn f()",
    "a function": "def f():\n    return board[0]\nboard = list(board)\nboard[0] = 9\nreturn f()",
    "a generator": "late = (board[i] for i in range(2))\nboard = list(board)\nboard[0] = 9\nreturn sum(late)",
    "a function after it": "board = list(board)\nboard[0] = 9\ndef f(x):\n    return board[0] + x\nreturn f(n)",
    "a choice that changes": "high = [x for x in board if x > n]\ntotal = 0\nfor x in high or board:\n    high = [1]\n"
    "    total = total * 4 + x\nreturn total, len(high)",
    "a pattern": "board = list(board)\nboard[0] = 9\nmatch n:\n    case 3:\n        return 5\n    case board:\n"
    "        return board",
}


@pytest.mark.parametrize("body", LATE.values(), ids=LATE)
def test_what_reads_a_name_late_is_not_fooled(body):
    """It agrees, or it is refused."""
    with suppress(Refused):
        agree(rule_of(body, REWRITING_HELPERS))


REFUSED = {
    "members of two Enums": ("return piece(n) is Other.MAN", "no `is`"),
    "a member and an int": ("return piece(n) is n", "no `is`"),
    "a Counter": ("return COUNTED[n]", "COUNTED is or holds a Counter: `dict(...)` of it, once"),
    "an order": ("return Ordered(n).x", "Ordered is a dataclass with an order: leave out `order=True`"),
    "a text's method": ("t = 'ab' if n else 'cd'\nreturn t.center(4)", "`''.join(... for c in t)`"),
}
KNOWN = """
from collections import Counter
from dataclasses import dataclass
COUNTED = Counter([1, 1, 2])

@dataclass(frozen=True, order=True)
class Ordered:
    x: int
"""


test_refusals_say_what_to_write = refuse_all(REFUSED, REWRITING_HELPERS + KNOWN)
