# Nim for three players: who takes the last piece gets 2 points, the player before 1.
from lazytree import Game, Stone
from lazytree.core.layout import Cell, Layout

HEAPS = 2, 3, 3
NAMES = "abc"


def mover(position):
    return position[1]


def moves(position):
    for heap, size in enumerate(position[0]):
        for pieces in range(1, size + 1):
            yield heap, pieces


def play(position, move):
    heaps, player = position
    left = tuple(size - move[1] * (at == move[0]) for at, size in enumerate(heaps))
    return left, (player + 1) % 3


def payoffs(position):  # the player to move, the next one, and the one who moved last
    points = [0, 0, 0]
    points[(position[1] + 2) % 3] = 2
    points[(position[1] + 1) % 3] = 1
    return tuple(points)


game = Game(
    "three heaps",
    (HEAPS, 0),
    mover,
    moves,
    play,
    payoffs,
    players=("Ann", "Ben", "Cleo"),
    format=lambda position, move: f"{NAMES[move[0]]}-{move[1]}",
    layout=Layout(tuple(Cell(name, x, 0) for x, name in enumerate(NAMES)), pieces="seeds", colours=()),
    stones=lambda position: [Stone(heap, -1, size) for heap, size in enumerate(position[0]) if size],
    touched=lambda position, move: [move[0]],
)
