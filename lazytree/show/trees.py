"""Trees as SVG, as far as they have grown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST
from lazytree.trees.growing import grown_so_far
from lazytree.trees.lazy import Recursion, unrolled
from lazytree.trees.tree import Tree

from .svg import INK, LINE, STONES, Drawing, fitting, framed, words_at

CHANCE_COLOUR = "#c0563b"
WIDEST = 24  # of a picture; a wider tree has its nodes closer together
LARGEST = 40  # pixels between two nodes


class Spot(NamedTuple):
    """A node and its place: columns from the left, plies from the top."""

    tree: Tree[Any, Any]
    column: float
    ply: int
    below: tuple[Spot, ...]


class Scale(NamedTuple):
    """How far apart columns and plies are drawn, and how large nodes are."""

    x: float
    y: float
    radius: float

    def at(self, spot: Spot) -> tuple[float, float]:
        return spot.column * self.x, spot.ply * self.y


def draw_tree(
    tree: Tree[Any, Any], text: Callable[[Tree[Any, Any]], str] = lambda node: "", most: int = 2000, wide: int = 720
) -> Drawing:
    """The tree below a node, at any stage, as far as somebody has looked at it there: drawing grows nothing.

    FIRST's nodes are dark, SECOND's light, those of chance red. `text` is written below a node; `wide` is the width
    in pixels. Raises ValueError where more than `most` nodes have grown.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim())(nim().start)
    >>> draw_tree(tree).svg.count("<circle"), len(tree.branches[0]), draw_tree(tree).svg.count("<circle")
    (1, 2, 2)
    """
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
    """Every node that has grown, each leaf in a column of its own, each other node over the middle of its branches."""
    columns, left = count(), iter(range(most))
    spots: list[Spot] = []

    def place(node: Tree[Any, Any], ply: int) -> Recursion[Spot]:
        if next(left, None) is None:
            raise ValueError(f"more than {most} nodes have grown: draw a subtree, or pass most=")
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
