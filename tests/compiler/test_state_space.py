"""Unfolding: how many positions a game has, how many moves, what it is worth; the same in both lanes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import FIRST, Game, solve, unfold
from lazytree.compiler import rules_lane
from lazytree.compiler.entry_points.state_space import state_space as in_machine_code
from lazytree.core.stopping import Stopped
from lazytree.games import (
    clobber,
    connect_four,
    dice_of_doom,
    domineering,
    hex,
    kalah,
    konane,
    nim,
    othello,
    tic_tac_toe,
)
from lazytree.solving import exact
from lazytree.solving.state_space import unfold_in_python as in_python


def by_hand(game, position):
    """Positions, moves and value, by recursion over a dict."""
    worth, moves = {}, 0

    def look(here):
        nonlocal moves
        if here not in worth:
            values = [look(game.play(here, move)) for move in game.moves(here)]
            moves += len(values)
            choice = max if game.mover(here) == FIRST else min
            worth[here] = choice(values) if values else game.payoffs(here)[FIRST]
        return worth[here]

    value = look(position)
    return len(worth), moves, value


def test_published_numbers():
    space = unfold(tic_tac_toe())
    assert (space.positions, space.value, space.lane) == (5478, 0, "machine")
    assert unfold(dice_of_doom(board="a3,a3,b3,b1")).positions == 87
    assert unfold(connect_four(columns=4, rows=4)).positions == 161_029  # after it has begun again with a larger table


SMALL = [
    clobber(rows=2, columns=4),
    domineering(rows=3, columns=4),
    hex(size=2, swap=True),
    kalah(pits=2, seeds=2, score="margin"),
    konane(rows=4, columns=4, opening="corner"),
    othello(rows=4, columns=4, score="margin"),
    tic_tac_toe(),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(4, 8))
def test_both_lanes_count_and_value_what_there_is(game, seed, plies):
    position, random = game.start, Random(seed)
    for _ in range(plies):
        position = random.choice([game.play(position, move) for move in game.moves(position)] or [position])
    expected = by_hand(game, position)
    assert in_machine_code(game, position, 16, None) == expected
    assert in_python(game, position, 16, None) == expected


NIM = nim(heaps=(3, 3, 3))


@given(st.tuples(*[st.integers(0, 3)] * 3))
@settings(deadline=None)
def test_nim_has_every_smaller_position_of_each_mover(heaps):
    position = NIM.start._replace(heaps=nim(heaps=heaps).start.heaps)
    space = unfold(NIM, position)
    assert (space.positions, space.moves, space.value) == by_hand(NIM, position)
    assert space.value == (1 if heaps[0] ^ heaps[1] ^ heaps[2] else -1)


def test_a_table_that_is_full_is_begun_again_larger():
    game = dice_of_doom(size=3, seed=1)
    assert in_machine_code(game, game.start, 2, None) == by_hand(game, game.start)
    for way in (in_machine_code, in_python):
        with pytest.raises(ValueError, match="positions, which is as many as fit into megabytes=1"):
            way(game, game.start, 1, None)


def test_games_of_chance_and_of_three_are_unfolded_in_python():
    for options in ({"dice": "rolled"}, {"players": 3}):
        game = dice_of_doom(board="a3,b2,a1,b1", **options)
        space = unfold(game)
        assert space.lane == "python"
        assert space.value == exact.solve_in_python(game).value


class Walk(NamedTuple):
    """A walker on a street of so many cells, who may go to and fro; each step moves the clock if there is one."""

    cell: int
    mover: int
    steps: int


def street(length: int, ticks: int) -> Game[Walk, int]:
    """FIRST wins at the right end, SECOND at the left one."""

    def moves(position: Walk) -> Iterator[int]:
        if 0 < position.cell < length:
            yield -1
            yield 1

    def play(position: Walk, move: int) -> Walk:
        return Walk(position.cell + move, 1 - position.mover, position.steps + ticks)

    def mover(position: Walk) -> int:
        return position.mover

    def payoffs(position: Walk) -> tuple[int, int]:
        return (1, -1) if position.cell == length else (-1, 1)

    return Game("street", Walk(length // 2, 0, 0), mover, moves, play, payoffs)


@pytest.mark.parametrize("length", (3, 4, 9))
def test_where_positions_come_round_again_it_says_so(length):
    game = street(length, ticks=0)
    assert rules_lane(game).name == "machine"
    for way in (in_machine_code, in_python):
        with pytest.raises(ValueError, match="can be repeated"):
            way(game, game.start, 16, None)
    assert solve(game)[:2] == exact.solve_in_python(game)[:2]


def test_a_game_without_an_end_needs_more_room_than_there_is():
    game = street(4, ticks=1)
    assert rules_lane(game).name == "machine"
    with pytest.raises(ValueError, match="as many as fit into megabytes=1"):
        unfold(game, megabytes=1)


@pytest.mark.parametrize("way", (in_machine_code, in_python))
def test_it_is_stopped(way):
    game = konane(rows=6, columns=6, opening="corner")
    polls = iter([False, True])
    with pytest.raises(Stopped):
        way(game, game.start, 1024, lambda: next(polls, True))


def test_room_is_a_whole_number():
    with pytest.raises(ValueError, match="megabytes must be a whole number of at least 1"):
        unfold(tic_tac_toe(), megabytes=0)
