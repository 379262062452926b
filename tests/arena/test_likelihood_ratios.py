"""The ratio of likelihoods for all small counts, against bisection: also where Newton's first step lands on a pole.

With elo0 = 0 that is so for the counts (a, b, c, d, e) with d = 3b + 8a, and by mirroring with b = 3d + 8e.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from math import log
from random import Random

import pytest

from lazytree.arena.strength.pairs import FEW, NORMALIZED, SCORES, Sprt, moments, ratio, score_of, verdict

Counts = tuple[int, ...]
HALVINGS = 60


def on_poles(most: int) -> list[Counts]:
    """All counts up to a number with which the first step lands on a pole, where one of the Elos is 0."""
    found = [
        (a, b, c, 8 * a + 3 * b, e)
        for a, b, c, e in product(range(2), range(5), range(0, most + 1, 3), range(most + 1))
    ]
    fit = [counts for counts in found if max(counts) <= most and any(counts)]
    return [*fit, *(counts[::-1] for counts in fit)]


def bisected(seen: Sequence[float], excess: Sequence[float]) -> list[float]:
    """The shares seen / (1 + x excess) under which the excess has the mean 0: by mere halving between the poles."""
    low, high = -1 / max(excess), -1 / min(excess)
    for _ in range(HALVINGS):
        x = (low + high) / 2
        falls = sum(share * over / (1 + x * over) for share, over in zip(seen, excess)) > 0
        low, high = (x, high) if falls else (low, x)
    return [share / (1 + x * over) for share, over in zip(seen, excess)]


def likeliest(seen: Sequence[float], test: Sprt, elo: float) -> list[float]:
    """The likeliest distribution with an Elo: fishtest's `MLE_expected` and `MLE_t_value` (its file LLRcalc.py)."""
    if not test.normalized:
        return bisected(seen, [score - score_of(elo) for score in SCORES])
    found, wanted = [0.2] * 5, elo / NORMALIZED
    for _ in range(100):
        mean, variance = moments(found)
        sigma = variance**0.5
        excess = [s - 0.5 - wanted * sigma * (1 + ((mean - s) / sigma) ** 2) / 2 for s in SCORES]
        before, found = found, bisected(seen, excess)
        if max(abs(x - y) for x, y in zip(before, found)) < 1e-11:
            break
    return found


def expected(test: Sprt, counts: Counts) -> float:
    regular = [count or FEW for count in counts]
    seen = [count / sum(regular) for count in regular]
    zero, one = (likeliest(seen, test, elo) for elo in (test.elo0, test.elo1))
    return sum(count * log(p1 / p0) for count, p0, p1 in zip(regular, zero, one))


def check(tests: Iterable[Sprt], some: Iterable[Counts]) -> None:
    for test, counts in product(tests, some):
        assert ratio(test, counts) == pytest.approx(expected(test, counts), rel=1e-8, abs=1e-8), (test, counts)


TESTS = [
    Sprt(0, 10),
    Sprt(-10, 0),
    Sprt(0, 100),
    Sprt(-50, 50),
    Sprt(0, 5, normalized=True),
    Sprt(-60, 0, normalized=True),
]


def random_counts(number: int) -> list[Counts]:
    random = Random(1)
    return [tuple(random.choices(range(13), k=5)) for _ in range(number)]


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_ratios_are_those_of_bisection(test: Sprt):
    check([test], [*Random(2).sample(on_poles(12), 20), *random_counts(20)])


def test_a_test_that_lands_on_a_pole_takes_no_side():
    """Fishtest's formula says 0.31 here; the pole said -37.7, so that the weaker hypothesis was taken."""
    said = verdict(Sprt(0, 10), (1, 1, 1, 11, 1))
    assert said.llr == pytest.approx(0.3092, abs=1e-4) and said.taken is None
    said = verdict(Sprt(-10, 0), (1, 11, 1, 1, 1))
    assert said.llr == pytest.approx(-0.3092, abs=1e-4) and said.taken is None


@pytest.mark.minutes
def test_ratios_of_all_counts_up_to_12_are_those_of_bisection():
    every = (counts for counts in product(range(13), repeat=5) if any(counts))
    check([Sprt(0, 10)], every)


@pytest.mark.minutes
@pytest.mark.parametrize("test", TESTS, ids=str)
def test_ratios_of_all_counts_of_up_to_12_pairs_are_those_of_bisection(test: Sprt):
    check([test], (counts for counts in product(range(13), repeat=5) if 0 < sum(counts) <= 12))
