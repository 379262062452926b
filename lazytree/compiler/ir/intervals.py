"""Arithmetic on intervals: between which bounds the result of an operation lies, and whether it must be checked.

Two values of at most 64 bits make one of at most 64 bits, checked where that is not proven; wider ones (sets of
cells) are exact.
"""

from __future__ import annotations

from itertools import product

from lazytree.core.errors import Refused

from .kinds import LEAST, MOST, WIDEST, Int


def is_small(kind: Int) -> bool:
    """Whether all ints of a type fit a signed word of 64 bits."""
    return kind.low >= LEAST and kind.high <= MOST


def arithmetic(symbol: str, a: Int, b: Int) -> tuple[Int, bool]:
    """The interval of a + b, a - b or a * b, and whether it can overflow."""
    exact = exactly(symbol, a, b)
    if is_small(a) and is_small(b) and not is_small(exact):
        return Int(min(max(exact.low, LEAST), MOST), max(min(exact.high, MOST), LEAST)), True
    return bounded(exact), False


def exactly(symbol: str, a: Int, b: Int) -> Int:
    """The interval of a + b, a - b or a * b of ints without bounds."""
    if symbol == "+":
        return Int(a.low + b.low, a.high + b.high)
    if symbol == "-":
        return Int(a.low - b.high, a.high - b.low)
    ends = [x * y for x, y in product((a.low, a.high), (b.low, b.high))]
    return Int(min(ends), max(ends))


def in_full(symbol: str, a: Int, b: Int) -> Int:
    """The interval of a + b, a - b or a * b of which low bits are used: as wide as it is, if that is not too wide."""
    exact = exactly(symbol, a, b)
    return exact if max(exact.high.bit_length(), exact.low.bit_length()) <= WIDEST else arithmetic(symbol, a, b)[0]


def bounded(kind: Int) -> Int:
    """The type itself; Refused if its ints take more bits than machine code has."""
    if max(kind.high.bit_length(), kind.low.bit_length()) > WIDEST:
        raise Refused(f"an int of more than {WIDEST} bits: mask what you shift left or multiply, `x * y % 2**64`")
    return kind


def bitwise(symbol: str, a: Int, b: Int) -> Int:
    """The interval of a & b, a | b or a ^ b."""
    positive = [kind.high for kind in (a, b) if kind.low >= 0]
    if symbol == "&" and positive:
        return Int(0, min(positive))
    bits = max(_bits(a), _bits(b))
    if len(positive) == 2:
        return Int(0, (1 << bits) - 1)
    return Int(-(1 << bits), (1 << bits) - 1)


def _bits(kind: Int) -> int:
    return max((bound if bound >= 0 else ~bound).bit_length() for bound in (kind.low, kind.high))


def shift_count(symbol: str, a: Int, b: Int) -> Int:
    """The counts that a shift lets pass; any other is a trap."""
    if not is_small(b):
        raise Refused("a shift by an int wider than 64 bits")
    most = b.high if symbol == ">>" or b.high <= WIDEST else 63
    return Int(max(b.low, 0), max(most, 0))


def shifted(symbol: str, a: Int, count: Int) -> Int:
    """The interval of a << count or a >> count; Refused if it takes too many bits."""
    if symbol == ">>":
        least, most = (min(bound, 2 * WIDEST) for bound in (count.low, count.high))
        ends = [x >> y for x, y in product((a.low, a.high), (least, most))]
    else:
        ends = [x << y for x, y in product((a.low, a.high), (count.low, count.high))]
    return bounded(Int(min(ends), max(ends)))


def is_mask(divisor: Int) -> bool:
    """Whether a rest is the low bits of a number: by a divisor that is known, and a power of 2."""
    return divisor.low == divisor.high > 0 and divisor.low.bit_count() == 1


def divided(symbol: str, a: Int, b: Int) -> Int:
    """The interval of a // b or a % b, the divisor 0 left out; both within 64 bits, unless a rest is low bits."""
    if symbol == "%" and is_mask(b):
        return bitwise("&", a, Int(b.low - 1, b.low - 1))
    if not (is_small(a) and is_small(b)):
        raise Refused("division of ints wider than 64 bits (of sets of cells: `>>`, `&`, `% 2**n`)")
    if b.low == b.high == 0:
        return Int(0, 0)  # always a trap
    if symbol == "%":
        low = min(0, b.low + 1) if b.low < 0 else 0
        return Int(low, max(0, b.high - 1) if b.high > 0 else 0)
    divisors = {y for y in (b.low, b.high, -1, 1) if b.low <= y <= b.high and y != 0}
    ends = [x // y for x, y in product((a.low, a.high), divisors)]
    if a.low <= 0 <= a.high:
        ends.append(0)
    return Int(max(min(ends), LEAST), min(max(ends), MOST))


def extreme(symbol: str, a: Int, b: Int) -> Int:
    """The interval of min(a, b) or max(a, b)."""
    choose = min if symbol == "min" else max
    return Int(choose(a.low, b.low), choose(a.high, b.high))


# ---- The intervals of powers of ints of at most 64 bits; an overflow is checked


FACTORS = (2, 3, 4)  # exponents of which a power is written out as a product


def is_product(exponent: Int) -> bool:
    """Whether a power with this exponent is written out as a product."""
    return exponent.low == exponent.high and exponent.low in FACTORS


def is_shift(base: Int) -> bool:
    """Whether a power of this base is a shift: `2 ** n`, of any width."""
    return base.low == base.high == 2


def power(base: Int, exponent: Int) -> Int:
    """The interval of base ** exponent; an exponent below 0 and an overflow are traps."""
    if is_product(exponent):
        made = base
        for _ in range(exponent.low - 1):
            made = arithmetic("*", made, base)[0]
        return made
    if is_shift(base):
        return shifted("<<", Int(1, 1), shift_count("<<", Int(1, 1), exponent))
    if not is_small(base) or not is_small(exponent):
        raise Refused(f"`**` of ints wider than 64 bits ({LEAST} to {MOST})")
    least, most = (min(max(each, 0), 64) for each in (exponent.low, exponent.high))
    furthest = min(max(abs(base.low), abs(base.high), 1) ** most, MOST)
    if base.low < 0:
        return Int(-furthest - (furthest == MOST), furthest)
    return Int(min(base.low**least, base.low**most, MOST), furthest)
