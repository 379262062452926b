"""Pieces of code as a whole: how large they are, copies of them."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from .core import Const, Node


def parts(node: Node) -> list[Any]:
    """What the reader has filled in of a node."""
    return [getattr(node, name) for name in names(type(node))]  # type: ignore[arg-type]


@cache
def names(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that the reader fills in."""
    return tuple(each.name for each in fields(kind) if each.init)


@cache
def names_of_parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold nodes; none of Const, whose value may be a large table."""
    plain = ("int", "str", "bool", "type")
    return () if kind is Const else tuple(each.name for each in fields(kind) if each.init and each.type not in plain)


def all_nodes(part: Any) -> list[Any]:
    """The nodes in a piece of code."""
    found: list[Node] = []
    ahead = [part]
    while ahead:
        part = ahead.pop()
        kind = type(part)
        if kind is list or kind is tuple:
            ahead += part
        elif kind is dict:
            ahead += part.values()
        elif isinstance(part, Node):
            found.append(part)
            for name in names_of_parts(kind):  # type: ignore[arg-type]
                ahead.append(getattr(part, name))
    return found


def size(part: Any) -> int:
    """How many nodes a piece of code consists of."""
    return len(all_nodes(part))


def copied(part: Any) -> Any:
    """A copy of a piece of code, without types."""
    if isinstance(part, list):
        return [copied(each) for each in part]
    if isinstance(part, tuple):
        return tuple(copied(each) for each in part)
    if isinstance(part, dict):
        return {name: copied(each) for name, each in part.items()}
    if not isinstance(part, Node) or isinstance(part, Const):
        return part
    made = type(part)(*map(copied, parts(part)))
    made.place = part.place
    return made
