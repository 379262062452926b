"""Ratings of chess: what the pieces are worth, and where they stand well."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.bitsets import cells_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND

from .position import Position, sides

WORTHS = 100, 320, 330, 500, 70, 0
"""Pawns, knights, bishops, rooks, what a queen is worth beyond a bishop and a rook, kings: in hundredths of a pawn."""
PLACES = (0, 4, 6), (8, 8, 0), (4, 4, 0), (0, 2, 1), (0, 0, 0), (-6, -6, -3)
"""What they gain by each row and each column from the edge, and by each row ahead: kings stand well at the edge."""


def pieces_of(position: Position) -> tuple[int, ...]:
    """The sets of pieces in the order of `WORTHS`: a queen is a bishop, a rook, and more."""
    _, _, pawns, knights, diagonals, straights, kings, *_ = position
    return pawns, knights, diagonals, straights, diagonals & straights, kings


def material(position: Position) -> int:
    """White's worth minus black's, in hundredths of a pawn."""
    white, black = sides(position)
    return sum(
        worth * ((pieces & white).bit_count() - (pieces & black).bit_count())
        for worth, pieces in zip(WORTHS, pieces_of(position))
    )


def squares_on(grid: Grid) -> Callable[[Position], int]:
    """The rating that adds to the worth of a piece what its cell is worth to it."""
    last_row, last_column = grid.coordinates[-1]

    def gains(kind: int, player: int) -> tuple[int, ...]:
        """What each cell adds to a piece of a player."""
        by_row, by_column, ahead = PLACES[kind]
        return tuple(
            by_row * min(row, last_row - row)
            + by_column * min(column, last_column - column)
            + ahead * (last_row - row if player == FIRST else row)
            for row, column in grid.coordinates
        )

    of_white, of_black = (tuple(gains(kind, player) for kind in range(6)) for player in (FIRST, SECOND))

    def squares(position: Position) -> int:
        white, black = sides(position)
        found = material(position)
        for pieces, for_white, for_black in zip(pieces_of(position), of_white, of_black):
            found += sum(for_white[cell] for cell in cells_of(pieces & white))
            found -= sum(for_black[cell] for cell in cells_of(pieces & black))
        return found

    return squares
