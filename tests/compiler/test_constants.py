"""Constants, however rules reach them: lists, dicts, sets and dataclasses; their items as moves and payoffs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_all, lanes_agree, refuse_all, searches_agree
from programs.lanes import alike

from lazytree import Game, mcts, perft
from lazytree.compiler import rules_lane

HEAD = """
import enum, functools, os, sys, types
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple
from pyrsistent import pvector
N = int(os.environ["N"])
"""

TAIL = """
def asked(): return n()
"""

RULES_THAT_COMPILE = {
    "an int": "def n(): return N",
    "a large int": "BIG = 10 ** 15 + N\ndef n(): return BIG",
    "a bool": "YES = N == 1\ndef n(): return 1 if YES else 2",
    "a tuple": "T = (0, N)\ndef n(): return T[1]",
    "a tuple in a tuple": "T = ((0,), (N,))\ndef n(): return T[1][0]",
    "the length of a tuple": "T = (1,) * N\ndef n(): return len(T)",
    "the truth of a tuple": "T = (1,) * (N - 1)\ndef n(): return 2 if T else 1",
    "a PVector": "V = pvector([0, N])\ndef n(): return V[1]",
    "the length of a PVector": "V = pvector([0] * N)\ndef n(): return len(V)",
    "a range": "R = range(N)\ndef n(): return len(R)",
    "a slice of a tuple": "T = (0, N, 2)\ndef n(): return T[1:][0]",
    "a text": "MODE = 'short' * N\ndef n(): return 1 if MODE == 'short' else 2",
    "bytes": "MODE = b'short' * N\ndef n(): return len(MODE)",
    "a float": "HALF = N / 2\ndef n(): return int(HALF * 2)",
    "None or not": "P = None if N == 1 else 3\ndef n(): return 1 if P is None else 2",
    "a frozenset": "S = frozenset(range(N))\ndef n(): return len(S)",
    "two names of one value": "A = (N,)\nB = A if N == 1 else (N,)\ndef n(): return A[0] + B[0]",
    "a class attribute": "class C: n = N\ndef n(): return C.n",
    "an inherited class attribute": "class B: n = N\nclass C(B): pass\ndef n(): return C.n",
    "the order of base classes": (
        "class A: n = 1\nclass B: n = 2\nC = type('C', (A, B) if N == 1 else (B, A), {})\ndef n(): return C.n"
    ),
    "a class within a class": "class C:\n    class D: n = N\ndef n(): return C.D.n",
    "a class attribute of a NamedTuple": "class P(NamedTuple):\n    z: int\n    n = N\ndef n(): return P.n",
    "a class attribute through a NamedTuple": (
        "class P(NamedTuple):\n    z: int\n    n = N\nQ = P(1)\ndef n(): return Q.n"
    ),
    "a field of a NamedTuple": "class P(NamedTuple):\n    z: int\nQ = P(N)\ndef n(): return Q.z",
    "a field with the name of a global that rules do not read": (
        "z = {print: 1}\nclass P(NamedTuple):\n    z: int\nQ = P(N)\ndef n(): return Q.z"
    ),
    "a NamedTuple in a NamedTuple": "class P(NamedTuple):\n    z: object\nQ = P(P(N))\ndef n(): return Q.z.z",
    "the default of a NamedTuple": "class P(NamedTuple):\n    z: int = N\ndef n(): return P().z",
    "a namedtuple": "P = namedtuple('P', 'z')\nQ = P(N)\ndef n(): return Q.z",
    "an IntEnum": "class E(enum.IntEnum): A = N\ndef n(): return E.A + 0",
    "an IntEnum with a repr": (
        "class E(enum.IntEnum):\n    A = N\n    def __repr__(self): return self.name\ndef n(): return E.A + 0"
    ),
    "an alias of an IntEnum": "class E(enum.IntEnum):\n    A = 1\n    B = 2\n    C = N\ndef n(): return E.C + 0",
    "a member of an IntEnum": "class E(enum.IntEnum): A = N\nM = E.A\ndef n(): return M + 0",
    "IntEnums in a tuple": "class E(enum.IntEnum): A = N\nT = (E.A,)\ndef n(): return T[0] + 0",
    "a member of an Enum": "class E(enum.Enum):\n    A = 1\n    B = 2\nM = E(N)\ndef n(): return 1 if M is E.A else 2",
    "a default": "def n(k=N): return k",
    "a class as a default": "class C: n = N\ndef n(c=C): return c.n",
    "a tuple as a default": "def n(t=(0, N)): return t[1]",
    "a list as a default": "def n(k=[0] * N): return len(k)",
    "a dict as a default of a helper": "def f(*, k={1: N}): return k[1]\ndef n(): return f()",
    "a function that remembers as a default": "@functools.cache\ndef f(): return N\ndef n(g=f): return g()",
    "a closure": "def made(k):\n    def n(): return k\n    return n\nn = made(N)",
    "a class in a closure": "class C: n = N\ndef made(c):\n    def n(): return c.n\n    return n\nn = made(C)",
    "a closure of a closure": (
        "def made(k):\n    def helper(): return k\n    def n(): return helper()\n    return n\nn = made(N)"
    ),
    "a helper of a helper": "def b(): return N\ndef a(): return b()\ndef n(): return a()",
    "another helper": "def a(): return 1\ndef b(): return 2\nh = a if N == 1 else b\ndef n(): return h()",
    "the default of a helper": "def a(k=N): return k\ndef n(): return a()",
    "a class that is an argument": "class C: n = N\ndef a(c): return c.n\ndef n(): return a(C)",
    "functions in a tuple": "def a(): return 1\ndef b(): return 2\nF = (a, b)[N - 1:]\ndef n(): return F[0]()",
    "functions in a NamedTuple": (
        "class P(NamedTuple):\n    f: object\ndef a(): return N\nQ = P(a)\ndef n(): return Q.f()"
    ),
    "a static method": "class C:\n    @staticmethod\n    def f(): return N\ndef n(): return C.f()",
    "the default of a static method": "class C:\n    @staticmethod\n    def f(k=N): return k\ndef n(): return C.f()",
    "a function of a class": "class C:\n    def f(): return N\ndef n(): return C.f()",
    "an attribute of a module": "m = types.ModuleType('m')\nm.n = N\ndef n(): return m.n",
    "a module in a module": "m = types.ModuleType('m')\nm.k = types.ModuleType('k')\nm.k.n = N\ndef n(): return m.k.n",
    "a class in a module": "m = types.ModuleType('m')\nclass C: n = N\nm.C = C\ndef n(): return m.C.n",
    "a function of a module": "m = types.ModuleType('m')\ndef f(): return N\nm.f = f\ndef n(): return m.f()",
    "another module": (
        "a = types.ModuleType('a')\nb = types.ModuleType('b')\na.n, b.n = 1, 2\nm = (a, b)[N - 1]\ndef n(): return m.n"
    ),
    "a module as a default": "m = types.ModuleType('m')\nm.n = N\ndef n(k=m): return k.n",
    "a built-in of another kind": "if N == 2: len = lambda x: 2\ndef n(): return len((1,)) if N == 1 else 2",
    "a generator": "def g():\n    yield N\ndef n(): return sum(k for k in g())",
}

PERHAPS = {
    "the length of a list": "L = [0] * N\ndef n(): return len(L)",
    "the truth of a list": "L = [0] * (N - 1)\ndef n(): return 2 if L else 1",
    "the length of a dict": "L = dict.fromkeys(range(N))\ndef n(): return len(L)",
    "the length of a set": "L = set(range(N))\ndef n(): return len(L)",
    "a list in a tuple": "T = ([0] * N,)\ndef n(): return len(T[0])",
    "a list in a class": "class C: n = [0] * N\ndef n(): return len(C.n)",
    "a bytearray": "B = bytearray(N)\ndef n(): return len(B)",
    "a property of a NamedTuple": (
        "class P(NamedTuple):\n    z: int\n    @property\n    def n(self): return N\nQ = P(1)\ndef n(): return Q.n"
    ),
    "a method of a NamedTuple": (
        "class P(NamedTuple):\n    z: int\n    def n(self): return N\nQ = P(1)\ndef n(): return Q.n()"
    ),
    "a class method": "class C:\n    @classmethod\n    def f(cls): return N\ndef n(): return C.f()",
    "a metaclass": (
        "class M(type):\n    @property\n    def n(cls): return N\nclass C(metaclass=M): pass\ndef n(): return C.n"
    ),
    "a computed class attribute": (
        "class D:\n    def __get__(self, a, b): return N\nclass C: n = D()\ndef n(): return C.n"
    ),
    "the value of an Enum": "class E(enum.Enum): A = N\ndef n(): return E.A.value",
    "the value of a text's Enum": "class E(enum.Enum): A = 'a' * N\ndef n(): return len(E.A.value)",
    "an IntEnum with an attribute": (
        "class E(enum.IntEnum):\n    A = 1\n    @property\n    def n(self): return N\ndef n(): return E.A.n"
    ),
    "the length of an Enum": "E = enum.IntEnum('E', ['A', 'B'][:N])\ndef n(): return len(E)",
    "an IntFlag": "class E(enum.IntFlag):\n    A = N\ndef n(): return E.A | 0",
    "an int with operators": "class I(int):\n    def __add__(self, k): return N\nK = I(5)\ndef n(): return K + 0",
    "a text with operators": "class S(str):\n    def __len__(self): return N\nK = S('a')\ndef n(): return len(K)",
    "a tuple with operators": "class T(tuple):\n    def __len__(self): return N\nK = T((1,))\ndef n(): return len(K)",
    "an attribute of an object": "o = types.SimpleNamespace(n=N)\ndef n(): return o.n",
    "the truth of an object": "class O:\n    def __bool__(self): return N == 1\no = O()\ndef n(): return 1 if o else 2",
    "equality of objects": (
        "class O:\n    def __eq__(self, k): return N == 1\no = O()\ndef n(): return 1 if o == 3 else 2"
    ),
    "a dataclass": "@dataclass(frozen=True)\nclass D:\n    z: int\nd = D(N)\ndef n(): return d.z",
    "an attribute of a function": "def f(): return 0\nf.n = N\ndef n(): return f.n",
    "a partial": "def f(k): return k\np = functools.partial(f, N)\ndef n(): return p()",
    "a remembered function": "@functools.cache\ndef f(): return N\ndef n(): return f()",
    "a wrapped function": (
        "def wrap(f):\n    @functools.wraps(f)\n    def g(): return f() + N\n    return g\n"
        "@wrap\ndef f(): return 0\ndef n(): return f()"
    ),
    "a lambda": "f = lambda: N\ndef n(): return f()",
    "a keyword default": "def n(*, k=N): return k",
    "a keyword default of a helper": "def f(*, k=N): return k\ndef n(): return f()",
    "a method of an object": "class O:\n    def f(self): return N\nf = O().f\ndef n(): return f()",
    "a module's __getattr__": ("m = types.ModuleType('m')\nm.__getattr__ = lambda name: N\ndef n(): return m.n"),
    "a module of another class": (
        "class M(types.ModuleType):\n    n = property(lambda self: N)\nm = M('m')\ndef n(): return m.n"
    ),
    "a module as an argument": "m = types.ModuleType('m')\nm.n = N\ndef f(k): return k.n\ndef n(): return f(m)",
    "a module in a tuple": "m = types.ModuleType('m')\nm.n = N\nT = (m,)\ndef n(): return T[0].n",
    "a module in a class": "m = types.ModuleType('m')\nm.n = N\nclass C: k = m\ndef n(): return C.k.n",
    "one object or two": "A = (1, 2)\nB = A if N == 1 else tuple([1, 2])\ndef n(): return 1 if A is B else 2",
    "one number or two": "A = 10 ** 20\nB = A if N == 1 else int('1' + '0' * 20)\ndef n(): return 1 if A is B else 2",
    "a private name": "_C__k, __k = N, 0\nclass C:\n    def f(): return __k\ndef n(): return C.f()",
    "complex": "Z = complex(N)\ndef n(): return 1 if Z == 1 else 2",
    "a view": "T = memoryview(bytes(N))\ndef n(): return len(T)",
    "negative zero": "Z = 0.0 if N == 1 else -0.0\ndef n(): return 1 if str(Z) == '0.0' else 2",
}

PROGRAM = """
import importlib, json, sys
from lazytree.core.errors import Refused
from agreement import machine_function
answers = []
for number in range(int(sys.argv[1])):
    asked = importlib.import_module(f"case_{number}").asked
    try:
        answers.append([asked(), machine_function(asked)()])
    except Refused as refused:
        answers.append([asked(), None])
print(json.dumps(answers))
"""


def test_every_way_to_a_constant_is_followed_or_refused(tmp_path):
    cases = {**RULES_THAT_COMPILE, **PERHAPS}
    for number, text in enumerate(cases.values()):
        (tmp_path / f"case_{number}.py").write_text(HEAD + text + TAIL)
    stale, refused = [], []
    for constant in "121":
        place = {**os.environ, "N": constant, "LAZYTREE_CACHE": str(tmp_path / "cache")}
        place["PYTHONPATH"] = os.pathsep.join((str(tmp_path), *sys.path))
        command = [sys.executable, "-c", PROGRAM, str(len(cases))]
        done = subprocess.run(command, env=place, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        for name, (python, machine) in zip(cases, json.loads(done.stdout)):
            if machine is None:
                refused.append(name)
            elif machine != python:
                stale.append((name, constant, python, machine))
    assert stale == []
    assert set(refused) & set(RULES_THAT_COMPILE) == set()


# ---- constants of the same items in another order, or of another class, compared: as in Python


HELPERS = """
from pyrsistent import pvector
CELLS, SAME, OTHER = {3, 1, 2}, frozenset((1, 2, 3)), {8, 16, 0}
WORTH, AGAIN = {1: 2, 2: 3}, {2: 3, 1: 2}
NAMES, BOARD = [1, 2], pvector([1, 2])
NAN = float("nan")
NANS = NAN, 1.0
"""


test_constants_are_compared_as_in_python = agree_all(
    [
        "CELLS == SAME, SAME == CELLS, CELLS == {2, 3, 1}, CELLS != OTHER, {1, 2} == {2, 1}",
        "WORTH == AGAIN, WORTH != AGAIN, {1: 2} == {True: 2.0}",
        "NAN in NANS, NAN in (1.0, NAN), NANS[0] in NANS, NANS == (NAN, 1.0), NAN not in NANS, NAN == NAN",
        "BOARD == NAMES, BOARD == (1, 2), BOARD == pvector([1, 2]), NAMES != BOARD",
    ],
    HELPERS,
    "return {}",
)


# ---- lists, dicts and sets that are constants: read as they are, and compared again where they may have changed


TABLES_HELPERS = """
from collections import Counter
from types import SimpleNamespace
from typing import NamedTuple
LINES = [(0, 1, 2), (3, 4, 0), (1, 2, 3)]
ROWS = [[0, 1, 2], [3, 4, 0]]
FLAT = [4, 1, 3]
RAGGED = [[1], [], [2, 3]]
WORTH = {"king": 9, "pawn": 1}
STEPS = {0: (0, 1), 1: (1, 0), 4: (2, 2)}
NEXT = {1: 2, 2: 3, 3: 1}
PAIRS = {(0, 1): 5, (1, 1): 6}
INNER = {"a": {1: 2, 3: 4}, "b": {1: 3}}
CENTRE = {2, 4}
CORNERS = frozenset((0, 3))
class Settings:
    SIZES = [1, 2, 3]
    NAMES = {"a": 7}
def row(i):
    return ROWS[i % 2]
def told(x, s=[3, 2], near={1: 2}, *, p={3, 4}):
    return sum(s) * 100 + near.get(x, 0) * 10 + (x in p) + len(p)
def longest(x, rows=[[1], [], [2, 4]]):
    return max(map(len, rows)) + sum(rows[x % 3])
def added(x, s=[3, 2]):
    s = s + [x]
    return sum(s)
def below(x, s=[1]):
    return below(x - 1, [*s, x]) if 0 < x < 9 else sum(s) * 10 + len(s)
def grown(x, s=[]):
    s.append(x)
    return len(s)
class Hand(NamedTuple):
    cards: object
    def worth(self, extra=[5]):
        return self.cards + extra[0]
"""

RULES = {
    "defaults": "return told(n), told(3, [n]), told(1, near={}, p={n}), longest(n), longest(1, rows=[[n, n]])",
    "defaults that are copied": "return added(n), added(1, [n]), below(n), below(2, [n])",
    "a default that a function would change, never used": "s = [n]\nreturn grown(4, s) + grown(n, s=s) * 10, s[-1]",
    "a default of a method": "return Hand(n).worth(), Hand(n).worth([n])",
    "a default or a list": "t = told(n) if n > 1 else told(n, [n])\nreturn t, grown(n, [*board]) + longest(2)",
    "lines": "return sum(1 for a, b, c in LINES if board[a] == board[b] != board[c])",
    "an item": "return FLAT[n] + LINES[1][n] + len(FLAT) + len(LINES[0])",
    "rows": "return sum(x * n for row in ROWS for x in row) + ROWS[1][n] + sum(RAGGED[n % 3])",
    "membership": "return n in FLAT, n in ROWS[0], n in CENTRE, n not in CORNERS, n in NEXT, n in WORTH.values()",
    "a key that is known": 'return WORTH["king"] + WORTH.get("queen", 4) + INNER["a"][3] + len(WORTH)',
    "a key": "return NEXT[n]",
    "a key or not": "return NEXT.get(n, 9) + INNER['b'].get(n, 0)",
    "a pair as a value": "return STEPS[n][0] * 10 + STEPS[n][1]",
    "a pair as a key": "return PAIRS[(n, 1)]",
    "in dicts and sets that are made": "c = Counter(NEXT)\nc.update(NEXT)\nc.update({1: n})\ns = set(NEXT)\ns.add(n)\n"
    "return c[1], c.total(), sum(s), len(s), dict(NEXT)[2], Counter(Counter(board))[1]",
    "keys": "s = 0\nfor k in NEXT:\n    s = s * 5 + k * NEXT[k]\nreturn s + n",
    "items": "return sum(k * v * n for k, v in NEXT.items()) + max(STEPS.keys()) + sum(NEXT.values())",
    "a dict in the rule": "return {0: 4, 1: 3, 2: 9}.get(n, 5) + {'a': 1, 'b': 2}['b'], n in {1, 3}",
    "a dict in the rule, a key twice": "return {1: 4, True: 7}[n]",
    "of a class": "return sum(Settings.SIZES) + Settings.NAMES['a'] + n",
    "known": "return 3 in FLAT, 9 in CENTRE, 'king' in WORTH, 1 if FLAT else 2",
    "sums of lists": "return sum(FLAT + [n, 2]) if n else sum([*FLAT, 7])",
    "of a helper": "return row(n)[1]",
    "as a tuple": "return tuple(FLAT), tuple(FLAT) == (4, 1, 3)",
    "slices": "return sum(FLAT[1:]) + LINES[:2][0][2]",
    "lists are no tuples": "return FLAT != (4, 1, 3), n",
    "a row and a tuple": "return sum(1 for line in LINES if line == (n, 4, 0)), LINES[n] == (1, 2, 3)",
}


test_lists_dicts_and_sets_that_are_constants = agree_all(RULES, TABLES_HELPERS)


REFUSED = {
    "a list against a tuple": ("return ROWS[n % 2] == (0, 1, n)", "no comparison"),
    "a list handed over": ("return FLAT", "a list that is a constant"),
    "a row handed over": ("return ROWS[0]", "a list that is a constant"),
    "a set gone over": ("for x in CENTRE:\n    n = n % 99 * 3 + x\nreturn n", "no order"),
    "a list in a tuple": ("return (FLAT, n)", "a list that is a constant"),
    "changed": ("FLAT.append(n)\nreturn n", "`.append()` changes a list, which is a constant"),
    "an item changed": ("FLAT[0] = n\nreturn n", "no side effects"),
    "a default changed": ("return grown(n, [1]) + grown(n)", "`.append()` changes a list, which is a constant"),
}


test_what_would_show_that_it_is_a_list_is_refused = refuse_all(REFUSED, TABLES_HELPERS)


# ---- frozen dataclasses: fields, methods, properties; what is changed in one by force is noticed


DATACLASSES_HELPERS = """
from pyrsistent import pvector
from dataclasses import dataclass, replace
from typing import NamedTuple
@dataclass(frozen=True)
class Piece:
    name: str
    worth: int
    steps: tuple = (1, 2)
    def value(self, k=2):
        return self.worth * k
    @property
    def double(self):
        return self.worth * 2
KING, PAWN = Piece("K", 9), Piece("P", 1, (1, 3))
ALL = (KING, PAWN)
BY = {0: KING, 1: PAWN}
@dataclass(frozen=True)
class Rules:
    size: int
    first: Piece
RULES = Rules(3, KING)
class Size(NamedTuple):
    rows: int
    columns: int = 3
"""

DATACLASSES_RULES = {
    "fields": "return KING.worth * n + PAWN.steps[1] + RULES.size + RULES.first.worth + len(ALL)",
    "methods and properties": "return KING.value() + PAWN.value(n) + KING.double + RULES.first.double",
    "from a tuple": "p = ALL[n % 2]\nreturn p, p.worth, p == KING, p.name, p.value(3), p.double",
    "from a dict": "p = BY[n % 2]\nreturn p.name, replace(p, worth=n), p",
    "in a loop": "return sum(p.worth * n for p in ALL), max(ALL, key=lambda p: p.worth * n)",
    "in a variable": "p = KING\nreturn p.worth + n, p",
    "records of constants": "return Size(2).columns, Size(columns=1, rows=5).rows, len(Size(1, 2)), Size(4, 5)[n & 1]",
    "as an argument": "def f(p):\n    return p.worth * 2\nreturn f(KING) + f(PAWN) * n",
}


test_constants_that_are_dataclasses = agree_all(DATACLASSES_RULES, DATACLASSES_HELPERS)


@dataclass(frozen=True)
class Pile:
    most: int


PILES = (Pile(2), Pile(3))


def moves(position):
    for taken in range(1, PILES[0].most + 1):
        if taken <= position[0]:
            yield taken


def test_a_dataclass_that_is_changed_by_force_is_noticed():
    game = Game("pile", (9, 0), lambda p: p[1], moves, lambda p, n: (p[0] - n, 1 - p[1]), lambda p: (1, -1))
    try:
        assert perft(game, 3, lane="machine") == perft(game, 3, lane="python") == 8
        object.__setattr__(PILES[0], "most", 3)
        assert perft(game, 3, lane="machine") == perft(game, 3, lane="python") == 27
    finally:
        object.__setattr__(PILES[0], "most", 2)


# ---- items of constants as moves, as payoffs and in positions; records made of constants only


SIDE = 3
SQUARES = [(row, column) for row in range(SIDE) for column in range(SIDE)]
ENDS = {0: (-1, 1), 1: (1, -1)}


class Domino(NamedTuple):
    first: tuple
    second: tuple


DOMINOES = [Domino(cell, (cell[0], cell[1] + 1)) for cell in SQUARES if cell[1] + 1 < SIDE]
PAIRS = tuple(((row, 0), (row, 1)) for row in range(SIDE))


def free(taken, cell):
    return not taken >> (cell[0] * SIDE + cell[1]) & 1


def one_cell(position, move):
    return position[0] | 1 << (move[0] * SIDE + move[1]), 1 - position[1]


def both_cells(position, move):
    taken, turn = one_cell(one_cell(position, move[0]), move[1])
    return taken, 1 - turn


def of_cells(moves, play):
    return Game("cells", (0, 0), lambda p: p[1], moves, play, lambda p: ENDS[p[1]])


def put_at(row, column, mark):
    return row[:column] + mark + row[column + 1 :]


def push(position, column):
    """The topmost `x` of a column goes one row down: rows are texts."""
    rows, turn = position
    row = next(number for number in range(SIDE - 1) if rows[number][column] == "x")
    rows = list(rows)
    rows[row + 1] = put_at(rows[row + 1], column, "x")
    rows[row] = put_at(rows[row], column, ".")
    return tuple(rows), 1 - turn


def pushes(position):
    rows, _ = position
    return [c for c in range(SIDE) if any(row[c] == "x" for row in rows[:-1])]


def of_rows(play):
    return Game("rows", (("xx.", "...", "..."), 0), lambda p: p[1], pushes, play, lambda p: ENDS[p[1]])


CONSTANTS = {
    "cells": of_cells(lambda p: [cell for cell in SQUARES if free(p[0], cell)], one_cell),
    "dominoes": of_cells(lambda p: [d for d in DOMINOES if free(p[0], d.first) and free(p[0], d.second)], both_cells),
    "rows": of_rows(push),
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_items_of_constants_are_moves_and_texts_are_rows(name):
    game = CONSTANTS[name]
    lanes_agree(game)
    searches_agree(game)
    one, other = (list(islice(mcts(game, seed=1, lane=each)(game.start), 4))[-1] for each in ("machine", "python"))
    assert alike(one.best, other.best)


def test_rows_of_a_ragged_table_are_not_handed_to_python():
    ragged = [(row,) * (1 + row) for row in range(SIDE)]
    game = of_cells(lambda p: [row for row in ragged if free(p[0], (row[0], 0))], lambda p, m: one_cell(p, (m[0], 0)))
    assert "a row of a table is not handed to Python" in rules_lane(game).reason
