"""Where values lie: slots of variables, copies of boards, words of the arena and of what searches keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial, reduce
from typing import Any, NamedTuple

from lazytree.core.errors import Trap

from ..abi import leaf_bytes
from ..ir.core import Count, Each, Splice, Suspend, Target, Var, While, Yield, all_nodes
from ..ir.joining import join
from ..ir.kinds import (
    SMALL,
    Bool,
    Container,
    Fixed,
    Int,
    Maybe,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    as_whole,
    holds_container,
    leaves,
    number_of,
    width,
)
from ..ir.varying import Perhaps, item_in
from ..library import words as runtime
from .conversions import (
    cell_at,
    check_within,
    converted,
    copy_bytes,
    items_of,
    length_now,
    narrowed,
    raw,
    row_if_table,
    row_item,
)
from .module import Frame, arena
from .numbers import place_of
from .text import I1, I8, I32, I64, VOID, StructType, integer
from .values import FRESH, FROZEN, OWNED, Slot, Value, of_parts, rebuilt, stored_number


def new_slot(f: Frame, kind: Type, alias: bool) -> Slot:
    """Memory for one leaf of a variable; `alias`: of a board only the address is kept."""
    if isinstance(kind, Vector) and not alias:
        return Slot(kind, [f.alloca(f.layout.array(kind.length))])
    return Slot(kind, [f.alloca(each) for each in f.layout.of_leaf(kind)], alias and isinstance(kind, Vector))


def holder(f: Frame, kind: Type) -> list[Slot]:
    """Slots for a choice between values: of boards only the address is kept."""
    return [new_slot(f, leaf, alias=True) for leaf in leaves(kind)]


def put(f: Frame, slots: list[Slot], kind: Any, value: Value) -> None:
    """Writes a value into slots; boards are copied unless the slot keeps addresses."""
    for slot, leaf in zip(slots, converted(f, value, kind).leaves()):
        if isinstance(slot.type, Vector) and not slot.alias:
            copy_cells(f, slot.cells[0], leaf)
            continue
        if slot.alias:
            slot.memory = leaf.memory if slot.memory in (leaf.memory, "") else OWNED
        for cell, part in zip(slot.cells, leaf.parts):
            f.b.store(part, cell)


def held(f: Frame, slots: list[Slot], kind: Any) -> Value:
    """The value that slots hold."""
    if isinstance(kind, (Int, Bool)):
        return held_leaf(f, slots[0], kind)
    rest = iter(slots)
    return rebuilt(kind, lambda part: held_leaf(f, next(rest), part))


def held_leaf(f: Frame, slot: Slot, kind: Type) -> Value:
    """The value of one leaf that a slot holds."""
    if isinstance(kind, Vector) and not slot.alias:
        return Value(kind, slot.cells[0], OWNED)
    parts = slot.cells if slot.given else [f.b.load(cell) for cell in slot.cells]
    return of_parts(kind, parts, slot.memory if slot.alias else FRESH)


def variable(f: Frame, name: str) -> Value:
    """The value of a variable."""
    if isinstance(f.kinds[name], Fixed):
        return Value(f.kinds[name])
    return held(f, f.slots[name], f.kinds[name])


def keep(f: Frame, name: str, value: Value) -> None:
    """Gives a variable a value; its slots are made at the first assignment."""
    kind = f.kinds[name]
    if isinstance(kind, Fixed):
        return
    value = converted(f, row_if_table(f, value) if isinstance(kind, Row) else value, kind)
    single = f.assignments[name] == 1
    if name not in f.slots:
        f.slots[name] = [
            new_slot(f, leaf, alias=single and part.memory == FROZEN)
            for leaf, part in zip(leaves(kind), value.leaves())
        ]
    if len([leaf for leaf in leaves(kind) if isinstance(leaf, Vector)]) > 1:
        value = snapshot(f, value)
    put(f, f.slots[name], kind, value)


def keep_given(f: Frame, name: str, value: Value) -> None:
    """Gives a parameter its value: without slots in memory if it is never assigned.

    Instructions are counted where it is said which functions are written out: such slots would count.
    """
    kind = f.kinds[name]
    parts = list(value.leaves())
    fixed = f.assignments[name] == 1 and value.type == kind and not isinstance(kind, Fixed)
    if fixed and all(part.memory == FROZEN for part in parts if isinstance(part.type, Vector)):
        f.slots[name] = [
            Slot(part.type, part.parts, isinstance(part.type, Vector), part.memory, given=True) for part in parts
        ]
    else:
        keep(f, name, value)


def unset(f: Frame, name: str) -> None:
    """Makes the slots of a variable that gets its value later."""
    kind = f.kinds.get(name)
    if kind is not None and name not in f.slots and not isinstance(kind, Fixed):
        f.slots[name] = [new_slot(f, leaf, alias=False) for leaf in leaves(kind)]


def assign(f: Frame, target: Target | None, value: Value) -> None:
    """Gives the variables of a target their values; nothing for a target of None."""
    if isinstance(target, Var):
        keep(f, target.name, value)
    elif target is not None:
        items = [snapshot(f, each) for each in unpacked(f, value, len(target))]
        for each, one in zip(target, items):
            assign(f, each, one)


def unpacked(f: Frame, value: Value, number: int) -> list[Value]:
    """That many items of a sequence; a trap where it may have another length, and has."""
    if not isinstance(value.type, Container | Varying):
        return items_of(f, value)
    f.check(f.b.icmp_unsigned("==", length_now(f, value), I64(number)), Trap.RAISED)
    return [item(f, value, I64(place)) for place in range(number)]


def item(f: Frame, value: Value, place: Any) -> Value:
    """The item of a sequence at a place that lies in it."""
    match value.type:
        case Container():
            held = value.type.root
            return read(f, first_word(f, value.data, place, words_of(f, held.value)), held.value)
        case Varying():
            return in_cells(f, value.data[1], place)
        case Record(items=items):
            return picked(f, value, place, reduce(join, items))
    return (row_item if isinstance(value.type, Row) else cell_at)(f, value, place)


def in_cells(f: Frame, cells: Value, place: Any) -> Value:
    """The item of a board whose length changes, at a place that is known to be in range, by its cells."""
    if isinstance(cells.type, Vector):
        return cell_at(f, cells, place)
    parts = [in_cells(f, each, place) for each in cells.data]
    if cells.type.cls is Perhaps:  # type: ignore[union-attr]
        return Value(item_in(cells.type), parts)
    return Value(Record(cells.type.cls, tuple(each.type for each in parts)), parts)  # type: ignore[union-attr]


def picked(f: Frame, base: Value, place: Any, kind: Type) -> Value:
    """The item of a tuple at a place that is known when the program runs."""
    slots = holder(f, kind)
    f.one_of(place, [partial(put, f, slots, kind, value) for value in base.data])
    return held(f, slots, kind)


def chosen(f: Frame, test: Any, then: Callable[[], Value], other: Callable[[], Value], kind: Type | None) -> Value:
    """One of two values, by a test: the other one is not worked out."""
    assert kind is not None
    slots = holder(f, kind)
    f.branch(test, lambda: put(f, slots, kind, then()), lambda: put(f, slots, kind, other()))
    return held(f, slots, kind)


def fresh(f: Frame, kind: Any) -> Value:
    """Room for a new board."""
    return Value(kind, f.alloca(f.layout.array(kind.length)), FRESH)


def snapshot(f: Frame, value: Value) -> Value:
    """A copy of a value that later assignments to its variables do not change; the value itself where none can."""
    if isinstance(value.type, (Record, Maybe, Varying)):
        return Value(value.type, [snapshot(f, each) for each in value.data])
    if isinstance(value.type, Vector) and value.memory == OWNED:
        made = fresh(f, value.type)
        copy_cells(f, made.data, value)
        return made
    return value


def keeping(f: Frame, value: Value) -> Callable[[], Value]:
    """A function that gives a value again after a yield, when control comes from elsewhere."""
    slots = holder(f, value.type)
    put(f, slots, value.type, value)
    return lambda: held(f, slots, value.type)


def copy_cells(f: Frame, target: Any, value: Value) -> None:
    """Copies a board's cells to an address."""
    copy_bytes(f, target, value.data, f.layout.size(value.type))


# ---- Values as words: what containers hold, in the arena of the calling context; what searches keep and mix


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


def first_word(f: Frame, x: Any, number: Any, size: int) -> Any:
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


# ---- room of the arena, which functions and rounds of loops give back


def mark(f: Frame) -> None:
    """Notes where the room of the arena begins, where a function gives it back."""
    kinds = [*f.instance.arguments, *([f.instance.result] if f.instance.result else [])]
    if not any(map(holds_container, kinds)) and any(map(makes, all_nodes(f.instance.core.body))):
        place = f.entry.gep(arena(f), [I64(runtime.TOP)], inbounds=True)
        f.mark = f.entry.load(place)


def note_rounds(f: Frame, node: While | Count | Each) -> None:
    """Notes where the room of the arena begins, if each round of a loop gives back what the one before has taken.

    So it is if no variable that holds containers and is named in the loop is named elsewhere, and the loop hands
    nothing to another one.
    """
    inside = all_nodes(node.body)
    if not any(makes(each) and not isinstance(each, Var) for each in inside):
        return
    splices = {each.label for each in inside if isinstance(each, Splice)}
    goes_on = isinstance(node, Each) and any(each.type and of_generator(each.type) for each in node.sequences)
    if goes_on or any(
        isinstance(each, Yield | Suspend) and getattr(each, "splice", None) not in splices for each in inside
    ):
        return  # what it takes of the arena is needed elsewhere, or when it is gone on with
    kept = {name for name, kind in f.kinds.items() if holds_container(kind)}
    mentions = Counter(each.name for each in inside if isinstance(each, Var) and each.name in kept)
    for each in all_nodes(f.instance.core.body):
        if isinstance(each, Var) and each.name in mentions:
            mentions[each.name] -= 1
    if not any(mentions.values()):
        f.rounds[node.label] = f.b.load(at(f, I64(runtime.TOP)))


def of_generator(kind: Type) -> bool:
    """Whether this is the type of a generator."""
    return isinstance(kind, Container) and kind.of == "generator"


def makes(node: Any) -> bool:
    """Whether the value of an expression is a container, or holds one."""
    return node.type is not None and holds_container(node.type)


# ---- what only searches use: moves kept in scratch memory, digests that tables are keyed by


MOST_LOCAL, OF_DATA = 3, 1  # what LLVM is told of a prefetch
MIX = 0x9E3779B97F4A7C15


def asked_of_words(f: Frame, how: str, words: Value, given: list[Value], kind: Type | None) -> Value:
    """What scratch memory is asked; `kind`: the type of what is stashed there."""
    if how == "stash":
        written(f, stash_place(f, words, given[0], kind), given[1], kind, words.data[0])
        return Value(Fixed(None))
    if how == "fetch":
        return read(f, stash_place(f, words, given[0], kind), kind, words.data[0])
    if how == "prefetch":
        return prefetched(f, words, given[0])
    return changed_at_once(f, "add" if how == "added" else "xchg", words, *given)


def stash_place(f: Frame, words: Value, index: Value, kind: Any) -> Any:
    """The number of the word where the index-th stashed value begins."""
    stride = I64(max(1, words_of(f, kind)))
    return f.b.mul(place_of(f, index, f.b.udiv(words.data[1], stride), None), stride)


def prefetched(f: Frame, words: Value, index: Value) -> Value:
    """Has the processor read a word that is wanted soon, meanwhile; none of the host's does that."""
    start, length = words.data
    place = f.b.gep(start, [place_of(f, index, length, None)])
    if not f.module.hosted:
        given = [f.b.cast(place, I8), I32(0), I32(MOST_LOCAL), I32(OF_DATA)]
        f.b.intrinsic("prefetch", [place.type], VOID, given)
    return Value(Fixed(None))


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
