"""Laws of decay: how strong the signal of a group of pieces is at each distance, in millionths.

Strengths are doubles, and never 0: a single piece is heard as far as its signal spreads.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from sys import float_info

from lazytree.core.board import at_least
from lazytree.core.values import SURE

MILLION = 1_000_000

Law = tuple[tuple[float, ...], ...]
"""A law of decay: `law[g][s]` is the strength of the signal of a group of g pieces at distance s, in millionths."""


def exponential(pieces: int, cells: int, power: Fraction | None = None) -> Law:
    """The law of decay (P·g)^s in millionths, the nearest doubles, for a group of g pieces at distance s.

    It is given for groups of up to `pieces` pieces on a board of `cells` cells. `power` is P, by default 1/(2·pieces).
    Raises ValueError unless 0 < P·pieces < 0.99, and `pieces` and `cells` are ints from 1 up.

    >>> exponential(pieces=2, cells=3)
    ((0.0, 0.0, 0.0, 0.0), (250000.0, 250000.0, 62500.0, 15625.0), (500000.0, 500000.0, 250000.0, 125000.0))
    """
    return _law(pieces, cells, power, lambda above, below, distance: MILLION * above**distance / below**distance)


def inverse(pieces: int, cells: int, power: Fraction | None = None) -> Law:
    """The law of decay P·g/s in millionths, the nearest doubles, for a group of g pieces at distance s.

    It is given for groups of up to `pieces` pieces on a board of `cells` cells. `power` is P, by default 1/(2·pieces).
    Raises ValueError unless 0 < P·pieces < 0.99, and `pieces` and `cells` are ints from 1 up.

    >>> inverse(pieces=2, cells=2)
    ((0.0, 0.0, 0.0), (250000.0, 250000.0, 125000.0), (500000.0, 500000.0, 250000.0))
    """
    return _law(pieces, cells, power, lambda above, below, distance: MILLION * above / (below * distance))


def _law(pieces: int, cells: int, power: Fraction | None, strength: Callable[[int, int, int], float]) -> Law:
    at_least("pieces", pieces, 1)
    at_least("cells", cells, 1)
    power = Fraction(1, 2 * pieces) if power is None else Fraction(power)
    if not 0 < power * pieces * MILLION < SURE:
        raise ValueError(f"power must lie between 0 and {Fraction(SURE, MILLION * pieces)}, not be {power}")
    above, below = power.as_integer_ratio()
    return tuple(
        tuple(audible(size, strength(above * size, below, max(distance, 1))) for distance in range(cells + 1))
        for size in range(pieces + 1)
    )


def audible(size: int, strength: float) -> float:
    """The strength, or the smallest normal double in place of what a double cannot hold; 0 for a group of no pieces."""
    return max(strength, float_info.min) if size else 0.0
