"""docs/subset.md promises in two tables what compiles, what does not, and what verdicts say: each row is tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum, IntEnum, StrEnum
from functools import cache, partial, wraps
from typing import NamedTuple
from pyrsistent import pvector
import math
COUNTS = Counter((0, 1))
LINES, WORTH, CELLS = [(0, 1), (2, 3)], {0: 4, 1: 5}, {1, 3}
OTHER = {"X": "O", "O": "X"}
class Side(IntEnum):
    RED = 0
    BLUE = 1
    def other(self):
        return Side(1 - self)
class Color(Enum):
    RED = 0
    BLUE = 1
    def other(self):
        return Color.BLUE if self is Color.RED else Color.RED
class Word(StrEnum):
    A = "a"
class P(NamedTuple):
    turn: int
    left: int
    def cells(self):
        yield self.left
    def sum(self):
        return self.turn + self.left
@dataclass(frozen=True)
class D:
    turn: int
    def sum(self, k):
        return self.turn + k
@dataclass(frozen=True)
class Child(D):
    left: int = 0
@dataclass(frozen=True)
class Checked:
    turn: int
    def __post_init__(self):
        pass
ONE = D(3)
@cache
def remembered(x):
    return x + 1
def helper(x, k=2):
    return x * k
part = partial(helper, 3)
class Rules:
    def __init__(self):
        self.size = 3
    def worth(self, x):
        return x * self.size
class Equal(Rules):
    def __eq__(self, other):
        return True
RULES, EQUAL = Rules(), Equal()
def counted(f):
    @wraps(f)
    def inner(x):
        return f(x)
    return inner
@counted
def wrapped(x):
    return x + 1
def any_of(f):
    @wraps(f)
    def inner(*args):
        return f(*args)
    return inner
@any_of
def starred(x):
    return x + 1
def fill(board, c, seen):
    seen.add(c)
    for d in (c - 1, c + 1):
        if 0 <= d < len(board) and board[d] == board[c] and d not in seen:
            fill(board, d, seen)
    return len(seen)
def near(x):
    return {x & 3, 2}
def free(board):
    return [c for c, x in enumerate(board) if x == 0]
def filled(board):
    found = []
    for x in board:
        found.append(x)
    return found
def found(board, x):
    for c, y in enumerate(board):
        if x == y:
            return c
def mark(x):
    return "X" if x > 1 else "O"
"""

# By the words with which a row begins: what compiles, and what does not, with a part of what it says.
ROWS: dict[str, tuple[list[str], list[tuple[str, str]]]] = {
    "a `def` or a `lambda`": (
        ["def f(x, k=n):\n    return x + k\ng = lambda x: f(x) * 2\nreturn g(n) + max(board, key=lambda x: -x)"],
        [
            ("@cache\ndef f(x):\n    return x\nreturn f(n)", "no decorator"),
            ("def f(x):\n    return f(x - 1) if x > 0 else 0\nreturn f(n)", "does not call itself"),
            ("k = 1\ndef f():\n    nonlocal k\n    k = 2\n    return k\nreturn f() + k", "no `nonlocal`"),
            ("f, g = (lambda x: x), (lambda x: x + 1)\nreturn f(n)", "is called, or handed"),
        ],
    ),
    "lists and deques with their methods": (
        [
            "return sum([x for x in board if x]) + len(free(board)) + sum(filled(board)), n in free(board)",
            "cells = list(board)\ncells[n] = 3\ncells[0], cells[1] = cells[1], cells[0]\nreturn pvector(cells)",
            "ahead, s = [n, 1], 0\nahead.append(2)\nwhile ahead:\n    s = s * 3 + ahead.pop()\nreturn s",
            "q = [n]\nq.extend(board)\nq += [4]\nx = q.pop(0)\nt = ()\nfor y in board:\n    t += (y,)\n"
            "return x, q[1], len(q), sum(t)",
            "return fill(board, 2, set())",
            "s = [n, 4]\ns.insert(1, 2)\ns.sort(key=lambda x: -x)\ns.reverse()\ndel s[0]\n"
            "return s.pop(n & 1), s[-1:] == [4], sum(s[1:]), sorted(s)[0]",
            "s = t = [n]\nt.append(1)\ns[1:] = [2, 3]\nrows = [s, [4]]\nrows[0].append(5)\n"
            "return t[-1], sum(map(len, rows))",
        ],
        [
            ("k = n\nb = (x * k for x in board)\nk = 2\nreturn sum(b) + sum(b)", "a generator that reads"),
            ("s = [n]\ns.append(1)\ns.rotate(2)\nreturn s[0]", "no `.rotate()` of a list"),
            ("return [n]", "gives a list, a dict or a set"),
        ],
    ),
    "sets with their methods": (
        [
            "cells = {(0, 1)}\ncells.add((n & 1, 1))\nreturn len(cells), (1, 1) in cells",
            "cells = near(n & 3)\ncells.update([1])\ncells.remove(1)\nfor c in cells:\n    board = board.set(c, 0)\n"
            "return board, len(cells & {2, n}), len(cells - {3})",
        ],
        [
            ("s = 0\nfor c in {mark(n), mark(1)}:\n    s = s * 3 + len(c)\nreturn s", "a set has no order"),
            ("cells = near(n)\nreturn cells.pop()", "no `.pop()` of a set"),
        ],
    ),
    "`sorted(": (
        [
            "s = 0\nfor c in sorted(free(board), key=lambda c: -c):\n    s = s * 8 + c\nreturn s + n",
            "return tuple(sorted(board, reverse=True)), max(n, 2, key=lambda x: -x), max((x * n, x) for x in board)",
        ],
        [
            ("cells = [n]\ncells.sort(key=lambda c: len(cells))\nreturn cells[0]", "which is empty meanwhile"),
        ],
    ),
    "dicts that change": (
        [
            "c = {}\nfor x in board:\n    c[x] = c.get(x, 0) + 1\nreturn max(c, key=c.get), sum(c.values())",
            "c = {1: n, 2: 0}\nc[n] = c.pop(2) + 4\nfor k, v in c.items():\n    c[k] = v + k\nreturn c[n], 3 in c",
        ],
        [
            ("c = {n / 2: 1}\nreturn len(c)", "a float is no key"),
            ("return {n: 1}", "gives a list, a dict or a set"),
        ],
    ),
    "frozensets, sets that": (
        [
            "s = frozenset(board)\nreturn s | {n}, len(CELLS - s), s <= CELLS, tuple(sorted(s)), len(s & {1})",
        ],
        [
            ("return [x for x in CELLS][0]", "no order"),
            ("return len(frozenset(x / 2 for x in board))", "not a float"),
        ],
    ),
    "lists and dicts": (
        [
            "return LINES[n][0] + WORTH.get(n, 0) + sum(k * v for k, v in WORTH.items())",
            'return {"X": 1, "O": -1}[mark(n)] + WORTH[n]',
        ],
        [
            ("return COUNTS[n]", "`dict(...)` of it"),
        ],
    ),
    "NamedTuples and": (
        ["p = P(n, 2)\nreturn p.sum() + replace(ONE, turn=n).turn + ONE.sum(n) + D(n).turn + sum(p.cells())"],
        [
            ("return Child(n).turn", "a base class"),
            ("return Checked(n).turn", "its own `__post_init__`"),
        ],
    ),
    "members of an IntEnum": (
        [
            "s = Side(n & 1)\nc = Color(n & 1)\nreturn s.other(), c.other(), c.value, c.name, s.name, Side(1 - s)",
            "s = 0\nfor c in Color:\n    s = s * 3 + c.value + n\nreturn s, Color.RED.name",
        ],
        [
            ("w = Word.A\nreturn w == mark(n)", "Enum of a special kind"),
        ],
    ),
    "texts that are constants": (
        ["m = mark(n)\ns = sum(1 for c in 'XO' if c == m)\nreturn m, OTHER[m], m in ('X', 'Z'), m in 'XZ', s"],
        [
            ("return f'{n}'", "no text is made"),
            ("return str(n)", "no text is made"),
            ("x = 1.5\nif n > 1:\n    x = 'X'\nreturn x", "a variable keeps one kind"),
        ],
    ),
    "`None` beside one other kind": (
        [
            "x = found(board, n)\ny = next((c for c in board if c > n), None)\nreturn x is None, x == None, x or 0, y",
            "match found(board, n):\n    case None:\n        return 1\n    case x:\n        return x",
        ],
        [("x = None\nif n:\n    x = n\nif n > 1:\n    x = board\nreturn x", "a variable keeps one kind")],
    ),
    "texts or members of Enums beside one other kind": (
        [
            "x = None\nif n:\n    x = 'X'\nif n > 1:\n    x = n\nreturn x, x == 'X', x is None, x in ('X', 3), not x",
            "x = (n, 1) if n > 1 else 'pass'\nif x == 'pass':\n    return 1\na, b = x\nreturn a + b",
        ],
        [("x = n if n > 1 else 'X'\nreturn pvector([x, 1])", "a board holds values of one kind")],
    ),
    "texts as boards": (
        [
            "b = '.O.'\nb = b[:n & 1] + mark(n) + b[(n & 1) + 1:]\nc = list(b)\nc[2] = 'X'\n"
            "return b, b[1], ''.join(c), b.count('X'), b == mark(n) * 3",
        ],
        [
            ("b = ''\nfor x in board:\n    b += mark(x)\nreturn b", "no `+` of"),
            ("b = mark(n) + '.'\nreturn b.upper()", "no method .upper()"),
            ("b = mark(n) + '.'\nreturn 'XX' in b", "one character"),
        ],
    ),
    "boards of boards": (
        [
            "rows = [board[i:i + 2] for i in (0, 2)]\nreturn max(sum(c) for c in zip(*rows)), max(map(sum, rows))",
            "grid = [list(row) for row in (board[:2], board[2:4])]\ngrid[n & 1][0] = 7\nreturn tuple(map(tuple, grid))",
            "b = pvector([board, board.set(0, 1)])\nb = b.set(1, b[0].set(n, 2))\nreturn b[n & 1][2], b",
        ],
        [
            (
                "return pvector([board.set(0, 1), board[n:]])",
                "a board holds values of one kind",
            )
        ],
    ),
    "functions by `@cache`": (
        ["return remembered(n), part(2), part(k=n), RULES.worth(n), wrapped(n)"],
        [
            ("return starred(n)", "no *args"),
            ("return EQUAL.size + n", "a Equal"),
            ("RULES.size = n\nreturn n", "no side effects"),
        ],
    ),
    "tuples as boards": (
        ["t, i = (1, 2, 3), n & 1\nreturn t[:i] + (n,) + t[i + 1:], t[1:], t[::-1], t[n::-1]"],
        [("return tuple(board)[::n]", "the step of a slice is a number")],
    ),
    "floats": (
        [
            "x = n / 2\nreturn x * 1.5 - x / 2, x > 0.5, max(x, 1.0), abs(x), int(x), float(n), round(x)",
            "return 2 ** (n + 1), abs(n / 2) ** 0.5, math.sqrt(n + 1), math.floor(n / 2), math.exp(n)",
        ],
        [
            ("return n / 3 // 2", "`//` of floats"),
            ("return n / 3 % 2", "`%` of floats"),
            ("return round(n / 3, 2)", "`round` to a number of digits"),
            ("return math.hypot(n, 2)", "`math.hypot` is not compiled"),
            ("return pow(n, 2, 5)", "`x ** y % z`"),
            ("return 1.5 if n else 0", "now an int, now a float"),
        ],
    ),
}

# By the words of a verdict: a rule that gets it, and what to write instead.
VERDICTS = {
    "a variable keeps one kind": (
        "b = 1\nif n:\n    b = board\nreturn b",
        "b = 1\nc = board\nif n:\n    c = c.set(0, b)\nreturn c[0]",
    ),
    "x may be used before it is assigned": ("if n:\n    x = 1\nreturn x", "x = 0\nif n:\n    x = 1\nreturn x"),
    "a generator that reads a variable which changes …": (
        "k = n\nb = (x * k for x in board)\nk = 2\nreturn next(b) + sum(b)",
        "k = n\nb = [x * k for x in board]\nk = 2\nreturn b[0] + sum(b)",
    ),
    "mask what you shift left": (
        "while n:\n    n = n << 40\nreturn n",
        "for _ in range(3):\n    n = n << 40 & BOARD\nreturn n",
    ),
    ".bit_count() of an int that may be negative": ("return n.bit_count()", "return (n & BOARD).bit_count()"),
    "… gives now an int, now a float": ("return 1.5 if n else 0", "return 1.5 if n else 0.0"),
    "None is used as if it were a value": (
        "x = None\nreturn x + n",
        "x = None if n else 3\nreturn n if x is None else x + n",
    ),
    "no text is made when a rule runs": ("return f'{n}'", "return 'many' if n > 1 else 'few'"),
    "… gives a list, a dict or a set": ("return [n]", "return tuple([n])"),
    "a set has no order …": (
        "s = 0\nfor c in {mark(n), mark(1)}:\n    s = s * 3 + len(c)\nreturn s",
        "s = 0\nfor c in sorted({mark(n), mark(1)}):\n    s = s * 3 + len(c)\nreturn s",
    ),
    "… is computed when it is asked for": ("return Odd.size + n", "return Even.size + n"),
}
ELSEWHERE = {"the file has changed since …": "tests/compiler/test_subset.py"}
# The same of what refusals advise, by the words of the advice.
ADVICE = {
    "texts are numbered, by an IntEnum": (
        "t = ''.join('X' if x else '.' for x in board)\nreturn 1 if t < 'XXXXX' else 0",
        "return int(min(Side(n % 2), Side.RED))",
    ),
    "`dict(...)` of it, once": ("return COUNTS[1] + n", "return BY_NUMBER[1] + n"),
    "test first, or `raise`": (
        "try:\n    return 6 // n\nexcept ZeroDivisionError:\n    return 0",
        "if n == 0:\n    return 0\nreturn 6 // n",
    ),
    "name each item": ("return max(*board)", "return max(board[0], board[1], board[2], board[3], board[4])"),
    "compare by `==`": ("return 1 if n is THREE else 0", "return 1 if n == THREE else 0"),
    "no `islice`: a slice, or a loop with `break`": ("return sum(islice(board, 2))", "return sum(board[:2])"),
    "`x ** y % z`": ("return pow(n, 2, 7)", "return n ** 2 % 7"),
    "`t[:i] + 'X' + t[i + 1:]`": (
        "t = 'ab'\nreturn len(t.center(4))",
        "t = 'ab'\nt = t[:1] + 'X' + t[2:]\nreturn len(t)",
    ),
}
HELPERS_OF_VERDICTS = (
    HELPERS
    + """
from itertools import islice
BY_NUMBER = dict(COUNTS)
BOARD, THREE = 2**36 - 1, 3
class Odd:
    @property
    def size(self):
        return 1
class Even:
    size = 2
"""
)


def rows(heading: str) -> list[str]:
    """The first cells of the table under these words."""
    text = (Path(__file__).parents[2] / "docs" / "subset.md").read_text()
    table = text[text.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [line.split(" | ")[0].removeprefix("| ") for line in table]


def test_every_row_is_tried():
    found = rows("| compiles |")
    assert {next((key for key in ROWS if row.startswith(key)), row) for row in found} == {*ROWS}
    assert {row.strip("`") for row in rows("| it says |")} == {*VERDICTS, *ELSEWHERE}


@pytest.mark.parametrize("row", ROWS)
def test_what_compiles(row):
    for body in ROWS[row][0]:
        agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("row", ROWS)
def test_what_does_not_compile_is_refused(row):
    for body, says in ROWS[row][1]:
        assert says in refusal(rule_of(body, HELPERS)), body


@pytest.mark.parametrize("says", [*VERDICTS, *ADVICE])
def test_what_is_said_and_what_is_written_instead(says):
    """What is advised is not refused."""
    refused, followed = {**VERDICTS, **ADVICE}[says]
    told = refusal(rule_of(refused, HELPERS_OF_VERDICTS)).replace("`", "")
    assert re.search(".*".join(re.escape(part.strip()) for part in says.replace("`", "").split("…")), told), told
    agree(rule_of(followed, HELPERS_OF_VERDICTS))
