"""Where the nodes of a drawing of a tree stand: from the root down, or around it where the tree is wide."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from .tidy import tidy

SIZE = 12.0  # of the letters, in pixels
HEIGHT = 22.0  # of a node
PLY = 84.0  # from ply to ply
GAP = 10.0  # between two nodes
DOT = 7.0  # the diameter of a node that is a dot
MARGIN = 14.0
WIDEST = 1400.0  # of a drawing downwards


class Place(NamedTuple):
    """The centre of a node, and its width (0: a dot)."""

    x: float
    y: float
    width: float


class Places(NamedTuple):
    """The places of all nodes, the shape of the drawing, and its frame: left, top, width and height."""

    nodes: tuple[Place, ...]
    shape: str
    box: tuple[float, float, float, float]


def text_width(text: str, size: float = SIZE) -> float:
    """The width of a text, in pixels, as far as that can be known without a font.

    >>> text_width("win") < text_width("win in 3")
    True
    """
    return sum(0.34 if letter in "il.,:;|' 1()[]−-…" else 0.9 if letter in "mwMW@%" else 0.62 for letter in text) * size


def places(
    parents: Sequence[int], plies: Sequence[int], texts: Sequence[str], moves: Sequence[str], shape: str | None = None
) -> Places:
    """The places of nodes by their parents, plies, and the texts in them and on the edges above them.

    `shape` is "down", "round", or None: down, unless that is wider than WIDEST.
    """
    widths = [max(text_width(text) + 12, HEIGHT) if text else DOT * 2 for text in texts]
    slots = [max(width, text_width(move)) + GAP for width, move in zip(widths, moves)]
    xs = tidy(parents, slots)
    left = min(x - slot / 2 for x, slot in zip(xs, slots))
    right = max(x + slot / 2 for x, slot in zip(xs, slots))
    if shape == "round" or (shape is None and right - left > WIDEST):
        return _round(parents, plies)
    box = (left - MARGIN, -HEIGHT / 2 - MARGIN, right - left + 2 * MARGIN, max(plies) * PLY + HEIGHT + 3 * MARGIN)
    down = tuple(Place(x, ply * PLY, width) for x, ply, width in zip(xs, plies, widths))
    return Places(down, "down", box)


def _round(parents: Sequence[int], plies: Sequence[int]) -> Places:
    """The root in the middle, each ply on a circle around it."""
    xs = tidy(parents, [DOT + 1] * len(parents))
    around, first = max(xs) - min(xs) + 2 * DOT, min(xs)
    ring = max(DOT * 4, around / (2 * pi) / max(plies))
    angles = [2 * pi * (x - first) / around - pi / 2 for x in xs]
    nodes = tuple(Place(ply * ring * cos(turn), ply * ring * sin(turn), 0.0) for ply, turn in zip(plies, angles))
    left, right = min(node.x for node in nodes) - MARGIN, max(node.x for node in nodes) + MARGIN
    top, bottom = min(node.y for node in nodes) - MARGIN, max(node.y for node in nodes) + MARGIN
    return Places(nodes, "round", (left, top, right - left, bottom - top))
