"""Konane on sets of cells, which only benchmarks use, is the same game."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from konane_sets import konane_sets

from lazytree.compiler import compiled
from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.game import FIRST
from lazytree.games import konane


def as_sets(position):
    return *(set_of(cell for cell, stone in enumerate(position.board) if stone == player) for player in (0, 1)), (
        position.mover
    )


def as_cells(position, move):
    """From where to where."""
    own = position.first if position.mover == FIRST else position.second
    return next(cells_of(move.moved & own)), next(cells_of(move.moved & ~own))


@pytest.mark.parametrize("lane", [lambda game: game, compiled], ids=["python", "machine"])
@pytest.mark.parametrize("opening", ["corner", "centre"])
@given(seed=st.integers(0, 10_000))
def test_konane_on_sets_is_konane(lane, opening, seed):
    random, board, sets = Random(seed), konane(opening=opening), lane(konane_sets(opening))
    position, twin = board.start, sets.start
    while True:
        assert tuple(twin) == as_sets(position)
        assert sets.ratings["mobility"](twin) == board.ratings["mobility"](position)
        moves, twins = list(board.moves(position)), list(sets.moves(twin))
        assert [as_cells(twin, move) for move in twins] == moves
        if not moves:
            assert sets.payoffs(twin) == board.payoffs(position)
            return
        number = random.randrange(len(moves))
        position, twin = board.play(position, moves[number]), sets.play(twin, twins[number])
