"""Symmetry: positions that are the same but for how one looks at the board, grown as one."""

from __future__ import annotations

from dataclasses import replace

from lazytree.core.game import Game, M, P


def up_to_symmetry(game: Game[P, M]) -> Game[P, M]:
    """The same game, in which every move leads to the representative (`game.canonical`) of the position it leads to.

    Values stay, and so do numbers of lines; there are fewer positions. The moves of a line are then moves of
    representatives. Ratings must not tell symmetric positions apart. Raises ValueError if the game names no symmetry.

    >>> from lazytree import perft
    >>> from lazytree.games import connect_four
    >>> perft(up_to_symmetry(connect_four()), 4)
    2401
    """
    canonical = game.canonical
    if canonical is None:
        raise ValueError(f"{game.name} has no symmetry: its `canonical` is missing")
    return replace(
        game,
        start=canonical(game.start),
        play=lambda position, move: canonical(game.play(position, move)),
    )
