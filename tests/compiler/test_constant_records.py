"""NamedTuples made of constants only: they are made while rules are read, so none may have operations of its own."""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from lazytree import Game
from lazytree.compiler import compiled, rules_lane

calls: list[str] = []


class Place(NamedTuple):
    board: PVector
    turn: int


class Edge(NamedTuple("Edge", [("a", int), ("b", int)])):
    def __new__(cls, a, b):
        calls.append("__new__")
        return super().__new__(cls, min(a, b), max(a, b))


class Wild(NamedTuple("Wild", [("a", int)])):
    def __eq__(self, other):
        calls.append("__eq__")
        return True

    __hash__ = None


class Less(NamedTuple("Less", [("a", int)])):
    def __lt__(self, other):
        calls.append("__lt__")
        return False


class Long(NamedTuple("Long", [("a", int), ("b", int)])):
    def __len__(self):
        calls.append("__len__")
        return 7


class Asked(NamedTuple("Asked", [("a", int)])):
    def __getattribute__(self, name):
        return 4


class Swapped(NamedTuple):
    a: int
    b: int


class Given(NamedTuple):
    a: int = 1


Swapped.a, Swapped.b = Swapped.b, Swapped.a
Given.__new__.__defaults__ = (2,)
Late = namedtuple("Late", "a b")
Late.__new__.__defaults__ = (7,)


def new(position):
    yield Edge(2, 1).a


def new_by_name(position):
    yield Edge(b=1, a=2)[0]


def new_in_a_tuple(position):
    yield (Edge(2, 1), Edge(4, 3))[position.turn].a


def equal(position):
    yield 1 if Wild(0) == Wild(5) else 0


def less(position):
    yield 1 if Less(0) < Less(5) else 0


def length(position):
    yield len(Long(1, 2))


def getattribute(position):
    yield Asked(1).a


def swapped(position):
    yield Swapped(3, 4).a


def defaults(position):
    yield Given().a


def late_defaults(position):
    yield Late(1).b


@pytest.mark.parametrize(
    "moves",
    [new, new_by_name, new_in_a_tuple, equal, less, length, getattribute, swapped, defaults, late_defaults],
)
def test_a_constant_record_with_operations_of_its_own_is_refused_and_its_code_is_not_run(moves):
    calls.clear()
    game = Game("g", Place(pvector([0, 1]), 0), mover, moves, play, payoffs)
    found = rules_lane(game)
    assert not calls
    assert found.name == "python"
    assert "fault" not in found.reason
    assert list(compiled(game).moves(game.start)) == list(game.moves(game.start))


def mover(position):
    return position.turn


def play(position, move):
    return Place(position.board.set(0, 1), 1 - position.turn)


def payoffs(position):
    return 0, 0


class Size(NamedTuple):
    rows: int
    columns: int = 3


def plain(position):
    yield Size(2).columns + Size(columns=1, rows=5).rows + len(Size(1, 2)) + Size(4, 5)[position.turn]


def test_a_plain_record_of_constants_compiles():
    game = Game("g", Place(pvector([0, 1]), 0), mover, plain, play, payoffs)
    assert rules_lane(game).name == "machine"
    assert list(compiled(game).moves(game.start)) == list(game.moves(game.start))
