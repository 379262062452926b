"""Which uses of a list do not show that it is a list: it may then be read as a tuple."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import chain

from pyrsistent import pvector

from .reader import Reader
from .syntax import children, nodes_of, nodes_of_kind
from .written_within import is_told

OF_ROWS = (tuple, list, len, pvector)
TAKEN_WHOLE = (*OF_ROWS, sum, any, all, min, max, enumerate, zip, reversed, sorted)


def keeps_its_length(r: Reader, tree: ast.FunctionDef, name: str, depth: int) -> bool:
    """Whether a list is used in no way that shows that it is a list, or that changes its length."""
    parents = {child: node for node in nodes_of(tree) for child in children(node)}
    uses = [node for node in nodes_of_kind(tree, ast.Name) if node.id == name]
    rows_exchanged = False
    for node in uses:
        parent = parents[node]
        if isinstance(node.ctx, ast.Store):
            if not isinstance(parent, (ast.Assign, ast.AnnAssign)) or len(getattr(parent, "targets", "1")) > 1:
                return False
            continue
        if not is_harmless(r, node, parents, depth):
            return False
        rows_exchanged |= isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)
    return (depth == 1 or not rows_exchanged) and not is_told(tree, name, parents)


def is_harmless(r: Reader, node: ast.expr, parents: dict[ast.AST, ast.AST], depth: int) -> bool:
    """Whether a use of a list, or of a row of it, only reads it, or assigns an item."""
    parent = parents[node]
    match parent:
        case ast.Subscript(value=value, slice=index) if value is node:
            if isinstance(index, ast.Slice) or isinstance(parent.ctx, ast.Del):
                return False
            return depth == 1 or isinstance(parent.ctx, ast.Store) or is_harmless(r, parent, parents, depth - 1)
        case ast.Call(func=ast.Name(id="enumerate" as called), args=[one]) if one is node and depth > 1:
            return r.means(called, enumerate) and is_gone_over(r, parent, parents, numbered=True)
        case ast.Call(func=ast.Name(id=called), args=[one]) if one is node:
            return is_any(r, called, OF_ROWS if depth > 1 else TAKEN_WHOLE)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=""), attr="join"), args=[one]) if one is node:
            return depth == 1
        case ast.Call(func=ast.Name(id=called)) if is_any(r, called, (zip, chain)):
            return depth == 1
        case ast.Starred():
            around = parents[parent]
            if isinstance(around, ast.List | ast.Tuple):
                return depth == 1
            return isinstance(around, ast.Call) and isinstance(around.func, ast.Name) and r.means(around.func.id, zip)
        case ast.Call(func=ast.Name(id="map" as called), args=[function, one]) if one is node and r.means(called, map):
            return depth == 1 or (isinstance(function, ast.Name) and is_any(r, function.id, TAKEN_WHOLE))
        case ast.Attribute(attr="count" | "index"):
            return depth == 1
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[one]):
            return depth == 1 and one is node
        case ast.For() | ast.comprehension():
            return depth == 1 or is_gone_over(r, node, parents)
        case ast.Assign(targets=[ast.Name(id=name)], value=one) if one is node and isinstance(node, ast.Subscript):
            return rows_harmless(r, name, parents) and not has_items_assigned(node, parents)
    return False


def is_any(r: Reader, name: str, functions: Sequence[object]) -> bool:
    """Whether a name means one of some functions."""
    return any(r.means(name, each) for each in functions)


def is_gone_over(r: Reader, node: ast.expr, parents: dict[ast.AST, ast.AST], numbered: bool = False) -> bool:
    """Whether a loop goes over a list of rows, each of which is only read; `numbered`: with the numbers of the rows."""
    match parents[node]:
        case ast.For(iter=one, target=target) | ast.comprehension(iter=one, target=target) if one is node:
            if numbered and isinstance(target, ast.Tuple) and len(target.elts) == 2:
                target = target.elts[1]
            elif numbered:
                return False
            if isinstance(target, ast.Tuple):
                return all(isinstance(each, ast.Name) for each in target.elts)
            return isinstance(target, ast.Name) and rows_harmless(r, target.id, parents)
    return False


def has_items_assigned(row: ast.Subscript, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether an item of the list that a row lies in is assigned anywhere."""
    name = row.value.id if isinstance(row.value, ast.Name) else ""
    stores = [each for each in parents if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store)]
    return any(each.id == name for store in stores for each in nodes_of_kind(store, ast.Name))


def rows_harmless(r: Reader, name: str, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a variable that is a row of a list is only read, wherever the name is used."""
    uses = [each for each in parents if isinstance(each, ast.Name) and each.id == name]
    reads = [each for each in uses if isinstance(each.ctx, ast.Load)]
    return all(is_harmless(r, each, parents, 1) and not is_assigned(parents[each]) for each in reads)


def is_assigned(node: ast.AST) -> bool:
    """Whether this is an item that is assigned."""
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
