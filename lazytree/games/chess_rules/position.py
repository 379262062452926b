"""Positions of chess, where each kind of piece is a set of cells, moves, and what positions are worth."""

from __future__ import annotations

from typing import NamedTuple

from pyrsistent import PVector

from lazytree.core.bitsets import cells_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, Rating

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
    trail: PVector[int]  # 64 * source + target of all moves that may be undone, where they are kept


class Move(NamedTuple):
    """A piece goes to a cell; a king that castles goes to the cell of the rook."""

    source: int
    target: int
    kind: int = NONE  # what a pawn becomes


def sides(position: Position) -> tuple[int, int]:
    """White's pieces and black's."""
    return (position.own, position.enemy) if position.mover == FIRST else (position.enemy, position.own)


def turned(position: Position) -> Position:
    """The position with the other player to move."""
    return position._replace(own=position.enemy, enemy=position.own, mover=1 - position.mover)


WORTHS = 100, 320, 330, 500, 0, 70
"""Pawns, knights, bishops, rooks, kings, what a queen is worth beyond a bishop and a rook: in hundredths of a pawn."""
PLACES = (0, 4, 6), (8, 8, 0), (4, 4, 0), (1, 1, 0), (-6, -6, 0), (0, 0, 0)
"""What they gain by each row and each column from the edge, and by each row ahead: kings stand well in a corner."""


def ratings_on(grid: Grid) -> dict[str, Rating[Position]]:
    """White's worth minus black's, in hundredths of a pawn: of the pieces, and with what their cells add to it."""
    bottom, right = grid.coordinates[-1]
    places = [(min(row, bottom - row), min(column, right - column), row) for row, column in grid.coordinates]
    of_white, of_black = (  # of_white[kind][cell]
        tuple(tuple(a * x + b * y + c * abs(row - first) for x, y, row in places) for a, b, c in PLACES)
        for first in (bottom, 0)
    )

    def kinds(position: Position) -> tuple[int, ...]:
        return (*position[2:7], position.diagonals & position.straights)

    def material(position: Position) -> int:
        white, black = sides(position)
        more = ((pieces & white).bit_count() - (pieces & black).bit_count() for pieces in kinds(position))
        return sum(worth * count for worth, count in zip(WORTHS, more))

    def squares(position: Position) -> int:
        white, black = sides(position)
        found = material(position)
        for pieces, for_white, for_black in zip(kinds(position), of_white, of_black):
            found += sum(for_white[cell] for cell in cells_of(pieces & white))
            found -= sum(for_black[cell] for cell in cells_of(pieces & black))
        return found

    return {"squares": squares, "material": material}
