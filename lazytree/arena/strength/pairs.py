"""Pairs of games: the same opening played twice, with seats changed; margins, intervals and sequential tests of them.

Means of scores need no assumption on how these are distributed: of all distributions with a given mean, that under
which the scores are likeliest is compared with the scores themselves (the empirical likelihood). So intervals follow
the skewness of scores near 0 and 1, where those of a normal distribution fail. 0 and 1 may always occur, even if they
have not been seen.

Sources: A. B. Owen, Empirical likelihood ratio confidence intervals for a single functional, Biometrika 75 (1988);
fishtest, the testing framework of Stockfish; M. Van den Bergh's notes on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import copysign, inf, log, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

from lazytree.core.laws import is_number
from lazytree.core.texts import shorten

NORMAL = NormalDist()
SIGMAS = NORMAL.inv_cdf(0.975)  # of a normal distribution, within which 95 % lies
EVEN = 2.0  # the kurtosis of the points of pairs of even games without ties: 0, 1 and 2 points with 1/4, 1/2 and 1/4


def stretch(number: float, kurtosis: float = EVEN) -> float:
    """The factor by which the square of an interval's width grows, as its spread is seen in few numbers.

    The likelihood ratio of a mean is on the average 1 + kurtosis / (2 number) times that of a normal distribution, and
    less for skew ones (its Bartlett factor), and Student's t asks for as much again. So pairs most of which are ties
    say little, however many they are. `docs/strength.md` has how often intervals hold with it.

    Source: T. DiCiccio, P. Hall and J. Romano, Empirical likelihood is Bartlett-correctable, Annals of Statistics 19
    (1991).
    """
    return 1 + (1 + kurtosis) / number if number else inf


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


FEW = 1e-3  # how often numbers are taken to have occurred that have not: fishtest does so
NEAR = 1e-13  # the share of its parts below which a sum is 0

HALVINGS = 32


def tilted_distribution(seen: Sequence[float], excess: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the excess has the mean 0: p / (1 + x excess), with the x that does it.

    The mean falls as x grows, from +∞ to -∞ between two poles. A step of Newton's method is taken where it stays
    between the bounds that are known and the last one has made the mean much smaller; else the bounds are halved, so
    that a step that lands beside a pole, where all further steps are tiny, is not taken for the end.
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
    """
    counts = {0.0: FEW, 1.0: FEW} | {number: count for number, count in numbers.items() if count}
    total = sum(counts.values())
    middle = sum(number * count for number, count in counts.items()) / total
    seen = [count / total for count in counts.values()]
    likeliest = tilted_distribution(seen, [number - mean for number in counts])
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


SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # shares of the points of a pair that a player can get: both games lost, ...

Pentanomial = Sequence[float]  # how often a player got 0, 1/2, 1, 1 1/2 and 2 points in a pair of games: five counts


def pentanomial(points: Iterable[float]) -> tuple[int, int, int, int, int]:
    """How often each number of points occurs among those of pairs of games.

    Raises: ValueError for what is no number of points of a pair.
    """
    counted = Counter(points)
    for number in counted:
        if number not in (0, 0.5, 1, 1.5, 2):
            raise ValueError(f"a pair of games has 0, 0.5, 1, 1.5 or 2 points, not {number:g}")
    return counted[0], counted[0.5], counted[1], counted[1.5], counted[2]


CERTAIN = 0.999  # a probability beyond which no digits are told


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
    independent, and scores may be extreme.

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
    return Margin(int(number), score.value, elo, NORMAL.cdf(deviations(counts, 0.5)))


def check_pairs(pairs: Pentanomial) -> None:
    """Raises ValueError unless these are five counts."""
    if len(pairs) != 5 or not all(is_number(count) and 0 <= count < inf for count in pairs):
        raise ValueError(f"pairs are five counts, of pairs with 0, 1/2, 1, 1 1/2 and 2 points, not {shorten(pairs)}")


def moments(pairs: Pentanomial) -> tuple[float, float]:
    """The mean score of pairs, and its variance."""
    number = sum(pairs)
    mean = sum(count * score for count, score in zip(pairs, SCORES)) / number
    return mean, sum(count * (score - mean) ** 2 for count, score in zip(pairs, SCORES)) / number


def elo_of(score: float) -> float:
    """The difference of Elo that makes a player expect this score: infinite for 0 and 1."""
    return inf if score >= 1 else -inf if score <= 0 else 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that a player with this lead in Elo expects."""
    return 1 / (1 + 10 ** (-elo / 400))


FIRST_LOOK = 4  # pairs before which the test does not end

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
        (low, high), elos, said = self.test.bounds, (self.test.elo0, self.test.elo1), "not decided yet"
        unit = "normalized Elo" if self.test.normalized else "Elo"
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


MOST = 200.0  # Normalized Elo up to which the likeliest distribution is found from any results
MOST_ELO = 2_000.0  # Elo up to which the likeliest distribution is found from any results


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
    """The logarithm of the likelihood ratio of elo1 to elo0."""
    if not sum(pairs):
        return 0.0
    counts = [count or FEW for count in pairs]
    number = sum(counts)
    seen = [count / number for count in counts]

    def likeliest(elo: float) -> list[float]:
        """The distribution under which what was seen is likeliest, of those with this Elo."""
        if test.normalized:
            return _with_ratio(seen, elo / NORMALIZED)
        return tilted_distribution(seen, [score - score_of(elo) for score in SCORES])

    zero, one = likeliest(test.elo0), likeliest(test.elo1)
    return number * sum(share * log(p1 / p0) for share, p0, p1 in zip(seen, zero, one))


def _with_ratio(seen: Sequence[float], ratio: float) -> list[float]:
    """The likeliest distribution whose mean is 1/2 plus `ratio` of its standard deviations (a fixed point)."""
    found = [1 / len(seen)] * len(seen)
    for _ in range(300):
        mean, variance = moments(found)
        deviation = sqrt(variance)
        excess = [score - 0.5 - ratio * deviation * (1 + ((mean - score) / deviation) ** 2) / 2 for score in SCORES]
        before, found = found, tilted_distribution(seen, excess)
        if max(abs(x - y) for x, y in zip(before, found)) < 1e-12:
            break
    return found
