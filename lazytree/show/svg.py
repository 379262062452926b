"""Pictures as SVG, by hand: a board from what its game says of it, a tree as far as it has grown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from math import cos, pi, sin
from typing import Any, NamedTuple

from lazytree.game import CHANCE, FIRST, SECOND, Cell, Game, P
from lazytree.growing import grown_so_far
from lazytree.tree import Tree

STONES: Mapping[int, tuple[str, str]] = {  # fill and ink of each player's stones
    FIRST: ("#2b2b33", "#f5f0e6"),
    SECOND: ("#f5f0e6", "#2b2b33"),
    2: ("#c0563b", "#f5f0e6"),
    3: ("#3f6f8f", "#f5f0e6"),
}
BOARD, LINE, CHANCE_COLOUR = "#d9b777", "#8a6a3a", "#c0563b"


class Drawing(NamedTuple):
    """An SVG text that a notebook shows as the picture it is."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def draw_board(game: Game[P, Any], position: P, cell: int = 36) -> Drawing:
    """The picture of a position; a cell is `cell` pixels wide.

    >>> from lazytree.games import tic_tac_toe
    >>> draw_board(tic_tac_toe(), tic_tac_toe().start).svg.count("<polygon")
    9
    """
    picture = game.picture(position)
    if not picture.cells:
        raise ValueError(f"{game.name} has no picture: give it one, or print(game.show(position))")
    left, top = min(c.x for c in picture.cells) - 1, min(c.y for c in picture.cells) - 1
    width, height = max(c.x for c in picture.cells) + 1 - left, max(c.y for c in picture.cells) + 1 - top
    parts = [part for each in picture.cells for part in _cell(each)]
    if picture.caption:
        height += 0.6
        parts.append(_text(left + width / 2, top + height - 0.4, picture.caption, 0.36, "#2b2b33"))
    return _drawing(parts, (left, top, width, height), cell)


def _cell(cell: Cell) -> Iterator[str]:
    yield f'<polygon points="{_outline(cell)}" fill="{BOARD}" stroke="{LINE}" stroke-width="0.03"/>'
    if cell.stone is None:
        yield _text(cell.x, cell.y + 0.1, cell.label or cell.name, 0.26, LINE)
        return
    fill, ink = STONES.get(cell.stone, STONES[FIRST])
    for level in range(min(cell.height, 5)):
        y = cell.y + 0.06 - 0.09 * level
        yield f'<circle cx="{cell.x:g}" cy="{y:g}" r="0.36" fill="{fill}" stroke="{ink}" stroke-width="0.03"/>'
    label = cell.label or (str(cell.height) if cell.height > 1 else "")
    if label:
        yield _text(cell.x, cell.y + 0.18 - 0.09 * (min(cell.height, 5) - 1), label, 0.34, ink)


def _outline(cell: Cell) -> str:
    """The corners of a cell: a square, a hexagon with a corner on top, or something round."""
    count, turn, radius = {"square": (4, pi / 4, 0.5**0.5), "hexagon": (6, pi / 6, 3**-0.5)}.get(
        cell.shape, (24, 0, 0.48)
    )
    angles = [turn + 2 * pi * corner / count for corner in range(count)]
    return " ".join(f"{cell.x + radius * cos(angle):.3f},{cell.y + radius * sin(angle):.3f}" for angle in angles)


class _Spot(NamedTuple):
    tree: Tree[Any, Any]
    x: float
    y: int
    below: tuple[_Spot, ...]


def draw_tree(
    tree: Tree[Any, Any], text: Callable[[Tree[Any, Any]], str] = lambda node: "", most: int = 2000, wide: int = 720
) -> Drawing:
    """The tree below a node of `grow`, as far as somebody has looked at it: drawing grows nothing.

    FIRST's nodes are dark, SECOND's light, those of chance red. `text` is written beside a node.
    Raises ValueError where more than `most` nodes have grown.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim())(nim().start)
    >>> draw_tree(tree).svg.count("<circle"), len(tree.branches[0]), draw_tree(tree).svg.count("<circle")
    (1, 2, 2)
    """
    spots: list[_Spot] = []
    columns = iter(range(10**9))

    def place(node: Tree[Any, Any], depth: int) -> _Spot:
        below = tuple(place(sub, depth + 1) for _, sub in grown_so_far(node))
        x = (below[0].x + below[-1].x) / 2 if below else float(next(columns))
        spot = _Spot(node, x, depth, below)
        spots.append(spot)
        if len(spots) > most:
            raise ValueError(f"more than {most} nodes have grown: draw a subtree, or pass most=")
        return spot

    place(tree, 0)
    width = max(spot.x for spot in spots) + 2
    scale = min(1.0, 24 / width)
    lines = [_edge(spot, sub, scale) for spot in spots for sub in spot.below]
    nodes = [part for spot in spots for part in _node(spot, scale, text(spot.tree))]
    height = max(spot.y for spot in spots) * 1.4 + 1.6
    return _drawing(
        lines + nodes, (-scale, -0.8, width * scale, height), min(40, max(8, int(wide / max(width * scale, 8))))
    )


def _edge(spot: _Spot, sub: _Spot, scale: float) -> str:
    ends = f'x1="{spot.x * scale:.3f}" y1="{spot.y * 1.4:g}" x2="{sub.x * scale:.3f}" y2="{sub.y * 1.4:g}"'
    return f'<line {ends} stroke="{LINE}" stroke-width="0.03"/>'


def _node(spot: _Spot, scale: float, words: str) -> Iterator[str]:
    fill = CHANCE_COLOUR if spot.tree.mover == CHANCE else STONES.get(spot.tree.mover, STONES[FIRST])[0]
    radius = min(0.2, 0.42 * scale) if scale < 1 else 0.2
    x, y = spot.x * scale, spot.y * 1.4
    yield f'<circle cx="{x:.3f}" cy="{y:g}" r="{radius:.3f}" fill="{fill}" stroke="{LINE}" stroke-width="0.03"/>'
    if words:
        yield _text(x, y + 0.55, words, 0.3, "#2b2b33")


def _text(x: float, y: float, words: str, size: float, ink: str) -> str:
    where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle" font-family="sans-serif"'
    return f'<text {where} fill="{ink}">{escape(words)}</text>'


def _drawing(parts: list[str], box: tuple[float, float, float, float], unit: int) -> Drawing:
    left, top, width, height = box
    head = f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width * unit:.0f}" height="{height * unit:.0f}"'
    return Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(parts)}</svg>')
