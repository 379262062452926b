"""The boundary to Python: values packed for machine code, and what it answers made into values again.

Packing and unpacking are one generated expression each: `pack(position[0], ...)` costs less than a walk.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
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

# ---- Boards whose length changes at the boundary to Python: a length, the cells, and zeros up to the room


def numbers_in(kind: Varying) -> int:
    """How many numbers stand for a board."""
    return 1 + sum(leaf.length for leaf in leaves(kind.cells) if isinstance(leaf, Vector))


def taker(
    kind: Varying, cells_of: Callable[[Any], Callable[[Any], Sequence[int]]], foreign: Callable[[], Any]
) -> Callable[[Any], list[int]]:
    """The function that gives the numbers of a board; `foreign` is called for any other value.

    `cells_of` gives, for the class of cells, what makes numbers of a tuple of them.
    """
    columns, room, form = column_takers(kind.cells, cells_of, foreign), kind.room, kind.form
    if is_set(kind):
        return members_taken(columns, room, form, foreign)

    def numbers(value: Any) -> list[int]:
        if type(value) is not form or len(value) > room:
            foreign()
        items = value.tolist() if isinstance(value, PVector) else value
        made = [len(items)]
        spare = [0] * (room - len(items))
        for column in columns:
            made += column(items)
            made += spare
        return made

    return numbers


def members_taken(
    columns: list[Callable[[Any], Sequence[int]]], room: int, form: Any, foreign: Callable[[], Any]
) -> Callable[[Any], list[int]]:
    """The function that gives the numbers of a set: its members are in the order of the numbers that stand for them."""

    def numbers(value: Any) -> list[int]:
        if type(value) is not form or len(value) > room:
            foreign()
        items = list(value)
        rows = sorted(zip(*(column(items) for column in columns)))
        spare = [0] * (room - len(items))
        return [len(items), *(each for column in zip(*rows) for each in (*column, *spare))] if rows else [0] * size

    size = 1 + room * len(columns)
    return numbers


def column_takers(
    cells: Type, cells_of: Callable[[Any], Callable[[Any], Sequence[int]]], foreign: Callable[[], Any]
) -> list[Callable[[Any], Sequence[int]]]:
    """The functions that give the numbers of items, one for each part of an item."""
    if isinstance(cells, Vector):
        taken = cells_of(cells.cls)
        return [lambda items: taken(tuple(items))]
    assert isinstance(cells, Record)
    if cells.cls is Perhaps:
        inners = column_takers(cells.items[1], cells_of, foreign)
        return [lambda items: [each is not None for each in items], *map(of_those_there, inners)]
    cls, number = cells.cls, len(cells.items)

    def part(at: int, inner: Callable[[Any], Sequence[int]]) -> Callable[[Any], Sequence[int]]:
        def taken(items: Any) -> Sequence[int]:
            if not all(is_of(item, cls, number) for item in items):
                foreign()
            return inner([item[at] for item in items])

        return taken

    return [part(at, inner) for at, each in enumerate(cells.items) for inner in column_takers(each, cells_of, foreign)]


def of_those_there(column: Callable[[Any], Sequence[int]]) -> Callable[[Any], Sequence[int]]:
    """The numbers of a part of items some of which are None: 0 of these."""

    def taken(items: Any) -> Sequence[int]:
        known = iter(column([each for each in items if each is not None]))
        return [0 if each is None else next(known) for each in items]

    return taken


def is_of(item: Any, cls: Any, number: int) -> bool:
    """Whether an item is a tuple of this class, of that many parts."""
    return type(item) is cls and len(item) == number


def varying_maker(kind: Varying, classed: Callable[[Any], Callable[[int], Any] | None]) -> Callable[[Any], Any]:
    """The function that makes a board of its numbers; `classed` gives what makes a number a cell, None: a plain int."""
    items = item_maker(kind.cells, classed)
    form: Any = pvector if kind.form is BOARD else kind.form
    return lambda numbers: form(items(numbers[1:], numbers[0]))


def item_maker(cells: Type, classed: Callable[[Any], Callable[[int], Any] | None]) -> Callable[[Any, int], Any]:
    """The function that makes that many items of their columns, one column after another."""
    if isinstance(cells, Vector):
        made = classed(cells.cls)
        return lambda numbers, length: numbers[:length] if made is None else map(made, numbers[:length])
    assert isinstance(cells, Record)
    parts = [item_maker(each, classed) for each in cells.items]
    widths = [sum(leaf.length for leaf in leaves(each) if isinstance(leaf, Vector)) for each in cells.items]
    starts = [sum(widths[:at]) for at in range(len(widths))]
    cls = cells.cls
    if cls is Perhaps:
        there, given = parts

        def either(numbers: Any, length: int) -> Any:
            known, rest, room = [*there(numbers, length)], numbers[widths[0] :], widths[0]
            kept = [at for at, is_there in enumerate(known) if is_there]
            columns = [rest[start : start + room] for start in range(0, len(rest), room)]
            filled = [each for column in columns for each in (*(column[at] for at in kept), *[0] * (room - len(kept)))]
            items = iter(given(filled, len(kept)))
            return [next(items) if is_there else None for is_there in known]

        return either

    def items(numbers: Any, length: int) -> Any:
        columns = [part(numbers[start : start + width], length) for part, start, width in zip(parts, starts, widths)]
        return [tuple.__new__(cls, item) for item in zip(*columns)]

    return items


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
    called = {"check": check, "check_class": check_class, "foreign": foreign, "number": symbol_number}
    return {**called, "board": check_board}


def _name(names: dict[str, Any], value: object) -> str:
    name = f"n{len(names)}"
    names[name] = value
    return name


def _taken(kind: Type, path: str, cell: int, names: dict[str, Any]) -> Iterator[str]:
    """The arguments of `pack` that a value at this path gives."""
    match kind:
        case Record(cls=cls, items=items):
            checked = f"check({path}, {_name(names, cls)}, {len(items)})"
            if is_dataclass(cls):
                checked = f"check_class({path}, {_name(names, cls)})"
            for number, item in enumerate(items):
                yield from _taken(item, (checked if number == 0 else path) + _part(cls, number), cell, names)
        case Maybe():
            yield f"*{_name(names, perhaps(kind, cell))}({path})"
        case Symbol():
            yield f"number({path}, {_name(names, numbers_of(kind))})"
        case Vector(length=length, cls=Symbol() | OrNone() as cls, form=form):
            yield f"*{_name(names, board_of_symbols(cls))}({path}, {length}, {_name(names, form)})"
        case Vector(length=length, cls=cls, form=form):
            yield f"*board({path}, {length}, {_name(names, {cls})}, {_name(names, form)})"
        case Varying():
            taken = taker(kind, cells_taken, foreign)
            yield f"*{_name(names, taken)}({path})"
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
        places = [next(position) for _ in range(numbers_in(kind))]
        made = varying_maker(kind, lambda cls: None if cls in PLAIN_INTS else classed(cls))
        return f"{_name(names, made)}(u[{places[0]}:{places[-1] + 1}])"
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


def check(value: Any, cls: type, length: int) -> Any:
    """The value itself; Foreign unless it is of that class and length."""
    if len(value) != length or type(value) is not cls:
        raise Foreign
    return value


def check_class(value: Any, cls: type) -> Any:
    """The value itself; Foreign unless it is of that class."""
    if type(value) is not cls:
        raise Foreign
    return value


def check_board(value: Any, length: int, classes: set[type], form: type = BOARD) -> Any:
    """The cells of a board; Foreign unless it is of this class and length, with cells of these classes."""
    if len(value) != length or type(value) is not form:
        raise Foreign
    cells: Any = value.tolist() if isinstance(value, PVector) else value
    if not {*map(type, cells)} <= classes:
        raise Foreign
    return cells


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


def perhaps(kind: Maybe, cell: int) -> Callable[[Any], tuple[Any, ...]]:
    """The function that gives what `pack` takes of a value that may be None or a text: a flag, the value or zeros.

    The number of what is there in place of the value follows, if that may be more than None.
    """
    names = names_of_checks()
    parts = list(_taken(kind.kind, "value", cell, names))
    tests = " and ".join(_classes_tested(kind.kind, "value", names)) or "True"
    last = "" if kind.other == NOTHING else ", 0"
    taken: Callable[[Any], tuple[Any, ...]]
    taken = eval(f"lambda value: (1, {', '.join(parts)}{last}) if {tests} else foreign()", names)
    zeros = struct.unpack(layout := format_of((kind,), cell).format, bytes(struct.calcsize(layout)))
    if kind.other == NOTHING:
        return lambda value: zeros if value is None else taken(value)
    numbers = numbers_of(kind.other)

    def either(value: Any) -> tuple[Any, ...]:
        if is_symbol(value):
            return (*zeros[:-1], symbol_number(value, numbers))
        return taken(value)

    return either


def board_of_symbols(cls: Symbol | OrNone) -> Callable[[Any, int, type], list[int]]:
    """The function that gives the cells of a board of texts, members of Enums or None."""
    if isinstance(cls, Symbol):
        numbers = numbers_of(cls)
        return lambda value, length, form: [symbol_number(each, numbers) for each in board_cells(value, length, form)]
    held = {type(None), int if cls.cls in PLAIN_INTS else cls.cls}

    def cells(value: Any, length: int, form: type) -> list[int]:
        given = board_cells(value, length, form)
        if not {*map(type, given)} <= held or any(each == NONE for each in given):
            raise Foreign
        return [NONE if each is None else int(each) for each in given]

    return cells


def cells_taken(cls: Any) -> Callable[[Any], Any]:
    """The function that gives the numbers of a tuple of cells of this class; Foreign where others lie there."""
    if isinstance(cls, Symbol | OrNone):
        taken = board_of_symbols(cls)
        return lambda cells: taken(cells, len(cells), tuple)
    return lambda cells: check_board(cells, len(cells), {cls}, tuple)


def board_cells(value: Any, length: int, form: type) -> Any:
    """The cells of a board; Foreign unless it is of this class and length."""
    if len(value) != length or type(value) is not form:
        raise Foreign
    return value.tolist() if isinstance(value, PVector) else value


def foreign() -> Any:
    """Raises Foreign: a call, because it is used in expressions."""
    raise Foreign
