"""Odds that are no ints above 0, named as Python names them: machine code knows only that there are some."""

from __future__ import annotations

from collections import deque

from lazytree.core.game import CHANCE, Game, M, P
from lazytree.core.mistakes import weight_of

MOST = 2_000
"""Positions that are looked at."""


def check_odds_below(game: Game[P, M], position: P) -> None:
    """Raises ValueError for odds below 1 of a position that can be reached from here, the nearest first.

    >>> from dataclasses import replace
    >>> from lazytree.games import dice_of_doom
    >>> odds_checked(rolled := dice_of_doom(dice="rolled"), rolled.start)
    >>> odds_checked(replace(rolled, odds=lambda position, move: -1), rolled.start)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: dice_of_doom: odds must be ints above 0, not -1, at Position(...
    """
    waiting, met = deque([position]), {position}
    while waiting and game.odds is not None:
        here = waiting.popleft()
        moves = list(game.moves(here))
        if game.mover(here) == CHANCE:
            for move in moves:
                weight_of(game, here, move)
        for child in (game.play(here, move) for move in moves):
            if len(met) < MOST and child not in met:
                met.add(child)
                waiting.append(child)
