"""Constants, and every way by which a rule can reach one: the first part of each program, with random numbers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

HEAD = """
import math
from functools import reduce
from itertools import accumulate, chain, combinations, count, pairwise, product, repeat
from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import NamedTuple
from pyrsistent import PVector, pvector

class Side(IntEnum):
    RED = 0
    BLUE = 1

class Level(IntEnum):
    LOW = {a}
    HIGH = {b}
    def __repr__(self):
        return self.name

class Color(Enum):
    BLACK = 0
    WHITE = 1
    def other(self):
        return Color.WHITE if self is Color.BLACK else Color.BLACK
    @property
    def sign(self):
        return {a} if self == Color.BLACK else -{b}

class Marks(IntFlag):
    A = 1
    B = 2
    C = 4

class Two(NamedTuple):
    a: int
    b: int = {c}
    def total(self):
        return self.a * 10 + self.b
    def steps(self, x):
        yield self.a
        if x & 1:
            yield self.b + x
    def listed(self, x):
        return [k + self.b for k in range(self.a & 3) if k != x]
    def deep(self, x):
        yield x + self.b
        if x > 0:
            yield from self._replace(b=x).deep(min(x, 3) - 1)
    def folded(self, x):
        return self.folded(x - 1) + self.a & 255 if 0 < x < 9 else x
    def filled(self, seen, x):
        seen.append(x)
        if 0 < x < 5:
            self.filled(seen, x - 1)
    @property
    def parts(self):
        return [self.a, self.b, {a}]

class Pos(NamedTuple):
    board: PVector
    turn: Side
    left: int
    flag: bool

class Base:
    N = {a}
    STEPS = ({b}, -1, {c})

class Settings(Base):
    K = {b}
    SIDE = Side.BLUE
    @staticmethod
    def up(x):
        __y = x + {d}
        return __y + __shift
    class Limits:
        M = {c}
        @staticmethod
        def down(x):
            return x - Settings.K
        TWO = Two({a}, {b})

class Point(NamedTuple("Point", [("x", int), ("y", int)])):
    ORIGIN = {d}

class Ordered(NamedTuple("Ordered", [("a", int), ("b", int)])):
    def __new__(cls, a, b):
        return super().__new__(cls, min(a, b), max(a, b))

class Wild(NamedTuple("Wild", [("a", int), ("b", int)])):
    def __eq__(self, other):
        return self[0] == other[0]
    def __hash__(self):
        return 1

class Long(NamedTuple("Long", [("a", int), ("b", int)])):
    def __len__(self):
        return 7
    def __iter__(self):
        return iter((self[1], self[0]))

class Clock(int):
    def __add__(self, other):
        return Clock((int(self) + int(other)) % 12)

__shift = {e}
_Settings__shift = {d}
N = {a}
M = -{b}
NOON = Clock({d} % 12)
TABLE = ({a}, -7, {b}, 0, {c})
RAGGED = ((1, 2), (), ({a}, 6, 7), (0,), (9, 8, {b}, 6))
SQUARE = ((0, 1, {c}), (2, {a}, 4), (5, 6, {d}))
WEIGHTS = ((0.5, -1.25, 0.001), (2.0, {a} / 8, -0.0))
DEEP = (((1, 2), ({a}, 4)), ((5, 6), (7, {b})))
MIXED = (1, ({a}, (3, {b})), 4)
TWOS = (Two({a}, {b}), Two({c}, {d}), Two(0, 1))
POINT = Point({a}, {c})
CENTRE = Two({a}, {d})
WIDE = pvector([each * {b} % 4 for each in range({wide})])
TALL = pvector([300, -{a}, {b}])
HUGE = (1 << 70, -{a}, (1 << 64) - {b})
START = pvector([{a} % 8, 1, 0, {b} % 8, 2])
SPAN = range({e})
TRUTHS = (True, False, True)
SIDES = (Side.BLUE, Side.RED)
BIG = (1 << 90) - {c}
module = ModuleType("module")
module.K = {d}
module.TABLE = ({d}, 1, 2)
module.TWO = Two({b}, {a})
space = SimpleNamespace(k={c})

LINES = [(0, {a}), (1, 2), (3, {b}, 4)]
NESTED = [[{a}, {b}, 1], [4, {c}, 6]]
DICT = {{0: {a}, 1: {b}, {c}: 7}}
MARKS = ("X", "O", ".")
OTHER = {{"X": "O", "O": ".", ".": "X", "BLACK": "X", "WHITE": "WHITE"}}
NONES = (None, {a}, {b})
GETS = {{0: 1, {a}: None, {c}: 5}}
WORTH = {{Color.BLACK: {c}, Color.WHITE: {d}}}
SET = {{{a}, {b}, 12}}

GRID = pvector([pvector([{a} % 8, 1, 0]), pvector([2, {b} % 8, {c} % 8])])
def written(cell, mark):
    text = "XO.X"
    i = cell & 3
    return text[:i] + mark + text[i + 1:]
def scaled(by, x, k={d}):
    return x * by + k & 1023
half = partial(scaled, {c})
def handed(a, b):
    if len(a) < 9:
        a.append(6)
    a[0] = 3
    return sum(v * 3 & 31 for v in b)
class OfRules:
    STEPS = ({a}, -1)
    def __init__(self):
        self.size, self.steps, self.half = {b}, [1, -{a}], half
    def worth(self, x, k={e}):
        return self.half(x) * self.size + k & 255
    def near(self, x):
        return [x + step for step in self.steps if x != step]
    @staticmethod
    def plain(x):
        return x + {a}
@dataclass(frozen=True)
class Frozen:
    size: int
    table: tuple
    def worth(self, x):
        return self.table[x % len(self.table)] + self.size
    def each(self, x):
        for y in self.table:
            if y > x:
                yield y
    def __call__(self, x):
        return self.worth(x) * 2
RULES_OF = OfRules()
FROZEN = Frozen({a}, ({b}, {c}, 0))
def closed(k, table, two, board):
    def inside(x, y={d}, w=CENTRE):
        return (x + k * y + table[x % len(table)] + two.a - w.b + board[1]) & 1023
    return inside
def said(x):
    if x > {d}:
        return None
    return x + {a}
def found(board, x):
    for cell, stone in enumerate(board):
        if stone == x:
            return cell
def marked(x):
    return MARKS[x % 3]
def color(x):
    return Color.WHITE if x & 1 else Color.BLACK
def twice(x):
    return x * 2 - N
class Rules(NamedTuple):
    f: object
    k: int
RULES = Rules(twice, {c})
FUNCTIONS = (twice, Settings.Limits.down)
inner = closed({b}, TABLE, CENTRE, START)
outer = closed(k={c}, two=Two({d}), board=START.set(1, {e}), table=(4, {a}))
"""

KNOWN: Mapping[str, Sequence[str]] = {
    "int": (
        "N", "M", "Base.N", "Settings.N", "Settings.K", "Settings.Limits.M", "Settings.Limits.TWO.b", "Point.ORIGIN",
        "Level.LOW + 3", "Level.HIGH + 0", "Side.BLUE + 1", "TABLE[1]", "SQUARE[1][1]",
        "DEEP[0][1][0]",
        "MIXED[1][1][1]", "MIXED[0]", "TWOS[1].a", "POINT.y", "CENTRE.b", "module.K", "module.TABLE[0]", "module.TWO.a",
        "len(TABLE)", "len(START)", "len(SPAN)", "START[3]", "Settings.STEPS[0]", "Settings.SIDE + 2", "len(RAGGED)",
    ),
    "pair": ("CENTRE", "TWOS[0]", "Settings.Limits.TWO", "module.TWO"),
    "board": ("START",),
    "table": ("TABLE", "SQUARE[0]", "Settings.STEPS", "module.TABLE", "DEEP[1][0]", "SPAN"),
}  # fmt: skip
RARE: Mapping[str, Sequence[str]] = {
    "int": (
        "Level.HIGH", "Side.BLUE", "space.k", "NOON", "NOON + 9", "int(Marks.B)", "int(~Marks.A)", "Marks.A | Marks.C",
        "CENTRE.total()", "BIG", "True", "SIDES[0]", "Level.LOW.value",
    ),
}  # fmt: skip


WIDTHS = (6, 7, 8, 9, 12, 16, 25, 30, 33, 36, 42, 49, 63, 64, 65, 70, 81, 100, 130)  # cells of the larger board


def head(random: Random) -> str:
    numbers = {name: random.randrange(1, 10) for name in "abcde"}
    return HEAD.format(**numbers, wide=random.choice(WIDTHS))
