"""Reading dicts and sets that are constants: a key is looked for among the keys, one after another."""

from __future__ import annotations

from enum import EnumMeta
from typing import Any

from lazytree.core.errors import Refused

from ..ir.core import Assign, Block, Break, Choose, Const, Each, If, Item, Node, Op, Raise, Var
from ..ir.frozen import DictOf, SetOf
from ..ir.symbols import named_value
from .reader import Reader

NO_ORDER = "a set has no order to go over it: `sorted(...)` of it"


def looked_up(r: Reader, table: DictOf, key: Node, default: Node | None = None) -> Node:
    """`table[key]`, or `table.get(key, default)`; without a default, none found raises."""
    if isinstance(key, Const):
        found = [value for each, value in zip(table.keys, table.values) if is_key(each, key.value)]
        if found or default is not None:
            return Const(found[0]) if found else default  # type: ignore[return-value]
        raise Refused(f"the dict has no key {named_value(key.value)}")
    at = r.hidden("at")
    value = Item(Const(table.values), Var(at.name)) if table.keys else default
    start = [Assign(at, place_of(r, table.keys, key))]
    missing = Op("<", [Var(at.name), Const(0)])
    if default is None:
        return Block([*start, If(missing, [Raise()], [])], value or Const(0))
    return Block([*start], Choose(missing, default, value or default))


def looked_up_or(r: Reader, table: DictOf, key: Node, default: Node) -> Node:
    """`table.get(key, default)`: both arguments are worked out, in this order, before the key is looked for."""
    if isinstance(default, Const):
        return looked_up(r, table, key, default)
    start: list[Node] = []
    if not isinstance(key, Const):
        wanted = r.hidden("key")
        start, key = [Assign(wanted, key)], Var(wanted.name)
    other = r.hidden("default")
    return Block([*start, Assign(other, default)], looked_up(r, table, key, Var(other.name)))


def is_key(key: Any, wanted: Any) -> bool:
    """Whether a constant is this key."""
    return key is wanted or bool(hash(key) == hash(wanted) and key == wanted)


def place_of(r: Reader, keys: tuple[Any, ...], wanted: Node) -> Node:
    """The number of a key among the keys, -1 if it is none."""
    kept, found, at, key = r.hidden("wanted"), r.hidden("found"), r.hidden("at"), r.hidden("key")
    label = next(r.fresh)
    hit: list[Node] = [Assign(Var(found.name), Var(at.name)), Break(label)]
    loop = Each(label, at, [key], [Const(keys)], [If(Op("==", [Var(kept.name), Var(key.name)]), hit, [])])
    return Block([Assign(kept, wanted), Assign(found, Const(-1)), loop], Var(found.name))


def gone_over(node: Node, any_order: bool = False) -> Node:
    """What a loop over a constant goes over: the keys of a dict, and where the order does not count those of a set."""
    if any_order and isinstance(node, Const) and isinstance(node.value, (SetOf, frozenset)):
        return Op("member array", [node])
    if isinstance(node, Const) and isinstance(node.value, DictOf):
        return Const(node.value.keys)
    if isinstance(node, Const) and (type(node.value) is str or isinstance(node.value, EnumMeta)):
        return Const(tuple(node.value))  # the characters of a text, the members of an Enum
    if isinstance(node, Const) and isinstance(node.value, (SetOf, frozenset)):
        raise Refused(NO_ORDER)
    return node


def searched(node: Node) -> Node:
    """What `in` looks through: the keys of a dict, the items of a set."""
    if isinstance(node, Const) and isinstance(node.value, (DictOf, SetOf, frozenset)):
        held = node.value
        return Const(held.keys if isinstance(held, DictOf) else held.items if isinstance(held, SetOf) else tuple(held))
    return node


def contains(r: Reader, wanted: Node, sequence: Node) -> Node:
    """`wanted in sequence`, as a loop."""
    sequence = searched(sequence)
    if isinstance(wanted, Const) and isinstance(sequence, Const) and isinstance(sequence.value, tuple):
        return Const(any(is_key(each, wanted.value) for each in sequence.value))
    kept, found, item = r.hidden("wanted"), r.hidden("found"), r.hidden("item")
    label = next(r.fresh)
    if isinstance(sequence, Const) and type(sequence.value) is str:
        if isinstance(wanted, Const) and type(wanted.value) is str:
            return Const(wanted.value in sequence.value)
        wanted, sequence = Op("sought", [wanted, sequence]), Const(tuple(sequence.value))
    hit: list[Node] = [Assign(Var(found.name), Const(True)), Break(label)]
    test = If(Op("==", [Var(kept.name), Var(item.name)]), hit, [])
    search = Each(label, None, [item], [sequence], [test], any_order=True)
    return Block([Assign(kept, sought(wanted, sequence)), Assign(found, Const(False)), search], Var(found.name))


def sought(wanted: Node, sequence: Node) -> Node:
    """What is looked for in a sequence: in a text, one character."""
    if isinstance(sequence, Const) and type(sequence.value) is not str:
        return wanted
    return Op("sought", [wanted, sequence])


def method_of(r: Reader, table: Any, name: str, arguments: list[Node]) -> Node:
    """The call of a method of a dict that is a constant."""
    match name, arguments:
        case "get", [key] if isinstance(table, DictOf):
            return looked_up(r, table, key, Const(None))
        case "get", [key, default] if isinstance(table, DictOf):
            return looked_up_or(r, table, key, default)
        case "keys", [] if isinstance(table, DictOf):
            return Const(table.keys)
        case "values", [] if isinstance(table, DictOf):
            return Const(table.values)
        case "items", [] if isinstance(table, DictOf):
            return Const(tuple(zip(table.keys, table.values)))
    known = "`table[key]`, .get(key, default), .keys, .values, .items, `in`"
    raise Refused(f"no method .{name}() of a dict or a set: {known}")
