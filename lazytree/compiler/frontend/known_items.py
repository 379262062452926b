"""Items that are known before the game starts, and items that are written out, one by one."""

from __future__ import annotations

import ast
from contextlib import suppress
from copy import deepcopy
from enum import EnumMeta
from itertools import combinations, islice, permutations, product
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused

from ..ir.core import Const, Node
from ..ir.frozen import DictOf
from .arguments import Signature, assigns, function_called, written
from .folding import LONGEST
from .iterables import is_lazy
from .reader import Reader
from .syntax import nodes_of_kind

# ---- Items of `range(n)`, `combinations(...)`, of a dict made of pairs


TOO_MANY = f"`{{}}` of more than {LONGEST:,} items"


def worked_out(r: Reader, function: Any, node: ast.Call) -> tuple[Any, ...] | None:
    """All items, where all arguments are constants; None where one is not."""
    known = [known_items(r, each) for each in (node.args if function is product else node.args[:1])]
    if any(each is None for each in known):
        return None
    if function is product:
        made = product(*known, repeat=repeat_of(r, node))  # type: ignore[arg-type]
    else:
        made = function(*known, number_chosen(r, function, node))
    items = tuple(islice(made, LONGEST + 1))
    if len(items) > LONGEST:
        raise Refused(TOO_MANY.format(function.__name__))
    return items


def known_items(r: Reader, node: ast.expr) -> tuple[Any, ...] | None:
    """The items of what is known before the game starts; None of what is not."""
    with suppress(Refused):
        if isinstance(node, ast.List):
            values = [r.read(each) for each in node.elts]
            return tuple(each.value for each in values if isinstance(each, Const)) if are_known(values) else None
        if function_called(r, node) is range:
            assert isinstance(node, ast.Call)
            values = [r.read(each) for each in node.args]
            return tuple(range(*(each.value for each in values))) if are_known(values) else None  # type: ignore[attr-defined]
        if not is_lazy(r, node) and isinstance(made := r.read(node), Const):
            value = made.value.keys if isinstance(made.value, DictOf) else made.value
            return tuple(value) if isinstance(value, tuple | PVector | range | str | EnumMeta) else None
    return None


def are_known(values: list[Node]) -> bool:
    """Whether all are constants."""
    return all(isinstance(each, Const) for each in values)


def number_known(r: Reader, given: ast.expr, name: str) -> int:
    """A number that is known before the game starts."""
    read = r.read(given)
    if not isinstance(read, Const) or type(read.value) is not int or read.value < 0:
        raise Refused(f"`{name}` of a number that is known before the game starts")
    return read.value


def repeat_of(r: Reader, node: ast.Call) -> int:
    """How often `product` takes all of its arguments."""
    if any(each.arg != "repeat" for each in node.keywords):
        raise Refused("`product(xs, ys)`, `product(xs, repeat=n)`")
    return next((number_known(r, each.value, "product") for each in node.keywords), 1)


CHOOSING = {
    combinations: Signature("combinations", ("iterable", "r")),
    permutations: Signature("permutations", ("iterable", "r"), {"r": None}),
}


def number_chosen(r: Reader, function: Any, node: ast.Call) -> int | None:
    """How many items `combinations` or `permutations` chooses; None of all."""
    given = written(CHOOSING[function], node).get("r")
    return None if given is None else number_known(r, given, function.__name__)


# ---- `zip(*rows)`


def is_of_columns(r: Reader, node: ast.expr) -> bool:
    """Whether this is `zip(*rows)`."""
    starred = isinstance(node, ast.Call) and any(isinstance(each, ast.Starred) for each in node.args)
    return starred and function_called(r, node) is zip


def columns(r: Reader, call: ast.Call) -> ast.expr:
    """`zip(*rows)` as `[tuple(row[i] for row in rows) for i in range(...)]`: as many as the shortest row has items.

    Of values that is the first row, or a trap; of constants they are worked out.
    """
    rows = call.args[0].value if isinstance(call.args[0], ast.Starred) else call.args[0]
    if len(call.args) > 1 or call.keywords or not isinstance(rows, ast.Name | ast.Attribute):
        raise Refused("`zip(*rows)` of rows that have a name, and of nothing else: `rows = ...`")
    if (known := known_items(r, rows)) is not None:
        return r.template(call, "rows", rows=tuple(zip(*known)))  # type: ignore[no-any-return]
    text = "[tuple(row[at] for row in rows) for at in range(len(rows[0]))]"
    return r.template(call, text, rows=rows, tuple=tuple, range=range, len=len)  # type: ignore[no-any-return]


# ---- `[board[i * 3:i * 3 + 3] for i in range(3)]` written out, item by item: then each slice has a known length


MOST_SLICES = 32  # that are written out one by one


def slices_by_number(r: Reader, node: ast.GeneratorExp | ast.ListComp) -> list[ast.expr] | None:
    """The items of a comprehension over known numbers that bound slices in it; None of any other."""
    match node.generators:
        case [ast.comprehension(target=ast.Name(id=name), iter=over, ifs=[])] if bounds_slices(node.elt, name):
            numbers = known_items(r, over)
            if numbers is None or len(numbers) > MOST_SLICES or not all(type(each) is int for each in numbers):
                return None
            return None if assigns(r, node) else [ByNumber(name, each).visit(deepcopy(node.elt)) for each in numbers]
    return None


def bounds_slices(item: ast.expr, name: str) -> bool:
    """Whether a name bounds a slice in an expression, and means nothing else in it."""
    bounds = [each for part in nodes_of_kind(item, ast.Slice) for each in (part.lower, part.upper) if each]
    inside = any(one.id == name for each in bounds for one in nodes_of_kind(each, ast.Name))
    own = [each.id for each in nodes_of_kind(item, ast.Name) if not isinstance(each.ctx, ast.Load)]
    return inside and name not in own and not nodes_of_kind(item, ast.Lambda)


class ByNumber(ast.NodeTransformer):
    """Puts a number in the place of a name."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Constant(self.number), node) if node.id == self.name else node
