"""Lowering's memory: slots for variables, copies of vectors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from lazytree.core.errors import Trap

from ..ir.core import Target, Var
from ..ir.joining import join
from ..ir.kinds import Bool, Container, Fixed, Int, Maybe, Record, Row, Type, Varying, Vector, leaves
from ..ir.varying import Perhaps, item_in
from . import arena
from .conversions import converted, copy_bytes, items_of, length_now
from .frame import Frame
from .tables import cell_at, row_if_table, row_item
from .text import I64
from .values import FRESH, FROZEN, OWNED, Slot, Value, of_parts, rebuilt


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
            return arena.read(f, arena.place(f, value.data, place, arena.words_of(f, held.value)), held.value)
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
