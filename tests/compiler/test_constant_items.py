"""Items of constants as moves, as payoffs and in positions; records made of constants only."""

from __future__ import annotations

from collections import namedtuple
from itertools import islice
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from programs.lanes import alike

from lazytree import Game, deepen, mcts, perft, search, solve
from lazytree.compiler import compiled, rules_lane
from lazytree.core.lanes import MACHINE

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


def pushed_anew(position, column):
    grid = [list(row) for row in position[0]]
    top = next(number for number in range(SIDE - 1) if grid[number][column] == "x")
    grid[top][column], grid[top + 1][column] = ".", "x"
    return tuple("".join(row) for row in grid), 1 - position[1]


def of_rows(play):
    return Game("rows", (("xx.", "...", "..."), 0), lambda p: p[1], pushes, play, lambda p: ENDS[p[1]])


class Visits(NamedTuple):
    trail: tuple
    turn: int
    last: tuple | None = None


def visits(position):
    return [
        cell for cell in SQUARES if cell not in position.trail and cell != position.last and len(position.trail) < 5
    ]


def visit(position, cell):
    return Visits((*position.trail, cell), 1 - position.turn, cell)


OF_VISITS = Game(
    "visits",
    Visits((), 0),
    lambda p: p.turn,
    visits,
    visit,
    lambda p: ENDS[(p.turn + p.last[1]) % 2],
)
CONSTANTS = {
    "visits": OF_VISITS,
    "cells": of_cells(lambda p: [cell for cell in SQUARES if free(p[0], cell)], one_cell),
    "dominoes": of_cells(lambda p: [d for d in DOMINOES if free(p[0], d.first) and free(p[0], d.second)], both_cells),
    "pairs": of_cells(lambda p: (pair for pair in PAIRS if free(p[0], pair[0])), both_cells),
    "rows": of_rows(push),
    "rows made anew": of_rows(pushed_anew),
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_items_of_constants_are_moves_and_texts_are_rows(name):
    game = CONSTANTS[name]
    assert rules_lane(game).name == MACHINE, rules_lane(game).reason
    quick, position = compiled(game), game.start
    for _ in range(9):
        moves = list(game.moves(position))
        assert alike(moves, list(quick.moves(position)))
        if not moves:
            assert alike(game.payoffs(position), quick.payoffs(position))
            return
        move = moves[-1]
        assert alike(game.play(position, move), quick.play(position, move))
        position = game.play(position, move)


@pytest.mark.parametrize("name", CONSTANTS)
def test_every_question_about_such_a_game_gives_pythons_answer(name):
    game = CONSTANTS[name]
    for ask in (
        lambda lane: search(game, 3, lambda p: 0, lane=lane),
        lambda lane: list(islice(deepen(game, rating=lambda p: 0, lane=lane), 3))[-1],
        lambda lane: solve(game, lane=lane),
    ):
        quick, plain = ask("machine"), ask("python")
        assert quick.value == plain.value
        assert quick.lane == MACHINE
    assert perft(game, 4, lane="machine") == perft(game, 4, lane="python")
    one, other = (list(islice(mcts(game, seed=1, lane=each)(game.start), 4))[-1] for each in ("machine", "python"))
    assert alike(one.best, other.best)


def test_rows_of_a_ragged_table_are_not_handed_to_python():
    ragged = [(row,) * (1 + row) for row in range(SIDE)]
    game = of_cells(lambda p: [row for row in ragged if free(p[0], (row[0], 0))], lambda p, m: one_cell(p, (m[0], 0)))
    assert "a row of a table is not handed to Python" in rules_lane(game).reason


# ---- NamedTuples made of constants only: made while rules are read, so none may have operations of its own


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
