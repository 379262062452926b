"""A survey of rules: what an inventor wants to know of a game, from games that a computer plays against itself.

Terms are those of C. Browne, Automatic Generation and Evaluation of Recombination Games (thesis, Queensland University
of Technology 2008): completion, duration, drawishness, advantage, lead change, drama; and of the concepts of the Ludii
system (E. Piette and others 2020): branching factor, decision moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from math import sqrt
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from lazytree.arena.strength.pairs import Interval, Margin, margin, mean_of, pentanomial
from lazytree.arena.surveys.survey_games import (
    EVEN,
    LEVELS,
    TURNS,
    UNEVEN,
    Copies,
    FirstMoves,
    LastChances,
    SurveyedGame,
    copies,
    copying,
    different,
    first_moves,
    has_loser,
    last_chance,
    last_chances,
    round_of,
    ways,
    without_margins,
)
from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, Game, position_or_start, require_game
from lazytree.core.stopping import Stop, Stopped, never


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
    scored = [course.points for course in different(ended)]
    return Level(
        simulations,
        len(courses),
        len({course.line for course in courses}),
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
    """What the stronger player has scored in games against the level below, n games a round with n seats."""
    strong, weak = max(courses[0].levels), min(courses[0].levels)
    scored = [course.points[course.levels.index(strong)] for course in different(courses)]
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
    signs = [[value > 0 for value in course.values if value] for course in courses]  # zeros lead nowhere
    changes = [sum(one != other for one, other in pairwise(each)) for each in signs]
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


def behind_of_winner(course: SurveyedGame) -> list[float] | None:
    """How far the winner was behind, at the plies at which they were: half of the value against them; None: a draw.

    >>> behind_of_winner(SurveyedGame((4, 4), (-1, 1), True, (0, 1), (2, 2), (0.5, -1.0)))
    [0.25]
    """
    if len(course.payoffs) != 2 or not course.payoffs[FIRST]:
        return None
    sign = 1 if course.payoffs[FIRST] > 0 else -1
    return [-sign * value / 2 for value in course.values if value is not None and sign * value < 0]


COPYING_LEVEL = 16  # simulations of players where the second one copies moves


class Survey(NamedTuple):
    """What is known of the rules of a game. Parts of which nothing is known yet, or that make no sense, are empty.

    >>> from lazytree.games import nim
    >>> print(survey(nim(heaps=(1, 1)), 1, levels=(0,)).players)
    ('first', 'second')
    """

    game: str
    players: tuple[str, ...]
    chance: bool
    games: int  # that were played
    rounds: int  # of games that are finished
    first_moves: FirstMoves
    levels: tuple[Level, ...]  # equal players, of rising strength
    skills: tuple[Skill, ...]  # each level against the one below
    leads: tuple[Leads, ...]  # of the levels that have opinions
    last_chances: LastChances | None
    copies: tuple[Copies, ...]


class Evidence(NamedTuple):
    """The games of a survey so far."""

    games: tuple[tuple[str, SurveyedGame], ...] = ()  # each with its kind: EVEN, UNEVEN, or a word of TURNS
    chances: tuple[int | None, ...] = ()
    rounds: int = 0

    def of_kind(self, kind: str) -> list[SurveyedGame]:
        """The games of a kind."""
        return [course for other, course in self.games if other == kind]


def survey(
    game: Game[Any, Any],
    rounds: int = 20,
    *,
    seconds: float | None = None,
    seed: int = 1,
    levels: Sequence[int] = LEVELS,
    lane: str | None = None,
    stop: Stop = never,
    progress: Callable[[Survey], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    name: str | None = None,
) -> Survey:
    """What is known of the rules of a game after `rounds` rounds of games, or after `seconds`.

    In each round equal players play each other at each of the `levels`, each level plays the one below from all seats,
    and a second player copies the moves of the first. It works for any game; with chance or more than two players the
    parts that make no sense are empty. The same seed and rounds, without a limit of time, give the same survey, in both
    lanes.

    - `game`: the rules.
    - `rounds`: their number, at least 1.
    - `seconds`: the limit of time; None: no limit.
    - `seed`: of all games.
    - `levels`: simulations of Monte-Carlo tree search for a move, rising; 0: at random.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `stop`: a function that is polled; once it returns True the survey ends.
    - `progress`: called after each game with the survey so far.
    - `clock`: the seconds so far, as `perf_counter` has them.
    - `name`: of the game in the survey (default: its own).

    Raises: ValueError if `rounds` is less than 1, and for levels that do not rise.

    Source: the measures are named in `lazytree.arena.surveys.surveying`.

    >>> from lazytree.games import nim
    >>> found = survey(nim(heaps=(1, 2)), 2, levels=(0, 8))
    >>> found.levels[0].completion, found.levels[0].longest <= 3, found.rounds
    (1.0, True, 2)
    """
    require_game(game)
    position_or_start(game)
    at_least("rounds", rounds, 1)
    if not levels or any(one >= other for one, other in zip((-1, *levels), levels)):
        raise ValueError(f"levels must be whole numbers that rise from 0 on, not {levels!r}")
    ends = None if seconds is None else clock() + seconds

    def over() -> bool:
        return stop() or (ends is not None and clock() >= ends)

    known = Evidence()
    for evidence in gather(without_margins(game), rounds, seed, levels, over, lane):
        known = evidence
        if progress is not None:
            progress(measure(game, known, name))
    return measure(game, known, name)


def gather(
    game: Game[Any, Any], rounds: int, seed: int, levels: Sequence[int], stop: Stop, lane: str | None = None
) -> Iterator[Evidence]:
    """A lazy sequence of what is known after each game; it ends once `stop()` is true."""
    evidence, known, strength = Evidence(), ways(game), min(COPYING_LEVEL, levels[-1])
    try:
        for number in range(rounds):
            copied = ((way, copying(game, way, strength, seed + 10 * number + 1, stop, lane)) for way in known)
            for kind, course in chain(round_of(game, number, seed, levels, stop, lane), copied):
                evidence = evidence._replace(games=(*evidence.games, (kind, course)))
                yield evidence
                if kind == EVEN and course.levels[0] == levels[-1] and has_loser(game, course):
                    chance = last_chance(game, course, stop, lane=lane)
                    evidence = evidence._replace(chances=(*evidence.chances, chance))
            evidence = evidence._replace(rounds=number + 1)
            yield evidence
    except Stopped:
        yield evidence


def measure(game: Game[Any, Any], evidence: Evidence, name: str | None = None) -> Survey:
    """What is known from the games so far."""
    even = _by_level(evidence.of_kind(EVEN))
    two, certain = len(game.players) == 2, game.odds is None
    return Survey(
        name or game.name,
        tuple(game.players),
        not certain,
        len(evidence.games),
        evidence.rounds,
        first_moves(game),
        tuple(level(simulations, courses) for simulations, courses in even.items()),
        tuple(skill(courses) for courses in _by_level(evidence.of_kind(UNEVEN)).values()),
        tuple(leads(number, courses) for number, courses in even.items() if number and two),
        last_chances(evidence.chances) if evidence.chances else None,
        tuple(copies(way, courses) for way in TURNS if (courses := evidence.of_kind(way))),
    )


def _by_level(courses: Sequence[SurveyedGame]) -> dict[int, list[SurveyedGame]]:
    """The games, by the strongest player."""
    found: dict[int, list[SurveyedGame]] = {}
    for course in courses:
        found.setdefault(max(course.levels), []).append(course)
    return found
