"""The measures of a survey: what inventors ask of rules, as numbers of played games.

Terms are those of C. Browne, Automatic Generation and Evaluation of Recombination Games (thesis, Queensland University
of Technology 2008): completion, duration, drawishness, advantage, lead change, drama; and of the concepts of the Ludii
system (E. Piette and others 2020): branching factor, decision moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from lazytree.arena.strength.intervals import Interval
from lazytree.arena.strength.likelihood import mean_of
from lazytree.arena.strength.pairs import Margin, margin, pentanomial
from lazytree.core.game import CHANCE, FIRST

from .survey_games import SurveyedGame, different, line_of, points


class Level(NamedTuple):
    """What games are like between equal players of a level."""

    simulations: int  # that a player makes for a move; 0: at random
    games: int
    different: int  # of the games; where all of them are one game, it counts once in what seats score
    completion: float  # share of games that the rules have ended
    shortest: int  # plies of the games that ended; 0 where none has
    duration: float  # on the mean
    longest: int
    branching: float  # legal moves where a player moves, on the mean
    widest: int
    choices: float  # share of the plies of players in which there are several moves (decision moves)
    drawishness: float  # share of the ended games that no player has won alone
    seats: tuple[Interval, ...]  # what each seat scores in ended games: 0 to 1


class Skill(NamedTuple):
    """What players of one level score against those of the level below."""

    simulations: int
    against: int
    games: int
    score: Interval  # of the stronger one: 0 to 1, with n players 1 / n where skill does not pay
    margin: Margin | None  # of pairs of games; None with more than two players


class Leads(NamedTuple):
    """How often it changes who stands better, by the opinions of the players."""

    simulations: int
    games: int
    changes: float  # of the lead in a game, on the mean
    share: float  # of the plies (lead change)
    comebacks: float  # share of the decided games in which the winner was behind by a quarter of a win or more
    drama: float  # how far behind winners were, where they were: the mean root of the distance; 0 to 1


def level(simulations: int, courses: Sequence[SurveyedGame]) -> Level:
    """What these games between equal players are like.

    >>> found = level(0, [SurveyedGame((0, 0), (1, -1), True, (0, 1, 0), (3, 2, 1), (None,) * 3)])
    >>> found.duration, found.branching, found.choices, found.seats[0].value
    (3.0, 2.0, 0.6666666666666666, 1.0)
    """
    ended = [course for course in courses if course.ended]
    lengths = [course.plies for course in ended]
    widths = [width for course in courses for mover, width in zip(course.movers, course.widths) if mover != CHANCE]
    scored = [points(course) for course in different(ended)]
    return Level(
        simulations,
        len(courses),
        len({*map(line_of, courses)}),
        len(ended) / len(courses),
        min(lengths, default=0),
        _mean(lengths),
        max(lengths, default=0),
        _mean(widths),
        max(widths, default=0),
        _mean([width > 1 for width in widths]),
        _mean([max(each) < 1 for each in scored]) if scored and len(scored[0]) > 1 else 0.0,
        tuple(mean_of([each[seat] for each in scored]) for seat in range(len(courses[0].levels))),
    )


def _mean(numbers: Sequence[float]) -> float:
    return float(fmean(numbers)) if numbers else 0.0


def skill(courses: Sequence[SurveyedGame]) -> Skill:
    """What the stronger player has scored in games against the level below, n games a round with n seats.

    >>> won = SurveyedGame((4, 0), (1, -1), True, (), (), ()), SurveyedGame((0, 4), (-1, 1), True, (), (), ())
    >>> skill(won).score.value, skill(won).margin.score
    (1.0, 1.0)
    """
    strong, weak = max(courses[0].levels), min(courses[0].levels)
    scored = [points(course)[course.levels.index(strong)] for course in different(courses)]
    seats = len(courses[0].levels)
    pairs = [sum(scored[at : at + 2]) for at in range(0, len(scored) - 1, 2)] if seats == 2 else []
    found = margin(pentanomial(pairs)) if pairs else None
    return Skill(strong, weak, len(courses), mean_of(scored), found)


def leads(simulations: int, courses: Sequence[SurveyedGame]) -> Leads:
    """How often the lead has changed in these games between two equal players.

    >>> course = SurveyedGame((4, 4), (1, -1), True, (0, 1, 0, 1), (2,) * 4, (0.5, -0.25, 0.0, 0.75))
    >>> found = leads(4, [course])
    >>> found.changes, found.share, found.comebacks, round(found.drama, 3)
    (2.0, 0.5, 1.0, 0.354)
    """
    changes = [lead_changes(course.values) for course in courses]
    plies = sum(course.plies for course in courses)
    behind = [found for course in courses if (found := behind_of_winner(course)) is not None]
    distances = [sqrt(gap) for gaps in behind for gap in gaps]
    return Leads(
        simulations,
        len(courses),
        _mean(changes),
        sum(changes) / plies if plies else 0.0,
        _mean([any(gap >= QUARTER for gap in gaps) for gaps in behind]),
        _mean(distances),
    )


QUARTER = 0.125
"""The distance of a value of a quarter of a win, 0.25, from an even one, on a scale from 0 to 1 between the players."""


def lead_changes(values: Sequence[float | None]) -> int:
    """How often the sign of a sequence of values changes; zeros and what is not known lead nowhere.

    >>> lead_changes([0.5, -0.25, 0.0, None, 0.75])
    2
    """
    signs = [value > 0 for value in values if value]
    return sum(one != other for one, other in pairwise(signs))


def behind_of_winner(course: SurveyedGame) -> list[float] | None:
    """How far the winner was behind, at the plies at which they were: half of the value against them; None: a draw.

    >>> behind_of_winner(SurveyedGame((4, 4), (-1, 1), True, (0, 1), (2, 2), (0.5, -1.0)))
    [0.25]
    """
    if len(course.payoffs) != 2 or not course.payoffs[FIRST]:
        return None
    sign = 1 if course.payoffs[FIRST] > 0 else -1
    return [-sign * value / 2 for value in course.values if value is not None and sign * value < 0]
