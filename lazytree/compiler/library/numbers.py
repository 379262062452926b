"""What Python works out of numbers step by step, in the subset."""

from __future__ import annotations

from typing import Any


def whole_power(base: int, exponent: int) -> int:
    """`base ** exponent` of ints, by squares; the exponent is not below 0."""
    if exponent < 0:
        raise ValueError
    made = 1
    while exponent != 0:
        if exponent & 1 != 0:
            made *= base
        exponent >>= 1
        if exponent != 0:
            base *= base
    return made


def quotient_and_rest(a: Any, b: Any, /) -> Any:
    """`divmod(a, b)`."""
    return a // b, a % b


def absolute(x: Any, /) -> Any:
    """`math.fabs(x)`."""
    return abs(float(x))


def common_divisor(a: int, b: int = 0, /) -> int:
    """`math.gcd(a, b)` of ints, by Euclid."""
    a, b = a | 0, b | 0
    while b != 0:
        a, b = b, a % b
    return abs(a)


def whole_root(n: int, /) -> int:
    """`math.isqrt(n)` of an int, by Newton."""
    n |= 0
    if n < 0:
        raise ValueError
    root, smaller = n, n // 2 + (n & 1)
    while smaller < root:
        root, smaller = smaller, (smaller + n // smaller) // 2
    return root
