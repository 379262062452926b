"""What is known of the values in a tree from what has been looked at: bounds, and the best line so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, FIRST, SECOND
from lazytree.core.values import one_ply_before
from lazytree.trees.read_so_far import label_so_far, listed_so_far
from lazytree.trees.recursion import Recursion, run_unrolled
from lazytree.trees.tree import Tree

MOST = 20_000


class Known(NamedTuple):
    """What is known of a value, seen by FIRST: bounds, or twice the value itself (a number, or one for each player)."""

    low: Any
    high: Any

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return bool(self.low == self.high)


NOTHING = Known(-inf, inf)


def known_values(tree: Tree[Any, Any], most: int = MOST) -> Mapping[Tree[Any, Any], Known]:
    """What is known of the minimax value of each node that has been looked at; no node is looked at for it.

    A leaf whose label has been read is worth its label; a branch that has not been read may be worth anything. So
    what alpha-beta has looked at gives the exact value of the root, and bounds where it has cut. Of a tree of more than
    `most` nodes the others count as not looked at.
    """
    found: dict[Tree[Any, Any], Known] = {}

    def walk(node: Tree[Any, Any]) -> Recursion[None]:
        found[node] = NOTHING  # until all below it is known: a line may come back here
        for _, sub in listed_so_far(node)[0]:
            if sub is not None and sub not in found and len(found) < most:
                yield walk(sub)
        found[node] = _known_of(node, found)

    run_unrolled(walk(tree))
    return found


def update_known_values(
    known: Mapping[Tree[Any, Any], Known], nodes: Iterable[Tree[Any, Any]]
) -> Mapping[Tree[Any, Any], Known]:
    """What is known of values after these nodes have been looked at again, each after the nodes below it.

    What was known of other nodes stays: it is still true, though more may be known by now.

    >>> from lazytree import make_tree
    >>> leaf = make_tree(lambda: 4)
    >>> tree = make_tree(lambda: 0, 0, [("a", leaf)])
    >>> known = known_values(tree)
    >>> leaf.label, len(leaf.branches), len(tree.branches), update_known_values(known, [leaf, tree])[tree]
    (4, 0, 1, Known(low=4, high=4))
    """
    found = dict(known)
    for node in nodes:
        found[node] = _known_of(node, found)
    return found


def _known_of(node: Tree[Any, Any], found: Mapping[Tree[Any, Any], Known]) -> Known:
    """What is known of a node's value from what has been found of the nodes below it."""
    branches, all_listed = listed_so_far(node)
    if branches:
        parts = [NOTHING if sub is None else found.get(sub, NOTHING) for _, sub in branches]
        return _carried_up(node, [_before(part) for part in parts], all_listed)
    return _of_label(label_so_far(node)) if all_listed else NOTHING


def best_line(tree: Tree[Any, Any], known: Mapping[Tree[Any, Any], Known]) -> Iterator[Any]:
    """The moves of the principal variation, as far as it is known: until chance moves, or a value is not known."""
    passed: set[Tree[Any, Any]] = set()
    node: Tree[Any, Any] | None = tree
    while node is not None and node.mover != CHANCE and node not in passed and known.get(node, NOTHING).exact:
        passed.add(node)
        value, ahead = known[node], listed_so_far(node)[0]
        node = None
        for move, sub in ahead:
            if sub is not None and _before(known.get(sub, NOTHING)) == value:
                yield move
                node = sub
                break


def _of_label(label: Any) -> Known:
    numbers = label if isinstance(label, tuple) else (label,)
    if numbers and all(isinstance(number, int | float | Fraction) for number in numbers):
        return Known(label, label)
    return NOTHING


def _before(known: Known) -> Known:
    return Known(one_ply_before(known.low), one_ply_before(known.high))


def _carried_up(node: Tree[Any, Any], parts: Sequence[Known], all_listed: bool) -> Known:
    """What is known of a node's value from what is known after each of its moves that has been listed."""
    if any(isinstance(part.low, tuple) for part in parts):
        return _best_for_one(node.mover, parts) if all_listed else NOTHING
    if node.mover == FIRST:
        return Known(max(part.low for part in parts), max(part.high for part in parts) if all_listed else inf)
    if node.mover == SECOND:
        return Known(min(part.low for part in parts) if all_listed else -inf, min(part.high for part in parts))
    return _mean(node, parts) if node.mover == CHANCE and all_listed else NOTHING


def _best_for_one(mover: int, parts: Sequence[Known]) -> Known:
    """The first of the values, one number for each player, that is best for the mover."""
    if mover == CHANCE or not all(part.exact and isinstance(part.low, tuple) for part in parts):
        return NOTHING
    return max(parts, key=lambda part: part.low[mover])


def _mean(node: Tree[Any, Any], parts: Sequence[Known]) -> Known:
    weights = [node.odds(move) for move, _ in listed_so_far(node)[0]]
    if any(abs(bound) == inf for part in parts for bound in part):
        return NOTHING
    total = sum(weights)
    low = sum(weight * Fraction(part.low) for weight, part in zip(weights, parts)) / total
    high = sum(weight * Fraction(part.high) for weight, part in zip(weights, parts)) / total
    return Known(low, high)
