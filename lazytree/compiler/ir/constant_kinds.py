"""The types of constants, of the run-time values that they become, and of what Python hands over at the start."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused, name_of

from . import subset
from .classes import BOARD, class_of_int, is_dataclass, members, parts_of, plain_tuple
from .frozen import DictOf, SetOf, known_as
from .kinds import (
    BOOL,
    FLOAT,
    MOST,
    WIDEST,
    Fixed,
    Int,
    Record,
    Type,
    Vector,
    bounds_of_cells,
    classes_of,
    ints_of_class,
    leaves,
)
from .symbols import NONE, OrNone, Symbol, is_symbol, named_value, numbered_apart, symbol_of, symbols_of
from .varying import room_for, set_of

DEEPEST = 20  # tuples in tuples
KEPT = "a {} in the text of a rule is kept in no variable: make it a constant outside of the rule"


def constant_kind(value: object) -> Type:
    """The type of a constant; Refused for bytes, complex numbers and ints of too many bits."""
    if isinstance(value, (bytes, complex)):
        raise Refused(subset.NO_BYTES.format(named_value(value)))
    if isinstance(value, float) and type(value) is not float:
        raise Refused(subset.OWN_FLOAT.format(named_value(value)))
    if isinstance(value, int) and value.bit_length() > 4 * WIDEST:
        raise Refused(f"an int of {value.bit_length()} bits: {WIDEST} are the most")
    return of_constant(value)


def of_constant(value: object) -> Type:
    """The type of a value that is known before the game starts; Refused for tuples outside of the subset."""
    if isinstance(value, int):
        return ints_of_class(Int(int(value), int(value)), class_of_int(value))
    if type(value) is float:
        return FLOAT
    if isinstance(value, tuple):
        plain_tuple(type(value))
    return Fixed(known_as(value) if type(value) is frozenset else value)


def thawed(kind: Type, deep: int = 0) -> Type:
    """A constant's type as that of a run-time value, which lies so deep in others; Refused where it lies too deep."""
    if not isinstance(kind, Fixed):
        return kind
    if deep > DEEPEST:
        raise Refused(f"a constant of tuples in tuples more than {DEEPEST} deep, as a value")
    value = kind.value
    if is_symbol(value):
        return symbol_of(value)
    if isinstance(value, tuple) or is_dataclass(type(value)):
        plain_tuple(type(value))
        items: Any = value if isinstance(value, tuple) else parts_of(value)
        return Record(type(value), tuple(thawed(of_constant(each), deep + 1) for each in items))
    if is_nested(value):
        return Record(BOARD, tuple(thawed(Fixed(row)) for row in value))  # type: ignore[attr-defined]
    if isinstance(value, PVector):
        return vector_of(value)
    if isinstance(value, SetOf):
        return kind_of_set(value.items, value.form)
    if isinstance(value, DictOf):
        raise Refused(KEPT.format("dict"))
    raise Refused(f"a variable holds ints, bools, PVectors or tuples of these, not {name_of(value)}")


def kind_of_set(members: Iterable[object], form: type) -> Type:
    """The type of a set that is a constant, or a part of a position, as a value."""
    kinds = [thawed(of_constant(each)) for each in members]
    return set_of(kinds, room_for(len(kinds)), form)


def is_nested(value: object) -> bool:
    """Whether a board holds boards: its rows."""
    return type(value) is BOARD and len(value) > 0 and all(type(row) is BOARD for row in value)  # type: ignore[arg-type, attr-defined]


def vector_of(value: PVector[object], form: Any = BOARD) -> Vector:
    """The type of a board; Refused unless it is a plain PVector of ints of at most 64 bits."""
    if type(value) is not BOARD:
        raise Refused(f"a board is a plain PVector, not a {type(value).__name__}")
    if any(map(is_symbol, value)):
        return vector_of_symbols(value, form)
    if not all(isinstance(item, int) for item in value):
        raise Refused("a PVector holds small ints only")
    items = [int(item) for item in value]  # type: ignore[call-overload]
    board = Vector(len(items), min(items, default=0), max(items, default=0), classes_of(value), form)
    least, most = bounds_of_cells(board, 64)
    if board.low < least or board.high > most:
        raise Refused(subset.WIDE_CELL)
    return board


def vector_of_symbols(value: PVector[object], form: Any) -> Vector:
    """The type of a board some cells of which are texts, members of Enums or None."""
    others = [item for item in value if not is_symbol(item)]
    if not others:
        symbols = symbols_of(set(value))
        return Vector(len(value), symbols.low, symbols.high, symbols, form)
    if any(item is not None for item in value if is_symbol(item)) or not all(isinstance(item, int) for item in others):
        raise Refused("the cells of a board are ints of one class or None, or texts, or members of Enums")
    ints = [int(item) for item in others]  # type: ignore[call-overload]
    if not NONE < min(ints) <= max(ints) <= MOST:
        raise Refused(f"an int beside None in a board is greater than {NONE}")
    return Vector(len(value), NONE, max(ints), OrNone(classes_of(others)), form)


def cell_number(value: Any) -> int:
    """What stands for a value in a cell of a board."""
    return symbol_of(value).low if is_symbol(value) else int(value)


# ---- what Python hands over at the start: play, or a search, widens these types


SHORTEST_BOARD = 3  # items of a tuple that is a board: shorter ones are kept item by item
SHORTEST_POSITION = 6  # of one that is the whole position
LARGEST_CELL = 2**14


def type_of(value: Any, whole: bool = True) -> Type:
    """The type of a start position: what it holds; play widens it."""
    kind = type(value)
    if issubclass(kind, int):
        return type_of_int(value)
    if issubclass(kind, tuple):
        plain_tuple(kind)
        if is_board(value, whole):
            return vector_of(pvector(value), tuple)
        return Record(kind, tuple(type_of(item, whole=False) for item in value))
    if is_dataclass(kind):
        plain_tuple(kind)
        return Record(kind, tuple(type_of(item, whole=False) for item in parts_of(value)))
    if is_symbol(value):
        return symbol_of(value) if value is None or kind is str else symbols_of(list(kind))  # type: ignore[call-overload]
    if is_nested(value):
        return Record(BOARD, tuple(type_of(row, whole=False) for row in value))
    if kind is frozenset:
        with suppress(Refused):
            return kind_of_set(value, frozenset)
        return Fixed(value)
    return vector_of(value) if issubclass(kind, PVector) else Fixed(value)


def is_board(value: tuple[Any, ...], whole: bool = False) -> bool:
    """Whether a tuple is a board: small ints of one class, texts, members of Enums; None may lie among them.

    `whole`: it is the start position itself.
    """
    shortest = SHORTEST_POSITION if whole else SHORTEST_BOARD
    if type(value) is not tuple or len(value) < shortest:
        return False
    kinds = {type(item) for item in value} - {type(None)}
    if all(map(is_symbol, value)):
        return True
    if len(kinds) > 1:
        return False
    value = tuple(item for item in value if item is not None)
    return all(isinstance(item, int) and abs(int(item)) < LARGEST_CELL for item in value)


def type_of_int(value: int) -> Type:
    """The type of an int at the start: its interval holds 0 and 1, or all members of its IntEnum."""
    cls = class_of_int(value)
    if cls is bool:
        return BOOL
    held = [int(value), *(members(cls) if cls is not int else (0, 1))]
    return Int(min(held), max(held), cls)


def cell_bits(value: Any) -> int:
    """How many bits the cells of a start position's boards need, with room to grow.

    What cannot be looked at needs none: that is refused, with a reason, where rules are compiled.
    """
    most = 0
    with numbered_apart(), suppress(Exception):
        for leaf in leaves(type_of(value)):
            if isinstance(leaf, Vector) and not isinstance(leaf.cls, Symbol):
                most = max(most, leaf.high, 0 if isinstance(leaf.cls, OrNone) else -leaf.low)
    return next(bits for bits in (8, 16, 32, 64) if most < 2 ** (bits - 2) or bits == 64)
