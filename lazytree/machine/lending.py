"""The memory of searches to the end: that of a small one is lent to the next, so that it lies in pages that are there.

A page of memory that is written for the first time takes longer than some positions of a search; so a search begins in
a small part of its table, and uses more of it only as it sees more.
"""

from __future__ import annotations

from collections.abc import Sequence

from lazytree.searching.kernels.memory import Words, side_by_side
from lazytree.searching.kernels.parts import KEPT, Memory
from lazytree.searching.kernels.scout import BUSY, COUNTS, ENTRIES, THREADS

from .memories import ENTRY_BYTES, room_of, set_entries

FEWEST = 2**12  # entries that a search to the end begins with
STACKED = 2**15  # moves of the nodes above, all told
_SPARE: list[Memory] = []
SPARE = 2  # memories that are kept for the next search


def memories_to_the_end(threads: int, megabytes: int, regions: bool = False) -> list[Memory]:
    """A memory for each thread, as new, with one table for all of them; with room for stops if there are `regions`."""
    entries = 2 ** ((megabytes * 2**20 // ENTRY_BYTES).bit_length() - 1)
    spare = spare_of(entries) if threads == 1 else None
    if spare is None:
        table, *stacks = side_by_side(2 * entries, *[STACKED, 8 * STACKED] * threads, large_pages=True)
        busy, each = Words(BUSY), iter(stacks)
        made = [Memory(Words(COUNTS), table, busy, scores, scratch, busy) for scores, scratch in zip(each, each)]
    else:
        made = [spare]
    stops = Words(2 * KEPT if regions else 1)
    memories = [memory._replace(stops=stops) for memory in made]
    set_entries(memories, min(FEWEST, entries))
    for memory in memories:
        memory.counts[THREADS] = threads
    return memories


def spare_of(entries: int) -> Memory | None:
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
    return spare


def give_back(memories: Sequence[Memory]) -> None:
    """Lends a memory that is used no more to the next search, if it is small: a large one is given to the system."""
    if len(memories) == 1 and memories[0].counts[ENTRIES] <= FEWEST:
        _SPARE.append(memories[0])
        del _SPARE[:-SPARE]
