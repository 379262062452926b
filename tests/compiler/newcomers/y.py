"""The game of Y on a triangle of side 4: connect all three sides with one chain of stones."""

from typing import NamedTuple

from lazytree import Game

SIDE = 4
CELLS = [(row, column) for row in range(SIDE) for column in range(row + 1)]
STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]


class Board(NamedTuple):
    stones: tuple  # of each player a frozenset of cells
    player: int


def sides_of(cell):
    row, column = cell
    sides = set()
    if column == 0:
        sides.add("left")
    if column == row:
        sides.add("right")
    if row == SIDE - 1:
        sides.add("bottom")
    return sides


def has_won(stones):
    parent = {cell: cell for cell in stones}

    def find(cell):
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for row, column in stones:
        for down, along in STEPS:
            neighbour = (row + down, column + along)
            if neighbour in parent:
                parent[find(neighbour)] = find((row, column))
    touched = {}
    for cell in stones:
        touched.setdefault(find(cell), set()).update(sides_of(cell))
    return any(len(sides) == 3 for sides in touched.values())


def moves(board):
    if has_won(board.stones[1 - board.player]):
        return
    taken = board.stones[0] | board.stones[1]
    for cell in CELLS:
        if cell not in taken:
            yield cell


def play(board, cell):
    stones = list(board.stones)
    stones[board.player] = stones[board.player] | {cell}
    return Board(tuple(stones), 1 - board.player)


def payoffs(board):
    return (-1, 1) if board.player == 0 else (1, -1)


def middle(board):
    return sum(len(sides_of(cell)) == 0 for cell in board.stones[0]) - sum(
        len(sides_of(cell)) == 0 for cell in board.stones[1]
    )


game = Game(
    name="y",
    start=Board((frozenset(), frozenset()), 0),
    mover=lambda board: board.player,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"middle": middle},
    format=lambda board, cell: f"{cell[0]},{cell[1]}",
)
