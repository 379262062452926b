"""What a picture of DVONN shows: the board, the stacks on it, and the cells of a move."""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.game import FIRST, SECOND
from lazytree.core.layout import DARK, LIGHT, RED, Stone, layout_of_grid

from ..support.boards import NOBODY
from .position import CELLS, GRID, HAND, NUMBERS, Move, Position

LAYOUT = layout_of_grid(GRID, (LIGHT, DARK), "stack")
NUMBERED = layout_of_grid(GRID._replace(names=tuple(map(str, range(len(CELLS))))), (LIGHT, DARK), "stack")
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
