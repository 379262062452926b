"""Boards whose length changes at the boundary to Python: a length, the cells, and zeros up to the room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pyrsistent import PVector, pvector

from ..ir.classes import BOARD
from ..ir.kinds import Record, Type, Varying, Vector, leaves


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


def column_takers(
    cells: Type, cells_of: Callable[[Any], Callable[[Any], Sequence[int]]], foreign: Callable[[], Any]
) -> list[Callable[[Any], Sequence[int]]]:
    """The functions that give the numbers of items, one for each part of an item."""
    if isinstance(cells, Vector):
        taken = cells_of(cells.cls)
        return [lambda items: taken(tuple(items))]
    assert isinstance(cells, Record)
    cls, number = cells.cls, len(cells.items)

    def part(at: int, inner: Callable[[Any], Sequence[int]]) -> Callable[[Any], Sequence[int]]:
        def taken(items: Any) -> Sequence[int]:
            if not all(is_of(item, cls, number) for item in items):
                foreign()
            return inner([item[at] for item in items])

        return taken

    return [part(at, inner) for at, each in enumerate(cells.items) for inner in column_takers(each, cells_of, foreign)]


def is_of(item: Any, cls: Any, number: int) -> bool:
    """Whether an item is a tuple of this class, of so many parts."""
    return type(item) is cls and len(item) == number


def maker(kind: Varying, classed: Callable[[Any], Callable[[int], Any] | None]) -> Callable[[Any], Any]:
    """The function that makes a board of its numbers; `classed` gives what makes a number a cell, None: a plain int"""
    items = item_maker(kind.cells, classed)
    form: Any = pvector if kind.form is BOARD else tuple
    return lambda numbers: form(items(numbers[1:], numbers[0]))


def item_maker(cells: Type, classed: Callable[[Any], Callable[[int], Any] | None]) -> Callable[[Any, int], Any]:
    """The function that makes so many items of their columns, one column after another."""
    if isinstance(cells, Vector):
        made = classed(cells.cls)
        return lambda numbers, length: numbers[:length] if made is None else map(made, numbers[:length])
    assert isinstance(cells, Record)
    parts = [item_maker(each, classed) for each in cells.items]
    widths = [sum(leaf.length for leaf in leaves(each) if isinstance(leaf, Vector)) for each in cells.items]
    starts = [sum(widths[:at]) for at in range(len(widths))]
    cls = cells.cls

    def items(numbers: Any, length: int) -> Any:
        columns = [part(numbers[start : start + width], length) for part, start, width in zip(parts, starts, widths)]
        return [tuple.__new__(cls, item) for item in zip(*columns)]

    return items
