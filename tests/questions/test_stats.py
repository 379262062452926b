"""What was done, and where: both lanes count their work, and Python leaves the compiler alone where it is told to."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import NamedTuple

import pytest

from lazytree import Game, Stats, deepen, mcts, perft, playouts, search, solve, unfold
from lazytree.cli.commands import format_lanes
from lazytree.core.lanes import Lane
from lazytree.games import konane, tic_tac_toe
from lazytree.searching.deepening import Progress


class Heap(NamedTuple):
    left: int
    grows: int
    mover: int


def too_large() -> Game[Heap, int]:
    """A heap of ten; a number beside it grows beyond 64 bits within four moves: machine code gives up there."""

    def mover(position: Heap) -> int:
        return position.mover

    def moves(position: Heap) -> Iterator[int]:
        for taken in range(1, 4):
            if taken <= position.left:
                yield taken

    def play(position: Heap, move: int) -> Heap:
        return Heap(position.left - move, position.grows * 100_003 + move, 1 - position.mover)

    def payoffs(position: Heap) -> tuple[int, int]:
        return (-1, 1) if position.mover == 0 else (1, -1)

    return Game(name="too large", start=Heap(10, 1, 0), mover=mover, moves=moves, play=play, payoffs=payoffs)


def test_a_trap_in_the_middle_leaves_the_work_of_both_lanes_counted():
    game, stats = too_large(), Stats()
    answers = list(deepen(game, stats=stats))
    lanes = [answer.lane for answer in answers]
    assert lanes == sorted(lanes)  # machine, then python
    assert set(lanes) == {"machine", "python"}
    assert 0 < stats.in_machine_code < stats.nodes == answers[-1].nodes
    last = [answer for answer in answers if answer.lane == "machine"][-1]
    assert last.nodes <= stats.in_machine_code  # what it did before the trap at the next depth counts, too
    assert stats.lane is not None
    assert "overflow" in stats.lane.reason
    assert [answer.value for answer in answers] == [answer.value for answer in deepen(game, lane="python")]


@pytest.mark.parametrize(
    "ask",
    [
        lambda game, **means: search(game, 4, **means),
        solve,
        unfold,
        lambda game, **means: playouts(game, 20, **means),
        lambda game, **means: list(islice(mcts(game, **means)(game.start), 5)),
    ],
    ids=["search", "solve", "unfold", "playouts", "mcts"],
)
def test_what_machine_code_has_seen_is_told_apart(ask):
    game = konane(rows=4, columns=4, opening="corner")
    for lane, share in (("machine", 1), ("python", 0)):
        stats = Stats()
        ask(game, stats=stats, lane=lane)
        assert stats.nodes > 0
        assert stats.in_machine_code == share * stats.nodes


def test_progress_says_what_a_depth_needs():
    """A clock that goes on by a second whenever it is read; an estimate is there from the third depth on."""
    ticks, told = count(), list[Progress[int]]()
    list(islice(deepen(tic_tac_toe(), lane="python", clock=lambda: next(ticks), progress=told.append), 5))
    needs = {progress.depth: progress.needs for progress in told}
    assert needs[1] is needs[2] is None
    assert all(needs[depth] > 0 for depth in (3, 4, 5))


@pytest.mark.parametrize("question", ["perft(game, 3)", "solve(game)", "unfold(game)", "search(game, 3)"])
def test_python_s_lane_does_not_import_the_compiler(question):
    question = question.replace(")", ', lane="python")')
    program = (
        f"import sys; from lazytree import *; from lazytree.games import tic_tac_toe\n"
        f"game = tic_tac_toe(); {question}\n"
        "print(*(name for name in ('llvmlite', 'lazytree.compiler.compiling', 'lazytree.compiler.running') "
        "if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_perft_of_both_lanes_is_the_published_count():
    """Tic-tac-toe has 255,168 games; 127,872 of them fill the board (Schaefer, MathRec solutions, 2002)."""
    assert {perft(tic_tac_toe(), 9, lane=lane) for lane in ("machine", "python")} == {127_872}


def test_lanes_of_several_moves_are_told_apart():
    machine, python = Lane("machine"), Lane("python", "overflow at rules.py:7")
    assert format_lanes((machine, machine)) == "machine"
    assert format_lanes((machine, python, machine)) == "machine for 2 moves; python (overflow at rules.py:7) for 1 move"
    assert format_lanes(()).startswith("python")
