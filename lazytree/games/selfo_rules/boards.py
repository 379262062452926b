"""The boards of Selfo, and how they are turned by their smallest angle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lazytree.core.board import Coordinates, Grid, at_least, hexhex, rhombus, squares, triangle, triangular

TURNS: Mapping[str, Callable[[int, int, int], Coordinates]] = MappingProxyType(
    {
        "hexhex": lambda row, column, side: (column, column - row + side - 1),  # by a sixth
        "square": lambda row, column, side: (column, side - 1 - row),  # by a quarter
        "triangle": lambda row, column, side: (side - 1 - column, row - column),  # by a third
        "rhombus": lambda row, column, side: (side - 1 - row, side - 1 - column),  # by a half
        "triangular": lambda row, column, side: sixth_turn(row, column, side),
    }
)
"""Where a cell comes to lie when the board is turned by its smallest angle."""

BOARDS: Mapping[str, Callable[[int], Grid]] = MappingProxyType(
    {
        "hexhex": hexhex,
        "square": lambda side: squares(side, side),
        "rhombus": lambda side: rhombus(side, side),
        "triangle": triangle,
        "triangular": triangular,
    }
)


def sixth_turn(row: int, column: int, side: int) -> Coordinates:
    """Where a cell of a triangular board comes to lie when the board is turned by a sixth.

    Across are half triangles to the right of the middle, down thirds of rows below it: so all turned points are whole.
    """
    across, down = column - (3 * side - 2), 3 * (row - side) + (1 if (row + column) % 2 else 2)
    return side + (3 * across + down) // 6, (across - down) // 2 + 3 * side - 2


def grid_of(board: str | Grid, side: int) -> Grid:
    """The board of that name with `side` cells along an edge; a Grid is returned as it is.

    Raises: ValueError for another name, or unless `side` is a whole number of at least 1.
    """
    at_least("side", side, 1)
    if isinstance(board, Grid):
        return board
    if board not in BOARDS:
        raise ValueError(f"board must be one of {', '.join(BOARDS)}, or a Grid, not {board!r}")
    return BOARDS[board](side)


def orbits_of(board: str, side: int) -> list[list[int]]:
    """For each cell of one sector of a board, the cells on which it comes to lie as the board is turned around."""
    grid = grid_of(board, side)
    number = {place: cell for cell, place in enumerate(grid.coordinates)}
    orbits: list[list[int]] = []
    seen: set[int] = set()
    for cell in range(len(grid.names)):
        orbit = []
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            cell = number[TURNS[board](*grid.coordinates[cell], side)]
        if orbit:
            orbits.append(orbit)
    return orbits
