"""A survey of rules: what an inventor wants to know of a game, from games that a computer plays against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import Game, position_or_start, require_game
from lazytree.core.stopping import Stop, Stopped, never

from .copying import Copies, FirstMoves, copies, copying, first_moves, ways
from .last_chances import LastChances, last_chance, last_chances
from .survey_games import LEVELS, SurveyedGame, round_of, without_margins
from .survey_measures import Leads, Level, Skill, leads, level, skill

COPYING_LEVEL = 16
"""Simulations of players where the second one copies moves."""


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

    even: tuple[SurveyedGame, ...] = ()
    uneven: tuple[SurveyedGame, ...] = ()
    copied: tuple[tuple[str, SurveyedGame], ...] = ()
    chances: tuple[int | None, ...] = ()
    rounds: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.even) + len(self.uneven) + len(self.copied)


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

    Source: the measures are named in `lazytree.arena.surveys.survey_measures`.

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
            for kind, course in round_of(game, number, seed, levels, stop, lane):
                if kind == "even":
                    evidence = evidence._replace(even=(*evidence.even, course))
                else:
                    evidence = evidence._replace(uneven=(*evidence.uneven, course))
                yield evidence
                if kind == "even" and course.levels[0] == levels[-1] and _decided(game, course):
                    chance = last_chance(game, course, stop, lane=lane)
                    evidence = evidence._replace(chances=(*evidence.chances, chance))
            for way in known:
                course = copying(game, way, strength, seed + 10 * number + 1, stop, lane)
                evidence = evidence._replace(copied=(*evidence.copied, (way, course)))
                yield evidence
            evidence = evidence._replace(rounds=number + 1)
            yield evidence
    except Stopped:
        yield evidence


def _decided(game: Game[Any, Any], course: SurveyedGame) -> bool:
    return len(game.players) == 2 and game.odds is None and course.ended and bool(course.payoffs[0])


def measure(game: Game[Any, Any], evidence: Evidence, name: str | None = None) -> Survey:
    """What is known from the games so far."""
    even = _by_level(evidence.even)
    two, certain = len(game.players) == 2, game.odds is None
    return Survey(
        name or game.name,
        tuple(game.players),
        not certain,
        evidence.games,
        evidence.rounds,
        first_moves(game),
        tuple(level(simulations, courses) for simulations, courses in even.items()),
        tuple(skill(courses) for courses in _by_level(evidence.uneven).values()),
        tuple(leads(number, courses) for number, courses in even.items() if number and two),
        last_chances(evidence.chances) if evidence.chances else None,
        tuple(
            copies(way, [course for other, course in evidence.copied if other == way])
            for way in dict.fromkeys(way for way, _ in evidence.copied)
        ),
    )


def _by_level(courses: Sequence[SurveyedGame]) -> dict[int, list[SurveyedGame]]:
    """The games, by the strongest player."""
    found: dict[int, list[SurveyedGame]] = {}
    for course in courses:
        found.setdefault(max(course.levels), []).append(course)
    return found
