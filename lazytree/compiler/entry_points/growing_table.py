"""A table of which only a part is used until that fills."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import memmove

from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.scout import ENTRIES, SEEN, Memory

ENTRY_BYTES = 16


def grow_table(memories: Sequence[Memory], most: int, each: int = 1) -> None:
    """Makes more of the table's room used: `each` entries for a position that was seen, `most` in all.

    Its first half is copied to the second, so that each entry lies where it will be looked for. Searches may write to
    it meanwhile.
    """
    entries: int = memories[0].counts[ENTRIES]
    while entries < most and each * seen_by(memories) > entries:
        start = memories[0].table.handle[0]
        size = ENTRY_BYTES * entries
        memmove(start + size, start, size)
        entries *= 2
        set_entries(memories, entries)


def room_of(table: Words) -> int:
    """How many entries a table has room for."""
    return len(table.words) * 8 // ENTRY_BYTES


def set_entries(memories: Sequence[Memory], entries: int) -> None:
    """From now on so many entries of the table are used."""
    for memory in memories:
        memory.counts[ENTRIES] = entries


def seen_by(memories: Sequence[Memory]) -> int:
    """How many positions searches with these memories have seen."""
    return sum(memory.counts[SEEN] for memory in memories)
