"""Counting lines of play: what is below a position is counted once, and the count is the plain one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree import Game, perft
from lazytree.compiler import compiling
from lazytree.compiler.entry_points.counting import lines
from lazytree.compiler.running import Runner
from lazytree.core.stopping import Stopped
from lazytree.games import konane, nim, othello, tic_tac_toe
from lazytree.searching.kernels.memory import Words
from lazytree.trees.ratings import even

GAMES = {"nim": nim(heaps=(3, 4, 2)), "tic_tac_toe": tic_tac_toe(), "konane": konane(rows=4, columns=4)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("entries", (1, 8, 1024))
def test_a_table_of_any_size_gives_the_count_without_one(name, entries):
    game = GAMES[name]
    run = Runner(game, lines, even)
    for depth in range(7):
        table = Words(2 * entries)
        assert run.in_machine_code(table, entries, game.start, depth) == lazytree.perft(game, depth, lane="python")
        assert lines(run.rules, table, entries, game.start, min(depth, 3)) == lazytree.perft(
            game, min(depth, 3), lane="python"
        )


class Step(NamedTuple):
    number: int


def wide() -> Game[Step, int]:
    """Ten moves lead from each step to the next one."""

    def mover(position: Step) -> int:
        return position.number % 2

    def moves(position: Step) -> Iterator[int]:
        yield from range(10)

    def play(position: Step, move: int) -> Step:
        return Step(position.number + 1)

    def payoffs(position: Step) -> tuple[int, int]:
        return 0, 0

    return Game("wide", Step(0), mover, moves, play, payoffs)


def test_more_lines_than_64_bits_count():
    game = wide()
    assert compiling.rules_lane(game).name == "machine"
    assert [perft(game, depth) for depth in (18, 19, 30)] == [10**18, 10**19, 10**30]


def test_after_the_last_move_there_is_nothing_to_count():
    assert [perft(nim(heaps=(2,)), depth) for depth in range(5)] == [1, 2, 1, 0, 0]


def test_it_is_stopped():
    polls = iter([False, True])
    with pytest.raises(Stopped):
        perft(othello(), 40, stop=lambda: next(polls, True))
