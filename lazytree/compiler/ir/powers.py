"""The intervals of powers, whole roots and common divisors of ints of at most 64 bits; an overflow is checked."""

from __future__ import annotations

from math import isqrt

from lazytree.core.errors import Refused

from .intervals import arithmetic, is_small, shift_count, shifted
from .kinds import LEAST, MOST, Int

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
    refuse_wide("`**`", base, exponent)
    least, most = (min(max(each, 0), 64) for each in (exponent.low, exponent.high))
    furthest = min(max(abs(base.low), abs(base.high), 1) ** most, MOST)
    if base.low < 0:
        return Int(-furthest - (furthest == MOST), furthest)
    return Int(min(base.low**least, base.low**most, MOST), furthest)


def root(kind: Int) -> Int:
    """The interval of `math.isqrt(n)`; n below 0 is a trap."""
    refuse_wide("`math.isqrt`", kind)
    return Int(isqrt(max(kind.low, 0)), isqrt(max(kind.high, 0)))


def common_divisor(a: Int, b: Int) -> Int:
    """The interval of `math.gcd(a, b)`."""
    refuse_wide("`math.gcd`", a, b)
    return Int(0, min(max(abs(end) for kind in (a, b) for end in (kind.low, kind.high)), MOST))


def refuse_wide(what: str, *kinds: Int) -> None:
    """Refused for ints of more than 64 bits."""
    if not all(map(is_small, kinds)):
        raise Refused(f"{what} of ints wider than 64 bits ({LEAST} to {MOST})")
