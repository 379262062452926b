"""A tree that is being explored, as a value: which nodes are unfolded, which one is looked at, what was found there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, TypedDict

from lazytree.core.game import CHANCE, Game
from lazytree.core.stats import Stats
from lazytree.core.values import one_ply_before, seen_by
from lazytree.searching.deepening import Answer
from lazytree.show.known_values import Known, best_line, known_values, update_known_values
from lazytree.show.text_boards import is_drawn, with_text_board
from lazytree.show.tree_texts import number_text, turn_text
from lazytree.show.trees import ROOT, TreeData, node_at, tree_data
from lazytree.show.view import BoardView, as_data, view_of
from lazytree.trees.read_so_far import is_known_over
from lazytree.trees.tree import Tree

from .words import count_text, line_text

Data = dict[str, Any]
Board = Annotated[Data, "import('./board.mjs').View"]  # that of show/view.py
TreeDrawing = Annotated[Data, "import('./tree.mjs').TreeData"]  # that of show/trees.py
"""Data that other modules declare, with their types in the front end."""

MOST, FEW = 400, 60  # nodes that are drawn, and of a tree that has grown before
AT_FIRST = 1_000  # ratings after which no more of a best line is unfolded at first
MANY = 2_000  # nodes; of fewer all values are worked out again when one is looked at


class Exploration(NamedTuple):
    """A tree, and what is shown of it.

    `tree` is lazy and remembers what has been read of it; `stats`, made by the caller, counts that. `found` is
    what a search said of the node `sought`.
    """

    tree: Tree[Any, Any]
    game: Game[Any, Any] | None
    stats: Stats
    own: bool  # whether its labels are those of a rating of the game, so that a search needs no tree
    known: Mapping[Tree[Any, Any], Known]  # what is known of values
    open: frozenset[str] = frozenset()  # the ids of nodes whose branches are drawn,
    wide: frozenset[str] = frozenset()  # and of those of which all are, however many
    line: tuple[Any, ...] = ()  # the best line as far as is known, until something is found
    at: str = ROOT  # the id of the node that is looked at
    searching: bool = False
    sought: str = ROOT
    found: Answer[Any] | None = None
    said: str = ""  # what went wrong


def new_exploration(tree: Tree[Any, Any], stats: Stats, own: bool) -> Exploration:
    """The exploration of a tree as far as it has been looked at: its best line is unfolded, or all that fits."""
    known = known_values(tree)
    line = tuple(best_line(tree, known))
    drawn = tree_data(tree, line=line, most=FEW, boards=False, known=known).nodes
    unfolded = frozenset(node.id for node in drawn if node.state == "grown" and (node.line or not line))
    return Exploration(tree, tree.game, stats, own, known, unfolded)


def unfold_best_line(here: Exploration, plies: int) -> Exploration:
    """The exploration that looks at the root, unfolded along its best line, `plies` deep.

    The line ends where the game does, and where chance moves. It goes where ratings lead: its last node is looked at,
    one ply, until they lead elsewhere no more, or many positions have been rated.

    >>> from lazytree import Stats, grow, rate
    >>> from lazytree.games import nim
    >>> tree = rate(nim(), lambda position: 0)(grow(nim())(nim().start))
    >>> unfold_best_line(new_exploration(tree, Stats(), own=True), 1).line
    (Take(heap=0, pieces=1),)
    """
    while True:
        _, ids, line = _leading(here, ROOT, here.tree)
        last = node_at(here.tree, ids[-1])
        if len(line) >= plies or here.stats.rated > AT_FIRST or last.over or last.mover == CHANCE:
            return here._replace(open=frozenset(ids[:-1]), line=line, at=ROOT)
        here = unfold(here, ids[-1])


def _leading(here: Exploration, id: str, node: Tree[Any, Any]) -> tuple[Any, list[str], tuple[Any, ...]]:
    """The value of a node by the ratings of what is unfolded below; the ids on its best line, itself too; its moves."""
    if id not in here.open or node.over or node.mover == CHANCE:
        return node.label, [id], ()
    ways = (_leading(here, f"{id.rstrip('/')}/{at}", sub) for at, (_, sub) in enumerate(node.branches))
    found = [(one_ply_before(value), ids, (move, *line)) for (value, ids, line), (move, _) in zip(ways, node.branches)]
    value, ids, line = max(found, key=lambda way: seen_by(node.mover, way[0]))
    return value, [id, *ids], line


def choose_node(here: Exploration, id: str) -> Exploration:
    """The exploration that looks at another node; of a stub at the node above. Nothing is unfolded."""
    return here._replace(at=node_above(id) if id.endswith("+") else id, said="")


def unfold(here: Exploration, id: str) -> Exploration:
    """The exploration with one ply more: all branches of a node are read, and what the tree says of each.

    Of a stub it is the node above, all of whose branches are drawn from now on.
    """
    shown = choose_node(here, id)
    wide = shown.wide | {shown.at} if id.endswith("+") else shown.wide
    return shown._replace(wide=wide, open=shown.open | {shown.at}, known=look_at(shown, shown.at))


def fold(here: Exploration, id: str) -> Exploration:
    """The exploration in which the branches of a node are no longer drawn. They stay grown."""
    return choose_node(here, id)._replace(open=here.open - {id}, wide=here.wide - {id})


def look_at(here: Exploration, id: str) -> Mapping[Tree[Any, Any], Known]:
    """What is known of values when a node's branches and their labels have been read; no others are."""
    nodes = [node_at(here.tree, each) for each in ways_to(id)]
    below = [sub for _, sub in nodes[-1].branches]
    for sub in below:
        sub.label  # noqa: B018 - what has been read is drawn, and known
        if sub.over:
            len(sub.branches)  # none: that the game ends there is known now
    if len(here.known) < MANY:
        return known_values(here.tree)
    return update_known_values(here.known, [*below, *reversed(nodes)])


def node_above(id: str) -> str:
    """The id of the node above; the root's own for the root.

    >>> node_above("/3/0"), node_above("/3"), node_above("/3/+")
    ('/3', '/', '/3')
    """
    return id.rpartition("/")[0] or ROOT


def ways_to(id: str) -> list[str]:
    """The ids of the nodes from the root to this one.

    >>> ways_to("/3/0"), ways_to("/")
    (['/', '/3', '/3/0'], ['/'])
    """
    parts = list(filter(None, id.split("/")))
    return [ROOT + "/".join(parts[:plies]) for plies in range(len(parts) + 1)]


def along_line(here: Exploration) -> Exploration:
    """The exploration with the line that was found unfolded, one ply at each of its nodes."""
    here = choose_node(here, here.sought)
    for move in here.found.line if here.found else ():
        here = unfold(here, here.at)
        branches = node_at(here.tree, here.at).branches
        number = next((at for at, (branch, _) in enumerate(branches) if branch == move), None)
        if number is None:
            break
        here = choose_node(here, f"{here.at.rstrip('/')}/{number}")
    return here


class StepView(TypedDict):
    """A node on the way to another, and the move that leads to it; empty: the root."""

    id: str
    move: str


class FoundView(TypedDict):
    """What a search has found, in words, at a depth in plies."""

    depth: int
    value: str
    line: str
    cost: str


class ExplorationView(TypedDict):
    """What a page shows of an exploration."""

    tree: TreeDrawing
    at: str
    path: list[StepView]
    board: Board | None
    text: str
    turn: str
    over: bool
    looked: str
    searching: bool
    found: FoundView | None
    said: str


def data_of(here: Exploration) -> ExplorationView:
    """What a page shows of an exploration; `static/explore_widget.mjs` shows it."""
    node, game = node_at(here.tree, here.at), with_text_board(here.game) if here.game else None
    return {
        "tree": drawn_of(here).json(),
        "at": here.at,
        "path": [_step(here, id) for id in ways_to(here.at)],
        "board": as_data(_view(game, here, node)) if game and is_drawn(game, node.key) else None,
        "text": game.show(node.key) if game else "",
        "turn": "the game is over" if is_known_over(node) else turn_text(game, node.mover),
        "over": is_known_over(node),
        "looked": looked_text(here.stats),
        "searching": here.searching,
        "found": None if here.found is None else _found(here, here.found),
        "said": here.said,
    }


def drawn_of(here: Exploration) -> TreeData:
    """What is drawn of the tree: with the line that was found, if there is one."""
    return tree_data(
        here.tree,
        here.game,
        line=list(_best_line(here)) or None,
        unfolded=here.wide,
        only=here.open,
        most=MOST,
        shape="down",
        boards=False,
        known=here.known,
    )


def looked_text(stats: Stats) -> str:
    """How much has been looked at, in words.

    >>> looked_text(Stats(grown=12_345, expanded=17, rated=4))
    '12 thousand positions grown · moves listed in 17 · 4 ratings'
    """
    parts = [f"{count_text(stats.grown)} positions grown", f"moves listed in {count_text(stats.expanded)}"]
    return " · ".join([*parts, f"{count_text(stats.rated)} ratings"])


def _view(game: Game[Any, Any], here: Exploration, node: Tree[Any, Any]) -> BoardView:
    above, number = node_at(here.tree, node_above(here.at)), here.at.rpartition("/")[2]
    last = tuple(game.touched(above.key, above.branches[int(number)][0])) if number else ()
    return view_of(game, node.key, last=last)


def _step(here: Exploration, id: str) -> StepView:
    if id == ROOT:
        return {"id": id, "move": ""}
    above = node_at(here.tree, node_above(id))
    move = above.branches[int(id.rpartition("/")[2])][0]
    return {"id": id, "move": here.game.format(above.key, move) if here.game else str(move)}


def _best_line(here: Exploration) -> Iterator[Any]:
    """The moves from the root to where was searched, and the line that was found there; or what was known before."""
    if here.found is None:
        yield from here.line
        return
    node = here.tree
    for number in filter(None, here.sought.split("/")):
        move, node = node.branches[int(number)]
        yield move
    yield from here.found.line


def _found(here: Exploration, answer: Answer[Any]) -> FoundView:
    node, value = node_at(here.tree, here.sought), answer.value
    worth = " · ".join(map(number_text, value)) if isinstance(value, tuple) else number_text(value)
    line = line_text(here.game, node.key, answer.line, 12)
    cost = f"{count_text(answer.nodes)} positions seen in {answer.seconds:.2g} s, {answer.lane}"
    return {"depth": answer.depth, "value": worth, "line": line, "cost": cost}
