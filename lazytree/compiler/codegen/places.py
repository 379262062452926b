"""How many places a sequence has, and code for each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ir.kinds import Record, Row, Type
from .frame import Frame
from .text import I64


def tuple_length(kind: Type) -> int:
    """How many items a tuple has, or a row of a table whose rows are all equally long."""
    if isinstance(kind, Record):
        return len(kind.items)
    assert isinstance(kind, Row)
    length = kind.table.fixed_length(kind.depth)
    assert length is not None
    return length


def is_ragged(kind: Type) -> bool:
    """Whether this is a row of a table whose rows are not equally long."""
    return isinstance(kind, Row) and kind.table.fixed_length(kind.depth) is None


def each_place(f: Frame, number: Any, body: Callable[[Any], None]) -> None:
    """Runs what `body` emits for 0, 1, ... below a number."""
    at = f.alloca(I64)
    f.b.store(I64(0), at)
    head, inside, after = f.blocks(3)
    f.enter(head)
    now = f.b.load(at)
    f.b.cbranch(f.b.icmp_unsigned("<", now, number), inside, after)
    f.b.position_at_end(inside)
    body(now)
    f.b.store(f.b.add(now, I64(1)), at)
    f.b.branch(head)
    f.b.position_at_end(after)
