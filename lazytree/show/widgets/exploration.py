"""A tree that is being explored, as a value: which nodes are unfolded, which one is looked at, what was found there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from lazytree.core.game import Game
from lazytree.core.stats import Stats
from lazytree.searching.deepening import Answer
from lazytree.show.tree_data import tree_data
from lazytree.show.tree_nodes import TreeData
from lazytree.show.tree_texts import number_text, turn_text
from lazytree.show.unfolding import ROOT, node_at
from lazytree.show.view import View, as_data, view_of
from lazytree.trees.looked import known_to_be_over
from lazytree.trees.tree import Tree

from .sitting import has_board
from .words import count_text, line_text

MOST = 400  # nodes that are drawn


class Exploration(NamedTuple):
    """A tree, and what is shown of it.

    `tree` is lazy and remembers what has been read of it; `stats`, made by whoever explores, counts that. `found` is
    what a search said of the node `sought`.
    """

    tree: Tree[Any, Any]
    game: Game[Any, Any] | None
    stats: Stats
    own: bool  # whether its labels are those of a rating of the game, so that a search needs no tree
    unfolded: frozenset[str] = frozenset()  # the ids of nodes of which all branches are drawn, however many
    at: str = ROOT  # the id of the node that is looked at
    searching: bool = False
    sought: str = ROOT
    found: Answer[Any] | None = None
    said: str = ""  # what went wrong


def chosen(here: Exploration, id: str) -> Exploration:
    """The exploration that looks at another node; of a stub at the node above. Nothing is unfolded."""
    return here._replace(at=node_above(id) if id.endswith("+") else id, said="")


def unfold(here: Exploration, id: str) -> Exploration:
    """The exploration with one ply more: all branches of a node are read, and what the tree says of each.

    Of a stub it is the node above, all of whose branches are drawn from now on.
    """
    open_up(node_at(here.tree, id))
    shown = chosen(here, id)
    return shown._replace(unfolded=shown.unfolded | {shown.at}) if id.endswith("+") else shown


def open_up(node: Tree[Any, Any]) -> None:
    """Reads a node's branches and their labels, and no more: what `tree_data` draws is what has been read."""
    for _, sub in node.branches:
        sub.label  # noqa: B018 - reading it is what is wanted


def node_above(id: str) -> str:
    """The id of the node above; the root's own for the root.

    >>> node_above("/3/0"), node_above("/3"), node_above("/3/+")
    ('/3', '/', '/3')
    """
    return id.rpartition("/")[0] or ROOT


def along_line(here: Exploration) -> Exploration:
    """The exploration with the line that was found unfolded, one ply at each of its nodes."""
    id = here.sought
    for move in here.found.line if here.found else ():
        node = node_at(here.tree, id)
        open_up(node)
        number = next((at for at, (branch, _) in enumerate(node.branches) if branch == move), None)
        if number is None:
            break
        id = f"{id.rstrip('/')}/{number}"
    return here._replace(at=id)


def data_of(here: Exploration) -> dict[str, Any]:
    """What a page shows of an exploration; `static/explore_widget.mjs` shows it."""
    node, game = node_at(here.tree, here.at), here.game
    return {
        "tree": drawn_of(here).json(),
        "at": here.at,
        "path": [_step(here, id) for id in _ways_to(here.at)],
        "board": as_data(_view(here, node)) if game and has_board(game) else None,
        "text": game.show(node.key) if game else "",
        "turn": "the game is over" if known_to_be_over(node) else turn_text(game, node.mover),
        "over": known_to_be_over(node),
        "looked": looked(here.stats),
        "searching": here.searching,
        "sought": here.sought,
        "found": None if here.found is None else _found(here, here.found),
        "said": here.said,
    }


def drawn_of(here: Exploration) -> TreeData:
    """What is drawn of the tree: with the line that was found, if there is one."""
    line = list(_best_line(here)) or None
    return tree_data(here.tree, here.game, unfolded=here.unfolded, line=line, most=MOST, shape="down", boards=False)


def looked(stats: Stats) -> str:
    """How much has been looked at, in words.

    >>> looked(Stats(grown=12_345, asked=17, rated=4))
    '12 thousand positions grown · moves listed in 17 · 4 ratings'
    """
    parts = [f"{count_text(stats.grown)} positions grown", f"moves listed in {count_text(stats.asked)}"]
    return " · ".join([*parts, f"{count_text(stats.rated)} ratings"])


def _view(here: Exploration, node: Tree[Any, Any]) -> View:
    game = here.game
    assert game is not None
    above, number = node_at(here.tree, node_above(here.at)), here.at.rpartition("/")[2]
    last = tuple(game.touched(above.key, above.branches[int(number)][0])) if number else ()
    return view_of(game, node.key, last=last)


def _ways_to(id: str) -> Iterator[str]:
    """The ids of the nodes from the root to this one."""
    parts = id.strip("/").split("/") if id != ROOT else []
    for plies in range(len(parts) + 1):
        yield ROOT + "/".join(parts[:plies])


def _step(here: Exploration, id: str) -> dict[str, str]:
    """A node on the way, and the move that leads to it."""
    if id == ROOT:
        return {"id": id, "move": ""}
    above = node_at(here.tree, node_above(id))
    move = above.branches[int(id.rpartition("/")[2])][0]
    return {"id": id, "move": here.game.format(above.key, move) if here.game else str(move)}


def _best_line(here: Exploration) -> Iterator[Any]:
    """The moves from the root to where was searched, and the line that was found there."""
    if here.found is None:
        return
    node = here.tree
    for number in filter(None, here.sought.split("/")):
        move, node = node.branches[int(number)]
        yield move
    yield from here.found.line


def _found(here: Exploration, answer: Answer[Any]) -> dict[str, Any]:
    """What a search said, in words."""
    node, value = node_at(here.tree, here.sought), answer.value
    worth = " · ".join(map(number_text, value)) if isinstance(value, tuple) else number_text(value)
    line = line_text(here.game, node.key, answer.line, 12)
    cost = f"{count_text(answer.seen)} positions seen in {answer.seconds:.2g} s, {answer.lane}"
    return {"depth": answer.depth, "value": worth, "line": line, "cost": cost}
