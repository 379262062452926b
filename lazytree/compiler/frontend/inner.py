"""Functions inside of a rule, by `def` or `lambda`: read in place of each call.

Python looks up the variables around such a function when it is called; so does its text where it stands in place of
the call. It has variables of its own for its parameters and for what it assigns.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Block, Const, Node, NoResult, Splice, Target, Var
from .arguments import Early
from .defining import inner_of
from .lazily import is_lazy
from .outlines import names_assigned, names_bound, own_nodes, targets_of_comprehensions
from .reader import Body, Given, Inner, Iterable, Reader
from .signatures import written
from .splices import DEEPEST_SPLICE, refuse_too_many

Opened = Callable[[Reader, ast.expr, Early | None], Iterable]


def entered(r: Reader, inner: Inner, call: ast.Call, label: int, opened: Opened) -> tuple[Reader, list[Node]]:
    """The reader of the function's body, and the statements that give it its arguments."""
    if r.depth > DEEPEST_SPLICE:
        raise Refused("a function inside of a rule does not call itself: one outside, which is handed what it reads")
    refuse_too_many(label)
    body = inner.home.nested(label, inner.renamed)
    body.depth = r.depth + 1
    start: list[Node] = []
    given: list[str] = []
    for name, value in written(inner.signature, call).items():
        start += argument(r, body, inner, name, value, opened)
        given.append(name)
    for name, kept in inner.signature.defaults.items():
        if name not in given:
            start.append(given_default(body, r, name, kept))
    return body, start


def given_default(body: Reader, r: Reader, name: str, kept: str) -> Node:
    """Gives a function that is read in place the default of a parameter, a variable that holds what it was."""
    for known in (body.inners, body.iterables, body.constants):
        known.pop(name, None)
    own = r.hidden(name)
    body.renamed[name] = own.name
    return Assign(own, Var(kept))


def argument(r: Reader, body: Reader, inner: Inner, name: str, value: ast.expr, opened: Opened) -> list[Node]:
    """Gives a function that is read in place one argument."""
    body.renamed.pop(name, None)
    for known in (body.inners, body.iterables, body.constants):
        known.pop(name, None)
    if function := inner_of(r, value):
        body.inners[name] = function
        return []
    if is_lazy(r, value):
        start: list[Node] = []
        body.iterables[name] = Given(opened(r, value, Early(r, value, start)))
        return start
    kept, read = r.hidden(name), r.read(value)
    if isinstance(read, Const) and read.value is None and name not in names_assigned(inner.tree.body):
        body.constants[name] = None  # the function is read with it: `if x is None`
        return []
    body.renamed[name] = kept.name
    return [Assign(kept, read)]


def settle_names(body: Reader, tree: ast.FunctionDef) -> None:
    """Gives the names that a function assigns variables of its own."""
    nodes = list(own_nodes(tree.body))
    if any(isinstance(each, (ast.Global, ast.Nonlocal)) for each in nodes):
        raise Refused(subset.BROKEN_BY[ast.Nonlocal])
    targets = targets_of_comprehensions(nodes)
    own = sorted(set(names_bound(each for each in nodes if each not in targets)))  # in one order, whatever the hashes
    for name in own:
        if name in body.inners or name in body.iterables:
            raise Refused(f"{name} is a parameter that is assigned")
        if name not in body.renamed or name not in tree_parameters(tree):
            body.renamed[name] = body.hidden(name).name
        body.constants.pop(name, None)
    body.top = tree.body
    body.often = Counter(each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    body.often.update(each.name for each in nodes if isinstance(each, ast.FunctionDef))


def tree_parameters(tree: ast.FunctionDef) -> set[str]:
    """The names of a function's parameters."""
    return {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}


def inner_call(r: Reader, inner: Inner, call: ast.Call, opened: Opened) -> Node:
    """The call of a function inside of a rule, as a value."""
    if inner.is_lazy:
        raise Refused(subset.CONSUMED)
    label, result = next(r.fresh), r.hidden(inner.signature.name)
    body, start = entered(r, inner, call, label, opened)
    body.result = result
    settle_names(body, inner.tree)
    made = body.statements(inner.tree.body)
    no_result = Assign(Var(result.name), NoResult())
    return Block([*start, Splice(label, [*made, no_result], r.hidden("nothing"), [])], Var(result.name))


def inner_iterable(r: Reader, inner: Inner, call: ast.Call, opened: Opened, early: Early | None) -> Iterable:
    """What loops over what a function inside of a rule gives one by one."""
    free = {each.id for each in ast.walk(inner.tree) if isinstance(each, ast.Name)}
    if free & r.changing or r.walrus:
        raise Refused("a function inside of a rule is gone over by a loop that assigns what the function reads")
    label = next(r.fresh)
    reader, start = entered(r, inner, call, label, opened)
    settle_names(reader, inner.tree)
    if early:
        early.statements += start
        start = []

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(label, label)
        return [*start, Splice(label, reader.statements(inner.tree.body), target, consumed)]

    return loop
