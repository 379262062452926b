"""Games with other parameters in both lanes; test_promises.py walks through the games as they are by default."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import konane_vector
from agreement import walk_in_both_lanes
from konane_sets import konane_sets

from lazytree import FIRST, SECOND, material, search
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.compiling import machine_of
from lazytree.core.bitsets import cells_of
from lazytree.games import GAMES, konane
from lazytree.games.support.boards import sets_of
from tests.helpers.games import random_game

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


@pytest.mark.parametrize(("name", "parameters"), [each for each in VARIANTS if each[1]])
@settings(max_examples=3, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_games_with_other_parameters_answer_alike_in_both_lanes(name, parameters, random):
    game = GAMES[name](**parameters)
    assert rules_lane(game).name == "machine"
    walk_in_both_lanes(game, random, 100)


@pytest.mark.minutes
@pytest.mark.parametrize("name", GAMES)
def test_both_lanes_agree_on_100_000_positions(name):
    game, random, seen = GAMES[name](), Random(1), 0
    while seen < 100_000:
        seen += walk_in_both_lanes(game, random, 400)


# ---- what games show compiles: stones and touched cells are the same in machine code, material counts the stones


MORE = [
    ("andantino", {"side": 4, "last_stone": True}),
    ("dice_of_doom", {"dice": "rolled", "players": 3}),
    ("selfo", {"side": 5, "setup": "irregular", "players": 3, "seed": 2}),
]
EVERY_GAME_OF = pytest.mark.parametrize(("name", "parameters"), [*VARIANTS, *MORE], ids=str)


def in_machine_code(game, rating):
    """A rating in machine code; fails with the reason where it does not compile."""
    made = machine_of(game).rating(rating)
    assert callable(made), f"{game.name}: {made}"
    return made


@EVERY_GAME_OF
def test_stones_touched_cells_and_material_are_the_same_in_both_lanes(name, parameters):
    game = GAMES[name](**parameters)
    moves, stones, touched = game.moves, game.stones, game.touched

    def all_stones(position):
        total, factor = 0, 1
        for stone in stones(position):
            number = (stone.cell * 30 + stone.owner + 1) * 100 + stone.height * 4 + stone.mark
            total = (total * 31 + number * factor) % 1_000_003
            factor = factor % 977 + 1
        return total

    def all_touched(position):
        total = 0
        for move in moves(position):
            total = (total * 31 + 7) % 1_000_003
            for cell in touched(position, move):
                total = (total * 31 + cell) % 1_000_003
        return total

    both = [(rating, in_machine_code(game, rating)) for rating in (all_stones, all_touched, material(game))]
    for seed in range(3):
        for position in list(random_game(game, seed, 80))[::4]:
            for interpreted, machine in both:
                assert machine(position) == interpreted(position)


@EVERY_GAME_OF
def test_material_is_the_lead_in_heights(name, parameters):
    game = GAMES[name](**parameters)
    for position in random_game(game, 1, 60):
        heights = {FIRST: 0, SECOND: 0}
        for stone in game.stones(position):
            if stone.owner in heights:
                heights[stone.owner] += stone.height
        assert material(game)(position) == heights[FIRST] - heights[SECOND]


@pytest.mark.parametrize("name", ["dvonn", "konane"])
def test_a_search_by_material_runs_in_machine_code(name):
    game = GAMES[name]()
    assert search(game, 1, material(game), lane="machine").lane == "machine"


# ---- Konane as only benchmarks use it, on a PVector and on sets of cells written to be fast, is the same game


def as_sets(twin):
    """FIRST's and SECOND's stones, and who is to move."""
    if isinstance(twin, konane_vector.Position):
        return *sets_of(twin.board), twin.mover
    return tuple(twin)


def from_to(position, move):
    """From where to where."""
    if isinstance(move, konane_vector.Move):
        return tuple(move)
    own = position.first if position.mover == FIRST else position.second
    return next(cells_of(move.moved & own)), next(cells_of(move.moved & ~own))


@pytest.mark.parametrize("lane", [lambda game: game, compiled], ids=["python", "machine"])
@pytest.mark.parametrize("opening", ["corner", "centre"])
@pytest.mark.parametrize("made", [konane_sets, konane_vector.konane_vector], ids=["sets", "vector"])
@given(seed=st.integers(0, 10_000))
def test_konane_of_the_benchmarks_is_konane(lane, opening, made, seed):
    random, game, other = Random(seed), konane(opening=opening), lane(made(opening))
    position, twin = game.start, other.start
    while True:
        assert as_sets(twin) == tuple(position)
        assert other.ratings["mobility"](twin) == game.ratings["mobility"](position)
        moves, twins = list(game.moves(position)), list(other.moves(twin))
        assert [from_to(twin, move) for move in twins] == moves
        if not moves:
            assert other.payoffs(twin) == game.payoffs(position)
            return
        number = random.randrange(len(moves))
        position, twin = game.play(position, moves[number]), other.play(twin, twins[number])
