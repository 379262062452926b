"""How a game of Konane opens: where the first stone may be removed, or which two are gone, and which colour begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from lazytree.core.board import Grid, cell_named

from .text import size

BY_HAND = "corner or centre"


def corners_and_centre(grid: Grid) -> tuple[bool, ...]:
    """For each cell, whether an opening may begin there."""
    last_row, last_column = grid.coordinates[-1]
    corners = product((0, last_row), (0, last_column))
    centre = product((last_row // 2, (last_row + 1) // 2), (last_column // 2, (last_column + 1) // 2))
    begins = {*corners, *centre}
    return tuple(place in begins for place in grid.coordinates)


def opening_of(opening: str | Sequence[str]) -> str:
    """An opening as text, a pair of cells joined by a comma; ValueError if it is neither a text nor a pair of texts."""
    if isinstance(opening, str):
        return opening
    if not (isinstance(opening, Sequence) and all(isinstance(cell, str) for cell in opening)):
        raise ValueError(f"opening must be a text or a pair of cell names; not {opening!r}")
    return ",".join(opening)


def cells_removed(grid: Grid, opening: str) -> tuple[int, ...]:
    """The two cells that an opening has emptied; none if the players open by hand.

    Raises: ValueError if there is no such opening or no such cells.
    """
    if opening == BY_HAND:
        return ()
    if opening in ("corner", "centre"):
        return pair_of(grid, opening)
    names = opening.split(",")
    if len(names) != 2:
        raise ValueError(f'opening must be "{BY_HAND}", "corner", "centre" or a pair such as "d5,e5"; not {opening!r}')
    one, other = (cell_named(grid, name) for name in names)
    if other not in grid.neighbours[one]:
        raise ValueError(f"the two cells of an opening must be adjacent: {names[0]} and {names[1]} are not")
    return one, other


def pair_of(grid: Grid, opening: str) -> tuple[int, int]:
    """The top-left cell and the one to its right; or the centre cell and the one to its left."""
    rows, columns = size(grid)
    if columns < 2:
        raise ValueError(f'the opening "{opening}" needs at least 2 columns; not {columns}')
    centre = rows // 2 * columns + columns // 2
    return (0, 1) if opening == "corner" else (centre, centre - 1)


def colours(grid: Grid, opened: bool, first: str) -> tuple[str, str]:
    """The colours of FIRST and SECOND; ValueError if `first` is no colour, or cannot begin on this board."""
    rows, columns = size(grid)
    if first not in ("dark", "light"):
        raise ValueError(f'first must be "dark" or "light"; not {first!r}')
    if first == "dark":
        return "dark", "light"
    if opened:
        raise ValueError(f'once both stones are gone, dark moves: first="light" goes with opening="{BY_HAND}" only')
    if rows % 2 and columns % 2:
        raise ValueError(f'light has no corner on a board of {rows} rows and {columns} columns: first must be "dark"')
    return "light", "dark"
