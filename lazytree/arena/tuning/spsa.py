"""SPSA: better numbers from noisy comparisons of two guesses on either side of the current one.

Source: J. C. Spall, Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation,
IEEE Transactions on Automatic Control 37 (1992); the exponents are those of Implementation of the Simultaneous
Perturbation Algorithm (1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

RATE, REACH = 0.602, 0.101
"""Exponents: how quickly steps shrink, and how quickly the two guesses come nearer to each other."""

STEP = 3.0
"""How far a number moves at first, in its reach, where one guess wins all that it can."""


class Guesses(NamedTuple):
    """Two guesses around some numbers, and the signs by which they were made."""

    signs: tuple[int, ...]
    plus: tuple[float, ...]
    minus: tuple[float, ...]


def reaches(start: Sequence[float]) -> tuple[float, ...]:
    """How far the first guesses lie from the numbers: half of each, or of their mean size where that is more.

    >>> reaches((4, 0, -2))
    (2.0, 1.0, 1.0)
    """
    mean = sum(map(abs, start)) / len(start) or 1.0
    return tuple(max(abs(number), mean) / 2 for number in start)


def guesses(numbers: Sequence[float], reach: Sequence[float], step: int, seed: int) -> Guesses:
    """The two guesses of a step (from 1 up): all numbers are moved at once, each up or down by lot.

    >>> guesses((1.0, 2.0), (0.5, 0.5), 1, seed=1)
    Guesses(signs=(-1, -1), plus=(0.5, 1.5), minus=(1.5, 2.5))
    """
    random = Random(f"signs {seed} {step}")
    signs = tuple(random.choice((-1, 1)) for _ in numbers)
    moved = [sign * far / step**REACH for sign, far in zip(signs, reach)]
    plus = tuple(number + change for number, change in zip(numbers, moved))
    return Guesses(signs, plus, tuple(number - change for number, change in zip(numbers, moved)))


def move_guesses(
    numbers: Sequence[float], reach: Sequence[float], signs: Sequence[int], step: int, steps: int, lead: float
) -> tuple[float, ...]:
    """The numbers after step `step` of `steps`; `lead`, -1 to 1, is the score of the plus guess minus the other's.

    >>> move_guesses((1.0, 2.0), (0.5, 0.5), (1, -1), step=1, steps=10, lead=0.0)
    (1.0, 2.0)
    """
    delay = 0.1 * steps
    rate = STEP * ((1 + delay) / (step + delay)) ** RATE
    slope = lead / (2 * step**-REACH)
    return tuple(number + rate * slope * sign * far for number, sign, far in zip(numbers, signs, reach))
