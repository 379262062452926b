"""Ratings of chess: what the pieces are worth, and where they stand well."""

from __future__ import annotations

from lazytree.core.bitsets import cells_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND, Rating

from .position import Position, sides

WORTHS = 100, 320, 330, 500, 0, 70
"""Pawns, knights, bishops, rooks, kings, what a queen is worth beyond a bishop and a rook: in hundredths of a pawn."""
PLACES = (0, 4, 6), (8, 8, 0), (4, 4, 0), (0, 2, 1), (-6, -6, -3), (0, 0, 0)
"""What they gain by each row and each column from the edge, and by each row ahead: kings stand well at the edge."""


def ratings_on(grid: Grid) -> dict[str, Rating[Position]]:
    """White's worth minus black's, in hundredths of a pawn: of the pieces, and with what their cells add to it."""
    bottom, right = grid.coordinates[-1]
    centre = tuple((min(row, bottom - row), min(column, right - column)) for row, column in grid.coordinates)
    ahead = tuple((bottom - row, row) for row, _ in grid.coordinates)  # rows behind a piece of white, of black
    of_white, of_black = (  # of_white[kind][cell]
        tuple(tuple(a * x + b * y + c * z[player] for (x, y), z in zip(centre, ahead)) for a, b, c in PLACES)
        for player in (FIRST, SECOND)
    )

    def kinds(position: Position) -> tuple[int, ...]:
        return (*position[2:7], position.diagonals & position.straights)

    def material(position: Position) -> int:
        white, black = sides(position)
        return sum(
            worth * ((pieces & white).bit_count() - (pieces & black).bit_count())
            for worth, pieces in zip(WORTHS, kinds(position))
        )

    def squares(position: Position) -> int:
        white, black = sides(position)
        found = material(position)
        for pieces, for_white, for_black in zip(kinds(position), of_white, of_black):
            found += sum(for_white[cell] for cell in cells_of(pieces & white))
            found -= sum(for_black[cell] for cell in cells_of(pieces & black))
        return found

    return {"material": material, "squares": squares}
