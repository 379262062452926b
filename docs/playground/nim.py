# Nim: take any number of pieces from one heap. Who takes the last piece wins.
from lazytree import FIRST, Game, Stone
from lazytree.core.layout import Cell, Layout

HEAPS = 3, 4, 5
NAMES = "abc"


def mover(position):
    heaps, player = position
    return player


def moves(position):
    heaps, player = position
    for heap, size in enumerate(heaps):
        for pieces in range(1, size + 1):
            yield heap, pieces


def play(position, move):
    heaps, player = position
    heap, pieces = move
    left = tuple(size - pieces if at == heap else size for at, size in enumerate(heaps))
    return left, 1 - player


def payoffs(position):  # the player who is to move has lost: there is nothing to take
    heaps, player = position
    return (-1, 1) if player == FIRST else (1, -1)


def format_move(position, move):
    return f"{NAMES[move[0]]}-{move[1]}"


def stones(position):
    for heap, size in enumerate(position[0]):
        if size:
            yield Stone(heap, -1, size)


def touched(position, move):
    yield move[0]


layout = Layout(tuple(Cell(name, x, 0) for x, name in enumerate(NAMES)), pieces="seeds", colours=())
start = HEAPS, FIRST
game = Game(
    "nim", start, mover, moves, play, payoffs, format=format_move, layout=layout, stones=stones, touched=touched
)
