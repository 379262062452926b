"""The board of DVONN: its 49 cells, positions on it, where its stacks could go, and what a picture of it shows.

A cell is a number, 11 * row + column, and a set of cells is an int (see `support/hexagons.py`). People write `C1` or
`2` for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyrsistent import PVector

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import hexes, letters
from lazytree.core.game import FIRST, SECOND
from lazytree.core.layout import DARK, LIGHT, RED, Count, Stone, layout_of_grid

from ..support.boards import NOBODY
from ..support.hexagons import surrounded

PLAYERS = ("White", "Black")
PIECES, REDS = 49, 3
WIDTH = 11
GRID = hexes(
    [(row, column) for row in range(5) for column in range(WIDTH) if -2 <= column - row <= 8],
    name=lambda row, column: f"{letters(column).upper()}{row + 1}",
)
CELLS = tuple(WIDTH * row + column for row, column in GRID.coordinates)
NUMBERS = {cell: number for number, cell in enumerate(CELLS)}  # what people type, beside the names
BOARD = set_of(CELLS)


def landings(cell: int, height: int) -> int:
    """The cells exactly `height` steps from a cell in a straight line."""
    if cell not in NUMBERS or not 0 < height < WIDTH:
        return 0
    lines = [rays[NUMBERS[cell]] for rays in GRID.rays]
    return set_of(CELLS[line[height - 1]] for line in lines if len(line) >= height)


LANDINGS = tuple(tuple(landings(cell, height) for height in range(PIECES + 1)) for cell in range(5 * WIDTH))


class Position(NamedTuple):
    """The stacks on the board and whose turn it is; all sets of cells are ints."""

    heights: PVector[int]  # the pieces on each cell
    white: int  # the cells whose stack has a white piece on top
    black: int
    dvonns: int  # the cells whose stack holds a DVONN piece, alone or not
    unplaced: int  # pieces still to be placed; at 0 the stacks begin to move
    mover: int


class Move(NamedTuple):
    """A stack moves from a cell to a cell; a piece is placed; or, with HAND twice, a pass."""

    source: int  # HAND: a piece is placed
    target: int


HAND = -1
PASS = Move(HAND, HAND)


def occupied(position: Position) -> int:
    """The cells with a stack."""
    return position.white | position.black | position.dvonns


def pieces(position: Position, stacks: int) -> int:
    """How many pieces the stacks on these cells have."""
    return sum(position.heights[cell] for cell in cells_of(stacks))


def movable(position: Position, player: int) -> int:
    """The cells of the player's stacks that are not surrounded."""
    stacks = position.white if player == FIRST else position.black
    return stacks & ~surrounded(occupied(position), WIDTH)


def targets(position: Position, source: int) -> int:
    """The cells where the stack on `source` could land."""
    return LANDINGS[source][position.heights[source]] & occupied(position)


LAYOUT = layout_of_grid(GRID, (LIGHT, DARK), "stack", count=Count("pieces", heights=True))
NUMBERED = layout_of_grid(
    GRID._replace(names=tuple(map(str, range(len(CELLS))))), LAYOUT.colours, "stack", count=LAYOUT.count
)
"""The layout whose cells have numbers for names, as on Hoyte's board."""


def stones(position: Position) -> Iterator[Stone]:
    """The stacks, RED where a DVONN piece is inside; a DVONN piece alone belongs to no player."""
    for number, cell in enumerate(CELLS):
        if position.heights[cell] > 0:
            white, black = position.white >> cell & 1, position.black >> cell & 1
            owner = FIRST if white else SECOND if black else NOBODY
            yield Stone(number, owner, position.heights[cell], RED * (position.dvonns >> cell & 1))


def touched(position: Position, move: Move) -> Iterator[int]:
    """Where a stack leaves and lands, or where a piece is placed; none for a pass."""
    if move.source != HAND:
        yield NUMBERS[move.source]
    if move.target != HAND:
        yield NUMBERS[move.target]
