"""What is known before the game starts is carried out by the reader: operations on constants."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from enum import Enum, EnumMeta
from types import FunctionType
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import is_dataclass, plain_tuple
from ..ir.core import Call, Choose, Const, Field, Item, Make, Node, Op, Var
from ..ir.frozen import DictOf, ListOf, SetOf, thawed
from ..ir.kinds import OF_MATH, WIDEST
from .constants import attribute_of, constant, is_instance
from .dependencies import ATTRIBUTE, asked, found_in_bases

PYTHON: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "min": min,
    "max": max,
    "abs": abs,
    "int": int,
    "float": float,
    "round": round,
    "bool": bool,
    "len": len,
    "range": range,
    "bit_count": int.bit_count,
    "bit_length": int.bit_length,
    **{name: getattr(math, name) for name in (*OF_MATH, "floor", "ceil")},
}

LONGEST = 2**16  # items of a constant that the compiler makes


def again(node: Node) -> Node:
    """A variable or a constant once more, as a node of its own."""
    return Var(node.name) if isinstance(node, Var) else Const(node.value) if isinstance(node, Const) else node


def folded(symbol: str, *operands: Node) -> Node:
    """The operation, carried out now if every operand is a constant."""
    if not all(isinstance(each, Const) for each in operands):
        return Op(symbol, list(operands))
    values: list[Any] = [each.value for each in operands if isinstance(each, Const)]
    if symbol == "<<" and isinstance(values[1], int) and values[1] > WIDEST:
        raise Refused(f"a shift by more than {WIDEST}")
    if symbol == "*" and not all_ints(values) and any(all_ints([each]) and each > LONGEST for each in values):
        raise Refused(f"a constant of more than {LONGEST} items")
    if symbol == "+" and {*map(type, values)} == {tuple, ListOf}:
        raise Refused("`+` of a list and a tuple, which raises")
    if symbol not in PYTHON:
        return Op(symbol, list(operands))
    if symbol in ("==", "!="):
        values = [thawed(each) for each in values]
    try:
        return Const(within_reason(PYTHON[symbol](*values)))
    except Exception as error:
        raise Refused(f"{symbol} of these constants raises {error!r}") from None


def all_ints(values: list[Any]) -> bool:
    """Whether all values are ints."""
    return all(isinstance(each, int) for each in values)


def within_reason(value: Any) -> Any:
    """The constant itself; ValueError if it has too many items."""
    if type(value) is not range and hasattr(value, "__len__") and len(value) > LONGEST:
        raise ValueError(f"a constant of more than {LONGEST} items")
    return value


def record_of(cls: Any, items: list[Node]) -> Node:
    """A tuple or NamedTuple, made now if every item is a constant."""
    plain_tuple(cls)
    values = [each.value for each in items if isinstance(each, Const)]
    if len(values) < len(items) or is_dataclass(cls):
        return Make(cls, items)
    return Const(constant(tuple(values) if cls is tuple else cls(*values), cls.__name__))


def power(base: Any, exponent: Any) -> Any:
    """A power of two constants; Refused if they are no numbers, or if the result takes too many bits."""
    if {type(base), type(exponent)} <= {int, float} and (
        type(exponent) is float or type(base) is float or exponent < 0
    ):
        try:
            return base**exponent
        except (OverflowError, ZeroDivisionError) as error:
            raise Refused(f"** of these constants raises {error!r}") from None
    if not isinstance(base, int) or not isinstance(exponent, int) or not 0 <= exponent * base.bit_length() <= WIDEST:
        raise Refused(subset.BROKEN_BY[ast.Pow].format(WIDEST))
    return base**exponent


def choose(test: Node, then: Callable[[], Node], other: Callable[[], Node]) -> Node:
    """A choice, made now if its test is a constant: the other branch is then not read."""
    if isinstance(test, Const):
        return then() if test.value else other()
    return Choose(test, then(), other())


def item(value: Node, index: Node) -> Node:
    """An item, looked up now if both the sequence and the index are constants."""
    if isinstance(value, Const) and type(value.value) is str:
        value = Const(tuple(value.value))
    if isinstance(value, Const) and isinstance(index, Const) and isinstance(value.value, (tuple, PVector, range)):
        try:
            return Const(value.value[index.value])  # type: ignore[call-overload]
        except (IndexError, TypeError):
            raise Refused("an index out of range") from None
    return Item(value, index)


def attribute(value: Node, name: str) -> Node:
    """An attribute: of a constant, what it holds or the call of its property; of a record, its field."""
    if not isinstance(value, Const):
        return Field(value, name)
    held, kind = value.value, type(value.value)
    if type(found_in_bases(kind, name)) is property:
        plain = is_dataclass(kind) or is_instance(held)
        if plain and type(asks := asked(ATTRIBUTE, kind, name).fget) is FunctionType:
            return Call(asks, [value])
        if isinstance(held, (tuple, Enum)) or is_dataclass(kind):
            return Field(value, name)
    return Const(attribute_of(held, name))


# ---- constants that are gone over or looked through


def gone_over(node: Node, any_order: bool = False) -> Node:
    """What a loop over a constant goes over: the keys of a dict, and where the order does not count those of a set."""
    if any_order and isinstance(node, Const) and isinstance(node.value, (SetOf, frozenset)):
        return Op("member array", [node])
    if isinstance(node, Const) and isinstance(node.value, DictOf):
        return Const(node.value.keys)
    if isinstance(node, Const) and (type(node.value) is str or isinstance(node.value, EnumMeta)):
        return Const(tuple(node.value))  # the characters of a text, the members of an Enum
    if isinstance(node, Const) and isinstance(node.value, (SetOf, frozenset)):
        raise Refused(subset.NO_ORDER)
    return node


def searched(node: Node) -> Node:
    """What `in` looks through: the keys of a dict, the items of a set."""
    if isinstance(node, Const) and isinstance(node.value, (DictOf, SetOf, frozenset)):
        held = node.value
        return Const(held.keys if isinstance(held, DictOf) else held.items if isinstance(held, SetOf) else tuple(held))
    return node


def is_key(key: Any, wanted: Any) -> bool:
    """Whether a constant is this key."""
    return key is wanted or bool(hash(key) == hash(wanted) and key == wanted)


# ---- operators between two values


BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}


def binary(op: ast.operator, left: Node, right: Node) -> Node:
    """An operator between two values; Refused if the subset does not have it."""
    if isinstance(op, ast.Pow):
        return powered(left, right)
    if type(op) not in BINARY:
        raise Refused(subset.broken_by(op))
    return folded(BINARY[type(op)], left, right)


def powered(left: Node, right: Node) -> Node:
    """`left ** right`, worked out now if both are constants."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(power(left.value, right.value))
    return Op("**", [left, right])
