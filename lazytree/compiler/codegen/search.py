"""Lowering what only searches use: moves kept in scratch memory, digests that tables are keyed by."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..ir.kinds import SMALL, Type, Vector, as_whole, number_of, width
from .arena import read, words_of, written
from .conversions import check_within, converted, narrowed, raw
from .frame import Frame
from .memory import address
from .numbers import place_of
from .text import I1, I64, StructType, integer
from .values import Value

MIX = 0x9E3779B97F4A7C15


def stash_place(f: Frame, words: Value, index: Value, kind: Any) -> Any:
    """The number of the word where the index-th stashed value begins."""
    stride = I64(max(1, words_of(f, kind)))
    return f.b.mul(place_of(f, index, f.b.udiv(words.data[1], stride), None), stride)


def stashed(f: Frame, words: Value, index: Value, value: Value, kind: Type) -> None:
    """Writes a value to scratch memory, as the index-th of those that are stashed there."""
    written(f, stash_place(f, words, index, kind), value, kind, words.data[0])


def fetched(f: Frame, words: Value, index: Value, kind: Any) -> Value:
    """The index-th value that was stashed in scratch memory."""
    return read(f, stash_place(f, words, index, kind), kind, words.data[0])


def changed_at_once(f: Frame, change: str, words: Value, index: Value, word: Value) -> Value:
    """A word of scratch memory, changed in one step that no other thread sees half done; a trap where it overflows."""
    check_within(f, word, SMALL)
    start, length = words.data
    new = raw(f, word, 64)
    before = f.b.atomic_rmw(change, f.b.gep(start, [place_of(f, index, length, None)]), new, "seq_cst")
    if change == "add":
        both = f.b.intrinsic("sadd.with.overflow", [I64], StructType([I64, I1]), [before, new])
        f.check(f.b.not_(f.b.extract_value(both, 1)), Trap.OVERFLOW)
    return Value(SMALL, before)


def digested(f: Frame, value: Value) -> Any:
    """An int of 64 bits that mixes every bit of the value."""
    if (whole := as_whole(value.type)) != value.type:
        value = converted(f, value, whole)
    total: Any = I64(0x243F6A8885A308D3)
    for leaf in value.leaves():
        for word in words_in(f, leaf):
            total = f.b.mul(f.b.xor(total, word), I64(MIX))
            total = f.b.xor(total, f.b.lshr(total, I64(29)))
    return total


def words_in(f: Frame, leaf: Value) -> list[Any]:
    """The 64-bit words of a leaf."""
    if isinstance(leaf.type, Vector):
        size = f.layout.size(leaf.type)
        return [word_at(f, leaf, at, min(8, size - at)) for at in range(0, size, 8)]
    bits = width(number_of(leaf.type))
    whole = raw(f, leaf, max(bits, 64))
    return [narrowed(f, f.b.lshr(whole, whole.type(at)), 64) for at in range(0, max(bits, 64), 64)]


def word_at(f: Frame, leaf: Value, at: int, size: int) -> Any:
    """A word, or less, of a board's bytes, from a byte on."""
    kind = integer(8 * size)
    loaded = f.b.load(f.b.cast(f.b.gep(address(f, leaf), [I64(at)]), kind), align=1)
    return f.b.zext(loaded, I64) if size < 8 else loaded
