"""Lanes: machine code where a game and its rating compile, Python elsewhere; the same answers in both."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice, pairwise
from threading import Thread
from typing import NamedTuple

import pytest
from toolz import compose

from lazytree import (
    SURE,
    Game,
    Stats,
    alphabeta,
    bots,
    deepen,
    deepen_tree,
    grow,
    mcts,
    perft,
    perft_counts,
    playouts,
    prune,
    rate,
    search,
    solve,
    think,
    unfold,
)
from lazytree.compiler import rules_lane
from lazytree.core.lanes import Lane
from lazytree.core.stopping import never
from lazytree.games import GAMES, connect_four, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.questions import depth_search, dispatch
from lazytree.searching import tables
from lazytree.searching.kernels import memory
from lazytree.searching.tables import Table
from tests.helpers.marks import slow_unless

KONANE = konane(rows=4, columns=4, opening="corner")


def answers_of_python(game, rating):
    growing = grow(game)
    return deepen_tree(lambda plies: compose(rate(game, rating), prune(plies), growing), game.start)


@pytest.mark.parametrize("name", slow_unless(["mobility"], KONANE.ratings))
def test_both_lanes_give_the_same_value_at_every_depth(name):
    rating, stats = KONANE.ratings[name], Stats()
    in_machine_code = list(islice(deepen(KONANE, rating=rating, stats=stats), 6))
    for answers in (answers_of_python(KONANE, rating), deepen(KONANE, rating=name, lane="python")):
        in_python = list(islice(answers, 6))
        values = [answer.value for answer in in_python]
        assert [answer.value for answer in in_machine_code] == values[: len(in_machine_code)]
        assert {answer.lane for answer in in_python} == {"python"}
    assert len(in_machine_code) == 6 or abs(in_machine_code[-1].value) > SURE  # it ends where all is certain
    assert {answer.lane for answer in in_machine_code} == {"machine"}
    assert stats.nodes == in_machine_code[-1].nodes
    assert 0 < stats.seconds <= in_machine_code[-1].seconds
    assert stats.lane == Lane("machine")


@pytest.mark.parametrize("megabytes", (1, 3))
def test_megabytes_bound_the_table_of_python_and_change_no_value(megabytes, monkeypatch):
    """An entry is taken to be so large that few fit: bounds give way to others all the time."""
    made: list[Table] = []
    monkeypatch.setattr(tables, "ENTRY_BYTES", 100_000)
    monkeypatch.setattr(depth_search, "Table", lambda **size: made.append(Table(**size)) or made[-1])
    for depth in (3, 5):
        tree = rate(KONANE, "mobility")(prune(depth)(grow(KONANE)(KONANE.start)))
        assert search(KONANE, depth, "mobility", lane="python", megabytes=megabytes).value == alphabeta(tree)
        assert made[-1].size == 10 * megabytes


@pytest.mark.parametrize("name", slow_unless(["nim", "dice_of_doom"], GAMES))
def test_every_game_says_its_lane(name):
    assert rules_lane(GAMES[name]()).name == "machine"


def test_what_does_not_compile_runs_in_python_and_says_why():
    stats = Stats()
    moves = KONANE.moves
    printed = replace(KONANE, moves=lambda position: [print(end="") or move for move in moves(position)])
    assert next(iter(deepen(printed, stats=stats))).lane == "python"
    assert stats.lane.reason == rules_lane(printed).reason and "no side effects: no `print`" in stats.lane.reason
    assert next(iter(deepen(KONANE, rating=lambda position: len(str(position.mover)), stats=stats))).lane == "python"
    assert "no text is made" in stats.lane.reason


def test_a_lane_that_is_named_is_taken_or_refused():
    with pytest.raises(ValueError, match="an exact fraction"):
        solve(dice_of_doom(size=2, dice="rolled"), lane="machine")
    with pytest.raises(ValueError, match="machine code cannot answer this"):
        next(iter(deepen(KONANE, rating=lambda position: len(str(position.mover)), lane="machine")))
    with pytest.raises(ValueError, match="lane must be"):
        perft(KONANE, 2, lane="c")
    stats = Stats()
    for ask in (
        solve,
        unfold,
        lambda game, **means: perft(game, 3, **means),
        lambda game, **means: playouts(game, 5, **means),
    ):
        for name in ("machine", "python"):
            ask(KONANE, stats=stats, lane=name)
            assert stats.lane.name == name


@pytest.mark.slow
def test_a_seed_gives_the_same_games_in_both_lanes():
    for game in (KONANE, tic_tac_toe()):
        machine, python = (playouts(game, 300, seed=3, lane=name) for name in ("machine", "python"))
        assert machine[:2] == python[:2]
        sampled = [list(islice(mcts(game, 5, lane=name)(game.start), 6)) for name in ("machine", "python")]
        assert [answer[:5] for answer in sampled[0]] == [answer[:5] for answer in sampled[1]]
        assert [answers[-1].lane for answers in sampled] == ["machine", "python"]


@pytest.mark.parametrize("name", ["machine", "python"])
def test_statistics_are_filled_in_both_lanes(name):
    stats = Stats()
    search(KONANE, 6, "mobility", stats=stats, lane=name)
    assert min(stats.nodes, stats.rated, stats.interior, stats.branches, stats.cutoffs) > 0 < stats.seconds
    assert 1 < stats.branching < 10


def test_games_of_more_than_two_players_have_a_number_for_each():
    game = dice_of_doom(size=2, players=3)
    assert len(search(game, 2).value) == 3
    assert len(playouts(game, 3).value) == 3


def test_without_the_extra_all_runs_in_python(monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    fresh = replace(KONANE)  # machine code that is there already stays
    assert next(iter(deepen(fresh))).lane == "python"
    assert rules_lane(fresh) == Lane("python", "llvmlite is not installed (extra `compiled`): pip install llvmlite")
    game = tic_tac_toe()
    assert game.format(game.start, think(game, seconds=30)(game.start))
    assert game.format(game.start, bots.mcts(game, 5_000)(game.start))


def test_machine_code_may_be_turned_off(monkeypatch):
    monkeypatch.setattr("lazytree.machine.search_to_depth", None)  # not asked
    game = tic_tac_toe()
    assert think(game, depth=7, lane="python")(game.start) == 4


@pytest.mark.parametrize("game", [KONANE, nim(heaps=(2, 1)), tic_tac_toe()], ids=lambda game: game.name)
def test_lines_are_counted_alike(game):
    stats = Stats()
    counts = [perft(game, depth, stats=stats) for depth in range(1, 7)]
    assert stats.lane == Lane("machine")
    assert counts == list(islice(perft_counts(game), 6))


@pytest.mark.parametrize("plies", range(1, 4))
def test_positions_are_valued_alike(plies):
    game = connect_four(columns=4, rows=4)
    tree = rate(game, game.ratings["open_lines"])(prune(plies + 2)(grow(game)(game.start)))
    for _, child in tree.branches:
        for _, sub in child.branches:
            stats = Stats()
            assert search(game, plies, "open_lines", sub.key, stats).value == alphabeta(sub)
            assert stats.nodes > 0


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
    solution = solve(game, stats=stats)
    assert solution[:2] == solve(game, lane="python")[:2]
    assert stats.nodes > 0
    assert solution.lane == stats.lane.name == "machine"
    assert not stats.lane.reason


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
    ticks = count()

    def twice() -> bool:
        return any(before.depth == after.depth > 1 for before, after in pairwise(told))

    answers = list(deepen(game, rating="mobility", stop=twice, progress=told.append, clock=lambda: next(ticks)))
    assert all(before.depth <= after.depth and before.nodes <= after.nodes for before, after in pairwise(told))
    found = {answer.depth: answer for answer in answers}
    assert told[-1].depth - answers[-1].depth in (0, 1)  # the last depth may be finished before it is stopped
    for report in told:
        before = found.get(report.depth - 1)
        assert (report.best, report.line) == ((before.best, before.line) if before else (None, ()))
    assert told[-1].nodes > told[0].nodes


def test_one_that_is_stopped_at_once_still_moves():
    stats = Stats()
    game = konane(rows=8, columns=8, opening="centre")
    assert think(game, depth=30, stats=stats, stop=lambda: True)(game.start) in list(game.moves(game.start))
    assert stats.nodes > 0


def test_without_llvmlite_and_without_threads_nothing_is_made_ready_for_machine_code(monkeypatch):
    """As in a browser, where no thread can be started (tests/browser/test_pyodide.py runs there)."""

    def cannot(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(dispatch, "is_installed", lambda: False)
    monkeypatch.setattr(Thread, "start", cannot)
    monkeypatch.setattr(memory, "zeros", lambda size: pytest.fail("words for machine code"))
    game, told = tic_tac_toe(), []
    stats = Stats()
    assert next(iter(deepen(game, seconds=60, progress=told.append))).lane == "python"
    assert solve(game, stats=stats).lane == "python" and "llvmlite is not installed" in stats.lane.reason
    assert think(game, seconds=0.02)(game.start) in range(9)
    with pytest.raises(ValueError, match="llvmlite is not installed"):
        search(game, 3, lane="machine")
