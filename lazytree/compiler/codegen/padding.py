"""A ragged table laid out with rows of one width at each level: where a row begins is then a product, not a load."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

from ..ir.kinds import Int
from ..ir.tables import Table

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
    for starts, width in zip(table.starts, widths):
        spans = [(starts[row], starts[row + 1]) if row != NOTHING else (0, 0) for row in rows]
        lengths.append([end - begin for begin, end in spans])
        rows = [at if at < end else NOTHING for begin, end in spans for at in range(begin, begin + width)]
    nothing = [table.leaf.low if isinstance(table.leaf, Int) else 0.0] * fields
    items = [table.items[at * fields : (at + 1) * fields] if at != NOTHING else nothing for at in rows]
    return Padded(widths, lengths, [number for item in items for number in item])
