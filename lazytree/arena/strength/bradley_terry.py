"""Strengths of players on the scale of Elo, with their uncertainty, from the results of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from lazytree.core.laws import is_number
from lazytree.core.texts import shorten

from .davidson import Fit, Meeting, by_openings, covariance_of, fit_strengths, summed
from .intervals import SIGMAS, Interval, normal

ELO = 400 / log(10)
"""Points of Elo for odds of e to 1."""


class Counts(NamedTuple):
    """How often a player has won, tied and lost.

    >>> Counts(wins=3, ties=2, losses=1).points
    4.0
    """

    wins: int = 0
    ties: int = 0
    losses: int = 0

    @property
    def points(self) -> float:
        """A point for each win, half a point for each tie."""
        return self.wins + self.ties / 2


class Strength(NamedTuple):
    """The strength of a player, in Elo above the mean of all players.

    >>> Strength("deep", Interval(100, 80, 120), 10, 6.5).games
    10
    """

    name: str
    elo: Interval
    games: int
    points: float


class Strengths(NamedTuple):
    """The strengths of all players, the strongest first. As text it is a table.

    >>> print(strengths({("a", "b"): (8, 0, 2), ("b", "a"): (4, 0, 6)}))
    player       Elo      95 %  games  points
    a            +75      ±84      20      14
    b            -75      ±84      20       6
    moving first: +75 Elo (-87 to +237); equal players tie in 0 %
    """

    players: tuple[Strength, ...]
    advantage: Interval | None  # Elo that moving first is worth; None: it was not asked for
    ties: float  # the probability that two equal players tie
    covariance: tuple[tuple[float, ...], ...]  # of the players' Elos, in their order

    def superiority(self, one: str, other: str) -> float:
        """The probability that one player is stronger than another, given the results (likelihood of superiority).

        Raises: ValueError if there is no such player.

        >>> found = strengths({("a", "b"): (60, 0, 40), ("b", "a"): (40, 0, 60)})
        >>> round(found.superiority("a", "b"), 3), round(found.superiority("b", "a"), 3)
        (0.997, 0.003)
        """
        x, y = self._index(one), self._index(other)
        spread = self.covariance[x][x] + self.covariance[y][y] - 2 * self.covariance[x][y]
        return 0.5 if spread <= 0 else normal((self.players[x].elo.value - self.players[y].elo.value) / sqrt(spread))

    def _index(self, name: str) -> int:
        names = [player.name for player in self.players]
        if name not in names:
            raise ValueError(f"there is no player {name!r}; there are: {', '.join(names)}")
        return names.index(name)

    def __str__(self) -> str:
        wide = max(6, *(len(player.name) for player in self.players)) if self.players else 6
        lines = [f"{'player':<{wide}}  {'Elo':>8}  {'95 %':>8}  {'games':>5}  {'points':>6}"]
        for name, elo, games, points in self.players:
            reach = f"±{(elo.high - elo.low) / 2:.0f}"
            lines.append(f"{name:<{wide}}  {elo.value:>+8.0f}  {reach:>7}  {games:>6}  {points:>6g}")
        first = f"moving first: {with_unit(self.advantage)}; " if self.advantage else ""
        return "\n".join([*lines, f"{first}equal players tie in {self.ties:.0%}".replace("%", " %")])


def with_unit(interval: Interval) -> str:
    """An interval with its unit.

    >>> with_unit(Interval(12.4, -3.1, 27.9))
    '+12 Elo (-3 to +28)'
    """
    return str(interval).replace(" (", " Elo (")


Table = Mapping[tuple[str, str], Counts | tuple[int, int, int]]
"""From who moved first and who moved second to how often the first one has won, tied and lost."""


def strengths(results: Table | Sequence[Table], *, prior: float = 1.0, advantage: bool = True) -> Strengths:
    """The strengths of all players, from the results of each pair of them, seen by the one that moved first.

    `results` maps (who moved first, who moved second) to (wins, ties, losses) of the first. Then all games are taken
    for independent. A list has the results of each opening: games from one of them may hang together, because it
    favours a seat or a player, and intervals say so.

    Elo is that of the model of Bradley and Terry with ties (see `lazytree.arena.strength.davidson`), above the mean of
    all players; intervals are those of a normal distribution. If there are ties, the scale is shortened as BayesElo
    does it, so that between players who are about equal a difference of Elo means the expected score that it means
    elsewhere: 1 / (1 + 10^(-difference / 400)). Each player is taken to have played `prior` games more, half won and
    half lost, against a player of Elo 0: so a perfect score has a finite Elo. With `advantage` the worth of moving
    first is estimated, too.

    Raises: ValueError for what are no such counts, for games of a player against itself, and for a prior of 0 or less.

    Source: R. R. Davidson 1970; D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics
    32 (2004); R. Coulom, BayesElo (2006).

    >>> found = strengths({("a", "b"): (30, 0, 10), ("b", "a"): (10, 0, 30)}, prior=1e-6)
    >>> [round(player.elo.value) for player in found.players]            # 400 log10(3) = 191 apart
    [95, -95]
    """
    openings = [results] if isinstance(results, Mapping) else results
    _check(openings, prior)
    names = list(dict.fromkeys(name for table in openings for pair in table for name in pair))
    if not names:
        return Strengths((), None, 0.0, ())
    number = {name: index for index, name in enumerate(names)}
    meetings = [
        [Meeting(number[one], number[other], *counts) for (one, other), counts in table.items()] for table in openings
    ]
    fit = by_openings(fit_strengths(len(names), summed(meetings), prior, advantage), meetings)
    scale, weights = _scaled(fit)
    values = [sum(weight * at for weight, at in zip(row, fit.parameters)) for row in weights.elos]
    covariance = [[covariance_of(fit, one, other) for other in weights.slopes] for one in weights.slopes]
    order = sorted(range(len(names)), key=lambda index: -values[index])
    totals = _totals(names, openings)
    players = [
        Strength(names[index], _interval(values[index], covariance[index][index]), *totals[names[index]])
        for index in order
    ]
    matrix = tuple(tuple(covariance[row][column] for column in order) for row in order)
    return Strengths(tuple(players), _advantage(fit, scale), _ties(fit), matrix)


def _check(openings: Sequence[Table], prior: float) -> None:
    if not (is_number(prior) and prior > 0):
        raise ValueError(f"prior must be a number of games above 0, not {shorten(prior)}")
    for pair, counts in (item for table in openings for item in table.items()):
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise ValueError(f"results are of two players, (first, second), not of {shorten(pair)}")
        if pair[0] == pair[1]:
            raise ValueError(f"{pair[0]} has played against itself: give its two seats different names")
        if len(counts) != 3 or not all(is_number(count) and count >= 0 for count in counts):
            raise ValueError(f"results are (wins, ties, losses), numbers from 0 up, not {shorten(counts)}")


class _Weights(NamedTuple):
    elos: list[list[float]]  # of each parameter in a player's Elo
    slopes: list[list[float]]  # by how much a player's Elo changes with each parameter


def _ties(fit: Fit) -> float:
    """The probability that two equal players tie."""
    ties = exp(fit.parameters[fit.ties]) if fit.ties is not None else 0.0
    return ties / (2 + ties)


def _scaled(fit: Fit) -> tuple[float, _Weights]:
    """Points of Elo for a strength of 1, and how the players' Elos, seen from their mean, hang on the parameters."""
    size, players = len(fit.parameters), fit.players
    scale = ELO * (1 - _ties(fit))
    elos = [
        [scale * ((at == who) - 1 / players) if at < players else 0.0 for at in range(size)] for who in range(players)
    ]
    slopes = [list(row) for row in elos]
    if fit.ties is not None:
        for row, sloped in zip(elos, slopes):  # the scale changes with the ties: d log(scale) / d log(ties)
            sloped[fit.ties] = -_ties(fit) * sum(weight * at for weight, at in zip(row, fit.parameters))
    return scale, _Weights(elos, slopes)


def _advantage(fit: Fit, scale: float) -> Interval | None:
    """The Elo that moving first is worth."""
    if fit.advantage is None:
        return None
    value, slope = scale * fit.parameters[fit.advantage], [0.0] * len(fit.parameters)
    slope[fit.advantage] = scale
    if fit.ties is not None:
        slope[fit.ties] = -_ties(fit) * value
    return _interval(value, covariance_of(fit, slope, slope))


def _interval(value: float, variance: float) -> Interval:
    reach = SIGMAS * sqrt(max(0.0, variance))
    return Interval(value, value - reach, value + reach)


def _totals(names: list[str], openings: Sequence[Table]) -> dict[str, tuple[int, float]]:
    """The games and the points of each player."""
    games, points = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for (one, other), counts in (item for table in openings for item in table.items()):
        wins, ties, losses = counts
        for name, won in ((one, wins), (other, losses)):
            games[name] += wins + ties + losses
            points[name] += won + ties / 2
    return {name: (games[name], points[name]) for name in names}
