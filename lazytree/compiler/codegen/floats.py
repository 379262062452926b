"""Lowering floats: the operations of IEEE 754 on doubles, one by one and in Python's order; nothing is fused."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..inference.floats import FAR
from ..ir.core import Op
from ..ir.floats import EXACT, Float
from ..ir.kinds import BOOL, Type
from .conversions import as_double, truth_of
from .frame import Frame
from .values import F64, I64, Value

ARITHMETIC = {"+": "fadd", "-": "fsub", "*": "fmul"}


def float_operation(f: Frame, node: Op, symbol: str, values: list[Value]) -> Value:
    """The value of an operation that takes or gives a float; a trap where Python raises an error."""
    kind = node.type
    assert kind is not None
    if symbol in ("<", "<=", ">", ">="):
        return Value(BOOL, compared_floats(f, symbol, *values))
    if symbol in ("not", "bool"):
        truth = truth_of(f, values[0])
        return Value(BOOL, truth if symbol == "bool" else f.b.not_(truth))
    if symbol == "of bits":
        return Value(kind, f.b.bitcast(values[0].data, F64))
    numbers = [as_double(f, value) for value in values]
    match symbol:
        case "bits of":
            return Value(kind, f.b.bitcast(numbers[0], I64))
        case "just above":
            return Value(kind, just_above(f, numbers[0]))
        case "int":
            f.check(f.b.fcmp_ordered("<", absolute(f, numbers[0]), F64(float(FAR))), Trap.OVERFLOW)
            return Value(kind, f.b.fptosi(numbers[0], I64))
        case "float":
            return Value(kind, numbers[0])
        case "abs":
            return Value(kind, absolute(f, numbers[0]))
        case "min" | "max":
            first, second = numbers
            other = f.b.fcmp_ordered("<" if symbol == "min" else ">", second, first)
            return Value(kind, f.b.select(other, second, first))
        case "/":
            f.check(f.b.fcmp_unordered("!=", numbers[1], F64(0.0)), Trap.DIVISION)
            return Value(kind, f.b.fdiv(*numbers))
    return Value(kind, arithmetic(f, node, symbol, numbers, kind))


def arithmetic(f: Frame, node: Op, symbol: str, numbers: list[Any], kind: Type) -> Any:
    """A sum, difference or product; where Python may have ints, a trap unless these are exact."""
    if node.unary:
        return f.b.fneg(numbers[1]) if symbol == "-" else numbers[0]
    made = getattr(f.b, ARITHMETIC[symbol])(*numbers)
    if isinstance(kind, Float) and kind.mixed:
        f.check(f.b.fcmp_ordered("<=", absolute(f, made), F64(float(EXACT))), Trap.OVERFLOW)
    return made


def absolute(f: Frame, number: Any) -> Any:
    """The number without its sign."""
    return f.b.call(f.intrinsic("fabs", [F64]), [number])


def just_above(f: Frame, number: Any) -> Any:
    """The next double after a finite one: of its bits, one more; one less below 0."""
    plain = f.b.fadd(number, F64(0.0))  # -0.0 becomes 0.0
    bits = f.b.bitcast(plain, I64)
    step = f.b.select(f.b.icmp_signed("<", bits, I64(0)), I64(-1), I64(1))
    return f.b.bitcast(f.b.add(bits, step), F64)


def compared_floats(f: Frame, symbol: str, value: Value, other: Value) -> Any:
    """The truth of a comparison of which one side at least is a float; false if one is nan.

    A trap where nan is asked to equal nan: in tuples and with `in` Python says that of one object, not of two.
    """
    x, y = as_double(f, value), as_double(f, other)
    if symbol == "==":
        f.check(f.b.or_(f.b.fcmp_ordered("ord", x, x), f.b.fcmp_ordered("ord", y, y)), Trap.RAISED)
    return f.b.fcmp_ordered(symbol, x, y)
