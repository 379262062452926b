"""Move ordering: what proved good elsewhere is tried first. Order only; no value depends on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from lazytree.core.game import M
from lazytree.trees.tree import A, Tree

KILLERS = 1  # remembered for each ply and player
KILLING = 1 << 60  # above any history


class Ordering:
    """The moves that proved good: those that did so last at the same ply (killers), and after how much work (history).

    A search that is handed one reads it and adds to it. It may be handed on from search to search.
    Sources: Akl and Newborn, killers (1977); Schaeffer, history (1983).

    >>> from lazytree.core.game import FIRST
    >>> order = Ordering()
    >>> order.learn(FIRST, ply=3, move="d4", work=1)
    >>> list(order.ranked(FIRST, 3, ["a1", "b2", "c3", "d4"], first="b2"))
    [1, 3, 0, 2]
    """

    def __init__(self) -> None:
        self._killers: defaultdict[tuple[int, int], tuple[Hashable, ...]] = defaultdict(tuple)
        self._history: defaultdict[int, dict[Hashable, int]] = defaultdict(dict)

    def learn(self, mover: int, ply: int, move: Hashable, work: int) -> None:
        """`move` proved good, `ply` plies from the root of a search; `work` is what it weighs in the history."""
        others = (other for other in self._killers[mover, ply] if other != move)
        self._killers[mover, ply] = (move, *others)[:KILLERS]
        history = self._history[mover]
        history[move] = history.get(move, 0) + work

    def branches(self, node: Tree[A, M], ply: int, first: M | None) -> Iterator[tuple[int, M, Tree[A, M]]]:
        """The branches of a node with their numbers: `first` (the table's move), killers, then by history.

        Ties stay in their own order.
        """
        branches = node.branches
        moves = branches.moves
        for index in self.ranked(node.mover, ply, moves, first):
            yield index, moves[index], branches.subtree(index)

    def ranked(self, mover: int, ply: int, moves: Sequence[Any], first: Hashable | None) -> Iterator[int]:
        """The places of the moves in the order in which to try them."""
        ahead = moves.index(first) if first is not None and first in moves else None
        if ahead is not None:
            yield ahead
        killers, history = self._killers[mover, ply], self._history[mover]
        promise = [KILLING if move in killers else history.get(move, 0) for move in moves]
        for index in sorted(range(len(promise)), key=promise.__getitem__, reverse=True):
            if index != ahead:
                yield index
