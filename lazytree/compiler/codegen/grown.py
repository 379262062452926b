"""Lowering of lists and sets that grow and shrink: memory of the function's own, with room for a number of items.

A list has an array for each part of its items, a set has a bit for each item that may lie in it. What does not fit is a
trap. Where two names mean one list in Python, each has a copy, and both are marked: a change of either is a trap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lazytree.core.errors import Trap

from ..inference.held import arity, member_kind
from ..ir.core import Add, Begin, Copy, Node, Op, Put, Take, Var
from ..ir.kinds import BOOL, LEAST_MEMBER, MEMBERS, MOST_ROOM, SPAN, Grown, Record, Type
from .builder import Builder
from .conversions import converted, items_of, raw
from .frame import Frame
from .numbers import place_of
from .proofs import within
from .text import BYTES, I1, I8, I32, I64, VOID, WORD_POINTER, Function
from .values import Value, of_parts, rebuilt, size_of

WORDS = MEMBERS // 64


@dataclass(slots=True)
class Storage:
    """The memory of a list or a set: how many items it holds, whether it is marked, its arrays, room for how many."""

    kind: Grown
    length: Any
    marked: Any
    arrays: list[Any]
    room: int


def storage(f: Frame, name: str) -> Storage:
    """The memory of a variable, made when it is first asked for."""
    if name not in f.grown:
        kind: Any = f.kinds[name]
        f.grown[name] = stored_at(kind, [f.alloca(each) for each in (I64, I1, *f.layout.arrays(kind))])
    made: Storage = f.grown[name]
    return made


def stored_at(kind: Grown, places: Sequence[Any]) -> Storage:
    """The memory of a list or a set, by its addresses."""
    length, marked, *arrays = places
    room = MEMBERS if kind.distinct else arrays[0].type.pointee.count if arrays else MOST_ROOM
    return Storage(kind, length, marked, arrays, room)


def lent(f: Frame, name: str) -> Value:
    """A list or a set as an argument: the addresses of its memory."""
    held = storage(f, name)
    return Value(held.kind, (held.length, held.marked, *held.arrays))


def keep_lent(f: Frame, name: str, value: Value) -> None:
    """Gives a parameter the list or the set that is lent to the function."""
    assert isinstance(value.type, Grown)
    f.grown[name] = stored_at(value.type, value.parts)


def is_marked(f: Frame, name: str) -> bool:
    """Whether a list may at times have two names."""
    if f.sharing is None:
        copies = [each for each in within(f.instance.core.body) if isinstance(each, Copy) and each.shared]
        given = zip(f.instance.core.parameters, f.instance.arguments)
        f.sharing = {each.name for copy in copies for each in (copy.name, copy.other)}
        f.sharing.update(name for name, kind in given if isinstance(kind, Grown))  # their callers may have others
    return name in f.sharing


def to_change(f: Frame, name: str) -> Storage:
    """The memory of a list or a set that is changed; a trap where it has two names."""
    held = storage(f, name)
    if is_marked(f, name):
        f.check(f.b.not_(f.b.load(held.marked)), Trap.OUTSIDE)
    return held


def change(f: Frame, node: Node, value: Any) -> None:
    """Emits a statement that changes a list or a set; `value` gives the value of an expression."""
    match node:
        case Begin(name=Var(name=name)):
            emptied(f, storage(f, name))
        case Copy(name=Var(name=name), other=Var(name=other), shared=shared):
            copied(f, storage(f, name), storage(f, other), shared)
        case Put(name=Var(name=name), index=index, value=new):
            at, given = value(f, index), value(f, new)
            held = to_change(f, name)
            store_item(f, held, place_of(f, at, f.b.load(held.length), None), given)
        case Add(name=Var(name=name), value=new):
            given = value(f, new)
            held = to_change(f, name)
            (added_to_set if held.kind.distinct else appended)(f, held, given)
        case Take(name=Var(name=name), value=new):
            given = value(f, new)
            taken(f, to_change(f, name), given)


def emptied(f: Frame, held: Storage) -> None:
    """A list or a set holds nothing from now on."""
    f.b.store(I64(0), held.length)
    f.b.store(I1(0), held.marked)
    if held.kind.distinct:
        given = [f.b.cast(held.arrays[0], I8), I8(0), I64(8 * WORDS), I1(0)]
        f.b.intrinsic("memset", [BYTES, I64], VOID, given)


def copied(f: Frame, held: Storage, other: Storage, shared: bool) -> None:
    """A list or a set holds what another one holds; both are marked where that is one object in Python."""
    length = f.b.load(other.length)
    for here, there in zip(held.arrays, other.arrays):
        size = I64(8 * WORDS) if held.kind.distinct else f.b.mul(length, I64(size_of(here.type.pointee.element)))
        moved(f, here, there, size)
    f.b.store(length, held.length)
    f.b.store(I1(shared), held.marked)
    if shared:
        f.b.store(I1(1), other.marked)


def moved(f: Frame, here: Any, there: Any, size: Any) -> None:
    """Copies bytes to an address, from one that may be near."""
    f.b.intrinsic("memmove", [BYTES, BYTES, I64], VOID, [f.b.cast(here, I8), f.b.cast(there, I8), size, I1(0)])


def cell(f: Frame, array: Any, place: Any) -> Any:
    """The address of a place in an array."""
    return f.b.gep(array, [I32(0), place], inbounds=True)


def store_item(f: Frame, held: Storage, place: Any, value: Value) -> None:
    """Writes an item of a list."""
    assert held.kind.item is not None
    parts = [part for leaf in converted(f, value, held.kind.item).leaves() for part in leaf.parts]
    for array, part in zip(held.arrays, parts):
        f.b.store(part, cell(f, array, place))


def item_read(f: Frame, held: Storage, place: Any) -> Value:
    """The item of a list at a place that lies in it."""
    arrays = iter(held.arrays)

    def leaf(part: Type) -> Value:
        return of_parts(part, [f.b.load(cell(f, next(arrays), place)) for _ in f.layout.of_leaf(part)])

    return rebuilt(held.kind.item, leaf)


def item_at(f: Frame, name: str, index: Value) -> Value:
    """`name[index]` of a list."""
    held = storage(f, name)
    return item_read(f, held, place_of(f, index, f.b.load(held.length), None))


def appended(f: Frame, held: Storage, value: Value) -> None:
    """Adds an item at the end of a list; a trap if the room is full."""
    length = f.b.load(held.length)
    f.check(f.b.icmp_unsigned("<", length, I64(held.room)), Trap.OVERFLOW)
    store_item(f, held, length, value)
    f.b.store(f.b.add(length, I64(1)), held.length)


def popped(f: Frame, name: str, first: bool) -> Value:
    """The last or the first item of a list, taken from it; a trap if there is none."""
    held = to_change(f, name)
    length = f.b.load(held.length)
    f.check(f.b.icmp_unsigned("!=", length, I64(0)), Trap.RAISED)
    fewer = f.b.sub(length, I64(1))
    found = item_read(f, held, I64(0) if first else fewer)
    if first:
        for array in held.arrays:
            size = f.b.mul(fewer, I64(size_of(array.type.pointee.element)))
            moved(f, cell(f, array, I64(0)), cell(f, array, I64(1)), size)
    f.b.store(fewer, held.length)
    return found


# ---- sets


def number_of(f: Frame, value: Value, kind: Type) -> tuple[Any, Any]:
    """The number of an item of a set, and whether such an item may lie in one; 0 if it may not."""
    several = arity(kind)
    given = items_of(f, value, several) if isinstance(kind, Record) else [value]
    parts = [f.b.sub(raw(f, each, 64), I64(LEAST_MEMBER[several])) for each in given]
    inside: Any = I1(1)
    number: Any = I64(0)
    for part in parts:
        inside = f.b.and_(inside, f.b.icmp_unsigned("<", part, I64(SPAN[several])))
        number = f.b.add(f.b.mul(number, I64(SPAN[several])), part)
    return f.b.select(inside, number, I64(0)), inside


def bit_of(f: Frame, held: Storage, number: Any) -> tuple[Any, Any, Any]:
    """Where the bit of an item lies: the address of its word, the word, and the bit in it."""
    place = cell(f, held.arrays[0], f.b.lshr(number, I64(6)))
    return place, f.b.load(place), f.b.shl(I64(1), f.b.and_(number, I64(63)))


def added_to_set(f: Frame, held: Storage, value: Value) -> None:
    """Adds an item to a set; a trap where it cannot lie in one."""
    number, inside = number_of(f, value, held.kind.item)  # type: ignore[arg-type]
    f.check(inside, Trap.OVERFLOW)
    place, word, bit = bit_of(f, held, number)
    new = f.b.icmp_unsigned("==", f.b.and_(word, bit), I64(0))
    f.b.store(f.b.or_(word, bit), place)
    f.b.store(f.b.add(f.b.load(held.length), f.b.zext(new, I64)), held.length)


def taken(f: Frame, held: Storage, value: Value) -> None:
    """Takes an item from a set, if it lies there."""
    if held.kind.item is None:
        return
    number, inside = number_of(f, value, held.kind.item)
    place, word, bit = bit_of(f, held, number)
    there = f.b.and_(inside, f.b.icmp_unsigned("!=", f.b.and_(word, bit), I64(0)))
    f.b.store(f.b.select(there, f.b.xor(word, bit), word), place)
    f.b.store(f.b.sub(f.b.load(held.length), f.b.zext(there, I64)), held.length)


def asked(f: Frame, node: Op, value: Any) -> Value:
    """What is asked of a list or a set: its length, its truth, whether something lies in it, its members."""
    wanted = [each for each in node.operands if not isinstance(each.type, Grown)]
    given = [value(f, each) for each in wanted]
    name = next(each.name for each in node.operands if isinstance(each, Var) and isinstance(each.type, Grown))
    held = storage(f, name)
    length = f.b.load(held.length)
    match node.symbol:
        case "len":
            return Value(node.type, length)  # type: ignore[arg-type]
        case "bool" | "not":
            return Value(BOOL, f.b.icmp_unsigned("!=" if node.symbol == "bool" else "==", length, I64(0)))
        case "among":
            if held.kind.item is None:
                return Value(BOOL, I1(0))
            number, inside = number_of(f, given[0], held.kind.item)
            _, word, bit = bit_of(f, held, number)
            return Value(BOOL, f.b.and_(inside, f.b.icmp_unsigned("!=", f.b.and_(word, bit), I64(0))))
        case "next member":
            start = f.b.cast(held.arrays[0], I64)
            return Value(node.type, f.b.call(next_member(f), [start, raw(f, given[0], 64)]))  # type: ignore[arg-type]
    return member(f, held, raw(f, given[0], 64))


def member(f: Frame, held: Storage, number: Any) -> Value:
    """The item of a set with a number."""
    kind, several = member_kind(held.kind), arity(held.kind.item)  # type: ignore[arg-type]
    bits = (SPAN[several] - 1).bit_length()
    parts = [
        f.b.add(f.b.and_(f.b.lshr(number, I64(bits * place)), I64(SPAN[several] - 1)), I64(LEAST_MEMBER[several]))
        for place in reversed(range(several))
    ]
    if isinstance(kind, Record):
        return Value(kind, [Value(item, part) for item, part in zip(kind.items, parts)])
    return Value(kind, parts[0])


def next_member(f: Frame) -> Function:
    """The function that finds the next bit that is set, from a number on; -1 if there is none."""
    made = f.module.llvm.function("next_member", I64, [WORD_POINTER, I64], internal=True)
    if made.blocks:
        return made
    begin, first, loop, more, found, none = (made.append_block() for _ in range(6))
    words, start = made.args
    b = Builder(f.module.llvm, begin)
    b.cbranch(b.icmp_unsigned("<", start, I64(MEMBERS)), first, none)
    b.position_at_end(first)
    at, low = b.lshr(start, I64(6)), b.and_(start, I64(63))
    masked = b.shl(b.lshr(b.load(b.gep(words, [at])), low), low)
    b.branch(loop)
    b.position_at_end(loop)
    place, data = b.phi(I64), b.phi(I64)
    place.add_incoming(at, first)
    data.add_incoming(masked, first)
    following = b.add(place, I64(1))
    b.cbranch(b.icmp_unsigned("!=", data, I64(0)), found, more)
    b.position_at_end(more)
    last = b.icmp_unsigned("==", following, I64(WORDS))
    word = b.load(b.gep(words, [b.select(last, I64(0), following)]))
    place.add_incoming(following, more)
    data.add_incoming(word, more)
    b.cbranch(last, none, loop)
    b.position_at_end(found)
    b.ret(b.add(b.shl(place, I64(6)), b.cttz(data, never_0=True)))
    b.position_at_end(none)
    b.ret(I64(-1))
    return made
