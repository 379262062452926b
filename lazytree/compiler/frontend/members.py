"""Reading calls of Enums: `Side(1)`, `Color("red")`."""

from __future__ import annotations

import ast
from typing import Any

from lazytree.core.errors import Refused

from ..ir.classes import found_by_value, members, plain_enum, valued_by_ints
from ..ir.core import Const, Member, Node
from ..ir.frozen import DictOf
from ..ir.symbols import plain_choice
from .constants import constant
from .dicts import looked_up
from .reader import Reader
from .signatures import plain, written

OTHER_VALUES = "`{0}(...)`, some of whose members are found by another value than their own number or constant: a dict"


def member_of(cls: Any, value: Node) -> Node:
    """`cls(value)` of an IntEnum."""
    plain_enum(cls)
    if not valued_by_ints(cls):
        raise Refused(OTHER_VALUES.format(cls.__name__))
    known = members(cls)
    if isinstance(value, Const) and isinstance(value.value, int) and int(value.value) in known:
        return Const(known[int(value.value)])
    return Member(cls, value)


def member_by_value(r: Reader, cls: Any, node: ast.Call) -> Node:
    """`cls(value)` of an Enum that is not one of ints."""
    plain_choice(cls)
    if not found_by_value(cls):
        raise Refused(OTHER_VALUES.format(cls.__name__))
    (value,) = written(plain(cls.__name__, "value"), node).values()
    members = tuple(cls)
    values = tuple(constant(object.__getattribute__(each, "__dict__")["_value_"], cls.__name__) for each in members)
    return looked_up(r, DictOf(values, members), r.read(value))
