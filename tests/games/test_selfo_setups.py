"""Selfo's setups: those made by chance keep their promises, and what cannot be set up is refused."""

from __future__ import annotations

from fractions import Fraction
from math import cos, dist, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree import FIRST, SECOND
from lazytree.core.bitsets import cells_of, near_on, set_of
from lazytree.core.board import hexhex, squares
from lazytree.core.game import is_over
from lazytree.games import selfo
from lazytree.games.selfo_rules import split, swarm_of, widest_gap

from .selfo_boards import in_one_piece


def cut_off(grid, sets):
    """Whether some piece has no way to another of its set that leads over empty cells and own pieces only."""
    near = grid.neighbours
    for mine in sets:
        room = {cell for cell in range(len(near)) if not any(cell in other for other in sets if other is not mine)}
        seen, fringe = {min(mine)}, [min(mine)]
        for cell in fringe:
            fresh = {n for n in near[cell] if n in room} - seen
            seen |= fresh
            fringe += fresh
        if not mine <= seen:
            return True
    return False


@settings(max_examples=12)
@given(
    st.sampled_from([("hexhex", 5), ("hexhex", 6), ("square", 8), ("rhombus", 6)]),
    st.sampled_from(["regular", "irregular"]),
    st.integers(0, 10**6),
)
def test_setups_by_chance_are_equal_dense_enough_and_open(board, setup, seed):
    name, side = board
    game = selfo(setup=setup, board=name, side=side, seed=seed)
    grid, start = swarm_of(game).grid, game.start
    count = len(grid.names)
    sets = [set(cells_of(mine)) for mine in split(start.sets, count, 2)]
    assert len(sets[0]) == len(sets[1]) >= 4 and not sets[0] & sets[1]
    assert Fraction(35, 100) <= Fraction(len(sets[0] | sets[1]), count) <= Fraction(40, 100)
    assert not is_over(game, start)
    for mover in (FIRST, SECOND):
        for move in game.moves(start._replace(mover=mover, newcomers=0)):
            if move.source >= 0:
                moved = list(sets)
                moved[mover] = sets[mover] - {move.source} | {move.target}
                assert not cut_off(grid, moved)
    gaps = [widest_gap(near_on(grid), set_of(mine)) for mine in sets]
    assert gaps[0] == gaps[1]
    assert selfo(setup=setup, board=name, side=side, seed=seed).start == start


@pytest.mark.parametrize(
    ("board", "side", "copies", "players"),
    [("hexhex", 6, 6, 2), ("hexhex", 5, 6, 3), ("square", 8, 4, 2), ("rhombus", 6, 2, 2), ("triangle", 9, 3, 3)],
)
def test_a_regular_setup_turned_round_is_itself_in_the_next_colours(board, side, copies, players):
    """The turn is made in the plane, about the middle of the board."""
    game = selfo(setup="regular", board=board, side=side, players=players)
    cells = game.picture(game.start).cells
    x, y = (sum(getattr(cell, axis) for cell in cells) / len(cells) for axis in "xy")

    def turned(cell, angle):
        a, b = cell.x - x, cell.y - y
        place = (x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle))
        return next(other for other in cells if dist(place, (other.x, other.y)) < 1e-6)

    shifts = {(turned(cell, 2 * pi / copies).stone - cell.stone) % players for cell in cells if cell.stone is not None}
    assert len(shifts) == 1 and shifts != {0}


@settings(max_examples=30)
@given(st.sets(st.integers(0, 18), min_size=2, max_size=4))
def test_the_widest_gap_is_a_lower_bound(cells):
    """The true number of steps, breadth first over all ways to step with nobody else on the board."""
    grid = hexhex(3)
    fringe, steps, seen = {frozenset(cells)}, 0, set()
    while not any(in_one_piece(grid.neighbours, mine) for mine in fringe):
        seen |= fringe
        fringe = {
            mine - {cell} | {n} for mine in fringe for cell in mine for n in grid.neighbours[cell] if n not in mine
        } - seen
        steps += 1
    assert widest_gap(near_on(grid), set_of(cells)) <= steps
    if len(cells) == 2:
        assert widest_gap(near_on(grid), set_of(cells)) == steps


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"setup": 6}, "setup must be 1 to 5"),
        ({"setup": "irregularly"}, "setup must be 1 to 5"),
        ({"setup": None}, "setup must be 1 to 5"),
        ({"setup": [["a1"], ["a2"]]}, "setup must be 1 to 5"),
        ({"setup": 1, "side": 5}, 'setup 1 is for two players on board="hexhex", side=6'),
        ({"setup": 2, "players": 3}, "setup 2 is for two players"),
        ({"setup": "regular", "board": squares(6, 6)}, "needs a board out of hexhex"),
        ({"setup": "regular", "players": 4}, "6 times round a hexhex, which 4 players cannot share"),
        ({"setup": "regular", "board": "triangle"}, "3 times round a triangle, which 2 players cannot share"),
        ({"setup": "irregular", "side": 3}, "19 cells cannot be filled equally: 2 players need a multiple of 2"),
        ({"setup": "irregular", "players": 10}, "91 cells cannot be filled equally: 10 players need"),
        ({"setup": "irregular", "density": 0.5}, "density must be between 0.35 and 0.4"),
        ({"density": -1}, "density must be"),
        ({"density": "high"}, "density must be"),
        ({"margin": -1}, "margin must be a whole number of at least 0"),
        ({"side": 0}, "side must be a whole number of at least 1"),
        ({"board": "round"}, "board must be one of hexhex, square, rhombus, triangle"),
        ({"steps": 0}, "steps must be a whole number of at least 1"),
        ({"steps": (1, 2, 3)}, "steps must be one number, or one for each of the 2 players"),
        ({"steps": 1.5}, "steps must be a whole number"),
        ({"players": 1}, "players must be a whole number of at least 2"),
        ({"players": 40}, "players must be at most 26"),
        ({"swap": "yes"}, "swap must be True or False"),
        ({"passing": 1}, "passing must be True or False"),
        ({"setup": "a1 a3 / z9 b1"}, "there is no cell 'z9'; this board has 91 cells, a1 to k11"),
        ({"setup": "a1 a3 / a1 b4"}, "two pieces stand on a1"),
        ({"setup": "a1 a3 / b1 b4 / c1 c3"}, "cells for 3 players, not for 2"),
        ({"setup": "a1 a2 / b1 b4"}, "nobody's pieces may be one group from the start"),
        ({"setup": "a1 a3 / "}, "nobody's pieces may be one group from the start"),
    ],
)
def test_bad_arguments(arguments, says):
    with pytest.raises(ValueError, match=says):
        selfo(**arguments)
