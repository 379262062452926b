"""Deepening in steps: only the depths that are asked for, each with the value of brute force, in both lanes."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import compose

from lazytree import Stats, deepen, deepen_tree, grow, prune, rate, think
from lazytree.games import konane, tic_tac_toe
from lazytree.searching.deepening import Progress
from tests.helpers.positions import walk_to, walks
from tests.helpers.trees import Graph, brute, endless_game, game_of, graphs

KONANE = konane(rows=4, columns=5, opening="centre")
LANES = pytest.mark.parametrize("lane", ["machine", "python"])
FIRSTS, STEPS = st.integers(1, 3), st.integers(1, 3)


@given(graphs(endless=True), FIRSTS, STEPS)
def test_a_tree_is_looked_at_to_these_depths_only(graph: Graph, first: int, step: int) -> None:
    if not graph[0].children:
        return
    game, looked_at = game_of(graph), list[int]()
    growing = grow(game)

    def look(depth: int) -> Any:
        looked_at.append(depth)
        return compose(rate(game, "number"), prune(depth), growing)

    answers = list(islice(deepen_tree(look, 0, first=first, step=step), 3))
    depths = [first, first + step, first + 2 * step][: len(answers)]
    assert [answer.depth for answer in answers] == looked_at == depths
    for answer in answers:
        assert answer.value == brute(game, game.ratings["number"], 0, answer.depth)


@LANES
@given(walks(8), FIRSTS, STEPS)
def test_both_lanes_find_the_values_of_brute_force(lane: str, walk: tuple[int, int], first: int, step: int) -> None:
    position, rating = walk_to(KONANE, walk), KONANE.ratings["weighed"]
    answers = list(islice(deepen(KONANE, position, "weighed", lane=lane, first=first, step=step), 2))
    assert [answer.depth for answer in answers] == [first, first + step][: len(answers)]
    for answer in answers:
        assert answer.lane == lane
        assert answer.value == brute(KONANE, rating, position, answer.depth)
        after = KONANE.play(position, answer.best)
        assert answer.value == brute(KONANE, rating, after, answer.depth - 1, 1)


@LANES
def test_odd_depths_end_with_the_whole_game(lane: str) -> None:
    """Tic-tac-toe is a draw, and is over after nine moves."""
    answers = list(deepen(tic_tac_toe(), lane=lane, step=2))
    assert [answer.depth for answer in answers] == [1, 3, 5, 7, 9]
    assert answers[-1].value == 0


@LANES
@given(walks(8), FIRSTS, STEPS, st.integers(0, 3))
def test_think_makes_a_best_move_of_the_last_depth(
    lane: str, walk: tuple[int, int], first: int, step: int, more: int
) -> None:
    """`depth` lets it look at `first`, `first + step` and so on, never deeper."""
    position, rating = walk_to(KONANE, walk), KONANE.ratings["mobility"]
    last = max(depth for depth in range(first, first + more + 1, step))
    sign = 1 if KONANE.mover(position) == 0 else -1
    worth = {
        move: sign * brute(KONANE, rating, KONANE.play(position, move), last - 1, 1) for move in KONANE.moves(position)
    }
    bot = think(KONANE, first + more, "mobility", lane=lane, first=first, step=step)
    assert worth[bot(position)] == max(worth.values())


def test_think_looks_at_no_other_depth() -> None:
    told: list[Progress[Any]] = []
    ticks = iter(range(10**6))
    think(KONANE, 6, "mobility", lane="python", first=2, step=2, progress=told.append, clock=lambda: next(ticks))(
        KONANE.start
    )
    assert {report.depth for report in told} == {2, 4, 6}


def test_with_neither_depth_nor_seconds_think_looks_at_the_first_depth_at_least() -> None:
    """Four plies is what it looks ahead unless more is asked for."""
    told: list[Progress[Any]] = []
    ticks = iter(range(10**6))
    think(KONANE, first=5, lane="python", progress=told.append, clock=lambda: next(ticks))(KONANE.start)
    assert {report.depth for report in told} == {5}


def test_the_first_depth_is_finished_even_if_it_is_not_depth_1() -> None:
    game, stats = endless_game(), Stats()
    answers = list(deepen(game, rating=lambda position: 0, stats=stats, stop=lambda: True, first=5, step=2))
    assert [answer.depth for answer in answers] == [5]


@pytest.mark.parametrize("wrong", [0, -2, 1.5, "2", True, None])
@pytest.mark.parametrize("name", ["first", "step"])
def test_a_wrong_step_is_named(name: str, wrong: Any) -> None:
    for ask in (
        lambda **means: deepen(KONANE, **means),
        lambda **means: deepen_tree(lambda depth: grow(KONANE), KONANE.start, **means),
        lambda **means: think(KONANE, **means),
    ):
        with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1"):
            ask(**{name: wrong})


def test_a_first_depth_beyond_the_last_is_named() -> None:
    with pytest.raises(ValueError, match="first must be at most depth, which is 3; not 4"):
        think(KONANE, depth=3, first=4)
