"""Estimates with the interval in which the true value lies with a probability of 95 %."""

from __future__ import annotations

from math import erf, inf, sqrt
from typing import NamedTuple

SIGMAS = 1.959963984540054  # of a normal distribution, within which 95 % lies

WIDER = 3.0


def stretch(number: int) -> float:
    """By how much the square of an interval's width grows where its spread is seen in so many pairs only.

    The square of Student's t is about that of a normal quantile times 1 + 2.4 / number; the rest is for skew results.
    `docs/strength.md` has how often intervals hold with it.

    >>> stretch(30)
    1.1
    """
    return 1 + WIDER / number if number else inf


class Interval(NamedTuple):
    """An estimate, and where the true value lies with a probability of 95 %.

    >>> print(Interval(12.4, -3.1, 27.9))
    +12 (-3 to +28)
    >>> from math import inf
    >>> print(Interval(inf, 120.2, inf))
    more than +120
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.value in (inf, -inf):
            return f"more than {self.low:+.0f}" if self.value > 0 else f"less than {self.high:+.0f}"
        digits = 1 if self.high - self.low < 20 else 0
        return f"{self.value:+.{digits}f} ({self.low:+.{digits}f} to {self.high:+.{digits}f})"


def normal(sigmas: float) -> float:
    """The probability that a normal variable is below so many standard deviations above its mean.

    >>> normal(0.0)
    0.5
    """
    return (1 + erf(sigmas / sqrt(2))) / 2
