"""What is known of a sequence before it runs: how long it is, and what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from lazytree.core.errors import Refused

from ..ir.classes import is_dataclass
from ..ir.constant_kinds import of_constant, thawed
from ..ir.joining import board_shape, join
from ..ir.kinds import Fixed, Int, Record, Row, Type, Varying, Vector, as_text, described, ints_of_class, shape
from ..ir.symbols import Symbol
from ..ir.tables import Table
from ..ir.varying import has_no_members, item_kind


def length_of(kind: Type) -> int | None:
    """How many items a value has; None where that changes, as in a ragged table."""
    kind = as_text(kind) if isinstance(kind, Symbol) else kind
    match kind:
        case Vector():
            return kind.length
        case Record() if not is_dataclass(kind.cls):
            return len(kind.items)
        case Row():
            return kind.table.fixed_length(kind.depth)
        case Varying():
            return 0 if has_no_members(kind) else None
        case Fixed() if hasattr(kind.value, "__len__"):
            return len(kind.value)
    if isinstance(kind, Symbol) and all(type(value) is str for value in kind.values):
        raise Refused(f"no items in {described(kind)}: texts of one length have items; a dict of texts takes any")
    raise Refused(f"no items in {described(kind)}: `len`, `for`, `in` and `[...]` are for tuples, boards and tables")


def lengths_of(kind: Type) -> Int:
    """The interval of a sequence's length."""
    if isinstance(kind, Row):
        return Int(*kind.table.lengths(kind.depth))
    if isinstance(kind, Varying):
        return Int(0, kind.room)
    length = length_of(kind) or 0
    return Int(length, length)


def item_of(kind: Type) -> Type:
    """The type of the items that a loop over a sequence finds."""
    kind = as_text(kind) if isinstance(kind, Symbol) else kind
    match kind:
        case Vector():
            return ints_of_class(Int(kind.low, kind.high), kind.cls)
        case Varying():
            return item_kind(kind)
        case Row(table=table, depth=depth):
            return row_item(table, depth)
        case Record() if kind.items:
            return reduce(join, kind.items)
    raise Refused(f"nothing to find in {described(kind)}")


def nth(kind: Type, position: int) -> Type:
    """The type of the item at a known position."""
    if isinstance(kind, Record):
        return kind.items[position]
    if isinstance(kind, Fixed) and isinstance(kind.value, tuple):
        return of_constant(kind.value[position])
    return item_of(thawed(kind) if isinstance(kind, Fixed) else kind)


def row_item(table: Table, depth: int) -> Type:
    """The type of an item of a table's row, `depth` levels down."""
    if depth + 1 < table.depth:
        return Row(table, depth + 1)
    return table.item


# ---- What a program asks of the types of a function's arguments: which instance they are for, and what they hold


def shapes_of(function: Any, arguments: Mapping[str, Type]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What tells instances of a function apart: the shapes of its arguments, and those as boards."""
    lengths = tuple(map(text_length, arguments.values()))
    shapes, boards = (tuple((name, of(kind)) for name, kind in arguments.items()) for of in (shape, board_shape))
    return (function, shapes, lengths), (function, boards, lengths)


def text_length(kind: Type) -> int:
    """How many characters a text has that is one of a few, all equally long; 0 of anything else."""
    text = as_text(kind) if isinstance(kind, Symbol) else kind
    return text.length if isinstance(text, Vector) and text is not kind else 0
