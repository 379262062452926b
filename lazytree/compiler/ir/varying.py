"""Boards whose length changes, as types: what holds boards of several lengths."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import reduce
from typing import Any

from lazytree.core.errors import Refused

from .classes import BOARD, NO_CELL, is_dataclass
from .kinds import (
    Bool,
    Int,
    Maybe,
    Record,
    Type,
    Varying,
    Vector,
    as_int,
    as_whole,
    class_of,
    class_of_cells,
    described,
    ints_of_class,
    mapped,
    number_of,
)
from .subset import NO_ORDER
from .symbols import NONE, NOTHING, Symbol

LEAST_ROOM, MOST_ROOM = 128, 4096  # items of a board whose length changes
SETS = (set, frozenset)  # a constant, or a part of a position
CELLS = "a board whose length changes holds small ints, texts, members of Enums, None, or tuples of these: not {}"


class Perhaps(tuple[bool, Any]):
    """Items that are tuples or None, as cells: whether each is there, and what is then there."""


def room_for(length: int) -> int:
    """The room of a board that has this length at some time: more than a third of it is free."""
    room = LEAST_ROOM
    while 2 * room < 3 * length:
        room *= 2
    if room > MOST_ROOM:
        raise Refused(f"a board whose length changes has at most {MOST_ROOM} items")
    return room


def item_kind(kind: Varying) -> Type:
    """The type of the items; Refused for a set, which has no order."""
    if is_set(kind):
        raise Refused(NO_ORDER)
    return item_in(kind.cells)


def is_set(kind: object) -> bool:
    """Whether this is a set as a value: an array of its members in the order of the numbers that stand for them."""
    return isinstance(kind, Varying) and kind.form in SETS


def has_no_members(kind: Varying) -> bool:
    """Whether nothing is known of the members of a set, which is always empty then."""
    return is_set(kind) and isinstance(kind.cells, Vector) and kind.cells.cls is NO_CELL


def set_of(members: Iterable[Type], room: int, form: object) -> Varying:
    """The type of a set, as a value, of members of these types."""
    nothing: Type = Vector(room, 0, 0, NO_CELL, form)
    return Varying(reduce(joined_cells, [cells_for(each, room, form) for each in members], nothing))


def item_in(cells: Type) -> Type:
    """The type of the items that lie in such cells."""
    if isinstance(cells, Record) and cells.cls is Perhaps:
        return Maybe(item_in(cells.items[1]))
    if isinstance(cells, Record):
        return Record(cells.cls, tuple(map(item_in, cells.items)))
    assert isinstance(cells, Vector)
    return ints_of_class(Int(cells.low, cells.high), cells.cls)


def cells_for(item: Type, room: int, form: object) -> Type:
    """The cells that hold such items, and 0, which lies beyond the length; Refused if a board has no such cells."""
    match item := as_whole(item):
        case Record(cls=cls, items=[_, *_]) if not is_dataclass(cls) and cls is not BOARD:
            return Record(cls, tuple(cells_for(each, room, form) for each in item.items))
        case Int() | Bool() | Symbol():
            own = number_of(item)
            return Vector(room, min(own.low, 0), max(own.high, 0), class_of(item), form)
        case Maybe(kind=(Int() | Bool()) as inner):
            return Vector(room, NONE, max(as_int(inner).high, 0), class_of(item), form)
        case Maybe(kind=Record() as inner, other=other) if other == NOTHING:
            return Record(Perhaps, (cells_for(Bool(), room, form), cells_for(inner, room, form)))
    raise Refused(CELLS.format(described(item)))


def as_varying(kind: Type) -> Varying | None:
    """A PVector or a tuple as a board whose length changes; None of other types. Refused if it has no such cells."""
    match kind:
        case Varying() if not is_set(kind):
            return kind
        case Vector(form=form) if form is not str:
            return Varying(Vector(room_for(kind.length), min(kind.low, 0), max(kind.high, 0), kind.cls, form))
        case Record(cls=cls, items=items) if cls is tuple:
            room = room_for(len(items))
            nothing: Type = Vector(room, 0, 0, NO_CELL, tuple)
            return Varying(reduce(joined_cells, [cells_for(item, room, tuple) for item in items] or [nothing]))
    return None


def joined_boards(a: Type, b: Type) -> Varying | None:
    """The least type that holds two boards of any lengths; None if they are no such boards, or of unlike cells."""
    if not is_board(a) or not is_board(b):
        return None
    try:
        x, y = (each if is_set(each) else as_varying(each) for each in (a, b))
        if not isinstance(x, Varying) or not isinstance(y, Varying) or x.form is not y.form:
            return None
        return Varying(joined_cells(x.cells, y.cells))
    except Refused:
        return None


def with_varying(kind: Type) -> Type:
    """A type whose boards change their length, as far as they have such cells; the type itself where it has none."""
    with suppress(Refused):
        if is_board(kind):
            return as_varying(kind) or kind
    return mapped(with_varying, kind) if isinstance(kind, Record) and kind.cls is not BOARD else kind


def is_board(kind: Type) -> bool:
    """Whether this may be a board whose length changes: a PVector of cells, or a tuple without a class of its own."""
    return isinstance(kind, Varying | Vector) or (isinstance(kind, Record) and kind.cls is tuple)


def joined_cells(a: Type, b: Type) -> Type:
    """The cells that hold the items of both."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Vector) and one.cls is NO_CELL:
            return laid_out(other, max(Varying(a).room, Varying(b).room), one.form)
    if isinstance(a, Vector) and isinstance(b, Vector):
        cls = class_of_cells(a, b)
        return Vector(max(a.length, b.length), min(a.low, b.low), max(a.high, b.high), cls, a.form)
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is b.cls and len(a.items) == len(b.items):
        return Record(a.cls, tuple(map(joined_cells, a.items, b.items)))
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Record) and one.cls is Perhaps and isinstance(other, Record):
            return Record(Perhaps, (one.items[0], joined_cells(one.items[1], other)))
    raise Refused("the items of a board whose length changes are of one kind")


def laid_out(cells: Type, room: int, form: object) -> Type:
    """Such cells, that many of them, of a PVector, a tuple or a set."""
    if isinstance(cells, Vector):
        return Vector(room, cells.low, cells.high, cells.cls, form)
    return mapped(lambda each: laid_out(each, room, form), cells)
