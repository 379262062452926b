"""Positions of Andantino, on a hexagonal board of any size.

The cell in row r and column c, both counted from 0, is the number r * width + c, where width = 2 * side - 1; a set of
cells is an int (see `support/hexagons.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from lazytree.core.bitsets import set_of
from lazytree.core.board import Grid, at_least, hexhex, letters

PLAYERS = ("Black", "White")
NO_WINNER = -1


class Position(NamedTuple):
    """The stones on the board and what follows from them; all sets of cells are ints."""

    black: int  # the cells of Black's stones
    white: int
    black_rings: int  # the cells that Black's stones cut off from the border
    white_rings: int
    mover: int
    winner: int  # FIRST or SECOND once a stone has won, until then NO_WINNER


class Board(NamedTuple):
    """What the rules need to know about a board of one size."""

    side: int
    width: int  # of the square around the hexagon
    grid: Grid
    cells: tuple[int, ...]  # the number of each of the grid's cells
    inside: int  # the set of all cells
    border: int  # the set of those with fewer than six neighbours
    centre: int


def cell_name(row: int, column: int) -> str:
    """The row's number and the column's letter, as in Havannah.

    >>> cell_name(9, 9)
    '10 J'
    """
    return f"{row + 1} {letters(column).upper()}"


def board_of(side: int) -> Board:
    """The hexagon with `side` cells along each edge; ValueError unless that is a whole number of at least 3.

    >>> len(board_of(10).cells)
    271
    """
    at_least("side", side, 3)
    width = 2 * side - 1
    grid = hexhex(side, cell_name)
    cells = tuple(row * width + column for row, column in grid.coordinates)
    border = set_of(cell for cell, near in zip(cells, grid.neighbours) if len(near) < 6)
    return Board(side, width, grid, cells, set_of(cells), border, cells[len(cells) // 2])
