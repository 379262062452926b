"""The memories of searches: a table that grows, counts that become statistics, several threads; how they are lent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import memmove
from functools import partial
from itertools import count
from operator import itemgetter
from typing import Any, TypeVar

from lazytree.compiler import Runner, started
from lazytree.core.errors import Trapped
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.kernels import forms, parts
from lazytree.searching.kernels.memory import Flag, Words, side_by_side
from lazytree.searching.kernels.scout import BUSY, COUNTS, ENTRIES, SEEN, SHARED, THREADS, Memory

ENTRY_BYTES = 16
STACKED = 2**15  # moves of the nodes above, all told
T = TypeVar("T")


def memories_for(threads: int, megabytes: int, large_pages: bool = False) -> list[Memory]:
    """A memory for each thread, with one table for all of them; in large pages if it is used bit by bit."""
    entries = entries_in(megabytes)
    table, *stacks = side_by_side(2 * entries, *[STACKED, 8 * STACKED] * threads, large_pages=large_pages)
    busy, each = Words(BUSY), iter(stacks)
    memories = [Memory(Words(COUNTS), table, busy, scores, scratch) for scores, scratch in zip(each, each)]
    for memory in memories:
        memory.counts[ENTRIES], memory.counts[THREADS] = entries, threads
    return memories


def entries_in(megabytes: int, entry_bytes: int = ENTRY_BYTES) -> int:
    """How many entries of that many bytes a table of that size has: a power of 2."""
    return int(2 ** ((megabytes * 2**20 // entry_bytes).bit_length() - 1))


def grow_table(memories: Sequence[Any], most: int, each: int = 1, counted: int = SEEN) -> None:
    """Makes more of the table's room used: `each` entries for each position that was seen, `most` in all.

    `counted` is the word that counts these positions. Searches may write to the table meanwhile.
    """
    if memories[0].counts[ENTRIES] < most:
        grow_to(memories, min(each * sum(memory.counts[counted] for memory in memories), most))


def grow_to(memories: Sequence[Any], most: int) -> None:
    """Makes that many entries used, or just as many more as a power of 2 asks for.

    The first half is copied to the second, so that each entry lies where it will be looked for.
    """
    entries: int = memories[0].counts[ENTRIES]
    while entries < most:
        start = memories[0].table.handle[0]
        size = ENTRY_BYTES * entries
        memmove(start + size, start, size)
        entries *= 2
        set_entries(memories, entries)


def room_of(table: Words) -> int:
    """How many entries a table has room for."""
    return len(table.words) * 8 // ENTRY_BYTES


def set_entries(memories: Sequence[Any], entries: int) -> None:
    """From now on that many entries of the table are used."""
    for memory in memories:
        memory.counts[ENTRIES] = entries


def seen_by(memories: Sequence[Any]) -> int:
    """How many positions searches with these memories have seen."""
    return sum(memory.counts[SEEN] for memory in memories)


# ---- Statistics of searches in machine code: what they have counted so far, whenever that is asked


@contextmanager
def tallied(memories: Sequence[Any], counted: Mapping[str, int], stats: Stats, stop: Stop | None) -> Iterator[Stop]:
    """A flag like `stop`; whenever it is polled, what machine code has counted meanwhile is added to `stats`.

    `memories` have `counts`, in which `counted` says which word is which count of `Stats`. More may join them.
    """
    taken = itemgetter(*counted.values())

    def totals() -> Iterator[int]:
        return map(sum, zip(*(taken(memory.counts.words) for memory in memories)))

    before = [getattr(stats, name) - total for name, total in zip(counted, totals())]

    def tally() -> None:
        for name, start, total in zip(counted, before, totals()):
            setattr(stats, name, start + total)

    def poll() -> bool:
        tally()
        return stop is not None and stop()

    try:
        with stats.timed():
            yield poll
    finally:
        tally()


# ---- One search by several threads: each does all of it, but leaves for later what another one is busy with
#
# When it comes back to that, the table knows the answer. Each thread's answer is right by itself, and the first counts.
# Threads write to the table without a lock. An entry is two words, the key xor the data and the data; if two threads
# write one at once and it is torn, its words do not give the key, so that no search takes it for its position's.
# Sources: Weill, The ABDADA distributed minimax search algorithm (1996); Hyatt and Mann, A lock-less transposition
# table implementation for parallel search (2002).


SearchResult = tuple[int, Memory]
"""A value seen by FIRST, and the memory of the thread that found it."""


def search(
    run: Runner, memories: Sequence[Memory], position: Any, depth: int, alpha: int, beta: int, stop: Stop | None = None
) -> SearchResult:
    """What `run` finds at that depth, with a thread for each memory; Trapped where machine code cannot find it."""
    arguments = position, depth, alpha, beta, 0, 0

    def found_with(memory: Memory, flag: Flag) -> SearchResult:
        return run.direct(flag, memory, *arguments), memory

    if len(memories) == 1 or depth <= SHARED:
        return run.in_machine_code(memories[0], *arguments, stop=stop), memories[0]
    return run.interruptible(
        lambda flag: first_found([partial(found_with, memory, flag) for memory in memories], flag), stop
    )


def first_found(jobs: Iterable[Callable[[], T]], flag: Flag) -> T:
    """What the first of some jobs finds, each in a thread of its own: its end sets the flag, which stops the others."""
    found: list[T] = []
    trapped: list[Trapped] = []

    def part(job: Callable[[], T]) -> None:
        try:
            found.append(job())
        except Trapped as trap:
            trapped.append(trap.with_traceback(None))  # its frames would keep the tables, in a circle
        flag.set()

    for answer in [started(partial(part, job)) for job in jobs]:
        answer.ended.wait()
        answer.taken()
    if found:
        return found[0]
    raise trapped.pop(0)  # the first: the others were only stopped by it


# ---- Memory of searches to the end: that of a small one is lent to the next, so that it lies in pages that are there
#
# A page of memory that is written for the first time takes longer than some positions of a search; so a search begins
# in a small part of its table, and uses more of it only as it sees more.


FEWEST = 2**12  # entries that a search to the end begins with
_SPARE: list[parts.Memory] = []
_NUMBERS = count(1)
SPARE = 2  # memories that are kept for the next search


def memories_to_the_end(threads: int, megabytes: int, regions: bool = False) -> list[parts.Memory]:
    """A memory for each thread, as new, with one table for all, and room for values of parts if there are `regions`."""
    spare = spare_of(entries_in(megabytes)) if threads == 1 else None
    made = memories_for(threads, megabytes, large_pages=True) if spare is None else [spare[:-1]]
    memories = [parts.Memory(*memory, values_of_parts() if regions else Words(1)) for memory in made]
    set_entries(memories, min(FEWEST, room_of(memories[0].table)))
    return memories


def values_of_parts() -> Words:
    """Room for values of parts; no other has the same number, which is in the keys of what a table knows of them."""
    values = Words(forms.WORDS)
    values[forms.OWN] = next(_NUMBERS)
    return values


def spare_of(entries: int) -> parts.Memory | None:
    """The memory that is lent, as new, if its table is of this size."""
    try:
        spare = _SPARE.pop()
    except IndexError:
        return None
    if room_of(spare.table) != entries:
        return None
    spare.table.clear(2 * spare.counts[ENTRIES])
    spare.counts.clear(COUNTS)
    spare.busy.clear(BUSY)
    spare.counts[THREADS] = 1
    return spare


def give_back(memories: Sequence[parts.Memory]) -> None:
    """Lends a memory that is used no more to the next search, if it is small: a large one is given to the system."""
    if len(memories) == 1 and memories[0].counts[ENTRIES] <= FEWEST:
        _SPARE.append(memories[0])
        del _SPARE[:-SPARE]
