"""Stages: functions from tree to tree, to be piped. They look at nothing until somebody looks at what they made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, SECOND, M
from lazytree.trees.branches import NONE, Branches, Lift, Lifted, Listed
from lazytree.trees.tree import A, Tree, stage, unrated


def _label(node: Tree[A, M]) -> A:
    return node.label


def prune(depth: int, unless: Callable[[Any], bool] | None = None) -> Callable[[Tree[A, M]], Tree[A, M]]:
    """The tree cut `depth` plies down; where `unless` holds of the position (its key), it goes on past the cut.

    With `unless=sharp` it is quiescence: a line is not left in the middle of an exchange.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = prune(1)(grow(nim())(nim().start))
    >>> len(tree.branches), len(tree.branches[0][1].branches), tree.branches[0][1].over
    (12, 0, False)
    """
    at_least("depth", depth, 0)

    def pruned(tree: Tree[A, M]) -> Tree[A, M]:
        def below_cut(node: Tree[A, M], lift: Lift[M, A]) -> Branches[A, M]:
            return Lifted(node.branches, lift) if unless is not None and unless(node.key) else NONE

        level = stage(_label, below_cut, context=(0,))
        for left in range(1, depth + 1):
            level = _one_ply_over(level, left)
        return level(tree)

    return pruned


def _one_ply_over(below: Lift[M, A], left: int) -> Lift[M, A]:
    return stage(_label, lambda node, lift: Lifted(node.branches, below), context=(left,))


def narrow(n: int) -> Callable[[Tree[A, M]], Tree[A, M]]:
    """The tree with only the first `n` branches of each node (all of them where chance moves); see `highfirst`.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> len(narrow(2)(grow(nim())(nim().start)).branches)
    2
    """
    at_least("n", n, 1)

    def first_ones(node: Tree[A, M], lift: Lift[M, A]) -> Branches[A, M]:
        kept = node.branches if node.mover == CHANCE else Listed(tuple(islice(node.branches, n)))
        return Lifted(kept, lift)

    def narrowed(tree: Tree[A, M]) -> Tree[A, M]:
        lift: Lift[M, A] = stage(_label, first_ones, context=("narrow", n))
        return lift(tree)

    return narrowed


def highfirst(by: Callable[[Any], float] | None = None) -> Callable[[Tree[A, M]], Tree[A, M]]:
    """The tree with the branches of each node sorted, those that promise most to its mover first (Hughes' highfirst).

    A branch promises its label (a number seen by FIRST; with more players a number each), or `by(position)` if given.
    Ties keep their order; so does chance. Only the order changes: no value does.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = highfirst(by=lambda position: -sum(position.heaps))(grow(nim())(nim().start))
    >>> tree.branches[0][0]
    Take(heap=2, pieces=5)
    """

    def promise(mover: int, sub: Tree[Any, M]) -> float:
        label = sub.label if by is None else by(sub.key)
        if label is sub.key and not isinstance(label, int | float):
            raise unrated("highfirst()")
        hers: float = label[mover] if isinstance(label, tuple) else label if mover == FIRST else -label
        return -hers

    def ordered(node: Tree[A, M], lift: Lift[M, A]) -> Branches[A, M]:
        if node.mover == CHANCE:
            return Lifted(node.branches, lift)
        return Lifted(Listed(sorted(node.branches, key=lambda branch: promise(node.mover, branch[1]))), lift)

    def sorted_tree(tree: Tree[A, M]) -> Tree[A, M]:
        lift: Lift[M, A] = stage(_label, ordered)
        return lift(tree)

    return sorted_tree


def paranoid(player: int) -> Callable[[Tree[tuple[float, ...], M]], Tree[float, M]]:
    """A tree of many players as one of two: `player` is FIRST, all the others are SECOND and mean him ill.

    The labels are his numbers. Source: Sturtevant and Korf, On pruning techniques for multi-player games (2000).
    """

    def side(node: Tree[tuple[float, ...], M]) -> int:
        return CHANCE if node.mover == CHANCE else FIRST if node.mover == player else SECOND

    def his(node: Tree[tuple[float, ...], M]) -> float:
        return node.label[player]

    def for_two(tree: Tree[tuple[float, ...], M]) -> Tree[float, M]:
        lift: Lift[M, float] = stage(his, mover=side, context=("paranoid", player))
        return lift(tree)

    return for_two
