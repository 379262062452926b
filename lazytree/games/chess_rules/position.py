"""Positions and moves of chess: each kind of piece is a set of cells."""

from __future__ import annotations

from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.bitsets import set_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST

NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(7)
"""The kinds of pieces, and none."""


class Position(NamedTuple):
    """The pieces, as sets of cells, and what else decides on the moves."""

    own: int  # all pieces of the player to move
    enemy: int  # and of the other
    pawns: int  # of both players, as all kinds are
    knights: int
    diagonals: int  # bishops and queens
    straights: int  # rooks and queens
    kings: int
    castling: int  # the rooks with which a king may still castle
    passed: int  # the cell that a pawn has just passed, where a pawn of the other player attacks it
    mover: int
    quiet: int  # plies since a capture or a pawn's move, where they are counted
    trail: PVector[int] = pvector()  # 64 * source + target of all moves that may be undone, where they are kept


class Move(NamedTuple):
    """A piece goes to a cell; a king that castles goes to the cell of the rook."""

    source: int
    target: int
    kind: int = NONE  # what a pawn becomes


def sides(position: Position) -> tuple[int, int]:
    """White's pieces and black's."""
    return (position.own, position.enemy) if position.mover == FIRST else (position.enemy, position.own)


def dark_on(grid: Grid) -> int:
    """The dark cells of a board, the one on the left of the last row among them."""
    bottom = grid.coordinates[-1][0]
    return set_of(cell for cell, (row, column) in enumerate(grid.coordinates) if (bottom - row + column) % 2 == 0)


def kind_on(position: Position, cell: int) -> int:
    """What stands on a cell, NONE for nothing."""
    bit = 1 << cell
    if bit & (position.pawns | position.knights | position.kings):
        return PAWN if bit & position.pawns else KNIGHT if bit & position.knights else KING
    if bit & position.diagonals:
        return QUEEN if bit & position.straights else BISHOP
    return ROOK if bit & position.straights else NONE


def turned(position: Position) -> Position:
    """The position with the other player to move."""
    return position._replace(own=position.enemy, enemy=position.own, mover=1 - position.mover)
