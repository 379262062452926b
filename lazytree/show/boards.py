"""Boards as SVG, drawn from a game's pictures of its positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Cell, Game, P, Picture, a_game, a_position

from .svg import BOARD, INK, LINE, Drawing, fitting, framed, stones_of, words_at

POLYGONS: Mapping[str, tuple[int, float, float]] = {
    "square": (4, pi / 4, 0.5**0.5),
    "hexagon": (6, pi / 6, 3**-0.5),
    "triangle": (3, -pi / 2, 1.4 * 3**-0.5),
    "triangle down": (3, pi / 2, 1.4 * 3**-0.5),
}
"""How many corners a cell has, the angle of the first, and how far they are from its centre, by its shape."""
TALLEST = 5  # the most pieces that a stack is drawn with; its height is written on it


def draw_board(game: Game[P, Any], position: P, cell: int = 36) -> Drawing:
    """The drawing of a position; a cell is `cell` pixels wide.

    Raises ValueError if the game has no picture, or `cell` is not an int from 1 up.

    >>> from lazytree.games import tic_tac_toe
    >>> draw_board(tic_tac_toe(), tic_tac_toe().start).svg.count("<polygon")
    9
    """
    picture, stones = pictured(game, position), stones_of(game.players)
    return framed_board(picture, [part for each in picture.cells for part in _cell(each, stones)], cell)


def pictured(game: Game[P, Any], position: P) -> Picture:
    """The picture of a position. Raises ValueError if the game has none, and for what is no position of the game."""
    a_game(game)
    a_position(game, position)
    picture = game.picture(position)
    if not picture.cells:
        raise ValueError(f"{game.name} has no picture: give the game one, or print(game.show(position))")
    return picture


def framed_board(picture: Picture, parts: Iterable[str], cell: int) -> Drawing:
    """The drawing made of these SVG parts and the picture's caption; a cell is `cell` pixels wide."""
    at_least("cell", cell, 1)
    left, top = min(c.x for c in picture.cells) - 1, min(c.y for c in picture.cells) - 1
    width, height = max(c.x for c in picture.cells) + 1 - left, max(c.y for c in picture.cells) + 1 - top
    below = []
    if picture.caption:
        height += 0.6
        size = fitting(picture.caption, 0.36, width)
        below = [words_at(left + width / 2, top + height - 0.4, picture.caption, size, INK)]
    return framed([*parts, *below], (left, top, width, height), cell)


def _cell(cell: Cell, stones: Mapping[int, tuple[str, str]]) -> Iterator[str]:
    yield f'<polygon points="{corners(cell)}" fill="{BOARD}" stroke="{LINE}" stroke-width="0.03"/>'
    if cell.stone is None:
        words = cell.label or cell.name
        yield words_at(cell.x, cell.y + 0.1, words, fitting(words, 0.26, 0.9), LINE)
    yield from stones_on(cell, stones)


def stones_on(cell: Cell, stones: Mapping[int, tuple[str, str]]) -> Iterator[str]:
    """The SVG of the stones on a cell, from the lowest up; empty for an empty cell."""
    if cell.stone is None:
        return
    fill, ink = stones.get(cell.stone, stones[FIRST])
    levels = max(1, min(cell.height, TALLEST))
    for level in range(levels):
        y = cell.y + 0.06 - 0.09 * level
        yield f'<circle cx="{cell.x:g}" cy="{y:g}" r="0.36" fill="{fill}" stroke="{ink}" stroke-width="0.03"/>'
    words = cell.label or (str(cell.height) if cell.height > 1 else "")
    size = fitting(words, 0.34, 0.66)
    yield words_at(cell.x, cell.y + 0.15 - 0.09 * levels + 0.35 * size, words, size, ink)


def corners(cell: Cell) -> str:
    """The corners of a cell as SVG points: of a square, a hexagon with a corner on top, a triangle, or a circle's."""
    count, turn, radius = POLYGONS.get(cell.shape, (24, 0, 0.48))
    angles = [turn + 2 * pi * corner / count for corner in range(count)]
    return " ".join(f"{cell.x + radius * cos(angle):.3f},{cell.y + radius * sin(angle):.3f}" for angle in angles)
