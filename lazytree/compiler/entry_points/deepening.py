"""Deepening: principal variation search one ply deeper again and again, each depth in the memory of those before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.errors import Refused, Trap, Trapped
from lazytree.core.game import Game, M, P, Rating
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.core.values import SURE, WIN
from lazytree.searching.deepening import ToDepth
from lazytree.searching.protocol import SearchResult

from ..compiling import machine_of
from ..ir.kinds import Int, Record
from ..kernels import scout as pvs
from ..kernels.searches import FAR, TO_THE_END
from ..running import Runner
from ..runtime.memory import Words
from .teamwork import search

MEGABYTES = 64
STACKED = 2**15  # moves of the nodes above, all told


def to_depth(game: Game[P, M], position: P, rating: Rating[P], megabytes: int, threads: int) -> ToDepth:
    """How machine code looks at a position to a depth; what it returns raises Trapped where machine code cannot.

    Several `threads` find the same values sooner, on as many cores (of moves that are equally good, perhaps another).
    """
    run, spare = Runner(game, pvs.scout, rating), [memories_for(threads, megabytes)]

    def found_at(depth: int, guess: int, spent: Stats, enough: Stop) -> SearchResult[int]:
        memories = spare.pop() if spare else memories_for(threads, megabytes)  # another reader has those
        try:
            return found(game, run, memories, position, depth, guess, spent, enough)
        finally:
            spare.append(memories)

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
    with tallied(memories, spent, stop) as poll:
        value, memory = aspired(run, memories, here, depth, guess, poll)
    value = told(value)
    whole = memory.counts[pvs.CUT] == 0 or is_certain(game, value)
    return SearchResult(value, moves_along(game, here, memory.counts), whole, MACHINE)


def told(value: Any) -> Any:
    """A value of a search as Python gives it: a decided game's is an int, also where ratings are floats."""
    return int(value) if abs(value) > SURE and value == int(value) else value


def is_certain(game: Game[Any, Any], value: int) -> bool:
    """Whether looking deeper finds the same: a win or loss, where none can be higher."""
    return SURE < abs(value) <= WIN and not pays_more(game)


COUNTED = {
    "seen": pvs.SEEN,
    "hits": pvs.HITS,
    "rated": pvs.RATED,
    "inner": pvs.INNER,
    "looked": pvs.LOOKED,
    "cutoffs": pvs.CUTOFFS,
}
"""The counts of `Stats` that machine code keeps, and their words."""


@contextmanager
def tallied(memories: Sequence[pvs.Memory], stats: Stats, stop: Stop | None) -> Iterator[Stop]:
    """A flag like `stop`; whenever it is polled, what machine code has counted meanwhile is added to `stats`."""

    def total(word: int) -> int:
        return sum(memory.counts[word] for memory in memories)

    before = {name: getattr(stats, name) - total(word) for name, word in COUNTED.items()}

    def tally() -> None:
        for name, word in COUNTED.items():
            setattr(stats, name, before[name] + total(word))

    def poll() -> bool:
        tally()
        return stop is not None and stop()

    try:
        with stats.timed():
            yield poll
    finally:
        tally()


def pays_more(game: Game[Any, Any]) -> bool:
    """Whether a certain win may still grow: whether payoffs other than 1, 0 and -1 are known."""
    machine = machine_of(game)
    kind = None if isinstance(machine, Refused) else machine.binary.entries["payoffs"].result
    first = kind.items[0] if isinstance(kind, Record) else None
    return not (isinstance(first, Int) and first.low >= -1 and first.high <= 1)


def aspired(
    run: Runner, memories: Sequence[pvs.Memory], position: Any, depth: int, guess: int, stop: Stop | None
) -> tuple[int, pvs.Memory]:
    """The exact value: first in a window around the guess, then in a full one if it lies outside."""
    margin = max(8, abs(guess) // 4)
    low, high = (guess - margin, guess + margin) if depth > 2 else (-FAR, FAR)
    found = search(run, memories, position, depth, low, high, stop)
    return found if low < found[0] < high else search(run, memories, position, depth, -FAR, FAR, stop)


def memories_for(threads: int, megabytes: int) -> list[pvs.Memory]:
    """A memory for each thread, with one table for all of them."""
    at_least("threads", threads, 1)
    at_least("megabytes", megabytes, 1)
    entries = 2 ** ((megabytes * 2**20 // 16).bit_length() - 1)
    table, busy = Words(2 * entries), Words(pvs.BUSY)
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
