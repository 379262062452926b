"""The demonstration: two games grown, rated, explained and played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from lazytree.account import Account
from lazytree.choosing import principal_variation, ranked
from lazytree.game import Game
from lazytree.games import dice_of_doom, konane
from lazytree.growing import grow, leaves
from lazytree.ratings import even, rate
from lazytree.search import backed_up, best_or_mean
from lazytree.stages import bestfirst, prune
from lazytree.strategies import think
from lazytree.tree import foldtree
from lazytree.worth import later

from .commands import account_line, pipeline, text_of_value, written
from .table import shown


def demo(asked: Namespace) -> Iterator[str]:
    """Konane by alpha-beta some plies deep, then Dice of Doom to the very end."""
    yield from _konane(depth=5)
    yield ""
    yield from _dice_of_doom(seed=2)


def _konane(depth: int) -> Iterator[str]:
    game = konane(rows=6, columns=6, opening="corner")
    account = Account()
    tree = grow(game, account)(game.start)
    yield from _opened("Konane 6×6, opened in the corner: dark is first", game, account)

    looked = bestfirst()(rate(game, game.ratings["mobility"], account)(prune(depth)(tree)))
    yield f"{pipeline(game, depth, 'mobility')}, seen by {game.players[0]}:"
    for move, value in ranked(looked, account=account):
        yield f"  {game.format(game.start, move):12} {value}"
    there_are = 1 + sum(islice(leaves(game), depth))
    yield f"Within {depth} plies there are {there_are:,} positions; {account.seen:,} had to be looked at."
    yield account_line(account)
    yield f"Principal variation: {' '.join(written(game, game.start, principal_variation(looked)))}"
    yield from _played("think(depth=3) against think(depth=2):", game, (3, 2))


def _dice_of_doom(seed: int) -> Iterator[str]:
    game = dice_of_doom(size=3, seed=seed)
    account = Account()
    tree = grow(game, account)(game.start)
    yield from _opened(f"Dice of Doom 3×3, dealt from seed {seed}: {game.parameters['board']}", game, account)

    worth = backed_up(rated := rate(game, even)(tree), best_or_mean, account)
    yield f"compose(minimax, rate({game.name}, even), grow({game.name})): exact, seen by {game.players[0]}:"
    for move, sub in rated.branches:
        yield f"  {game.format(game.start, move):12} {text_of_value(later(worth[sub]))}"
    nodes = foldtree(lambda position, sizes: 1 + sum(sizes))(tree)
    yield f"The whole tree has {nodes:,} nodes; equal positions share theirs, so {account.grown:,} were grown."
    yield account_line(account)
    yield from _played("think(depth=4) against think(depth=2):", game, (4, 2))


def _opened(title: str, game: Game[Any, Any], account: Account) -> Iterator[str]:
    yield f"== {title}"
    yield game.show(game.start)
    yield f"Grown so far: nothing but the root; moves asked for: {account.asked}."


def _played(title: str, game: Game[Any, Any], depths: tuple[int, int]) -> Iterator[str]:
    """The moves of a game in one line, then how it ended."""
    yield f"{title}"
    strategies = [think(game, depth) for depth in depths]
    lines = list(shown(game, strategies, random=Random(1)))
    yield " ".join(line.split(": ")[-1].strip() for line in lines[1:-2:2])
    yield lines[-2]
    yield lines[-1]
