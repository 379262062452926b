"""The mean of numbers from 0 to 1, without an assumption on how they are distributed: by the empirical likelihood.

Of all distributions with a given mean, that under which the numbers are likeliest is compared with the numbers
themselves. The mean lies within 95 % where it is not much less likely: so intervals follow the skewness of scores near
0 and 1, where those of a normal distribution fail. 0 and 1 may always occur, even if they have not been seen.

Source: A. B. Owen, Empirical likelihood ratio confidence intervals for a single functional, Biometrika 75 (1988).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import copysign, inf, log, sqrt

from .intervals import SIGMAS, Interval, stretch

FEW = 1e-3
"""How often numbers are taken to have occurred that have not: fishtest does so."""

NEAR = 1e-13
"""The share of its parts below which a sum is 0."""

HALVINGS = 32


def tilted(seen: Sequence[float], excess: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the excess has the mean 0: p / (1 + x excess), with the x that does it.

    The mean falls as x grows, from +∞ to -∞ between two poles. A step of Newton's method is taken where it stays
    between the bounds that are known and the last one has made the mean much smaller; else the bounds are halved, so
    that a step that lands beside a pole, where all further steps are tiny, is not taken for the end.

    >>> [round(weight, 3) for weight in tilted([0.5, 0.5], [-1, 3])]
    [0.75, 0.25]
    """
    low, high, x, before = -1 / max(excess), -1 / min(excess), 0.0, inf
    while True:
        weights = [share / (1 + x * over) for share, over in zip(seen, excess)]
        parts = [weight * over for weight, over in zip(weights, excess)]
        mean = sum(parts)
        if abs(mean) <= NEAR * sum(map(abs, parts)):
            return weights
        low, high = (x, high) if mean > 0 else (low, x)
        ahead = x + mean / sum(part * part / share for part, share in zip(parts, seen))
        if not (low < ahead < high and abs(mean) < before / 4):
            ahead = (low + high) / 2
            if ahead in (low, high):
                return weights
        x, before = ahead, abs(mean)


def mean_of(numbers: Iterable[float] | Mapping[float, float]) -> Interval:
    """The mean of independent numbers from 0 to 1, and where the true one lies with a probability of 95 %.

    A mapping says how often each number occurs. Without numbers nothing is known: 0 to 1.

    >>> found = mean_of([0, 0.5, 0.5, 0.5, 1, 1, 1, 1, 1, 1])
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (0.75, 0.47, 0.94)
    >>> round(mean_of([1] * 20).low, 2)
    0.9
    """
    counts = Counter(numbers)
    total = sum(counts.values())
    if not total:
        return Interval(0.5, 0.0, 1.0)
    mean = sum(number * count for number, count in counts.items()) / total
    low = 0.0 if mean == 0 else _bound(counts, mean, 0.0)
    return Interval(mean, low, 1.0 if mean == 1 else _bound(counts, mean, 1.0))


def deviations(numbers: Mapping[float, float], mean: float) -> float:
    """How many standard deviations the mean of numbers lies above another one, which may be the true one.

    It is the root of twice the logarithm of the likelihood ratio, with the sign of the difference; it is made smaller
    where numbers are few.

    >>> round(deviations({0.25: 20, 0.75: 60}, 0.5), 1)
    4.5
    """
    counts = {0.0: FEW, 1.0: FEW} | {number: count for number, count in numbers.items() if count}
    total = sum(counts.values())
    middle = sum(number * count for number, count in counts.items()) / total
    seen = [count / total for count in counts.values()]
    likeliest = tilted(seen, [number - mean for number in counts])
    twice = 2 * total * sum(share * log(share / weight) for share, weight in zip(seen, likeliest))
    squares, fourths = (sum(count * (number - mean) ** power for number, count in counts.items()) for power in (2, 4))
    wide = stretch(total, total * fourths / squares**2)
    return copysign(sqrt(max(0.0, twice) / wide), middle - mean) if middle != mean else 0.0


def _bound(counts: Mapping[float, float], inner: float, outer: float) -> float:
    """The mean between the seen one and an end that is just within 95 %."""
    for _ in range(HALVINGS):
        between = (inner + outer) / 2
        if abs(deviations(counts, between)) > SIGMAS:
            outer = between
        else:
            inner = between
    return (inner + outer) / 2
