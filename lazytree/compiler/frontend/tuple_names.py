"""Which variables hold tuples as values: `heaps = p.heaps`, then `heaps = tuple(h for h in heaps if h)`.

A variable that is only assigned what is gone over item by item is a list, or a tuple that grows, of the function's own;
one that is given a tuple from elsewhere, too, holds a board whose length changes.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from types import FunctionType

from lazytree.core.errors import Refused

from .arguments import function_called
from .reader import Reader
from .source import definition, is_generator
from .syntax import nodes_of_kind

Names = dict[str, list[ast.expr]]


def holds_values(
    r: Reader, tree: ast.FunctionDef, name: str, listed: Sequence[ast.expr], others: Sequence[ast.expr]
) -> bool:
    """Whether a variable holds tuples from elsewhere beside those that are made item by item (`listed`)."""
    parameters = {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}
    elsewhere = name in parameters or any(not isinstance(each, ast.Tuple) for each in others)
    return elsewhere and all(gives_tuple(r, each, values_of(tree)) for each in listed)


def values_of(tree: ast.FunctionDef) -> Names:
    """What a function assigns to each name by `name = value`."""
    found: Names = {}
    for node in nodes_of_kind(tree, ast.Assign):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = [*found.get(name, ()), value]
    return found


def gives_tuple(r: Reader, node: ast.expr, names: Names, seen: Collection[FunctionType] = ()) -> bool:
    """Whether a value is surely a tuple, as far as its text tells."""
    match node:
        case ast.Tuple():
            return True
        case ast.Name(id=name) if name in names:
            rest = {other: values for other, values in names.items() if other != name}
            return all(gives_tuple(r, each, rest, seen) for each in names[name])
        case ast.IfExp(body=then, orelse=other):
            return gives_tuple(r, then, names, seen) and gives_tuple(r, other, names, seen)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return gives_tuple(r, left, names, seen) or gives_tuple(r, right, names, seen)
        case ast.Subscript(value=value, slice=ast.Slice()):
            return gives_tuple(r, value, names, seen)
        case ast.Call():
            return call_gives_tuple(r, node, seen)
    return False


def call_gives_tuple(r: Reader, node: ast.Call, seen: Collection[FunctionType]) -> bool:
    """Whether a call gives a tuple: `tuple(...)`, or of a function of which all results are."""
    try:
        called = function_called(r, node)
        if not isinstance(called, FunctionType) or called in seen or is_generator(called):
            return called is tuple
        tree = definition(called)
    except Refused:  # it is refused again where it is read
        return False
    given = [each.value for each in nodes_of_kind(tree, ast.Return)]
    alone, names = r.alone(called), values_of(tree)
    return bool(given) and all(each and gives_tuple(alone, each, names, (*seen, called)) for each in given)
