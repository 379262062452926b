"""Lowering operators and built-ins."""

from __future__ import annotations

from typing import Any

from pyrsistent import pvector

from ..ir.core import Op
from ..ir.intervals import arithmetic
from ..ir.kinds import (
    BOOL,
    SMALL,
    Bool,
    Float,
    Int,
    Maybe,
    Record,
    Row,
    Varying,
    Vector,
    as_int,
    as_record,
    is_text,
    present,
    width,
)
from ..ir.symbols import Symbol, first_number
from . import varying
from .arena import digested
from .conversions import (
    as_characters,
    compared,
    converted,
    equal_bytes,
    items_in,
    items_of,
    length_now,
    live,
    raw,
    stored,
    truth_of,
)
from .frame import Frame
from .memory import chosen
from .numbers import (
    bits_counted,
    check_numbers,
    checked_arithmetic,
    compared_floats,
    divided,
    extreme,
    float_operation,
    power,
    shifted,
    unchecked_arithmetic,
)
from .tables import cell_at, number_beside, row_if_table
from .text import I1, I64
from .values import FROZEN, Value, int_constant


def operation(f: Frame, node: Op, symbol: str, values: list[Value]) -> Value:
    """The value of an operator or a built-in."""
    if symbol == "is" and [present(each.type) for each in node.operands if each.type].count(BOOL) == 1:
        return Value(BOOL, I1(0))
    if symbol in ("==", "!=", "is"):
        equal = are_equal(f, live(f, values[0]), live(f, values[1]))
        return Value(BOOL, f.b.not_(equal) if symbol == "!=" else equal)
    if symbol == "no nan":
        check_numbers(f, values[0])
        return values[0]
    if symbol == "ints only":
        return values[0]
    if symbol == "member array":
        return live(f, values[0])
    if Float in [type(node.type), *[type(value.type) for value in values]]:
        return float_operation(f, node, symbol, values)
    if isinstance(node.type, Varying) and symbol in ("+", "extend"):
        return varying.joined(f, values, node.type)
    if symbol in ("tuple", "pvector", "text"):
        return remade(f, as_characters(f, row_if_table(f, values[0])), node.type)
    if symbol == "*" and isinstance(node.type, Vector):
        return repeated(f, values, node.type)
    if symbol == "+" and not isinstance(node.type, (Int, Bool)):
        return joined(f, [row_if_table(f, each) for each in values], node.type)
    if symbol in ("min", "max") and isinstance(node.type, (Record, Symbol)):
        return first_or_last(f, symbol, [live(f, each) for each in values], node.type)
    if symbol in ("<", "<=", ">", ">=") and not all(isinstance(each.type, (Int, Bool)) for each in values):
        return Value(BOOL, in_order(f, symbol, [row_if_table(f, each) for each in values]))
    match symbol:
        case "<" | "<=" | ">" | ">=":
            return Value(BOOL, compared(f, symbol, *values))
        case "not":
            return Value(BOOL, f.b.not_(truth_of(f, values[0])))
        case "bool":
            return Value(BOOL, truth_of(f, values[0]))
        case "len" | "tuple_len":
            length = as_int(node.type)  # type: ignore[arg-type]
            known = length.low == length.high
            return int_constant(length.low) if known else Value(length, length_now(f, values[0]))
        case "place of":
            return Value(as_int(node.type), place_among(f, values[0], node.operands[0].type))  # type: ignore[arg-type]
        case "digest":
            return Value(SMALL, digested(f, live(f, values[0])))
        case "&" | "|" | "^" | "min" | "max" if isinstance(node.type, Bool):
            symbol = {"min": "&", "max": "|"}.get(symbol, symbol)
            return Value(BOOL, bitwise(f, symbol, [truth_of(f, each) for each in values]))
    kind = as_int(node.type)  # type: ignore[arg-type]
    if f.trusted and symbol in ("+", "-", "*"):
        return Value(kind, unchecked_arithmetic(f, symbol, values, kind))
    return Value(kind, int_operation(f, symbol, values, kind))


def place_among(f: Frame, value: Value, known: Any) -> Any:
    """Which member of its Enum, or which of some texts, a value is, from 0 on."""
    value, known = live(f, value), known if isinstance(known, Symbol) else live(f, value).type
    return f.b.sub(value.data, I64(first_number(known.enum) if known.enum is not None else known.low))


def remade(f: Frame, value: Value, kind: Any) -> Value:
    """A tuple or a board made of another."""
    if isinstance(value.type, Vector):
        return Value(kind, value.data, value.memory)
    if isinstance(kind, Varying):
        return converted(f, value, kind)
    if isinstance(kind, Record):
        return Value(kind, items_of(f, value, len(kind.items)))
    return stored(f, items_of(f, value, kind.length), kind)


def joined(f: Frame, values: list[Value], kind: Any) -> Value:
    """Two tuples as one."""
    values = [as_characters(f, value) for value in values]
    lengths = [items_in(value.type) for value in values]
    if not isinstance(kind, Record) and 0 in lengths:
        return values[lengths.index(0) - 1]
    items = [item for value, length in zip(values, lengths) for item in items_of(f, value, length)]
    return Value(kind, items) if isinstance(kind, Record) else stored(f, items, kind)


def repeated(f: Frame, values: list[Value], kind: Vector) -> Value:
    """`text * n`."""
    text, times = [as_characters(f, each) for each in values]
    if not isinstance(text.type, Vector):
        text, times = times, text
    assert isinstance(text.type, Vector)
    return stored(f, items_of(f, text, text.type.length) * as_int(times.type).low, kind)


def int_operation(f: Frame, symbol: str, values: list[Value], kind: Int) -> Any:
    """The result of an operation on ints, as an LLVM value."""
    bits = width(kind)
    match symbol:
        case "+" | "-" | "*":
            return checked_arithmetic(f, symbol, values, kind)
        case "&" | "|" | "^":
            return bitwise(f, symbol, [raw(f, each, bits) for each in values])
        case "<<" | ">>":
            return shifted(f, symbol, values[0], values[1], kind)
        case "//" | "%":
            return divided(f, symbol, values[0], values[1])
        case "**":
            return power(f, values[0], values[1], kind)
        case "min" | "max":
            return extreme(f, symbol, values[0], values[1], kind)
        case "int" | "round" | "floor" | "ceil":
            return raw(f, values[0], bits)
        case "abs":
            zero = Value(Int(0, 0), I64(0))
            opposite, _ = arithmetic("-", Int(0, 0), as_int(values[0].type))
            negated = Value(opposite, checked_arithmetic(f, "-", [zero, values[0]], opposite))
            return extreme(f, "max", values[0], negated, kind)
    return bits_counted(f, symbol, values[0])


def bitwise(f: Frame, symbol: str, operands: list[Any]) -> Any:
    """The result of `&`, `|` or `^`."""
    make = {"&": f.b.and_, "|": f.b.or_, "^": f.b.xor}[symbol]
    return make(*operands)


def are_equal(f: Frame, value: Value, other: Value) -> Any:
    """Whether two values of comparable types are equal, as one bit."""
    value, other = (
        Value(as_record(each.type), items_of(f, each, items_in(each.type))) if isinstance(each.type, Row) else each
        for each in (value, other)
    )
    if isinstance(value.type, Vector) != isinstance(other.type, Vector):
        value, other = as_characters(f, value), as_characters(f, other)
    if isinstance(value.type, (Maybe, Symbol)) or isinstance(other.type, (Maybe, Symbol)):
        return equal_or_none(f, value, other)
    if isinstance(value.type, Varying) or isinstance(other.type, Varying):
        return varying.are_equal(f, value, other)
    if isinstance(value.type, Vector) != isinstance(other.type, Vector):
        length = items_in(value.type)
        value, other = (Value(Record(tuple, ()), items_of(f, each, length)) for each in (value, other))
    if isinstance(value.type, Record):
        same: Any = I1(1)
        for mine, yours in zip(value.data, other.data):
            same = f.b.and_(same, are_equal(f, live(f, mine), live(f, yours)))
        return same
    if isinstance(value.type, Vector):
        return equal_bytes(f, value, other)
    return in_size(f, "==", value, other)


def in_size(f: Frame, symbol: str, value: Value, other: Value) -> Any:
    """The truth of a comparison between two numbers."""
    floats = isinstance(value.type, Float) or isinstance(other.type, Float)
    return (compared_floats if floats else compared)(f, symbol, value, other)


def equal_or_none(f: Frame, value: Value, other: Value) -> Any:
    """Whether two values are equal one of which may be None, a text or a member of an Enum."""
    if isinstance(value.type, Symbol) and isinstance(other.type, Symbol):
        return compared(f, "==", value, other)
    if not isinstance(value.type, Maybe):
        value, other = other, value
    if not isinstance(value.type, Maybe):  # None, and what never is
        return I1(0)
    (flag, given, *_), number = value.data, number_beside(f, value)
    other = as_characters(f, other) if is_text(given.type) else other
    if isinstance(other.type, Symbol):
        return f.b.and_(f.b.not_(flag.data), f.b.icmp_signed("==", number, other.data))
    if not isinstance(other.type, Maybe):
        return f.b.and_(flag.data, are_equal(f, given, other))
    known, there, *_ = other.data
    alike = f.b.icmp_unsigned("==", flag.data, known.data)
    same = f.b.icmp_signed("==", number, number_beside(f, other))
    return f.b.and_(alike, f.b.select(flag.data, are_equal(f, given, there), same))


def first_or_last(f: Frame, symbol: str, values: list[Value], kind: Record | Symbol) -> Value:
    """The least or the greatest of two tuples or texts: the first one where they are equal."""
    a, b = values
    later = in_order(f, "<" if symbol == "min" else ">", [b, a])
    return chosen(f, later, lambda: b, lambda: a, kind)


def in_order(f: Frame, symbol: str, values: list[Value]) -> Any:
    """Whether two texts or tuples are in this order: the first items that differ decide, else the lengths."""
    if all(isinstance(each.type, Symbol) for each in values):
        return compared(f, symbol, *(rank(f, each) for each in values))
    a, b = (items_of(f, each, items_in(each.type)) for each in values)
    known = {"<": len(a) < len(b), "<=": len(a) <= len(b), ">": len(a) > len(b), ">=": len(a) >= len(b)}
    decided: Any = I1(int(known[symbol]))
    for x, y in reversed(list(zip(a, b))):
        x, y = live(f, x), live(f, y)
        within = isinstance(x.type, (Record, Symbol))
        less = in_order(f, symbol[0], [x, y]) if within else in_size(f, symbol[0], x, y)
        decided = f.b.select(are_equal(f, x, y), decided, less)
    return decided


def rank(f: Frame, text: Value) -> Value:
    """The place of a text in the order of all texts of the program."""
    known: Any = text.type
    numbers = {each: number for each, number in f.module.program.numbering.numbers.items() if type(each) is str}
    places = {numbers[each]: place for place, each in enumerate(sorted(numbers))}
    ranks = pvector(places.get(number, 0) for number in range(known.low, known.high + 1))
    row = Value(Vector(len(ranks), 0, len(numbers)), f.layout.vector(ranks), FROZEN)
    return cell_at(f, row, f.b.sub(text.data, I64(known.low)))
