"""What a piece of code changes: the nodes in it, and the lists and sets that they change."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Add, Begin, Copy, Lent, Node, Pop, Put, Take, Var
from ..ir.walking import all_nodes

LATER = "{} is gone over, and changed by an argument after it: work that out before, in a line of its own"
CHANGES = (Begin, Add, Take, Put, Copy, Pop, Lent)


def changes_in(nodes: Any) -> set[str]:
    """The lists and sets that a piece of code changes, those aside that begin in it."""
    return touched_in(nodes) - {each.name.name for each in all_nodes(nodes) if isinstance(each, Begin)}


def touched_in(nodes: Any) -> set[str]:
    """The lists and sets that a piece of code changes, or begins anew."""
    return {each.name.name for each in all_nodes(nodes) if isinstance(each, CHANGES)}


def refuse_later_change(second: Node | None, loop: list[Node]) -> None:
    """Refused if the argument after one that is gone over changes what that is made from: Python makes that first."""
    changed = touched_in([second]) & names_of(loop) if second is not None else set()
    for name in sorted(map(subset.plain_name, changed)):
        raise Refused(LATER.format(name))


def names_of(nodes: list[Node]) -> set[str]:
    """The variables that a piece of code reads or assigns."""
    return {each.name for each in all_nodes(nodes) if isinstance(each, Var)}
