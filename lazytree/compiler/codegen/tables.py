"""Lowering what is read from tables and boards."""

from __future__ import annotations

from typing import Any

from ..inference.sequences import item_of
from ..ir.kinds import BOOL, Bool, Fixed, Int, Maybe, Record, Row, Type, Vector, width
from ..ir.symbols import NONE
from ..ir.tables import Table
from .frame import Frame
from .text import I1, I32, I64, integer
from .values import Value, constant


def table_of(f: Frame, kind: Fixed) -> Any:
    """A constant as a table of ints; None if it is no table."""
    return f.module.program.table(kind.value)


def row_of_constant(kind: Row) -> Value:
    """A whole table, as a row."""
    return Value(kind, (I64(0), I64(kind.table.lengths(kind.depth)[1])))


def row_if_table(f: Frame, value: Value) -> Value:
    """A constant tuple as a row of a table, or as a run-time value; any other value as it is."""
    if isinstance(value.type, Fixed):
        table = table_of(f, value.type)
        return row_of_constant(Row(table, 0)) if table else constant(value.type.value, f.layout)
    return value


def cell_at(f: Frame, base: Value, place: Any) -> Value:
    """A cell of a board at a place that is known to be in range."""
    kind = base.type
    assert isinstance(kind, Vector)
    number, item = loaded(f, base.data, place, Int(kind.low, kind.high)), item_of(kind)
    if not isinstance(item, Maybe):
        return truth_if_bool(f, number, item)
    flag = f.b.icmp_signed("!=", number.data, number.data.type(NONE))
    given = f.b.select(flag, number.data, number.data.type(0))
    return Value(item, [Value(BOOL, flag), truth_if_bool(f, Value(number.type, given), item.kind)])


def number_beside(f: Frame, value: Value) -> Any:
    """The number of what is there in place of a value, None or a text; 0 where the value is there."""
    flag, _, *other = value.data
    return other[0].data if other else f.b.select(flag.data, I64(0), I64(NONE))


def loaded(f: Frame, array: Any, place: Any, kind: Int) -> Value:
    """A small int of an array in memory as a wider one; LLVM learns its range."""
    cell, want = array.type.pointee.element, integer(width(kind))
    known = cell.width < 64 and kind.high - kind.low + 1 < 2**cell.width
    within = (kind.low, (kind.high + 1) % 2**cell.width) if known else None
    data = f.b.load(f.b.gep(array, [I32(0), place], inbounds=True), within=within)
    return Value(kind, f.b.sext(data, want) if cell.width < want.width else data)


def row_item(f: Frame, base: Value, place: Any) -> Value:
    """An item of a row at a place that is known to be in range: an int, a record or a row."""
    row = base.type
    assert isinstance(row, Row)
    table, at = row.table, f.b.add(base.data[0], place)
    if row.depth + 1 == table.depth and table.record:
        assert isinstance(table.item, Record)
        kinds = table.item.items
        first = f.b.mul(at, I64(len(kinds)))
        parts = [table_item(f, table, f.b.add(first, I64(number)), kind) for number, kind in enumerate(kinds)]
        return Value(table.item, parts)
    if row.depth + 1 == table.depth:
        return table_item(f, table, at, table.item)
    return Value(Row(table, row.depth + 1), span(f, table, row.depth + 1, at))


def table_item(f: Frame, table: Table, at: Any, kind: Type) -> Value:
    """A number of a table, at its place in the flat layout."""
    items = f.layout.items(table)
    if not isinstance(table.leaf, Int):
        return Value(kind, f.b.load(f.b.gep(items, [I32(0), at], inbounds=True)))
    return truth_if_bool(f, loaded(f, items, at, table.leaf), kind)


def truth_if_bool(f: Frame, value: Value, kind: Type) -> Value:
    """An int from memory, 0 or 1 if it is a bool."""
    return Value(BOOL, f.b.trunc(value.data, I1)) if isinstance(kind, Bool) else Value(kind, value.data)


def span(f: Frame, table: Any, depth: int, at: Any) -> tuple[Any, Any]:
    """The start of a row of that depth in the flat layout, and its length."""
    fixed = table.fixed_length(depth)
    if fixed is not None:
        return f.b.mul(at, I64(fixed)), I64(fixed)
    padding = f.layout.padding(table)
    if padding:
        lengths, longest = f.layout.lengths(table, padding, depth), Int(0, padding.widths[depth])
        length = loaded(f, lengths, at, longest).data
        return f.b.mul(at, I64(longest.high)), length
    starts, most = f.layout.starts(table, depth), Int(0, table.starts[depth][-1])
    begin, end = (loaded(f, starts, each, most).data for each in (at, f.b.add(at, I64(1))))
    return begin, f.b.sub(end, begin)
