"""Inference of texts, members of Enums, and None."""

from __future__ import annotations

import ast
from enum import Enum
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..frontend.constants import attribute_of
from ..frontend.dependencies import ATTRIBUTE, asked
from ..ir.classes import MIXED
from ..ir.core import Call, Const, Field, Item, Node, Op, Var
from ..ir.kinds import BOOL, Fixed, Int, Maybe, Type, present
from ..ir.subset import BROKEN_BY
from ..ir.symbols import NOTHING, Symbol, is_symbol, told
from .walk import NoneUsed

NONE_USED = "None is used as if it were a value: ask `is None` first"


def may_be_none(kind: Type) -> bool:
    """Whether a value of this type may be None."""
    if not isinstance(kind, (Fixed, Maybe, Symbol)):
        return False
    if isinstance(kind, Fixed):
        return kind.value is None
    return isinstance(kind, Maybe) or kind.may_be_none


def given_kind(kind: Type) -> Type:
    """The type of a value that is not None; NoneUsed if nothing else is known of it yet."""
    if kind == NOTHING or kind == Fixed(None):
        raise NoneUsed(NONE_USED)
    if isinstance(kind, Symbol) and kind.may_be_none:
        return Symbol(kind.members[1:])
    return kind.kind if isinstance(kind, Maybe) else kind


def maybe_later(refused: Refused, parts: list[Node]) -> Exception:
    """The error; NoneUsed where a variable, or a field, has only been a text so far: it may become an int as well."""
    waits = any(isinstance(each, (Var, Field)) and is_text_so_far(each.type) for each in parts)
    return NoneUsed(refused.rule) if waits else refused


def is_text_so_far(kind: Type | None) -> bool:
    """Whether a value has only been a text or a member of an Enum."""
    return isinstance(kind, Symbol) or (isinstance(kind, Fixed) and is_symbol(kind.value))


def symbol_attribute(base: Symbol, node: Node, name: str) -> Node:
    """`.value`, `.name`, or a property, of a member of an Enum."""
    cls: Any = base.enum
    if cls is None:
        raise Refused(f"no attribute .{name} of {told(base)}")
    found = asked(ATTRIBUTE, cls, name)
    if type(found) is property and isinstance(found.fget, FunctionType):
        return Call(found.fget, [node])
    return Item(Const(tuple(attribute_of(each, name) for each in cls)), Op("place of", [node]))


def identical(a: Type, b: Type) -> None:
    """Refused unless `is` says of two such values what `==` says: they are None, or members of one Enum.

    A bool is one of two objects, and no other int is one of them.
    """
    if BOOL in map(present, (a, b)):
        if any(isinstance(kind, Int) and kind.cls in (MIXED, bool) for kind in map(present, (a, b))):
            raise Refused("`is True`, or `case True`, of a value that is now a bool, now another int: always a bool")
        return
    if isinstance(a, Int) and isinstance(b, Int) and a.cls is b.cls and issubclass(a.cls, Enum):
        return
    kinds = [kind for kind in (a, b) if kind != NOTHING]
    if not all(isinstance(kind, Symbol) and kind.enum is not None for kind in kinds):
        raise Refused(BROKEN_BY[ast.Is])


def place_kind(kind: Type) -> Int:
    """Which member of its Enum a value is, from 0 on."""
    if not isinstance(kind, Symbol) or kind.enum is None:
        raise Refused("a value that is now a member of one Enum, now another value")
    return Int(0, len(kind.enum) - 1)
