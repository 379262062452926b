"""Counting lines of play from the rules alone: no tree is kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lazytree.core.game import Game, M, P, position_or_start
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.trees.collector import gc_paused


def perft_counts(game: Game[P, M], position: P | None = None, stop: Stop | None = None) -> Iterator[int]:
    """The numbers of lines of play of 1, 2, 3, ... plies from a position (default: the start), an endless sequence.

    The numbers are 0 once every line has ended. Raises Stopped once `stop()` is true.

    >>> from lazytree.games import tic_tac_toe
    >>> list(islice(perft_counts(tic_tac_toe()), 5))
    [9, 72, 504, 3024, 15120]
    """
    ways = {position_or_start(game, position): 1}  # lines that lead to each position
    while True:
        total = 0
        for here, lines in ways.items():
            raise_if_stopped(stop)
            total += lines * sum(1 for _ in game.moves(here))
        yield total
        ahead: dict[P, int] = {}
        with gc_paused():
            for here, lines in ways.items():
                raise_if_stopped(stop)
                for move in game.moves(here):
                    there = game.play(here, move)
                    ahead[there] = ahead.get(there, 0) + lines
        ways = ahead


def lines_of_play(game: Game[P, M], depth: int, position: P, stop: Stop | None = None) -> int:
    """The number of lines of play of exactly `depth` plies from a position. Raises Stopped once `stop()` is true."""
    return 1 if depth == 0 else next(islice(perft_counts(game, position, stop), depth - 1, None))
