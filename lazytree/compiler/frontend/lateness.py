"""Which names an expression that is gone over reads when it is made, and which only when its items are asked for.

A list is made at once. A generator expression reads its first iterable at once and all else late; another name for a
list that grows sees what is added later. `a if test else b`, and what functions return, may be either.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations, permutations, product
from types import FunctionType

from lazytree.core.errors import Refused

from .arguments import function_called
from .defining import inner_of
from .listlike import GATHERED, LAZY, kind_of, settle_lists
from .outlines import outline
from .reader import Reader
from .source import definition, is_generator
from .syntax import children, is_copy

Names = tuple[frozenset[str], frozenset[str]]  # those that are read late, and those that are read at once
NONE = frozenset[str]()
KEPT = combinations, permutations, product  # which keep the items of what they are given
MADE = ast.List, ast.ListComp, ast.SetComp, ast.BinOp, ast.Tuple, ast.Subscript


def when_read(r: Reader, node: ast.expr) -> Names:
    """The names that an expression reads late, and those that it reads at once."""
    match node:
        case ast.GeneratorExp(elt=item, generators=[first, *others]):
            start = when_read(r, first.iter)
            rest = [item, *first.ifs, *(part for clause in others for part in (clause.iter, *clause.ifs))]
            own = targets(node)
            return start[0] | (NONE.union(*map(free_names, rest)) - own), start[1]
        case ast.Name(id=name) if name in r.grown:
            return frozenset({name}), NONE
        case ast.Lambda():
            return free_names(node), NONE
        case ast.IfExp(test=test, body=then, orelse=other):
            return together([(NONE, free_names(test)), when_read(r, then), when_read(r, other)])
        case ast.Call(args=given, keywords=named):
            values = [*given, *(each.value for each in named)]
            if isinstance(node.func, ast.Attribute):
                values.append(node.func.value)
            how = when_made(r, node)
            late, at_once = together(when_read(r, each) for each in values) if how else (NONE, free_names(node))
            return late, (free_names(node) if how == "perhaps" else at_once)
    return NONE, free_names(node)


def when_made(r: Reader, node: ast.Call) -> str:
    """Empty if a call gives a list that it makes; "late", or "perhaps", if it may read its arguments later."""
    if inner := inner_of(r, node.func):
        return "perhaps" if inner.kind else ""
    if is_copy(node):
        return ""
    function = function_called(r, node)
    if function in (*GATHERED, *KEPT) or not kind_of(r, node):
        return ""
    if function is reversed:  # it begins where the list ends now
        return "perhaps"
    if isinstance(function, FunctionType):
        return of_function(r, function, frozenset())
    return "late" if kind_of(r, node) == LAZY else ""  # `s.copy()` is a list of its own


def of_function(r: Reader, function: FunctionType, seen: frozenset[FunctionType]) -> str:
    """As `when_made`, of a function that is called."""
    if is_generator(function):
        return "late"
    if function in seen:
        return ""
    tree, alone = definition(function), r.alone(function)
    with suppress(Refused):
        settle_lists(alone, tree)
        alone.shared.settle(alone, tree, "")
    found = {of_value(alone, each, seen | {function}) for each in outline(tree)[1]}
    return found.pop() if len(found) == 1 else "perhaps"


def of_value(r: Reader, node: ast.expr, seen: frozenset[FunctionType]) -> str:
    """As `when_made`, of what a function returns."""
    match node:
        case ast.Name(id=name):
            return "" if name in r.lists or name in r.fixed or (name in r.grown and r.grown[name].own) else "late"
        case ast.IfExp(body=then, orelse=other):
            found = {of_value(r, then, seen), of_value(r, other, seen)}
            return found.pop() if len(found) == 1 else "perhaps"
        case ast.Call():
            function = function_called(r, node)
            return of_function(r, function, seen) if isinstance(function, FunctionType) else when_made(r, node)
    return "" if isinstance(node, MADE) else "late"


def together(names: Iterable[Names]) -> Names:
    """The names of several expressions."""
    pairs = list(names)
    return NONE.union(*(late for late, _ in pairs)), NONE.union(*(at_once for _, at_once in pairs))


def free_names(node: ast.AST) -> frozenset[str]:
    """The names that an expression reads, but for those of its comprehensions and lambdas."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return frozenset({name})
        case ast.Lambda(args=given, body=body):
            own = {each.arg for each in ast.walk(given) if isinstance(each, ast.arg)}
            return (free_names(body) - own) | free_names(given)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            own = targets(node)
            return (names_in(node) - own) | free_names(node.generators[0].iter)
    return names_in(node)


def names_in(node: ast.AST) -> frozenset[str]:
    """The names that the parts of an expression read."""
    return NONE.union(*map(free_names, children(node)))


def targets(node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp) -> set[str]:
    """The variables of a comprehension."""
    parts = (each for clause in node.generators for each in ast.walk(clause.target))
    return {each.id for each in parts if isinstance(each, ast.Name)}
