"""The table at which games are played: a board, two or more players, a terminal."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from lazytree.game import CHANCE, Game
from lazytree.playing import played

from .words import game_named, position_after, strategy_named

SEATS = ("first", "second", "third", "fourth")


def play(asked: Namespace) -> Iterator[str]:
    """A game at the terminal, each seat taken by a strategy or by a human."""
    game = game_named(asked.game, asked.parameters)
    position = position_after(game, asked.moves)
    seats = [getattr(asked, seat) or "think" for seat in SEATS[: len(game.players)]]
    strategies = [strategy_named(game, seat, ask=ask, tell=print) for seat in seats]
    yield from shown(game, strategies, position, Random(asked.seed))


def ask(prompt: str) -> str:
    """An answer from the terminal; EndOfInput where there is no more of it."""
    return input(prompt)


def shown(
    game: Game[Any, Any], strategies: list[Callable[[Any], Any]], position: Any = None, random: Random | None = None
) -> Iterator[str]:
    """A game as it is played, position by position, as text, and how it ended."""
    for here, move in played(game, strategies, position, random):
        if move is None:
            yield game.show(here)
            yield result(game, game.payoffs(here))
            return
        yield game.show(here)
        mover = game.mover(here)
        who = "chance" if mover == CHANCE else game.players[mover]
        yield f"{who}: {game.format(here, move)}\n"


def result(game: Game[Any, Any], payoffs: tuple[float, ...]) -> str:
    """How a game ended, in one line.

    >>> from lazytree.games import tic_tac_toe
    >>> result(tic_tac_toe(), (-1, 1)), result(tic_tac_toe(), (0, 0))
    ('O wins', 'a draw')
    """
    top = max(payoffs)
    if all(payoff == top for payoff in payoffs):
        return "a draw"
    winners = [name for name, payoff in zip(game.players, payoffs) if payoff == top]
    margin = f" by {top:g}" if len(payoffs) == 2 and abs(top) > 1 else ""
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}{margin}"
