"""Pairs of games and the sequential test: against published figures, brute force, and simulated matches."""

from bisect import bisect
from itertools import accumulate
from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.arena.strength.pairs import (
    FEW,
    SCORES,
    Sprt,
    elo_of,
    margin,
    moments,
    pentanomial,
    ratio,
    score_of,
    verdict,
)
from tests.helpers.examples import examples

FISHTEST = [
    # elo0, elo1, normalized, pairs with 0, 1/2, 1, 1 1/2, 2 points, LLR; from the pull requests of Stockfish
    (-0.25, 1.25, False, (253, 4282, 17604, 4431, 286), 2.94),  # 3209
    (0.25, 1.25, False, (58, 3302, 33130, 3518, 84), 2.97),  # 3209
    (-0.25, 1.25, False, (491, 7345, 29693, 7670, 465), 2.96),  # 3098
    (0.25, 1.25, False, (14, 1030, 14318, 1163, 19), 2.93),  # 3331
    (0.0, 2.0, True, (371, 10263, 24989, 10642, 379), 2.95),  # 4194
    (0.5, 2.5, True, (47, 8181, 25234, 8575, 47), 2.94),  # 4194
    (0.0, 2.0, True, (2, 1925, 6607, 2176, 2), 2.94),  # 6616
    (-1.75, 0.25, True, (289, 26459, 62934, 26379, 331), 2.94),  # 6285
]

FASTCHESS = [
    # pairs, Elo, its error, likelihood of superiority in %, score in %, as the program fastchess prints them
    ((1, 22, 52, 21, 4), 8.69, 27.04, 73.60, 51.25),  # princhess, pull request 343
    ((235, 1384, 2521, 1341, 239), -1.06, 4.05, 30.33, 49.85),  # Lynx, pull request 1899
    ((283, 1151, 2214, 1221, 281), 2.23, 4.50, 83.40, 50.32),  # Serendipity, pull request 55
]


@pytest.mark.parametrize(("elo0", "elo1", "normalized", "pairs", "llr"), FISHTEST)
def test_the_published_ratios_of_fishtest(elo0, elo1, normalized, pairs, llr):
    assert verdict(Sprt(elo0, elo1, normalized=normalized), pairs).llr == pytest.approx(llr, abs=0.0051)


def test_a_ratio_of_fishtest_to_ten_digits():
    """From issue 1737 of fishtest."""
    found = verdict(Sprt(-1.75, 0.25, normalized=True), (93, 18711, 58877, 18739, 100))
    assert found.llr == pytest.approx(2.9420974720708513, rel=1e-9)
    assert found.test.bounds == pytest.approx((-2.9444389791664403, 2.9444389791664403))


@pytest.mark.parametrize(("pairs", "elo", "error", "superiority", "score"), FASTCHESS)
def test_the_published_margins_of_fastchess(pairs, elo, error, superiority, score):
    found = margin(pairs)
    assert found.elo.value == pytest.approx(elo, abs=0.0051)
    assert (found.elo.high - found.elo.low) / 2 == pytest.approx(error, rel=0.035)  # fastchess does not widen them
    assert 100 * found.superiority == pytest.approx(superiority, abs=0.4)
    assert 100 * found.score == pytest.approx(score, abs=0.0051)


def likeliest(pairs: tuple[int, ...], mean: float) -> float:
    """The greatest logarithm of the likelihood among distributions with this mean: by mere search.

    The best one is share / (1 + x (score - mean)); instead of solving for x, the three free shares are improved in
    turn, the other two follow from the mean and the sum.
    """
    counts = [count or FEW for count in pairs]
    shares = [0.2] * 5
    shares[0], shares[4] = 0.2 + (0.5 - mean) / 2, 0.2 - (0.5 - mean) / 2

    def value(free: list[float]) -> float:
        rest = 1 - sum(free)
        high = mean - sum(share * score for share, score in zip(free, SCORES[1:4]))
        every = [rest - high, *free, high]
        return sum(c * log(s) for c, s in zip(counts, every)) if min(every) > 0 else -1e99

    free, width = shares[1:4], 0.1
    best = value(free)
    while width > 1e-9:
        moved = False
        for change in DIRECTIONS:
            tried = [share + width * part for share, part in zip(free, change)]
            if (there := value(tried)) > best:
                free, best, moved = tried, there, True
        width = width if moved else width / 2
    return best


DIRECTIONS = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if (a, b, c) != (0, 0, 0)]


@pytest.mark.parametrize("pairs", [(3, 5, 9, 8, 4), (1, 0, 4, 2, 6), (0, 7, 20, 9, 1), (5, 5, 5, 5, 5)])
def test_the_ratio_is_that_of_the_likeliest_distributions(pairs: tuple[int, ...]):
    test = Sprt(0, 60)
    expected = likeliest(pairs, score_of(60)) - likeliest(pairs, score_of(0))
    assert ratio(test, pairs) == pytest.approx(expected, abs=1e-4)


PAIRS = st.tuples(*[st.integers(0, 40)] * 5)


@examples(25)
@given(pairs=PAIRS, elo0=st.integers(-200, 199), wide=st.integers(1, 200), normalized=st.booleans())
def test_a_ratio_turns_with_the_players(pairs, elo0, wide, normalized):
    """Seen from the other side, the hypotheses are mirrored, and so is the answer."""
    elo1 = min(200, elo0 + wide)
    one = verdict(Sprt(elo0, elo1, normalized=normalized), pairs).llr
    other = verdict(Sprt(-elo1, -elo0, normalized=normalized), pairs[::-1]).llr
    assert one == pytest.approx(-other, abs=1e-6 * max(1, sum(pairs)))


@given(pairs=PAIRS.filter(any))
def test_a_margin_turns_with_the_players(pairs):
    one, other = margin(pairs), margin(pairs[::-1])
    assert one.score == pytest.approx(1 - other.score)
    assert one.superiority == pytest.approx(1 - other.superiority)
    assert one.elo.low == pytest.approx(-other.elo.high)


def test_points_of_pairs_are_counted():
    assert pentanomial([0, 2, 1.5, 1, 0.5, 1]) == (1, 1, 2, 1, 1)
    assert moments(pentanomial([0, 2])) == (0.5, 0.25)
    assert elo_of(score_of(123)) == pytest.approx(123)
    with pytest.raises(ValueError, match=r"a pair of games has 0, 0.5, 1, 1.5 or 2 points, not 3"):
        pentanomial([3])


def test_perfect_scores_have_a_finite_side():
    found = margin((0, 0, 0, 0, 20))
    assert found.elo.low > 100
    assert found.superiority > 0.99
    assert margin((0, 0, 20, 0, 0)).elo.low < 0 < margin((0, 0, 20, 0, 0)).elo.high


@pytest.mark.parametrize(
    ("test", "pairs", "said"),
    [
        (Sprt(10, 0), (1, 1, 1, 1, 1), "elo0 must be below elo1"),
        (Sprt(0, 10, alpha=0.6), (1, 1, 1, 1, 1), "alpha and beta must lie between 0 and 0.5"),
        (Sprt(), (1, 1, 1), "pairs are five counts"),
        (Sprt(0, 201, normalized=True), (1, 1, 1, 1, 1), "normalized Elo of a test must lie within ±200"),
        (Sprt(), (1, 1, 1, 1, -1), "pairs are five counts"),
    ],
)
def test_what_makes_no_sense_is_refused(test, pairs, said):
    with pytest.raises(ValueError, match=said):
        verdict(test, pairs)


def test_without_pairs_nothing_is_known():
    assert verdict(Sprt(), (0, 0, 0, 0, 0)).taken is None
    with pytest.raises(ValueError, match="no pairs of games yet"):
        margin((0, 0, 0, 0, 0))


def chances(elo: float, ties: float, bias: float, player: float = 0) -> list[float]:
    """The probabilities of the points of a pair for a player with this lead, from openings with a bias for a seat.

    They favour a player by so much, the one as often as the other.
    """

    def game(lead: float) -> tuple[float, float, float]:
        score = score_of(lead)
        tie = min(ties, 2 * min(score, 1 - score))
        return 1 - score - tie / 2, tie, score - tie / 2

    def seats(lead: float) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
        return [(game(lead + own + bias), game(lead + own - bias)) for own in (player, -player)]

    low, high = elo - 2000, elo + 2000
    for _ in range(80):  # the lead from which the mean score of both seats is that of the Elo
        lead = (low + high) / 2
        mean = sum(lost[1] / 2 + lost[2] for one, other in seats(lead) for lost in (one, other)) / 4
        low, high = (lead, high) if mean < score_of(elo) else (low, lead)
    points = [0.0] * 5
    for first, second in seats(lead):
        for x, one in enumerate(first):
            for y, other in enumerate(second):
                points[x + y] += one * other / 2
    return points


def share_of_acceptances(
    test: Sprt, elo: float, ties: float, bias: float, matches: int, seed: int, player: float = 0
) -> float:
    """How often the test takes elo1, in a number of simulated matches; each is decided within 10,000 pairs."""
    random, sums, ones = Random(seed), list(accumulate(chances(elo, ties, bias, player))), 0
    for _ in range(matches):
        pairs = [0] * 5
        for _ in range(10_000):
            pairs[bisect(sums, random.random() * sums[-1])] += 1
            if (said := verdict(test, pairs)).taken is not None:
                break
        assert said.taken is not None
        ones += said.taken
    return ones / matches


def test_errors_of_a_test_are_as_rare_as_they_should_be():
    test, matches = Sprt(0, 150), 100
    most = 0.05 + 3 * (0.05 * 0.95 / matches) ** 0.5
    assert share_of_acceptances(test, 0, 0.3, 0, matches, seed=1) <= most
    assert 1 - share_of_acceptances(test, 150, 0.3, 0, matches, seed=2) <= most


@pytest.mark.minutes
@pytest.mark.parametrize(
    ("elo0", "elo1", "ties", "bias", "player"),
    [
        (0, 100, 0.3, 0, 0),
        (0, 100, 0.0, 0, 0),
        (0, 100, 0.0, 300, 0),
        (-50, 50, 0.3, 0, 0),
        (0, 40, 0.6, 100, 0),
        (0, 300, 0.0, 0, 0),
        (-100, 0, 0.2, 0, 0),
        (0, 100, 0.0, 0, 200),
    ],
)
def test_errors_of_a_test_are_as_rare_as_they_should_be_in_2000_matches(elo0, elo1, ties, bias, player):
    test, matches = Sprt(elo0, elo1), 2_000
    most = 0.05 + 3 * (0.05 * 0.95 / matches) ** 0.5
    errors = [
        share_of_acceptances(test, elo0, ties, bias, matches, 1, player),
        1 - share_of_acceptances(test, elo1, ties, bias, matches, 2, player),
    ]
    print(elo0, elo1, ties, bias, player, errors)
    assert max(errors) <= most


def test_the_largest_tests_have_a_ratio():
    for counts in [(0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (1, 2, 3, 2, 1)]:
        assert abs(verdict(Sprt(-2000, 2000), counts).llr) < 1e3
