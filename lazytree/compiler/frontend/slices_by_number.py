"""`[board[i * 3:i * 3 + 3] for i in range(3)]` written out, item by item: then each slice has a known length."""

from __future__ import annotations

import ast
from copy import deepcopy

from .arguments import assigns
from .known_items import known_items
from .reader import Reader
from .syntax import nodes_of_kind

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
