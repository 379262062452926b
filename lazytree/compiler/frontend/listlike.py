"""Which expressions and functions give something to go over: a list, or what gives its items one by one.

Nothing is read into the small language here. A function whose results are lists is read in place of its call, as a
generator is: its `return` hands over the items.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FunctionType

from lazytree.core.errors import Refused

from ..ir import scratch
from .arguments import function_called
from .reader import Reader
from .source import definition, is_generator

LAZY, LIST = "lazy", "list"  # items made as they are asked for; all items made at once
STEPPED = (range, enumerate, zip, reversed)
GATHERED = (list, sorted)
DEFERRED = (ast.FunctionDef, ast.Lambda, ast.ClassDef)


def kind_of(r: Reader, node: ast.expr) -> str:
    """LAZY or LIST if the value is gone over item by item; empty if it is a value of the small language."""
    match node:
        case ast.GeneratorExp():
            return LAZY
        case ast.List() | ast.ListComp():
            return LIST
        case ast.Name(id=name) if name not in r.renamed:
            return LIST if name in r.lists else r.iterables[name].kind if name in r.iterables else ""
        case ast.IfExp(body=then, orelse=other) | ast.BinOp(left=then, op=ast.Add(), right=other):
            return LIST if kind_of(r, then) or kind_of(r, other) else ""
        case ast.Call():
            return kind_of_call(r, node)
    return ""


def kind_of_call(r: Reader, node: ast.Call) -> str:
    """What a call gives: of the built-ins, of a generator, of a function that returns lists."""
    try:
        function = function_called(r, node)
    except Refused:  # it is refused again where it is read
        return ""
    if isinstance(function, FunctionType):
        return LAZY if is_generator(function) else kind_of_function(r, function)
    if function in GATHERED:
        return LIST
    if function is tuple:
        return "" if all(is_of_known_length(r, each) for each in node.args) else LIST
    return LAZY if function in STEPPED else ""


def is_of_known_length(r: Reader, node: ast.expr) -> bool:
    """Whether a `tuple(...)` of this has one length, as far as the text tells."""
    match node:
        case ast.GeneratorExp(generators=[clause]) | ast.ListComp(generators=[clause]):
            return not clause.ifs and is_of_known_length(r, clause.iter)
        case ast.GeneratorExp() | ast.ListComp():
            return False
        case ast.List(elts=items):
            return not any(isinstance(each, ast.Starred) for each in items)
        case ast.BinOp(left=a, right=b):
            return is_of_known_length(r, a) and is_of_known_length(r, b)
        case ast.Call(args=given) if (function := function_called(r, node)) in STEPPED:
            return (
                all(map(is_length, given)) if function is range else all(is_of_known_length(r, each) for each in given)
            )
    return not kind_of(r, node)


def is_repeated(node: ast.expr) -> bool:
    """Whether this is `[x] * n`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and ast.List in (type(node.left), type(node.right))
    )


def is_length(node: ast.expr) -> bool:
    """Whether this may be a number that is known before the game starts."""
    return not any(isinstance(each, ast.Attribute | ast.Subscript) for each in ast.walk(node))


def kind_of_function(r: Reader, function: FunctionType) -> str:
    """What a plain function returns."""
    if function.__module__ == scratch.__name__:  # machine code has these of its own
        return ""
    if function not in r.shared.known:
        r.shared.known[function] = ""  # of a function that calls itself
        with suppress(Refused):
            r.shared.known[function] = kind_of_text(r, function, definition(function))
    return r.shared.known[function]


def kind_of_text(r: Reader, function: FunctionType, tree: ast.FunctionDef) -> str:
    """What the `return`s of a function's text give."""
    given = [node.value for node in own_nodes(tree.body) if isinstance(node, ast.Return) and node.value]
    alone = r.alone(function)
    alone.lists = dict.fromkeys(list_names(alone, tree))
    if any(kind_of(alone, each) for each in given):
        return LIST
    lengths = {len(each.elts) for each in given if isinstance(each, ast.Tuple)}
    return LIST if len(lengths) > 1 and all(isinstance(each, ast.Tuple) for each in given) else ""


def list_names(r: Reader, tree: ast.FunctionDef) -> list[str]:
    """The variables of a function that a list is assigned to."""
    found: list[str] = []
    assigned = [pair for node in own_nodes(tree.body) for pair in pairs_of(node)]
    for _ in range(2):  # `b = a + [1]`: once `a` is known
        for name, value in assigned:
            if name not in found and kind_of(r, value) == LIST:
                found.append(name)
        r.lists = {**r.lists, **dict.fromkeys(found)}
    return found


def pairs_of(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement assigns, each with its value."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    value = getattr(node, "value", None)
    for target in targets:
        if isinstance(target, ast.Name) and isinstance(value, ast.expr):
            yield target.id, value


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a function's text but those of functions and classes inside of it."""
    for node in nodes:
        yield node
        if not isinstance(node, DEFERRED):
            yield from own_nodes(ast.iter_child_nodes(node))


def filled(r: Reader, tree: ast.FunctionDef) -> str:
    """The list that a function begins empty, only adds to, and returns; empty if there is none.

    Nothing else may be returned once something was added: what was handed over cannot be taken back.
    """
    for name in r.lists:
        if is_filled(name, tree):
            return name
    return ""


def is_filled(name: str, tree: ast.FunctionDef) -> bool:
    """Whether a function does nothing to a list but begin it, add to it and return it."""
    begins = [at for at, node in enumerate(tree.body) if any(name == one for one, _ in pairs_of(node))]
    if len(begins) != 1 or not is_empty_list(getattr(tree.body[begins[0]], "value", None)):
        return False
    uses = 1
    for node in own_nodes(tree.body[begins[0] + 1 :]):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=one), attr="append" | "extend"))):
                uses += one == name
            case ast.AugAssign(target=ast.Name(id=one), op=ast.Add()):
                uses += one == name
            case ast.Return(value=ast.Name(id=one)) if one == name:
                uses += 1
            case ast.Return():
                return False
    return uses == sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def is_empty_list(node: ast.expr | None) -> bool:
    """Whether this is `[]` or `list()`."""
    return isinstance(node, ast.List) and not node.elts


def added_to(r: Reader, node: ast.stmt) -> ast.expr | None:
    """The list whose items a statement adds to the one that is filled; None if it does not."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=how), args=[item], keywords=[])):
            if name == r.filled and how in ("append", "extend"):
                return ast.copy_location(ast.List([item], ast.Load()), item) if how == "append" else item
        case ast.AugAssign(target=ast.Name(id=name), value=items) if name == r.filled:
            return items
    return None
