"""Inference of operators and built-ins: the type of the result from those of the operands."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir.classes import joined_class
from ..ir.intervals import arithmetic, bitwise, divided, extreme, power, shift_count, shifted
from ..ir.kinds import (
    BOOL,
    SMALL,
    Bool,
    Float,
    Int,
    Record,
    Type,
    Vector,
    as_int,
    class_of,
    described,
    ints_of_class,
    thawed,
    within_double,
)
from .floats import as_whole, float_kind, touches_floats
from .sequences import lengths_of

ORDER = ("<", "<=", ">", ">=")


def operation_kind(symbol: str, kinds: list[Type]) -> Type:
    """The type of an operation's result; Refused if Python, or the subset, does not have it for such operands."""
    if symbol in ("==", "!="):
        comparable(thawed(kinds[0]), thawed(kinds[1]))
        return BOOL
    if symbol == "len":
        return lengths_of(kinds[0])
    if symbol == "digest":
        thawed(kinds[0])
        return SMALL
    if symbol in ("not", "bool"):
        if not isinstance(kinds[0], Float):
            as_int(kinds[0])
        return BOOL
    if symbol == "summed":
        as_whole(kinds[0])
        return BOOL
    if touches_floats(symbol, kinds):
        return float_kind(symbol, kinds)
    numbers = [as_int(kind) for kind in kinds]
    if symbol in ("min", "max"):
        return extreme_kind(symbol, kinds, numbers)
    if symbol in ORDER:
        return BOOL
    if symbol in "&|^" and all(isinstance(kind, Bool) for kind in kinds):
        return BOOL
    return number_kind(symbol, numbers)


def number_kind(symbol: str, kinds: list[Int]) -> Int:
    """The interval of an operation on ints."""
    a, b = kinds if len(kinds) == 2 else (kinds[0], kinds[0])
    match symbol:
        case "+" | "-" | "*":
            return arithmetic(symbol, a, b)[0]
        case "&" | "|" | "^":
            return bitwise(symbol, a, b)
        case "<<" | ">>":
            return shifted(symbol, a, shift_count(symbol, a, b))
        case "//" | "%":
            return divided(symbol, a, b)
        case "**":
            return power(a, b.low)
        case "int":
            return Int(a.low, a.high)
        case "abs":
            return extreme("max", a, arithmetic("-", Int(0, 0), a)[0])
    if a.low < 0:
        raise Refused(f"`.{symbol}()` of an int that may be negative: mask it")
    return Int(0, a.high.bit_length())


def extreme_kind(symbol: str, kinds: list[Type], numbers: list[Int]) -> Type:
    """One of the operands: of their class."""
    return ints_of_class(extreme(symbol, *numbers), joined_class(*map(class_of, kinds)))  # type: ignore[arg-type]


def comparable(a: Type, b: Type) -> None:
    """Refused unless `==` of two such values compares like with like."""
    match a, b:
        case (Int() | Bool(), Int() | Bool()):
            return
        case (Float(), Float() | Int() | Bool()) | (Int() | Bool(), Float()):
            within_double(a)
            within_double(b)
            return
        case Vector(), Vector() if a.length == b.length:
            return
        case Record(), Record() if len(a.items) == len(b.items):
            for x, y in zip(a.items, b.items):
                comparable(x, y)
            return
    raise Refused(f"no comparison of {described(a)} with {described(b)}")
