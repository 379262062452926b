"""Lowering what is made of the parts of a value: slices, a NamedTuple with other fields, a member of an Enum."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..ir.classes import fields_of, members
from ..ir.kinds import Fixed, Int, Record, width
from .conversions import as_characters, compared, items_of, lies_within, live, raw
from .frame import Frame
from .memory import fresh
from .places import tuple_length
from .tables import row_if_table
from .text import I1, I32
from .values import Value, int_constant


def member(f: Frame, cls: Any, value: Value, kind: Any) -> Value:
    """A member of an IntEnum by its value; a trap if there is none."""
    known = sorted(members(cls))
    if known == list(range(known[0], known[-1] + 1)):
        f.check(lies_within(f, value, Int(known[0], known[-1])), Trap.RAISED)
    else:
        ok: Any = I1(0)
        for each in known:
            ok = f.b.or_(ok, compared(f, "==", value, int_constant(each)))
        f.check(ok, Trap.RAISED)
    return Value(kind, raw(f, value, width(kind)))


def replaced(f: Frame, base: Value, fields: dict[str, Value]) -> Value:
    """A NamedTuple with some fields replaced."""
    assert isinstance(base.type, Record)
    names = fields_of(base.type.cls)
    new = {name: live(f, each) for name, each in fields.items()}
    items = [new.get(name, old) for name, old in zip(names, base.data)]
    return Value(Record(base.type.cls, tuple(item.type for item in items)), items)


def part_of(f: Frame, base: Value, bounds: slice, kind: Any) -> Value:
    """A slice: of a board its cells are copied."""
    if isinstance(kind, Record):
        number = len(base.type.value) if isinstance(base.type, Fixed) else None  # type: ignore[arg-type]
        base = row_if_table(f, base)
        length = number if number is not None else tuple_length(base.type)
        return Value(kind, [live(f, each) for each in items_of(f, base, length)[bounds]])
    base = as_characters(f, live(f, base))
    places = range(base.type.length)[bounds]  # type: ignore[union-attr]
    made = fresh(f, kind)
    for number, place in enumerate(places):
        f.b.store(f.b.load(f.b.gep(base.data, [I32(0), I32(place)])), f.b.gep(made.data, [I32(0), I32(number)]))
    return made
