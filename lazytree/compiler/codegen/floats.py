"""Lowering floats: the operations of IEEE 754 on doubles, one by one and in Python's order; nothing is fused."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..ir.core import Op
from ..ir.floats import EXACT, OF_MATH, Float
from ..ir.kinds import BOOL, Record, Type
from .conversions import as_double, truth_of
from .frame import Frame
from .mathematics import function_of_math, power_of_floats
from .text import F64, I64
from .values import Value

ARITHMETIC = {"+": "fadd", "-": "fsub", "*": "fmul"}
ROUNDED = {"round": "rint", "floor": "floor", "ceil": "ceil"}  # `rint` gives of two that are equally near the even one


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
        return Value(kind, f.b.same_bits(values[0].data, F64))
    numbers = [as_double(f, value) for value in values]
    match symbol:
        case "bits of":
            return Value(kind, f.b.same_bits(numbers[0], I64))
        case "just above":
            return Value(kind, just_above(f, numbers[0]))
        case "int" | "round" | "floor" | "ceil":
            f.check(f.b.fcmp_ordered("<=", absolute(f, numbers[0]), F64(float(EXACT))), Trap.OVERFLOW)
            whole = called(f, ROUNDED[symbol], numbers[0]) if symbol in ROUNDED else numbers[0]
            return Value(kind, f.b.fptosi(whole, I64))
        case "**":
            return Value(kind, power_of_floats(f, *numbers))
        case _ if symbol in OF_MATH:
            return Value(kind, function_of_math(f, symbol, *numbers))
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
        case "//" | "%":
            f.check(f.b.fcmp_unordered("!=", numbers[1], F64(0.0)), Trap.DIVISION)
            quotient, rest = divided_floats(f, *numbers)
            return Value(kind, whole_if_mixed(f, quotient if symbol == "//" else rest, kind))
    return Value(kind, arithmetic(f, node, symbol, numbers, kind))


def arithmetic(f: Frame, node: Op, symbol: str, numbers: list[Any], kind: Type) -> Any:
    """A sum, difference or product; where Python may have ints, a trap unless these are exact."""
    if node.unary:
        return f.b.fneg(numbers[1]) if symbol == "-" else numbers[0]
    return whole_if_mixed(f, getattr(f.b, ARITHMETIC[symbol])(*numbers), kind)


def whole_if_mixed(f: Frame, made: Any, kind: Type) -> Any:
    """A result; where Python may have an int instead, a trap unless it is so small that no rounding has made it so."""
    if isinstance(kind, Float) and kind.mixed:
        f.check(f.b.fcmp_ordered("<", absolute(f, made), F64(float(EXACT))), Trap.OVERFLOW)
    return made


def divided_floats(f: Frame, x: Any, y: Any) -> tuple[Any, Any]:
    """Quotient and rest of `//` and `%`, step by step as CPython's `float_divmod` finds them."""
    zero, b = F64(0.0), f.b
    rest = b.frem(x, y)
    exact = b.fdiv(b.fsub(x, rest), y)
    none = b.fcmp_ordered("==", rest, zero)
    apart = b.xor(b.fcmp_ordered("<", y, zero), b.fcmp_ordered("<", rest, zero))
    apart = b.and_(apart, b.not_(none))
    rest = b.select(none, called(f, "copysign", zero, y), b.select(apart, b.fadd(rest, y), rest))
    exact = b.select(apart, b.fsub(exact, F64(1.0)), exact)
    below = called(f, "floor", exact)
    nearest = b.select(b.fcmp_ordered(">", b.fsub(exact, below), F64(0.5)), b.fadd(below, F64(1.0)), below)
    nothing = called(f, "copysign", zero, b.fdiv(x, y))
    return b.select(b.fcmp_ordered("==", exact, zero), nothing, nearest), rest


def called(f: Frame, name: str, *numbers: Any) -> Any:
    """What LLVM's function of this name gives, of doubles."""
    return f.b.intrinsic(name, [F64], F64, numbers)


def absolute(f: Frame, number: Any) -> Any:
    """The number without its sign."""
    return called(f, "fabs", number)


def just_above(f: Frame, number: Any) -> Any:
    """The next double after a finite one: of its bits, one more; one less below 0."""
    plain = f.b.fadd(number, F64(0.0))  # -0.0 becomes 0.0
    bits = f.b.same_bits(plain, I64)
    step = f.b.select(f.b.icmp_signed("<", bits, I64(0)), I64(-1), I64(1))
    return f.b.same_bits(f.b.add(bits, step), F64)


def compared_floats(f: Frame, symbol: str, value: Value, other: Value) -> Any:
    """The truth of a comparison of which one side at least is a float; false if one is nan.

    A trap where nan is asked to equal nan: in tuples and with `in` Python says that of one object, not of two.
    """
    x, y = as_double(f, value), as_double(f, other)
    if symbol == "==":
        f.check(f.b.or_(f.b.fcmp_ordered("ord", x, x), f.b.fcmp_ordered("ord", y, y)), Trap.RAISED)
    return f.b.fcmp_ordered(symbol, x, y)


def check_numbers(f: Frame, value: Value) -> None:
    """A trap where a value is nan, or a tuple that holds it."""
    if isinstance(value.type, Record):
        for item in value.data:
            check_numbers(f, item)
    elif isinstance(value.type, Float):
        f.check(f.b.fcmp_ordered("ord", value.data, value.data), Trap.RAISED)
