"""Whether a value is of the type that inference has found for it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from pyrsistent import PVector

from lazytree.compiler.ir.classes import BOARD, SetOf
from lazytree.compiler.ir.kinds import (
    EXACT,
    Bool,
    Fixed,
    Float,
    Int,
    Maybe,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    ints_of_class,
)
from lazytree.compiler.ir.symbols import OrNone, Symbol
from lazytree.compiler.ir.varying import item_in
from lazytree.core.errors import Trap, Trapped


class Wrong(Exception):  # noqa: N818 - a defect of inference, not of the program
    """A value that inference says cannot be."""


def checked(value: Any, kind: Type | None, place: str) -> Any:
    """The value itself; Wrong if it is not of this type."""
    if kind is None:
        raise Wrong(f"{place}: {value!r} where inference has found no type")
    if isinstance(kind, Float) and type(value) is int and abs(value) > EXACT:
        raise Trapped(Trap.OVERFLOW, place)
    if not holds(kind, value):
        raise Wrong(f"{place}: {value!r} is not of the type {kind}")
    return value


def holds(kind: Type, value: Any) -> bool:
    match kind:
        case Int(low=low, high=high):
            return isinstance(value, int) and low <= value <= high and of_class(kind, value)
        case Bool():
            return isinstance(value, bool)
        case Symbol():
            return any(type(value) is type(each) and value == each for each in kind.values)
        case Maybe():
            return holds(kind.other, value) or holds(kind.kind, value)
        case Vector(length=length, form=form, cls=Symbol() | OrNone() as cls):
            fits = isinstance(value, form if form in (tuple, str) else PVector) and len(value) == length
            return fits and all(holds(ints_of_class(Int(kind.low, kind.high), cls), cell) for cell in value)
        case Float(mixed=mixed):
            return type(value) is float or (mixed and isinstance(value, int) and abs(value) <= EXACT)
        case Vector(length=length, low=low, high=high, form=form):
            fits = isinstance(value, form if form in (tuple, str) else PVector) and len(value) == length
            return fits and all(low <= cell <= high for cell in value) and all(of_class(kind, cell) for cell in value)
        case Varying():
            fits = isinstance(value, PVector if kind.form is BOARD else kind.form) and len(value) <= kind.room
            return fits and all(holds(item_in(kind.cells), each) for each in value)
        case Record(cls=cls, items=items) if isinstance(value, PVector):
            return type(value) is cls and len(value) == len(items) and all(map(holds, items, value))
        case Record(cls=cls, items=items) if is_dataclass(cls):
            return type(value) is cls and all(map(holds, items, (getattr(value, each.name) for each in fields(cls))))
        case Record(cls=cls, items=items):
            same = isinstance(value, tuple) and tuple.__len__(value) == len(items)
            return same and type(value) is cls and all(map(holds, items, tuple.__iter__(value)))
        case Row(table=table, depth=depth):
            shortest, longest = table.lengths(depth)
            return isinstance(value, (tuple, range)) and shortest <= len(value) <= longest
        case Fixed(value=SetOf() as known):
            return value is known or value == known.form(known.items)
        case Fixed(value=known):
            return value is known or bool(value == known)
    return True


def of_class(kind: Any, value: int) -> bool:
    """Whether an int is of the class that is told of it: `object` if that depends, None of a board without cells."""
    cls = getattr(kind, "cls", object)
    return cls is object or type(value) is cls or cls is type(None)
