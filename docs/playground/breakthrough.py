# Breakthrough (Dan Troyka, 2000): a pawn steps ahead, and takes diagonally. Who reaches the other side first wins.
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import FIRST, SECOND, Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import DARK, LIGHT, layout_of_grid

ROWS, COLUMNS = 5, 4
EMPTY = -1
GRID = squares(ROWS, COLUMNS)
GOALS = tuple(range(COLUMNS)), tuple(range((ROWS - 1) * COLUMNS, ROWS * COLUMNS))


class Position(NamedTuple):
    board: PVector[int]
    mover: int


def has_won(board, player):
    return any(board[cell] == player for cell in GOALS[player])


def moves(position):
    board, mover = position
    if has_won(board, 1 - mover):
        return
    ahead = -COLUMNS if mover == FIRST else COLUMNS
    for cell, pawn in enumerate(board):
        if pawn == mover:
            for side in (-1, 0, 1):
                target = cell + ahead + side
                if 0 <= cell % COLUMNS + side < COLUMNS and board[target] in (EMPTY, 1 - mover if side else EMPTY):
                    yield cell, target


def play(position, move):
    board, mover = position
    return Position(board.set(move[1], mover).set(move[0], EMPTY), 1 - mover)


def payoffs(position):
    return (-1, 1) if position.mover == FIRST else (1, -1)


def pawns(position):  # a rating, seen by the first player
    return position.board.count(FIRST) - position.board.count(SECOND)


start = Position(pvector([SECOND] * 2 * COLUMNS + [EMPTY] * (ROWS - 4) * COLUMNS + [FIRST] * 2 * COLUMNS), FIRST)
game = Game(
    "breakthrough",
    start,
    lambda position: position.mover,
    moves,
    play,
    payoffs,
    players=("white", "black"),
    ratings={"pawns": pawns},
    layout=layout_of_grid(GRID, (LIGHT, DARK)),
    format=lambda position, move: f"{GRID.names[move[0]]}-{GRID.names[move[1]]}",
    stones=lambda position: [Stone(cell, owner) for cell, owner in enumerate(position.board) if owner != EMPTY],
    touched=lambda position, move: move,
)
