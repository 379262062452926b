"""Symmetry: positions that differ by a symmetry of the board only, grown as one."""

from __future__ import annotations

from dataclasses import replace

from lazytree.core.game import Game, M, P, require_game
from lazytree.core.rules import own_bounds


def up_to_symmetry(game: Game[P, M]) -> Game[P, M]:
    """The game in which every position is replaced by its representative, `game.canonical(position)`.

    Values and numbers of lines stay the same; there are fewer positions. The moves of a line are moves of
    representatives. Ratings must be equal for symmetric positions. Raises ValueError if the game has no `canonical`.

    >>> from lazytree import perft
    >>> from lazytree.games import connect_four
    >>> perft(up_to_symmetry(connect_four()), 4)
    2401
    """
    require_game(game)
    canonical, plain = game.canonical, game.play
    if canonical is None:
        raise ValueError(f"{game.name} has no symmetry: give the game a function `canonical` of a position")
    return replace(
        game,
        start=canonical(game.start),
        play=lambda position, move: canonical(plain(position, move)),
        bounds=own_bounds(game),
    )
