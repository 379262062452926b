"""Every game of the library in both lanes: equal moves in equal order, equal positions, payoffs and ratings."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyrsistent import PVector

pytest.importorskip("llvmlite")

from lazytree.compiler import compiled, lane
from lazytree.games import GAMES

COMPILING = [name for name in GAMES if name not in ("selfo",)]  # selfo stays interpreted, and `test_reasons` says why


def kinds(value):
    """The classes that a value is made of."""
    parts = tuple(map(kinds, value)) if isinstance(value, (tuple, PVector)) else ()
    return type(value), parts


def compare(game, machine, position):
    moves = list(game.moves(position))
    assert list(machine.moves(position)) == moves
    assert machine.mover(position) == game.mover(position)
    for name, rating in game.ratings.items():
        assert machine.ratings[name](position) == rating(position)
    if not moves:
        assert machine.payoffs(position) == game.payoffs(position)
    return moves


def walk(game, machine, random, plies):
    """Compares both lanes along a random game; how many positions."""
    position = game.start
    for ply in range(plies):
        moves = compare(game, machine, position)
        if not moves:
            return ply + 1
        move = random.choice(moves)
        after = game.play(position, move)
        played = machine.play(position, move)
        assert played == after
        assert kinds(played) == kinds(after)
        position = after
    return plies


@pytest.mark.parametrize("name", COMPILING)
@settings(max_examples=5, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_both_lanes_agree(name, random):
    game = GAMES[name]()
    assert lane(game).name == "compiled"
    walk(game, compiled(game), random, 120)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILING)
def test_both_lanes_agree_on_100_000_positions(name):
    game, random, seen = GAMES[name](), Random(1), 0
    while seen < 100_000:
        seen += walk(game, compiled(game), random, 400)
