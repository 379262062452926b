"""The nodes and edges of a drawing of a tree, as data that can be sent to a page."""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.layout import Colour

from .thumbnails import ThumbnailBoard, ThumbnailStone


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
    - "stub": no node, but what is not drawn of its parent's branches: `hidden` of them, if all are listed (`whole`).
    """

    id: str
    parent: str  # the id of the node above; "" for the root
    ply: int
    mover: int  # FIRST, SECOND, ...; -1: chance
    move: str  # written on the edge to it
    text: str  # written in it
    state: str
    hidden: int = 0  # of a stub, a folded and an open node: how many branches are not drawn, as far as they are listed
    whole: bool = True  # of a stub: whether all branches are listed, so that `hidden` is their number
    line: bool = False  # whether it lies on the principal variation
    shared: bool = False  # whether another node of the drawing is the same node: two ways lead to it
    title: str = ""  # all of it in words, for a tooltip and for screen readers
    x: float = 0.0  # its centre, in pixels
    y: float = 0.0
    width: float = 0.0  # of the node; 0: a dot
    edge: str = ""  # from the node above to it, as the data of an SVG path
    stones: tuple[ThumbnailStone, ...] = ()  # on the board above it, if boards are drawn


class Join(NamedTuple):
    """An edge to a node that is drawn elsewhere, in a drawing in which a node that is shared is drawn once."""

    above: str  # the id of the node that the edge leads from
    below: str
    move: str
    line: bool = False
    edge: str = ""  # as the data of an SVG path


class TreeData(NamedTuple):
    """What is shown of a tree: nodes, the root first and each after its parent; further edges; colours; the frame."""

    nodes: tuple[ShownNode, ...]
    joins: tuple[Join, ...]
    colours: tuple[Colour, ...]  # of the players' nodes, and last, as of player -1, of those of chance
    shape: str  # one of SHAPES: "down", "dots", "round"
    box: tuple[float, float, float, float]  # left, top, width, height, in pixels
    title: str  # all of it in one line
    text: str  # and in an outline of LINES lines at most
    board: ThumbnailBoard | None = None  # the empty board of all nodes, if boards are drawn

    def json(self) -> dict[str, Any]:
        """All of it as dicts, lists, texts and numbers, which `json.dumps` takes and `tree.mjs` draws.

        >>> from lazytree import make_tree
        >>> from lazytree.show.tree_data import tree_data
        >>> tree_data(make_tree(lambda: 3)).json()["nodes"][0]["state"]
        'open'
        """
        plain: dict[str, Any] = _plain(self)
        return plain


def _plain(value: Any) -> Any:
    """Tuples as lists, and what has named parts as a dict."""
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
