# Connect four, on a board of any size: a stone falls to the lowest empty cell of its column.
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import FIRST, SECOND, Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import RUST, YELLOW, layout_of_grid

ROWS, COLUMNS, IN_A_ROW = 5, 6, 4
EMPTY = -1
GRID = squares(ROWS, COLUMNS)
WAYS = (0, 1), (1, 0), (1, 1), (1, -1)


def line(row, column, way):
    cells = [(row + way[0] * step, column + way[1] * step) for step in range(IN_A_ROW)]
    return tuple(r * COLUMNS + c for r, c in cells if r < ROWS and 0 <= c < COLUMNS)


LINES = [line(row, column, way) for row in range(ROWS) for column in range(COLUMNS) for way in WAYS]
LINES = [cells for cells in LINES if len(cells) == IN_A_ROW]


class Position(NamedTuple):
    board: PVector[int]
    mover: int


def has_line(board, player):
    return any(all(board[cell] == player for cell in cells) for cells in LINES)


def lowest(board, column):
    return max((cell for cell in range(column, ROWS * COLUMNS, COLUMNS) if board[cell] == EMPTY), default=None)


def moves(position):
    if not has_line(position.board, 1 - position.mover):
        for column in range(COLUMNS):
            if position.board[column] == EMPTY:
                yield lowest(position.board, column)


def play(position, cell):
    return Position(position.board.set(cell, position.mover), 1 - position.mover)


def payoffs(position):
    if has_line(position.board, FIRST):
        return 1, -1
    return (-1, 1) if has_line(position.board, SECOND) else (0, 0)


game = Game(
    "connect four",
    Position(pvector([EMPTY] * ROWS * COLUMNS), FIRST),
    lambda position: position.mover,
    moves,
    play,
    payoffs,
    players=("red", "yellow"),
    layout=layout_of_grid(GRID, (RUST, YELLOW)),
    format=lambda position, cell: GRID.names[cell],
    stones=lambda position: [Stone(cell, owner) for cell, owner in enumerate(position.board) if owner != EMPTY],
    touched=lambda position, cell: [cell],
)
