"""`solve` finds what is near, keeps to its memory and says its lane, in both lanes."""

from __future__ import annotations

import gc
from functools import reduce
from itertools import islice
from typing import NamedTuple
from weakref import ref

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, Game, Stats
from lazytree.compiler.entry_points import deepening, solving
from lazytree.games import GAMES, connect_four, konane
from lazytree.searching.kernels.memory import Words
from lazytree.solving import exact


class Seeded(NamedTuple):
    number: int
    ply: int
    turn: int


def mover(position):
    return position.turn


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
    """FIRST's payoff by plain recursion, if it is forced within so many plies; None if not."""
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


@pytest.mark.parametrize("alone", (0, 0.2))
def test_both_ways_to_solve_find_the_same(monkeypatch, alone):
    monkeypatch.setattr(solving, "at_first", (lambda *_: None) if alone == 0 else solving.at_first)
    for rows, columns, opening in ((4, 4, "corner"), (4, 5, "centre"), (5, 4, "corner")):
        game = konane(rows=rows, columns=columns, opening=opening)
        mine, theirs = lazytree.solve(game, megabytes=4), exact.solve_in_python(game)
        assert mine[:2] == theirs[:2]
        assert (mine.lane, theirs.lane) == ("machine", "python")


def test_the_table_grows_while_a_search_writes_to_it(monkeypatch):
    monkeypatch.setattr(solving, "at_first", lambda *_: None)
    monkeypatch.setattr(solving, "SMALLEST", 64)
    game = konane(rows=5, columns=5, opening="corner")
    assert lazytree.solve(game, megabytes=16)[:2] == (1, 15)


def test_what_deepening_finds_beside_a_search_ends_it(monkeypatch):
    from lazytree.compiler.entry_points import solving as looking

    monkeypatch.setattr(solving, "at_first", lambda *_: None)
    monkeypatch.setattr(looking, "ALONE", 0.01)
    monkeypatch.setattr(looking, "REST", 1)
    game, position = won_in_three()
    solution = lazytree.solve(game, position, megabytes=64)
    assert solution[:2] == (1, 3)


def test_a_higher_payoff_that_comes_later_is_waited_for():
    game = Game("two ways", Way(0, 0), mover, two_ways, went, small_or_large)
    mine, theirs = lazytree.solve(game), exact.solve_in_python(game)
    assert mine[:3] == theirs[:3]
    assert mine.value == 5


@pytest.mark.parametrize("solve", (lazytree.solve, exact.solve_in_python))
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


def test_tables_are_freed_at_once(monkeypatch):
    made = []

    def noted(size):
        words = Words(size)
        made.append(ref(words))
        return words

    monkeypatch.setattr(deepening, "Words", noted)
    game = GAMES["tic_tac_toe"]()
    stopped = iter(range(10**9))
    lazytree.solve(game)
    gc.collect()
    gc.disable()
    try:
        del made[:]
        lazytree.solve(game)
        list(islice(lazytree.deepen(game), 3))
        try:
            lazytree.solve(connect_four(), stop=lambda: next(stopped) > 3)
        except lazytree.Stopped:
            made.append(lambda: None)
        assert made
        assert [words for words in made if words() is not None] == []
    finally:
        gc.enable()
