"""Reading dicts and sets that are constants: a key is looked for among the keys, one after another."""

from __future__ import annotations

from enum import EnumMeta
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Const, Method, Node, Op
from ..ir.frozen import DictOf, ListOf, SetOf
from ..ir.symbols import named_value
from ..library import sequences
from .reader import Reader
from .splices import in_place


def looked_up(r: Reader, table: DictOf, key: Node, default: Node | None = None) -> Node:
    """`table[key]`, or `table.get(key, default)`; without a default, none found raises."""
    if isinstance(key, Const) and (default is None or isinstance(default, Const)):
        found = [value for each, value in zip(table.keys, table.values) if is_key(each, key.value)]
        if found or default is not None:
            return Const(found[0]) if found else default  # type: ignore[return-value]
        raise Refused(f"the dict has no key {named_value(key.value)}")
    given = [Const(table.keys), Const(table.values or (0,)), key]
    return in_place(r, sequences.value_of, [*given, *([] if default is None else [default])])


def is_key(key: Any, wanted: Any) -> bool:
    """Whether a constant is this key."""
    return key is wanted or bool(hash(key) == hash(wanted) and key == wanted)


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


def contains(r: Reader, wanted: Node, sequence: Node) -> Node:
    """`wanted in sequence`: of a constant a loop over its items, else what its type says."""
    sequence = searched(sequence)
    if not isinstance(sequence, Const):
        return Method(sequence, "__contains__", [wanted])
    if isinstance(wanted, Const) and type(sequence.value) in (tuple, ListOf):
        return Const(any(is_key(each, wanted.value) for each in sequence.value))  # type: ignore[attr-defined]
    if isinstance(wanted, Const) and type(sequence.value) is type(wanted.value) is str:
        return Const(wanted.value in sequence.value)
    return in_place(r, sequences.contains, [sequence, wanted])


def method_of(r: Reader, table: DictOf, name: str, arguments: list[Node]) -> Node:
    """The call of a method of a dict that is a constant."""
    match name, arguments:
        case "__getitem__", [key]:
            return looked_up(r, table, key)
        case "get", [key]:
            return looked_up(r, table, key, Const(None))
        case "get", [key, default]:
            return looked_up(r, table, key, default)
        case "keys", []:
            return Const(table.keys)
        case "values", []:
            return Const(table.values)
        case "items", []:
            return Const(tuple(zip(table.keys, table.values)))
    known = "`table[key]`, .get(key, default), .keys, .values, .items, `in`"
    raise Refused(f"no method .{name}() of a dict or a set: {known}")
