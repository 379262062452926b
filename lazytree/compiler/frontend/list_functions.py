"""Functions that fill one list and give it: their text may stand in the loop that goes over it, and no list is made.

Python fills the list first. So the loop ends with its last item, and nothing that the function is handed is a list, a
dict or a set, which the loop might change: inference sees to that.
"""

from __future__ import annotations

import ast
from contextlib import suppress
from copy import deepcopy
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir.core import Break, Call, Continue, Each, Node, OverList, Return, Splice, Target, Yield, all_nodes, copied
from .containers import as_generator
from .reader import Body, Iterable, Reader
from .source import definition, is_generator, parameters
from .splices import DEEPEST_SPLICE, function_body, take

MOST_NODES = 400  # of a text that stands in a loop


def over_list(r: Reader, call: Node, over: Iterable) -> Iterable:
    """What loops over a call, as `over` does, or over the text of the function that is called."""
    if not isinstance(call, Call) or r.depth > DEEPEST_SPLICE or (tree := as_generator_function(r, call)) is None:
        return over

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        inside = body(label, label)
        called: list[Node] = [Each(label, None, [target], [call], inside)]
        if may_end(inside):
            return called
        with suppress(Refused):  # it is refused again where it is called
            return [OverList(called, spliced(r, call, tree, label, target, inside))]
        return called

    return loop


def spliced(r: Reader, call: Call, tree: ast.FunctionDef, label: int, target: Target, body: list[Node]) -> list[Node]:
    """The text of a function in the loop that goes over the list which it gives."""
    function: Any = call.function
    inner, start = r.inner(function, {}, label), list[Node]()
    names, defaults = parameters(function)
    given = names[: len(call.arguments)]
    inner.constants.update({name: value for name, value in defaults.items() if name not in given})
    for name, value in zip(given, call.arguments):
        start += take(inner, name, copied(value))
    inner.tree = tree
    return [*start, Splice(label, function_body(inner), target, body)]


def may_end(body: list[Node]) -> bool:
    """Whether the body of a loop may leave it, or hands control on."""
    nodes = all_nodes(body)
    inside = {each.label for each in nodes if hasattr(each, "label") and not isinstance(each, Break | Continue)}
    return any(
        isinstance(each, Return)
        or (isinstance(each, Break) and each.label not in inside)
        or (isinstance(each, Yield) and each.splice not in inside)
        for each in nodes
    )


# ---- the text of such a function, as that of a generator


def as_generator_function(r: Reader, call: Call) -> ast.FunctionDef | None:
    """The `def` of a generator that gives what a function puts into the list that it returns; None of others."""
    function: Any = call.function
    if not isinstance(function, FunctionType) or is_generator(function) or function in r.chain:
        return None
    with suppress(Refused):
        tree = definition(function)
        nodes = list(ast.walk(tree))
        calls_itself = any(isinstance(each, ast.Name) and each.id == function.__name__ for each in nodes)
        if len(nodes) <= MOST_NODES and not calls_itself and (name := list_filled(tree, nodes)) is not None:
            made = Yielding(name).visit(deepcopy(tree))
            return ast.fix_missing_locations(made)  # type: ignore[no-any-return]
    return None


def list_filled(tree: ast.FunctionDef, nodes: list[ast.AST]) -> str | None:
    """The name of the list that a function fills and returns, "" if it returns comprehensions; None if it does not so.

    The list is made once, below the `def`; all else that is done to it is `.append(x)`, by itself, and `return`.
    """
    results = [each.value for each in nodes if isinstance(each, ast.Return)]
    if not isinstance(tree.body[-1], ast.Return) or any(
        isinstance(each, NOT_WITHIN) for each in nodes if each is not tree
    ):
        return None
    if all(isinstance(each, ast.ListComp) for each in results):
        return ""
    first = results[-1]
    if not isinstance(first, ast.Name) or first.id in {each.arg for each in nodes if isinstance(each, ast.arg)}:
        return None
    name, uses = first.id, sum(isinstance(each, ast.Name) and each.id == first.id for each in nodes)
    made = [at for at, each in enumerate(tree.body) if makes(each, name)]
    filled = sum(appended(each, name) is not None for each in nodes)
    given = sum(isinstance(each, ast.Name) and each.id == name for each in results)
    if len(made) != 1 or given != len(results) or uses != 1 + filled + given:
        return None
    before = (each for statement in tree.body[: made[0]] for each in ast.walk(statement))
    return None if any(isinstance(each, ast.Name) and each.id == name for each in before) else name


NOT_WITHIN = (ast.FunctionDef, ast.Lambda, ast.NamedExpr, ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom)


def makes(statement: ast.stmt, name: str) -> bool:
    """Whether this is `name = []`."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name(id=target)], value=ast.List(elts=[]))
            | ast.AnnAssign(target=ast.Name(id=target), value=ast.List(elts=[]))
        ):
            return target == name
    return False


def appended(node: ast.AST, name: str) -> ast.expr | None:
    """The x of the statement `name.append(x)`; None of any other node."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=base), "append"), [item], [])):
            return item if base == name and not isinstance(item, ast.Starred) else None
    return None


class Yielding(ast.NodeTransformer):
    """Writes `yield x` for `name.append(x)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        item = appended(node, self.name)
        return node if item is None else ast.copy_location(ast.Expr(ast.Yield(item)), node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node) if makes(node, self.name) else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node) if makes(node, self.name) else node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        end: list[ast.stmt] = [ast.copy_location(ast.Return(None), node)]
        if isinstance(node.value, ast.ListComp):
            end.insert(0, ast.copy_location(ast.Expr(ast.YieldFrom(as_generator(node.value))), node))
        return end
