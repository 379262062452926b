"""Packed branches: for rules that give all moves of a position and the positions after them in one call.

Rules in machine code do. A packed position is bytes; the position is made from them when it is first read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, cast

from lazytree.core.game import Game, M, P
from lazytree.core.rules import machine_rules
from lazytree.trees.branches import Branches
from lazytree.trees.tree import A, Tree


class PackedRules(Protocol):
    """Rules that give all moves of a position and the packed positions after them in one call."""

    move: Callable[[Any], Any] | None
    """A move from its packed form; None if the packed form is the move."""

    def pack(self, position: Any) -> Any:
        """The position as bytes, equal for equal positions; a position without such a form is returned unchanged."""

    def unpack(self, packed: Any) -> Any:
        """The position from its packed form."""

    def unfold(self, packed: Any) -> Sequence[Any] | None:
        """A flat sequence: packed move, mover after it, packed position after it, next move ...; None if it cannot."""


def packed_rules(game: Game[P, M]) -> PackedRules | None:
    """How the rules of a game unfold a position at once; None if it carries no machine code that can."""
    machine = machine_rules(game)
    return None if machine is None else machine.packed()


class PackedBranches(Branches[A, M]):
    """The branches of a node whose moves are all known; a subtree is made when it is first read."""

    __slots__ = ("_grower", "_packed", "_trees", "_whole")

    def __init__(self, grower: Any, packed: Sequence[Any]) -> None:
        self._grower, self._packed, self._whole = grower, packed, False
        self._trees: list[Tree[A, M] | None] = [None] * (len(packed) // 3)

    def __iter__(self) -> Iterator[tuple[M, Tree[A, M]]]:
        return zip(self.moves, self._trees) if self._whole else self._read()  # type: ignore[arg-type]

    def _read(self) -> Iterator[tuple[M, Tree[A, M]]]:
        packed, trees, grower, at = iter(self._packed), self._trees, self._grower, 0
        move_of, known, new = grower.move, grower.known(), grower.node
        for move, mover, there in zip(packed, packed, packed):
            tree = trees[at]
            if tree is None:
                trees[at] = tree = known(there) or new(there, mover)
            yield (move if move_of is None else move_of(move)), tree
            at += 1  # noqa: SIM113  # enumerate takes longer
        self._whole = True

    @property
    def moves(self) -> Sequence[M]:
        move_of, moves = self._grower.move, self._packed[::3]
        return moves if move_of is None else tuple(map(move_of, moves))

    def subtree(self, index: int) -> Tree[A, M]:
        """The subtree of one move; no other is grown for it."""
        tree = self._trees[index]
        if tree is None:
            mover, there = self._packed[3 * index + 1], self._packed[3 * index + 2]
            self._trees[index] = tree = cast(Tree[A, M], self._grower.known()(there) or self._grower.node(there, mover))
        return tree

    def listed(self) -> Iterator[tuple[M, Tree[A, M] | None]]:
        return zip(self.moves, self._trees)

    @property
    def all_listed(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self._trees)
