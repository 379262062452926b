"""Lowering numbers: arithmetic, shifts, comparisons; what intervals do not prove is checked."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..ir.intervals import arithmetic, is_small, shift_count
from ..ir.kinds import LEAST, Int, as_int, width
from .conversions import compared, lies_within, narrowed, raw
from .frame import Frame
from .text import I1, I64, StructType, integer
from .values import Value


def checked_arithmetic(f: Frame, symbol: str, values: list[Value], kind: Int) -> Any:
    """A sum, difference or product; a trap where it overflows, unless that is proven impossible."""
    a, b = (as_int(value.type) for value in values)
    if not arithmetic(symbol, a, b)[1]:
        return unchecked_arithmetic(f, symbol, values, kind)
    name = {"+": "sadd", "-": "ssub", "*": "smul"}[symbol]
    x, y = (raw(f, value, 64) for value in values)
    both = f.b.intrinsic(f"{name}.with.overflow", [I64], StructType([I64, I1]), [x, y])
    f.check(f.b.not_(f.b.extract_value(both, 1)), Trap.OVERFLOW)
    return f.b.extract_value(both, 0)


def unchecked_arithmetic(f: Frame, symbol: str, values: list[Value], kind: Int) -> Any:
    """A sum, difference, product or power that cannot overflow."""
    small = is_small(kind) and all(is_small(as_int(each.type)) for each in values)
    flags = "nsw " if small else ""
    x, y = (raw(f, value, width(kind)) for value in values)
    if symbol == "**":
        made = x
        for _ in range(as_int(values[1].type).low - 1):
            made = f.b.mul(made, x, flags=flags)
        return made
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
    return narrowed(f, (f.b.lshr if a.low >= 0 else f.b.ashr)(x, y), width(kind))


def few(f: Frame, count: Any, most: int) -> Any:
    """A count, from 0 to `most`, of a shift of a wide set, so that LLVM knows which words it can leave out."""
    if count.type.width == 64 or (most >= 64 and not f.module.hosted):
        return count
    return f.b.and_(count, count.type(2 ** most.bit_length() - 1))


def divided(f: Frame, symbol: str, value: Value, divisor: Value) -> Any:
    """A quotient or a rest, rounded as Python rounds; a trap where the divisor is 0."""
    a, d = as_int(value.type), as_int(divisor.type)
    x, y = raw(f, value, 64), raw(f, divisor, 64)
    if d.low <= 0 <= d.high:
        f.check(f.b.icmp_unsigned("!=", y, I64(0)), Trap.DIVISION)
    if a.low >= 0 and d.low >= 0:
        return (f.b.udiv if symbol == "//" else f.b.urem)(x, y)
    if a.low == LEAST and d.low <= -1 <= d.high:
        f.check(f.b.icmp_signed("!=", y, I64(-1)), Trap.OVERFLOW)
    rest = f.b.srem(x, y)
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
