"""Who plays against a person at the board: a bot that can be told to move now, and tells what it thinks."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.core.stopping import Stop
from lazytree.core.texts import shorten
from lazytree.playing.bots import BOTS
from lazytree.searching.choosing import Bot
from lazytree.searching.deepening import Progress

Opponent = Callable[[Any, Stop, Callable[[Progress[Any]], object]], Any]
"""From a position, a flag that is polled, and whom to tell of progress, to a move."""


def opponent_of(game: Game[P, M], opponent: Callable[..., Any] | None, means: dict[str, Any]) -> Opponent | None:
    """What plays against the person: a bot, or a factory of bots with its parameters.

    A factory that takes `stop` and `progress` can be told to move now, and tells what it thinks.

    Raises: ValueError unless it is a function, and for parameters without a factory.
    """
    if opponent is None:
        if means:
            raise ValueError(f"no opponent takes {', '.join(means)}: name one of bots, as in board(game, bots.think)")
        return None
    if not callable(opponent):
        raise ValueError(f"an opponent is a bot, such as bots.think(game, seconds=1), not {shorten(opponent)}")
    if not means and opponent not in BOTS.values():
        return lambda position, stop, tell: opponent(position)
    taken, now = signature(opponent).parameters, dict[str, Any]()
    outside = {"stop": lambda: now["stop"](), "progress": lambda progress: now["tell"](progress)}
    bot: Bot[P, M] = opponent(game, **means, **{name: it for name, it in outside.items() if name in taken})

    def play(position: P, stop: Stop, tell: Callable[[Progress[M]], object]) -> M:
        now.update(stop=stop, tell=tell)
        return bot(position)

    return play
