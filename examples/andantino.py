"""Andantino: a line of five, a ring, and a test of enclosure that sees a ring on a board without a ring.

The program of T. Stanczyk's report (Maastricht 2019, tstanczyk95/Andantino on GitHub, code/boardclasses.py) looks for a
ring by lines of sight: it walks on from the last stone over cells from which none of the six straight lines reaches the
border, unless a cell beside them sees it that touches the cell walked from as well. The rules of lazytree walk to the
border step by step, so they know.
"""

from collections.abc import Iterator, Set
from functools import reduce

from lazytree import Stats, is_over, play_game, search, think
from lazytree.games import andantino

Cell = tuple[int, int]  # row and column, from 1

game = andantino()
cells: Set[Cell] = frozenset((row, column) for row in range(1, 20) for column in range(1, 20) if abs(row - column) < 10)
STEPS = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1))
FALSE_ALARM = "10 J, 10 K, 11 K, 11 L, 10 L, 11 M, 9 J, 9 I, 12 M, 10 I, 9 K"


def around(cell: Cell) -> Iterator[Cell]:
    """The neighbours of a cell on the board."""
    return (near for row, column in STEPS if (near := (cell[0] + row, cell[1] + column)) in cells)


def sees_border(cell: Cell, own: Set[Cell]) -> bool:
    """Whether one of the six straight lines from a cell reaches the border without a stone of `own` on it."""
    for row, column in STEPS:
        seen = cell
        while seen in cells and (seen == cell or seen not in own):
            seen = seen[0] + row, seen[1] + column
        if seen not in cells:
            return True
    return False


def enclosed_by_sight(own: Set[Cell], enemy: Set[Cell], last: Cell) -> bool:
    """What the report's test says: whether the last stone, one of `own`, has enclosed an enemy stone."""
    walked, waiting = list[Cell](), [last]
    while waiting:
        here = waiting.pop(0)
        free = [near for near in around(here) if near not in own]
        sights = {near for near in free if sees_border(near, own)}
        waiting += [near for near in free if near not in sights | {*walked} and sights.isdisjoint(around(near))]
        walked.append(here)
    return any(cell in enemy for cell in walked[1:])


def cell_of(move: str) -> Cell:
    """The cell of a move: `10 J` is (10, 10)."""
    row, column = move.split()
    return int(row), ord(column) - ord("A") + 1


if __name__ == "__main__":
    moves = FALSE_ALARM.split(", ")
    position = reduce(lambda here, move: game.play(here, game.parse(here, move)), moves, game.start)
    black, white = ({cell_of(move) for move in moves[player::2]} for player in (0, 1))
    says = enclosed_by_sight(black, white, cell_of(moves[-1]))
    print(f"{game.show(position)}\na ring by lines of sight: {says}; by the rules: {is_over(game, position)}")
    small, stats = andantino(side=5), Stats()
    *played, (end, _) = play_game(small, [think(small, 4, "weighed"), think(small, 2, "weighed")])
    print(f"\n4 plies against 2, side 5: {len(played)} stones\n{small.show(end)}")
    found = search(game, 6, "weighed", position, stats=stats)
    print(f"\n6 plies on from there: White plays {game.format(position, found.best)}, {stats.nodes:,} positions")
