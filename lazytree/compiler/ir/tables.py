"""Constant tables: nested tuples of numbers, laid out flat."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

from lazytree.core.errors import Refused

from .classes import plain_tuple
from .frozen import ListOf
from .kinds import FLOAT, Float, Int, Record, Type, classes_of, ints_of_class


class Table:
    """A nested tuple of ints, of NamedTuples of ints, or of floats, of even depth, ragged or not, laid out flat.

    `starts[d]` gives, for the rows at depth d, where each begins among the items of the next level.
    """

    record: type | None = None  # the class of its items, if they are NamedTuples

    def __init__(self, value: tuple[object, ...]) -> None:
        self.value = value
        self.starts: list[list[int]] = []
        self.rows: list[type] = [ListOf if type(value) is ListOf else tuple]  # tuples or lists, at each depth
        rows: list[tuple[object, ...]] = [value]
        while True:
            self.starts.append(_running_sum([len(row) for row in rows]))
            items = [item for row in rows for item in row]
            classes = {type(item) for item in items}
            if len(classes) == 1 and hasattr(cls := next(iter(classes)), "_fields"):
                plain_tuple(cls)
                self.record, rows = cls, items  # type: ignore[assignment]
                break
            if not items or not (classes == {tuple} or classes == {ListOf}):
                rows = [(item,) for item in items]
                break
            rows = items  # type: ignore[assignment]
            self.rows.append(classes.pop())
        self.leaf: Int | Float = FLOAT
        if classes == {float}:
            self.items: list[Any] = [item for row in rows for item in row]
            self.item: Type = FLOAT
            return
        if not all(isinstance(item, int) for row in rows for item in row):
            raise Refused("a table is nested tuples of ints, or of floats, all equally deep")
        self.items = [int(item) for row in rows for item in row]  # type: ignore[call-overload]
        self.leaf = Int(min(self.items, default=0), max(self.items, default=0))
        columns: list[Type] = [ints_of_class(self.leaf, classes_of(column)) for column in zip(*rows)]
        self.item = Record(self.record, tuple(columns)) if self.record else (columns or [self.leaf])[0]

    @property
    def depth(self) -> int:
        return len(self.starts)

    def lengths(self, depth: int) -> tuple[int, int]:
        """The shortest and the longest row at that depth."""
        starts = self.starts[depth]
        spans = [end - start for start, end in pairwise(starts)]
        return min(spans, default=0), max(spans, default=0)

    def fixed_length(self, depth: int) -> int | None:
        shortest, longest = self.lengths(depth)
        return longest if shortest == longest else None


def _running_sum(lengths: list[int]) -> list[int]:
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return sums


# ---- A ragged table laid out with rows of one width at each level: where a row begins is then a product, not a load


ROOM = 2**14  # items that any table may take
AT_MOST = 4  # times the room of the table itself
NOTHING = -1


class Padded(NamedTuple):
    """A ragged table with rows of one width at each level."""

    widths: list[int]  # of the rows at each level
    lengths: list[list[int]]  # of the items of each of them that count
    items: list[Any]


def padded(table: Table) -> Padded | None:
    """The table with rows of one width at each level; None where that would take too much room."""
    widths = [max(1, table.lengths(depth)[1]) for depth in range(table.depth)]
    fields = len(table.record._fields) if table.record else 1  # type: ignore[attr-defined]
    if prod(widths) * fields > max(ROOM, AT_MOST * len(table.items)):
        return None
    lengths, rows = [], [0]  # the numbers of the rows at a level, NOTHING between them
    for starts, wide in zip(table.starts, widths):
        spans = [(starts[row], starts[row + 1]) if row != NOTHING else (0, 0) for row in rows]
        lengths.append([end - begin for begin, end in spans])
        rows = [at if at < end else NOTHING for begin, end in spans for at in range(begin, begin + wide)]
    nothing = [table.leaf.low if isinstance(table.leaf, Int) else 0.0] * fields
    items = [table.items[at * fields : (at + 1) * fields] if at != NOTHING else nothing for at in rows]
    return Padded(widths, lengths, [number for item in items for number in item])
