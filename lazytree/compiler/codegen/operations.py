"""Lowering operators and built-ins."""

from __future__ import annotations

from typing import Any

from ..ir.core import Op
from ..ir.intervals import arithmetic
from ..ir.kinds import BOOL, SMALL, Bool, Float, Int, Record, Row, Vector, as_int, width
from .conversions import live, raw, truth_of
from .floats import compared_floats, float_operation
from .frame import Frame
from .memory import address
from .numbers import bits_counted, checked_arithmetic, compared, divided, extreme, power, shifted, unchecked_arithmetic
from .search import digested
from .values import BYTES, I1, I32, I64, Value, int_constant


def operation(f: Frame, node: Op, symbol: str, values: list[Value]) -> Value:
    """The value of an operator or a built-in."""
    if symbol in ("==", "!="):
        equal = are_equal(f, live(f, values[0]), live(f, values[1]))
        return Value(BOOL, equal if symbol == "==" else f.b.not_(equal))
    if symbol == "summed":
        return Value(BOOL, I1(1))
    if any(isinstance(each, Float) for each in (node.type, *(value.type for value in values))):
        return float_operation(f, node, symbol, values)
    match symbol:
        case "<" | "<=" | ">" | ">=":
            return Value(BOOL, compared(f, symbol, *values))
        case "not":
            return Value(BOOL, f.b.not_(truth_of(f, values[0])))
        case "bool":
            return Value(BOOL, truth_of(f, values[0]))
        case "len":
            return length_of(values[0], as_int(node.type))  # type: ignore[arg-type]
        case "digest":
            return Value(SMALL, digested(f, live(f, values[0])))
        case "&" | "|" | "^" if isinstance(node.type, Bool):
            return Value(BOOL, bitwise(f, symbol, [truth_of(f, each) for each in values]))
    kind = as_int(node.type)  # type: ignore[arg-type]
    if node in f.proven:
        return Value(kind, unchecked_arithmetic(f, symbol, values, kind))
    return Value(kind, int_operation(f, symbol, values, kind))


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
            return power(f, values[0], as_int(values[1].type).low)
        case "min" | "max":
            return extreme(f, symbol, values[0], values[1], kind)
        case "int":
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
    if isinstance(value.type, Record):
        same: Any = I1(1)
        for mine, yours in zip(value.data, other.data):
            same = f.b.and_(same, are_equal(f, live(f, mine), live(f, yours)))
        return same
    if isinstance(value.type, Vector):
        size = f.layout.size(value.type)
        compare = f.external("memcmp", I32, [BYTES, BYTES, I64])
        order = f.b.call(compare, [address(f, value), address(f, other), I64(size)])
        return f.b.icmp_signed("==", order, I32(0))
    if isinstance(value.type, Float) or isinstance(other.type, Float):
        return compared_floats(f, "==", value, other)
    return compared(f, "==", value, other)


def length_of(value: Value, kind: Int) -> Value:
    """How many items a sequence has."""
    return Value(kind, value.data[1]) if isinstance(value.type, Row) else int_constant(kind.low)
