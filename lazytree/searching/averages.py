"""Means, by the odds of chance: the exact one, and the one that questions about a game have in both lanes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from math import floor, isfinite
from typing import Any

from lazytree.core.game import P

Average = Callable[[Sequence[int], Sequence[float]], float]
"""The mean of values, from their odds and themselves."""

UNIT = 2**16
"""Into how many parts questions about a game divide 1, where chance moves: their means are rounded down to one."""


def mean(odds: Sequence[int], values: Sequence[float]) -> float:
    """The exact mean of `values` weighted by `odds`: an int where it is whole, a Fraction elsewhere.

    >>> mean([1, 2], [1, 2]), mean([1, 1], [1, 3])
    (Fraction(5, 3), 2)
    """
    total = sum(weight * (value if isinstance(value, int) else Fraction(value)) for weight, value in zip(odds, values))
    exact = Fraction(total, sum(odds))
    return exact.numerator if exact.denominator == 1 else exact  # type: ignore[return-value]  # a number


def mean_in_units(odds: Sequence[int], values: Sequence[float]) -> float:
    """The mean of `values` weighted by `odds`, rounded down to a whole number of 1 / UNIT; odds below 1 are an error.

    >>> mean_in_units([1, 1], [1, 2]), mean_in_units([1, 2], [0, 1])
    (Fraction(3, 2), Fraction(21845, 32768))
    """
    if min(odds) <= 0:
        raise ValueError(f"odds must be ints above 0, not {min(odds)}")
    return whole_or_fraction(floor(mean(odds, values) * UNIT))


def plain_number(value: Any) -> Any:
    """A value of a search as a plain number: an int if it is whole, whatever its class was; of a tuple, each item.

    >>> plain_number(True), plain_number(2.0), plain_number((0.5, -0.0))
    (1, 2, (0.5, 0))
    """
    if type(value) is tuple:
        return tuple(map(plain_number, value))
    return int(value) if isinstance(value, int) or (isinstance(value, float) and value.is_integer()) else value


def round_rating_to_units(rating: Callable[[P], Any]) -> Callable[[P], Any]:
    """The rating, or standing, rounded down to a whole number of 1 / UNIT where it is a float.

    >>> round_rating_to_units(lambda position: position / 3)(2.0)
    Fraction(21845, 32768)
    >>> round_rating_to_units(lambda position: position)((0.5, 1))
    (Fraction(1, 2), 1)
    """

    @wraps(rating)
    def rounded(position: P) -> Any:
        given = rating(position)
        return tuple(map(to_units, given)) if type(given) is tuple else to_units(given)

    return rounded


def to_units(number: Any) -> Any:
    """A float rounded down to a whole number of 1 / UNIT; nan, an infinite one and anything else unchanged."""
    if not isinstance(number, float) or not isfinite(number):
        return number
    return whole_or_fraction(floor(Fraction(number) * UNIT))


def whole_or_fraction(units: int) -> float:
    """A count of units as a number: an int if it is whole, else a Fraction.

    >>> whole_or_fraction(3 * UNIT), whole_or_fraction(UNIT // 2)
    (3, Fraction(1, 2))
    """
    return units // UNIT if units % UNIT == 0 else Fraction(units, UNIT)  # type: ignore[return-value]  # a number
