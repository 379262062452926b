"""Values in machine code, and the memory that holds them.

A vector is a pointer to its bytes. Memory is *frozen* when it is not written to during the call (a parameter that is
never rebound, a constant), *fresh* when it was made for this value alone; anything else is a variable's own and must
be copied before that variable may change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused

from ..ir.classes import SetOf, is_dataclass, parts_of
from ..ir.joining import cell_number, is_nested, of_constant, thawed
from ..ir.kinds import (
    Bool,
    Container,
    Fixed,
    Float,
    Int,
    Maybe,
    Padded,
    Record,
    Row,
    Table,
    Type,
    Varying,
    Vector,
    Words,
    leaves,
    padded,
    width,
)
from ..ir.symbols import Symbol, is_symbol, named_value, symbol_of
from ..ir.varying import Perhaps
from .text import F64, I1, I32, I64, WORD_POINTER, ArrayType, Builder, IntType, Module, integer

FROZEN, FRESH, OWNED = "frozen", "fresh", "owned"


@dataclass(slots=True)
class Value:
    """A value of a function that is written: its type, and what LLVM has of it.

    `data`: an LLVM value for a number, a pointer for a vector, (start, length) for a row and for words, a list of
    Values for a record, a flag and a value where there may be None, a length and cells for a board whose length
    changes, nothing for a constant.
    """

    type: Type
    data: Any = None
    memory: str = FRESH

    def leaves(self) -> Iterator[Value]:
        if isinstance(self.type, (Record, Maybe, Varying)):
            for item in self.data:
                yield from item.leaves()
        elif not isinstance(self.type, Fixed):
            yield self

    @property
    def parts(self) -> Sequence[Any]:
        """The LLVM values of a leaf: two of a row and of words, else one."""
        return self.data if isinstance(self.data, tuple) else (self.data,)


def of_parts(kind: Type, parts: Sequence[Any], memory: str = FRESH) -> Value:
    """A value of one leaf from its LLVM values."""
    return Value(kind, parts[0] if len(parts) == 1 else tuple(parts), memory)


def rebuilt(kind: Type | None, leaf: Callable[[Type], Value]) -> Value:
    """A value made of its leaves, asked for one after another."""
    assert kind is not None
    if isinstance(kind, (Record, Maybe, Varying)):
        return Value(kind, [rebuilt(item, leaf) for item in kind.items])
    return Value(kind) if isinstance(kind, Fixed) else leaf(kind)


class Layout:
    """LLVM's types for ours, constants as globals."""

    def __init__(self, module: Module, cell: int) -> None:
        self.module, self.cell = module, integer(cell)
        self.globals: dict[object, Any] = {}
        self.padded: dict[Table, Padded | None] = {}

    def array(self, length: int) -> ArrayType:
        return ArrayType(self.cell, length)

    def size(self, kind: Any) -> int:
        """The bytes of a vector."""
        return int(kind.length * self.cell.width // 8)

    def of_leaf(self, kind: Type) -> list[Any]:
        match kind:
            case Int() | Bool():
                return [integer(width(kind))]
            case Symbol() | Container():
                return [I64]
            case Float():
                return [F64]
            case Vector():
                return [self.array(kind.length).as_pointer()]
            case Row():
                return [I64, I64]
            case Words():
                return [WORD_POINTER, I64]
        raise Refused("this value cannot be handed on")

    def loaded(self, b: Builder, where: Any, leaf: Type) -> list[Any]:
        """The values of a leaf, from the word on where it lies; of a vector its address."""
        if isinstance(leaf, Vector):
            return [b.cast(where, self.array(leaf.length))]
        found = []
        for number, kind in enumerate(self.of_leaf(leaf)):
            place = b.gep(where, [I64(number)], inbounds=True) if number else where
            data = b.load(b.cast(place, I64 if kind is I1 else kind), align=8)
            found.append(b.trunc(data, I1) if kind is I1 else data)
        return found

    def constant_array(self, key: object, item: Any, values: list[Any]) -> Any:
        if key not in self.globals:
            kind = ArrayType(item, len(values))
            self.globals[key] = self.module.constant(kind, "constant", kind(values))
        return self.globals[key]

    def vector(self, value: PVector[int] | str) -> Any:
        cells = list(map(cell_number, value))
        return self.constant_array(("vector", *cells), self.cell, cells)

    def starts(self, table: Table, depth: int) -> Any:
        return self.constant_array((table, depth), I32, table.starts[depth])

    def lengths(self, table: Table, padding: Padded, depth: int) -> Any:
        item = narrowest(Int(0, padding.widths[depth]))
        return self.constant_array((table, depth, "lengths"), item, padding.lengths[depth])

    def items(self, table: Table) -> Any:
        padding = self.padding(table)
        item = narrowest(table.leaf) if isinstance(table.leaf, Int) else F64
        return self.constant_array((table, "items"), item, (padding or table).items or [0])

    def padding(self, table: Table) -> Padded | None:
        if table not in self.padded:
            self.padded[table] = padded(table)
        return self.padded[table]


def stored_number(b: Builder, where: Any, data: Any) -> None:
    """Writes a number to memory, on 8 bytes at least."""
    whole = b.zext(data, I64) if data.type is I1 else data
    b.store(whole, b.cast(where, whole.type), align=8)


def narrowest(kind: Int) -> IntType:
    """The narrowest machine int that holds these."""
    for bits in (8, 16, 32):
        if -(2 ** (bits - 1)) <= kind.low and kind.high < 2 ** (bits - 1):
            return integer(bits)
    return integer(width(kind))


def int_constant(value: int) -> Value:
    """An int that is known now."""
    kind: Any = of_constant(value)
    return Value(kind, integer(width(kind))(value))


def constant(value: object, layout: Layout) -> Value:
    """A constant as a run-time value."""
    kind = of_constant(value)
    if isinstance(value, int):
        return int_constant(value)
    if is_symbol(value):
        return Value(symbol_of(value), I64(symbol_of(value).low))
    if isinstance(value, float):
        return Value(kind, F64(value))
    if isinstance(value, tuple) or is_dataclass(type(value)) or is_nested(value):
        items: Any = parts_of(value) if is_dataclass(type(value)) else value
        return Value(thawed(kind), [constant(each, layout) for each in items])
    if isinstance(value, PVector):
        return Value(thawed(kind), layout.vector(value), FROZEN)
    if isinstance(value, SetOf):
        return constant_set(value.items, thawed(kind), layout)
    raise Refused(f"{named_value(value)} is no run-time value")


def constant_set(members: tuple[object, ...], kind: Any, layout: Layout) -> Value:
    """A set that is a constant: how many members it has, and these in the order of the numbers that stand for them."""
    rows = sorted(tuple(map(cell_number, numbers_of(each, kind.cells))) for each in members)
    columns = iter(zip(*rows))

    def cells(leaf: Any) -> Value:
        known = next(columns, ())
        return Value(leaf, layout.vector(pvector([*known, *[0] * (leaf.length - len(known))])), FROZEN)

    return Value(kind, [Value(kind.items[0], I64(len(rows))), rebuilt(kind.cells, cells)])


def numbers_of(member: Any, cells: Type) -> Iterator[Any]:
    """What lies of a member of a set in each column."""
    if not isinstance(cells, Record):
        yield member
    elif cells.cls is not Perhaps:
        for each, column in zip(member, cells.items):
            yield from numbers_of(each, column)
    else:
        yield member is not None
        yield from numbers_of(member, cells.items[1]) if member is not None else [0] * len([*leaves(cells.items[1])])


@dataclass(slots=True)
class Slot:
    """Where a variable's leaf lives; `alias`: it holds the address of frozen memory instead of a copy.

    `cells` are the addresses of its parts, or the parts themselves (`given`) where it never gets another value.
    """

    type: Type
    cells: Sequence[Any]
    alias: bool = False
    memory: str = ""  # of an alias: what kind of memory it points to
    given: bool = False
