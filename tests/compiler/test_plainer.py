"""Ways to write a function that are read as other ways: second values of a name, a choice of lists, members by `is`."""

from __future__ import annotations

from contextlib import suppress

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

from lazytree.core.errors import Refused

HELPERS = """
from enum import IntEnum
from collections import deque

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

RULES = {
    "a list of a parameter": "return swapped(board, 2), sum(longer(board, n))",
    "a parameter of the rule": "first = board[0]\nboard = list(board)\nboard[0] = n & 3\nreturn tuple(board), first",
    "a list and a tuple again": "board = list(board)\nboard[1] = 3\nboard = tuple(board)\nreturn board, board[1:], n",
    "several values": "board = list(board)\nboard.append(n)\nboard = sorted(board)\nboard = [x for x in board if x]\n"
    "return sum(x * i for i, x in enumerate(board)), len(board)",
    "with a type": "board: list = list(board)\nboard[0] += n\nreturn board[0]",
    "a set": "board = set(board)\nboard |= {n, n + 1}\nreturn len(board), n in board, 2 in board",
    "a queue": "board = deque(board)\ntotal = 0\nwhile board:\n    total = total * 3 + board.popleft()\nreturn total",
    "read before": "total = sum(x for x in board)\nif any(x == n for x in board):\n    total += 100\n"
    "board = list(board)\n"
    "board.pop()\nreturn total, sum(board)",
    "changed in a branch": "cells = board\ncells = list(cells)\nif n > 1:\n    cells.append(9)\nelse:\n"
    "    cells = [7]\n"
    "return sum(cells)",
    "a loop around": "total = 0\nfor i in range(3):\n    cells = list(board)\n    cells[i] = n\n"
    "    total += sum(cells)\n"
    "return total",
    "in a comprehension": "board = [x + 1 for x in board]\nreturn sum(x * y for x in board for y in board)",
    "its own name in a comprehension": "board = list(board)\nreturn sum(board for board in board)",
    "a keyword of the name": "board = list(board)\nboard[0] = 1\nreturn dict_free(board=sum(board))",
    "a name that only joins": "found = {0}\nfor x in board:\n    if x in found:\n        found |= {x + 1, x + n}\n"
    "return len(found), 3 in found",
    "a name that is lessened": "found = {0, 1, 2}\nfound -= {n}\nreturn len(found), sorted(found)[0]",
    "a choice": "return sum(chosen(board, n)), sum(chosen_of_three(board, n)), sum(given(board, n))",
    "a choice in a loop": "high = [x for x in board if x > n]\ntotal = 0\nfor x in high or board:\n"
    "    total = total * 4 + x\n"
    "return total",
    "a choice in a comprehension": "high = [x for x in board if x > n]\nreturn sum(x * 2 for x in high or [n, 5])",
    "a choice of numbers": "a = n & 1\na = a or 5\nreturn a",
    "items side by side": "cells = list(board)\ni = n & 3\ni = cells[i] = cells[i - 1] = 2\nx = cells[0] = -1\n"
    "return tuple(cells), i, x",
    "items of rows": "rows = [list(board), list(board)]\nrows[0][1] = rows[1][n & 1] = 3\nif n > 2:\n"
    "    rows[1][2] = rows[0][0] = 1\nreturn tuple(tuple(row) for row in rows)",
    "a set of a helper where a list is made": "return sum(x * y for y in spread(board, n) for x in board), "
    "len(spread(board, n))",
    "members by is": "p = piece(n)\nreturn p is Piece.MAN, p is not Piece.KING, p is piece(n + 3), piece(1) is p",
    "zeros and more": "cells = [x for x in board if x]\n"
    "return sum(i * x for i, x in enumerate(cells + [0] * (7 - len(cells))))",
}
HELPERS += """
def reached(board, n):
    found = {n}
    for x in board:
        if x in found:
            found.add(x + 1)
    return found

def spread(board, n):
    if len(reached(board, n)) > 3:
        return []
    return [x for x in board if x in reached(board, n) and len(reached(board, x)) > 1]

def dict_free(board):
    return board + 1
"""


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_second_values_and_choices(body):
    agree(rule_of(body, HELPERS))


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
        agree(rule_of(body, HELPERS))


REFUSED = {
    "members of two Enums": ("return piece(n) is Other.MAN", "no `is`"),
    "a member and an int": ("return piece(n) is n", "no `is`"),
    "a Counter": ("return COUNTED[n]", "COUNTED is or holds a Counter: `dict(...)` of it, once"),
    "an order": ("return Ordered(n).x", "Ordered is a dataclass with an order: leave out `order=True`"),
    "a text's method": ("t = 'ab' if n else 'cd'\nreturn t.upper()", "`''.join(... for c in t)`"),
    "two lists": ("a, b = [x for x in board], {n}\nb.add(1)\nreturn (a, b)", "it is no value otherwise"),
}
KNOWN = """
from collections import Counter
from dataclasses import dataclass
COUNTED = Counter([1, 1, 2])

@dataclass(frozen=True, order=True)
class Ordered:
    x: int
"""


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_say_what_to_write(name):
    body, rule = REFUSED[name]
    assert rule in refusal(rule_of(body, HELPERS + KNOWN))
