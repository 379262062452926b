"""How often intervals of 95 % hold the true value, in simulated matches and tournaments; a table for docs/strength.md.

Matches of 5, 10, 20 and 50 pairs between players whose difference of Elo is known, with ties, and from openings that
favour a seat or a player; then tournaments of three players. It takes some minutes of the processor.
"""

from argparse import ArgumentParser
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, permutations, product
from math import exp
from random import Random
from typing import NamedTuple

from lazytree.arena import margin, strengths
from lazytree.arena.strength.bradley_terry import ELO
from lazytree.arena.strength.pairs import SCORES, score_of

PAIRS = (5, 10, 20, 50)
ELOS = (0, 100, 400, 600)
SPREADS = (0, 100, 400)


class Conditions(NamedTuple):
    """What openings and ties are like; each opening favours by so much Elo, one side as often as the other."""

    told: str
    ties: float = 0.0  # the probability that equal players tie
    seat: float = 0.0  # Elo by which an opening favours a seat
    player: float = 0.0  # Elo by which it favours a player


CONDITIONS = (
    Conditions("no ties"),
    Conditions("60 % ties", ties=0.6),
    Conditions("openings favour a seat", seat=300),
    Conditions("openings favour a player", player=300),
    Conditions("both, 30 % ties", ties=0.3, seat=200, player=200),
)


def game(lead: float, ties: float) -> tuple[float, float, float]:
    """The probabilities of a loss, a tie and a win for a player with this lead in Elo (Davidson's model)."""
    half = lead * (1 - ties) / ELO / 2 if lead else 0.0
    tie = 2 * ties / (1 - ties)
    parts = exp(-half), tie, exp(half)
    return tuple(part / sum(parts) for part in parts)  # type: ignore[return-value]


@cache
def points(elo: float, at: Conditions) -> tuple[float, ...]:
    """The probabilities of 0, 1/2, ..., 2 points of a pair, for a player whose expected score is that of the Elo."""

    def found(lead: float) -> list[float]:
        parts = [0.0] * 5
        for favour, seat in product({at.player, -at.player}, {at.seat, -at.seat}):
            one, other = game(lead + favour + seat, at.ties), game(lead + favour - seat, at.ties)
            for (x, p), (y, q) in product(enumerate(one), enumerate(other)):
                parts[x + y] += p * q
        return [part / sum(parts) for part in parts]

    low, high = elo - 3000, elo + 3000
    for _ in range(60):
        middle = (low + high) / 2
        score = sum(part * share for part, share in zip(found(middle), SCORES))
        low, high = (middle, high) if score < score_of(elo) else (low, middle)
    return tuple(found(low))


@cache
def holds(pairs: tuple[int, ...], elo: float) -> bool:
    """Whether the interval of a margin holds the true Elo."""
    told = margin(pairs).elo
    return told.low <= elo <= told.high


def of_margins(elo: float, at: Conditions, number: int, matches: int, random: Random) -> float:
    """How often the interval of a margin holds the Elo, seen from both players alike."""
    inside = 0
    for match in range(matches):
        sign = 1 if match % 2 else -1
        sums, pairs = list(accumulate(points(sign * elo, at))), [0] * 5
        for _ in range(number):
            pairs[min(4, bisect(sums, random.random()))] += 1
        inside += holds(tuple(pairs), sign * elo)
    return inside / matches


Results = list[dict[tuple[str, str], tuple[int, int, int]]]


def of_strengths(spread: float, at: Conditions, number: int, tournaments: int, random: Random) -> tuple[float, float]:
    """How often the intervals of three players hold their Elos, the worst of them; and that of moving first its worth.

    What is true is what very many games show.
    """
    true = strengths(expected(spread, at), prior=1e-3)
    elos, inside = {player.name: player.elo.value for player in true.players}, dict.fromkeys([*"abc", "first"], 0)
    assert true.advantage is not None
    for _ in range(tournaments):
        found = strengths(simulated(spread, at, number, random))
        assert found.advantage is not None
        inside["first"] += found.advantage.low <= true.advantage.value <= found.advantage.high
        for player in found.players:
            inside[player.name] += player.elo.low <= elos[player.name] <= player.elo.high
    return min(inside[name] for name in "abc") / tournaments, inside["first"] / tournaments


FIRST = 30.0
"""Elo that moving first is worth in simulated tournaments."""


def leads(spread: float) -> dict[tuple[str, str], float]:
    elos = {"a": spread, "b": 0.0, "c": -spread}
    return {(one, other): elos[one] - elos[other] + FIRST for one, other in permutations("abc", 2)}


def simulated(spread: float, at: Conditions, number: int, random: Random) -> Results:
    """The results of each opening: each player against each other one, once in each seat."""
    found: Results = []
    for _ in range(number):
        seat, favours = random.choice((at.seat, -at.seat)), {name: random.choice((0.5, -0.5)) for name in "abc"}
        table = {}
        for (one, other), lead in leads(spread).items():
            chances = game(lead + seat + at.player * (favours[one] - favours[other]), at.ties)
            (result,) = random.choices(range(3), chances)
            table[one, other] = (int(result == 2), int(result == 1), int(result == 0))
        found.append(table)
    return found


def expected(spread: float, at: Conditions) -> dict[tuple[str, str], tuple[int, int, int]]:
    """What a very long tournament comes to."""
    table = {}
    for pair, lead in leads(spread).items():
        kinds = [
            game(lead + seat + at.player * (one - other), at.ties)
            for seat, one, other in product((at.seat, -at.seat), (0.5, -0.5), (0.5, -0.5))
        ]
        loss, tie, win = (round(10**6 * sum(each) / len(kinds)) for each in zip(*kinds))
        table[pair] = win, tie, loss
    return table


def rows(matches: int, tournaments: int, random: Random) -> Iterator[Sequence[str]]:
    """The rows of the table, the heads first."""
    yield ["", "Elo", *(f"{number} pairs" for number in PAIRS)]
    for at, elo in product(CONDITIONS, ELOS):
        shares = [of_margins(elo, at, number, matches, random) for number in PAIRS]
        yield [f"match, {at.told}", f"±{elo}" if elo else "0", *(_percent(share) for share in shares)]
    for at, spread in product(CONDITIONS, SPREADS):
        both = [of_strengths(spread, at, number, tournaments, random) for number in PAIRS]
        yield [
            f"three players, {at.told}",
            f"±{spread}" if spread else "0",
            *(f"{_percent(x)}, {_percent(y)}" for x, y in both),
        ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000, help="simulated matches a cell (default: 1,000)")
    parser.add_argument("--tournaments", type=int, default=400, help="simulated tournaments a cell (default: 400)")
    given = parser.parse_args()
    for number, row in enumerate(rows(given.matches, given.tournaments, Random(1))):
        print("|", " | ".join(row), "|", flush=True)
        if number == 0:
            print("|---|" + "---:|" * (len(row) - 1))


if __name__ == "__main__":
    main()
