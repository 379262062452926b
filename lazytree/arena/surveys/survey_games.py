"""The games of a survey: players of rising strength against themselves, each other, and a player who copies moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from lazytree.core.checks import moves_of, payoffs_of
from lazytree.core.game import CHANCE, FIRST, Game, is_over, sample_move
from lazytree.core.stopping import Stop, never, raise_if_stopped
from lazytree.questions.mcts import mcts
from lazytree.questions.playouts import playouts

LEVELS = (0, 4, 16, 64, 256)
"""Simulations that players of rising strength make for a move; 0: they move at random."""

LONGEST = 1_000
"""Plies after which a game is left unfinished."""


class SurveyedGame(NamedTuple):
    """A game of a survey.

    >>> SurveyedGame((0, 0), (1, -1), True, (0, 1, 0), (1, 1, 1), (None, None, None)).plies
    3
    """

    levels: tuple[int, ...]  # simulations of the players, by seat
    payoffs: tuple[float, ...]  # all 0 where the game was left unfinished
    ended: bool  # by the rules
    movers: tuple[int, ...]
    widths: tuple[int, ...]  # legal moves at each ply
    values: tuple[float | None, ...]  # what FIRST gets, as the mover thought; None: not known, or many players
    moves: tuple[Any, ...] = ()
    copied: int = 0  # moves that a player copied
    copiable: int = 0  # turns in which a player wished to copy

    @property
    def plies(self) -> int:
        """How many moves were made, chance moves included."""
        return len(self.movers)


Choice = Callable[[Any, Random], tuple[Any, float | None]]
"""What chooses a move: from position and random numbers to the move, and what FIRST gets in the player's opinion."""


def without_margins(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game in which only the result counts, not the margin: 1 for a win, 0 for a draw, -1 for a loss.

    Of more than two players those share 1 who have the highest payoff. Games of the library for two that pay no margins
    are returned unchanged.

    >>> from lazytree.games import dvonn, nim
    >>> game = nim()
    >>> without_margins(game) is game, without_margins(dvonn(score="margin")).parameters["score"]
    (True, 'win')
    >>> three = replace(game, players=("a", "b", "c"), payoffs=lambda position: (5, 5, 2))
    >>> without_margins(three).payoffs(game.start)
    (0.5, 0.5, 0.0)
    """
    players = len(game.players)
    margins = not game.parameters or game.parameters.get("score") == "margin"
    if players == 1 or (players == 2 and not margins):
        return game
    payoffs = game.payoffs

    def result(position: Any) -> tuple[float, float]:
        first, second = payoffs(position)
        return (1, -1) if first > second else (-1, 1) if second > first else (0, 0)

    def shares(position: Any) -> tuple[float, ...]:
        paid = payoffs(position)
        top = max(paid)
        winners = sum(1 for payoff in paid if payoff == top)
        return tuple(1 / winners if payoff == top else 0.0 for payoff in paid)

    return replace(game, payoffs=result if players == 2 else shares, parameters={**game.parameters, "score": "win"})


def player(game: Game[Any, Any], simulations: int, seed: int, stop: Stop, lane: str | None = None) -> Choice:
    """The player that makes `simulations` simulations for a move; with 0 it moves at random.

    With fewer simulations than two for each move, a tree would say nothing: the first moves in the order of the game
    would be visited once, and the first of them played, in all games. Then it plays `sampled` moves.
    """
    if simulations == 0:
        return lambda position, random: (random.choice(moves_of(game, position)), None)
    search = mcts(game, seed, simulations=simulations, longest=LONGEST, stop=stop, lane=lane)

    def choose(position: Any, random: Random) -> tuple[Any, float | None]:
        if simulations < 2 * len(moves := moves_of(game, position)):
            return sampled(game, position, moves, simulations, random, stop, lane)
        *_, answer = search(position)
        return answer.best, None if isinstance(answer.value, tuple) else float(answer.value)

    return choose


def sampled(
    game: Game[Any, Any],
    position: Any,
    moves: Sequence[Any],
    simulations: int,
    random: Random,
    stop: Stop,
    lane: str | None = None,
) -> tuple[Any, float | None]:
    """The best of some moves by games played at random after each, and what FIRST gets in them, on the mean.

    There are as many of the moves as simulations, at most all of them, drawn at random; of equal ones the first that
    was drawn is played.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> sampled(game, game.start, list(game.moves(game.start)), 3, Random(1), never)[1] in (-1, -1 / 3, 1 / 3, 1)
    True
    """
    drawn_moves = random.sample(moves, min(simulations, len(moves)))
    each, mover = simulations // len(drawn_moves), game.mover(position)
    paid = list[float | tuple[float, ...]]()
    for move in drawn_moves:
        seed = random.randrange(1, 2**31)
        paid.append(
            playouts(game, each, game.play(position, move), seed=seed, plies=LONGEST, lane=lane, stop=stop).value
        )
    merits = [value[mover] if isinstance(value, tuple) else value if mover == FIRST else -value for value in paid]
    best = drawn_moves[merits.index(max(merits))]
    numbers = [value for value in paid if not isinstance(value, tuple)]
    return best, fmean(numbers) if numbers else None


def play_surveyed_game(
    game: Game[Any, Any],
    players: Sequence[Choice],
    levels: Sequence[int],
    seed: int,
    stop: Stop,
) -> SurveyedGame:
    """The course of a game between players. Raises Stopped once `stop()` is true.

    >>> from lazytree.core.stopping import never
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 1))
    >>> play_surveyed_game(game, [player(game, 0, 1, never)] * 2, (0, 0), 1, never).payoffs
    (-1, 1)
    """
    random, here = Random(seed), game.start
    movers, widths, values, made = list[int](), list[int](), list[float | None](), list[Any]()
    while len(made) < LONGEST and (moves := moves_of(game, here)):
        raise_if_stopped(stop)
        mover = game.mover(here)
        if mover == CHANCE:
            move, value = sample_move(game, here, moves, random), None
        else:
            move, value = players[mover](here, random)
        movers.append(mover)
        widths.append(len(moves))
        values.append(value)
        made.append(move)
        here = game.play(here, move)
    ended = is_over(game, here)
    payoffs = payoffs_of(game, here) if ended else (0,) * len(game.players)
    return SurveyedGame(tuple(levels), payoffs, ended, tuple(movers), tuple(widths), tuple(values), tuple(made))


def round_of(
    game: Game[Any, Any],
    number: int,
    seed: int,
    levels: Sequence[int] = LEVELS,
    stop: Stop = never,
    lane: str | None = None,
) -> Iterator[tuple[str, SurveyedGame]]:
    """The games of a round, each with its kind: of each level one "even" game, and between neighbours "uneven" ones.

    Neighbours change seats: of n players the stronger one sits in each of the n seats once. Each is played when it is
    read.
    """
    seats = len(game.players)
    for index, level in enumerate(levels):
        own = [player(game, level, _seed(seed, number, level, seat), stop, lane) for seat in range(seats)]
        yield "even", play_surveyed_game(game, own, (level,) * seats, _seed(seed, number, level, -1), stop)
        if index == 0 or seats == 1:
            continue
        for strong in range(seats):
            uneven = [level if seat == strong else levels[index - 1] for seat in range(seats)]
            seeds = [_seed(seed, number, level, seats * (strong + 1) + seat) for seat in range(seats)]
            others = [player(game, each, own_seed, stop, lane) for each, own_seed in zip(uneven, seeds)]
            yield "uneven", play_surveyed_game(game, others, uneven, _seed(seed, number, level, -2 - strong), stop)


def _seed(*parts: int) -> int:
    return Random(" ".join(map(str, parts))).randrange(1, 2**31)


def positions_of(game: Game[Any, Any], course: SurveyedGame) -> Iterator[Any]:
    """The positions of a course, from the start to its end.

    >>> from lazytree.games import tic_tac_toe
    >>> len([*positions_of(tic_tac_toe(), SurveyedGame((0, 0), (0, 0), False, (0,), (9,), (None,), (4,)))])
    2
    """
    here = game.start
    yield here
    for move in course.moves:
        here = game.play(here, move)
        yield here


def different(courses: Sequence[SurveyedGame]) -> list[SurveyedGame]:
    """The games, each once, where nothing varies: where all games of the same levels in the same seats are the same.

    >>> course = SurveyedGame((0, 0), (1, -1), True, (0, 1, 0), (1, 1, 1), (None, None, None))
    >>> len(different([course, course])), len(different([course, course, course._replace(movers=(0,))]))
    (1, 3)
    """
    lines = {line_of(course): course for course in courses}
    return [*courses] if len(lines) > len({course.levels for course in courses}) else [*lines.values()]


def line_of(course: SurveyedGame) -> tuple[Any, ...]:
    """What two copies of a game have in common: who plays in which seat, and all moves."""
    return course.levels, course.payoffs, course.movers, course.widths, course.moves


def points(course: SurveyedGame) -> tuple[float, ...]:
    """What each seat scores: those with the highest payoff share 1.

    >>> points(SurveyedGame((0, 0), (0, 0), True, (), (), ()))
    (0.5, 0.5)
    """
    top = max(course.payoffs, default=-inf)
    winners = [payoff == top for payoff in course.payoffs]
    return tuple(winner / sum(winners) for winner in winners)
