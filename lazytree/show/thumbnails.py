"""Small boards for the nodes of a tree: the cells in one path, and the stones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from lazytree.core.game import Game, P
from lazytree.core.layout import RED, Cell, Colour

from .checked_rules import layout_of, stones_in
from .shapes import corners, outline

SIDE = 72.0  # pixels that a thumbnail is wide or high, at most
NOBODY, RED_PIECE = Colour("#a49b8b", "#2b2b33"), Colour("#b8392c", "#f5f0e6")  # pieces of no player


class ThumbnailStone(NamedTuple):
    """A stone of a thumbnail: its place in pixels from the left top corner, its owner, and what is written on it."""

    x: float
    y: float
    owner: int  # -1: of no player; -2: of no player, and red
    text: str


class ThumbnailBoard(NamedTuple):
    """The empty board of all thumbnails of a drawing: one path, its frame in the units of cells, its size in pixels."""

    cells: str
    left: float
    top: float
    scale: float  # pixels of a cell
    width: float  # pixels
    height: float


def board_of(game: Game[Any, Any], side: float = SIDE) -> ThumbnailBoard:
    """The empty board of a game, `side` pixels wide or high at most.

    >>> from lazytree.games import konane
    >>> board_of(konane(rows=6, columns=6), side=60).scale
    10.0
    """
    cells = layout_of(game).cells
    xs, ys = zip(*((cell.x + x, cell.y + y) for cell in cells for x, y in corners(cell.shape)))
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    scale = side / max(across, down)
    return ThumbnailBoard(_path(cells), min(xs), min(ys), scale, round(across * scale, 1), round(down * scale, 1))


def _path(cells: Iterable[Cell]) -> str:
    return "".join(outline(cell) for cell in cells)


def spots(game: Game[P, Any], position: P, board: ThumbnailBoard) -> tuple[ThumbnailStone, ...]:
    """The stones of a position on a thumbnail.

    >>> from lazytree.games import konane
    >>> game = konane(rows=2, columns=2)
    >>> spots(game, game.start, board_of(game, side=20))[0]
    ThumbnailStone(x=5.0, y=5.0, owner=0, text='')
    """
    cells = layout_of(game).cells
    found = []
    for stone in stones_in(game, position):
        x, y = (cells[stone.cell].x - board.left) * board.scale, (cells[stone.cell].y - board.top) * board.scale
        text = str(stone.height) if stone.height > 1 else ""
        owner = -2 if stone.owner < 0 and stone.mark & RED else stone.owner
        found.append(ThumbnailStone(round(x, 1), round(y, 1), owner, text))
    return tuple(found)
