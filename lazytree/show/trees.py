"""Trees as SVG: the nodes that have been grown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST
from lazytree.core.stopping import a_function
from lazytree.trees.growing import grown_so_far
from lazytree.trees.recursion import Recursion, unrolled
from lazytree.trees.tree import Tree, a_tree

from .svg import INK, LINE, STONES, Drawing, fitting, framed, words_at

CHANCE_COLOUR = "#c0563b"
WIDEST = 24  # columns; the nodes of a wider tree are drawn closer together
LARGEST = 40  # pixels between two nodes


class Spot(NamedTuple):
    """A node and its place in the drawing: columns from the left, plies from the top."""

    tree: Tree[Any, Any]
    column: float
    ply: int
    below: tuple[Spot, ...]


class Scale(NamedTuple):
    """The distances between columns and between plies, and the radius of a node, in units of the drawing."""

    x: float
    y: float
    radius: float

    def at(self, spot: Spot) -> tuple[float, float]:
        """The centre of a node."""
        return spot.column * self.x, spot.ply * self.y


def draw_tree(
    tree: Tree[Any, Any], text: Callable[[Tree[Any, Any]], str] = lambda node: "", most: int = 2000, wide: int = 720
) -> Drawing:
    """The drawing of a tree, at any stage: the nodes that have been read so far. Drawing grows no node.

    FIRST's nodes are dark, SECOND's light, those of chance red. `text(node)` is written below a node; `wide` is the
    greatest width in pixels. Raises ValueError for what is no tree, and if more than `most` nodes have been grown.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim())(nim().start)
    >>> draw_tree(tree).svg.count("<circle"), len(tree.branches[0]), draw_tree(tree).svg.count("<circle")
    (1, 2, 2)
    """
    a_tree(tree, "draw_tree")
    a_function("text", text)
    at_least("most", most, 1)
    at_least("wide", wide, 1)
    spots = _placed(tree, most)
    columns, plies = max(spot.column for spot in spots), max(spot.ply for spot in spots)
    x = min(1.0, WIDEST / (columns + 2))
    margin = max(x, 0.1)
    width = columns * x + 2 * margin
    scale = Scale(x, max(1.4, 0.3 * width / max(plies, 1)), min(0.2, max(0.06, 0.42 * x)))
    edges = [_edge(spot, sub, scale) for spot in spots for sub in spot.below]
    nodes = [part for spot in spots for part in _node(spot, scale, text(spot.tree))]
    return framed(edges + nodes, (-margin, -0.8, width, plies * scale.y + 1.6), min(LARGEST, wide / width))


def _placed(tree: Tree[Any, Any], most: int) -> list[Spot]:
    """The grown nodes with their places: each leaf in a column of its own, other nodes centred over their branches."""
    columns, left = count(), iter(range(most))
    spots: list[Spot] = []

    def place(node: Tree[Any, Any], ply: int) -> Recursion[Spot]:
        if next(left, None) is None:
            raise ValueError(f"more than {most} nodes have been grown: draw a subtree, or pass a larger most=")
        below = []
        for _, sub in grown_so_far(node):
            below.append((yield place(sub, ply + 1)))
        column = (below[0].column + below[-1].column) / 2 if below else float(next(columns))
        spots.append(Spot(node, column, ply, tuple(below)))
        return spots[-1]

    unrolled(place(tree, 0))
    return spots


def _edge(spot: Spot, sub: Spot, scale: Scale) -> str:
    (x1, y1), (x2, y2) = scale.at(spot), scale.at(sub)
    ends = f'x1="{x1:.3f}" y1="{y1:.3f}" x2="{x2:.3f}" y2="{y2:.3f}"'
    return f'<line {ends} stroke="{LINE}" stroke-width="{scale.radius * 0.15:.4f}"/>'


def _node(spot: Spot, scale: Scale, words: str) -> Iterator[str]:
    fill = CHANCE_COLOUR if spot.tree.mover == CHANCE else STONES.get(spot.tree.mover, STONES[FIRST])[0]
    (x, y), radius = scale.at(spot), scale.radius
    line = f'stroke="{LINE}" stroke-width="{radius * 0.15:.4f}"'
    yield f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}" fill="{fill}" {line}/>'
    if words:
        size = fitting(words, 0.3, 0.95 * scale.x)
        label = words_at(x, y + radius + size, words, size, INK)
        yield label.replace("<text", '<text paint-order="stroke" stroke="white" stroke-width="0.1"')
