"""The boundary to Python: values packed for machine code, and what it answers made into values again.

Packing and unpacking are one generated expression each: `pack(position[0], ...)` costs less than a walk.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from itertools import count
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Trap, Trapped

from ..abi import Packing, leaf_bytes
from ..ir.classes import BOARD, MIXED, NO_CELL, fields_of, is_dataclass, members
from ..ir.kinds import MOST, Bool, Float, Int, Maybe, Record, Type, Varying, Vector, Words, class_of, leaves, width
from ..ir.symbols import NONE, NOTHING, OrNone, Symbol, is_symbol
from ..ir.varying import Perhaps, is_set

PLAIN_INTS = (int, MIXED, NO_CELL)  # what is MIXED only machine code reads


class Foreign(Exception):  # noqa: N818 - the interpreted lane takes over
    """A value of another kind than machine code was made for."""


NOT_PACKED = (Foreign, struct.error, OverflowError, TypeError, AttributeError, IndexError, ValueError)


def outside(error: Exception) -> Trapped:
    """What is raised for values that were not packed, with this error."""
    told = f" ({error})" if str(error) else ""
    return Trapped(Trap.OUTSIDE, f"a position or a number is not of the kind that machine code was made for{told}")


def packer(kinds: tuple[Type, ...], cell: int) -> Callable[..., bytes]:
    """The function that packs values of these types as bytes; it raises one of NOT_PACKED for other values."""
    names = names_of_checks() | {"pack": format_of(kinds, cell).pack}
    arguments = [f"a{number}" for number in range(len(kinds))]
    parts = [part for kind, path in zip(kinds, arguments) for part in _taken(kind, path, cell, names)]
    tests = [test for kind, path in zip(kinds, arguments) for test in _classes_tested(kind, path, names)]
    body = f"pack({', '.join(parts)}) if {' and '.join(tests) or 'True'} else foreign()"
    packed: Callable[..., bytes] = eval(f"lambda {', '.join(arguments)}: {body}", names)
    return packed


def maker(kind: Type) -> Callable[[tuple[Any, ...]], Any]:
    """The function that makes a value again from its unpacked leaves."""
    if isinstance(kind, Record) and not is_dataclass(kind.cls) and all(is_word(leaf) for leaf in kind.items):
        return partial(tuple.__new__, kind.cls)
    names: dict[str, Any] = {"board": pvector, "new": tuple.__new__, "number": int}
    made: Callable[[tuple[Any, ...]], Any] = eval(f"lambda u: {_given(kind, count(), names)}", names)
    return made


def format_of(kinds: tuple[Type, ...], cell: int) -> struct.Struct:
    """The layout of some values for the struct module: this processor's byte order, padding only where we put it."""
    return struct.Struct("=" + "".join(Packing(kinds, cell).formats()))


def is_word(kind: Type) -> bool:
    """Whether values of a type are plain ints of one signed word."""
    return isinstance(kind, Int) and width(kind) == 64 and kind.high <= MOST and kind.cls in PLAIN_INTS


class Unpacking:
    """Values of one type, from bytes."""

    def __init__(self, kind: Type, cell: int) -> None:
        self.struct, self.make = format_of((kind,), cell), maker(kind)
        self.size, self.plain = Packing((kind,), cell).size, is_word(kind)

    def one(self, data: Any) -> Any:
        return self.make(self.struct.unpack_from(data))

    def each(self, data: memoryview, number: int) -> Iterable[Any]:
        """The first `number` values in a buffer."""
        if self.size == 0:
            return [self.make(()) for _ in range(number)]
        if self.plain:
            return data[: 8 * number].cast("q").tolist()
        return map(self.make, self.struct.iter_unpack(bytes(data[: number * self.size])))


def names_of_checks() -> dict[str, Any]:
    """What the expressions that pack values call."""
    called = {"check": check, "foreign": foreign, "number": symbol_number}
    return {**called, "board": check_board, "cells": board_cells, "symbol": is_symbol}


def _name(names: dict[str, Any], value: object) -> str:
    name = f"n{len(names)}"
    names[name] = value
    return name


def _taken(kind: Type, path: str, cell: int, names: dict[str, Any]) -> Iterator[str]:
    """The arguments of `pack` that a value at this path gives."""
    match kind:
        case Record(cls=cls, items=items):
            length = None if is_dataclass(cls) else len(items)
            checked = f"check({path}, {_name(names, cls)}, {length})"
            for number, item in enumerate(items):
                yield from _taken(item, (checked if number == 0 else path) + _part(cls, number), cell, names)
        case Maybe():
            layout = format_of((kind,), cell)
            zeros = _name(names, layout.unpack(bytes(layout.size)))
            there = ", ".join(_taken(kind.kind, path, cell, names))
            fits = " and ".join(_classes_tested(kind.kind, path, names)) or "True"
            if kind.other == NOTHING:
                yield f"*({zeros} if {path} is None else (1, {there}) if {fits} else foreign())"
            else:
                beside = f"number({path}, {_name(names, numbers_of(kind.other))})"
                yield f"*((*{zeros}[:-1], {beside}) if symbol({path}) else (1, {there}, 0) if {fits} else foreign())"
        case Symbol():
            yield f"number({path}, {_name(names, numbers_of(kind))})"
        case Vector(length=length, cls=Symbol() | OrNone() as cls, form=form):
            yield f"*map({_name(names, cell_taker(cls))}, cells({path}, {length}, {_name(names, form)}))"
        case Vector(length=length, cls=cls, form=form):
            yield f"*board({path}, {length}, {_name(names, {cls})}, {_name(names, form)})"
        case Varying():
            yield f"*{_name(names, varying_taker(kind))}({path})"
        case Int() if width(kind) > 64:
            yield f"{path}.to_bytes({leaf_bytes(kind, cell)}, 'little', signed={kind.low < 0})"
        case Words():
            yield f"*{path}"
        case _:
            yield path


def _classes_tested(kind: Type, path: str, names: dict[str, Any]) -> Iterator[str]:
    """The tests that each int is of the class that machine code was made for."""
    if isinstance(kind, Record):
        for number, item in enumerate(kind.items):
            yield from _classes_tested(item, path + _part(kind.cls, number), names)
    elif isinstance(kind, Float):
        yield f"type({path}) {'in (int, float)' if kind.mixed else 'is float'}"
    elif isinstance(kind, (Int, Bool)) and class_of(kind) is not MIXED:
        yield f"type({path}) is {_name(names, class_of(kind))}"


def _given(kind: Type, position: Iterator[int], names: dict[str, Any]) -> str:
    """The expression that makes the value again from the unpacked tuple `u`."""
    if isinstance(kind, Record):
        items = "".join(_given(item, position, names) + ", " for item in kind.items)
        if is_dataclass(kind.cls):
            return f"{_name(names, kind.cls)}({items})"
        if kind.cls is BOARD:
            return f"board(({items}))"
        return f"({items})" if kind.cls is tuple else f"new({_name(names, kind.cls)}, ({items}))"
    if isinstance(kind, Maybe):
        flag = next(position)
        there = _given(kind.kind, position, names)
        other = "None" if kind.other == NOTHING else _given(kind.other, position, names)
        return f"({there} if u[{flag}] else {other})"
    if isinstance(kind, Varying):
        places = [next(position) for _ in range(1 + kind.room * columns_of(kind))]
        return f"{_name(names, varying_maker(kind))}(u[{places[0]}:{places[-1] + 1}])"
    if isinstance(kind, Symbol):
        return f"{_name(names, dict(kind.members))}[u[{next(position)}]]"
    if isinstance(kind, Vector):
        places = [next(position) for _ in range(kind.length)]
        cells = f"u[{places[0]}:{places[-1] + 1}]" if places else "()"
        if kind.cls not in PLAIN_INTS:
            cells = f"map({_name(names, classed(kind.cls))}, {cells})"
        if kind.form is str:
            return f"''.join({cells})"
        return f"new({_name(names, tuple)}, {cells})" if kind.form is tuple else f"board({cells})"
    at = next(position)
    if isinstance(kind, Float):
        return f"u[{at}]"
    if not isinstance(kind, Int):
        return f"(u[{at}] != 0)"
    number = f"number.from_bytes(u[{at}], 'little', signed={kind.low < 0})" if width(kind) > 64 else f"u[{at}]"
    return number if kind.cls in PLAIN_INTS else f"{_name(names, classed(kind.cls))}({number})"


def _part(cls: type, number: int) -> str:
    """How Python reads a part of a tuple or of a dataclass."""
    return f".{fields_of(cls)[number]}" if is_dataclass(cls) else f"[{number}]"


def classed(cls: Any) -> Callable[[int], Any]:
    """The function that makes an int a value of its class again."""
    if isinstance(cls, Symbol):
        return dict(cls.members).__getitem__
    if isinstance(cls, OrNone):
        plain = int if cls.cls in PLAIN_INTS else classed(cls.cls)
        return lambda number: None if number == NONE else plain(number)
    return bool if cls is bool else members(cls).__getitem__


def check(value: Any, cls: type, length: int | None) -> Any:
    """The value itself; Foreign unless it is of that class and, if there is one, of that length."""
    if (length is not None and len(value) != length) or type(value) is not cls:
        raise Foreign
    return value


def check_board(value: Any, length: int, classes: set[type], form: type = BOARD) -> Any:
    """The cells of a board; Foreign unless it is of this class and length, with cells of these classes."""
    cells = board_cells(value, length, form)
    if not {*map(type, cells)} <= classes:
        raise Foreign
    return cells


def board_cells(value: Any, length: int, form: type) -> Any:
    """The cells of a board; Foreign unless it is of this class and length."""
    if len(value) != length or type(value) is not form:
        raise Foreign
    return value.tolist() if isinstance(value, PVector) else value


def numbers_of(kind: Symbol) -> dict[tuple[type, Any], int]:
    """The number of each value of a type, by class and value: a text equals one of another class."""
    return {(type(value), value): number for number, value in kind.members}


def symbol_number(value: Any, numbers: dict[tuple[type, Any], int]) -> int:
    """The number of None, a text or a member of an Enum; Foreign if it is none of those that machine code knows."""
    kind = type(value)
    if value is not None and kind is not str and not isinstance(value, Enum):
        raise Foreign
    number = numbers.get((kind, value))
    if number is None:
        raise Foreign
    return number


def cell_taker(cls: Any) -> Callable[[Any], int]:
    """The function that gives the number of a cell of this class; Foreign where another value lies there."""
    if isinstance(cls, Symbol):
        return partial(symbol_number, numbers=numbers_of(cls))
    may_be_none = isinstance(cls, OrNone)
    own = (int if cls.cls in PLAIN_INTS else cls.cls) if may_be_none else cls

    def number(value: Any) -> int:
        if may_be_none and value is None:
            return NONE
        if type(value) is not own or (may_be_none and value == NONE):
            raise Foreign
        return int(value)

    return number


def foreign() -> Any:
    """Raises Foreign: a call, because it is used in expressions."""
    raise Foreign


# ---- Boards whose length changes: a length, then column after column of their cells, and zeros up to the room


def columns_of(kind: Varying) -> int:
    """How many cells an item has."""
    return sum(1 for _ in leaves(kind.cells))


def varying_taker(kind: Varying) -> Callable[[Any], list[int]]:
    """The function that gives the numbers of a board; those of a set are in the order in which its members lie."""
    item, room, form = item_taker(kind.cells), kind.room, kind.form
    nothing = [()] * columns_of(kind)

    def numbers(value: Any) -> list[int]:
        if type(value) is not form or len(value) > room:
            raise Foreign
        rows = [item(each) for each in (value.tolist() if isinstance(value, PVector) else value)]
        if is_set(kind):
            rows.sort()
        spare = [0] * (room - len(rows))
        return [len(rows), *(number for column in [*zip(*rows)] or nothing for number in (*column, *spare))]

    return numbers


def item_taker(cells: Type) -> Callable[[Any], list[int]]:
    """The function that gives the numbers of an item; Foreign of one of another kind."""
    if isinstance(cells, Vector):
        cell = cell_taker(cells.cls)
        return lambda item: [cell(item)]
    assert isinstance(cells, Record)
    cls, parts = cells.cls, [item_taker(each) for each in cells.items]
    if cls is Perhaps:
        zeros = [0 for _ in leaves(cells)]
        return lambda item: zeros if item is None else [1, *parts[1](item)]
    length = len(parts)
    return lambda item: [number for part, each in zip(parts, check(item, cls, length)) for number in part(each)]


def varying_maker(kind: Varying) -> Callable[[Any], Any]:
    """The function that makes a board of its numbers."""
    item, room = item_maker(kind.cells), kind.room
    form: Any = pvector if kind.form is BOARD else kind.form

    def board(numbers: Any) -> Any:
        columns = (numbers[start : start + numbers[0]] for start in range(1, len(numbers), room))
        return form(map(item, map(iter, zip(*columns))))

    return board


def item_maker(cells: Type) -> Callable[[Iterator[int]], Any]:
    """The function that makes an item of its numbers."""
    if isinstance(cells, Vector):
        made = int if cells.cls in PLAIN_INTS else classed(cells.cls)
        return lambda numbers: made(next(numbers))
    assert isinstance(cells, Record)
    cls, parts = cells.cls, [item_maker(each) for each in cells.items]
    if cls is Perhaps:
        return lambda numbers: parts[1](numbers) if next(numbers) else None
    return lambda numbers: tuple.__new__(cls, [part(numbers) for part in parts])
