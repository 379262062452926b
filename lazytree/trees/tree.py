"""The tree: an immutable value that is unfolded only as far as somebody looks, and nowhere twice.

A node knows its origin and its making: the functions, shared by all nodes of one stage, that answer what its label
and its branches are. Answers are remembered in the node. Equal positions share one node, so a tree is a DAG in memory
and a tree to every reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from lazytree.core.game import CHANCE, FIRST, M
from lazytree.trees.branches import Branches, Lift, Lifted, Listed
from lazytree.trees.lazy import GROWING, Recursion, lazy_sequence, quiet, unrolled

A = TypeVar("A")
B = TypeVar("B")

UNMADE: Any = object()


class Tree(Generic[A, M]):
    """A node: its label, whose turn it is, and its (move, subtree) branches, each made when first looked at."""

    __slots__ = ("_branches", "_key", "_label", "_making", "mover", "origin")

    def __init__(self, making: Making[A, M], origin: Any, mover: int, key: Any = UNMADE) -> None:
        self._making, self.origin = making, origin
        self.mover = mover
        self._key: Any = key
        self._label: A = UNMADE
        self._branches: Branches[A, M] = UNMADE

    @property
    def key(self) -> Any:
        """The position: what tables are keyed by, at every stage."""
        if self._key is UNMADE:
            self._key = self._making.key(self)
        return self._key

    @property
    def label(self) -> A:
        """What this stage says of the position: the position itself, or its rating, or what `maptree` made of it."""
        if self._label is UNMADE:
            self._label = self._making.label(self)
        return self._label

    @property
    def over(self) -> bool:
        """Whether the game has ended here. A leaf that was pruned has no branches, but is not over."""
        return self._making.over(self)

    @property
    def branches(self) -> Branches[A, M]:
        """The (move, subtree) pairs, a lazy sequence: reading the first grows only the first."""
        if self._branches is UNMADE:
            self._branches = self._making.branches(self)
        return self._branches

    @property
    def context(self) -> tuple[object, ...]:
        """What decides, beside the key, what lies below: the plies left before a cut, and the like."""
        before = self.origin.context if isinstance(self.origin, Tree) else ()
        return self._making.context + before

    def odds(self, move: M) -> int:
        """The weight of a move at a chance node: its probability is weight / sum of weights."""
        return self._making.odds(self, move)

    def __repr__(self) -> str:
        turn = "chance" if self.mover == CHANCE else f"player {self.mover}"
        label = "not looked at" if self._label is UNMADE else repr(self._label)
        return f"<Tree: {turn} to move, label {label}>"


class Making(NamedTuple, Generic[A, M]):
    """The questions that a node answers, each a function of the node."""

    label: Callable[[Tree[A, M]], A]
    over: Callable[[Tree[A, M]], bool]
    branches: Callable[[Tree[A, M]], Branches[A, M]]  # if threads may not make them twice: `once`
    odds: Callable[[Tree[A, M], M], int]
    key: Callable[[Tree[A, M]], Any]
    context: tuple[object, ...] = ()


def once(
    make: Callable[[Tree[A, M]], Branches[A, M]],
) -> Callable[[Tree[A, M]], Branches[A, M]]:
    """The branches of a node, made by one thread only."""

    def made(node: Tree[A, M]) -> Branches[A, M]:
        with GROWING:
            if node._branches is UNMADE:  # no other thread was faster
                node._branches = make(node)
            return node._branches

    return made


def stage(
    label: Callable[[Tree[A, M]], B],
    branches: Callable[[Tree[A, M], Lift[M, B]], Branches[B, M]] | None = None,
    mover: Callable[[Tree[A, M]], int] | None = None,
    context: tuple[object, ...] = (),
) -> Lift[M, B]:
    """A function from tree to tree that makes every node anew, once: what `maptree`, `prune` and others are made of.

    `label(node)` and `branches(node, lift)` are asked of the node of the stage before; `lift` takes a subtree up to
    this stage (None: all branches, lifted). The key, the odds and whether the game is over stay. A stage whose nodes
    have other branches than the position says must name in `context` what decides it: a `Table` tells nodes apart by
    key and context.
    """
    making: Making[B, M] = Making(
        label=lambda node: label(node.origin),
        over=lambda node: node.origin.over,
        branches=once(lambda node: branches(node.origin, lift) if branches else Lifted(node.origin.branches, lift)),
        odds=lambda node, move: node.origin.odds(move),
        key=lambda node: node.origin.key,
        context=context,
    )

    lift: Lift[M, B] = _NodesOfStage(making, mover)
    return lift


class _NodesOfStage(Lift[M, B]):
    """The nodes of a stage by the nodes that they are made of, made when they are first asked for."""

    __slots__ = ("_making", "_mover")

    def __init__(self, making: Making[B, M], mover: Callable[[Tree[Any, M]], int] | None) -> None:
        self._making, self._mover = making, mover

    def __missing__(self, node: Tree[Any, M]) -> Tree[B, M]:
        mover = node.mover if self._mover is None else self._mover(node)
        return self.setdefault(node, Tree(self._making, node, mover, node._key))


def unrated(what: str) -> ValueError:
    """What is raised where a tree's labels are not the numbers that are needed."""
    return ValueError(f"the labels of this tree are no numbers: put rate(game, rating) before {what}")


def first_leaf(tree: Tree[A, M]) -> Tree[A, M]:
    """The leaf under the first branch of the first branch, and so on."""
    while tree.branches:
        tree = tree.branches[0][1]
    return tree


@contextmanager
def numbers_needed(tree: Tree[Any, Any], what: str) -> Iterator[None]:
    """Inside, a TypeError that comes of labels that are no numbers says how to get some."""
    try:
        yield
    except TypeError as error:
        if not isinstance(first_leaf(tree).label, int | float | Fraction):
            raise unrated(what) from error
        raise


def make_tree(
    label: Callable[[], A],
    mover: int = FIRST,
    branches: Iterable[tuple[M, Tree[A, M]]] = (),
    over: Callable[[], bool] | None = None,
    odds: Callable[[M], int] = lambda move: 1,
) -> Tree[A, M]:
    """A tree made by hand; `label` and `branches` are asked when somebody looks. A leaf is over unless told otherwise.

    >>> leaves = [(move, make_tree(lambda move=move: move)) for move in (3, 5)]
    >>> make_tree(lambda: 0, FIRST, leaves).branches[1][1].label
    5
    """
    making: Making[A, M] = Making(
        label=lambda node: label(),
        over=lambda node: over() if over else not node.branches,
        branches=once(lambda node: Listed(lazy_sequence(branches))),
        odds=lambda node, move: odds(move),
        key=lambda node: node,
    )
    return Tree(making, None, mover)


def maptree(f: Callable[[A], B]) -> Callable[[Tree[A, M]], Tree[B, M]]:
    """The same tree with `f` applied to each label, when the label is looked at, once.

    >>> maptree(lambda label: label + 1)(make_tree(lambda: 1)).label
    2
    """

    def mapped(tree: Tree[A, M]) -> Tree[B, M]:
        to_label: Callable[[Tree[A, M]], B] = lambda node: f(node.label)  # noqa: E731
        return stage(to_label)(tree)

    return mapped


def foldtree(f: Callable[[A, Sequence[B]], B]) -> Callable[[Tree[A, M]], B]:
    """What a tree comes to: `f` of its label and of what its branches come to, worked out once for each shared node.

    >>> size = foldtree(lambda label, sizes: 1 + sum(sizes))
    >>> size(make_tree(lambda: 0, FIRST, [(1, make_tree(lambda: 0)), (2, make_tree(lambda: 0))]))
    3
    """

    def folded(tree: Tree[A, M]) -> B:
        known: dict[Tree[A, M], B] = {}

        def fold(node: Tree[A, M]) -> Recursion[B]:
            parts: list[B] = []
            for _, sub in node.branches:
                if sub not in known:
                    known[sub] = yield fold(sub)
                parts.append(known[sub])
            return f(node.label, parts)

        with quiet():
            return unrolled(fold(tree))

    return folded
