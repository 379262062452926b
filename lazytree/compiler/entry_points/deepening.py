"""Deepening: principal variation search one ply deeper again and again, each depth in the memory of those before."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

from lazytree.core.game import Game, M, P, Rating
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.core.values import WIN
from lazytree.searching.averages import UNIT, whole_or_fraction
from lazytree.searching.deepening import ToDepth
from lazytree.searching.kernels import scout as pvs
from lazytree.searching.kernels.many_players import maxn
from lazytree.searching.kernels.memory import Words, side_by_side
from lazytree.searching.kernels.scout import BUSY
from lazytree.searching.kernels.searches import FAR
from lazytree.searching.protocol import SearchResult

from ..running import Runner
from . import many_players
from .ahead import Looked, Reader, look
from .growing_table import ENTRY_BYTES, set_entries
from .payoffs import is_certain, told

MEGABYTES = 64
FEW = 2**12  # entries that deepening begins with
STACKED = 2**15  # moves of the nodes above, all told


def looking(game: Game[P, M], rating: Rating[P]) -> Runner:
    """What looks at a position to a depth, by a rating; of more than two players by a standing."""
    return Runner(game, pvs.scout if len(game.players) <= 2 else maxn, rating, soon=True)


def to_depth(game: Game[P, M], position: P, rating: Rating[P], megabytes: int, threads: int, last: int = 0) -> ToDepth:
    """How machine code looks at a position to a depth; what it returns raises Trapped where machine code cannot.

    Several `threads` find the same values sooner, on as many cores.
    With more than two players there is one. `last` is the depth whose answer alone is wanted, if that is known.
    """
    if len(game.players) > 2:
        return many_players.to_depth(game, position, rating, megabytes)  # type: ignore[arg-type]  # it is a standing
    run = looking(game, rating)
    readers = [new_reader(threads, megabytes)]
    units = 1 if game.odds is None else UNIT
    highest = WIN * UNIT  # of all values: until one is seen that is higher

    def looked(reader: Reader, depth: int, guess: float, spent: Stats, stop: Stop) -> Looked:
        for memory in reader.memories:
            memory.counts[pvs.HIGHEST] = highest
        return look(run, reader, position, depth, in_whole_units(guess, units), spent, stop, last)

    def found_at(depth: int, guess: float, spent: Stats, stop: Stop) -> SearchResult[float]:
        nonlocal highest
        reader = readers.pop() if readers else new_reader(threads, megabytes)  # another one has that
        try:
            found = looked(reader, depth, guess, spent, stop)
            if found.beyond:
                highest, reader = FAR * UNIT, new_reader(threads, megabytes)
                found = looked(reader, depth, guess, spent, stop)
        finally:
            readers.append(reader)
        result = as_result(game, position, found)
        return result._replace(value=whole_or_fraction(result.value)) if units > 1 else result

    return found_at


def in_whole_units(value: float, units: int) -> int:
    """A value as a whole number of units; a Fraction is such a number."""
    if isinstance(value, Fraction):
        return value.numerator * units // value.denominator
    return int(value * units)


def found(
    game: Game[P, M], run: Runner, memory: pvs.Memory, here: P, depth: int, guess: int, spent: Stats, stop: Stop
) -> SearchResult[int]:
    """What one thread finds at a depth; Trapped where machine code cannot find it."""
    return as_result(game, here, look(run, Reader([memory], []), here, depth, guess, spent, stop))


def as_result(game: Game[P, M], here: P, looked: Looked) -> SearchResult[Any]:
    """What was found, as values and moves of the game."""
    value: Any = told(game, looked.value)
    whole = not looked.cut or (game.odds is None and is_certain(game, value))
    return SearchResult(value, moves_along(game, here, looked.line), whole, MACHINE, looked.asked[0])


def new_reader(threads: int, megabytes: int) -> Reader:
    """What deepening begins with: a small table, which lies in memory that is there, and the whole one."""
    memories = memories_for(threads, megabytes)
    whole = memories[0].table
    if memories[0].counts[pvs.ENTRIES] <= FEW:
        return Reader(memories, [])
    set_entries(memories, FEW)
    small = Words(FEW * ENTRY_BYTES // 8)
    return Reader([memory._replace(table=small) for memory in memories], [], whole)


def memories_for(threads: int, megabytes: int) -> list[pvs.Memory]:
    """A memory for each thread, with one table for all of them."""
    entries = 2 ** ((megabytes * 2**20 // 16).bit_length() - 1)
    table, *stacks = side_by_side(2 * entries, *[STACKED, 8 * STACKED] * threads)
    busy, each = Words(BUSY), iter(stacks)
    memories = [pvs.Memory(Words(pvs.COUNTS), table, busy, scores, scratch) for scores, scratch in zip(each, each)]
    for memory in memories:
        memory.counts[pvs.ENTRIES], memory.counts[pvs.THREADS] = entries, threads
    return memories


def moves_along(game: Game[P, M], position: P, numbers: Iterable[int]) -> tuple[M, ...]:
    """The best line, from the numbers of its moves."""
    line: list[M] = []
    for number in numbers:
        line.append(next(islice(game.moves(position), number, None)))
        position = game.play(position, line[-1])
    return tuple(line)
