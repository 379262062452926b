"""Packed branches: those of a position whose rules can give all its moves and the positions after them at once.

Rules in machine code can. A packed position is bytes; the position is made of them when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, cast

from lazytree.core.game import Game, M, P
from lazytree.trees.branches import Branches
from lazytree.trees.tree import A, Tree


class PackedRules(Protocol):
    """How the rules of a game unfold a position at once."""

    move: Callable[[Any], Any] | None
    """A move from its packed form; None: they are the same."""

    def pack(self, position: Any) -> Any:
        """The position as bytes, equal for equal positions; one that has no such form stays what it is."""

    def unpack(self, packed: Any) -> Any:
        """The position again."""

    def unfold(self, packed: Any) -> Sequence[Any] | None:
        """Move (packed), whose turn it is after it, position (packed), next move ...; None: the rules must be asked."""


def packed_rules(game: Game[P, M]) -> PackedRules | None:
    """How the rules of this game unfold a position at once, if they can: if one owner has them all and says how."""
    owner: Any = getattr(game.moves, "__self__", None)
    whole = all(getattr(rule, "__self__", None) is owner for rule in (game.mover, game.play))
    return owner.packed() if whole and hasattr(owner, "packed") else None


class PackedBranches(Branches[A, M]):
    """The branches of a node, known all at once; a node of the tree is made for one when somebody looks at it."""

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

    def so_far(self) -> Iterator[tuple[M, Tree[A, M]]]:
        """The branches that have grown."""
        return ((move, tree) for move, tree in zip(self.moves, self._trees) if tree is not None)

    def __len__(self) -> int:
        return len(self._trees)
