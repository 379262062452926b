"""Where the cells of a board stand in a text: a line and a column for each, whatever the shape of the board."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, NamedTuple

from lazytree.core.game import Game
from lazytree.core.layout import Layout


class TextPlace(NamedTuple):
    """Where a cell stands in a text: the number of its line, and the column of its first character."""

    line: int
    column: int


def spots(layout: Layout, wide: int) -> tuple[TextPlace, ...]:
    """The place of each cell in a text in which a cell is `wide` characters wide; cells do not overlap."""
    heights = sorted({round(cell.y, 3) for cell in layout.cells})
    line_of = {height: number for number, height in enumerate(heights)}
    left = min(cell.x for cell in layout.cells)
    scale = wide / _least_distance(layout)
    return tuple(TextPlace(line_of[round(cell.y, 3)], round((cell.x - left) * scale)) for cell in layout.cells)


def _least_distance(layout: Layout) -> float:
    """The least distance of two cells in the same line; 1 if no two are."""
    in_line: dict[float, list[float]] = {}
    for cell in layout.cells:
        in_line.setdefault(round(cell.y, 3), []).append(cell.x)
    return min((right - left for xs in in_line.values() for left, right in pairwise(sorted(xs))), default=1.0)


def names_in_place(layout: Layout) -> str:
    """The board with the name of each cell in its place.

    >>> from lazytree.games import dice_of_doom
    >>> print(names_in_place(dice_of_doom().layout))
     0 1
    2 3
    """
    wide = max((len(cell.name) for cell in layout.cells), default=0) + 1
    if any(cell.shape != "square" for cell in layout.cells):  # such as hexagons, which stand between those above
        wide += wide % 2
    lines: dict[int, str] = {}
    for spot, cell in sorted(zip(spots(layout, wide), layout.cells)):
        lines[spot.line] = lines.get(spot.line, "").ljust(spot.column) + cell.name
    return "\n".join(lines[number] for number in sorted(lines))


def shows_its_names(game: Game[Any, Any]) -> bool:
    """Whether the text of the start shows the names of the cells that its moves touch, or of their rows and columns."""
    if game.layout is None:
        return True
    words, start = set(game.show(game.start).split()), game.start
    touched = {cell for move in game.moves(start) for cell in game.touched(start, move)}
    names = [game.layout.cells[cell].name for cell in touched]
    return all(name in words or words.issuperset(re.findall(r"[^\W\d]+|\d+", name)) for name in names)
