"""Reading lists that become values: `tuple(x for x in t if x)`, `tuple(cells)`, `pvector(cells)` of any length.

The items fill a list of the function's own, which is then copied to a board whose length changes.
"""

from __future__ import annotations

import ast

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Begin, Block, Copy, Node, Op, Var
from .alike import classes_of
from .arguments import assigns
from .grown import filled_from, grown_of
from .listlike import LAZY, LIST, kind_of
from .loops import opened
from .reader import Reader


def frozen(r: Reader, items: ast.expr, symbol: str = "tuple of list") -> Node:
    """A tuple, or a PVector, of what is gone over item by item; Refused of a set, which has no order."""
    if kind_of(r, items) not in (LIST, LAZY):
        raise Refused(subset.NO_ORDER)
    if assigns(r, items):
        raise Refused(subset.LIST_WALRUS)
    held = r.hidden("items")
    if (grown := grown_of(r, items)) is not None:
        start: list[Node] = [Begin(Var(held.name)), Copy(Var(held.name), Var(grown.variable))]
    else:
        start = r.in_any_order(False, lambda: [Begin(Var(held.name)), *filled_from(r, held.name, items, opened)])
    return Block(start, Op(symbol, [Var(held.name)]))


def frozen_if_tuple(r: Reader, node: ast.expr) -> Node | None:
    """A tuple that is read as a list is, as a value: Python makes no other of it; None of a list."""
    if kind_of(r, node) == LIST and classes_of(r, node) == {tuple}:
        return frozen(r, node)
    return None
