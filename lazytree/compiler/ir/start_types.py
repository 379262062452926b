"""The types of values that Python hands over at the start: play, or a search, widens them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused

from .classes import BOARD, class_of_int, is_dataclass, members, parts_of, plain_tuple
from .constant_kinds import is_nested, kind_of_set, vector_of
from .kinds import BOOL, Fixed, Int, Record, Type
from .symbols import is_symbol, symbol_of, symbols_of

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
        return symbol_of(value) if value is None or kind is str else symbols_of(enum_members(kind))
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
    """How many bits the cells of a start position's boards need, with room to grow."""
    waiting: list[Any] = [value]
    most = 0
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is BOARD or (kind is tuple and is_board(each, each is value)):
            most = max([most, *(abs(item) for item in each if issubclass(type(item), int))])
            waiting.extend(row for row in each if type(row) is BOARD)
        elif is_dataclass(kind):
            waiting.extend(parts_of(each))
        elif kind is frozenset:
            numbers = leaves_of(each)
            most = max([most, *(abs(item) for item in numbers if issubclass(type(item), int))])
        elif issubclass(kind, tuple):
            waiting.extend(tuple.__iter__(each))  # whatever its class says
    return next(bits for bits in (8, 16, 32, 64) if most < 2 ** (bits - 2) or bits == 64)


def leaves_of(value: Any) -> Iterator[Any]:
    """What a set, and the tuples in it, are made of."""
    for each in value:
        yield from leaves_of(each) if issubclass(type(each), tuple) else (each,)


def enum_members(cls: Any) -> list[Any]:
    """The members of an Enum."""
    return list(cls)
