"""Sampling: games played out at random in machine code."""

from __future__ import annotations

from lazytree.board import at_least
from lazytree.game import Game, M, P
from lazytree.ratings import even

from . import searches
from .running import Runner, for_two_without_chance


def playouts(
    game: Game[P, M], games: int, position: P | None = None, *, seed: int = 1, plies: int = 10_000
) -> tuple[float, int]:
    """The mean payoff of FIRST over random games, and how many plies were played in all.

    For two players without chance: ValueError elsewhere.

    >>> from lazytree.games import nim
    >>> playouts(nim(heaps=(1,)), 10)
    (1.0, 10)
    """
    at_least("games", games, 1)
    at_least("seed", seed, 1)
    for_two_without_chance(game, "lazytree.playout")
    run = Runner(game, searches.playouts, even)
    total, played = run(game.start if position is None else position, games, plies, seed)
    return total / games, played
