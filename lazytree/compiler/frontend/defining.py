"""Functions inside of a rule, where they are defined: what they are called with, and what names mean around them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from lazytree.core.errors import Refused

from ..ir.core import Assign, Node
from .outlines import own_nodes
from .reader import Inner, Reader
from .signatures import Signature

ONCE = "the function {} inside of a rule has one `def`, which is no part of an `if` or a loop"


def inner_of(r: Reader, node: ast.expr) -> Inner | None:
    """The function inside of a rule that an expression names or is; None for anything else."""
    if isinstance(node, ast.Lambda):
        return defined(r, node)
    return r.inners.get(node.id) if isinstance(node, ast.Name) and node.id not in r.renamed else None


def named_function(r: Reader, name: str, node: ast.FunctionDef | ast.Lambda, statement: ast.stmt) -> list[Node]:
    """Keeps a function that a rule gives a name; its defaults are worked out there."""
    if statement not in r.top or r.often[name] > 1:
        raise Refused(ONCE.format(name))
    start: list[Node] = []
    defaults: dict[str, str] = {}
    for each, value in zip(reversed(node.args.args), reversed(node.args.defaults)):
        kept = r.hidden(each.arg)
        defaults[each.arg] = kept.name
        start.append(Assign(kept, r.read(value)))
    r.renamed.pop(name, None)  # up to here it was a variable that holds nothing yet
    r.inners[name] = defined(r, node, defaults)
    return start


def defined(r: Reader, node: ast.FunctionDef | ast.Lambda, defaults: Mapping[str, str] = MappingProxyType({})) -> Inner:
    """A `def` or a `lambda` inside of a rule, with the meaning that names have around it."""
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or len(given.defaults) > len(defaults):
        raise Refused("a function inside of a rule has plain parameters; defaults only if it has a name")
    names = tuple(each.arg for each in (*given.posonlyargs, *given.args))
    if isinstance(node, ast.FunctionDef):
        if node.decorator_list:
            raise Refused("a function inside of a rule has no decorator")
        tree = node
    else:
        body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
        tree = ast.FunctionDef(name="lambda", args=given, body=body, decorator_list=[])
        ast.copy_location(tree, node)
    is_lazy = any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(tree.body))
    signature = Signature(tree.name, names, defaults, len(given.posonlyargs))
    return Inner(signature, tree, r, dict(r.renamed), is_lazy)
