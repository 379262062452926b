"""Symmetries of a board. Each is a tuple `to`: cell number c comes to lie on cell number to[c]."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lazytree.core.bitsets import cells_of

from .stones import Position

Symmetry = tuple[int, ...]


def carried(stones: int, to: Sequence[int]) -> int:
    """The set of cells onto which a symmetry, or a new numbering, carries those of a set.

    >>> bin(carried(0b011, to=(2, 1, 0)))
    '0b110'
    """
    found = 0
    for cell in cells_of(stones):
        found |= 1 << to[cell]
    return found


def flips_of(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """The symmetries of a rectangle, the first of which moves nothing: flipped left to right, top to bottom, both.

    >>> flips_of(2, 2)
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
    """
    last = (0, rows - 1), (0, columns - 1)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return tuple(
        tuple(abs(flip - row) * columns + abs(flop - column) for row, column in cells)
        for flip in last[0]
        for flop in last[1]
    )


def least_of(symmetries: Sequence[Symmetry]) -> Callable[[Position], Position]:
    """The `canonical` of a game of stones: the least of a position and of what the symmetries make of it.

    >>> canonical = least_of([(2, 1, 0)])
    >>> canonical(Position(first=0b100, second=0b010, mover=0))
    Position(first=1, second=2, mover=0)
    """

    def canonical(position: Position) -> Position:
        first, second, mover = position
        least = position
        for symmetry in symmetries:
            least = min(least, Position(carried(first, symmetry), carried(second, symmetry), mover))
        return least

    return canonical
