"""Lowering of boards whose length changes: a length, and cells of which those beyond the length are 0.

So equal boards have equal bytes: they are compared, hashed and handed over as a whole. All that makes one keeps to it.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..ir.joining import join
from ..ir.kinds import Container, Fixed, Record, Row, Type, Varying, Vector
from ..ir.varying import Perhaps, has_no_members, item_in
from .conversions import (
    converted,
    copy_bytes,
    equal_bytes,
    items_in,
    items_of,
    length_now,
    live,
    store_item,
)
from .frame import Frame
from .tables import cell_at, row_if_table
from .text import BYTES, I1, I8, I32, I64, VOID
from .values import Value, rebuilt


def copied_cells(f: Frame, value: Value) -> Value:
    """New cells that hold what those of a board hold."""

    def copy(leaf: Value) -> Value:
        room = f.alloca(f.layout.array(leaf.type.length))  # type: ignore[union-attr]
        copy_bytes(f, room, leaf.data, f.layout.size(leaf.type))
        return Value(leaf.type, room)

    rest = value.data[1].leaves()
    return rebuilt(value.data[1].type, lambda _: copy(next(rest)))


def move_cells(f: Frame, target: Value, at: Any, source: Value, start: Any, number: Any) -> None:
    """Copies some cells to a place in others."""
    for here, there in zip(target.leaves(), source.leaves()):
        size = f.b.mul(number, I64(f.layout.cell.width // 8))
        to, begin = (f.b.gep(each.data, [I32(0), place], inbounds=True) for each, place in ((here, at), (there, start)))
        moved(f, f.b.cast(to, I8), f.b.cast(begin, I8), size)


def in_cells(f: Frame, cells: Value, place: Any) -> Value:
    """The item at a place that is known to be in range, of the cells of a board."""
    if isinstance(cells.type, Vector):
        return cell_at(f, cells, place)
    parts = [in_cells(f, each, place) for each in cells.data]
    if cells.type.cls is Perhaps:  # type: ignore[union-attr]
        return Value(item_in(cells.type), parts)
    return Value(Record(cells.type.cls, tuple(each.type for each in parts)), parts)  # type: ignore[union-attr]


def joined(f: Frame, values: list[Value], kind: Varying) -> Value:
    """Two boards as one; a trap if the room is full."""
    first, more = converted(f, values[0], kind), row_if_table(f, values[1])
    has_cells = isinstance(more.type, Varying | Vector)
    more = converted(f, more, Varying(kind.cells)) if has_cells else more
    length, others = length_now(f, first), length_now(f, more)
    both = f.b.add(length, others)
    f.check(f.b.icmp_unsigned("<=", both, I64(kind.room)), Trap.OVERFLOW)
    cells = copied_cells(f, first)
    if has_cells:
        move_cells(f, cells, length, more.data[1], I64(0), others)
    else:
        for number, item in enumerate(items_of(f, more, items_in(more.type))):
            store_item(f, cells, f.b.add(length, I64(number)), live(f, item))
    return Value(kind, [Value(kind.items[0], both), cells])


def are_equal(f: Frame, a: Value, b: Value) -> Any:
    """Whether two boards are equal, one of which changes its length."""
    kind: Any = join(a.type, b.type)
    a, b = (converted(f, each, kind) for each in (a, b))
    same: Any = f.b.icmp_unsigned("==", length_now(f, a), length_now(f, b))
    for mine, yours in zip(a.data[1].leaves(), b.data[1].leaves()):
        same = f.b.and_(same, equal_bytes(f, mine, yours))
    return same


def no_items(kind: Type | None) -> bool:
    """Whether a board of one length is empty, or nothing is ever put into a container."""
    if isinstance(kind, Fixed):
        return hasattr(kind.value, "__len__") and len(kind.value) == 0
    if isinstance(kind, Varying):
        return has_no_members(kind)
    if isinstance(kind, Row):
        return kind.table.fixed_length(kind.depth) == 0
    if isinstance(kind, Container):
        return kind.root.key is None and kind.root.value is None
    return kind.length == 0 if isinstance(kind, Vector) else isinstance(kind, Record) and not kind.items


def moved(f: Frame, here: Any, there: Any, size: Any) -> None:
    """Copies bytes to an address, from one that may be near."""
    f.b.intrinsic("memmove", [BYTES, BYTES, I64], VOID, [f.b.cast(here, I8), f.b.cast(there, I8), size, I1(0)])
