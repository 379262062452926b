"""Whether a list that is given has no other name: then a change of it is seen nowhere else."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Collection, Mapping
from functools import lru_cache
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.applied import Applied
from .applied import taken_apart
from .arguments import function_called
from .defining import inner_of
from .listlike import LIST, kind_of
from .outlines import OF_LISTS, OF_SETS, outline
from .reader import Reader
from .source import definition, parameters
from .syntax import is_repeated, nodes_of_kind

UNKNOWN = "?"
MADE = ast.List, ast.ListComp, ast.GeneratorExp, ast.BinOp, ast.Tuple, ast.Set, ast.SetComp
NEW = (list, sorted, deque, tuple, set, frozenset)  # what gives a list of its own
METHODS = {*OF_LISTS, *OF_SETS}


def chosen(value: ast.expr) -> list[ast.expr]:
    """The values that `a if b else c` and `a or b` choose from; any other value itself."""
    match value:
        case ast.IfExp(body=then, orelse=other):
            return [*chosen(then), *chosen(other)]
        case ast.BoolOp(values=values):
            return [each for value in values for each in chosen(value)]
        case ast.NamedExpr(value=inside):
            return chosen(inside)
    return [value]


def refuse_rows(r: Reader, value: ast.expr) -> None:
    """Refused if the items of a list that is written out are lists."""
    items = value.elts if isinstance(value, ast.List) else [value.elt] if isinstance(value, ast.ListComp) else []
    if any(isinstance(each, ast.List | ast.ListComp) or is_repeated(each) or is_list_made(r, each) for each in items):
        raise Refused(subset.ROWS)


def is_list_made(r: Reader, node: ast.expr) -> bool:
    """Whether this is `list(...)` or `sorted(...)`."""
    return isinstance(node, ast.Call) and function_called(r, node) in (list, sorted)


def behind(r: Reader, value: ast.expr, seen: frozenset[FunctionType] = frozenset()) -> set[str]:
    """The names that a value which is used as a list may be another name for; UNKNOWN of what has no name here."""
    found: set[str] = set()
    for each in chosen(value):
        match each:
            case ast.Subscript(slice=ast.Slice()) | ast.Call(func=ast.Attribute(attr="copy"), args=[]):
                pass
            case (
                ast.List() | ast.ListComp() | ast.GeneratorExp() | ast.BinOp() | ast.Tuple() | ast.Set() | ast.SetComp()
            ):
                pass
            case ast.Subscript(slice=ast.Slice()):
                pass
            case ast.Name(id=name):
                found.add(name)
            case ast.Call() if (inner := inner_of(r, each.func)) is not None:
                found |= {name for one in arguments(each) for name in behind(r, one, seen) if is_list(r, one)}
                found |= names_behind(inner.home, inner.tree, seen) - own_names(inner.tree)
            case ast.Call():
                found |= behind_call(r, each, seen)
            case _:
                found.add(UNKNOWN)
    return found


def is_list(r: Reader, value: ast.expr) -> bool:
    """Whether an argument may be a list that has another name."""
    return any(kind_of(r, each) == LIST or isinstance(each, ast.Call) for each in chosen(value))


def own_names(tree: ast.FunctionDef) -> set[str]:
    """The names that a function assigns, and its parameters."""
    return outline(tree)[2] | {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}


def behind_call(r: Reader, call: ast.Call, seen: frozenset[FunctionType]) -> set[str]:
    """The names that the result of a call may be another name for."""
    if function_called(r, call) in NEW:
        return set()
    if (handed := handed_to(r, call)) is None:
        return {name for each in arguments(call) for name in behind(r, each, seen)}
    function, given, pairs = handed
    if function in seen:
        return {name for each in arguments(call) for name in behind(r, each, seen)}
    alone, tree = r.alone(function), definition(function)
    alone.constants.update(given)
    back = names_behind(alone, tree, seen | {function})
    found = {name for parameter, each in pairs if parameter in back for name in behind(r, each, seen)}
    return found | ({UNKNOWN} if back - own_names(tree) or back & given.keys() else set())


def arguments(call: ast.Call) -> list[ast.expr]:
    """All arguments of a call."""
    return [*call.args, *(each.value for each in call.keywords)]


def names_behind(r: Reader, tree: ast.FunctionDef, seen: frozenset[FunctionType]) -> set[str]:
    """The names in a function's text that what it returns may be another name for."""
    assigned, given, _ = outline(tree)
    ahead, found = list(given), set[str]()
    while ahead:
        for name in behind(r, ahead.pop(), seen) - found:
            found.add(name)
            ahead += [value for other, value in assigned if other == name]
    return found


Handed = tuple[FunctionType, Mapping[str, Any], list[tuple[str, ast.expr]]]


def handed_to(r: Reader, call: ast.Call) -> Handed | None:
    """The function that a call calls, what it is given beforehand, and which parameter gets which expression.

    None of other calls.
    """
    try:
        called = function_called(r, call)
        applied = taken_apart(called) or Applied(called)
        function = applied.function
        if not isinstance(function, FunctionType):
            return None
        names, first = parameters(function)[0], len(applied.first)
    except Refused:  # it is refused again where it is read
        return None
    by_name = [(each.arg, each.value) for each in call.keywords if each.arg]
    asked_of = [(names[0], applied.receiver[0])] if applied.receiver and names else []
    first += len(asked_of)
    return function, dict(zip(names, applied.first)), [*asked_of, *zip(names[first:], call.args), *by_name]


@lru_cache(maxsize=2_000)
def names_changed(tree: ast.AST) -> frozenset[str]:
    """The names in a text that a method changes, or an item of which is assigned or deleted, `+=` aside."""
    nodes = (*nodes_of_kind(tree, ast.Call), *nodes_of_kind(tree, ast.Subscript))
    return frozenset(name for name in map(name_changed, nodes) if name)


def name_changed(node: ast.AST) -> str:
    """The name that a node changes; empty if there is none."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=how)) if how in METHODS:
            return name
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return name
    return ""


def names_changed_in(
    r: Reader, function: FunctionType, given: Mapping[str, Any], seen: frozenset[FunctionType] = frozenset()
) -> set[str]:
    """The parameters of a function that it changes, or hands to a function that does; `given`: its constants."""
    try:
        tree = definition(function)
    except Refused:
        return set()
    found = set(names_changed(tree))
    if function not in seen:
        alone, names = r.alone(function), set(parameters(function)[0]) - given.keys()
        alone.constants.update(given)
        found |= names_handed_to_change(alone, tree, names, seen | {function})
    return found


def names_handed_to_change(
    r: Reader, tree: ast.FunctionDef, names: Collection[str], seen: frozenset[FunctionType] = frozenset()
) -> set[str]:
    """Those of the names that a function hands to a function that changes what it is handed."""
    found: set[str] = set()
    if not names:
        return found
    for call in (each for statement in tree.body for each in nodes_of_kind(statement, ast.Call)):
        if not any(is_one_of(each, names) for each in arguments(call)):
            continue
        if (handed := handed_to(r, call)) is None:
            continue
        function, given, pairs = handed
        changed = names_changed_in(r, function, given, seen)
        found |= {each.id for name, each in pairs if name in changed if isinstance(each, ast.Name) and each.id in names}
    return found


def is_one_of(node: ast.expr, names: Collection[str]) -> bool:
    """Whether an expression is one of these names."""
    return isinstance(node, ast.Name) and node.id in names
