"""Last chances: the last position in which the loser of a game could still have held, and how many moves held there."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from lazytree.core.checks import moves_of, payoffs_of
from lazytree.core.game import FIRST, Game, is_over
from lazytree.core.stopping import Stop
from lazytree.core.values import SURE
from lazytree.questions.depth_search import search
from lazytree.trees.ratings import even

from .survey_games import SurveyedGame, positions_of

HORIZON = 5
"""Plies that are looked ahead."""


class LastChances(NamedTuple):
    """How games were lost.

    >>> last_chances([1, 3, None, 1])
    LastChances(games=4, known=3, only=0.6666666666666666, good=1.6666666666666667)
    """

    games: int  # decided ones
    known: int  # in which there was a last chance: the loser had a choice of moves, one of which held
    only: float  # share of these in which just one move held
    good: float  # moves that held, on the mean


def last_chances(found: Sequence[int | None]) -> LastChances:
    """A summary of the numbers of good moves at last chances; a None stands for a game without such a chance."""
    known = [number for number in found if number is not None]
    only = sum(number == 1 for number in known) / len(known) if known else 0.0
    return LastChances(len(found), len(known), only, sum(known) / len(known) if known else 0.0)


def last_chance(
    game: Game[Any, Any],
    course: SurveyedGame,
    stop: Stop | None = None,
    horizon: int = HORIZON,
    lane: str | None = None,
) -> int | None:
    """How many moves held at the last position, with several moves, in which the loser still had one that held.

    A move holds if it does not lose by force within `horizon` plies. None if the game is drawn or not over, or if the
    loser never had such a choice. For two players, without chance.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(2,))
    >>> one = next(iter(game.moves(game.start)))  # takes a single piece, and so does the other player
    >>> last_chance(game, SurveyedGame((0, 0), (-1, 1), True, (0, 1), (2, 1), (None, None), (one, one)))
    1
    """
    if len(game.players) != 2 or game.odds is not None or not course.ended or not course.payoffs[FIRST]:
        return None
    loser = 0 if course.payoffs[FIRST] < 0 else 1
    positions = list(positions_of(game, course))[:-1]
    for here, mover, width in zip(positions[::-1], course.movers[::-1], course.widths[::-1]):
        if mover != loser or width == 1:
            continue
        after = [game.play(here, move) for move in moves_of(game, here)]
        good = sum(not loses(game, position, loser, horizon, stop, lane) for position in after)
        if good:
            return good if good < width else None
    return None


def loses(
    game: Game[Any, Any], position: Any, player: int, horizon: int, stop: Stop | None = None, lane: str | None = None
) -> bool:
    """Whether a player has lost here, or loses by force within `horizon` plies.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 1))
    >>> loses(game, game.start, 0, 5), loses(game, game.start, 1, 5)
    (True, False)
    """
    if is_over(game, position):
        worth: float = inf * payoffs_of(game, position)[FIRST] if payoffs_of(game, position)[FIRST] else 0
    else:
        worth = search(game, horizon, even, position, lane=lane, stop=stop).value
    return (worth if player == FIRST else -worth) < -SURE
