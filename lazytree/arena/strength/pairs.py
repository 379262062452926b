"""Pairs of games: the same opening played twice, with seats changed; and what a match of them says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf, log10
from typing import NamedTuple

from lazytree.core.laws import is_number
from lazytree.core.texts import shorten

from .intervals import Interval, normal
from .likelihood import deviations, mean_of

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The shares of the points of a pair that a player can get: both games lost, ..., both games won."""

Pentanomial = Sequence[float]
"""How often a player got 0, 1/2, 1, 1 1/2 and 2 points in a pair of games: five counts."""


def pentanomial(points: Iterable[float]) -> tuple[int, int, int, int, int]:
    """How often each number of points occurs among those of pairs of games.

    Raises: ValueError for what is no number of points of a pair.

    >>> pentanomial([2, 1, 1, 0.5, 1.5])
    (0, 1, 2, 1, 1)
    """
    counted = Counter(points)
    for number in counted:
        if number not in (0, 0.5, 1, 1.5, 2):
            raise ValueError(f"a pair of games has 0, 0.5, 1, 1.5 or 2 points, not {number:g}")
    return counted[0], counted[0.5], counted[1], counted[1.5], counted[2]


CERTAIN = 0.999
"""A probability beyond which no digits are told."""


class Margin(NamedTuple):
    """By how much a player was better than another in pairs of games.

    >>> print(margin((1, 22, 52, 21, 4)))
    score 51.2 % of 100 pairs, Elo +9 (-19 to +37), stronger with a probability of 73.3 %
    """

    pairs: int
    score: float  # the share of the points
    elo: Interval  # the logistic one: 400 log10(score / (1 - score))
    superiority: float  # the probability that the player is the stronger one

    def __str__(self) -> str:
        sure = f"{min(CERTAIN, max(1 - CERTAIN, self.superiority)):.1%}"
        sure = f"more than {sure}" if self.superiority > CERTAIN else sure
        sure = f"less than {sure}" if self.superiority < 1 - CERTAIN else sure
        unit = "pair" if self.pairs == 1 else "pairs"
        told = f"score {self.score:.1%} of {self.pairs} {unit}, Elo {self.elo}, stronger with a probability of {sure}"
        return told.replace("%", " %")


def margin(pairs: Pentanomial) -> Margin:
    """By how much a player was better, from how often it got 0, 1/2, 1, 1 1/2 and 2 points in a pair of games.

    The interval comes from the likelihood of the points of pairs, so that the two games of a pair need not be
    independent, and scores may be extreme (see `lazytree.arena.strength.likelihood`).

    Raises: ValueError for what are no such counts, and if there are no pairs.

    Source: the pairs are those of fishtest, the testing framework of Stockfish; M. Van den Bergh's notes on them.

    >>> margin((0, 0, 10, 0, 10)).score
    0.75
    """
    check_pairs(pairs)
    number = sum(pairs)
    if not number:
        raise ValueError("there are no pairs of games yet")
    counts = dict(zip(SCORES, pairs))
    score = mean_of(counts)
    elo = Interval(*map(elo_of, score))
    return Margin(int(number), score.value, elo, normal(deviations(counts, 0.5)))


def check_pairs(pairs: Pentanomial) -> None:
    """Raises ValueError unless these are five counts."""
    if len(pairs) != 5 or not all(is_number(count) and 0 <= count < inf for count in pairs):
        raise ValueError(f"pairs are five counts, of pairs with 0, 1/2, 1, 1 1/2 and 2 points, not {shorten(pairs)}")


def moments(pairs: Pentanomial) -> tuple[float, float]:
    """The mean score of pairs, and its variance.

    >>> moments((0, 0, 1, 0, 1))
    (0.75, 0.0625)
    """
    number = sum(pairs)
    mean = sum(count * score for count, score in zip(pairs, SCORES)) / number
    return mean, sum(count * (score - mean) ** 2 for count, score in zip(pairs, SCORES)) / number


def elo_of(score: float) -> float:
    """The difference of Elo that makes a player expect this score: infinite for 0 and 1.

    >>> round(elo_of(0.75)), elo_of(1.0)
    (191, inf)
    """
    return inf if score >= 1 else -inf if score <= 0 else 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that a player with this lead in Elo expects.

    >>> round(score_of(400), 3)
    0.909
    """
    return 1 / (1 + 10 ** (-elo / 400))
