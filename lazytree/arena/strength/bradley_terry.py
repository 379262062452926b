"""Strengths of players on the scale of Elo, with their uncertainty, from the results of games.

They are those of the model of Bradley and Terry with ties and an advantage of moving first. Of two players with the
strengths x (who moves first) and y, with d = x - y + advantage, the first wins, ties or loses with probabilities in the
proportion exp(d / 2) : ties : exp(-d / 2).

Sources: R. R. Davidson, On extending the Bradley-Terry model to accommodate ties in paired comparison experiments,
Journal of the American Statistical Association 65 (1970); R. R. Davidson and R. J. Beaver, On extending the
Bradley-Terry model to incorporate within-pair order effects, Biometrics 33 (1977). The logarithm of the likelihood is
concave, so Newton's method finds its greatest value (Hunter's MM algorithm of 2004 comes to the same).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, log, sqrt
from operator import add, mul
from typing import NamedTuple

from lazytree.arena.strength.pairs import NORMAL, SIGMAS, Interval, stretch
from lazytree.core.laws import is_number
from lazytree.core.texts import shorten

Matrix = Sequence[Sequence[float]]


def inverse(matrix: Matrix) -> list[list[float]]:
    """The inverse of a symmetric and positive definite matrix, by the elimination of Gauss and Jordan.

    >>> inverse([[4, 2], [2, 2]])
    [[0.5, -0.5], [-0.5, 1.0]]
    """
    size = len(matrix)
    rows = [[*row, *(float(at == number) for at in range(size))] for number, row in enumerate(matrix)]
    for at in range(size):
        pivot = [number / rows[at][at] for number in rows[at]]
        for number, row in enumerate(rows):
            rows[number] = pivot if number == at else [x - row[at] * y for x, y in zip(row, pivot)]
    return [row[size:] for row in rows]


STEPS, SMALL = 200, 1e-10


class Meeting(NamedTuple):
    """The results of games between two players, seen by the one that moves first; virtual games may be fractions."""

    first: int  # the number of the player; -1: the virtual player of strength 0
    second: int
    wins: float
    ties: float
    losses: float


class Fit(NamedTuple):
    """The likeliest parameters: the strengths, then the advantage and the logarithm of the ties, if they are fitted."""

    players: int
    parameters: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]  # the inverse of the information
    advantage: int | None  # its index
    ties: int | None

    @property
    def tie(self) -> float:
        """The probability that two equal players tie."""
        ties = exp(self.parameters[self.ties]) if self.ties is not None else 0.0
        return ties / (2 + ties)

    def covariance_of(self, one: Sequence[float], other: Sequence[float]) -> float:
        """The covariance of two weighted sums of the parameters."""
        return float(sum(x * sum(map(mul, row, other)) for x, row in zip(one, self.covariance) if x))


def fit_strengths(players: int, meetings: Sequence[Meeting], prior: float, with_advantage: bool) -> Fit:
    """The likeliest parameters of a number of players, given these results.

    Each player is taken to have played `prior` games more, half of them won, half lost, in both seats, against a
    virtual player of strength 0: so all is finite. Ties are fitted if there are any.
    """
    with_ties = any(meeting.ties for meeting in meetings)
    advantage = players if with_advantage else None
    ties = players + with_advantage if with_ties else None
    size = players + with_advantage + with_ties
    quarter = prior / 4
    virtual = [Meeting(*seats, quarter, 0, quarter) for who in range(players) for seats in ((who, -1), (-1, who))]
    everything = [*meetings, *virtual]

    def look(at: Sequence[float]) -> LikelihoodAt:
        return _look(everything, at, advantage, ties)

    found = greatest(look, [0.0] * size)
    covariance = inverse(look(found).information)
    return Fit(players, tuple(found), tuple(map(tuple, covariance)), advantage, ties)


def sum_meetings(openings: Sequence[Sequence[Meeting]]) -> list[Meeting]:
    """The meetings of all openings, those between the same players in the same seats added up."""
    totals = dict[tuple[int, int], tuple[float, float, float]]()
    for first, second, *counts in (meeting for meetings in openings for meeting in meetings):
        wins, ties, losses = map(add, totals.get((first, second), (0, 0, 0)), counts)
        totals[first, second] = wins, ties, losses
    return [Meeting(*pair, *counts) for pair, counts in totals.items()]


ASSUMED = 8.0  # games of a player, of even chances, that weigh as much as the assumption that games are independent


def by_openings(fit: Fit, openings: Sequence[Sequence[Meeting]]) -> Fit:
    """The fit with the covariance that the results of openings show: games from one opening may hang together.

    Each opening pulls at the parameters; how much these pulls differ says how sure the parameters are (the *sandwich*
    of Huber). Where few games say something it is mixed with what independent games would show, and it is widened
    where openings are few. With one opening the fit is returned as it is.

    Source: P. J. Huber, The behavior of maximum likelihood estimates under nonstandard conditions (1967).
    """
    number, size = len(openings), len(fit.parameters)
    if number < 2:
        return fit
    looks = [_look(meetings, fit.parameters, fit.advantage, fit.ties) for meetings in openings]
    means = [sum(look.gradient[at] for look in looks) / number for at in range(size)]
    pulls = [[x - mean for x, mean in zip(look.gradient, means)] for look in looks]
    moved = [[sum(map(mul, row, pull)) for row in fit.covariance] for pull in pulls]
    games = 4 * sum(look.information[who][who] for look in looks for who in range(fit.players)) / fit.players
    seen, wide = games / (games + ASSUMED), stretch(number)
    covariance = tuple(
        tuple(
            wide
            * (
                seen * number / (number - 1) * sum(move[row] * move[column] for move in moved)
                + (1 - seen) * fit.covariance[row][column]
            )
            for column in range(size)
        )
        for row in range(size)
    )
    return fit._replace(covariance=covariance)


class LikelihoodAt(NamedTuple):
    """The logarithm of a likelihood at some parameters, its gradient, and its negated second derivatives."""

    value: float
    gradient: list[float]
    information: list[list[float]]


def _look(meetings: Sequence[Meeting], at: Sequence[float], advantage: int | None, ties: int | None) -> LikelihoodAt:
    value, gradient = 0.0, [0.0] * len(at)
    information = [[0.0] * len(at) for _ in at]
    log_ties = at[ties] if ties is not None else None
    for first, second, wins, tied, losses in meetings:
        parts = (first, 1), (second, -1), (-1 if advantage is None else advantage, 1)  # of the difference
        signs = [(index, sign) for index, sign in parts if index >= 0]
        half = sum(sign * at[index] for index, sign in signs) / 2
        games = wins + tied + losses
        win, tie, loss, log_sum = chances(half, log_ties)
        value += (wins - losses) * half + (tied * log_ties if log_ties is not None else 0.0) - games * log_sum
        mean = (win - loss) / 2
        slope, spread = (wins - losses) / 2 - games * mean, games * ((win + loss) / 4 - mean * mean)
        for row, sign in signs:
            gradient[row] += sign * slope
            for column, other in signs:
                information[row][column] += sign * other * spread
            if ties is not None:
                information[row][ties] -= sign * games * mean * tie
                information[ties][row] -= sign * games * mean * tie
        if ties is not None:
            gradient[ties] += tied - games * tie
            information[ties][ties] += games * tie * (1 - tie)
    return LikelihoodAt(value, gradient, information)


def chances(half: float, log_ties: float | None) -> tuple[float, float, float, float]:
    """The probabilities of a win, a tie and a loss, and the logarithm of the sum that they are parts of.

    `half` is half the difference of the strengths, the advantage included.
    """
    top = max(abs(half), log_ties if log_ties is not None else 0.0)
    win, loss = exp(half - top), exp(-half - top)
    tie = exp(log_ties - top) if log_ties is not None else 0.0
    total = win + tie + loss
    return win / total, tie / total, loss / total, top + log(total)


def greatest(look: Callable[[Sequence[float]], LikelihoodAt], at: list[float]) -> list[float]:
    """Where a concave function is greatest, by Newton's method; a step that leads down is halved."""
    here = look(at)
    for _ in range(STEPS):
        step = [sum(map(mul, row, here.gradient)) for row in inverse(here.information)]
        while True:
            ahead = [x + change for x, change in zip(at, step)]
            there = look(ahead)
            if there.value >= here.value or max(map(abs, step)) < SMALL:
                break
            step = [change / 2 for change in step]
        at, here = ahead, there
        if max(map(abs, step)) < SMALL:
            break
    return at


ELO = 400 / log(10)  # points of Elo for odds of e to 1


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
    """The strength of a player, in Elo above the mean of all players."""

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
        return (
            0.5 if spread <= 0 else NORMAL.cdf((self.players[x].elo.value - self.players[y].elo.value) / sqrt(spread))
        )

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
    """An interval with its unit."""
    return str(interval).replace(" (", " Elo (")


Table = Mapping[tuple[str, str], Counts | tuple[int, int, int]]
"""From who moved first and who moved second to how often the first one has won, tied and lost."""


def strengths(results: Table | Sequence[Table], *, prior: float = 1.0, advantage: bool = True) -> Strengths:
    """The strengths of all players, from the results of each pair of them, seen by the one that moved first.

    `results` maps (who moved first, who moved second) to (wins, ties, losses) of the first. Then all games are taken
    for independent. A list has the results of each opening: games from one of them may hang together, because it
    favours a seat or a player, and intervals say so.

    Elo is that of the model of Bradley and Terry with ties, above the mean of all players; intervals are those of a
    normal distribution. If there are ties, the scale is shortened as BayesElo does it, so that between players who are
    about equal a difference of Elo means the expected score that it means elsewhere: 1 / (1 + 10^(-difference / 400)).
    Each player is taken to have played `prior` games more, half won and half lost, against a player of Elo 0: so a
    perfect score has a finite Elo. With `advantage` the worth of moving first is estimated, too.

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
    fit = by_openings(fit_strengths(len(names), sum_meetings(meetings), prior, advantage), meetings)
    values, slopes = _elos(fit)
    covariance = [[fit.covariance_of(one, other) for other in slopes] for one in slopes]
    reaches = [SIGMAS * sqrt(max(0.0, covariance[at][at])) for at in range(len(values))]
    elos = [Interval(value, value - reach, value + reach) for value, reach in zip(values, reaches)]
    order = sorted(range(len(names)), key=lambda index: -values[index])
    totals = _totals(names, openings)
    players = tuple(Strength(names[index], elos[index], *totals[names[index]]) for index in order)
    matrix = tuple(tuple(covariance[row][column] for column in order) for row in order)
    return Strengths(players, elos[fit.advantage] if fit.advantage is not None else None, fit.tie, matrix)


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


def _elos(fit: Fit) -> tuple[list[float], list[list[float]]]:
    """The Elos of the players, seen from their mean, and that of moving first, which comes last, if it is fitted.

    Beside them is by how much each of them changes with each of the parameters.
    """
    size, players, scale = len(fit.parameters), fit.players, ELO * (1 - fit.tie)
    slopes = [
        [scale * ((at == who) - 1 / players) if at < players else 0.0 for at in range(size)] for who in range(players)
    ]
    if fit.advantage is not None:
        slopes.append([scale * (at == fit.advantage) for at in range(size)])
    values = [sum(map(mul, row, fit.parameters)) for row in slopes]
    if fit.ties is not None:
        for value, row in zip(values, slopes):  # the scale changes with the ties: d log(scale) / d log(ties)
            row[fit.ties] = -fit.tie * value
    return values, slopes


def _totals(names: list[str], openings: Sequence[Table]) -> dict[str, tuple[int, float]]:
    """The games and the points of each player."""
    games, points = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for (one, other), counts in (item for table in openings for item in table.items()):
        wins, ties, losses = counts
        for name, won in ((one, wins), (other, losses)):
            games[name] += wins + ties + losses
            points[name] += won + ties / 2
    return {name: (games[name], points[name]) for name in names}
