"""What is shown of a tree, as data for a page: its nodes as far as they have been looked at, and their places."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import Game, P, require_game, require_position
from lazytree.core.layout import COLOURS, RED, Cell, Colour, colours_for
from lazytree.core.stopping import require_function
from lazytree.core.texts import shorten
from lazytree.trees.labels import POSITIONS, labels_of
from lazytree.trees.read_so_far import is_known_over, listed_so_far
from lazytree.trees.tree import Tree, require_tree

from .known_values import NOTHING, Known, best_line, known_values
from .svg import corners, outline
from .tree_places import ABOVE, SHAPES, edge, places
from .tree_texts import label_text, move_text, stub_text, title_of, value_text
from .view import layout_of, plain, stones_in

SIDE = 72.0  # pixels that a thumbnail is wide or high, at most
NOBODY, RED_PIECE = Colour("#a49b8b", "#2b2b33"), Colour("#b8392c", "#f5f0e6")  # pieces of no player


class ThumbnailStone(NamedTuple):
    """A stone of a thumbnail: its place in pixels from the left top corner, its owner, and what is written on it."""

    x: float
    y: float
    owner: int  # -1: of no player; -2: of no player, and red
    text: str


class ThumbnailBoard(NamedTuple):
    """The empty board of all thumbnails of a drawing: one path, its frame in the units of cells, its size in pixels."""

    cells: str
    left: float
    top: float
    scale: float  # pixels of a cell
    width: float  # pixels
    height: float


def board_of(game: Game[Any, Any], side: float = SIDE) -> ThumbnailBoard:
    """The empty board of a game, `side` pixels wide or high at most.

    >>> from lazytree.games import konane
    >>> board_of(konane(rows=6, columns=6), side=60).scale
    10.0
    """
    cells = layout_of(game).cells
    xs, ys = zip(*((cell.x + x, cell.y + y) for cell in cells for x, y in corners(cell.shape)))
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    scale = side / max(across, down)
    return ThumbnailBoard(_path(cells), min(xs), min(ys), scale, round(across * scale, 1), round(down * scale, 1))


def _path(cells: Iterable[Cell]) -> str:
    return "".join(outline(cell) for cell in cells)


def spots(game: Game[P, Any], position: P, board: ThumbnailBoard) -> tuple[ThumbnailStone, ...]:
    """The stones of a position on a thumbnail.

    >>> from lazytree.games import konane
    >>> game = konane(rows=2, columns=2)
    >>> spots(game, game.start, board_of(game, side=20))[0]
    ThumbnailStone(x=5.0, y=5.0, owner=0, text='')
    """
    layout = layout_of(game)
    cells, found = layout.cells, []
    for stone in stones_in(game, position):
        figure = layout.figure(stone.height)
        x, y = (cells[stone.cell].x - board.left) * board.scale, (cells[stone.cell].y - board.top) * board.scale
        text = figure.letter if figure else str(stone.height) if stone.height > 1 else ""
        owner = -2 if stone.owner < 0 and stone.mark & RED else stone.owner
        found.append(ThumbnailStone(round(x, 1), round(y, 1), owner, text))
    return tuple(found)


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
    move: Any  # a text, where it is shown
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
        """All of it as dicts, lists, texts and numbers, which `json.dumps` takes and `tree.mjs` draws."""
        return {name: plain(part) for name, part in self._asdict().items()}


FOLD = 12  # branches of a node that are shown before the others are folded
MOST = 1000  # nodes that are shown
LINES = 40  # of the outline
FEW_NODES, MANY_CELLS = 12, 130  # the most nodes that have boards, and the most cells of these boards
CHANCE_COLOUR = Colour("#80808c", "#ffffff")


def tree_data(
    tree: Tree[Any, Any],
    game: Game[Any, Any] | None = None,
    *,
    text: Callable[[Tree[Any, Any]], str] | None = None,
    line: Iterable[Any] | None = None,
    joined: bool = False,
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
    variation, by default what is known of it. With `joined` a node to which several ways lead is drawn once. Of a node
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
    game = _checked(tree, game, text, fold, most, shape)
    if known is None:
        known = {} if labels_of(tree) == POSITIONS else known_values(tree)
    steps = tuple(best_line(tree, known)) if line is None else _a_line(tree, line)
    drawn = unfolded_nodes(tree, steps, fold, most, unfolded, joined, only)
    ways = Counter(node.tree for node in drawn.nodes if node.state != "stub")
    by_id = {node.id: node for node in drawn.nodes}

    def shown(node: DrawnNode) -> ShownNode:
        above = by_id.get(node.parent)
        if node.state == "stub":
            move, words = "", stub_text(node.hidden, node.whole)
            title = f"{words}: branches that are not drawn"
        else:
            move = "" if above is None else move_text(game, above.tree, node.move)
            words = text(node.tree) if text else value_text(known.get(node.tree, NOTHING)) or label_text(node.tree)
            title = title_of(game, node.tree.mover, move, words, node.state)
        return ShownNode(
            *(node.id, node.parent, node.ply, node.tree.mover, move, words, node.state),
            hidden=node.hidden,
            whole=node.whole,
            line=node.line,
            shared=ways[node.tree] > 1,
            title=title,
        )

    nodes = [shown(node) for node in drawn.nodes]
    joins = tuple(join._replace(move=move_text(game, by_id[join.above].tree, join.move)) for join in drawn.joins)
    title = _title(nodes, game, _line_texts(tree, steps, game))
    outline = "\n".join([title, *_outline(nodes)])
    data = TreeData(tuple(nodes), joins, _colours(game), "down", (0, 0, 0, 0), title, outline)
    if boards if boards is not None else _has_room(nodes, game, shape):
        data = _with_boards(data, game, [node.tree for node in drawn.nodes])
    return _placed(data, shape)


def _checked(
    tree: Tree[Any, Any],
    game: Game[Any, Any] | None,
    text: Callable[[Tree[Any, Any]], str] | None,
    fold: int,
    most: int,
    shape: str | None,
) -> Game[Any, Any] | None:
    """The game whose notation is used. Raises ValueError for an argument that cannot be drawn."""
    require_tree(tree, "draw_tree")
    require_function("text", text)
    at_least("fold", fold, 1)
    at_least("most", most, 1)
    if shape is not None and shape not in SHAPES:
        raise ValueError(f"the shape of a tree is one of {', '.join(SHAPES)}, or None, not {shorten(shape)}")
    if game is None:
        return tree.game
    require_game(game)
    require_position(game, tree.key)
    return game


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


def _with_boards(data: TreeData, game: Game[Any, Any] | None, trees: Sequence[Tree[Any, Any]]) -> TreeData:
    if game is None:
        raise ValueError("boards are drawn in the tree of a game: give the game, as in draw_tree(tree, game)")
    board = board_of(game)
    nodes = tuple(
        node if node.state == "stub" else node._replace(stones=spots(game, tree.key, board))
        for node, tree in zip(data.nodes, trees)
    )
    return data._replace(nodes=nodes, board=board)


def _placed(data: TreeData, shape: str | None) -> TreeData:
    """These data with the places of all nodes and the edges between them."""
    nodes, numbers = data.nodes, {node.id: number for number, node in enumerate(data.nodes)}
    size = (data.board.width, data.board.height + 4) if data.board else (0.0, 0.0)
    found = places(
        [numbers.get(node.parent, -1) for node in nodes],
        [node.ply for node in nodes],
        [node.text for node in nodes],
        [node.move for node in nodes],
        [node.state == "stub" for node in nodes],
        size,
        shape,
    )
    at = dict(zip(numbers, found.nodes))

    def drawn_edge(above: str, below: str, stub: bool) -> str:
        return (
            edge(found.shape, at[above], at[below], 0 if stub or found.shape != "down" else size[1] + ABOVE)
            if above
            else ""
        )

    return data._replace(
        nodes=tuple(
            node._replace(
                **{name: round(value, 1) for name, value in at[node.id]._asdict().items()},
                edge=drawn_edge(node.parent, node.id, node.state == "stub"),
            )
            for node in nodes
        ),
        joins=tuple(join._replace(edge=drawn_edge(join.above, join.below, False)) for join in data.joins),
        shape=found.shape,
        box=tuple(round(side, 1) for side in found.box),  # type: ignore[arg-type]  # four of them
        board=data.board if found.shape == "down" else None,
    )


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


ROOT = "/"


class DrawnNode(NamedTuple):
    """A node that is drawn, or a stub, for which `tree` is the node whose branches it stands for."""

    id: str
    parent: str
    ply: int
    tree: Tree[Any, Any]
    move: Any  # that leads to it; None for the root and for stubs
    state: str
    hidden: int = 0
    whole: bool = True  # whether all branches are listed
    line: bool = False


class Unfolded(NamedTuple):
    """What is drawn of a tree."""

    nodes: tuple[DrawnNode, ...]
    joins: tuple[Join, ...]


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


def unfolded_nodes(
    tree: Tree[Any, Any],
    line: Sequence[Any],
    fold: int,
    most: int,
    unfolded: Collection[str],
    joined: bool,
    only: Collection[str] | None = None,
) -> Unfolded:
    """The nodes that are drawn, ply by ply, each ply from left to right. No node is looked at for it.

    Of more than `fold` branches the first ones are drawn, that of the `line`, and a stub for the others, unless the
    node's id is in `unfolded`. Where `most` nodes are drawn, the nodes below are folded, and so are nodes whose ids are
    not in `only`, if that is given. With `joined` a node is drawn once; every other way to it becomes a join.
    """
    nodes: list[DrawnNode] = []
    joins: list[Join] = []
    ids = {tree: ROOT}
    ahead = deque([DrawnNode(ROOT, "", 0, tree, None, "open", line=bool(line))])
    while ahead:
        node = ahead.popleft()
        branches, all_listed = listed_so_far(node.tree) if node.state != "stub" else ((), False)
        if not branches:
            nodes.append(node._replace(state=_ended(node.tree)) if all_listed else node)
            continue
        room = most - len(nodes) - 1 - len(ahead)
        if len(branches) > fold and node.id not in unfolded:
            room = min(room, max(1, fold - 1))
        if only is not None and node.id not in only:
            room = 0
        step = line[node.ply] if node.line and node.ply < len(line) else UNKNOWN
        below = _below(node, branches, step)
        shown = _chosen(below, room)
        for branch in shown:
            if joined and branch.tree in ids:
                joins.append(Join(node.id, ids[branch.tree], branch.move, branch.line))
            else:
                ids[branch.tree] = branch.id
                ahead.append(branch)
        hidden = len(branches) - len(shown)
        state = "grown" if shown else "folded" if below else "open"
        nodes.append(node._replace(state=state, hidden=0 if shown else hidden))
        if shown and (hidden or not all_listed):
            ahead.append(_stub(node, hidden, all_listed))
    return _with_line(Unfolded(tuple(nodes), tuple(joins)), line) if joined else Unfolded(tuple(nodes), ())


def _with_line(drawn: Unfolded, line: Sequence[Any]) -> Unfolded:
    """What is drawn, with the edges marked that the line takes, also through joins."""
    after = {(node.parent, node.move): node.id for node in drawn.nodes if node.state != "stub"}
    after |= {(join.above, join.move): join.below for join in drawn.joins}
    here, taken = ROOT, set()
    for step in line:
        if (here, step) not in after:
            break
        taken.add((here, step))
        here = after[here, step]
    nodes = tuple(node._replace(line=node.line or (node.parent, node.move) in taken) for node in drawn.nodes)
    return Unfolded(nodes, tuple(join._replace(line=(join.above, join.move) in taken) for join in drawn.joins))


def _below(node: DrawnNode, branches: Sequence[tuple[Any, Tree[Any, Any] | None]], step: Any) -> list[DrawnNode]:
    """The branches of a node that have grown; `step` is the move of the line."""
    return [
        DrawnNode(f"{node.id.rstrip('/')}/{at}", node.id, node.ply + 1, sub, move, "open", line=bool(move == step))
        for at, (move, sub) in enumerate(branches)
        if sub is not None
    ]


def _chosen(branches: list[DrawnNode], room: int) -> list[DrawnNode]:
    """The first branches, as many as there is room for; the one on the line instead of the last, if it comes later."""
    first, on_line = branches[: max(room, 0)], [branch for branch in branches[max(room, 0) :] if branch.line]
    return first[:-1] + on_line if first and on_line else first


def _stub(node: DrawnNode, hidden: int, whole: bool) -> DrawnNode:
    id = f"{node.id.rstrip('/')}/+"
    return DrawnNode(id, node.id, node.ply + 1, node.tree, None, "stub", hidden, whole)


def _ended(tree: Tree[Any, Any]) -> str:
    return "over" if is_known_over(tree) else "leaf"


UNKNOWN = object()
"""Equal to no move."""
