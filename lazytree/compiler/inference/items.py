"""Inference of `base[index]`."""

from __future__ import annotations

from ..ir.constant_kinds import thawed
from ..ir.kinds import SMALL, Fixed, Int, Record, Type, Words, as_text, described
from .sequences import item_of, length_of, row_item
from .walk import Unsettled, Walk


def item_kind(w: Walk, base: Type, place: Int) -> Type:
    """The type of `base[index]`."""
    if isinstance(base, Words):
        return SMALL
    if isinstance(base, Fixed) and (table := w.program.table(base.value)):
        return row_item(table, 0)
    base = as_text(w.program.fitting(thawed(base)))
    if length_of(base) == 0 and isinstance(base, Record):
        raise Unsettled(f"an item of {described(base)}")
    if isinstance(base, Record) and place.low == place.high and -len(base.items) <= place.low < len(base.items):
        return base.items[place.low]
    return item_of(base)
