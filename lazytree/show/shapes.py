"""The outlines of cells, as paths of SVG, and how far they reach from their centres."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, pi, sin

from lazytree.core.layout import Cell

POLYGONS: Mapping[str, tuple[int, float, float]] = {
    "square": (4, pi / 4, 0.5**0.5),
    "hexagon": (6, -pi / 2, 3**-0.5),
    "triangle": (3, -pi / 2, 1.4 * 3**-0.5),
    "triangle down": (3, pi / 2, 1.4 * 3**-0.5),
}
"""How many corners a shape has, the angle of the first, and how far they are from the centre."""
ROUND = 0.48  # the radius of a cell of any other shape


@cache
def corners(shape: str) -> tuple[tuple[float, float], ...]:
    """The corners of a cell, seen from its centre; of a round cell, those of the square around it.

    >>> [(round(x, 3), round(y, 3)) for x, y in corners("square")]
    [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)]
    """
    if shape not in POLYGONS:
        return ((ROUND, ROUND), (-ROUND, ROUND), (-ROUND, -ROUND), (ROUND, -ROUND))
    count, turn, radius = POLYGONS[shape]
    angles = [turn + 2 * pi * corner / count for corner in range(count)]
    return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


def outline(cell: Cell, scale: float = 1) -> str:
    """The outline of a cell as the data of an SVG path; `scale` makes it smaller or larger.

    >>> outline(Cell("a1", 2, 3))
    'M2.5 3.5h-1v-1h1z'
    """
    x, y, steps = _steps(cell.shape, scale)
    return f"M{number(cell.x + x)} {number(cell.y + y)}{steps}"


@cache
def _steps(shape: str, scale: float) -> tuple[float, float, str]:
    """The first corner of a shape, and the steps from there around it, which are the same for all cells."""
    if shape not in POLYGONS:
        r = number(ROUND * scale)
        across = number(2 * ROUND * scale)
        return -ROUND * scale, 0, f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
    points = [(round(scale * x, 3), round(scale * y, 3)) for x, y in corners(shape)]
    steps = (_step(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))
    return *points[0], "".join(steps) + "z"


def _step(x: float, y: float) -> str:
    if abs(x) < 0.001:
        return f"v{number(y)}"
    return f"h{number(x)}" if abs(y) < 0.001 else f"l{number(x)} {number(y)}"


@lru_cache(maxsize=10_000)
def number(value: float) -> str:
    """A number as SVG has it, to three digits after the point.

    >>> number(0.25), number(-1 / 3), number(-0.0001), number(7)
    ('.25', '-.333', '0', '7')
    """
    text = f"{round(value, 3) + 0.0:g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@cache
def reach(shape: str) -> tuple[float, float, float, float]:
    """How far a cell reaches from its centre: to the left and up (both negative), to the right and down."""
    across, down = zip(*corners(shape))
    return min(across), min(down), max(across), max(down)
