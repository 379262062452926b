"""Boards whose length changes, as types: what holds boards of several lengths."""

from __future__ import annotations

from functools import reduce
from operator import is_

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
    class_of,
    class_of_cells,
    described,
    ints_of_class,
    number_of,
)
from .rows import as_whole
from .symbols import NONE, Symbol

LEAST_ROOM, MOST_ROOM = 128, 4096  # items of a board whose length changes
CELLS = "a board whose length changes holds small ints, texts, members of Enums, None, or tuples of these: not {}"


def room_for(length: int) -> int:
    """The room of a board that has this length at some time: more than a third of it is free."""
    room = LEAST_ROOM
    while 2 * room < 3 * length:
        room *= 2
    if room > MOST_ROOM:
        raise Refused(f"a board whose length changes has at most {MOST_ROOM} items")
    return room


def item_kind(kind: Varying) -> Type:
    """The type of the items."""
    return _item_of(kind.cells)


def _item_of(cells: Type) -> Type:
    if isinstance(cells, Record):
        return Record(cells.cls, tuple(map(_item_of, cells.items)))
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
    raise Refused(CELLS.format(described(item)))


def as_varying(kind: Type) -> Varying | None:
    """A PVector or a tuple as a board whose length changes; None of other types. Refused if it has no such cells."""
    match kind:
        case Varying():
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
        x, y = as_varying(a), as_varying(b)
        if x is None or y is None or x.form is not y.form:
            return None
        return Varying(joined_cells(x.cells, y.cells))
    except Refused:
        return None


def with_varying(kind: Type) -> Type:
    """A type whose boards change their length, as far as they have such cells; the type itself where it has none."""
    if isinstance(kind, Record) and kind.cls is not tuple and kind.cls is not BOARD:
        items = tuple(map(with_varying, kind.items))
        return kind if all(map(is_, items, kind.items)) else Record(kind.cls, items)
    if isinstance(kind, Varying) or not is_board(kind):
        return kind
    try:
        return as_varying(kind) or kind
    except Refused:
        if not isinstance(kind, Record):
            return kind
    items = tuple(map(with_varying, kind.items))
    return kind if all(map(is_, items, kind.items)) else Record(kind.cls, items)


def is_board(kind: Type) -> bool:
    """Whether this may be a board whose length changes: a PVector of cells, or a tuple without a class of its own."""
    return isinstance(kind, Varying | Vector) or (isinstance(kind, Record) and kind.cls is tuple)


def joined_cells(a: Type, b: Type) -> Type:
    """The cells that hold the items of both."""
    if isinstance(a, Vector) and isinstance(b, Vector):
        cls = class_of_cells(a, b)
        if a.cls is NO_CELL or b.cls is NO_CELL:
            known = b if a.cls is NO_CELL else a
            return Vector(max(a.length, b.length), known.low, known.high, cls, a.form)
        return Vector(max(a.length, b.length), min(a.low, b.low), max(a.high, b.high), cls, a.form)
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is b.cls and len(a.items) == len(b.items):
        return Record(a.cls, tuple(map(joined_cells, a.items, b.items)))
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Vector) and one.cls is NO_CELL:
            return with_room(other, max(one.length, Varying(other).room))
    raise Refused("the items of a board whose length changes are of one kind")


def with_room(cells: Type, room: int) -> Type:
    """Such cells, that many of them."""
    if isinstance(cells, Record):
        return Record(cells.cls, tuple(with_room(each, room) for each in cells.items))
    assert isinstance(cells, Vector)
    return Vector(room, cells.low, cells.high, cells.cls, cells.form)


def with_form(kind: Varying, form: object) -> Varying:
    """The same items in a PVector, or in a tuple."""

    def changed(cells: Type) -> Type:
        if isinstance(cells, Record):
            return Record(cells.cls, tuple(map(changed, cells.items)))
        assert isinstance(cells, Vector)
        return Vector(cells.length, cells.low, cells.high, cells.cls, form)

    return Varying(changed(kind.cells))
