"""Branches: the (move, subtree) pairs of a node, a lazy sequence. Each kind of node makes them in its own way."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from lazytree.core.game import M
from lazytree.trees.lazy_sequences import Remembered, is_forward

if TYPE_CHECKING:
    from lazytree.trees.tree import Tree

A = TypeVar("A")
B = TypeVar("B")


class Branches(Sequence["tuple[M, Tree[A, M]]"], Generic[A, M]):
    """The branches of a node. Reading one pair makes no more of the others than it must."""

    __slots__ = ()

    @property
    @abstractmethod
    def moves(self) -> Sequence[M]:
        """All moves, in order; no subtree is made for them."""

    @abstractmethod
    def subtree(self, index: int) -> Tree[A, M]:
        """The subtree after the move at this index; no other subtree is made for it."""

    @abstractmethod
    def listed(self) -> Iterable[tuple[M, Tree[A, M] | None]]:
        """The moves that have been listed, each with its subtree, None where that has not been made; makes none."""

    @property
    @abstractmethod
    def all_listed(self) -> bool:
        """Whether all moves have been listed; lists none."""

    def so_far(self) -> Iterable[tuple[M, Tree[A, M]]]:
        """The branches that have been made; makes none."""
        return ((move, tree) for move, tree in self.listed() if tree is not None)

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> tuple[M, Tree[A, M]]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[M, Tree[A, M]]]: ...
    def __getitem__(self, index: int | slice) -> tuple[M, Tree[A, M]] | Sequence[tuple[M, Tree[A, M]]]:
        if isinstance(index, slice):
            return tuple(islice(self, index.start, index.stop, index.step)) if is_forward(index) else tuple(self)[index]
        if index < 0:
            return tuple(self)[index]
        for item in islice(self, index, None):
            return item
        raise IndexError(f"there are only {len(self)} branches")


class Listed(Branches[A, M]):
    """Branches that are given as pairs: a tuple, a list, or a lazy sequence of them."""

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Sequence[tuple[M, Tree[A, M]]] = ()) -> None:
        self._pairs = pairs

    def __iter__(self) -> Iterator[tuple[M, Tree[A, M]]]:
        return iter(self._pairs)

    @property
    def moves(self) -> Sequence[M]:
        return tuple(move for move, _ in self._pairs)

    def subtree(self, index: int) -> Tree[A, M]:
        return self._pairs[index][1]

    def listed(self) -> Iterable[tuple[M, Tree[A, M]]]:
        return tuple(self._pairs.made) if isinstance(self._pairs, Remembered) else self._pairs

    @property
    def all_listed(self) -> bool:
        return self._pairs.whole if isinstance(self._pairs, Remembered) else True

    def __len__(self) -> int:
        return len(self._pairs)

    def __bool__(self) -> bool:
        return bool(self._pairs)


NONE: Branches[Any, Any] = Listed()
"""The branches of a leaf."""


class Lift(dict["Tree[Any, M]", "Tree[B, M]"]):
    """A stage as a function from tree to tree; it remembers the nodes that it has made, by the nodes they came from."""

    __slots__ = ()
    __call__ = dict.__getitem__


class Lifted(Branches[B, M]):
    """The branches of the stage before, each subtree lifted to this stage when it is looked at."""

    __slots__ = ("_before", "_lift")

    def __init__(self, before: Branches[Any, M], lift: Lift[M, B]) -> None:
        self._before, self._lift = before, lift

    def __iter__(self) -> Iterator[tuple[M, Tree[B, M]]]:
        lift = self._lift.__getitem__
        return ((move, lift(sub)) for move, sub in self._before)

    @property
    def moves(self) -> Sequence[M]:
        return self._before.moves

    def subtree(self, index: int) -> Tree[B, M]:
        return self._lift[self._before.subtree(index)]

    def listed(self) -> Iterator[tuple[M, Tree[B, M] | None]]:
        made = self._lift.get
        return ((move, None if sub is None else made(sub)) for move, sub in self._before.listed())

    @property
    def all_listed(self) -> bool:
        return self._before.all_listed

    def __len__(self) -> int:
        return len(self._before)

    def __bool__(self) -> bool:
        return bool(self._before)
