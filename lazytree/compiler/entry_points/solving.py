"""Solving: who wins, and how soon, by principal variation search to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import memmove
from functools import reduce

from lazytree.core.board import at_least
from lazytree.core.errors import Trapped
from lazytree.core.game import FIRST, Game, M, P, start_of
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, check
from lazytree.solving.exact import Solution
from lazytree.solving.exact import solve as solve_interpreted
from lazytree.trees.ratings import even

from ..compiling import original
from ..kernels.scout import ENTRIES, SEEN, THREADS, Memory, scout
from ..kernels.searches import FAR, TO_THE_END
from ..running import Runner, watched
from ..runtime.waiting import started
from .deepening import memories_for, moves_along, pays_more, tallied
from .looking import Beside, at_first
from .teamwork import search

MEGABYTES = 1024
ENTRY_BYTES = 16
SMALLEST = 2**18  # entries that a search to the end begins with
LOOKED = 2**20  # entries that deepening uses, of the same table


def solve(
    game: Game[P, M],
    position: P | None = None,
    stats: Stats | None = None,
    *,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    threads: int = 1,
) -> Solution[M]:
    """What `lazytree.solve` says: the payoff of FIRST under best play, in how many plies, and a best line.

    There may be several best lines; those to a draw may have other lengths.

    >>> from lazytree.games import tic_tac_toe
    >>> solve(tic_tac_toe()).value
    0
    """
    at_least("megabytes", megabytes, 1)
    here, spent = start_of(game, position), stats or Stats()
    try:
        return solved(game, here, spent, megabytes, stop, threads)
    except Trapped:  # it goes in circles, or too deep
        return solved_in_python(game, here, spent, megabytes, stop)


def solved_in_python(
    game: Game[P, M], here: P, stats: Stats, megabytes: int = MEGABYTES, stop: Stop | None = None
) -> Solution[M]:
    """The same, found by `lazytree.solve`, which is told what the compiler knows of payoffs."""
    plain = watched(original(game), stop)
    return solve_interpreted(plain, here, stats, megabytes=megabytes, highest=None if pays_more(game) else 1)


def solved(
    game: Game[P, M],
    here: P,
    stats: Stats,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    threads: int = 1,
) -> Solution[M]:
    """The same; Trapped where machine code cannot find it."""
    at_least("threads", threads, 1)
    looking, *memories = memories_for(threads + 1, megabytes)
    line = tuple(best_line(game, here, memories, looking, stats, stop))
    end = reduce(game.play, line, here)
    return Solution(game.payoffs(end)[FIRST], len(line), line, MACHINE)


def best_line(
    game: Game[P, M], here: P, memories: Sequence[Memory], looking: Memory, stats: Stats, stop: Stop | None
) -> Iterator[M]:
    """The best moves of both to the end; Trapped where machine code cannot find them."""
    run = Runner(game, scout, even)
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
    with tallied([looking, *memories], stats, stop) as tally:

        def poll() -> bool:
            grow_table(memories, most)
            return tally() or beside.line is not None

        thread = started(beside.work)
        try:
            return to_the_end(game, run, memories, here, poll)
        except Stopped:
            check(stop)
            assert beside.line is not None
            return beside.line
        finally:
            beside.end()
            thread.ended.wait()


def to_the_end(game: Game[P, M], run: Runner, memories: Sequence[Memory], here: P, stop: Stop) -> tuple[M, ...]:
    """First who wins, then how soon."""
    won, _ = search(run, memories, here, TO_THE_END, 0, 1, stop)
    _, memory = search(run, memories, here, TO_THE_END, *((0, FAR) if won > 0 else (-FAR, 1)), stop)
    return moves_along(game, here, memory.counts)


def grow_table(memories: Sequence[Memory], most: int) -> None:
    """Makes more of the table's room used, while searches write to it, once they have seen so many positions.

    Its first half is copied to the second, so that each entry lies where it will be looked for.
    """
    entries = memories[0].counts[ENTRIES]
    while entries < most and sum(memory.counts[SEEN] for memory in memories) > entries:
        start = memories[0].table.handle[0]
        size = ENTRY_BYTES * entries
        memmove(start + size, start, size)
        entries *= 2
        for memory in memories:
            memory.counts[ENTRIES] = entries
