"""Trees as SVG, as far as they have been looked at. `static/tree.mjs` draws the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lazytree.core.game import Game
from lazytree.trees.tree import Tree

from .svg import Drawing, fill, frame_drawing, line, number, svg_text
from .tree_data import TreeData, tree_data
from .tree_places import DOT, HEIGHT, SIZE, TAIL, ShownNode

LEGIBLE = 0.75  # how much smaller texts may become on a narrow page


def draw_tree(tree: Tree[Any, Any], game: Game[Any, Any] | None = None, **shown: Any) -> Drawing:
    """The drawing of a tree, at any stage, as far as it has been looked at. Nothing is grown for it, no label read.

    On the edges stand the moves, as `game` writes them (by default the game that the tree was grown of); in the nodes
    what is known of their values, seen by FIRST: a value, a bound (≥ 3), or an estimate (≈ 3) where only the label has
    been read. Nodes have the colour of the player who moves there. The principal variation is thick, a dotted line
    goes to branches that have not been read yet, "… 119 more" stands for branches that are not drawn; a dashed outline
    says that several ways lead to one node. `shown` are the keywords of `tree_data`: `text`, `line`, `fold`, `most`,
    `unfolded`, `shape`, `boards`.

    Raises: ValueError for what is no tree and for what `tree_data` refuses.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim())(nim().start)
    >>> draw_tree(tree).svg.count("data-node"), len(tree.branches[0]), draw_tree(tree).svg.count("data-node")
    (1, 2, 3)
    """
    return render_tree(tree_data(tree, game, **shown))


def render_tree(data: TreeData) -> Drawing:
    """The drawing of what is shown of a tree."""
    narrowest = LEGIBLE * data.box[2] if data.shape == "down" else 0
    return frame_drawing(_parts(data), data.box, 1, data.title, data.text, narrowest)


def _parts(data: TreeData) -> Iterator[str]:
    edges = [(node.edge, node.line, "2 3" if node.state == "stub" else "") for node in data.nodes if node.edge]
    for path, on_line, dashes in sorted(edges, key=lambda edge: edge[1]):  # the line is drawn last
        yield _edge(path, on_line, dashes)
    for node in data.nodes:
        parts = _stub(node) if node.state == "stub" else _node(data, node)
        yield f'<g data-node="{svg_text(node.id)}"><title>{svg_text(node.title)}</title>{"".join(parts)}</g>'


def _edge(path: str, on_line: bool, dashes: str) -> str:
    return f'<path d="{path}" {_stroke(on_line, 3, "none")}{_dashed(dashes)}/>'


def _stroke(on_line: bool, width: float, inside: str) -> str:
    """The attributes of an outline, or of an edge, and of what is inside it."""
    outline = line("event", width) if on_line else line("edge", 1.2)
    return f'{outline} fill="{svg_text(inside)}"'


def _dashed(dashes: str) -> str:
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _stub(node: ShownNode) -> Iterator[str]:
    yield _text(node.x, node.y, node.text, fill("label")) if node.width else _dot(node, fill("edge"), 1.5)


def _node(data: TreeData, node: ShownNode) -> Iterator[str]:
    colour = data.colours[node.mover if node.mover < len(data.colours) - 1 else 0]  # the last one is that of chance
    painted = _stroke(node.line, 2.5, colour.fill) + _dashed("4 2.5" if node.shared and node.width else "")
    if not node.width:
        yield _dot(node, painted, DOT / 2)
        return
    top = node.y - HEIGHT / 2
    if node.board:
        width, height = data.board
        top -= height + 4
        yield f'<g transform="translate({number(node.x - width / 2)} {number(top)})">{node.board}</g>'
    if node.move:
        yield _text(node.x, top - 9, node.move, fill("ink"))
    if node.state in ("open", "folded"):
        tail = f"M{number(node.x)} {number(node.y + (HEIGHT / 2 if node.text else node.width / 2))}v{TAIL:g}"
        yield f'<path d="{tail}" {line("edge", 2)} fill="none" stroke-linecap="round" stroke-dasharray="0 4"/>'
    if node.text:
        yield _pill(node, painted)
        yield _text(node.x, node.y, node.text, f'fill="{svg_text(colour.ink)}"')
    else:
        yield _dot(node, painted, node.width / 2)


def _pill(node: ShownNode, painted: str) -> str:
    """A node with a text in it; where the game is over, with corners."""
    place = f'x="{number(node.x - node.width / 2)}" y="{number(node.y - HEIGHT / 2)}"'
    rounded = 3 if node.state == "over" else HEIGHT / 2
    return f'<rect {place} width="{number(node.width)}" height="{HEIGHT:g}" rx="{rounded:g}" {painted}/>'


def _dot(node: ShownNode, painted: str, radius: float) -> str:
    return f'<circle cx="{number(node.x)}" cy="{number(node.y)}" r="{number(radius)}" {painted}/>'


def _text(x: float, y: float, words: str, colour: str) -> str:
    """A text, its middle at a place."""
    where = f'x="{number(x)}" y="{number(y + 0.35 * SIZE)}" font-size="{SIZE:g}" text-anchor="middle"'
    return f"<text {where} {colour}>{svg_text(words)}</text>"
