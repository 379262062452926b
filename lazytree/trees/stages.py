"""Stages: functions from tree to tree, to be composed. They read nothing before the tree that they return is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, SECOND, M
from lazytree.core.stopping import require_function
from lazytree.trees.branches import NONE, Branches, Lift, Lifted, Listed
from lazytree.trees.labels import (
    KEPT,
    NUMBERS,
    missing_number_error,
    require_numbers_for_each,
    require_rating_value,
    require_sortable,
    unrated_error,
)
from lazytree.trees.tree import A, Tree, require_stage_arguments, require_tree, stage


def _label(node: Tree[A, M]) -> A:
    return node.label


def prune(depth: int, unless: Callable[[Any], bool] | None = None) -> Callable[[Tree[A, M]], Tree[A, M]]:
    """The stage that cuts a tree `depth` plies below its root; past the cut it goes on where `unless(position)` holds.

    `unless` is a predicate of positions for quiescence: true where a line must not end, as within an exchange.
    A node at the cut has no branches but keeps `over`. Raises ValueError unless `depth` is an int from 0 up.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = prune(1)(grow(nim())(nim().start))
    >>> len(tree.branches), len(tree.branches[0][1].branches), tree.branches[0][1].over
    (12, 0, False)
    """
    require_stage_arguments(depth, "prune(depth)")
    at_least("depth", depth, 0)
    require_function("unless", unless)

    def pruned(tree: Tree[A, M]) -> Tree[A, M]:
        require_tree(tree, f"prune({depth})")

        def below_cut(node: Tree[A, M], lift: Lift[M, A]) -> Branches[A, M]:
            return Lifted(node.branches, lift) if unless is not None and unless(node.key) else NONE

        @cache  # a level is made when the branches above it are read, so that a depth may be as large as one likes
        def level(left: int) -> Lift[M, A]:
            if not left:
                return stage(_label, below_cut, context=(0,), labels=KEPT)
            return stage(
                _label, lambda node, lift: Lifted(node.branches, level(left - 1)), context=(left,), labels=KEPT
            )

        return level(depth)(tree)

    return pruned


def narrow(n: int) -> Callable[[Tree[A, M]], Tree[A, M]]:
    """The stage that keeps the first `n` branches of each node, and all of them where chance moves (a beam search).

    After `highfirst` these are the `n` most promising ones. Raises ValueError unless `n` is an int from 1 up.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> len(narrow(2)(grow(nim())(nim().start)).branches)
    2
    """
    require_stage_arguments(n, "narrow(n)")
    at_least("n", n, 1)

    def first_ones(node: Tree[A, M], lift: Lift[M, A]) -> Branches[A, M]:
        kept = node.branches if node.mover == CHANCE else Listed(tuple(islice(node.branches, n)))
        return Lifted(kept, lift)

    def narrowed(tree: Tree[A, M]) -> Tree[A, M]:
        lift: Lift[M, A] = stage(_label, first_ones, context=("narrow", n), labels=KEPT)
        return lift(require_tree(tree, f"narrow({n})"))

    return narrowed


def highfirst(by: Callable[[Any], float] | None = None) -> Callable[[Tree[A, M]], Tree[A, M]]:
    """The stage that sorts the branches of each node, the most promising for its mover first.

    A branch is sorted by its label (a number seen by FIRST, or for more players a number for each), or by
    `by(position)`, seen by FIRST, if given. Equal branches keep their order, and so do the branches of chance. No value
    changes, but alpha-beta sees fewer positions. Raises ValueError for a tree that has not been rated, unless `by` is
    given, and, when branches are read, if what they are sorted by is no number.

    Source: Hughes, Why functional programming matters (1989).

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = highfirst(by=lambda position: -sum(position.heaps))(grow(nim())(nim().start))
    >>> tree.branches[0][0]
    Take(heap=2, pieces=5)
    """
    require_stage_arguments(by, "highfirst()")
    require_function("by", by)

    def promise(mover: int, sub: Tree[Any, M]) -> float:
        label = sub.label if by is None else require_rating_value(by, by(sub.key), sub.key)
        try:
            seen_by_mover: float = label[mover] if isinstance(label, tuple) else label if mover == FIRST else -label
            return -seen_by_mover
        except TypeError:
            raise unrated_error("highfirst()") from None

    def ordered(node: Tree[A, M], lift: Lift[M, A]) -> Branches[A, M]:
        if node.mover == CHANCE:
            return Lifted(node.branches, lift)
        return Lifted(Listed(sorted(node.branches, key=lambda branch: promise(node.mover, branch[1]))), lift)

    def sorted_tree(tree: Tree[A, M]) -> Tree[A, M]:
        if by is None:
            require_sortable(tree, "highfirst()")
        lift: Lift[M, A] = stage(_label, ordered, labels=KEPT)
        return lift(require_tree(tree, "highfirst(by)"))

    return sorted_tree


def paranoid(player: int) -> Callable[[Tree[tuple[float, ...], M]], Tree[float, M]]:
    """The stage that makes a tree of more players one of two: `player` is FIRST, all others are SECOND.

    A label becomes its number for `player`; the tree before must be labelled by `rate_each`. Chance stays chance.

    Source: Sturtevant and Korf, On pruning techniques for multi-player games (2000).

    >>> from lazytree import make_tree
    >>> tree = paranoid(2)(make_tree(lambda: (5, 7, 9), mover=2))
    >>> tree.mover, tree.label
    (0, 9)
    """
    require_stage_arguments(player, "paranoid(player)")
    at_least("player", player, 0)

    def side(node: Tree[tuple[float, ...], M]) -> int:
        return CHANCE if node.mover == CHANCE else FIRST if node.mover == player else SECOND

    def label_of_player(node: Tree[tuple[float, ...], M]) -> float:
        try:
            return node.label[player]
        except (IndexError, TypeError):
            raise missing_number_error(node.label, player) from None

    def for_two(tree: Tree[tuple[float, ...], M]) -> Tree[float, M]:
        lift: Lift[M, float] = stage(label_of_player, mover=side, context=("paranoid", player), labels=NUMBERS)
        return lift(require_numbers_for_each(tree, f"paranoid({player})"))

    return for_two
