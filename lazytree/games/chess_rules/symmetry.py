"""The representative of symmetric positions of chess: mirrored in a column, and without pawns in all ways."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.board import Grid

from ..support.symmetry import Symmetry, carried, flips_of, symmetries_of
from .position import Position
from .text import columns_of


def canonical_on(grid: Grid) -> Callable[[Position], Position]:
    """The least of a position and its images on a board, where no position remembers others.

    Where a king may still castle there are none; pawns go up and down the board, so that they leave one mirror.
    """
    columns = columns_of(grid)
    _, across, *_ = flips_of(len(grid.names) // columns, columns)
    symmetries = symmetries_of(grid)[1:]

    def canonical(position: Position) -> Position:
        least = position
        if not position.castling:
            for to in symmetries:
                if not position.pawns or to == across:
                    image = image_of(position, to)
                    least = image if image[:9] < least[:9] else least
        return least

    return canonical


def image_of(position: Position, to: Symmetry) -> Position:
    """The position on the board that is turned or mirrored by a symmetry."""
    own, enemy, pawns, knights, diagonals, straights, kings, castling, passed, mover, quiet, trail = position
    return Position(
        carried(own, to),
        carried(enemy, to),
        carried(pawns, to),
        carried(knights, to),
        carried(diagonals, to),
        carried(straights, to),
        carried(kings, to),
        carried(castling, to),
        carried(passed, to),
        mover,
        quiet,
        trail,
    )
