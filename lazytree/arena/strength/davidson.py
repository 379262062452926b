"""The model of Bradley and Terry with ties and an advantage of moving first, and where its likelihood is greatest.

Of two players with the strengths x (who moves first) and y, with d = x - y + advantage, the first wins, ties or loses
with probabilities in the proportion exp(d / 2) : ties : exp(-d / 2).

Sources: R. R. Davidson, On extending the Bradley-Terry model to accommodate ties in paired comparison experiments,
Journal of the American Statistical Association 65 (1970); R. R. Davidson and R. J. Beaver, On extending the
Bradley-Terry model to incorporate within-pair order effects, Biometrics 33 (1977). The logarithm of the likelihood is
concave, so Newton's method finds its greatest value (Hunter's MM algorithm of 2004 comes to the same).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp, log
from operator import add, mul
from typing import NamedTuple

from .intervals import stretch
from .matrices import bilinear, cholesky, inverse, solve_triangular

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

    found = _greatest(look, [0.0] * size)
    covariance = inverse(cholesky(look(found).information))
    return Fit(players, tuple(found), tuple(map(tuple, covariance)), advantage, ties)


def summed(openings: Sequence[Sequence[Meeting]]) -> list[Meeting]:
    """The meetings of all openings, those between the same players in the same seats added up.

    >>> summed([[Meeting(0, 1, 1, 0, 0)], [Meeting(0, 1, 0, 1, 0)]])
    [Meeting(first=0, second=1, wins=1, ties=1, losses=0)]
    """
    totals = dict[tuple[int, int], tuple[float, float, float]]()
    for first, second, *counts in (meeting for meetings in openings for meeting in meetings):
        wins, ties, losses = map(add, totals.get((first, second), (0, 0, 0)), counts)
        totals[first, second] = wins, ties, losses
    return [Meeting(*pair, *counts) for pair, counts in totals.items()]


ASSUMED = 8.0
"""The number of games of a player, of even chances, that weigh as much as the assumption that games are independent."""


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
        signs = [*_signs(first, second, advantage)]
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


def _signs(first: int, second: int, advantage: int | None) -> Iterator[tuple[int, int]]:
    """The parameters that a difference of strengths is summed from, with their signs."""
    if first >= 0:
        yield first, 1
    if second >= 0:
        yield second, -1
    if advantage is not None:
        yield advantage, 1


def chances(half: float, log_ties: float | None) -> tuple[float, float, float, float]:
    """The probabilities of a win, a tie and a loss, and the logarithm of the sum that they are parts of.

    `half` is half the difference of the strengths, the advantage included.

    >>> chances(0.0, 0.0)[:3]
    (0.3333333333333333, 0.3333333333333333, 0.3333333333333333)
    """
    top = max(abs(half), log_ties if log_ties is not None else 0.0)
    win, loss = exp(half - top), exp(-half - top)
    tie = exp(log_ties - top) if log_ties is not None else 0.0
    total = win + tie + loss
    return win / total, tie / total, loss / total, top + log(total)


def _greatest(look: Callable[[Sequence[float]], LikelihoodAt], at: list[float]) -> list[float]:
    """Where a concave function is greatest, by Newton's method; a step that leads down is halved."""
    here = look(at)
    for _ in range(STEPS):
        step = solve_triangular(cholesky(here.information), here.gradient)
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


def covariance_of(fit: Fit, one: Sequence[float], other: Sequence[float]) -> float:
    """The covariance of two weighted sums of the parameters."""
    return bilinear(one, fit.covariance, other)
