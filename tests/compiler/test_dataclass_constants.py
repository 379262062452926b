"""Constants that are frozen dataclasses: fields, methods, properties; what is changed in one by force is noticed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

from lazytree import Game, perft

HELPERS = """
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
"""

RULES = {
    "fields": "return KING.worth * n + PAWN.steps[1] + RULES.size + RULES.first.worth + len(ALL)",
    "methods and properties": "return KING.value() + PAWN.value(n) + KING.double + RULES.first.double",
    "from a tuple": "p = ALL[n % 2]\nreturn p, p.worth, p == KING, p.name, p.value(3), p.double",
    "from a dict": "p = BY[n % 2]\nreturn p.name, replace(p, worth=n), p",
    "in a loop": "return sum(p.worth * n for p in ALL), max(ALL, key=lambda p: p.worth * n)",
    "in a variable": "p = KING\nreturn p.worth + n, p",
    "as an argument": "def f(p):\n    return p.worth * 2\nreturn f(KING) + f(PAWN) * n",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_constants_that_are_dataclasses(body):
    agree(rule_of(body, HELPERS))


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
