"""Reading loops: what a `for` or a generator expression goes over."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from ..ir import subset
from ..ir.core import Assign, Const, Count, Each, If, Node, Op, Target, Var
from ..ir.errors import Refused
from .arguments import function_called
from .folding import folded
from .reader import Body, Reader
from .source import is_generator
from .splices import spliced


def loop_over(r: Reader, iterable: ast.expr, target: Target, body: Body) -> list[Node]:
    if isinstance(iterable, ast.Name) and (consumed := r.iterables.get(iterable.id)):
        if r.loops or r.renamed:
            raise Refused(subset.CONSUMED_ONCE)
        r.iterables[iterable.id] = None
        return consumed(target, body)
    if isinstance(iterable, ast.GeneratorExp):
        return comprehension(r, iterable, target, body)
    label = next(r.fresh)
    if isinstance(iterable, ast.Call) and (function := function_called(r, iterable)):
        if function is range:
            return [Count(label, target, [r.read(each) for each in iterable.args], body(label, label))]
        if function is enumerate:
            return enumerated(r, label, iterable, target, body)
        if function is zip:
            sequences = [r.read(each) for each in iterable.args]
            targets = pair(target, len(sequences))
            return [Each(label, None, list(targets), sequences, body(label, label))]
        if function is reversed:
            return [backwards(r, label, iterable.args[0], target, body(label, label))]
        if isinstance(function, FunctionType) and is_generator(function):
            return spliced(r, label, function, iterable, target, body(label, label))
    return [Each(label, None, [target], [r.read(iterable)], body(label, label))]


def enumerated(r: Reader, label: int, call: ast.Call, target: Target, body: Body) -> list[Node]:
    index, item = pair(target, 2)
    inner, start = call.args[0], r.read(call.args[1]) if len(call.args) == 2 else Const(0)
    plain = isinstance(start, Const) and start.value == 0
    if plain and not isinstance(inner, (ast.Call, ast.GeneratorExp)):
        return [Each(label, index, [item], [r.read(inner)], body(label, label))]
    counter = r.hidden("counter")

    def counted(leave: int, again: int) -> list[Node]:
        step = Assign(Var(counter.name), Op("+", [Var(counter.name), Const(1)]))
        return [step, Assign(index, Var(counter.name)), *body(leave, again)]

    return [Assign(counter, folded("-", start, Const(1))), *loop_over(r, inner, item, counted)]


def backwards(r: Reader, label: int, iterable: ast.expr, target: Target, body: list[Node]) -> Node:
    if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name) and iterable.func.id == "range":
        bounds = [r.read(each) for each in iterable.args]
        start, stop = (Const(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        if len(bounds) == 3:
            raise Refused("reversed(range(...)) without a step")
        steps = [folded("-", stop, Const(1)), folded("-", start, Const(1)), Const(-1)]
        return Count(label, target, steps, body)
    return Each(label, None, [target], [r.read(iterable)], body, backwards=True)


def comprehension(r: Reader, node: ast.GeneratorExp, target: Target, body: Body) -> list[Node]:
    """The loops of a generator expression, its variables renamed: they are nobody else's."""
    before = r.renamed
    outermost: list[int] = []

    def level(depth: int, again: int) -> list[Node]:
        if depth == len(node.generators):
            item = r.read(node.elt)
            within, r.renamed = r.renamed, before
            made = [Assign(target, item), *body(outermost[0], again)]
            r.renamed = within
            return made
        clause = node.generators[depth]
        theirs = [each.id for each in ast.walk(clause.target) if isinstance(each, ast.Name)]
        names = {name: r.hidden(name).name for name in theirs}

        def inner(leave: int, again: int) -> list[Node]:
            outermost.append(leave)
            r.renamed = {**r.renamed, **names}
            return filtered(r, clause.ifs, lambda: level(depth + 1, again))

        return loop_over(r, clause.iter, renamed_target(r, clause.target, names), inner)

    made = level(0, 0)
    r.renamed = before
    return made


def renamed_target(r: Reader, node: ast.expr, names: dict[str, str]) -> Target:
    before, r.renamed = r.renamed, {**r.renamed, **names}
    made = r.target(node)
    r.renamed = before
    return made


def filtered(r: Reader, tests: list[ast.expr], body: Callable[[], list[Node]]) -> list[Node]:
    if not tests:
        return body()
    test = r.read(tests[0])
    if isinstance(test, Const):
        return filtered(r, tests[1:], body) if test.value else []
    return [If(test, filtered(r, tests[1:], body), [])]


def pair(target: Target, items: int) -> list[Target]:
    if not isinstance(target, list) or len(target) != items:
        raise Refused(subset.ONE_TARGET.format(items))
    return target
