"""What a piece of code changes: the nodes in it, and the lists and sets that they change."""

from __future__ import annotations

from typing import Any

from ..ir.core import Add, Begin, Const, Copy, Lent, Node, Pop, Put, Take, Var
from ..ir.walking import parts


def all_nodes(part: Any) -> list[Any]:
    """The nodes in a piece of code."""
    found: list[Node] = []
    ahead = [part]
    while ahead:
        part = ahead.pop()
        if isinstance(part, Node):
            found.append(part)
            if not isinstance(part, Const):  # whose value may be a large table
                ahead += parts(part)
        elif isinstance(part, (list, tuple)):
            ahead += part
        elif isinstance(part, dict):
            ahead += part.values()
    return found


CHANGES = (Begin, Add, Take, Put, Copy, Pop, Lent)


def changes_in(nodes: Any) -> set[str]:
    """The lists and sets that a piece of code changes, those aside that begin in it."""
    return touched_in(nodes) - {each.name.name for each in all_nodes(nodes) if isinstance(each, Begin)}


def touched_in(nodes: Any) -> set[str]:
    """The lists and sets that a piece of code changes, or begins anew."""
    return {each.name.name for each in all_nodes(nodes) if isinstance(each, CHANGES)}


def names_of(nodes: list[Node]) -> set[str]:
    """The variables that a piece of code reads or assigns."""
    return {each.name for each in all_nodes(nodes) if isinstance(each, Var)}
