"""Deepening: principal variation search one ply deeper again and again, each depth in the memory of those before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P, Rating
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.core.values import WIN
from lazytree.searching.averages import UNIT, whole_or_fraction
from lazytree.searching.deepening import ToDepth
from lazytree.searching.protocol import SearchResult

from ..kernels import scout as pvs
from ..kernels.ordering import BUSY
from ..kernels.searches import FAR, TO_THE_END
from ..kernels.units import far
from ..running import Runner
from ..runtime.memory import Flag, Words
from . import many_players
from .payoffs import is_certain, told
from .tallying import tallied
from .teamwork import search

MEGABYTES = 64
STACKED = 2**15  # moves of the nodes above, all told


def to_depth(game: Game[P, M], position: P, rating: Rating[P], megabytes: int, threads: int) -> ToDepth:
    """How machine code looks at a position to a depth; what it returns raises Trapped where machine code cannot.

    Several `threads` find the same values sooner, on as many cores (of moves that are equally good, perhaps another).
    With more than two players there is one.
    """
    if len(game.players) > 2:
        return many_players.to_depth(game, position, rating, megabytes)  # type: ignore[arg-type]  # it is a standing
    run, spare = Runner(game, pvs.scout, rating, soon=True), [memories_for(threads, megabytes)]
    units = 1 if game.odds is None else UNIT
    highest = WIN * UNIT  # of all values: until one is seen that is higher

    def looked(memories: list[pvs.Memory], depth: int, guess: float, spent: Stats, stop: Stop) -> SearchResult[int]:
        for memory in memories:
            memory.counts[pvs.HIGHEST] = highest
        return found(game, run, memories, position, depth, int(guess * units), spent, stop)

    def found_at(depth: int, guess: float, spent: Stats, stop: Stop) -> SearchResult[float]:
        nonlocal highest
        memories = spare.pop() if spare else memories_for(threads, megabytes)  # another reader has those
        try:
            result = looked(memories, depth, guess, spent, stop)
            if any(memory.counts[pvs.BEYOND] for memory in memories):
                highest, memories = FAR * UNIT, memories_for(threads, megabytes)
                result = looked(memories, depth, guess, spent, stop)
        finally:
            spare.append(memories)
        return result._replace(value=whole_or_fraction(result.value)) if units > 1 else result  # type: ignore[arg-type, return-value]

    return found_at


def found(
    game: Game[P, M],
    run: Runner,
    memories: Sequence[pvs.Memory],
    here: P,
    depth: int,
    guess: int,
    spent: Stats,
    stop: Stop,
) -> SearchResult[int]:
    """What is found at a depth; Trapped where machine code cannot find it."""
    if depth >= TO_THE_END:
        raise Trapped(Trap.RECURSION, f"depth {depth}")
    for memory in memories:
        memory.counts[pvs.CUT] = 0
    with tallied(memories, COUNTED, spent, stop) as poll:
        found, memory = aspired(run, memories, here, depth, guess, poll)
    value: Any = told(game, found)
    whole = memory.counts[pvs.CUT] == 0 or (game.odds is None and is_certain(game, value))
    return SearchResult(value, moves_along(game, here, memory.counts), whole, MACHINE)


COUNTED = {
    "seen": pvs.SEEN,
    "hits": pvs.HITS,
    "rated": pvs.RATED,
    "inner": pvs.INNER,
    "looked": pvs.LOOKED,
    "cutoffs": pvs.CUTOFFS,
}
"""The counts of `Stats` that machine code keeps, and their words."""


def aspired(
    run: Runner, memories: Sequence[pvs.Memory], position: Any, depth: int, guess: int, stop: Stop | None
) -> tuple[int, pvs.Memory]:
    """The exact value: first in a window around the guess, then in a full one if it lies outside."""
    margin, most = max(8, abs(guess) // 4), far(run.rules)
    windows = [(guess - margin, guess + margin), (-most, most)] if depth > 2 else [(-most, most)]
    if len(memories) == 1:
        memory = memories[0]
        return run.interruptible(lambda flag: alone(run, flag, memory, position, depth, windows), stop), memory
    for low, high in windows:
        found = search(run, memories, position, depth, low, high, stop)
        if low < found[0] < high:
            break
    return found


def alone(
    run: Runner, flag: Flag, memory: pvs.Memory, position: Any, depth: int, windows: Sequence[tuple[int, int]]
) -> int:
    """The value that lies inside of its window, by one thread: asked for once, as another thread costs some time."""
    for low, high in windows:
        found: int = run.direct(flag, memory, position, depth, low, high, 0, 0)
        if low < found < high:
            break
    return found


def memories_for(threads: int, megabytes: int) -> list[pvs.Memory]:
    """A memory for each thread, with one table for all of them."""
    at_least("threads", threads, 1)
    at_least("megabytes", megabytes, 1)
    entries = 2 ** ((megabytes * 2**20 // 16).bit_length() - 1)
    table, busy = Words(2 * entries), Words(BUSY)
    memories = [pvs.Memory(Words(pvs.COUNTS), table, busy, Words(STACKED), Words(8 * STACKED)) for _ in range(threads)]
    for memory in memories:
        memory.counts[pvs.ENTRIES], memory.counts[pvs.THREADS] = entries, threads
    return memories


def moves_along(game: Game[P, M], position: P, counts: Words) -> tuple[M, ...]:
    """The best line, from the numbers of its moves."""
    line: list[M] = []
    for ply in range(pvs.LONGEST):
        number = counts[pvs.LINES + ply]
        if number == pvs.NOTHING:
            break
        line.append(next(islice(game.moves(position), number, None)))
        position = game.play(position, line[-1])
    return tuple(line)
