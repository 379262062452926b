"""What a program asks of the types of a function's arguments: which instance they are for, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ir.classes import fields_of
from ..ir.joining import board_shape
from ..ir.kinds import Maybe, Record, Type, Vector, leaves, shape
from ..ir.symbols import Symbol
from ..ir.varying import with_varying


def shapes_of(function: Any, arguments: Mapping[str, Type]) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """What tells instances of a function apart: the shapes of its arguments, and those as boards."""
    shapes = tuple((name, shape(kind)) for name, kind in arguments.items())
    return (function, shapes), (function, tuple((name, board_shape(kind)) for name, kind in arguments.items()))


def varied_shapes(arguments: Mapping[str, Type]) -> list[object]:
    """The shapes of arguments whose boards change their length."""
    return [shape(with_varying(kind)) for kind in arguments.values()]


def members_of(kind: Type) -> Iterator[tuple[int, Any]]:
    """The texts and members of Enums in a type, with their numbers."""
    for leaf in leaves(kind):
        symbols = leaf.cls if isinstance(leaf, Vector) else leaf
        if isinstance(symbols, Symbol):
            yield from symbols.members


def owner_of(kind: Type) -> Any:
    """The class whose methods a value of a type has, if it is a NamedTuple or a dataclass; None of others."""
    return kind.cls if isinstance(kind, Record) and fields_of(kind.cls) else None


def owners_in(kind: Type) -> Iterator[Any]:
    """All such classes in a type."""
    if isinstance(kind, Record):
        yield from (each for each in (owner_of(kind),) if each is not None)
        for item in kind.items:
            yield from owners_in(item)
    elif isinstance(kind, Maybe):
        yield from owners_in(kind.kind)
