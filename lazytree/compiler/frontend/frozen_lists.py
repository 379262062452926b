"""Reading lists that become values: `tuple(x for x in t if x)`, `tuple(cells)`, `pvector(cells)` of any length.

The items fill a list of the function's own, which is then copied to a board whose length changes.
"""

from __future__ import annotations

import ast
from types import FunctionType

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Begin, Block, Copy, Node, Op, Var
from ..ir.kinds import LIST as LIST_KIND
from .alike import classes_of
from .arguments import assigns
from .by_reference import as_generator, filled
from .grown import filled_from, grown_of
from .listlike import LAZY, LIST, kind_of
from .loops import opened
from .outlines import outline
from .reader import Reader
from .recursion import calls_itself
from .signatures import of_function, written
from .source import definition


def frozen(r: Reader, items: ast.expr, symbol: str = "tuple of list") -> Node:
    """A tuple, or a PVector, of what is gone over item by item; Refused of a set, which has no order."""
    if kind_of(r, items) not in (LIST, LAZY):
        raise Refused(subset.NO_ORDER)
    if assigns(r, items):
        raise Refused(subset.LIST_WALRUS)
    if r.by_reference:
        return Op(symbol, [filled(r, LIST_KIND, as_generator(items), opened)])
    held = r.hidden("items")
    if (grown := grown_of(r, items)) is not None:
        start: list[Node] = [Begin(Var(held.name)), Copy(Var(held.name), Var(grown.variable))]
    else:
        start = r.in_any_order(False, lambda: [Begin(Var(held.name)), *filled_from(r, held.name, items, opened)])
    return Block(start, Op(symbol, [Var(held.name)]))


def frozen_if_tuple(r: Reader, node: ast.expr) -> Node | None:
    """A tuple that is read as a list is, as a value: Python makes no other of it; None of a list."""
    if is_tuple(r, node):
        return frozen(r, node)
    return None


def takes_values(r: Reader, called: FunctionType, node: ast.Call) -> bool:
    """Whether a function is handed tuples as values: it calls itself, or assigns to a parameter that is one."""
    stored = outline(definition(called))[2]
    given = written(of_function(called), node)
    return calls_itself(r, called, node) or any(name in stored and kind_of(r, each) for name, each in given.items())


def is_tuple(r: Reader, argument: ast.expr) -> bool:
    """Whether an argument that is read as a list is a tuple."""
    return kind_of(r, argument) == LIST and classes_of(r, argument) == {tuple}
