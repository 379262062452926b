"""Lowering's conversions: one representation of a value made of another."""

from __future__ import annotations

from typing import Any

from ..ir.kinds import Bool, Fixed, Float, Int, Record, Row, Type, Vector, as_int, width
from ..llvm import ir
from .frame import Frame
from .tables import cell_at, row_item, row_of_constant, table_of
from .values import F64, I64, Value, constant


def live(f: Frame, value: Value) -> Value:
    """A constant as a run-time value; any other value as it is."""
    if isinstance(value.type, Fixed):
        return constant(value.type.value, f.layout)
    return value


def row_if_table(f: Frame, value: Value) -> Value:
    """A constant tuple as a row of a table, or as a run-time value; any other value as it is."""
    if isinstance(value.type, Fixed):
        table = table_of(f, value.type)
        return row_of_constant(Row(table, 0)) if table else constant(value.type.value, f.layout)
    return value


def items_of(f: Frame, value: Value, length: int) -> list[Value]:
    """The values of a sequence of known length."""
    value = row_if_table(f, value)
    if isinstance(value.type, Row):
        return [row_item(f, value, I64(number)) for number in range(length)]
    if isinstance(value.type, Vector):
        return [cell_at(f, value, I64(number)) for number in range(length)]
    return list(value.data)


def converted(f: Frame, value: Value, kind: Type) -> Value:
    """A value represented as its variable's type wants it."""
    if isinstance(kind, Fixed):
        return value
    value = live(f, value)
    if isinstance(kind, Record) and isinstance(value.type, Row):
        items = [row_item(f, value, I64(number)) for number in range(len(kind.items))]
        value = Value(kind, items)
    if isinstance(kind, Record):
        return Value(kind, [converted(f, item, part) for item, part in zip(value.data, kind.items)])
    if isinstance(kind, Bool):
        return Value(kind, truth_of(f, value))
    if isinstance(kind, Int):
        return Value(kind, raw(f, value, width(kind)))
    if isinstance(kind, Float):
        return Value(kind, as_double(f, value))
    return Value(kind, value.data, value.memory)


def raw(f: Frame, value: Value, bits: int) -> Any:
    """An int modulo 2 ** bits."""
    kind = as_int(value.type)
    have, want = value.data.type.width, ir.IntType(bits)
    if have == bits:
        return value.data
    if have > bits:
        return f.b.trunc(value.data, want)
    signed = kind.low < 0 and not isinstance(value.type, Bool)
    return (f.b.sext if signed else f.b.zext)(value.data, want)


def as_double(f: Frame, value: Value) -> Any:
    """A number as a double, rounded as Python rounds it."""
    if isinstance(value.type, Float):
        return value.data
    kind = as_int(value.type)
    return (f.b.sitofp if kind.low < 0 else f.b.uitofp)(value.data, F64)


def narrowed(f: Frame, data: Any, bits: int) -> Any:
    """An int cut to so many bits, if it has more."""
    return f.b.trunc(data, ir.IntType(bits)) if data.type.width > bits else data


def truth_of(f: Frame, value: Value) -> Any:
    """Whether a value is not 0, as one bit."""
    if isinstance(value.type, Float):
        return f.b.fcmp_unordered("!=", value.data, F64(0.0))
    if value.data.type.width == 1:
        return value.data
    return f.b.icmp_unsigned("!=", value.data, value.data.type(0))
