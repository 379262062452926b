"""Operators and built-ins on plain values, with the traps that the language promises."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.compiler.ir.classes import SetOf
from lazytree.compiler.ir.core import Op
from lazytree.compiler.ir.kinds import (
    EXACT,
    FLOAT,
    LEAST,
    MIXED_FLOAT,
    MOST,
    OF_MATH,
    WIDEST,
    Bool,
    Int,
    Varying,
)
from lazytree.core.errors import Trap, Trapped

from .checking import holds

PYTHON: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "bool": bool,
    "int": int,
    "float": float,
    "round": round,
    "ints only": lambda x: x,
    "no nan": lambda x: x,
    "min": min,
    "max": max,
    "abs": abs,
    "frozenset": frozenset,
    "member array": lambda x: x.form(x.items) if isinstance(x, SetOf) else x,
    "len": len,
    "tuple_len": len,
    "sought": lambda x, _: x,
    "text": "".join,
    "tuple": lambda x: tuple(tuple.__iter__(x)) if isinstance(x, tuple) else tuple(x),
    "pvector": pvector,
    "append": lambda board, x: board.append(x),
    "bit_count": lambda x: int(x).bit_count(),
    "bit_length": lambda x: int(x).bit_length(),
    **{name: getattr(math, name) for name in (*OF_MATH, "floor", "ceil")},
}
CHECKED = ("+", "-", "*", "**", "//", "abs")  # may leave 64 bits: a trap


def place_among(kind: Any, value: Any) -> int:
    """Which member of its Enum, or which of some texts, a value is."""
    if type(value) is not str:
        return list(type(value)).index(value)
    return next(number for number, each in kind.members if each == value) - int(kind.low)


def operated(node: Op, values: list[Any]) -> Any:
    symbol = node.symbol
    if symbol in ("==", "!="):
        if any(x != x and y != y for x, y in numbers_in(*values)):
            raise Trapped(Trap.RAISED, node.place)  # nan, which may be one object
        return (plain(values[0]) == plain(values[1])) == (symbol == "==")
    if symbol == "is":
        return values[0] is values[1]
    if symbol in ("/", "//", "%") and values[1] == 0:
        raise Trapped(Trap.DIVISION, node.place)
    if symbol in ("<<", ">>"):
        check_count(node, *values)
    if node.unary and any(isinstance(each, float) for each in values):
        return -values[1] if symbol == "-" else values[0]
    if symbol == "no nan" and any(x != x for x, _ in numbers_in(*values, *values)):
        raise Trapped(Trap.RAISED, node.place)
    if symbol == "**" and isinstance(node.type, Int):
        check_exponent(node, *values)
    if symbol in OF_MATH or (symbol == "**" and node.type == FLOAT):
        return finite(node, values)
    if symbol in ("int", "round", "floor", "ceil") and isinstance(values[0], float) and not abs(values[0]) <= EXACT:
        raise Trapped(Trap.OVERFLOW, node.place)
    if symbol == "place of":
        return place_among(node.operands[0].type, values[0])
    made = PYTHON[symbol](*values)
    if isinstance(node.type, Varying):
        if not holds(node.type, made):  # it has no room, or its cells have none
            raise Trapped(Trap.OVERFLOW, node.place)
        return made
    if symbol in ("+", "-", "*", "//", "%") and node.type == MIXED_FLOAT and not abs(made) < EXACT:
        raise Trapped(Trap.OVERFLOW, node.place)
    if symbol == "+" and isinstance(made, tuple):
        return made
    if symbol in CHECKED and isinstance(made, int) and all(map(is_small, values)) and not is_small(made):
        kind = node.type
        if not isinstance(kind, Int) or (kind.low >= LEAST and kind.high <= MOST):
            raise Trapped(Trap.OVERFLOW, node.place)
    return made


def check_exponent(node: Op, _: int, exponent: int) -> None:
    """A power of 2 is a shift, which may be wider than 64 bits; of others no exponent is below 0."""
    base, asked = (each.type for each in node.operands)
    if isinstance(base, Int) and base.low == base.high == 2:
        most = 1 if isinstance(asked, Bool) else asked.high  # type: ignore[union-attr]
        if exponent > (63 if most > WIDEST else most):
            raise Trapped(Trap.SHIFT, node.place)
    if exponent < 0:
        raise Trapped(Trap.RAISED, node.place)


def finite(node: Op, values: list[Any]) -> Any:
    """What a function of numbers gives; a trap where Python raises an error, and where it is not finite or tiny."""
    try:
        made = PYTHON[node.symbol](*map(float, values))
    except (ArithmeticError, ValueError):
        raise Trapped(Trap.RAISED, node.place) from None
    tiny = node.symbol == "**" and isinstance(made, float) and 0 < abs(made) < 2.0**-1022
    if isinstance(made, complex) or not math.isfinite(made) or tiny:
        raise Trapped(Trap.RAISED, node.place)
    return made


def numbers_in(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """The numbers of two values that are compared, pair by pair."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        for x, y in zip(tuple.__iter__(one), tuple.__iter__(other)):
            yield from numbers_in(x, y)
    elif isinstance(one, float) and isinstance(other, float):
        yield one, other


def check_count(node: Op, _: int, count: int) -> None:
    """A shift of a small int lets counts below 64 pass, if its count may be of any size."""
    asked = node.operands[1].type
    most = 1 if isinstance(asked, Bool) else asked.high  # type: ignore[union-attr]
    allowed = 63 if node.symbol == "<<" and most > WIDEST else most
    if not 0 <= count <= allowed:
        raise Trapped(Trap.SHIFT, node.place)


def is_small(value: int) -> bool:
    return LEAST <= value <= MOST


def plain(value: Any) -> Any:
    """The value without its classes: compared cell by cell, item by item."""
    if isinstance(value, tuple):
        return tuple(map(plain, tuple.__iter__(value)))
    return ("board", *value) if isinstance(value, PVector) else value


def item(base: Any, index: int, place: str) -> Any:
    length = tuple.__len__(base) if isinstance(base, tuple) else len(base)
    if not -length <= index < length:
        raise Trapped(Trap.INDEX, place)
    return tuple.__getitem__(base, index) if isinstance(base, tuple) else base[index]
