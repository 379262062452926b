"""Whose stone stands on each cell: a number for each cell, or one set of cells for each player."""

from __future__ import annotations

from collections.abc import Sequence

from lazytree.core.bitsets import set_of

EMPTY = -1
"""In place of a player's number: no stone stands there."""
NOBODY = -1
"""The owner of a stone that is no player's."""


def owner_in(sets: Sequence[int], cell: int) -> int:
    """The player whose set has the cell, of one set (an int, one bit a cell) a player; EMPTY if it is in none.

    >>> [owner_in((0b001, 0b100), cell) for cell in range(3)]
    [0, -1, 1]
    """
    return next((player for player, cells in enumerate(sets) if cells >> cell & 1), EMPTY)


def sets_of(owners: Sequence[int], players: int = 2) -> tuple[int, ...]:
    """The set of cells of each player, where each cell's owner is given.

    >>> sets_of([0, EMPTY, 1]) == (0b001, 0b100)
    True
    """
    return tuple(set_of(cell for cell, owner in enumerate(owners) if owner == player) for player in range(players))
