"""The sequential test: has a player improved, asked again after every pair of games, with early stopping.

Two hypotheses are compared: that the player is `elo0` stronger than another, and that it is `elo1` stronger. The
generalized likelihood ratio takes for each hypothesis the distribution of points of a pair (0, 1/2, 1, 1 1/2, 2) that
explains the results best.

Source: A. Wald, Sequential Tests of Statistical Hypotheses (1945); M. Van den Bergh, A practical introduction to the
GSPRT, and Normalized Elo (the notes that fishtest, the testing framework of Stockfish, implements).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from .likelihood import FEW, tilted
from .pairs import SCORES, Pentanomial, check_pairs, moments, score_of

FIRST_LOOK = 4
"""Pairs before which the test does not end."""

NORMALIZED = 800 / log(10) / sqrt(2)
"""Normalized Elo for a mean of one standard deviation, of the score of a pair, above one half."""


class Sprt(NamedTuple):
    """A sequential probability ratio test between two differences of strength.

    >>> Sprt(0, 10).bounds
    (-2.9444389791664403, 2.9444389791664403)
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05  # the probability of taking elo1 where elo0 is true
    beta: float = 0.05  # of taking elo0 where elo1 is true
    normalized: bool = False  # Elo is normalized: a mean in standard deviations

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the likelihood ratio ends the test: elo0 is taken below, elo1 above."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """What a sequential test says of the pairs so far.

    >>> print(verdict(Sprt(0, 50), (10, 10, 20, 30, 30)))
    LLR 6.53 (-2.94 to 2.94): it is 50 Elo stronger rather than 0
    """

    test: Sprt
    llr: float  # the logarithm of the likelihood ratio
    taken: int | None  # the hypothesis, 0 or 1; None: play on

    def __str__(self) -> str:
        low, high = self.test.bounds
        elos = (self.test.elo0, self.test.elo1)
        unit = "normalized Elo" if self.test.normalized else "Elo"
        said = "not decided yet"
        if self.taken is not None:
            said = f"it is {elos[self.taken]:g} {unit} stronger rather than {elos[1 - self.taken]:g}"
        return f"LLR {self.llr:.2f} ({low:.2f} to {high:.2f}): {said}"


def verdict(test: Sprt, pairs: Pentanomial) -> Verdict:
    """What the test says, from how often the player got 0, 1/2, 1, 1 1/2 and 2 points in a pair of games.

    Ask it after each pair, in an order that does not depend on the results.

    Raises: ValueError for what are no such counts, unless elo0 is below elo1, and unless alpha and beta lie between 0
    and 1/2.

    >>> round(verdict(Sprt(-1.75, 0.25, normalized=True), (93, 18711, 58877, 18739, 100)).llr, 3)
    2.942
    """
    check_test(test)
    check_pairs(pairs)
    llr = ratio(test, pairs)
    low, high = test.bounds
    enough = sum(pairs) >= FIRST_LOOK
    return Verdict(test, llr, 0 if enough and llr <= low else 1 if enough and llr >= high else None)


MOST = 200.0
"""Normalized Elo up to which the likeliest distribution is found from any results."""

MOST_ELO = 2_000.0
"""Elo up to which the likeliest distribution is found from any results."""


def check_test(test: Sprt) -> None:
    """Raises ValueError unless the numbers of the test make sense."""
    if test.normalized and not max(abs(test.elo0), abs(test.elo1)) <= MOST:
        raise ValueError(f"normalized Elo of a test must lie within ±{MOST:g}, not {test.elo0:g} and {test.elo1:g}")
    if not max(abs(test.elo0), abs(test.elo1)) <= MOST_ELO:
        raise ValueError(f"Elo of a test must lie within ±{MOST_ELO:,.0f}, not {test.elo0:g} and {test.elo1:g}")
    if not test.elo0 < test.elo1:
        raise ValueError(f"elo0 must be below elo1, but they are {test.elo0:g} and {test.elo1:g}")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise ValueError(f"alpha and beta must lie between 0 and 0.5, but they are {test.alpha:g} and {test.beta:g}")


def ratio(test: Sprt, pairs: Pentanomial) -> float:
    """The logarithm of the likelihood ratio of elo1 to elo0.

    >>> ratio(Sprt(-5, 5), (1, 2, 3, 2, 1)) < 1e-9
    True
    """
    if not sum(pairs):
        return 0.0
    counts = [count or FEW for count in pairs]
    number = sum(counts)
    seen = [count / number for count in counts]
    zero, one = (_likeliest(test, seen, elo) for elo in (test.elo0, test.elo1))
    return number * sum(share * log(p1 / p0) for share, p0, p1 in zip(seen, zero, one))


def _likeliest(test: Sprt, seen: Sequence[float], elo: float) -> list[float]:
    """The distribution under which what was seen is likeliest, of those with this Elo."""
    if test.normalized:
        return _with_ratio(seen, elo / NORMALIZED)
    return tilted(seen, [score - score_of(elo) for score in SCORES])


def _with_ratio(seen: Sequence[float], ratio: float) -> list[float]:
    """The likeliest distribution whose mean is 1/2 plus `ratio` of its standard deviations (a fixed point)."""
    found = [1 / len(seen)] * len(seen)
    for _ in range(300):
        mean, variance = moments(found)
        deviation = sqrt(variance)
        excess = [score - 0.5 - ratio * deviation * (1 + ((mean - score) / deviation) ** 2) / 2 for score in SCORES]
        before, found = found, tilted(seen, excess)
        if max(abs(x - y) for x, y in zip(before, found)) < 1e-12:
            break
    return found
