# Tic-tac-toe: three in a row on nine squares.
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import FIRST, SECOND, Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import layout_of_grid

EMPTY = -1
GRID = squares(3, 3)
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)


class Position(NamedTuple):
    board: PVector[int]
    mover: int


def has_line(board, player):
    return any(all(board[cell] == player for cell in line) for line in LINES)


def mover(position):
    return position.mover


def moves(position):
    if not has_line(position.board, 1 - position.mover):
        for cell, mark in enumerate(position.board):
            if mark == EMPTY:
                yield cell


def play(position, cell):
    return Position(position.board.set(cell, position.mover), 1 - position.mover)


def payoffs(position):
    if has_line(position.board, FIRST):
        return 1, -1
    return (-1, 1) if has_line(position.board, SECOND) else (0, 0)


def format_move(position, cell):
    return GRID.names[cell]


def stones(position):
    for cell, mark in enumerate(position.board):
        if mark != EMPTY:
            yield Stone(cell, mark)


def touched(position, cell):
    yield cell


game = Game(
    "tic-tac-toe",
    Position(pvector([EMPTY] * 9), FIRST),
    mover,
    moves,
    play,
    payoffs,
    players=("X", "O"),
    format=format_move,
    layout=layout_of_grid(GRID),
    stones=stones,
    touched=touched,
)
