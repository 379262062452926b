"""What the tests of Andantino share: boards drawn by hand, and a twin that floods coordinates."""

from __future__ import annotations

from lazytree.games import andantino
from lazytree.games.andantino_rules import NO_WINNER, Position

FIVE = andantino(side=5)  # the boards below are drawn for it


# A twin on coordinates, counted from 0

AXES = [(0, 1), (1, 0), (1, 1)]
AROUND = AXES + [(-down, -across) for down, across in AXES]


def board_of(side):
    return {(row, column) for row in range(2 * side - 1) for column in range(2 * side - 1) if abs(row - column) < side}


def near(cell):
    return [(cell[0] + down, cell[1] + across) for down, across in AROUND]


def twin_region(board, wall, cell):
    """What hangs together with a cell without crossing the wall; None if that leads to the border."""
    region, todo = {cell}, [cell]
    for here in todo:
        if any(place not in board for place in near(here)):
            return None
        for place in near(here):
            if place not in wall and place not in region:
                region.add(place)
                todo.append(place)
    return region


def twin_cut_off(board, wall):
    return {cell for cell in board - wall if twin_region(board, wall, cell) is not None}


def twin_runs(stones):
    """The length of the line from each stone on, along each axis."""
    for row, column in stones:
        for down, across in AXES:
            length = 1
            while (row + length * down, column + length * across) in stones:
                length += 1
            yield length


def twin_wins(board, own, enemy, stone):
    """Own stones, the new one among them."""
    regions = [twin_region(board, own, cell) for cell in near(stone) if cell in board - own]
    return max(twin_runs(own)) >= 5 or any(region and region & enemy for region in regions)


def bits(side, cells):
    return sum(1 << row * (2 * side - 1) + column for row, column in cells)


def cells_in(side, stones):
    return {divmod(bit, 2 * side - 1) for bit in range((2 * side - 1) ** 2) if stones >> bit & 1}


def position_of(side, black, white, mover):
    board = board_of(side)
    rings = [bits(side, twin_cut_off(board, own)) for own in (black, white)]
    return Position(bits(side, black), bits(side, white), *rings, mover, NO_WINNER)


# Drawn by hand

RING = """
        A B C D E
 1     . . . . . F
 2    . . . . . . G
 3   . . o . . . . H
 4  . . . x . x . . I
 5 . . . x o . x . .
 6  . . . x x x . .
 7   . o . o . o .
 8    . o . o . .
 9     . . . . .
Black to move
"""
OLD_RING = """
        A B C D E
 1     . . . . . F
 2    . . . . . . G
 3   . . o . . . . H
 4  . . . x x x . . I
 5 . . . x . . x . .
 6  . . . x x x . .
 7   . o . o . o .
 8    . o . o o .
 9     . . . . .
White to move
"""
