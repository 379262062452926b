"""How often intervals of 95 % hold the true value: exactly for matches of few pairs, simulated for tournaments."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, pairwise
from math import comb, factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lazytree.arena import margin
from tests.helpers.marks import slow_unless

PATH = Path(__file__).parents[2] / "benchmarks" / "coverage.py"
LEAST = 0.93


@cache
def coverage() -> Any:
    """The benchmark that prints the table of docs/strength.md."""
    spec = spec_from_file_location("coverage_of_intervals", PATH)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def all_matches(number: int) -> dict[tuple[int, ...], tuple[float, float]]:
    """The interval of each outcome of a number of pairs."""
    found = {}
    for bars in combinations(range(number + 4), 4):
        pairs = tuple(after - before - 1 for before, after in pairwise((-1, *bars, number + 4)))
        told = margin(pairs).elo
        found[pairs] = told.low, told.high
    return found


def exact(chances: tuple[float, ...], elo: float, number: int) -> float:
    """The probability that the interval of a match holds the Elo."""
    return sum(
        factorial(number) * prod(p**count / factorial(count) for p, count in zip(chances, pairs))
        for pairs, (low, high) in all_matches(number).items()
        if low <= elo <= high
    )


@pytest.mark.parametrize("number", slow_unless([5], [2, 5, 8]))
def test_intervals_of_few_pairs_hold_in_at_least_93_of_100_matches(number: int):
    """The probabilities of all outcomes are summed, so that nothing is left to chance."""
    told = coverage()
    for at in told.CONDITIONS:
        for elo in (*told.ELOS, -100, -400, -600):
            share = exact(told.points(elo, at), elo, number)
            assert LEAST <= share <= 1 + 1e-9, (at, elo)


@pytest.mark.parametrize("number", [50, 300])
@pytest.mark.parametrize("decided", [1, 2, 4, 8])
def test_intervals_hold_where_nearly_all_pairs_are_shared(number: int, decided: int):
    """`decided` pairs of equal players are won twice or lost twice, on the mean: it was 90.7 % for 4 of them."""
    share, most = decided / number, 25
    held = sum(
        comb(number, won + lost)
        * comb(won + lost, won)
        * share ** (won + lost)
        * (1 - share) ** (number - won - lost)
        / 2 ** (won + lost)
        for won in range(most)
        for lost in range(most - won)
        if holds_at_0(number, min(won, lost), max(won, lost))
    )
    assert held >= LEAST


@cache
def holds_at_0(number: int, some: int, more: int) -> bool:
    told = margin((some, 0, number - some - more, 0, more)).elo
    return told.low <= 0 <= told.high


@pytest.mark.minutes
@pytest.mark.parametrize("number", [10, 15])
def test_intervals_of_more_pairs_hold_in_at_least_93_of_100_matches(number: int):
    test_intervals_of_few_pairs_hold_in_at_least_93_of_100_matches(number)


@pytest.mark.minutes
@pytest.mark.parametrize("number", [20, 50])
def test_intervals_of_many_pairs_hold_but_are_not_too_wide(number: int):
    told, matches = coverage(), 2_000
    least = LEAST - 2 * (0.07 * LEAST / matches) ** 0.5
    for at in told.CONDITIONS:
        for elo in told.ELOS:
            share = told.of_margins(elo, at, number, matches, Random(1))
            assert share >= least, (at, elo, share)
            if elo < 400 and at.seat == 0:
                assert share <= 0.98, (at, elo, share)


def test_intervals_of_strengths_hold_from_openings_that_favour_a_player():
    told, tournaments = coverage(), 80
    for at in told.CONDITIONS[2:4]:
        players, first = told.of_strengths(100, at, 10, tournaments, Random(1))
        assert min(players, first) >= 0.95 - 3 * (0.05 * 0.95 / tournaments) ** 0.5


@pytest.mark.minutes
def test_intervals_of_strengths_hold_in_at_least_93_of_100_tournaments():
    told, tournaments = coverage(), 500
    for at in told.CONDITIONS:
        for spread, number in ((0, 20), (100, 10), (400, 10)):
            shares = told.of_strengths(spread, at, number, tournaments, Random(1))
            assert min(shares) >= LEAST - 2 * (0.07 * LEAST / tournaments) ** 0.5, (at, spread, shares)
