"""Lowering powers, roots and the functions of `math`.

A power of floats, `exp`, `sin` … are the very functions of the C library that CPython calls, so that results are equal
to the last bit. Where a result is not finite, or so small that C may call it an error, Python is asked.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused, Trap

from ..ir.kinds import MOST, Int, as_int
from ..ir.powers import is_product, is_shift
from .builder import Builder
from .conversions import raw
from .frame import Frame
from .numbers import product_checked, shifted
from .text import F64, I1, I64, Function, StructType
from .values import Value, int_constant

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
