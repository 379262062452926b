"""Values as words: what containers hold, in the arena of the calling context; what searches keep and mix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lazytree.core.errors import Trap

from ..abi import leaf_bytes
from ..ir.kinds import SMALL, Fixed, Type, Vector, as_whole, leaves, number_of, width
from ..library import words as runtime
from .conversions import check_within, converted, copy_bytes, narrowed, raw
from .frame import Frame, arena
from .numbers import place_of
from .text import I1, I8, I64, StructType, integer
from .values import Value, of_parts, rebuilt, stored_number


class Places(NamedTuple):
    """The places of what a loop goes over, by their numbers; all is asked in each round."""

    more: Callable[[Any], Any]  # whether there is a place with a number
    live: Callable[[Any], Any] | None  # whether something lies there; None: surely
    item: Callable[[Any], Value]  # what
    step: Callable[[Any], Any] = lambda now: I64(1)  # how far it is to the next place


def words_of(f: Frame, kind: Type | None) -> int:
    """How many words a value takes in the arena."""
    return sum(words_of_leaf(f, leaf) for leaf in leaves(kind)) if kind is not None else 0


def words_of_leaf(f: Frame, leaf: Type) -> int:
    """How many words a part of one takes."""
    return -(-leaf_bytes(leaf, f.layout.cell.width) // 8)


def at(f: Frame, number: Any, words: Any = None) -> Any:
    """The address of a word of the arena, or of other words."""
    return f.b.gep(arena(f) if words is None else words, [number], inbounds=True)


def loaded(f: Frame, number: Any, offset: int) -> Any:
    """A word of the arena."""
    return f.b.load(at(f, f.b.add(number, I64(offset))))


def place(f: Frame, x: Any, number: Any, size: int) -> Any:
    """The number of the word where an item of a list, or a place of a dict, begins."""
    return f.b.add(loaded(f, x, runtime.PLACES), f.b.mul(number, I64(size)))


def written(f: Frame, number: Any, value: Value, kind: Any, words: Any = None) -> None:
    """Writes a value of a type, from a word of the arena on, or of other words."""
    for leaf in converted(f, value, kind).leaves():
        where, size = at(f, number, words), words_of_leaf(f, leaf.type)
        if isinstance(leaf.type, Vector):
            if size * 8 > f.layout.size(leaf.type):
                f.b.store(I64(0), f.b.gep(where, [I64(size - 1)], inbounds=True))
            copy_bytes(f, where, leaf.data, f.layout.size(leaf.type))
        else:
            for offset, part in enumerate(leaf.parts):
                stored_number(f.b, f.b.gep(where, [I64(offset)], inbounds=True) if offset else where, part)
        number = f.b.add(number, I64(size))


def read(f: Frame, number: Any, kind: Type | None, words: Any = None) -> Value:
    """The value that lies at a word of the arena, or of other words."""
    places = []
    for leaf in leaves(kind) if kind is not None else ():
        places.append(number)
        number = f.b.add(number, I64(words_of_leaf(f, leaf)))
    following = iter(places)

    def leaf_at(part: Type) -> Value:
        found = f.layout.loaded(f.b, at(f, next(following), words), part)
        if isinstance(part, Vector):
            board = Value(part, f.alloca(f.layout.array(part.length)))
            copy_bytes(f, board.data, found[0], f.layout.size(part))
            return board
        return of_parts(part, found)

    return rebuilt(kind, leaf_at)


# ---- what only searches use: moves kept in scratch memory, digests that tables are keyed by


MIX = 0x9E3779B97F4A7C15


def asked_of_words(f: Frame, how: str, words: Value, given: list[Value], kind: Type | None) -> Value:
    """What scratch memory is asked; `kind`: the type of what is stashed there."""
    if how == "stash":
        written(f, stash_place(f, words, given[0], kind), given[1], kind, words.data[0])
        return Value(Fixed(None))
    if how == "fetch":
        return read(f, stash_place(f, words, given[0], kind), kind, words.data[0])
    return changed_at_once(f, "add" if how == "added" else "xchg", words, *given)


def stash_place(f: Frame, words: Value, index: Value, kind: Any) -> Any:
    """The number of the word where the index-th stashed value begins."""
    stride = I64(max(1, words_of(f, kind)))
    return f.b.mul(place_of(f, index, f.b.udiv(words.data[1], stride), None), stride)


def changed_at_once(f: Frame, change: str, words: Value, index: Value, word: Value) -> Value:
    """A word of scratch memory, changed in one step that no other thread sees half done; a trap where it overflows."""
    check_within(f, word, SMALL)
    start, length = words.data
    new = raw(f, word, 64)
    place = f.b.gep(start, [place_of(f, index, length, None)])
    if f.module.hosted:  # which has one thread
        before = f.b.load(place)
        f.b.store(f.b.add(before, new) if change == "add" else new, place)
    else:
        before = f.b.atomic_rmw(change, place, new, "seq_cst")
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
        return [word_at(f, leaf, first, min(8, size - first)) for first in range(0, size, 8)]
    bits = width(number_of(leaf.type))
    whole = raw(f, leaf, max(bits, 64))
    return [narrowed(f, f.b.lshr(whole, whole.type(bit)), 64) for bit in range(0, max(bits, 64), 64)]


def word_at(f: Frame, leaf: Value, first: int, size: int) -> Any:
    """A word, or less, of a board's bytes, from a byte on."""
    step = 1 << size.bit_length() - 1
    place = f.b.cast(f.b.gep(f.b.cast(leaf.data, I8), [I64(first)]), integer(8 * step))
    loaded = f.b.zext(f.b.load(place, align=1), I64)
    if step == size:
        return loaded
    return f.b.or_(loaded, f.b.shl(word_at(f, leaf, first + step, size - step), I64(8 * step)))
