"""What searches may do beyond the subset, as Python runs it: hand answers back, keep moves in memory, digest."""

from __future__ import annotations

from math import inf, nextafter
from struct import pack, unpack
from typing import Any

from ..digests import digester


def emit(index: int, value: object) -> None:
    """Compiled, hands the index-th answer to Python; never called interpreted."""
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


def digest(value: Any) -> int:
    """64 bits that mix all of a position or a move: what tables are keyed by. Python's own hash is too weak."""
    return int.from_bytes(digester(repr(value).encode()).digest()[:8], "little", signed=True)


def of_class(value: Any, cls: type) -> Any:
    """The value itself; machine code is refused, while types are inferred, where it is of another class."""
    return value


def ints_only(value: int) -> int:
    """The value itself; machine code is refused, while types are inferred, where it is a float."""
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
