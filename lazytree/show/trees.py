"""Trees as far as they have been looked at: what is shown of them as data for a page, and as SVG.

`static/tree.mjs` draws the same of the same data.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import Game, require_game, require_position
from lazytree.core.layout import COLOURS, Colour, colours_for
from lazytree.core.stopping import require_function
from lazytree.core.texts import shorten
from lazytree.trees.labels import POSITIONS, labels_of
from lazytree.trees.read_so_far import is_known_over, listed_so_far
from lazytree.trees.tree import Tree, require_tree

from .boards import small_board
from .known_values import NOTHING, Known, best_line, known_values
from .svg import Drawing, fill, frame_drawing, line, number, svg_text
from .tree_places import DOT, HEIGHT, SHAPES, SIZE, TAIL, Box, ShownNode, place_nodes
from .tree_texts import label_text, move_text, stub_text, title_of, value_text
from .view import BoardView, layout_of, plain, stones_in


class TreeData(NamedTuple):
    """What is shown of a tree: nodes, the root first and each after its parent; colours; the frame."""

    nodes: tuple[ShownNode, ...]
    colours: tuple[Colour, ...]  # of the players' nodes, and last, as of player -1, of those of chance
    shape: str  # one of SHAPES: "down", "dots", "round"
    box: Box
    title: str  # all of it in one line
    text: str  # and in an outline of LINES lines at most
    board: tuple[float, float] = (0.0, 0.0)  # the width and height of the boards of all nodes, if boards are drawn

    def json(self) -> dict[str, Any]:
        """All of it as dicts, lists, texts and numbers, which `json.dumps` takes and `tree.mjs` draws."""
        return {name: plain(part) for name, part in self._asdict().items()}


FOLD = 12  # branches of a node that are shown before the others are folded
MOST = 1000  # nodes that are shown
LINES = 40  # of the outline
SIDE = 72.0  # pixels that a board is wide or high, at most
FEW_NODES, MANY_CELLS = 12, 130  # the most nodes that have boards, and the most cells of these boards
CHANCE_COLOUR = Colour("#80808c", "#ffffff")
LEGIBLE = 0.75  # how much smaller texts may become on a narrow page
ROOT = "/"
UNKNOWN = object()
"""Equal to no move."""


def tree_data(
    tree: Tree[Any, Any],
    game: Game[Any, Any] | None = None,
    *,
    text: Callable[[Tree[Any, Any]], str] | None = None,
    line: Iterable[Any] | None = None,
    fold: int = FOLD,
    most: int = MOST,
    unfolded: Collection[str] = (),
    only: Collection[str] | None = None,
    shape: str | None = None,
    boards: bool | None = None,
    known: Mapping[Tree[Any, Any], Known] | None = None,
) -> TreeData:
    """What is shown of a tree, at any stage, as far as it has been looked at. Nothing is grown for it, no label read.

    Moves are written as `game` writes them, by default the game that the tree was grown of. In a node stands what is
    known of its value, seen by FIRST (see `known_values`), or `text(node)`. `line` are the moves of the principal
    variation, by default what is known of it. Of a node
    with more than `fold` branches only the first ones are shown, unless its id is in `unfolded`, and not more than
    `most` nodes in all; with `only` those whose ids are not in it are folded. `shape` is "down" (the root above, with
    texts), "dots" (without texts), "round" (the root in the middle), or None: the first that is not too wide. `boards`
    says whether each node has its board above it; None: if it fits. `known` is what `known_values` has
    said of the tree, if it was called before.

    Raises: ValueError for what is no tree, no game or no position of the game, for a `line` that is none of the tree,
    and if `fold` or `most` is less than 1.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim(heaps=(1, 2)))(nim(heaps=(1, 2)).start)
    >>> move, sub = tree.branches[0]
    >>> [(node.id, node.move, node.state, node.text) for node in tree_data(tree).nodes]
    [('/', '', 'grown', ''), ('/0', 'a-1', 'open', ''), ('/+', '', 'stub', '…')]
    """
    require_tree(tree, "draw_tree")
    require_function("text", text)
    at_least("fold", fold, 1)
    at_least("most", most, 1)
    if shape is not None and shape not in SHAPES:
        raise ValueError(f"the shape of a tree is one of {', '.join(SHAPES)}, or None, not {shorten(shape)}")
    if game is not None:
        require_game(game)
        require_position(game, tree.key)
    game = tree.game if game is None else game
    if known is None:
        known = {} if labels_of(tree) == POSITIONS else known_values(tree)
    steps = tuple(best_line(tree, known)) if line is None else _a_line(tree, line)
    drawn = _unfolded(tree, game, steps, fold, most, unfolded, only)
    ways = Counter(here for node, here in drawn if node.state != "stub")

    def written(node: ShownNode, here: Tree[Any, Any]) -> ShownNode:
        if node.state == "stub":
            return node
        words = text(here) if text else value_text(known.get(here, NOTHING)) or label_text(here)
        title = title_of(game, here.mover, node.move, words, node.state)
        return node._replace(text=words, shared=ways[here] > 1, title=title)

    nodes, board = [written(node, here) for node, here in drawn], (0.0, 0.0)
    if boards if boards is not None else _has_room(nodes, game, shape):
        nodes, board = _with_boards(nodes, game, [here for _, here in drawn])
    placed, drawn_as, box = place_nodes(nodes, board, shape)
    title = _title(nodes, game, _line_texts(tree, steps, game))
    outline = "\n".join([title, *_outline(nodes)])
    return TreeData(placed, _colours(game), drawn_as, box, title, outline, board if drawn_as == "down" else (0.0, 0.0))


def _a_line(tree: Tree[Any, Any], line: Iterable[Any]) -> tuple[Any, ...]:
    """The moves of a line. Raises ValueError for one that is none, as far as the tree has been looked at."""
    if not isinstance(line, Iterable) or isinstance(line, str):
        raise ValueError(f"line must be moves, such as search(game, 3).line, not {shorten(line)}")
    steps = tuple(line)
    here: Tree[Any, Any] | None = tree
    for ply, step in enumerate(steps):
        listed, whole = listed_so_far(here) if here is not None else ((), False)
        found = [sub for move, sub in listed if move == step]
        if whole and listed and not found:  # a line may be longer than the tree
            raise ValueError(f"line must be moves of this tree, but its move {ply + 1}, {shorten(step)}, is no branch")
        here = found[0] if found else None
    return steps


def _colours(game: Game[Any, Any] | None) -> tuple[Colour, ...]:
    """A colour for each player, and that of chance."""
    given = (colours_for(game.layout, game.players) if game and game.layout else ()) or COLOURS
    many = max(len(COLOURS), len(game.players) if game else 0)
    return (*(given[player % len(given)] for player in range(many)), CHANCE_COLOUR)


def _has_room(nodes: Sequence[ShownNode], game: Game[Any, Any] | None, shape: str | None) -> bool:
    """Whether boards are drawn by default: few nodes, and a board of few cells."""
    seen = game is not None and game.layout is not None and len(game.layout.cells) <= MANY_CELLS
    return seen and shape in (None, "down") and sum(node.state != "stub" for node in nodes) <= FEW_NODES


def _with_boards(
    nodes: Sequence[ShownNode], game: Game[Any, Any] | None, trees: Sequence[Tree[Any, Any]]
) -> tuple[list[ShownNode], tuple[float, float]]:
    """The nodes with the boards above them, and the size of these boards."""
    if game is None:
        raise ValueError("boards are drawn in the tree of a game: give the game, as in draw_tree(tree, game)")
    layout, drawn, size = layout_of(game), list[ShownNode](), (0.0, 0.0)
    for node, tree in zip(nodes, trees):
        if node.state != "stub":
            svg, size = small_board(BoardView(game.name, layout, (), stones_in(game, tree.key)), SIDE)
            node = node._replace(board=svg)
        drawn.append(node)
    return drawn, size


def _line_texts(tree: Tree[Any, Any], line: Sequence[Any], game: Game[Any, Any] | None) -> Iterator[str]:
    """The moves of a line in words, as far as the tree has grown along it."""
    node: Tree[Any, Any] | None = tree
    for step in line:
        ahead = listed_so_far(node)[0] if node is not None else ()
        if node is not None and any(move == step for move, _ in ahead):
            yield move_text(game, node, step)
        node = next((sub for move, sub in ahead if move == step), None)


def _title(nodes: Sequence[ShownNode], game: Game[Any, Any] | None, line: Iterable[str]) -> str:
    """The drawing in one line."""
    count = sum(node.state != "stub" for node in nodes)
    tree = f"a tree{f' of {game.name}' if game else ''}, {count} {'node' if count == 1 else 'nodes'} drawn"
    best = ", ".join(line)
    return "; ".join(part for part in (tree, nodes[0].title, best and f"best line: {best}") if part)


def _outline(nodes: Sequence[ShownNode]) -> Iterator[str]:
    """The branches, one in a line, each indented by its ply; those of the upper plies if there are too many."""
    few = nodes[1 : LINES + 1]
    below: dict[str, list[ShownNode]] = {}
    for node in few:
        below.setdefault(node.parent, []).append(node)
    ahead = below.get(nodes[0].id, [])[::-1]
    while ahead:
        node = ahead.pop()
        words = ": ".join(part for part in (node.move, node.text) if part) or "…"
        yield "  " * node.ply + words + (" …" if node.state in ("open", "folded") else "")
        ahead += below.get(node.id, [])[::-1]
    if len(nodes) - 1 > len(few):
        yield f"  … and {len(nodes) - 1 - len(few)} more"


def node_at(tree: Tree[Any, Any], id: str) -> Tree[Any, Any]:
    """The node of a tree that a drawing calls so; of a stub the node above it. Nodes on the way are grown, no others.

    Raises: ValueError if the tree has no such node.
    """
    for step in id.removesuffix("+").strip("/").split("/"):
        if step:
            try:
                tree = tree.branches[int(step)][1]
            except (ValueError, IndexError):
                raise ValueError(f"there is no node {id!r} in this tree: ids are those of a drawing of it") from None
    return tree


def _unfolded(
    tree: Tree[Any, Any],
    game: Game[Any, Any] | None,
    line: Sequence[Any],
    fold: int,
    most: int,
    unfolded: Collection[str],
    only: Collection[str] | None,
) -> list[tuple[ShownNode, Tree[Any, Any]]]:
    """The nodes that are drawn, ply by ply, each ply from left to right. No node is looked at for it.

    With a stub comes the node whose branches it stands for. Of more than `fold` branches the first ones are drawn, that
    of the `line`, and a stub for the others, unless the node's id is in `unfolded`. Where `most` nodes are drawn, the
    nodes below are folded, and so are nodes whose ids are not in `only`, if that is given.
    """
    drawn: list[tuple[ShownNode, Tree[Any, Any]]] = []
    ahead = deque([(ShownNode(ROOT, "", 0, tree.mover, line=bool(line)), tree)])
    while ahead:
        node, here = ahead.popleft()
        branches, all_listed = listed_so_far(here) if node.state != "stub" else ((), False)
        if not branches:
            ended = "over" if all_listed and is_known_over(here) else "leaf"
            drawn.append((node._replace(state=ended) if all_listed else node, here))
            continue
        room = most - len(drawn) - 1 - len(ahead)
        if len(branches) > fold and node.id not in unfolded:
            room = min(room, max(1, fold - 1))
        if only is not None and node.id not in only:
            room = 0
        step = line[node.ply] if node.line and node.ply < len(line) else UNKNOWN
        grown = [(at, move, sub) for at, (move, sub) in enumerate(branches) if sub is not None]
        chosen, later = grown[: max(room, 0)], [branch for branch in grown[max(room, 0) :] if branch[1] == step]
        if chosen and later:  # the branch on the line instead of the last one
            chosen = chosen[:-1] + later
        hidden = len(branches) - len(chosen)
        state = "grown" if chosen else "folded" if grown else "open"
        drawn.append((node._replace(state=state, hidden=0 if chosen else hidden), here))
        way = node.id.rstrip("/")
        for at, move, sub in chosen:
            words, on_line = move_text(game, here, move), bool(move == step)
            ahead.append((ShownNode(f"{way}/{at}", node.id, node.ply + 1, sub.mover, words, line=on_line), sub))
        if chosen and (hidden or not all_listed):
            words = stub_text(hidden, all_listed)
            stub = ShownNode(f"{way}/+", node.id, node.ply + 1, here.mover, "", words, "stub", hidden)
            ahead.append((stub._replace(title=f"{words}: branches that are not drawn"), here))
    return drawn


# ---- its drawing


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
