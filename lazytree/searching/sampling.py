"""Sampling: one game played at random, and what simulations say of a position."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, drawn, start_of
from lazytree.core.lanes import PYTHON
from lazytree.core.seeds import random_from


class MctsAnswer(NamedTuple, Generic[M]):
    """What so many simulations say of a position."""

    simulations: int  # in the tree of the position
    value: Any  # what FIRST gets on average, or exactly once it is certain; with more than two players one number each
    best: M
    line: tuple[M, ...]  # the moves that look best, starting with `best`, until chance moves
    seen: int  # positions visited so far, in the tree
    seconds: float  # spent on simulations so far
    lane: str = PYTHON  # or MACHINE: which lane answered
    full: bool = False  # whether the tree has no room for more, so that it does not grow


def playout(game: Game[P, M], position: P | None = None, *, seed: int = 1, longest: int = 10_000) -> tuple[float, ...]:
    """The payoffs of a game played to its end at random; one that is not over after `longest` plies is a draw.

    `play_out` plays a game between bots.

    >>> from lazytree.games import nim
    >>> playout(nim(heaps=(1, 1)), seed=1)
    (-1, 1)
    """
    at_least("longest", longest, 1)
    here, random = start_of(game, position), random_from(seed)
    for _ in range(longest):
        moves = list(game.moves(here))
        if not moves:
            break
        here = game.play(here, drawn(game, here, moves, random))
    return (0,) * len(game.players) if any(True for _ in game.moves(here)) else game.payoffs(here)
