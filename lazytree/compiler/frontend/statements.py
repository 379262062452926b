"""Reading statements into the core language."""

from __future__ import annotations

import ast

from lazytree.core.errors import BROKEN_LAWS, Refused, Trap
from lazytree.searching.kernels.memory import emit, stash

from ..ir import subset
from ..ir.core import (
    INTO,
    Ask,
    Assign,
    Block,
    Break,
    Const,
    Continue,
    Emit,
    Evaluate,
    If,
    Node,
    NoResult,
    Raise,
    Return,
    Splice,
    Stash,
    Var,
    While,
    Yield,
)
from . import by_reference
from .assigning import assignment, has_star
from .defining import named_function
from .dependencies import is_of_the_compiler
from .dicts import gone_over
from .expressions import binary, tested
from .lazily import is_lazy
from .loops import loop_over, opened
from .matching import matched
from .outlines import names_assigned
from .reader import Reader
from .recursion import handed_through, is_own_call
from .source import place
from .tuples import tuple_of


def statements(r: Reader, nodes: list[ast.stmt]) -> list[Node]:
    """Statements in the small language, each with its place; Refused, with file and line, outside of the subset."""
    made: list[Node] = []
    for node in nodes:
        where = "" if is_of_the_compiler(r.function) else place(r.function, node.lineno)
        try:
            for each in statement(r, node):
                each.place = each.place or where
                made.append(each)
        except Refused as refused:
            raise (refused.at(where) if where else refused) from None
        if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
            break
        if isinstance(node, ast.If) and made and isinstance(made[-1], (Return, Raise, Break, Continue)):
            break  # its test is a constant
    return made


def statement(r: Reader, node: ast.stmt) -> list[Node]:
    """The nodes for one statement of Python."""
    if (changed := by_reference.statement(r, node, binary, opened)) is not None:
        return changed
    match node:
        case ast.FunctionDef(name=name):
            return named_function(r, name, node, node)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
            return named_function(r, name, value, node)
        case ast.Assign(targets=[ast.Tuple() | ast.List()] as targets, value=value):
            in_place = is_lazy(r, value) or is_list(value)  # no list is made
            return assignment(r, targets, tuple_of(r, value) if in_place else gone_over(r.read(value)))
        case ast.Assign(targets=targets, value=value):
            return assignment(r, targets, r.read(value))
        case ast.AnnAssign(target=target, value=value):
            return assignment(r, [target], r.read(value)) if value else []
        case ast.Return(value=value):
            return returned(r, value)
        case ast.If(test=test, body=then, orelse=other):
            return branch(r, tested(r, test), then, other)
        case ast.While(test=test, body=body, orelse=otherwise):
            label = next(r.fresh)
            leave = next(r.fresh) if otherwise else label
            made = r.inside((leave, label), lambda: r.statements(body))
            return with_else(r, [While(label, tested(r, test), made)], leave, otherwise)
        case ast.For(target=target, iter=iterable, body=body, orelse=otherwise):
            r.changing = names_assigned([target, *body])
            over = opened(r, iterable)
            r.changing = set()
            end = next(r.fresh) if otherwise else 0
            each, first = (r.hidden("each"), True) if has_star(target) else (r.target(target), False)

            def one_round(leave: int, go_on: int) -> list[Node]:
                start = assignment(r, [target], Var(each.name)) if isinstance(each, Var) and first else []
                return [*start, *r.inside((end or leave, go_on), lambda: r.statements(body))]

            return with_else(r, over(each, one_round), end, otherwise)
        case ast.Match():
            return matched(r, node)
        case ast.Break():
            return [Break(r.loops[-1][0])]
        case ast.Continue():
            return [Continue(r.loops[-1][1])]
        case ast.Expr(value=value):
            return evaluated(r, value)
        case ast.Assert(test=test):
            return [If(tested(r, test), [], [Raise()])]
        case ast.Raise(exc=ast.Name(id=name)):
            return [Raise(next((BROKEN_LAWS[law] for law in BROKEN_LAWS if r.means(name, law)), Trap.RAISED))]
        case ast.Raise():
            return [Raise()]
        case ast.Pass():
            return []
    raise Refused(subset.broken_by(node))


def is_list(node: ast.expr) -> bool:
    """Whether this is a list that is written out, or a comprehension."""
    starred = isinstance(node, ast.List) and any(isinstance(each, ast.Starred) for each in node.elts)
    return isinstance(node, ast.List | ast.ListComp) and not starred


def with_else(r: Reader, loop: list[Node], end: int, otherwise: list[ast.stmt]) -> list[Node]:
    """A loop with its `else`, which a `break` leaves together with the loop."""
    return [Splice(end, [*loop, *r.statements(otherwise)], r.hidden("nothing"), [])] if otherwise else loop


def returned(r: Reader, value: ast.expr | None) -> list[Node]:
    """A `return`: in a function that is read in place it sets the result and leaves."""
    if r.gives:
        return [*(handed_on(r, value) if value else []), *left(r, value)]
    if r.into:
        return [Return(NoResult())]
    if r.splice and not r.result:
        return [*(evaluated(r, value) if value else []), Break(r.splice)]
    made = r.read(value) if value else Const(None)
    if r.result:
        return [Assign(Var(r.result.name), made), Break(r.splice)]
    return [Return(made)]


def handed_on(r: Reader, items: ast.expr) -> list[Node]:
    """Yields the items of a list, from a function that is gone over."""
    each = r.hidden("each")
    return loop_over(r, items, each, lambda _b, _c: [given(r, Var(each.name))])


def given(r: Reader, item: Node) -> Node:
    """Hands an item on: to the loop that goes over the function, or into a list of its caller's."""
    return Evaluate(Ask("append", Var(INTO), [item])) if r.into else Yield(r.splice, item)


def left(r: Reader, value: ast.expr | None) -> list[Node]:
    """Leaves a function that gives a list; Python raises an error where it gives None instead."""
    return [Raise() if value is None else Return(NoResult()) if r.into else Break(r.splice)]


def branch(r: Reader, test: Node, then: list[ast.stmt], other: list[ast.stmt]) -> list[Node]:
    """An `if`; of a constant test only one branch is read."""
    if isinstance(test, Const):
        return r.statements(then if test.value else other)
    return [If(test, r.statements(then), r.statements(other))]


def evaluated(r: Reader, value: ast.expr) -> list[Node]:
    """A statement that is an expression: a `yield`, a call for what it does, or a value that is not used."""
    match value:
        case ast.Constant():
            return []
        case ast.Yield(value=item) if r.splice or r.into:
            return [given(r, r.read(item) if item else Const(None))]
        case ast.YieldFrom(value=ast.Call() as call) if r.into and is_own_call(r, call):
            return handed_through(r, call)
        case ast.YieldFrom(value=source) if r.splice or r.into:
            return handed_on(r, source)
        case ast.Call(func=ast.Name(id=name), args=[index, item]) if r.means(name, emit):
            return [Emit(r.read(index), r.read(item))]
        case ast.Call(func=ast.Name(id=name), args=[words, index, item]) if r.means(name, stash):
            return [Stash(r.read(words), r.read(index), r.read(item))]
    made = r.read(value)
    return [*made.body, Evaluate(made.result)] if isinstance(made, Block) else [Evaluate(made)]
