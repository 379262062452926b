"""What is shown of a tree, as data for a page: its nodes as far as they have been looked at, and their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import Game, a_game, a_position
from lazytree.core.layout import BLUE, DARK, LIGHT, RUST, Colour
from lazytree.core.mistakes import in_words
from lazytree.core.stopping import a_function
from lazytree.trees.labels import POSITIONS, labels_of
from lazytree.trees.looked import game_of
from lazytree.trees.tree import Tree, a_tree

from .known import NOTHING, best_line, known_values
from .tree_places import places
from .tree_texts import label_text, move_text, stub_text, title_of, value_text
from .unfolding import Drawn, unfolded_nodes

FOLD = 12  # branches of a node that are shown before the others are folded
MOST = 1000  # nodes that are shown
CHANCE_COLOUR = Colour("#80808c", "#ffffff")


class Shown(NamedTuple):
    """A node of a drawing, or a stub that stands for branches that are not drawn.

    `id` is the way from the root: "/" is the root, "/3/0" the first branch of its fourth; "/3/+" is the stub of "/3".
    It is the same in each drawing of a tree, and `node_at(tree, id)` finds the node.

    `state` is one of

    - "grown": some of its branches are drawn below it;
    - "open": nobody has asked for its branches;
    - "folded": branches of it have grown, but none is drawn, for want of room;
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
    hidden: int = 0  # of a stub and a folded node: how many branches it stands for, as far as they are listed
    whole: bool = True  # of a stub: whether all branches are listed, so that `hidden` is their number
    line: bool = False  # whether it lies on the principal variation
    shared: bool = False  # whether another node of the drawing is the same node: two ways lead to it
    title: str = ""  # all of it in words, for a tooltip and for screen readers
    x: float = 0.0  # its centre, in pixels
    y: float = 0.0
    width: float = 0.0  # of the node; 0: a dot


class Join(NamedTuple):
    """An edge to a node that is drawn elsewhere, in a drawing in which a node that is shared is drawn once."""

    above: str  # the id of the node that the edge leads from
    below: str
    move: str
    line: bool = False


class TreeData(NamedTuple):
    """What is shown of a tree: nodes, the root first and each after its parent; further edges; colours; the frame."""

    nodes: tuple[Shown, ...]
    joins: tuple[Join, ...]
    colours: tuple[Colour, ...]  # of the players' nodes, and last, as of player -1, of those of chance
    shape: str  # "down": the root is above; "round": it is in the middle
    box: tuple[float, float, float, float]  # left, top, width, height, in pixels
    title: str

    def json(self) -> dict[str, Any]:
        """The same as dicts, lists, texts and numbers, which `json.dumps` takes and `tree.mjs` draws.

        >>> from lazytree import make_tree
        >>> tree_data(make_tree(lambda: 3)).json()["nodes"][0]["state"]
        'open'
        """
        parts: dict[str, tuple[Any, ...]] = {"nodes": self.nodes, "joins": self.joins, "colours": self.colours}
        listed = {name: [part._asdict() for part in each] for name, each in parts.items()}
        return {**listed, "shape": self.shape, "box": list(self.box), "title": self.title}


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
    shape: str | None = None,
) -> TreeData:
    """What is shown of a tree, at any stage, as far as it has been looked at. Nothing is grown for it, no label read.

    Moves are written as `game` writes them, by default the game that the tree was grown of. In a node stands what is
    known of its value, seen by FIRST (see `known_values`), or `text(node)`. `line` are the moves of the principal
    variation, by default what is known of it. With `joined` a node to which several ways lead is drawn once. Of a node
    with more than `fold` branches only the first ones are shown, unless its id is in `unfolded`, and not more than
    `most` nodes in all. `shape` is "down", "round", or None, by the width of the tree.

    Raises: ValueError for what is no tree, no game or no position of the game, and if `fold` or `most` is less than 1.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim(heaps=(1, 2)))(nim(heaps=(1, 2)).start)
    >>> move, sub = tree.branches[0]
    >>> [(node.id, node.move, node.state, node.text) for node in tree_data(tree).nodes]
    [('/', '', 'grown', ''), ('/0', 'a-1', 'open', ''), ('/+', '', 'stub', '…')]
    """
    game = _checked(tree, game, text, fold, most, shape)
    known = {} if labels_of(tree) == POSITIONS else known_values(tree)
    steps = best_line(tree, known) if line is None else line
    drawn = unfolded_nodes(tree, steps, fold, most, unfolded, joined)
    ways = Counter(node.tree for node in drawn.nodes if node.state != "stub")
    ways.update(join.tree for join in drawn.joins)
    by_id = {node.id: node for node in drawn.nodes}

    def shown(node: Drawn) -> Shown:
        above = by_id.get(node.parent)
        if node.state == "stub":
            move, words = "", stub_text(node.hidden, node.whole)
            title = f"{words}: branches that are not drawn"
        else:
            move = "" if above is None else move_text(game, above.tree, node.move)
            words = text(node.tree) if text else value_text(known.get(node.tree, NOTHING)) or label_text(node.tree)
            title = title_of(game, node.tree.mover, move, words, node.state)
        return Shown(
            *(node.id, node.parent, node.ply, node.tree.mover, move, words, node.state),
            hidden=node.hidden,
            whole=node.whole,
            line=node.line,
            shared=ways[node.tree] > 1,
            title=title,
        )

    nodes = [shown(node) for node in drawn.nodes]
    joins = tuple(Join(j.above, j.below, move_text(game, by_id[j.above].tree, j.move), j.line) for j in drawn.joins)
    return _placed(nodes, joins, shape, game)


def _checked(
    tree: Tree[Any, Any],
    game: Game[Any, Any] | None,
    text: Callable[[Tree[Any, Any]], str] | None,
    fold: int,
    most: int,
    shape: str | None,
) -> Game[Any, Any] | None:
    """The game whose notation is used. Raises ValueError for an argument that cannot be drawn."""
    a_tree(tree, "draw_tree")
    a_function("text", text)
    at_least("fold", fold, 1)
    at_least("most", most, 1)
    if shape not in (None, "down", "round"):
        raise ValueError(f'the shape of a tree is "down", "round" or None, not {in_words(shape)}')
    if game is None:
        return game_of(tree)
    a_game(game)
    a_position(game, tree.key)
    return game


def _placed(
    nodes: Sequence[Shown], joins: tuple[Join, ...], shape: str | None, game: Game[Any, Any] | None
) -> TreeData:
    numbers = {node.id: number for number, node in enumerate(nodes)}
    found = places(
        [numbers.get(node.parent, -1) for node in nodes],
        [node.ply for node in nodes],
        [node.text for node in nodes],
        [node.move for node in nodes],
        shape,
    )
    stand = tuple(
        node._replace(x=round(at.x, 1), y=round(at.y, 1), width=at.width) for node, at in zip(nodes, found.nodes)
    )
    colours = (DARK, LIGHT, RUST, BLUE) if game is None or game.layout is None else game.layout.colours
    return TreeData(stand, joins, (*colours, CHANCE_COLOUR), found.shape, found.box, _title(nodes, game))


def _title(nodes: Sequence[Shown], game: Game[Any, Any] | None) -> str:
    """The drawing in words."""
    count = sum(node.state != "stub" for node in nodes)
    root = nodes[0]
    line = ", ".join(node.move for node in nodes if node.line and node.move)
    parts = [
        f"A game tree{f' of {game.name}' if game else ''}: {count} {'node' if count == 1 else 'nodes'} drawn",
        root.title,
        f"best line: {line}" if line else "",
    ]
    return "; ".join(part for part in parts if part)
