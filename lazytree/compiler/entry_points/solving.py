"""Solving: who wins, and how soon, by principal variation search to the end of the game."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from functools import partial, reduce
from typing import Any

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, deadline, raise_if_stopped
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.scout import CUT, ENTRIES, THREADS, Memory, scout
from lazytree.searching.kernels.searches import FAR, TO_THE_END
from lazytree.solving.exact import Solution
from lazytree.trees.ratings import even

from ..running import Runner
from ..runtime.waiting import started
from .deepening import COUNTED, found, is_certain, line_in, memories_for, moves_along, pays_floats, pays_more
from .memories import grow_table, search, tallied

# ---- Looking for an end that is near: deepening, first alone, then beside a search to the end, in little of its time
#
# A search to the end may be lost in the first move's lines while another move wins in three plies; deepening finds that
# at once. Deep down the search to the end is faster, so that deepening must not take much of its time.


ALONE = 0.2  # seconds
REST = 16  # times as long as it looks


def at_first(
    game: Game[P, M], run: Runner, memory: Memory, here: P, stats: Stats, stop: Stop | None
) -> tuple[M, ...] | None:
    """A best line to the end, if it is found soon. Trapped where machine code cannot look."""
    late = deadline(ALONE)
    guess: Any = 0

    def enough() -> bool:
        return late() or (stop is not None and stop())

    try:
        for depth in range(1, TO_THE_END):
            result = found(game, run, memory, here, depth, guess, stats, enough)
            if result.exhaustive:
                return result.line
            guess = result.value
    except Stopped:
        raise_if_stopped(stop)
    return None


class Beside:
    """Deepening in a thread of its own: for some time, then not for many times as long, then for twice the time ..."""

    def __init__(self, game: Game[Any, Any], run: Runner, memory: Memory, here: Any) -> None:
        self.look = partial(whole_line, game, run, memory, here)
        self.line: tuple[Any, ...] | None = None
        self.over, self.flag = threading.Event(), Flag()

    def work(self) -> None:
        """Until a line is found or it is over."""
        seconds, depth = 2 * ALONE, 1
        while not self.over.wait(REST * seconds):
            timer = threading.Timer(seconds, self.flag.set)
            timer.start()
            try:
                while self.line is None:
                    self.line = self.look(depth, self.flag)
                    depth += 1
                return
            except Trapped as trapped:
                if trapped.trap is not Trap.STOPPED:
                    return
            finally:
                timer.cancel()
            self.flag.word.value = 0
            seconds *= 2

    def end(self) -> None:
        self.over.set()
        self.flag.set()


def whole_line(
    game: Game[Any, Any], run: Runner, memory: Memory, here: Any, depth: int, flag: Flag
) -> tuple[Any, ...] | None:
    """A best line, if one can be known at this depth; Trapped once the flag is up."""
    if depth >= TO_THE_END:
        raise Trapped(Trap.RECURSION, f"depth {depth}")
    memory.counts[CUT] = 0
    value = run.direct(flag, memory, here, depth, -FAR, FAR, 0, 0)
    if memory.counts[CUT] == 0 or is_certain(game, value):
        return moves_along(game, here, line_in(memory.counts.words))
    return None


SMALLEST = 2**18  # entries that a search to the end begins with
LOOKED = 2**20  # entries that deepening uses, of the same table


def highest_payoff(game: Game[P, M]) -> float | None:
    """The highest payoff of a game, if inference knows that it pays 1, 0 and -1 only; else None."""
    return None if pays_more(game) else 1


def solve_refusal(game: Game[P, M]) -> str:
    """Why a game that compiles is not solved in machine code; empty if it may be."""
    return "exact values of payoffs that are floats" if pays_floats(game) else ""


def solve_runner(game: Game[P, M]) -> Runner:
    """What searches to the end of a game."""
    return Runner(game, scout, even)


def solve_exactly(
    game: Game[P, M],
    here: P,
    stats: Stats,
    megabytes: int,
    stop: Stop | None,
    threads: int,
) -> Solution[M]:
    """The exact value, plies and a best line. Trapped where machine code cannot find them."""
    if beyond := solve_refusal(game):
        raise Trapped(Trap.OUTSIDE, beyond)
    looking, *memories = memories_for(threads + 1, megabytes)
    line = tuple(best_line(game, here, memories, looking, stats, stop))
    end = reduce(game.play, line, here)
    return Solution(game.payoffs(end)[FIRST], len(line), line, MACHINE)


def best_line(
    game: Game[P, M], here: P, memories: Sequence[Memory], looking: Memory, stats: Stats, stop: Stop | None
) -> Iterator[M]:
    """The best moves of both to the end; Trapped where machine code cannot find them."""
    run = solve_runner(game)
    most = looking.counts[ENTRIES]
    looking.counts[ENTRIES], looking.counts[THREADS] = min(LOOKED, most), 1
    for memory in memories:
        memory.counts[ENTRIES], memory.counts[THREADS] = min(SMALLEST, most), len(memories)
    while any(True for _ in game.moves(here)):
        line = at_first(game, run, looking, here, stats, stop)
        for move in line or by_both(game, run, memories, looking, here, most, stats, stop):
            yield move
            here = game.play(here, move)


def by_both(
    game: Game[P, M],
    run: Runner,
    memories: Sequence[Memory],
    looking: Memory,
    here: P,
    most: int,
    stats: Stats,
    stop: Stop | None,
) -> tuple[M, ...]:
    """A best line from a search to the end, or from deepening beside it if that is there sooner."""
    beside = Beside(game, run, looking, here)
    with tallied([looking, *memories], COUNTED, stats, stop) as tally:

        def poll() -> bool:
            grow_table(memories, most)
            return tally() or beside.line is not None

        thread = started(beside.work)
        try:
            return to_the_end(game, run, memories, here, poll)
        except Stopped:
            raise_if_stopped(stop)
            assert beside.line is not None
            return beside.line
        finally:
            beside.end()
            thread.ended.wait()


def to_the_end(game: Game[P, M], run: Runner, memories: Sequence[Memory], here: P, stop: Stop) -> tuple[M, ...]:
    """First who wins, then how soon."""
    won, _ = search(run, memories, here, TO_THE_END, 0, 1, stop)
    _, memory = search(run, memories, here, TO_THE_END, *((0, FAR) if won > 0 else (-FAR, 1)), stop)
    return moves_along(game, here, line_in(memory.counts.words))
