"""Lanes: machine code where a game and its rating compile, Python elsewhere; the same answers in both."""

import sys
from collections.abc import Iterator
from itertools import count, islice, pairwise
from typing import NamedTuple

import pytest
from toolz import compose

from lazytree import SURE, Game, Stats, alphabeta, bots, deepen_tree, grow, prune, rate, searches, solve, think
from lazytree.core.lanes import Lane
from lazytree.core.stopping import never
from lazytree.games import GAMES, connect_four, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.playing.dispatch import deepening_of, lane_of, leaves_in, search_in, solution_in
from lazytree.trees.growing import perft_counts

KONANE = konane(rows=4, columns=4, opening="corner")


def answers_of_python(game, rating):
    growing = grow(game)
    return deepen_tree(lambda plies: compose(rate(game, rating), prune(plies), growing), game.start)


@pytest.mark.parametrize("name", KONANE.ratings)
def test_both_lanes_give_the_same_value_at_every_depth(name):
    rating, stats = KONANE.ratings[name], Stats()
    machine = deepening_of(KONANE, rating)
    assert machine is not None
    in_machine_code = list(islice(machine(KONANE.start, stats=stats), 6))
    in_python = list(islice(answers_of_python(KONANE, rating), 6))
    values = [answer.value for answer in in_python]
    assert [answer.value for answer in in_machine_code] == values[: len(in_machine_code)]
    assert len(in_machine_code) == 6 or abs(in_machine_code[-1].value) > SURE  # it ends where all is certain
    assert {answer.lane for answer in in_machine_code} == {"machine"}
    assert {answer.lane for answer in in_python} == {"python"}
    assert stats.seen == in_machine_code[-1].seen
    assert 0 < stats.seconds <= in_machine_code[-1].seconds


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_its_lane(name):
    assert lane_of(GAMES[name]()).name == "machine"


def test_what_does_not_compile_runs_in_python_and_says_why():
    chancy = dice_of_doom(dice="rolled")
    assert deepening_of(chancy, chancy.ratings["hexes"]) is None
    assert lane_of(chancy).reason == "chance nodes stay interpreted"
    assert deepening_of(KONANE, lambda position: 0) is None
    assert "plain `def`" in lane_of(KONANE, lambda position: 0).reason


def test_without_the_extra_all_runs_in_python(monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    assert deepening_of(KONANE, KONANE.ratings["mobility"]) is None
    assert lane_of(KONANE) == Lane("python", "llvmlite is not installed (extra `compiled`): pip install llvmlite")
    game = tic_tac_toe()
    assert game.format(game.start, think(game, seconds=30)(game.start))
    assert game.format(game.start, bots.mcts(game, 5_000)(game.start))


def test_machine_code_may_be_turned_off(monkeypatch):
    monkeypatch.setattr("lazytree.playing.bots.deepening_of", None)  # not asked
    game = tic_tac_toe()
    assert think(game, depth=7, machine=False)(game.start) == 4


@pytest.mark.parametrize("game", [KONANE, nim(heaps=(2, 1)), tic_tac_toe()], ids=lambda game: game.name)
def test_lines_are_counted_alike(game):
    lane = lane_of(game, search="lines")
    assert lane.name == "machine"
    assert list(islice(leaves_in(lane, game, game.start), 6)) == list(islice(perft_counts(game), 6))


@pytest.mark.parametrize("plies", range(4))
def test_moves_are_valued_alike(plies):
    game = connect_four(columns=4, rows=4)
    rating = game.ratings["open_lines"]
    search = search_in(lane_of(game, rating), game, rating, plies)
    assert search is not searches.alphabeta
    tree = rate(game, rating)(prune(plies + 2)(grow(game)(game.start)))
    for _, child in tree.branches:
        for _, sub in child.branches:
            stats = Stats()
            assert search(sub, None, searches.Context(stats=stats)).value == alphabeta(sub)
            assert stats.seen > 0


def test_the_end_of_a_game_is_worth_the_same():
    game = nim(heaps=(1,))
    rating = game.ratings["nim_sum"]
    tree = rate(game, rating)(grow(game)(game.play(game.start, next(iter(game.moves(game.start))))))
    assert search_in(lane_of(game, rating), game, rating, 3)(tree, None, searches.Context()).value == alphabeta(tree)


class Walk(NamedTuple):
    cell: int
    mover: int


def circling() -> Game[Walk, int]:
    """A walk to and fro, which FIRST wants to end at 4 and SECOND at 0."""

    def mover(position: Walk) -> int:
        return position.mover

    def moves(position: Walk) -> Iterator[int]:
        if 0 < position.cell < 4:
            yield -1
            yield 1

    def play(position: Walk, move: int) -> Walk:
        return Walk(position.cell + move, 1 - position.mover)

    def payoffs(position: Walk) -> tuple[int, int]:
        return (1, -1) if position.cell == 4 else (-1, 1)

    return Game("circling", Walk(2, 0), mover, moves, play, payoffs)


@pytest.mark.parametrize("game", [KONANE, nim(heaps=(2, 1)), circling()], ids=lambda game: game.name)
def test_solving_says_which_lane_has_solved_it(game):
    stats = Stats()
    solution, lane = solution_in(lane_of(game), game, game.start, stats)
    assert solution[:2] == solve(game)[:2]
    assert stats.seen > 0
    assert lane.name == ("python" if game.name == "circling" else "machine")
    assert bool(lane.reason) == (game.name == "circling")


@pytest.mark.parametrize("stop", [None, never])
def test_thinking_far_finds_what_is_to_be_found(stop):
    """A square that wins at once, and the only square that does not lose."""
    game = tic_tac_toe()
    player = think(game, seconds=60, stop=stop)
    assert game.format(game.read("XX.OO...."), player(game.read("XX.OO...."))) == "c3"
    assert game.format(game.read("X...O...X"), player(game.read("X...O...X"))) in {"b3", "a2", "c2", "b1"}


def test_thinking_in_machine_code_says_how_far_it_is():
    """A clock that ticks whenever it is read has it report at every poll; it goes on until one depth has told twice."""
    game, told = konane(rows=8, columns=8, opening="centre"), []
    looking, ticks = deepening_of(game, game.ratings["mobility"]), count()

    def twice() -> bool:
        return any(before.depth == after.depth > 1 for before, after in pairwise(told))

    answers = list(looking(game.start, stop=twice, progress=told.append, clock=lambda: next(ticks)))
    assert all(before.depth <= after.depth and before.seen <= after.seen for before, after in pairwise(told))
    assert told[-1].depth == answers[-1].depth + 1
    assert (told[-1].best, told[-1].line) == (answers[-1].best, answers[-1].line)
    assert told[-1].seen > told[0].seen


def test_one_that_is_stopped_at_once_still_moves():
    stats = Stats()
    game = konane(rows=8, columns=8, opening="centre")
    assert think(game, depth=30, stats=stats, stop=lambda: True)(game.start) in list(game.moves(game.start))
    assert stats.seen > 0
