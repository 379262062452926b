"""Reading generators, spliced into what consumes them."""

from __future__ import annotations

import ast
from types import FunctionType

from ..ir import subset
from ..ir.core import Assign, Const, Node, Splice, Target, Var
from ..ir.errors import Refused
from .arguments import bound_to
from .reader import Reader
from .source import definition, parameters

DEEPEST_SPLICE = 40


def function_body(r: Reader) -> list[Node]:
    tree = definition(r.function)
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    fixed = {name: value for name, value in r.constants.items() if name in stored}
    start: list[Node] = [Assign(r.variable(name), Const(value)) for name, value in fixed.items()]
    for name in fixed:
        del r.constants[name]
    return start + r.statements(tree.body)


def spliced(
    r: Reader, label: int, function: FunctionType, call: ast.Call, target: Target, body: list[Node]
) -> list[Node]:
    if r.depth > DEEPEST_SPLICE:
        raise Refused(subset.RECURSIVE_GENERATOR)
    names, _ = parameters(function)
    arguments = dict(zip(names, bound_to(r, function, call)))
    constants = {name: each.value for name, each in arguments.items() if isinstance(each, Const)}
    inner = r.inner(function, constants, label)
    given: list[Node] = [
        Assign(Var(inner.prefix + name), each) for name, each in arguments.items() if not isinstance(each, Const)
    ]
    return [*given, Splice(label, function_body(inner), target, body)]
