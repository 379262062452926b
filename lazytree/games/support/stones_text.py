"""Boards of stones as text: rows of marks with their names beside and below, then whose turn it is; and as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from lazytree.core.bitsets import set_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND, Picture

from .pictures import owner_in, picture_of
from .stones import Position
from .turns import mover_in, turn

MARKS = ("X", "O", ".")  # of FIRST, of SECOND, and MARKS[EMPTY] of an empty cell
PLAYERS = ("X", "O")


def show_rows(grid: Grid, marks: Sequence[str]) -> str:
    """The board, one mark a cell: rows as they lie, their numbers beside them, the columns' letters below.

    >>> from lazytree.core.board import squares
    >>> print(show_rows(squares(2, 3), "X.O.X."))
    2  X . O
    1  . X .
       a b c
    """
    names = [split_name(name) for name in grid.names]
    wide, tall = (max(map(len, parts)) for parts in zip(*names))
    lines = []
    for _, cells in groupby(range(len(names)), key=lambda cell: grid.coordinates[cell][0]):
        row = list(cells)
        indent = " " * round((wide + 1) * grid.places[row[0]][0])
        lines.append(f"{names[row[0]][1]:>{tall}}  {indent}{' '.join(f'{marks[cell]:>{wide}}' for cell in row)}")
    columns = " ".join(f"{names[cell][0]:>{wide}}" for cell in row)
    return "\n".join([*lines, f"{'':{tall}}  {indent}{columns}"])


def split_name(name: str) -> tuple[str, str]:
    """A cell's name as letters and number.

    >>> split_name("aa10")
    ('aa', '10')
    """
    letters = name.rstrip("0123456789")
    return letters, name[len(letters) :]


def show_stones(grid: Grid, position: Position, players: Sequence[str] = PLAYERS) -> str:
    """The board with X for stones of FIRST and O for stones of SECOND, then whose turn it is.

    >>> from lazytree.core.board import squares
    >>> print(show_stones(squares(2, 3), Position(first=0b000010, second=0b010000, mover=FIRST)))
    2  . X .
    1  . O .
       a b c
    X to move
    """
    marks = [MARKS[owner] for owner in owners(grid, position)]
    return f"{show_rows(grid, marks)}\n{turn(players, position.mover)}"


def read_stones(grid: Grid, text: str, players: Sequence[str] = PLAYERS) -> Position:
    """The position that `show_stones` writes so; the names of rows and columns may be missing.

    Raises ValueError where there are too many or too few marks, or the last line does not say who is to move.
    """
    board, _, last_line = text.strip().rpartition("\n")
    marks = [mark for mark in board if mark in MARKS]
    mover = mover_in(players, last_line)
    if len(marks) != len(grid.names) or mover is None:
        raise ValueError(
            f"a position is {len(grid.names)} marks, each X, O or ., and a last line"
            f" '{turn(players, FIRST)}' or '{turn(players, SECOND)}'; this is not:\n{text}"
        )
    first, second = (set_of(cell for cell, mark in enumerate(marks) if mark == stone) for stone in "XO")
    return Position(first, second, mover)


def picture_of_stones(grid: Grid, position: Position) -> Picture:
    """The board as data that can be drawn."""
    return picture_of(grid, owners(grid, position))


def owners(grid: Grid, position: Position) -> list[int]:
    """Whose stone stands on each cell: FIRST, SECOND or EMPTY."""
    return [owner_in(position[:2], cell) for cell in range(len(grid.names))]
