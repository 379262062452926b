"""Every game of the library in both lanes: equal moves in equal order, equal positions, payoffs and ratings."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyrsistent import PVector

pytest.importorskip("llvmlite")

from lazytree.compiler import compiled, rules_lane
from lazytree.games import GAMES

VARIANTS = [
    *((name, {}) for name in GAMES),
    ("nim", {"heaps": ()}),
    ("nim", {"heaps": (70_000, 2)}),
    ("konane", {"rows": 1, "columns": 4, "opening": "a1,b1"}),
    ("konane", {"rows": 9, "columns": 12, "opening": "centre"}),
    ("connect_four", {"columns": 10, "rows": 9, "connect": 5}),
    ("hex", {"size": 1}),
    ("hex", {"size": 13}),
    ("othello", {"rows": 10, "columns": 4, "score": "margin"}),
    ("kalah", {"pits": 1, "seeds": 1}),
    ("kalah", {"empty_capture": False}),
    ("andantino", {"side": 20}),
    ("dvonn", {"placement": "random", "score": "margin"}),
    ("dice_of_doom", {"size": 4, "max_dice": 5, "reinforcement": "largest cluster"}),
]


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
    """Compares both lanes along a random game, as far as 150,000 moves or so; how many positions."""
    position, looked_at = game.start, 0
    for ply in range(plies):
        moves = compare(game, machine, position)
        looked_at += len(moves)
        if not moves or looked_at > 150_000:
            return ply + 1
        move = random.choice(moves)
        after = game.play(position, move)
        played = machine.play(position, move)
        assert played == after
        assert kinds(played) == kinds(after)
        position = after
    return plies


@pytest.mark.parametrize(("name", "parameters"), VARIANTS)
@settings(max_examples=3, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_both_lanes_agree(name, parameters, random):
    game = GAMES[name](**parameters)
    assert rules_lane(game).name == "machine"
    walk(game, compiled(game), random, 100)


@pytest.mark.minutes
@pytest.mark.parametrize("name", GAMES)
def test_both_lanes_agree_on_100_000_positions(name):
    game, random, seen = GAMES[name](), Random(1), 0
    while seen < 100_000:
        seen += walk(game, compiled(game), random, 400)
