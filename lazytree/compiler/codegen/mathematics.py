"""Lowering powers, roots and the functions of `math`.

A power of floats, `exp`, `sin` … are the very functions of the C library that CPython calls, so that results are equal
to the last bit. Where a result is not finite, or so small that C may call it an error, Python is asked.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused, Trap

from ..ir.core import Op
from ..ir.intervals import is_product, is_shift
from ..ir.kinds import BOOL, EXACT, MOST, OF_MATH, Float, Int, Record, Type, as_int
from .builder import Builder
from .conversions import as_double, raw, truth_of
from .frame import Frame
from .numbers import product_checked, shifted
from .text import F64, I1, I64, Function, StructType
from .values import Value, int_constant

# ---- Lowering floats: the operations of IEEE 754 on doubles, one by one and in Python's order; nothing is fused


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


LEAST_NORMAL, INFINITE = 2.0**-1022, float("inf")
LOGARITHMS = ("log", "log2", "log10")
NOT_IN_A_PAGE = "{} of floats is not compiled to WebAssembly, which has no C library: {}"


def power(f: Frame, base: Value, exponent: Value, kind: Int) -> Any:
    """An int to the power of an int; a trap where that overflows, or where the exponent is below 0."""
    a, b = as_int(base.type), as_int(exponent.type)
    if is_product(b):
        return product_checked(f, base, b.low)
    if is_shift(a):
        return shifted(f, "<<", int_constant(1), exponent, kind)
    times = raw(f, exponent, 64)
    if b.low < 0:
        f.check(f.b.icmp_signed(">=", times, I64(0)), Trap.RAISED)
    both = f.b.call(multiplying(f), [raw(f, base, 64), times])
    if max(abs(a.low), abs(a.high), 1) ** min(b.high, 64) > MOST:
        f.check(f.b.not_(f.b.extract_value(both, 1)), Trap.OVERFLOW)
    return f.b.extract_value(both, 0)


def multiplying(f: Frame) -> Function:
    """The function (base, exponent) -> the power, and whether it overflows: one step for each bit of the exponent.

    Where a square overflows that is still needed, the power does.
    """
    both = StructType([I64, I1])
    made = f.module.llvm.function("whole.power", both, [I64, I64], internal=True)
    if made.blocks:
        return made
    start, again, done = (made.append_block() for _ in range(3))
    b = Builder(f.module.llvm, start)
    b.branch(again)
    b.position_at_end(again)
    result, square, left, failed = b.phi(I64), b.phi(I64), b.phi(I64), b.phi(I1)
    odd = b.icmp_unsigned("!=", b.and_(left, I64(1)), I64(0))
    product = b.intrinsic("smul.with.overflow", [I64], both, [result, b.select(odd, square, I64(1))])
    next_square = b.intrinsic("smul.with.overflow", [I64], both, [square, square])
    rest = b.lshr(left, I64(1))
    more = b.icmp_unsigned("!=", rest, I64(0))
    whole = b.extract_value(product, 0)
    bad = b.or_(b.extract_value(product, 1), b.and_(more, b.extract_value(next_square, 1)))
    bad = b.or_(failed, bad)
    for each, first, following in (
        (result, I64(1), whole),
        (square, made.args[0], b.extract_value(next_square, 0)),
        (left, made.args[1], rest),
        (failed, I1(0), bad),
    ):
        each.add_incoming(first, start)
        each.add_incoming(following, again)
    b.cbranch(more, again, done)
    b.position_at_end(done)
    b.ret(b.insert_value(b.insert_value(both.undefined(), whole, 0), bad, 1))
    return made


def common_divisor(f: Frame, one: Value, other: Value) -> Any:
    """The greatest common divisor of two ints, by Euclid; a trap where it is 2 ** 63."""
    made = f.b.call(dividing(f), [magnitude(f, one), magnitude(f, other)])
    if min(as_int(each.type).low for each in (one, other)) < -MOST:
        f.check(f.b.icmp_signed(">=", made, I64(0)), Trap.OVERFLOW)
    return made


def magnitude(f: Frame, value: Value) -> Any:
    """An int without its sign, as a word without a sign."""
    x = raw(f, value, 64)
    return f.b.select(f.b.icmp_signed("<", x, I64(0)), f.b.sub(I64(0), x), x)


def dividing(f: Frame) -> Function:
    """The function that gives the greatest common divisor of two words without signs."""
    made = f.module.llvm.function("whole.gcd", I64, [I64, I64], internal=True)
    if made.blocks:
        return made
    start, head, step, done = (made.append_block() for _ in range(4))
    b = Builder(f.module.llvm, start)
    b.branch(head)
    b.position_at_end(head)
    one, other = b.phi(I64), b.phi(I64)
    b.cbranch(b.icmp_unsigned("!=", other, I64(0)), step, done)
    b.position_at_end(step)
    rest = b.urem(one, other)
    for each, first, following in ((one, made.args[0], other), (other, made.args[1], rest)):
        each.add_incoming(first, start)
        each.add_incoming(following, step)
    b.branch(head)
    b.position_at_end(done)
    b.ret(one)
    return made


def root(f: Frame, value: Value) -> Any:
    """`math.isqrt(n)`: the root as a double is at most 1 away; a trap where n is below 0."""
    b, x = f.b, raw(f, value, 64)
    if as_int(value.type).low < 0:
        f.check(b.icmp_signed(">=", x, I64(0)), Trap.RAISED)
        b = f.b
    near = b.fptosi(b.intrinsic("sqrt", [F64], F64, [b.sitofp(x, F64)]), I64)
    near = b.sub(near, b.zext(b.icmp_unsigned(">", b.mul(near, near), x), I64))
    above = b.add(near, I64(1))
    return b.add(near, b.zext(b.icmp_unsigned("<=", b.mul(above, above), x), I64))


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
        made = f.b.intrinsic("sqrt", [F64], F64, [x])
    else:
        made = of_library(f, name, f"`math.{name}`", "a table, or `math.sqrt`", [x])
    f.check(f.b.fcmp_ordered("<", f.b.intrinsic("fabs", [F64], F64, [made]), F64(INFINITE)), Trap.RAISED)
    return made


def power_of_floats(f: Frame, x: Any, y: Any) -> Any:
    """`x ** y`, as CPython's `float_pow` finds it: the power of |x|, with the sign of x if y is odd.

    A trap where Python gives a complex number or raises an error, where the result is not finite, and below 2 ** -1022.
    """
    b, zero = f.b, F64(0.0)
    made = of_library(f, "pow", "`**`", "`x * x`", [b.intrinsic("fabs", [F64], F64, [x]), y])
    whole = b.fcmp_ordered("==", floor(b, y), y)
    half = b.fmul(y, F64(0.5))
    odd = b.and_(whole, b.fcmp_unordered("!=", floor(b, half), half))
    f.check(b.or_(whole, b.not_(b.fcmp_ordered("<", x, zero))), Trap.RAISED)
    f.check(f.b.fcmp_ordered("<", made, F64(INFINITE)), Trap.OVERFLOW)
    usual = f.b.or_(f.b.fcmp_ordered(">=", made, F64(LEAST_NORMAL)), f.b.fcmp_ordered("==", made, zero))
    f.check(usual, Trap.OVERFLOW)
    return f.b.select(odd, f.b.intrinsic("copysign", [F64], F64, [made, x]), made)


def floor(b: Builder, x: Any) -> Any:
    """The greatest whole number that is not above a float."""
    return b.intrinsic("floor", [F64], F64, [x])
