"""The table at which games are played: a board, two or more players, a terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from lazytree.account import Account
from lazytree.game import CHANCE, Game
from lazytree.playing import played
from lazytree.strategies import Strategy

from .texts import cost, result
from .words import game_named, position_after, strategy_named

SEATS = ("first", "second", "third", "fourth")


def play(asked: Namespace) -> Iterator[str]:
    """A game at the terminal, each seat taken by a strategy or by a human."""
    game = game_named(asked.game, asked.parameters)
    position = position_after(game, asked.moves)
    strategies = [_seated(game, text) for text in seats(game, [getattr(asked, seat) for seat in SEATS])]
    yield from shown(game, strategies, position, Random(asked.seed))


def seats(game: Game[Any, Any], wanted: Sequence[str | None]) -> list[str]:
    """Who plays: a human first and engines after, unless something else is wanted."""
    count = len(game.players)
    for seat, text in zip(SEATS[count:], wanted[count:]):
        if text is not None:
            raise ValueError(f"{game.name} has {count} players, {', '.join(game.players)}: there is no --{seat}")
    names = [text or ("human" if seat == "first" else "think") for seat, text in zip(SEATS, wanted)]
    return [*names, *["think"] * (count - len(SEATS))][:count]


def _seated(game: Game[Any, Any], text: str) -> Strategy[Any, Any]:
    account = Account()
    strategy = strategy_named(game, text, ask=ask, tell=print, account=account)
    return accounted(strategy, account, lambda line: print(line, file=sys.stderr, flush=True))


def accounted(strategy: Strategy[Any, Any], account: Account, tell: Callable[[str], object]) -> Strategy[Any, Any]:
    """The same strategy, telling after each move what it cost."""

    def telling(position: Any) -> Any:
        before = replace(account)
        move = strategy(position)
        if account.seen > before.seen:
            tell(f"  ({cost(since(before, account))})")
        return move

    return telling


def since(before: Account, after: Account) -> Account:
    """What has come to an account."""
    counts = [field.name for field in fields(Account) if field.compare]
    return Account(**{name: getattr(after, name) - getattr(before, name) for name in counts})


def ask(prompt: str) -> str:
    """An answer from the terminal; EOFError where there is no more of it."""
    try:
        return input(prompt)
    except RuntimeError as error:  # there is no terminal, not even an empty one
        raise EOFError from error


def shown(
    game: Game[Any, Any], strategies: Sequence[Strategy[Any, Any]], position: Any = None, random: Random | None = None
) -> Iterator[str]:
    """A game as it is played, as text: each position before anybody is asked for a move there, and how it ended."""
    yield game.show(game.start if position is None else position)
    for here, move in played(game, strategies, position, random):
        if move is None:
            yield result(game, game.payoffs(here))
            return
        mover = game.mover(here)
        yield f"{'chance' if mover == CHANCE else game.players[mover]}: {game.format(here, move)}\n"
        yield game.show(game.play(here, move))
