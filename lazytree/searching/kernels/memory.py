"""Memory that searches write to, in machine code or in Python, and the flag that stops them."""

from __future__ import annotations

import ctypes
import mmap
import threading
from contextlib import suppress
from itertools import accumulate
from math import inf, nextafter
from struct import pack, unpack
from typing import Any

from lazytree.core.digests import digester
from lazytree.core.stopping import HAS_THREADS

ARENA_WORDS = 2**23 if HAS_THREADS else 2**18  # of an arena: they take memory as they are used, in a tab all at once
SMALL = 2**14  # words that are taken from where Python takes its own: of pages that are mostly there
IN_SMALL_PAGES = 2**19  # words of what is larger: that may be all that is used
_OWN = {} if not hasattr(mmap, "MAP_ANONYMOUS") else {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS}


class Flag:
    """A word that, once set, from any thread, ends at their next node all searches that were given it."""

    def __init__(self) -> None:
        self.word = ctypes.c_int64(0)
        self.address = ctypes.addressof(self.word)

    def set(self) -> None:
        """Ends the searches."""
        self.word.value = 1

    def is_set(self) -> bool:
        """Whether the searches are to end."""
        return self.word.value != 0


NEVER = Flag()


def zeros(size: int, large: int = 0) -> Any:
    """An array of `size` words, all 0; MemoryError if there is no room. Many words take memory as they are used.

    Of the first `large` words all but some lie in large pages: they take more memory at once, but are found sooner.
    """
    if size <= SMALL:
        return (ctypes.c_int64 * size)()
    try:
        pages = mmap.mmap(-1, 8 * size, **_OWN)
    except (OSError, OverflowError):
        raise MemoryError(f"there is no room for {8 * size:,} bytes: let it take fewer, megabytes=...") from None
    if large > IN_SMALL_PAGES and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            pages.madvise(mmap.MADV_HUGEPAGE, 8 * IN_SMALL_PAGES, 8 * (large - IN_SMALL_PAGES))
    return (ctypes.c_int64 * size).from_buffer(pages)


class Words:
    """64-bit ints, all 0 at first. Python may keep moves in them, too (`stash`)."""

    def __init__(self, size: int, words: Any = None) -> None:
        """`words`: where they lie, if that is given."""
        self.words = zeros(size) if words is None else words
        self.handle = ctypes.addressof(self.words), size
        self.kept: dict[int, Any] = {}  # what is not an int

    def __getitem__(self, index: int) -> Any:
        return self.kept[index] if index in self.kept else self.words[index]

    def __setitem__(self, index: int, value: Any) -> None:
        if type(value) is int and -(2**63) <= value < 2**63:
            self.kept.pop(index, None)
            self.words[index] = value
        else:
            self.kept[index] = value

    def clear(self, count: int) -> None:
        """Makes the first `count` words 0."""
        ctypes.memset(self.handle[0], 0, 8 * count)
        self.kept = {index: kept for index, kept in self.kept.items() if index >= count}


class _Arenas(threading.local):
    def __init__(self) -> None:
        self.words = zeros(ARENA_WORDS)
        self.words[1] = ARENA_WORDS


_ARENAS = _Arenas()


def arena() -> int:
    """The address of the words in which dicts of the running thread lie, while machine code is at work."""
    return ctypes.addressof(_ARENAS.words)


def side_by_side(*sizes: int, large_pages: bool = False) -> list[Words]:
    """Words of several sizes, taken from the system at once: that takes as long as to take one of them.

    `large_pages` is for the first of them.
    """
    whole, places = zeros(sum(sizes), sizes[0] if large_pages else 0), [0, *accumulate(sizes)]
    return [Words(size, (ctypes.c_int64 * size).from_buffer(whole, 8 * place)) for size, place in zip(sizes, places)]


# ---- What searches may do beyond the subset, as Python runs it: hand answers back, keep moves in memory, digest


def emit(index: int, value: object) -> None:
    """Compiled, hands the index-th answer to Python; never called interpreted."""
    raise NotImplementedError


def ask(how: str, base: Any, *given: Any) -> Any:
    """Compiled, asks a dict, or changes it, as the compiler's `inference.containers` says; never called interpreted."""
    raise NotImplementedError


def stash(scratch: Any, index: int, move: Any) -> None:
    """Keeps a move at a place of scratch memory: in machine code as words, in Python as it is."""
    scratch[index] = move


def fetch(scratch: Any, index: int) -> Any:
    """The move that was stashed there."""
    return scratch[index]


def added(scratch: Any, index: int, amount: int) -> int:
    """The word at a place, to which the amount is added then: no other thread comes in between."""
    before: int = scratch[index]
    scratch[index] = before + amount
    return before


def swapped(scratch: Any, index: int, word: int) -> int:
    """The word at a place, which another one takes then: no other thread comes in between."""
    before: int = scratch[index]
    scratch[index] = word
    return before


def prefetch(words: Any, index: int) -> None:
    """Has the processor bring a word nearer, which is read soon; nothing else. Only machine code gains by it."""


def digest(value: Any) -> int:
    """64 bits that mix all of a position or a move: what tables are keyed by. Python's own hash is too weak."""
    return int.from_bytes(digester(repr(value).encode()).digest()[:8], "little", signed=True)


def ints_only(value: int) -> int:
    """The value itself; machine code is refused, while types are inferred, where it is a float."""
    return value


def no_nan(value: Any) -> Any:
    """The value itself; machine code hands the question back where it is no number."""
    return value


def bits_of(value: float) -> int:
    """The 64 bits of a double, as an int."""
    return int(unpack("=q", pack("=d", value))[0])


def of_bits(bits: int) -> Any:
    """The double with these 64 bits."""
    return float(unpack("=d", pack("=q", bits))[0])


def just_above(value: float) -> Any:
    """The next double after a finite one."""
    return nextafter(value, inf)
