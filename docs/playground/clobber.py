# Clobber: move onto a neighbouring stone of the other player, which is taken. Who cannot move loses.
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import FIRST, Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import layout_of_grid

ROWS, COLUMNS = 4, 5
EMPTY = -1
GRID = squares(ROWS, COLUMNS)


class Position(NamedTuple):
    board: PVector[int]
    mover: int


def moves(position):
    board, mover = position
    for cell, owner in enumerate(board):
        if owner == mover:
            for ray in GRID.rays:
                if ray[cell] and board[ray[cell][0]] == 1 - mover:
                    yield cell, ray[cell][0]


def play(position, move):
    board, mover = position
    source, target = move
    return Position(board.set(source, EMPTY).set(target, mover), 1 - mover)


def payoffs(position):  # the player who cannot move has lost
    return (-1, 1) if position.mover == FIRST else (1, -1)


def mobility(position):  # a rating, seen by the first player
    ours, theirs = (len(list(moves(position._replace(mover=player)))) for player in (0, 1))
    return ours - theirs


start = Position(pvector([(cell // COLUMNS + cell % COLUMNS) % 2 for cell in range(ROWS * COLUMNS)]), FIRST)
game = Game(
    "clobber",
    start,
    lambda position: position.mover,
    moves,
    play,
    payoffs,
    ratings={"mobility": mobility},
    layout=layout_of_grid(GRID),
    format=lambda position, move: f"{GRID.names[move[0]]}-{GRID.names[move[1]]}",
    stones=lambda position: [Stone(cell, owner) for cell, owner in enumerate(position.board) if owner != EMPTY],
    touched=lambda position, move: move,
)
