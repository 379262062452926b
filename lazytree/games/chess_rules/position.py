"""Positions of chess, where each kind of piece is a set of cells, moves, and what positions are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pyrsistent import PVector

from lazytree.core.bitsets import layers_of, total_on
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

    def layers(first: int, added: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """What each kind of piece is worth on the cells, for the player whose first row this is."""
        for worth, (a, b, c) in zip(WORTHS, PLACES):
            yield layers_of([worth + added * (a * x + b * y + c * abs(row - first)) for x, y, row in places])

    def total(position: Position, own: int, numbers: Any, sets: Any) -> int:
        kinds = *position[2:7], position.diagonals & position.straights
        return sum(total_on(of_kind, cells, pieces & own) for pieces, of_kind, cells in zip(kinds, numbers, sets))

    def rating(added: int) -> Rating[Position]:
        (numbers, sets), (for_black, sets_for_black) = zip(*layers(bottom, added)), zip(*layers(0, added))

        def rated(position: Position) -> int:
            white, black = sides(position)
            return total(position, white, numbers, sets) - total(position, black, for_black, sets_for_black)

        return rated

    return {"squares": rating(1), "material": rating(0)}
