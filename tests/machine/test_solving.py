"""`solve` and `unfold` in both lanes: what is near is found, memory is kept to, positions are counted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from random import Random
from typing import NamedTuple
from unittest.mock import Mock, patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, Game, Stats, solve, unfold
from lazytree.compiler import rules_lane
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
from lazytree.machine import asking, memories, solving
from lazytree.machine.counting import count_positions as in_machine_code
from lazytree.solving import exact
from lazytree.solving.state_space import unfold_in_python as in_python
from tests.compiler.places import mover


class Seeded(NamedTuple):
    number: int
    ply: int
    turn: int


def four(position):
    for move in range(4):
        if position.ply < 14:
            yield move


def scattered(position, move):
    """The product takes more than 64 bits."""
    return Seeded((position.number * 6364136223846793005 + move) & 2**62 - 1, position.ply + 1, 1 - position.turn)


def drawn(position):
    return (0, 0)


class Way(NamedTuple):
    place: int
    turn: int


def two_ways(position):
    """At the start, a win at once pays less than one that comes later."""
    if position.place == 0:
        yield 1
        yield 2
    elif position.place >= 2 and position.place < 8:
        yield 1


def went(position, move):
    return Way(position.place + move, 1 - position.turn)


def small_or_large(position):
    return (1, -1) if position.place == 1 else (5, -5)


def won_in_three():
    game = connect_four()
    return game, reduce(game.play, (5, 0, 3, 5), game.start)


def proven(game, position, plies):
    """FIRST's payoff by plain recursion, if it is forced within `plies`; None if not."""
    moves = list(game.moves(position))
    if not moves or plies == 0:
        return None if moves else game.payoffs(position)[FIRST]
    after = [proven(game, game.play(position, move), plies - 1) for move in moves]
    mine = 1 if game.mover(position) == FIRST else -1
    if mine in after:
        return mine
    return None if None in after else mine * max(mine * each for each in after)


@pytest.mark.parametrize("interpreted", (False, True))
def test_a_win_that_is_near_is_found_at_once(interpreted):
    game, position = won_in_three()
    stats = Stats()
    if interpreted:
        solution = exact.solve_in_python(game, position, stats, highest=1)
    else:
        solution = lazytree.solve(game, position, stats)
    assert proven(game, position, 2) is None
    assert proven(game, position, 3) == solution.value == 1
    assert solution.plies == len(solution.line) == 3
    assert game.payoffs(reduce(game.play, solution.line, position))[FIRST] == 1
    assert stats.nodes < 100_000
    assert solution.lane == ("python" if interpreted else "machine")


LINES = (
    connect_four(3, 4, connect=3),
    konane(4, 4, "corner"),
    clobber(3, 3),
    domineering(3, 4),
    kalah(2, 2, score="margin"),
)


@pytest.mark.parametrize("game", LINES, ids=lambda game: game.name)
def test_a_line_that_machine_code_finds_at_once_is_the_one_that_questions_find(game, monkeypatch):
    random = Random(3)
    positions = [after_some_moves(game, plies, random) for plies in range(8)]
    monkeypatch.setattr(solving, "best_line", unused)
    found = [lazytree.solve(game, position, lane="machine") for position in positions]
    for moves, position in zip((solution.line for solution in found), positions):
        values = {move: value_in_python(game, game.play(position, move)) for move in game.moves(position)}
        assert moves[0] == next(move for move in values if values[move] == values[moves[0]])  # the first of equals
    monkeypatch.undo()
    monkeypatch.setattr(solving, "best_line_at_once", lambda ask, here, value: ())
    assert [lazytree.solve(game, position, lane="machine").line for position in positions] == [
        solution.line for solution in found
    ]


def after_some_moves(game, plies, random):
    """A position with moves, after up to that many moves at random."""
    position = game.start
    for _ in range(plies):
        after = game.play(position, random.choice(list(game.moves(position))))
        if not any(True for _ in game.moves(after)):
            break
        position = after
    return position


def value_in_python(game, position):
    """The value and the plies of a position, in Python."""
    solution = exact.solve_in_python(game, position, Stats(), highest=None if "margin" in str(game.parameters) else 1)
    return solution.value, solution.plies if solution.value else 0


def unused(*given):
    raise AssertionError("machine code has not found the line at once")


def test_a_line_that_takes_longer_is_found_by_questions(monkeypatch):
    game = konane(5, 5, "corner")
    expected = lazytree.solve(game).line
    monkeypatch.setattr(solving, "SHORT", 1)
    monkeypatch.setattr(solving, "best_line", Mock(wraps=solving.best_line))
    assert lazytree.solve(game).line == expected
    assert solving.best_line.called


def test_the_table_grows_while_a_search_writes_to_it(monkeypatch):
    monkeypatch.setattr(memories, "FEWEST", 64)
    monkeypatch.setattr(asking, "BEGUN", 64)
    game = konane(rows=5, columns=5, opening="corner")
    assert lazytree.solve(game, megabytes=16)[:2] == (1, 15)


def test_a_higher_payoff_that_comes_later_is_waited_for():
    game = Game("two ways", Way(0, 0), mover, two_ways, went, small_or_large)
    mine, theirs = lazytree.solve(game), exact.solve_in_python(game)
    assert mine[:3] == theirs[:3]
    assert mine.value == 5


@pytest.mark.parametrize("solve", (partial(lazytree.solve, lane="python"), exact.solve_in_python))
def test_the_interpreted_lane_keeps_to_its_megabytes(solve):
    game = Game("scattered", Seeded(1, 0, 0), mover, four, scattered, drawn)
    with pytest.raises(ValueError, match="megabytes=1"):
        solve(game, megabytes=1)


def round_and_round(position):
    yield 1
    yield 2


def stepped(position, move):
    return Way((position.place + move) % 5_000, 1 - position.turn)


def test_games_in_circles_keep_to_their_megabytes_too():
    game = Game("circles", Way(0, 0), mover, round_and_round, stepped, drawn)
    with pytest.raises(ValueError, match="megabytes=1"):
        exact.solve_in_python(game, megabytes=1)
    assert exact.solve_in_python(game).value == 0


# ---- how many positions a game has, how many moves, its value


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


class Walk(NamedTuple):
    """A walker on a street, who may go to and fro; each step moves the clock if there is one."""

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
    found, expected = solve(game), exact.solve_in_python(game)
    assert found.value == expected.value
    assert found.value == 0 or found.plies == expected.plies  # lines to a draw have several lengths


def test_a_game_without_an_end_needs_more_room_than_there_is():
    game = street(4, ticks=1)
    assert rules_lane(game).name == "machine"
    with pytest.raises(ValueError, match="as many as fit into megabytes=1"):
        unfold(game, megabytes=1)


@pytest.mark.parametrize("way", (in_machine_code, in_python))
def test_unfolding_is_stopped_by_a_flag(way):
    game = konane(rows=6, columns=6, opening="corner")
    polls = iter([False, True])
    with pytest.raises(Stopped):
        way(game, game.start, 1024, lambda: next(polls, True))


def test_room_is_a_whole_number():
    with pytest.raises(ValueError, match="megabytes must be a whole number of at least 1"):
        unfold(tic_tac_toe(), megabytes=0)


def test_progress_says_what_is_known_by_then() -> None:
    game, told = domineering(6, 6), list[str]()
    with patch("lazytree.core.progress.EVERY", 0.001):
        solution = solve(game, lane="machine", progress=told.append)
    assert solution.value == 1
    assert told[-1].partition(", machine; ")[2].startswith("vertical wins")
