"""Which nodes of a tree are drawn: those that have been looked at, ply by ply, wide nodes folded."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from lazytree.trees.looked import known_to_be_over, listed_so_far
from lazytree.trees.tree import Tree

ROOT = "/"


class Drawn(NamedTuple):
    """A node that is drawn, or a stub, for which `tree` is the node whose branches it stands for."""

    id: str
    parent: str
    ply: int
    tree: Tree[Any, Any]
    move: Any  # that leads to it; None for the root and for stubs
    state: str
    hidden: int = 0
    whole: bool = True
    line: bool = False


class Joined(NamedTuple):
    """A branch whose node is drawn elsewhere."""

    above: str
    below: str
    tree: Tree[Any, Any]  # the node above
    move: Any
    line: bool


class Unfolded(NamedTuple):
    """What is drawn of a tree."""

    nodes: tuple[Drawn, ...]
    joins: tuple[Joined, ...]


def node_at(tree: Tree[Any, Any], id: str) -> Tree[Any, Any]:
    """The node of a tree that a drawing calls so; of a stub the node above it. Nodes on the way are grown, no others.

    Raises ValueError if the tree has no such node.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> node_at(grow(game)(game.start), "/2/0").label.heaps
    pvector([0, 0])
    """
    for step in id.removesuffix("+").strip("/").split("/"):
        if step:
            try:
                tree = tree.branches[int(step)][1]
            except (ValueError, IndexError):
                raise ValueError(f"there is no node {id!r} in this tree: ids are those of a drawing of it") from None
    return tree


def unfolded_nodes(
    tree: Tree[Any, Any], line: Iterable[Any], fold: int, most: int, unfolded: Collection[str], joined: bool
) -> Unfolded:
    """The nodes that are drawn, each ply from left to right, the root first. No node is looked at for it.

    Of more than `fold` branches the first ones are drawn, that of the `line`, and a stub for the others, unless the
    node's id is in `unfolded`. Where `most` nodes are drawn, the nodes below are folded. With `joined` a node is drawn
    once; every other way to it becomes a join.
    """
    nodes: list[Drawn] = []
    joins: list[Joined] = []
    ids = {tree: ROOT}
    steps = tuple(line)
    ahead = deque([Drawn(ROOT, "", 0, tree, None, "open", line=True)])
    count = 1
    while ahead:
        node = ahead.popleft()
        branches, all_listed = listed_so_far(node.tree)
        if node.state == "stub" or not branches:
            nodes.append(node if node.state == "stub" or not all_listed else node._replace(state=_ended(node.tree)))
            continue
        looked = [(at, move, sub) for at, (move, sub) in enumerate(branches) if sub is not None]
        next_step = steps[node.ply] if node.line and node.ply < len(steps) else UNKNOWN
        room = most - count
        many = room if node.id in unfolded else min(room, fold if len(branches) <= fold else max(1, fold - 1))
        shown = _chosen(looked, many, next_step)
        drawn = 0
        for at, move, sub in shown:
            id = f"{node.id.rstrip('/')}/{at}"
            on_line = node.line and move == next_step
            drawn += 1
            if joined and sub in ids:
                joins.append(Joined(node.id, ids[sub], node.tree, move, on_line))
                continue
            ids[sub] = id
            count += 1
            ahead.append(Drawn(id, node.id, node.ply + 1, sub, move, "open", line=on_line))
        hidden = len(branches) - drawn
        if not drawn:
            nodes.append(node._replace(state="folded", hidden=hidden, whole=all_listed))
            continue
        nodes.append(node._replace(state="grown"))
        if hidden or not all_listed:
            stub = f"{node.id.rstrip('/')}/+"
            ahead.append(Drawn(stub, node.id, node.ply + 1, node.tree, None, "stub", hidden, all_listed))
    return Unfolded(tuple(nodes), tuple(joins))


UNKNOWN = object()
"""Equal to no move."""


def _ended(tree: Tree[Any, Any]) -> str:
    return "over" if known_to_be_over(tree) else "leaf"


def _chosen(looked: list[tuple[int, Any, Any]], many: int, step: Any) -> list[tuple[int, Any, Any]]:
    """The first `many` of the branches; the one on the line instead of the last, if it is not among them."""
    shown = looked[:many]
    on_line = [branch for branch in looked[many:] if branch[1] == step]
    return shown[: many - 1] + on_line if shown and on_line else shown
