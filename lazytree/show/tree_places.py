"""Where the nodes of a drawing of a tree stand: from the root down, or around it where a tree is wide."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

Contour = list[tuple[float, float]]
"""The leftmost and the rightmost edge of a subtree, ply by ply, counted from the place of its root."""


def tidy_positions(parents: Sequence[int], widths: Sequence[float]) -> list[float]:
    """The horizontal places of the nodes of a tree, as compact as subtrees of fixed shape can stand side by side.

    `parents[n]` is the number of node n's parent, less than n (-1: none); children stand in the order of their numbers.
    `widths[n]` is the width that node n takes. Equal subtrees are drawn alike; a tree and its mirror image are drawn as
    mirror images: subtrees are packed once from the left and once from the right, and stand in between.

    Source: Reingold and Tilford, Tidier drawings of trees (1981).
    """
    below: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            below[parent].append(node)
    contours: list[Contour] = [[] for _ in parents]
    offsets = [0.0] * len(parents)
    for node in reversed(range(len(parents))):
        places = _side_by_side([contours[child] for child in below[node]])
        for child, place in zip(below[node], places):
            offsets[child] = place
        contours[node] = [(-widths[node] / 2, widths[node] / 2)]
        contours[node] += _joined([(contours[child], offsets[child]) for child in below[node]])
        for child in below[node]:
            contours[child] = []
    for node, parent in enumerate(parents):
        offsets[node] += offsets[parent] if parent >= 0 else 0.0
    return offsets


def _side_by_side(contours: Sequence[Contour]) -> list[float]:
    """The places of subtrees, in order, around 0."""
    from_left = _packed(contours)
    from_right = _packed([[(-right, -left) for left, right in contour] for contour in reversed(contours)])[::-1]
    return [(left - right) / 2 for left, right in zip(from_left, from_right)]


def _packed(contours: Sequence[Contour]) -> list[float]:
    """The places of subtrees, each as far to the left as those before it allow, the first at 0."""
    places: list[float] = []
    edge: list[float] = []  # the rightmost edge of those placed, ply by ply
    for contour in contours:
        place = max((right - left for right, (left, _) in zip(edge, contour)), default=0.0)
        places.append(place)
        edge[: len(contour)] = [place + right for _, right in contour]
    return places


def _joined(parts: Sequence[tuple[Contour, float]]) -> Contour:
    """The contour of subtrees that stand at these places."""
    if len(parts) == 1 and parts[0][1] == 0:
        return parts[0][0]
    joined: Contour = []
    for contour, place in parts:
        moved = [(place + left, place + right) for left, right in contour]
        both = [(min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(joined, moved)]
        joined = both + joined[len(both) :] + moved[len(both) :]
    return joined


SIZE = 12.0  # of the letters, in pixels
HEIGHT = 22.0  # of a node
ABOVE = 16.0  # room for the move above a node
PLY = 78.0  # from ply to ply
GAP = 12.0  # between two nodes
DOT = 5.0  # the diameter of a node of a round drawing
TAIL = 9.0  # how long the dotted line is to branches that have not been read
MARGIN = 14.0
SMALL_PLY = 34.0  # from ply to ply, where nodes are dots
WIDEST = 1400.0  # of a drawing whose shape is not given
SHAPES = ("down", "dots", "round")
"""The shapes of a drawing: the root above, with texts; the root above, each node a dot; the root in the middle."""


class NodePlace(NamedTuple):
    """The centre of a node, and its width (0: a dot)."""

    x: float
    y: float
    width: float


class NodePlaces(NamedTuple):
    """The places of all nodes, the shape of the drawing, and its frame: left, top, width and height."""

    nodes: tuple[NodePlace, ...]
    shape: str
    box: tuple[float, float, float, float]


def text_width(text: str, size: float = SIZE) -> float:
    """The width of a text, in pixels, as far as that can be known without a font."""
    return sum(0.36 if letter in "ijl.,:;|' ()[]" else 0.92 if letter in "mwMW@%…" else 0.62 for letter in text) * size


def places(
    parents: Sequence[int],
    plies: Sequence[int],
    texts: Sequence[str],
    moves: Sequence[str],
    stubs: Sequence[bool],
    board: tuple[float, float] = (0.0, 0.0),
    shape: str | None = None,
) -> NodePlaces:
    """The places of nodes by their parents, plies, and the texts in them and on the edges above them.

    `stubs` says which of them are stubs. `board` is the width and height of the board above each node. `shape` is one
    of SHAPES, or None: the first that is not wider than WIDEST.
    """
    plies_below = max(plies) > 0
    down = _down(parents, plies, texts, moves, stubs, board)
    if shape == "down" or not plies_below or (shape is None and down.box[2] <= WIDEST):
        return down
    dots = _dots(parents, plies)
    return dots if shape == "dots" or (shape is None and dots.box[2] <= WIDEST) else _round(parents, plies)


def _down(
    parents: Sequence[int],
    plies: Sequence[int],
    texts: Sequence[str],
    moves: Sequence[str],
    stubs: Sequence[bool],
    board: tuple[float, float],
) -> NodePlaces:
    """The root above, with texts; boards stand above the nodes, stubs at the height of the moves."""
    widths = [max(text_width(text) + 14, HEIGHT) if text else 14.0 for text in texts]
    rooms = [max(width, text_width(move), board[0]) + GAP for width, move in zip(widths, moves)]
    rooms = [width if stub else room for width, room, stub in zip(widths, rooms, stubs)]
    xs = tidy_positions(parents, rooms)
    ys = [ply * (PLY + board[1]) - (board[1] + ABOVE if stub else 0) for ply, stub in zip(plies, stubs)]
    left = min(x - room / 2 for x, room in zip(xs, rooms)) - MARGIN
    right = max(x + room / 2 for x, room in zip(xs, rooms)) + MARGIN
    top = -HEIGHT / 2 - board[1] - MARGIN
    bottom = max(ys) + HEIGHT / 2 + TAIL + MARGIN
    return NodePlaces(tuple(map(NodePlace, xs, ys, widths)), "down", (left, top, right - left, bottom - top))


def _dots(parents: Sequence[int], plies: Sequence[int]) -> NodePlaces:
    """The root above, each node a dot."""
    nodes = [
        NodePlace(x, ply * SMALL_PLY, 0.0) for x, ply in zip(tidy_positions(parents, [DOT * 2.4] * len(parents)), plies)
    ]
    return NodePlaces(tuple(nodes), "dots", _around(nodes))


def _around(nodes: Sequence[NodePlace]) -> tuple[float, float, float, float]:
    """The frame of nodes that are dots."""
    left, top = min(node.x for node in nodes) - MARGIN, min(node.y for node in nodes) - MARGIN
    return left, top, max(node.x for node in nodes) + MARGIN - left, max(node.y for node in nodes) + MARGIN - top


def _round(parents: Sequence[int], plies: Sequence[int]) -> NodePlaces:
    """The root in the middle, each ply on a circle around it, each leaf in a sector of its own."""
    turns = _turns(parents)
    ring = max(DOT * 6, DOT * sum(n not in parents for n in range(len(parents))) / (2 * pi) / max(plies))
    nodes = [NodePlace(ply * ring * cos(turn), ply * ring * sin(turn), 0.0) for ply, turn in zip(plies, turns)]
    return NodePlaces(tuple(nodes), "round", _around(nodes))


def _turns(parents: Sequence[int]) -> list[float]:
    """The angle of each node: the middle of its sector, which is as wide as it has leaves below it."""
    leaves = [0] * len(parents)
    for node in reversed(range(len(parents))):
        leaves[node] = leaves[node] or 1
        if parents[node] >= 0:
            leaves[parents[node]] += leaves[node]
    begins, taken = [0.0] * len(parents), [0] * len(parents)
    for node, parent in enumerate(parents):
        if parent >= 0:
            begins[node] = begins[parent] + taken[parent]
            taken[parent] += leaves[node]
    return [2 * pi * (begin + count / 2) / leaves[0] - pi / 2 for begin, count in zip(begins, leaves)]


def edge(shape: str, above: NodePlace, below: NodePlace, room: float) -> str:
    """The edge between two nodes as the data of an SVG path; `room` is what is kept free above the lower node."""
    if shape == "round":
        return _bent(above, below)
    half = HEIGHT / 2 if shape == "down" else 0
    start, end = above.y + half, below.y - half - room
    middle = (start + end) / 2
    return f"M{_n(above.x)} {_n(start)}C{_n(above.x)} {_n(middle)} {_n(below.x)} {_n(middle)} {_n(below.x)} {_n(end)}"


def _bent(above: NodePlace, below: NodePlace) -> str:
    """An edge that leaves and meets the circles of a round drawing at right angles."""
    near, far = hypot(above.x, above.y), hypot(below.x, below.y)
    half = (near + far) / 2
    one = (above.x * half / near, above.y * half / near) if near else (below.x / 2, below.y / 2)
    other = (below.x * half / far, below.y * half / far) if far else one
    points = [(above.x, above.y), one, other, (below.x, below.y)]
    start, *ends = [f"{_n(x)} {_n(y)}" for x, y in points]
    return f"M{start}C{' '.join(ends)}"


def _n(number: float) -> str:
    return f"{round(number, 1):g}"
