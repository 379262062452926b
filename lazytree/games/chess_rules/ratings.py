"""Ratings of chess: what the pieces are worth, and where they stand well."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.bitsets import cells_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND

from .position import Position


def worth(position: Position, own: int) -> int:
    """The worth of a player's pieces: 100 a pawn, 320 a knight, 330 a bishop, 500 a rook, 900 a queen."""
    pawns, knights = (position.pawns & own).bit_count(), (position.knights & own).bit_count()
    diagonals, straights = (position.diagonals & own).bit_count(), (position.straights & own).bit_count()
    queens = (position.straights & position.diagonals & own).bit_count()
    return 100 * pawns + 320 * knights + 330 * diagonals + 500 * straights + 70 * queens


def material(position: Position) -> int:
    """White's worth minus black's, in hundredths of a pawn."""
    return worth(position, position.white) - worth(position, position.black)


def squares_on(grid: Grid) -> Callable[[Position], int]:
    """The rating that adds to the worth of a piece what its cell is worth to it.

    Pieces stand well near the middle, pawns ahead in the middle columns, kings at the edge behind.
    """
    last_row, last_column = grid.coordinates[-1]

    def table(near_row: int, near_column: int, ahead: int) -> tuple[tuple[int, ...], ...]:
        """For each player, for each cell, what it is worth: by its distance from the edges, and how far ahead it is."""
        middle = [near_row * min(r, last_row - r) + near_column * min(c, last_column - c) for r, c in grid.coordinates]
        rows = [row for row, _ in grid.coordinates]
        white = tuple(worth + ahead * (last_row - row) for worth, row in zip(middle, rows))
        black = tuple(worth + ahead * row for worth, row in zip(middle, rows))
        return white, black

    pawns, knights, diagonals = table(0, 4, 6), table(8, 8, 0), table(4, 4, 0)
    straights, kings = table(0, 2, 1), table(-6, -6, -3)

    def weighed(cells: int, weights: tuple[int, ...]) -> int:
        return sum(weights[cell] for cell in cells_of(cells))

    def at_places(position: Position, own: int, player: int) -> int:
        score = worth(position, own) + weighed(position.pawns & own, pawns[player])
        score += weighed(position.knights & own, knights[player]) + weighed(position.diagonals & own, diagonals[player])
        score += weighed(position.straights & own, straights[player])
        return score + weighed(position.kings & own, kings[player])

    def squares(position: Position) -> int:
        return at_places(position, position.white, FIRST) - at_places(position, position.black, SECOND)

    return squares
