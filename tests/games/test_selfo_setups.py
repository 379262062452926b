"""Selfo's setups: those made by chance keep their promises, and what cannot be set up is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import cos, dist, factorial, pi, sin
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND
from lazytree.core.bitsets import cells_of, near_on, set_of
from lazytree.core.board import hexhex, rhombus, squares
from lazytree.core.game import is_over
from lazytree.games import selfo
from lazytree.games.selfo_rules import split, swarm_of, walled_off, widest_gap
from lazytree.games.selfo_rules.setups import irregular
from tests.helpers.examples import examples
from tests.helpers.games import groups_of, stones_on

from .selfo_boards import SMALL, in_one_piece


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


@examples(12)
@given(
    st.sampled_from([("hexhex", 5), ("hexhex", 6), ("square", 8), ("rhombus", 6)]),
    st.sampled_from(["regular", "irregular", "dropped"]),
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


@examples(20)
@given(
    st.sampled_from([("hexhex", 5), ("hexhex", 6), ("square", 8), ("triangular", 4)]),
    st.integers(1, 3),
    st.integers(3, 6),
    st.integers(0, 2),
    st.integers(0, 100),
)
def test_setups_by_chance_are_as_far_and_as_alike_as_asked(board, least_gap, least_groups, margin, seed):
    name, side = board
    asked = {"least_gap": min(least_gap, 2), "least_groups": least_groups, "margin": margin}
    game = selfo(setup="irregular", board=name, side=side, seed=seed, **asked)
    grid = swarm_of(game).grid
    sets = split(game.start.sets, len(grid.names), 2)
    counts = [len(groups_of(cells_of(mine), grid.neighbours.__getitem__)) for mine in sets]
    gaps = [widest_gap(near_on(grid), mine) for mine in sets]
    assert min(counts) >= least_groups and min(gaps) >= asked["least_gap"]
    assert abs(counts[0] - counts[1]) <= margin and abs(gaps[0] - gaps[1]) <= margin


def test_a_setup_that_is_asked_too_much_of_is_refused():
    with pytest.raises(ValueError, match="take a larger margin, a lower least_gap or least_groups"):
        selfo(setup="dropped", side=4, least_gap=9)


@examples(20)
@given(st.integers(0, 1000), st.integers(0, 30))
def test_an_irregular_setup_is_a_regular_one_perturbed_by_random_steps(seed, steps):
    """One random step after another, each onto an empty cell beside the piece."""
    grid = hexhex(5)
    sets = split(selfo(setup="regular", side=5, seed=seed % 10).start.sets, 61, 2)
    walk = [irregular(near_on(grid), sets, number, Random(seed)) for number in range(steps + 1)]
    assert walk[0] == sets
    for before, after in pairwise(walk):
        ((one, other),) = [(one, other) for one, other in zip(before, after) if one != other]
        (source,), (target,) = cells_of(one & ~other), cells_of(other & ~one)
        assert target in grid.neighbours[source] and not sum(before) >> target & 1


@pytest.mark.parametrize("setup", [SMALL, "a1 a3 c1 c3 / a2 b4 d2 e4 / b1 c5 d5 e3"])
def test_lots_decide_on_sets_and_on_who_begins(setup):
    players = setup.count("/") + 1
    plain = selfo(setup=setup, side=3, players=players)
    before, orders, shared = split(plain.start.sets, 19, players), set(), set()
    for seed in range(60):
        game = selfo(setup=setup, side=3, players=players, seed=seed, lots=True)
        sets = split(game.start.sets, 19, players)
        assert sorted(sets) == sorted(before) and sorted(game.players) == sorted(plain.players)
        assert game.mover(game.start) == FIRST and game.read(game.show(game.start)) == game.start
        orders.add(game.players)
        shared.add(tuple(before.index(mine) for mine in sets))
    assert len(orders) == len(shared) == factorial(players)


@examples(60)
@given(st.lists(st.sampled_from([0, 1, None]), min_size=10, max_size=10))
def test_who_is_walled_off_can_never_come_together(owners):
    """Brute force: all that a player's pieces can reach while the others' stand still."""
    grid = rhombus(2, 5)
    sets = [set_of(cell for cell, owner in enumerate(owners) if owner == player) for player in (0, 1)]
    for player, off in enumerate(walled_off(near_on(grid), sets)):
        free = {cell for cell, owner in enumerate(owners) if owner in (player, None)}
        fringe = seen = {frozenset(cells_of(sets[player]))}
        while fringe:
            fringe = {mine - {a} | {b} for mine in fringe for a in mine for b in grid.neighbours[a] if b in free - mine}
            fringe -= seen
            seen = seen | fringe
        assert off == (not any(in_one_piece(grid.neighbours, mine) for mine in seen if mine) and bool(sets[player]))


@pytest.mark.parametrize(
    ("board", "side", "copies", "players", "triangles"),
    [
        ("hexhex", 6, 6, 2, 1),
        ("hexhex", 5, 6, 3, 1),
        ("hexhex", 6, 3, 2, 2),
        ("hexhex", 6, 2, 2, 3),
        ("hexhex", 4, 2, 2, 3),
        ("hexhex", 5, 3, 3, 2),
        ("hexhex", 5, 2, 3, 3),
        ("square", 8, 4, 2, 1),
        ("square", 8, 2, 2, 2),
        ("rhombus", 6, 2, 2, 1),
        ("triangle", 9, 3, 3, 1),
        ("triangular", 4, 6, 2, 1),
        ("triangular", 4, 6, 3, 1),
        ("triangular", 4, 2, 2, 3),
    ],
)
def test_a_regular_setup_turned_round_is_itself_in_the_next_colours(board, side, copies, players, triangles):
    """The turn is made in the plane, about the middle of the board. Where colours do not come round they stay."""
    game = selfo(setup="regular", board=board, side=side, players=players, triangles=triangles, margin=3)
    cells, stones = game.layout.cells, stones_on(game, game.start)
    x, y = (sum(getattr(cell, axis) for cell in cells) / len(cells) for axis in "xy")

    def turned(cell, angle):
        a, b = cell.x - x, cell.y - y
        place = (x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle))
        return next(other for other in cells if dist(place, (other.x, other.y)) < 1e-6)

    there = {cell.name: turned(cell, 2 * pi / copies).name for cell in cells if cell.name in stones}
    shifts = {(stones[other] - stones[name]) % players for name, other in there.items()}
    assert len(shifts) == 1 and (shifts == {0}) == (copies % players > 0)


@examples(30)
@given(st.sets(st.integers(0, 18), min_size=2, max_size=4))
def test_the_widest_gap_is_a_lower_bound(cells):
    """The true number of steps, breadth first over all ways to step with no other player on the board."""
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
        ({"setup": "regular", "board": squares(6, 6)}, 'needs a board out of hexhex.*; "dropped" fits any Grid'),
        ({"setup": "irregular", "board": squares(6, 6)}, "a setup that is irregular has a pattern"),
        ({"setup": "regular", "triangles": 4}, "a hexhex board has 6 sectors: triangles must be one of 1, 2, 3, not 4"),
        ({"setup": "irregular", "triangles": 6}, "triangles must be one of 1, 2, 3, not 6"),
        ({"setup": "regular", "board": "rhombus", "triangles": 2}, "2 sectors: triangles must be one of 1, not 2"),
        ({"triangles": 0}, "triangles must be a whole number of at least 1"),
        ({"setup": "regular", "players": 4}, "91 cells cannot be filled equally: 4 players need a multiple of 24"),
        ({"setup": "irregular", "side": 4}, "2 players need a multiple of 6.*another number of `triangles`"),
        ({"setup": "dropped", "side": 3}, "19 cells cannot be filled equally: 2 players need a multiple of 2"),
        ({"setup": "dropped", "players": 10}, "91 cells cannot be filled equally: 10 players need"),
        ({"least_gap": 0}, "least_gap must be a whole number of at least 1"),
        ({"least_groups": 1}, "least_groups must be a whole number of at least 2"),
        ({"random_steps": -1}, "random_steps must be a whole number of at least 0"),
        ({"lots": 1}, "lots must be True or False"),
        ({"setup": "irregular", "density": 0.5}, "density must be between 0.35 and 0.4"),
        ({"density": -1}, "density must be"),
        ({"density": "high"}, "density must be"),
        ({"margin": -1}, "margin must be a whole number of at least 0"),
        ({"side": 0}, "side must be a whole number of at least 1"),
        ({"board": "round"}, "board must be one of hexhex, square, rhombus, triangle, triangular"),
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
        ({"setup": "a1 a2 / b1 b4"}, "no player's pieces may be one group from the start"),
        ({"setup": "a1 a3 / "}, "no player's pieces may be one group from the start"),
    ],
)
def test_bad_arguments(arguments, says):
    with pytest.raises(ValueError, match=says):
        selfo(**arguments)


def test_what_is_named_for_other_boards_can_be_made():
    """The message of a published setup on another board named one that none of the tries could make there."""
    with pytest.raises(ValueError, match='elsewhere take setup="regular", "irregular" or "dropped"'):
        selfo(board="triangular")
    with pytest.raises(ValueError, match=r'none .* was fair to all, .*setup="regular"'):
        selfo(board="triangular", side=5, setup="dropped")
    game = selfo(board="triangular", side=5, setup="regular")
    assert not is_over(game, game.start)
