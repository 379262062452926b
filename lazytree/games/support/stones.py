"""Stones of two players on a board, each player's as a set of cells in an int: what games with such positions share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND, Cell, Picture

EMPTY = 2
MARKS = ("X", "O", ".")  # of FIRST, of SECOND, EMPTY
PLAYERS = ("X", "O")


class Position(NamedTuple):
    first: int  # the cells with stones of FIRST
    second: int
    mover: int


def mover(position: Position) -> int:
    return position.mover


def mine_and_theirs(position: Position) -> tuple[int, int]:
    """The stones of the mover, and the other's."""
    if position.mover == FIRST:
        return position.first, position.second
    return position.second, position.first


def next_turn(mover: int, mine: int, theirs: int) -> Position:
    """The other player's turn, now that the mover's stones and the other's are these."""
    return Position(mine, theirs, SECOND) if mover == FIRST else Position(theirs, mine, FIRST)


def carried(stones: int, to: Sequence[int]) -> int:
    """The set of cells that a symmetry, or a change of numbering, makes of this one.

    >>> bin(carried(0b011, to=(2, 1, 0)))
    '0b110'
    """
    found = 0
    for cell in cells_of(stones):
        found |= 1 << to[cell]
    return found


def flips_of(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Where a rectangle's cells go when it is left alone, flipped left to right, top to bottom, or both.

    >>> flips_of(2, 2)
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
    """
    last = (0, rows - 1), (0, columns - 1)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return tuple(
        tuple(abs(flip - row) * columns + abs(flop - column) for row, column in cells)
        for flip in last[0]
        for flop in last[1]
    )


def show_stones(grid: Grid, position: Position, players: Sequence[str] = PLAYERS) -> str:
    """The board as text: rows as they lie, their numbers beside and the columns' letters below; then the mover.

    >>> from lazytree.core.board import squares
    >>> print(show_stones(squares(2, 3), Position(first=0b000010, second=0b010000, mover=FIRST)))
    2  . X .
    1  . O .
       a b c
    X to move
    """
    lines = []
    for _, cells in groupby(range(len(grid.names)), key=lambda cell: grid.coordinates[cell][0]):
        row = list(cells)
        indent = " " * round(2 * grid.places[row[0]][0])
        marks = " ".join(MARKS[owner(position, cell)] for cell in row)
        lines.append(f"{split_name(grid.names[row[0]])[1]:<3}{indent}{marks}")
    columns = " ".join(split_name(grid.names[cell])[0] for cell in row)
    return "\n".join([*lines, f"   {indent}{columns}", f"{players[position.mover]} to move"])


def read_stones(grid: Grid, text: str, players: Sequence[str] = PLAYERS) -> Position:
    """The position that `show_stones` writes so; the labels of rows and columns may be missing.

    Raises ValueError where there are too many or too few marks, or the last line does not say who is to move.
    """
    board, _, last_line = text.strip().rpartition("\n")
    marks = [mark for mark in board if mark in MARKS]
    movers = [player for player, name in enumerate(players) if last_line.strip() == f"{name} to move"]
    if len(marks) != len(grid.names) or not movers:
        raise ValueError(
            f"a position is {len(grid.names)} marks, each X, O or ., and a last line"
            f" '{players[FIRST]} to move' or '{players[SECOND]} to move'; this is not:\n{text}"
        )
    first, second = (set_of(cell for cell, mark in enumerate(marks) if mark == stone) for stone in "XO")
    return Position(first, second, movers[0])


def picture_of_stones(grid: Grid, position: Position) -> Picture:
    """The board as data that can be drawn."""
    owners = [owner(position, cell) for cell in range(len(grid.names))]
    stones = [None if player == EMPTY else player for player in owners]
    return Picture(tuple(Cell(name, x, y, grid.shape, s) for name, (x, y), s in zip(grid.names, grid.places, stones)))


def owner(position: Position, cell: int) -> int:
    """FIRST, SECOND or EMPTY."""
    return FIRST if position.first >> cell & 1 else SECOND if position.second >> cell & 1 else EMPTY


def split_name(name: str) -> tuple[str, str]:
    """A cell's name as letters and number.

    >>> split_name("aa10")
    ('aa', '10')
    """
    letters = name.rstrip("0123456789")
    return letters, name[len(letters) :]
