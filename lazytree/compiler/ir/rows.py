"""Rows of tables as the tuples that they are in Python."""

from __future__ import annotations

from .kinds import Maybe, Record, Row, Type


def as_record(row: Row) -> Type:
    """A row of ints, all rows there equally long, as a tuple; any other row as it is."""
    length = row.table.fixed_length(row.depth)
    if length is None or row.depth + 1 < row.table.depth or row.table.record:
        return row
    return Record(row.table.rows[row.depth], (row.table.item,) * length)


def as_whole(kind: Type) -> Type:
    """A type as Python is given its values: rows of tables as tuples, where all rows there are equally long."""
    match kind:
        case Row(table=table, depth=depth) if (length := table.fixed_length(depth)) is not None:
            item = table.item if depth + 1 == table.depth else as_whole(Row(table, depth + 1))
            return Record(table.rows[depth], (item,) * length)
        case Record(cls=cls, items=items):
            return Record(cls, tuple(map(as_whole, items)))
        case Maybe(kind=present, other=other):
            return Maybe(as_whole(present), other)
    return kind
