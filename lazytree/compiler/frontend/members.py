"""Reading calls of Enums: `Side(1)`, `Color("red")`."""

from __future__ import annotations

import ast
from typing import Any

from ..ir.classes import members, plain_enum
from ..ir.core import Const, Member, Node
from ..ir.frozen import DictOf
from ..ir.symbols import plain_choice
from .constants import constant
from .dicts import looked_up
from .reader import Reader
from .signatures import plain, written


def member_of(cls: Any, value: Node) -> Node:
    """`cls(value)` of an IntEnum."""
    plain_enum(cls)
    known = members(cls)
    if isinstance(value, Const) and isinstance(value.value, int) and int(value.value) in known:
        return Const(known[int(value.value)])
    return Member(cls, value)


def member_by_value(r: Reader, cls: Any, node: ast.Call) -> Node:
    """`cls(value)` of an Enum that is not one of ints."""
    plain_choice(cls)
    (value,) = written(plain(cls.__name__, "value"), node).values()
    members = tuple(cls)
    values = tuple(constant(object.__getattribute__(each, "__dict__")["_value_"], cls.__name__) for each in members)
    return looked_up(r, DictOf(values, members), r.read(value))
