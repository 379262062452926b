"""The nodes of a drawing of a tree, and where they stand: from the root down, or around it where a tree is wide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""The frame of a drawing: left, top, width, height, in pixels."""


class ShownNode(NamedTuple):
    """A node of a drawing, or a stub that stands for branches that are not drawn.

    `id` is the way from the root: "/" is the root, "/3/0" the first branch of its fourth; "/3/+" is the stub of "/3".
    It is the same in each drawing of a tree, and `node_at(tree, id)` finds the node.

    `state` is one of

    - "grown": some of its branches are drawn below it;
    - "open": its branches have not been read (at most its moves have been listed);
    - "folded": branches of it have grown, but none is drawn, as they do not fit;
    - "leaf": it has no branches, because the tree was cut here or because the game is over ("over", where that is
      known);
    - "stub": no node, but what is not drawn of its parent's branches: `hidden` of them, as far as they are listed.
    """

    id: str
    parent: str  # the id of the node above; "" for the root
    ply: int
    mover: int  # FIRST, SECOND, ...; -1: chance
    move: str = ""  # written on the edge to it
    text: str = ""  # written in it
    state: str = "open"
    hidden: int = 0  # of a stub, a folded and an open node: how many branches are not drawn, as far as they are listed
    line: bool = False  # whether it lies on the principal variation
    shared: bool = False  # whether another node of the drawing is the same node: two ways lead to it
    title: str = ""  # all of it in words, for a tooltip and for screen readers
    x: float = 0.0  # its centre, in pixels
    y: float = 0.0
    width: float = 0.0  # of the node; 0: a dot
    edge: str = ""  # from the node above to it, as the data of an SVG path
    board: str = ""  # the SVG of the board above it, if boards are drawn


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


def text_width(text: str, size: float = SIZE) -> float:
    """The width of a text, in pixels, as far as that can be known without a font."""
    return sum(0.36 if letter in "ijl.,:;|' ()[]" else 0.92 if letter in "mwMW@%…" else 0.62 for letter in text) * size


def place_nodes(
    nodes: Sequence[ShownNode], board: tuple[float, float] = (0.0, 0.0), shape: str | None = None
) -> tuple[tuple[ShownNode, ...], str, Box]:
    """The nodes with their places and edges, the shape of the drawing, and its frame.

    `board` is the width and height of the board above each node. `shape` is one of SHAPES, or None: the first that is
    not wider than WIDEST. A root alone is drawn with its text.
    """
    numbers = {node.id: number for number, node in enumerate(nodes)}
    parents = [numbers.get(node.parent, -1) for node in nodes]
    tried = ["down"] if len(nodes) == 1 else [shape] if shape else list(SHAPES)
    for name in tried:
        placed, box = SHAPES[name](nodes, parents, board)
        if box[2] <= WIDEST:
            break
    drawn = [
        node._replace(
            x=round(node.x, 1),
            y=round(node.y, 1),
            width=round(node.width, 1),
            edge=edge(name, placed[above], node, board[1]) if above >= 0 else "",
        )
        for node, above in zip(placed, parents)
    ]
    left, top, width, height = (round(side, 1) for side in box)
    return tuple(drawn), name, (left, top, width, height)


def _down(
    nodes: Sequence[ShownNode], parents: Sequence[int], board: tuple[float, float]
) -> tuple[list[ShownNode], Box]:
    """The root above, with texts; boards stand above the nodes, stubs at the height of the moves."""
    widths = [max(text_width(node.text) + 14, HEIGHT) if node.text else 14.0 for node in nodes]
    rooms = [
        width if node.state == "stub" else max(width, text_width(node.move), board[0]) + GAP
        for node, width in zip(nodes, widths)
    ]
    xs = tidy_positions(parents, rooms)
    ys = [node.ply * (PLY + board[1]) - (board[1] + ABOVE if node.state == "stub" else 0) for node in nodes]
    left = min(x - room / 2 for x, room in zip(xs, rooms)) - MARGIN
    right = max(x + room / 2 for x, room in zip(xs, rooms)) + MARGIN
    top = -HEIGHT / 2 - board[1] - MARGIN
    bottom = max(ys) + HEIGHT / 2 + TAIL + MARGIN
    placed = [node._replace(x=x, y=y, width=width) for node, x, y, width in zip(nodes, xs, ys, widths)]
    return placed, (left, top, right - left, bottom - top)


def _dots(
    nodes: Sequence[ShownNode], parents: Sequence[int], board: tuple[float, float]
) -> tuple[list[ShownNode], Box]:
    """The root above, each node a dot."""
    xs = tidy_positions(parents, [DOT * 2.4] * len(parents))
    return _framed([node._replace(x=x, y=node.ply * SMALL_PLY) for node, x in zip(nodes, xs)])


def _round(
    nodes: Sequence[ShownNode], parents: Sequence[int], board: tuple[float, float]
) -> tuple[list[ShownNode], Box]:
    """The root in the middle, each ply on a circle around it, each leaf in a sector of its own."""
    leaves = len(set(range(len(parents))) - set(parents))
    ring = max(DOT * 6, DOT * leaves / (2 * pi) / max(node.ply for node in nodes))
    turns = zip(nodes, _turns(parents))
    return _framed(
        [node._replace(x=node.ply * ring * cos(turn), y=node.ply * ring * sin(turn)) for node, turn in turns]
    )


def _framed(nodes: list[ShownNode]) -> tuple[list[ShownNode], Box]:
    """Nodes that are dots, and their frame."""
    xs, ys = [node.x for node in nodes], [node.y for node in nodes]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return nodes, (left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top)


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


Place = Callable[[Sequence[ShownNode], Sequence[int], tuple[float, float]], tuple[list[ShownNode], Box]]
SHAPES: Mapping[str, Place] = {"down": _down, "dots": _dots, "round": _round}
"""The shapes of a drawing: the root above, with texts; the root above, each node a dot; the root in the middle."""


def edge(shape: str, above: ShownNode, below: ShownNode, board: float) -> str:
    """The edge between two nodes as the data of an SVG path; it ends above a board of this height, and the move."""
    if shape == "round":
        return _bent(above, below)
    half = HEIGHT / 2 if shape == "down" else 0
    room = 0 if below.state == "stub" or shape != "down" else board + ABOVE
    start, end = above.y + half, below.y - half - room
    middle = (start + end) / 2
    return f"M{_n(above.x)} {_n(start)}C{_n(above.x)} {_n(middle)} {_n(below.x)} {_n(middle)} {_n(below.x)} {_n(end)}"


def _bent(above: ShownNode, below: ShownNode) -> str:
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
