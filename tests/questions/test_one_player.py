"""A game of one player is searched as one of two in which only FIRST ever moves; and why Python solved a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lazytree import SURE, WIN, Game, Stats, compiled, search, solve, think

END = 6


def moves(here: int) -> Iterator[int]:
    if here < END:
        yield 1
        yield 2
        yield 3


def play(here: int, move: int) -> int:
    return here + move


PUZZLE: Game[int, int] = Game(
    name="puzzle",
    start=0,
    players=("me",),
    mover=lambda here: 0,
    moves=moves,
    play=play,
    payoffs=lambda here: (1 if here == END + 2 else 0,),
    ratings={"far": lambda here: 10 * here},
)


def brute(here: int, depth: int) -> float:
    """The greatest value, each a win a ply sooner; by hand."""
    after = [play(here, move) for move in moves(here)]
    if not after:
        return WIN * PUZZLE.payoffs(here)[0]
    if depth == 0:
        return PUZZLE.ratings["far"](here)
    worth = max(brute(there, depth - 1) for there in after)
    return worth - 1 if worth > SURE else worth


@pytest.mark.parametrize("game", [PUZZLE, compiled(PUZZLE)], ids=["plain", "compiled"])
@pytest.mark.parametrize("depth", [1, 2, 3, 7])
@pytest.mark.parametrize("lane", [None, "python"])
def test_one_player_is_searched(game: Game[int, int], depth: int, lane: str | None) -> None:
    assert search(game, depth, lane=lane).value == brute(0, depth)


def test_one_player_without_ratings_is_rated_0_as_many_players_are() -> None:
    game: Game[int, int] = Game(
        name="bare",
        start=0,
        players=("me",),
        mover=lambda here: 0,
        moves=moves,
        play=play,
        payoffs=lambda here: (here,),
    )
    assert search(game, 1).value == 0
    assert search(game, 9).value > SURE
    assert think(game, depth=3)(0) in (1, 2, 3)


def test_machine_code_alone_says_that_one_player_is_searched_in_python() -> None:
    with pytest.raises(ValueError, match="a game of one player is searched in Python"):
        search(PUZZLE, 3, lane="machine")


def steps(here: int) -> Iterator[int]:
    yield 1
    yield 2


@pytest.mark.parametrize("most", [1, 2])
def test_machine_code_finds_that_neither_player_can_force_an_end(most: int) -> None:
    """Also where more than 1 may be paid."""
    ring: Game[Any, int] = Game(
        name="ring",
        start=0,
        mover=lambda here: 0,
        moves=steps,
        play=lambda here, move: (here + move) % 3,
        payoffs=lambda here: (most, -most),
    )
    stats = Stats()
    assert solve(ring, stats=stats).value == 0
    assert stats.lane is not None and stats.lane.name == "machine"
