"""What games show compiles: stones and touched cells are the same in machine code, and material counts the stones."""

import pytest

pytest.importorskip("llvmlite")

from lazytree import FIRST, SECOND, material, search
from lazytree.compiler.compiling import machine_of
from lazytree.games import GAMES
from tests.helpers.games import random_game

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
