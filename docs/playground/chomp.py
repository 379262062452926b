# Chomp: bite into a bar of chocolate; all to the right and below goes, too. The piece a4 at the top left is poisoned.
from lazytree import FIRST, Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import layout_of_grid

ROWS, COLUMNS = 4, 5
GRID = squares(ROWS, COLUMNS)


def mover(position):
    rows, player = position  # the pieces that are left in each row
    return player


def moves(position):
    rows, player = position
    for row, left in enumerate(rows):
        for column in range(left):
            yield row, column


def play(position, move):
    rows, player = position
    row, column = move
    return tuple(min(left, column) if at >= row else left for at, left in enumerate(rows)), 1 - player


def payoffs(position):  # the other player has eaten the poisoned piece
    rows, player = position
    return (1, -1) if player == FIRST else (-1, 1)


def format_move(position, move):
    return GRID.names[move[0] * COLUMNS + move[1]]


def stones(position):
    for row, left in enumerate(position[0]):
        for column in range(left):
            yield Stone(row * COLUMNS + column, int(row == column == 0))


def touched(position, move):
    yield move[0] * COLUMNS + move[1]


start = (COLUMNS,) * ROWS, FIRST
layout = layout_of_grid(GRID, pieces="covered")
game = Game(
    "chomp", start, mover, moves, play, payoffs, format=format_move, layout=layout, stones=stones, touched=touched
)
