"""Whose stone stands on each cell, and a picture of that."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

from lazytree.core.board import Grid
from lazytree.core.game import Cell, Picture

from .boards import EMPTY


def picture_of(
    grid: Grid,
    owners: Iterable[int],
    caption: str = "",
    heights: Iterable[int] = repeat(1),
    labels: Iterable[str] = repeat(""),
) -> Picture:
    """A board with a stone, or a stack of pieces, on each cell that has an owner.

    `owners` has one number for each cell of the grid, in its order: a player's, or EMPTY. So have `heights`, the
    pieces of a stack, and `labels`, the text on it.

    >>> from lazytree.core.board import squares
    >>> [(cell.name, cell.stone) for cell in picture_of(squares(1, 2), [EMPTY, 1]).cells]
    [('a1', None), ('b1', 1)]
    """
    cells = (
        Cell(name, x, y, shape, None if owner == EMPTY else owner, height, label)
        for name, (x, y), shape, owner, height, label in zip(
            grid.names, grid.places, shapes_on(grid), owners, heights, labels
        )
    )
    return Picture(tuple(cells), caption)


def shapes_on(grid: Grid) -> list[str]:
    """The shape of each cell as it is drawn: that of the grid, but every second triangle points down."""
    down = [grid.shape == "triangle" and (row + column) % 2 for row, column in grid.coordinates]
    return ["triangle down" if turned else grid.shape for turned in down]
