"""Lowering numbers: arithmetic, shifts, comparisons; powers, roots and the functions of `math`.

What intervals do not prove is checked. A power of floats, `exp`, `sin` … are the very functions of the C library that
CPython calls, so that results are equal to the last bit. Where a result is not finite, or so small that C may call it
an error, Python is asked.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused, Trap

from ..ir.core import Op
from ..ir.intervals import arithmetic, bitwise, is_mask, is_product, is_shift, is_small, shift_count
from ..ir.kinds import BOOL, EXACT, LEAST, OF_MATH, Float, Int, Record, Type, as_int, width
from .conversions import as_double, compared, lies_within, narrowed, raw, truth_of
from .module import Frame
from .text import F64, I1, I64, StructType, integer
from .values import Value, int_constant


def checked_arithmetic(f: Frame, symbol: str, values: list[Value], kind: Int) -> Any:
    """A sum, difference or product; a trap where it overflows, unless that is proven impossible."""
    a, b = (as_int(value.type) for value in values)
    if not is_small(kind) or not arithmetic(symbol, a, b)[1]:
        return unchecked_arithmetic(f, symbol, values, kind)
    name = {"+": "sadd", "-": "ssub", "*": "smul"}[symbol]
    x, y = (raw(f, value, 64) for value in values)
    both = f.b.intrinsic(f"{name}.with.overflow", [I64], StructType([I64, I1]), [x, y])
    f.check(f.b.not_(f.b.extract_value(both, 1)), Trap.OVERFLOW)
    return f.b.extract_value(both, 0)


def unchecked_arithmetic(f: Frame, symbol: str, values: list[Value], kind: Int) -> Any:
    """A sum, difference or product that cannot overflow."""
    small = is_small(kind) and all(is_small(as_int(each.type)) for each in values)
    flags = "nsw " if small else ""
    x, y = (raw(f, value, width(kind)) for value in values)
    make = {"+": f.b.add, "-": f.b.sub, "*": f.b.mul}[symbol]
    return make(x, y, flags=flags)


def lowest_cell(f: Frame, cells: Value) -> Value:
    """The lowest bit of a set, -1 if it is empty."""
    kind, x = as_int(cells.type), cells.data
    lowest = narrowed(f, f.b.cttz(x), 64)
    empty = f.b.icmp_unsigned("==", x, x.type(0))
    return Value(Int(-1, kind.high.bit_length() - 1), f.b.select(empty, I64(-1), lowest))


def shifted(f: Frame, symbol: str, value: Value, count: Value, kind: Int) -> Any:
    """A shift; a trap where its count is negative or too large."""
    a, asked = as_int(value.type), as_int(count.type)
    allowed = shift_count(symbol, a, asked)
    if allowed != asked:
        f.check(lies_within(f, count, allowed), Trap.SHIFT)
    if symbol == "<<":
        bits = max(width(kind), -(-(allowed.high + 1) // 64) * 64)
        made = f.b.shl(raw(f, value, bits), few(f, raw(f, count, bits), allowed.high))
        return narrowed(f, made, width(kind))
    bits = width(a)
    x, y = raw(f, value, bits), raw(f, Value(allowed, raw(f, count, 64)), max(bits, 64))
    y = narrowed(f, y, bits)
    if allowed.high >= bits:
        far = f.b.icmp_unsigned(">=", y, y.type(bits))
        y = f.b.select(far, y.type(bits - 1), y)
        if a.low >= 0:
            return narrowed(f, f.b.select(far, x.type(0), f.b.lshr(x, y)), width(kind))
    elif f.module.hosted:
        y = few(f, y, allowed.high)
    return narrowed(f, (f.b.lshr if a.low >= 0 else f.b.ashr)(x, y), width(kind))


def few(f: Frame, count: Any, most: int) -> Any:
    """A count, from 0 to `most`, of a shift of a wide set, so that LLVM knows which words it can leave out."""
    if count.type.width == 64 or (most >= 64 and not f.module.hosted):
        return count
    return f.b.and_(count, count.type(2 ** most.bit_length() - 1))


def divided(f: Frame, symbol: str, value: Value, divisor: Value) -> Any:
    """A quotient or a rest, rounded as Python rounds; a trap where the divisor is 0."""
    a, d = as_int(value.type), as_int(divisor.type)
    if symbol == "%" and is_mask(d):
        bits = width(bitwise("&", a, Int(d.low - 1, d.low - 1)))
        return f.b.and_(raw(f, value, bits), integer(bits)(d.low - 1))
    x, y = raw(f, value, 64), raw(f, divisor, 64)
    if d.low <= 0 <= d.high:
        f.check(f.b.icmp_unsigned("!=", y, I64(0)), Trap.DIVISION)
    if a.low >= 0 and d.low >= 0:
        return (f.b.udiv if symbol == "//" else f.b.urem)(x, y)
    by = y
    if a.low == LEAST and d.low <= -1 <= d.high:
        fine = f.b.icmp_signed("!=", y, I64(-1))
        if symbol == "//":
            f.check(fine, Trap.OVERFLOW)
        by = f.b.select(fine, y, I64(1))  # which has the same rest
    rest = f.b.srem(x, by)
    uneven = f.b.icmp_signed("!=", rest, I64(0))
    apart = f.b.and_(uneven, f.b.icmp_signed("<", f.b.xor(rest, y), I64(0)))
    if symbol == "%":
        return f.b.select(apart, f.b.add(rest, y), rest)
    return f.b.sub(f.b.sdiv(x, y), f.b.zext(apart, I64))


def extreme(f: Frame, symbol: str, value: Value, other: Value, kind: Int) -> Any:
    """The `min` or `max` of two ints; of equals the first."""
    bits = max(width(as_int(value.type)), width(as_int(other.type)), width(kind))
    first = compared(f, "<=" if symbol == "min" else ">=", value, other)
    return narrowed(f, f.b.select(first, raw(f, value, bits), raw(f, other, bits)), width(kind))


def bits_counted(f: Frame, symbol: str, value: Value) -> Any:
    """The `bit_count` or the `bit_length` of an int."""
    bits = width(as_int(value.type))
    x = raw(f, value, bits)
    if symbol == "bit_count":
        return narrowed(f, f.b.ctpop(x), 64)
    return narrowed(f, f.b.sub(x.type(bits), f.b.ctlz(x)), 64)


def place_of(f: Frame, index: Value, length: Any, known: int | None) -> Any:
    """An index as Python counts it, from the end if negative; a trap out of range, unless proven.

    That many items are known to be there, if not more.
    """
    kind = as_int(index.type)
    proven = known is not None and -known <= kind.low and kind.high < known
    if proven and kind.low >= 0:
        return raw(f, index, 64)
    bits = max(width(kind), 64)
    x, n = raw(f, index, bits), f.b.zext(length, integer(bits)) if bits > 64 else length
    if kind.low < 0:
        x = f.b.select(f.b.icmp_signed("<", x, x.type(0)), f.b.add(x, n), x)
    if not proven:
        f.check(f.b.icmp_unsigned("<", x, n), Trap.INDEX)
    return narrowed(f, x, 64)


def product_checked(f: Frame, value: Value, exponent: int) -> Any:
    """An int multiplied by itself; a trap where that overflows."""
    made = value
    for _ in range(exponent - 1):
        kind, _ = arithmetic("*", as_int(made.type), as_int(value.type))
        made = Value(kind, checked_arithmetic(f, "*", [made, value], kind))
    return made.data


# ---- floats: the operations of IEEE 754 on doubles, one by one and in Python's order; nothing is fused


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
    if node.unary:
        return Value(kind, f.b.fneg(numbers[1]) if symbol == "-" else numbers[0])
    return Value(kind, whole_if_mixed(f, getattr(f.b, ARITHMETIC[symbol])(*numbers), kind))


def whole_if_mixed(f: Frame, made: Any, kind: Type) -> Any:
    """A result; where Python may have an int instead, a trap unless it is so small that no rounding has made it so."""
    if isinstance(kind, Float) and kind.mixed:
        f.check(f.b.fcmp_ordered("<", absolute(f, made), F64(float(EXACT))), Trap.OVERFLOW)
    return made


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
        f.check(f.b.or_(f.b.fcmp_ordered("==", x, x), f.b.fcmp_ordered("==", y, y)), Trap.RAISED)
    return f.b.fcmp_ordered(symbol, x, y)


def check_numbers(f: Frame, value: Value) -> None:
    """A trap where a value is nan, or a tuple that holds it."""
    if isinstance(value.type, Record):
        for item in value.data:
            check_numbers(f, item)
    elif isinstance(value.type, Float):
        f.check(f.b.fcmp_ordered("==", value.data, value.data), Trap.RAISED)


LEAST_NORMAL, INFINITE = 2.0**-1022, float("inf")
LOGARITHMS = ("log", "log2", "log10")
NOT_IN_A_PAGE = "{} of floats is not compiled to WebAssembly, which has no C library: {}"


def power(f: Frame, base: Value, exponent: Value, kind: Int) -> Any:
    """An int to a power that is written out, or is a shift; a trap where that overflows."""
    a, b = as_int(base.type), as_int(exponent.type)
    if is_product(b):
        return product_checked(f, base, b.low)
    assert is_shift(a), "any other power is a call"
    return shifted(f, "<<", int_constant(1), exponent, kind)


# ---- floats


def of_library(f: Frame, name: str, what: str, advice: str, numbers: list[Any]) -> Any:
    """What a function of the C library gives; LLVM puts no other function, and no constant, in its place."""
    if f.module.hosted:
        raise Refused(NOT_IN_A_PAGE.format(what, advice), f.last_place)
    called = f.external(name, F64, [F64] * len(numbers))
    called.as_it_is = True
    return f.b.call(called, numbers)


def function_of_math(f: Frame, name: str, x: Any) -> Any:
    """`math.sqrt(x)`, `math.exp(x)` …; a trap where the result is not finite, as it is where Python raises an error."""
    if name in LOGARITHMS:
        f.check(f.b.fcmp_ordered(">", x, F64(0.0)), Trap.RAISED)
    if name == "sqrt":
        made = called(f, "sqrt", x)
    else:
        made = of_library(f, name, f"`math.{name}`", "a table, or `math.sqrt`", [x])
    f.check(f.b.fcmp_ordered("<", absolute(f, made), F64(INFINITE)), Trap.RAISED)
    return made


def power_of_floats(f: Frame, x: Any, y: Any) -> Any:
    """`x ** y`, as CPython's `float_pow` finds it: the power of |x|, with the sign of x if y is odd.

    A trap where Python gives a complex number or raises an error, where the result is not finite, and below 2 ** -1022.
    """
    b, zero = f.b, F64(0.0)
    made = of_library(f, "pow", "`**`", "`x * x`", [absolute(f, x), y])
    whole = b.fcmp_ordered("==", called(f, "floor", y), y)
    half = b.fmul(y, F64(0.5))
    odd = b.and_(whole, b.fcmp_unordered("!=", called(f, "floor", half), half))
    f.check(b.or_(whole, b.not_(b.fcmp_ordered("<", x, zero))), Trap.RAISED)
    f.check(f.b.fcmp_ordered("<", made, F64(INFINITE)), Trap.OVERFLOW)
    usual = f.b.or_(f.b.fcmp_ordered(">=", made, F64(LEAST_NORMAL)), f.b.fcmp_ordered("==", made, zero))
    f.check(usual, Trap.OVERFLOW)
    return f.b.select(odd, called(f, "copysign", made, x), made)
