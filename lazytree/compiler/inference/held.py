"""What lists and sets that grow hold: the types of what is asked of them."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused

from ..ir.intervals import is_small
from ..ir.joining import as_value
from ..ir.kinds import BOOL, LEAST_MEMBER, MEMBERS, MOST_ROOM, SPAN, Bool, Grown, Int, Record, Type, described
from .walk import Unsettled

OF_SETS = "a set holds ints, or pairs or triples of ints: not {}"


def told(kind: Type) -> str:
    """What is no item of a set, in words: of a tuple and of a member of an IntEnum, what it is made of."""
    parts = kind.items if isinstance(kind, Record) else (kind,)
    words = [f"a member of {each.cls.__name__}" for each in parts if isinstance(each, Int) and each.cls is not int]
    return words[0] if words else described(kind)


def is_member(kind: Type) -> bool:
    """Whether a value of this type may lie in a set: an int of at most 64 bits, or two or three of them."""
    if isinstance(kind, Record):
        return len(kind.items) in (2, 3) and all(isinstance(item, Int) and is_small(item) for item in kind.items)
    return isinstance(kind, Int) and is_small(kind)


def among(wanted: Type, held: Type) -> Type:
    """The type of `wanted in held`; Refused unless like is looked for among like."""
    wanted = as_value(wanted)
    assert isinstance(held, Grown)
    whole = Int(0, 1) if isinstance(wanted, Bool) else wanted
    if not is_member(whole) or (held.item is not None and arity(whole) != arity(held.item)):
        raise Refused(OF_SETS.format(told(wanted)))
    return BOOL


def arity(kind: Type) -> int:
    """How many ints an item of a set is made of."""
    return len(kind.items) if isinstance(kind, Record) else 1


def operation(symbol: str, kinds: list[Type]) -> Type | None:
    """The type of what is asked of a list or a set; None of other operations."""
    held: Any = next((kind for kind in kinds if isinstance(kind, Grown)), None)
    if held is None:
        return None
    if symbol == "len":
        return Int(0, max(MEMBERS, MOST_ROOM))
    if symbol in ("bool", "not"):
        return BOOL
    if symbol == "among":
        return among(kinds[0], held)
    if symbol == "member":
        return member_kind(held)
    if symbol == "next member":
        return Int(-1, MEMBERS - 1)
    raise Refused(f"no `{symbol}` of {described(held)}")


def item_of(held: Grown) -> Type:
    """The type of the items of a list; Unsettled as long as none is known."""
    if held.distinct:
        raise Refused("a set has no places: `in`, `len`, or go over `sorted(...)` of it")
    if held.item is None:
        raise Unsettled("a list, or a dict, to which nothing is added")
    return held.item


def member_kind(held: Grown) -> Type:
    """The type of the items that are found in a set: ints below some bound."""
    if held.item is None:
        raise Unsettled("a set to which nothing is added")
    several = arity(held.item)
    one = Int(LEAST_MEMBER[several], LEAST_MEMBER[several] + SPAN[several] - 1)
    return Record(held.item.cls, (one,) * arity(held.item)) if isinstance(held.item, Record) else one
