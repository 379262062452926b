"""What is found at a depth, and at deeper ones in the same go: to hand over each takes longer than a short look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from ctypes import memmove
from dataclasses import dataclass
from operator import itemgetter, sub
from time import perf_counter
from typing import Any, NamedTuple

from lazytree.core.errors import Trap, Trapped
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.core.values import SURE
from lazytree.searching.kernels import scout as pvs
from lazytree.searching.kernels.memory import Flag, Words
from lazytree.searching.kernels.searches import TO_THE_END, far, in_units

from ..running import Runner
from .growing_table import ENTRY_BYTES, grow_table, room_of, seen_by, set_entries
from .tallying import tallied
from .teamwork import search

SHORT = 0.001  # seconds: after a longer look the next one is handed over by itself
FILLED = 4  # entries for each position seen so far
COUNTED: Mapping[str, int] = {
    "nodes": pvs.SEEN,
    "hits": pvs.HITS,
    "rated": pvs.RATED,
    "interior": pvs.INNER,
    "branches": pvs.LOOKED,
    "cutoffs": pvs.CUTOFFS,
}
"""The counts of `Stats` that machine code keeps, and their words."""
_counted = itemgetter(*COUNTED.values())


class Looked(NamedTuple):
    """What is found at a depth, with a guess at it, and what that has cost; or the trap that has ended it."""

    asked: tuple[int, int]  # depth and guess
    value: Any  # as the kernel gives it
    line: tuple[int, ...]  # numbers of moves
    cut: bool  # whether a line was cut short
    beyond: bool  # whether a value lies beyond the highest: then nothing of this is true
    costs: tuple[int, ...] = ()  # the counts of `COUNTED`
    trapped: Trapped | None = None


@dataclass
class Reader:
    """What belongs to one that reads answers: memory for each thread, and what was found ahead of being asked."""

    memories: Sequence[pvs.Memory]
    ahead: list[Looked]
    whole: Words | None = None  # the table that takes the place of a small one, once that fills
    depth: int = 0  # that was looked at last


def look(
    run: Runner, reader: Reader, position: Any, depth: int, guess: int, spent: Stats, stop: Stop | None, last: int = 0
) -> Looked:
    """What is found at a depth; Trapped where machine code cannot find it.

    Only the answer at depth `last` is wanted, if that is known: then, while looks are short, the next depth is looked
    at, too, with the value before as the guess, and the last one is told. One that ended in a trap, or is not true,
    waits until it is asked for.
    """
    if depth >= TO_THE_END:
        raise Trapped(Trap.RECURSION, f"depth {depth}")
    memories, ahead = reader.memories, reader.ahead
    if ahead and ahead[0].asked == (depth, guess):
        raise_if_stopped(stop)
        count(spent, ahead[0].costs, 1)
    else:
        with tallied(memories, COUNTED, spent, stop) as poll:
            if len(memories) > 1:
                make_room(reader, depth)
                return by_threads(run, reader.memories, position, depth, guess, poll)
            means = reader, position, depth, guess, min(last, TO_THE_END - 1)
            ahead[:] = run.interruptible(lambda flag: list(looked_at(run, flag, *means)), poll)
        for waiting in ahead[good_ones(ahead) :]:
            count(spent, waiting.costs, -1)
    number = good_ones(ahead)
    looked = ahead[number - 1]
    del ahead[:number]
    if looked.trapped is not None:
        run.note(looked.trapped)
        raise Trapped(looked.trapped.trap, looked.trapped.place)  # another one: an error keeps what raises it
    return looked


def good_ones(ahead: Sequence[Looked]) -> int:
    """How many there are before one that ended in a trap, or is not true; 1 where that is the first."""
    found = (number for number, each in enumerate(ahead) if each.trapped is not None or each.beyond)
    return max(1, next(found, len(ahead)))


def looked_at(
    run: Runner, flag: Flag, reader: Reader, position: Any, depth: int, guess: int, last: int
) -> Iterator[Looked]:
    """What one thread finds at a depth and at deeper ones up to the last, as long as each takes a short time."""
    while True:
        began = perf_counter()
        make_room(reader, depth)
        looked = one_depth(run, flag, reader.memories[0], position, depth, guess)
        yield looked
        if depth >= last or is_last(run, looked) or perf_counter() - began > SHORT:
            return
        depth, guess = depth + 1, int(looked.value)


def make_room(reader: Reader, depth: int) -> None:
    """Makes as much of the table used as a look at this depth may fill: a short look then touches little memory.

    That is not much more than was seen so far, if the depth before was looked at; else all of it.
    """
    whole = reader.whole
    if whole is None:
        return
    far_down, reader.depth = depth > reader.depth + 1, depth
    small, entries = reader.memories[0].table, reader.memories[0].counts[pvs.ENTRIES]
    if not far_down and FILLED * seen_by(reader.memories) <= entries:
        return
    if small is not whole:
        memmove(whole.handle[0], small.handle[0], ENTRY_BYTES * entries)
        reader.memories = [memory._replace(table=whole) for memory in reader.memories]
    if far_down:
        set_entries(reader.memories, room_of(whole))
    grow_table(reader.memories, room_of(whole), FILLED)


def is_last(run: Runner, looked: Looked) -> bool:
    """Whether a deeper look may not be wanted, or not be possible."""
    sure = in_units(run.rules, SURE)
    return looked.trapped is not None or looked.beyond or not looked.cut or abs(looked.value) > sure


def one_depth(run: Runner, flag: Flag, memory: pvs.Memory, position: Any, depth: int, guess: int) -> Looked:
    """What one thread finds at a depth: the exact value, which lies inside of its window."""
    words, value, trapped = memory.counts.words, 0, None
    words[pvs.CUT], before = 0, _counted(words)
    try:
        for low, high in windows(run, depth, guess):
            value = run.direct(flag, memory, position, depth, low, high, 0, 0)
            if low < value < high:
                break
    except Trapped as trap:
        trapped = trap.with_traceback(None)  # its frames would keep the tables, in a circle
    costs = tuple(map(sub, _counted(words), before))
    return as_looked(memory, depth, guess, value, words[pvs.BEYOND] != 0, costs, trapped)


def by_threads(
    run: Runner, memories: Sequence[pvs.Memory], position: Any, depth: int, guess: int, stop: Stop | None
) -> Looked:
    """What several threads find at a depth."""
    for memory in memories:
        memory.counts[pvs.CUT] = 0
    for low, high in windows(run, depth, guess):
        value, memory = search(run, memories, position, depth, low, high, stop)
        if low < value < high:
            break
    beyond = any(memory.counts[pvs.BEYOND] for memory in memories)
    return as_looked(memory, depth, guess, value, beyond)


def windows(run: Runner, depth: int, guess: int) -> list[tuple[int, int]]:
    """First a window around the guess, then a full one for a value that lies outside."""
    margin, most = max(8, abs(guess) // 4), far(run.rules)
    return [(guess - margin, guess + margin), (-most, most)] if depth > 2 else [(-most, most)]


def as_looked(
    memory: pvs.Memory,
    depth: int,
    guess: int,
    value: Any,
    beyond: bool,
    costs: tuple[int, ...] = (),
    trapped: Trapped | None = None,
) -> Looked:
    """A value, with what the memory says of it."""
    words = memory.counts.words
    return Looked((depth, guess), value, line_in(words), words[pvs.CUT] != 0, beyond, costs, trapped)


def line_in(words: Any) -> tuple[int, ...]:
    """The numbers of the moves of the best line."""
    line = words[pvs.LINES : pvs.LINES + pvs.LONGEST]
    return tuple(line[: line.index(pvs.NOTHING)] if pvs.NOTHING in line else line)


def count(stats: Stats, costs: tuple[int, ...], times: int) -> None:
    """Adds costs to the statistics so many times; -1 takes them back."""
    for name, cost in zip(COUNTED, costs):
        setattr(stats, name, getattr(stats, name) + times * cost)
