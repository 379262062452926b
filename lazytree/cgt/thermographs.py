"""Thermographs of combinatorial values: the temperature (the gain of moving now) and the mean value.

Source: Berlekamp, Conway and Guy, Winning Ways (1982), chapter 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from lazytree.cgt.forms import REMEMBERED, GameValue, as_number

Wall = tuple[tuple[Fraction, Fraction], ...]
"""A stop as a function of the tax on each move: (tax, stop) at its bends, from tax 0; constant above the last."""


class Thermograph(NamedTuple):
    """The left and the right stop of a value as functions of the tax on each move, up to the tax where they meet.

    >>> from lazytree.cgt import number, options
    >>> thermograph(options([number(3)], [number(-2)])).right
    ((Fraction(0, 1), Fraction(-2, 1)), (Fraction(5, 2), Fraction(1, 2)))
    """

    left: Wall
    right: Wall

    @property
    def temperature(self) -> Fraction:
        """The tax at which the stops meet; 0 for a number (see `temperature`)."""
        return self.left[-1][0]

    @property
    def mean(self) -> Fraction:
        """The stop at which they meet: the mean value."""
        return self.left[-1][1]


def temperature(value: GameValue) -> Fraction:
    """The temperature of a value: the tax on a move from which on moving gains nothing; negative for a number.

    A number with denominator d has temperature -1/d.

    >>> from lazytree.cgt import nimber, number, options
    >>> hot = options([number(3)], [number(-2)])
    >>> temperature(hot), temperature(nimber(1)), temperature(number("1/4")), temperature(number(5))
    (Fraction(5, 2), Fraction(0, 1), Fraction(-1, 4), Fraction(-1, 1))
    """
    exact = as_number(value)
    return thermograph(value).temperature if exact is None else Fraction(-1, exact.denominator)


def mean_value(value: GameValue) -> Fraction:
    """The mean value: the limit of the value of n copies divided by n, seen by FIRST.

    >>> from lazytree.cgt import number, options
    >>> mean_value(options([number(3)], [number(-2)]))
    Fraction(1, 2)
    """
    return thermograph(value).mean


@lru_cache(REMEMBERED)
def thermograph(value: GameValue) -> Thermograph:
    """The thermograph of a value, for taxes from 0 up.

    >>> from lazytree.cgt import number, options
    >>> hot = options([options([number(4)], [number(2)])], [number(-1)])
    >>> [(int(tax), int(stop)) for tax, stop in thermograph(hot).left]
    [(0, 2), (1, 2), (2, 1)]
    """
    exact = as_number(value)
    if exact is not None:
        return Thermograph(((Fraction(0), exact),), ((Fraction(0), exact),))
    mine = [thermograph(option).right for option in value.left]
    theirs = [thermograph(option).left for option in value.right]

    def left(tax: Fraction) -> Fraction:
        return max(stop_at(wall, tax) for wall in mine) - tax

    def right(tax: Fraction) -> Fraction:
        return min(stop_at(wall, tax) for wall in theirs) + tax

    bends = sorted(_bends(mine) | _bends(theirs))
    temperature = _first_zero(lambda tax: left(tax) - right(tax), bends)
    taxes = [*(tax for tax in bends if tax < temperature), temperature]
    return Thermograph(tuple((tax, left(tax)) for tax in taxes), tuple((tax, right(tax)) for tax in taxes))


def stop_at(wall: Wall, tax: Fraction) -> Fraction:
    """The stop that a wall gives at a tax, interpolated between its bends."""
    for (low, stop), (high, next_stop) in pairwise(wall):
        if tax <= high:
            return stop + (next_stop - stop) * (tax - low) / (high - low)
    return wall[-1][1]


def _bends(walls: Sequence[Wall]) -> set[Fraction]:
    """The taxes at which a wall bends or two walls cross: between them all walls are straight and ordered."""
    taxes = {tax for wall in walls for tax, _ in wall}
    crossings = set()
    for one, other in combinations(walls, 2):
        apart = [(tax, stop_at(one, tax) - stop_at(other, tax)) for tax in sorted(taxes)]
        crossings |= {_zero_between(*ends) for ends in pairwise(apart) if ends[0][1] * ends[1][1] < 0}
    return taxes | crossings


def _first_zero(gap: Callable[[Fraction], Fraction], bends: Sequence[Fraction]) -> Fraction:
    """The tax at which a gap becomes 0 that never grows, is linear between bends and shrinks by 2 a unit after them."""
    if gap(bends[0]) <= 0:
        return bends[0]
    for low, high in pairwise(bends):
        if gap(high) <= 0:
            return _zero_between((low, gap(low)), (high, gap(high)))
    return bends[-1] + gap(bends[-1]) / 2


def _zero_between(low: tuple[Fraction, Fraction], high: tuple[Fraction, Fraction]) -> Fraction:
    """The tax at which the straight line through two points is 0."""
    return low[0] + (high[0] - low[0]) * low[1] / (low[1] - high[1])
