"""Texel's method: weights under which ratings foretell best how games ended.

A game is won by FIRST with the probability 1 / (1 + exp(-sum)), where the sum is of the weighted ratings of one of its
positions. The likeliest weights are found by Newton's method; a weak pull towards 0 keeps them finite.

Source: P. Österlund, Texel's Tuning Method, Chessprogramming wiki (2014); it is logistic regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from lazytree.arena.strength.matrices import cholesky, solve_triangular

PULL = 1e-3
"""The strength of the pull towards 0, for each position."""

Sample = Sequence[float]
"""How a game ended for FIRST (1, 0.5 or 0), then the ratings of one of its positions, seen by FIRST."""


def fit_weights(samples: Sequence[Sample]) -> tuple[float, ...]:
    """The weights of the ratings under which the results of the games are likeliest.

    Ratings are first divided by their mean size, so that the pull is the same for all of them.

    Raises: ValueError without samples.

    >>> [round(weight, 1) for weight in fit_weights([(1, 2), (1, 2), (0, 2), (0, -2), (0, -2), (1, -2)])]
    [0.3]
    """
    if not samples:
        raise ValueError("weights are fitted to positions of games: there are none")
    count = len(samples[0]) - 1
    sizes = [sum(abs(sample[at + 1]) for sample in samples) / len(samples) or 1.0 for at in range(count)]
    scaled = [(sample[0], [value / size for value, size in zip(sample[1:], sizes)]) for sample in samples]
    weights = [0.0] * count
    for _ in range(50):
        step = _step(scaled, weights)
        weights = [weight + change for weight, change in zip(weights, step)]
        if max(map(abs, step)) < 1e-9:
            break
    return tuple(weight / size for weight, size in zip(weights, sizes))


def _step(samples: Sequence[tuple[float, list[float]]], weights: list[float]) -> list[float]:
    """The step of Newton's method, none longer than 1, so that it does not overshoot."""
    count, pull = len(weights), PULL * len(samples)
    gradient = [-pull * weight for weight in weights]
    information = [[pull * (row == column) for column in range(count)] for row in range(count)]
    for result, values in samples:
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, sum(w * v for w, v in zip(weights, values))))))
        for row, value in enumerate(values):
            gradient[row] += (result - chance) * value
            for column, other in enumerate(values):
                information[row][column] += chance * (1 - chance) * value * other
    step = solve_triangular(cholesky(information), gradient)
    longest = max(1.0, *map(abs, step))
    return [change / longest for change in step]
