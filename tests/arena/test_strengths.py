"""Strengths: against a published calculator, closed forms, Hunter's algorithm, and players of known strength."""

from collections import defaultdict
from itertools import permutations
from math import exp, log, log10
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.arena.strength.bradley_terry import ELO, Counts, Meeting, fit_strengths, strengths
from lazytree.arena.strength.pairs import SIGMAS
from tests.helpers.examples import examples

BASEBALL = """
Milwaukee: Detroit 4-3, Toronto 4-2, New York 4-3, Boston 6-1, Cleveland 4-2, Baltimore 6-0
Detroit: Milwaukee 3-3, Toronto 4-2, New York 4-3, Boston 6-0, Cleveland 6-1, Baltimore 4-3
Toronto: Milwaukee 2-5, Detroit 4-3, New York 2-4, Boston 4-3, Cleveland 4-2, Baltimore 6-0
New York: Milwaukee 3-3, Detroit 5-1, Toronto 2-5, Boston 4-3, Cleveland 4-2, Baltimore 6-1
Boston: Milwaukee 5-1, Detroit 2-5, Toronto 3-3, New York 4-2, Cleveland 5-2, Baltimore 6-0
Cleveland: Milwaukee 2-5, Detroit 3-3, Toronto 3-4, New York 4-3, Boston 4-2, Baltimore 2-4
Baltimore: Milwaukee 2-5, Detroit 1-5, Toronto 1-6, New York 2-4, Boston 1-6, Cleveland 3-4
"""
"""American League, eastern division, 1987: home team, then each guest with the wins of home and guest.

Source: A. Agresti, Categorical Data Analysis (2002), section 10.6.
"""

PUBLISHED = {
    "Boston": (1.1438, 0.3378),
    "Cleveland": (0.7047, 0.3350),
    "Detroit": (1.4754, 0.3446),
    "Milwaukee": (1.6196, 0.3474),
    "New York": (1.2813, 0.3404),
    "Toronto": (1.3271, 0.3403),
}
"""Ability above Baltimore's, and its standard error, as BradleyTerry2 for R prints them, with an effect of home."""

AT_HOME = (0.3023, 0.1309)


def baseball() -> dict[tuple[str, str], Counts]:
    found = {}
    for line in BASEBALL.strip().splitlines():
        home, guests = line.split(": ")
        for guest in guests.split(", "):
            name, _, result = guest.rpartition(" ")
            wins, losses = map(int, result.split("-"))
            found[home, name] = Counts(wins, 0, losses)
    return found


def test_the_published_strengths_of_baseball_teams():
    found = strengths(baseball(), prior=1e-7)
    names = [player.name for player in found.players]
    elos = {player.name: player.elo.value for player in found.players}
    base = names.index("Baltimore")
    for name, (ability, error) in PUBLISHED.items():
        at = names.index(name)
        variance = found.covariance[at][at] + found.covariance[base][base] - 2 * found.covariance[at][base]
        assert (elos[name] - elos["Baltimore"]) / ELO == pytest.approx(ability, abs=1e-4)
        assert variance**0.5 / ELO == pytest.approx(error, abs=1e-4)
    assert found.advantage is not None
    assert found.advantage.value / ELO == pytest.approx(AT_HOME[0], abs=1e-4)
    assert (found.advantage.high - found.advantage.value) / SIGMAS / ELO == pytest.approx(AT_HOME[1], abs=1e-4)


@given(wins=st.integers(1, 50), losses=st.integers(1, 50))
def test_two_players_without_ties_are_as_far_apart_as_the_formula_says(wins: int, losses: int):
    results = {("a", "b"): (wins, 0, losses), ("b", "a"): (losses, 0, wins)}
    found = strengths(results, prior=1e-9)
    elos = {player.name: player.elo.value for player in found.players}
    share = wins / (wins + losses)
    assert elos["a"] - elos["b"] == pytest.approx(400 * log10(share / (1 - share)), abs=1e-4)
    games = 2 * (wins + losses)  # the variance of a logarithm of odds is 1 / (games share (1 - share))
    half = found.players[0].elo.high - found.players[0].elo.value
    assert 2 * half / SIGMAS / ELO == pytest.approx((games * share * (1 - share)) ** -0.5, rel=1e-4)


def log_likelihood(at: list[float], meetings: list[Meeting], players: int) -> float:
    """The logarithm of the likelihood as Davidson and Beaver write it, with the worths exp(strength)."""
    worth, first, ties = [*map(exp, at[:players]), 1.0], exp(at[players]), exp(at[players + 1])
    total = 0.0
    for one, other, wins, tied, losses in meetings:
        parts = first * worth[one], ties * (first * worth[one] * worth[other]) ** 0.5, worth[other]
        total += sum(count * log(part / sum(parts)) for count, part in zip((wins, tied, losses), parts))
    return total


COUNTS = st.integers(0, 9)


@examples(25)
@given(results=st.lists(st.tuples(COUNTS, COUNTS, COUNTS), min_size=6, max_size=6))
def test_the_fit_is_where_the_written_out_likelihood_is_greatest(results: list[tuple[int, int, int]]):
    meetings = [Meeting(*pair, *counts) for pair, counts in zip(permutations(range(3), 2), results)]
    if not any(meeting.ties for meeting in meetings):
        return
    fit = fit_strengths(3, meetings, 1.0, with_advantage=True)
    virtual = [Meeting(*pair, 0.25, 0, 0.25) for who in range(3) for pair in ((who, -1), (-1, who))]
    everything, size, h = [*meetings, *virtual], 5, 1e-4

    def value(*changes: tuple[int, float]) -> float:
        at = list(fit.parameters)
        for index, change in changes:
            at[index] += change
        return log_likelihood(at, everything, 3)

    for i in range(size):
        assert abs(value((i, h)) - value((i, -h))) / (2 * h) < 1e-4
        for j in range(size):
            seconds = [
                sum(
                    -sign * other * value((i, sign * h), (k, other * h)) / (4 * h * h)
                    for sign in (1, -1)
                    for other in (1, -1)
                )
                for k in range(size)
            ]
            product = sum(seconds[k] * fit.covariance[k][j] for k in range(size))
            assert product == pytest.approx(float(i == j), abs=1e-2)


def hunter(results: dict[tuple[str, str], Counts], prior: float, rounds: int = 3000) -> dict[str, float]:
    """The strengths by Hunter's MM algorithm for Bradley and Terry's model, in Elo above the mean."""
    games: dict[tuple[str, str], float] = defaultdict(float)
    won: dict[str, float] = defaultdict(float)
    names = sorted({name for pair in results for name in pair})
    for (one, other), (wins, _, losses) in results.items():
        games[one, other] += wins + losses
        games[other, one] += wins + losses
        won[one] += wins
        won[other] += losses
    worth = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        worth = {
            name: (won[name] + prior / 2)
            / (
                sum(games[name, other] / (worth[name] + worth[other]) for other in names if other != name)
                + prior / (worth[name] + 1)
            )
            for name in names
        }
    mean = sum(map(log, worth.values())) / len(names)
    return {name: ELO * (log(worth[name]) - mean) for name in names}


@examples(20)
@given(wins=st.lists(st.integers(0, 6), min_size=12, max_size=12))
def test_hunters_algorithm_comes_to_the_same(wins: list[int]):
    pairs = list(permutations("abcd", 2))
    results = {pair: Counts(won, 0, lost) for pair, won, lost in zip(pairs, wins, reversed(wins))}
    found = strengths(results, prior=1.0, advantage=False)
    expected = hunter(results, 1.0)
    assert {player.name: player.elo.value for player in found.players} == pytest.approx(expected, abs=1e-3)


def test_perfect_scores_stay_finite_and_are_uncertain():
    found = strengths({("good", "bad"): (50, 0, 0), ("bad", "good"): (0, 0, 50)})
    good, bad = found.players
    assert good.name == "good"
    assert 400 < good.elo.value - bad.elo.value < 1600
    assert good.elo.high - good.elo.low > 200
    assert found.superiority("good", "bad") > 0.99
    only_ties = strengths({("a", "b"): (0, 20, 0), ("b", "a"): (0, 20, 0)})
    assert abs(only_ties.players[0].elo.value) < 1e-9
    assert 0.5 < only_ties.ties < 1


def test_players_who_never_met_have_an_unknown_difference():
    played = {("a", "b"): (30, 0, 10), ("b", "a"): (10, 0, 30), ("c", "d"): (20, 0, 20), ("d", "c"): (20, 0, 20)}
    found = strengths(played)
    assert 0.1 < found.superiority("b", "d") < 0.9
    assert found.superiority("a", "b") > 0.9


def test_a_player_who_always_moves_first_may_be_strong_or_lucky_with_the_seat():
    """Strength and the advantage cannot be told from each other then, and the intervals say so."""
    found = strengths({("a", "b"): (30, 0, 10)})
    assert found.superiority("a", "b") < 0.9
    assert strengths({("a", "b"): (30, 0, 10)}, advantage=False).superiority("a", "b") > 0.99


def test_no_games_are_no_players():
    assert strengths({}).players == ()


@pytest.mark.parametrize(
    ("results", "prior", "said"),
    [
        ({("a", "a"): (1, 0, 0)}, 1, "a has played against itself"),
        ({("a", "b"): (1, 0)}, 1, "wins, ties, losses"),
        ({("a", "b"): (-1, 0, 0)}, 1, "wins, ties, losses"),
        ({"a": (1, 0, 0)}, 1, "of two players"),
        ({("a", "b"): (1, 0, 0)}, 0, "prior must be a number of games above 0"),
    ],
)
def test_what_are_no_results_is_refused(results, prior, said):
    with pytest.raises(ValueError, match=said):
        strengths(results, prior=prior)


TRUE = {"a": 150.0, "b": 40.0, "c": -50.0, "d": -140.0}
FIRST, TIES = 40.0, 0.25
"""Elo of moving first, and the probability that equal players tie."""


def simulated(random: Random, games: int) -> dict[tuple[str, str], Counts]:
    """A tournament between players of known strength, with `games` games for each pair and each order of seats."""
    scale, ties = ELO * (1 - TIES), 2 * TIES / (1 - TIES)
    results = {}
    for one, other in permutations(TRUE, 2):
        half = (TRUE[one] - TRUE[other] + FIRST) / scale / 2
        played = random.choices(range(3), [exp(half), ties, exp(-half)], k=games)
        results[one, other] = Counts(*map(played.count, range(3)))
    return results


def within(tournaments: int, games: int) -> dict[str, float]:
    """How often the true strengths, and the true worth of moving first, lie within their intervals."""
    random, inside = Random(1), dict.fromkeys([*TRUE, "moving first"], 0)
    for _ in range(tournaments):
        found = strengths(simulated(random, games))
        assert found.advantage is not None
        inside["moving first"] += found.advantage.low <= FIRST <= found.advantage.high
        for player in found.players:
            inside[player.name] += player.elo.low <= TRUE[player.name] <= player.elo.high
    return {name: count / tournaments for name, count in inside.items()}


def test_players_of_known_strength_are_recovered():
    assert all(0.86 <= share <= 1 for share in within(100, 10).values())


@pytest.mark.minutes
@pytest.mark.parametrize("games", [4, 10, 40])
def test_players_of_known_strength_are_recovered_in_95_of_100_tournaments(games: int):
    shares = within(1_000, games)
    print(games, shares)
    assert all(0.90 <= share <= 0.98 for share in shares.values())
