"""Which nodes of a tree are drawn: those that have been looked at, ply by ply, wide nodes folded."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from lazytree.trees.read_so_far import is_known_over, listed_so_far
from lazytree.trees.tree import Tree

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


class JoinedBranch(NamedTuple):
    """A branch whose node is drawn elsewhere."""

    above: str
    below: str
    tree: Tree[Any, Any]  # the node above
    move: Any
    line: bool


class Unfolded(NamedTuple):
    """What is drawn of a tree."""

    nodes: tuple[DrawnNode, ...]
    joins: tuple[JoinedBranch, ...]


def node_at(tree: Tree[Any, Any], id: str) -> Tree[Any, Any]:
    """The node of a tree that a drawing calls so; of a stub the node above it. Nodes on the way are grown, no others.

    Raises: ValueError if the tree has no such node.

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
    joins: list[JoinedBranch] = []
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
                joins.append(JoinedBranch(node.id, ids[branch.tree], node.tree, branch.move, branch.line))
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
