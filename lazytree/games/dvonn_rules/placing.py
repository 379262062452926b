"""The first part of DVONN: how the pieces come onto the board, one by one or dealt at random."""

from __future__ import annotations

from random import Random

from pyrsistent import pvector

from lazytree.core.bitsets import set_of
from lazytree.core.game import FIRST

from .position import BOARD, CELLS, PIECES, REDS, WIDTH, Position

EMPTY_BOARD = Position(pvector([0] * 5 * WIDTH), 0, 0, 0, PIECES, FIRST)


def placed(position: Position, cell: int) -> Position:
    """The position after the next piece has been placed: the DVONN pieces first, then the players' own.

    White places the last piece of all, and moves first.
    """
    heights, white, black, dvonns, unplaced, mover = position
    if unplaced > PIECES - REDS:
        dvonns |= 1 << cell
    elif mover == FIRST:
        white |= 1 << cell
    else:
        black |= 1 << cell
    return Position(heights.set(cell, 1), white, black, dvonns, unplaced - 1, FIRST if unplaced == 1 else 1 - mover)


def dealt(seed: int) -> Position:
    """All 49 pieces on random cells, the same for the same seed."""
    cells = list(CELLS)
    Random(seed).shuffle(cells)
    dvonns, white, black = set_of(cells[:REDS]), set_of(cells[REDS:26]), set_of(cells[26:])
    ones = pvector(BOARD >> cell & 1 for cell in range(5 * WIDTH))
    return Position(ones, white, black, dvonns, 0, FIRST)
