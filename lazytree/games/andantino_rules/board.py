"""Andantino's board: a hexagon of any side, a position on it, and how both are written and drawn.

The cell in row r and column c, both counted from 0, is the number r * width + c, where width = 2 * side - 1; a set of
cells is an int (see `hexagons`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lazytree.core.bitsets import set_of
from lazytree.core.board import Grid, at_least, hexhex, letters
from lazytree.core.game import FIRST, SECOND, Cell, Picture

from ..support.hexagons import grown

PLAYERS = ("Black", "White")
NOBODY = -1
MARKS = {FIRST: "x", SECOND: "o", None: "."}  # unlike the letters of the columns


class Position(NamedTuple):
    black: int  # the cells of Black's stones
    white: int
    black_rings: int  # the cells that Black's stones cut off from the border
    white_rings: int
    mover: int
    winner: int  # FIRST or SECOND once a stone has won, until then NOBODY


class Board(NamedTuple):
    side: int
    width: int  # of the square around the hexagon
    grid: Grid
    cells: tuple[int, ...]  # the number of each of the grid's cells
    inside: int  # the set of all cells
    border: int  # the set of those with fewer than six neighbours
    centre: int


def cell_name(row: int, column: int) -> str:
    """As in Havannah, the row's number and the column's letter: `10 J`."""
    return f"{row + 1} {letters(column).upper()}"


def board_of(side: int) -> Board:
    at_least("side", side, 3)
    width = 2 * side - 1
    grid = hexhex(side, cell_name)
    cells = tuple(row * width + column for row, column in grid.coordinates)
    border = set_of(cell for cell, near in zip(cells, grid.neighbours) if len(near) < 6)
    return Board(side, width, grid, cells, set_of(cells), border, cells[len(cells) // 2])


def cut_off(stones: int, inside: int, border: int, width: int) -> int:
    """The cells that these stones cut off from the border: all that is not joined to it by cells without them."""
    room = inside & ~stones
    return room & ~grown(border, room, width)


def owner(position: Position, cell: int) -> int | None:
    if position.black >> cell & 1:
        return FIRST
    return SECOND if position.white >> cell & 1 else None


def show(board: Board, position: Position) -> str:
    """The hexagon, rows numbered, a letter at the upper end of each column; then whose turn it is, or who has won."""
    side, width = board.side, board.width
    lines = ["   " + " " * side + " ".join(letters(column).upper() for column in range(side))]
    for row in range(width):
        marks = [MARKS[owner(position, cell)] for cell in board.cells if cell // width == row]
        column = letters(side + row).upper() if row < side - 1 else ""
        lines.append(f"{row + 1:2} {' ' * abs(row - side + 1)}{' '.join(marks)} {column}".rstrip())
    return "\n".join([*lines, turn(position)])


def turn(position: Position) -> str:
    if position.winner != NOBODY:
        return f"{PLAYERS[position.winner]} has won"
    return f"{PLAYERS[position.mover]} to move"


def read(board: Board, text: str) -> Position:
    """A position from its marks, x for Black, o for White and . for none, row by row, and its last line.

    Raises ValueError where the marks are too many or too few, or do not fit the last line.
    """
    marks = [word for word in text.split() if word in MARKS.values()]
    last_line = re.search(r"(Black|White) (to move|has won)\s*$", text)
    if len(marks) != len(board.cells) or last_line is None:
        raise ValueError(
            f"a position on side {board.side} is {len(board.cells)} marks x, o or . with spaces between them,"
            f" then 'Black to move', 'White has won' and so on: not so in\n{text}"
        )
    black, white = (set_of(cell for cell, mark in zip(board.cells, marks) if mark == own) for own in "xo")
    player, has_won = PLAYERS.index(last_line[1]), last_line[2] == "has won"
    mover = 1 - player if has_won else player
    if black.bit_count() - white.bit_count() != mover:
        raise ValueError(f"Black begins, then they take turns: {last_line[0]!r} does not fit the stones in\n{text}")
    black_rings, white_rings = (cut_off(own, board.inside, board.border, board.width) for own in (black, white))
    return Position(black, white, black_rings, white_rings, mover, player if has_won else NOBODY)


def picture(board: Board, position: Position) -> Picture:
    grid = board.grid
    places = zip(board.cells, grid.names, grid.places)
    cells = (Cell(name, x, y, grid.shape, owner(position, cell)) for cell, name, (x, y) in places)
    return Picture(tuple(cells), turn(position))
