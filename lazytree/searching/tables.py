"""Tables: what searches found out of nodes, for searches that meet the same nodes. They change no value, only work.

A node is told by its key and its context (the position and the plies left before a cut), compared in full: two
nodes whose hashes are equal are never mixed up. One table serves one game under one rating and
the same stages but for the depth of `prune`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.trees.tree import Tree

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"

ENTRY_BYTES = 400  # of one entry with its place, its line and its key; positions belong to the tree

Line = tuple[Any, ...]
"""A line of play as searches hand it up: (move, the line after it), or () at its end."""


class Bound(NamedTuple):
    """What is known of a node: its value, or that the value is at least or at most so much."""

    kind: str  # EXACT, AT_LEAST or AT_MOST
    value: float
    line: Line  # starts with the move that was best
    exhaustive: bool  # no cut leaf was seen below: looking deeper would find the same
    work: int  # positions seen to find it out
    position: Any  # whose line it is: a symmetric one's has other moves
    at_root: bool = False  # found at the root of a search: the line begins with the first of equal moves


class Table:
    """Bounds of nodes: as many as fit in about `megabytes`, or at most `entries`, down to 1.

    Each node has two places. Where both are taken, the bound that was less work gives way. With `canonical`, a
    function from a position to its representative, symmetric positions share one bound: the rating, too, must then
    be the same for both.

    Raises: ValueError if the size is given twice, or is less than one entry.

    >>> table = Table(entries=1)
    >>> len(table), table.size
    (0, 1)
    """

    def __init__(
        self,
        megabytes: float | None = None,
        *,
        entries: int | None = None,
        canonical: Callable[[Any], Hashable] | None = None,
    ) -> None:
        self.size = _entries(megabytes, entries)
        self._canonical = canonical
        self._places: list[tuple[tuple[Hashable, ...], Bound] | None] = [None] * self.size

    def key(self, node: Tree[Any, Any]) -> tuple[Hashable, ...]:
        """What a node is told by."""
        position = node.key if self._canonical is None else self._canonical(node.key)
        return position, node.context

    def get(self, key: tuple[Hashable, ...]) -> Bound | None:
        """What is known of the node with this key."""
        place = hash(key) % self.size
        for entry in (self._places[place], self._places[place - 1]):
            if entry is not None and entry[0] == key:
                return entry[1]
        return None

    def put(self, key: tuple[Hashable, ...], bound: Bound) -> None:
        """Remembers a bound, in place of what was known of the same node or of the less laborious of two others."""
        place = hash(key) % self.size
        self._places[min((place, place - 1), key=lambda place: self._cost(place, key))] = (key, bound)

    def _cost(self, place: int, key: tuple[Hashable, ...]) -> int:
        """What is lost if this place is taken for `key`: nothing where it is empty or holds the same node."""
        entry = self._places[place]
        return -1 if entry is None else -2 if entry[0] == key else entry[1].work

    def emptied(self) -> Iterator[None]:
        """The steps that forget what is remembered, a bound at each; after the first the table cannot be used."""
        self._places = list(filter(None, self._places))  # most places may be empty
        while self._places:
            self._places.pop()
            yield

    def __len__(self) -> int:
        """How many bounds are remembered."""
        return sum(entry is not None for entry in self._places)

    def __repr__(self) -> str:
        return f"<Table: {len(self):,} of {self.size:,} entries>"


def _entries(megabytes: float | None, entries: int | None) -> int:
    if megabytes is not None and entries is not None:
        raise ValueError("say how big the table is in megabytes or in entries, not in both")
    if entries is not None:
        at_least("entries", entries, 1)
        return entries
    wanted = 64 if megabytes is None else megabytes
    if not isinstance(wanted, int | float):
        raise ValueError(f"megabytes must be a number, not {megabytes!r}")
    size = int(wanted * 1_000_000 / ENTRY_BYTES)
    if size < 1:
        raise ValueError(f"{megabytes} megabytes hold no entry: take at least {ENTRY_BYTES / 1_000_000}")
    return size
