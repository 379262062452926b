"""Reading loops: what a `for` or a generator expression goes over."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from ..language import subset
from ..language.core import Assign, Const, Count, Each, If, Node, Op, Target, Var
from ..language.errors import Refused
from .calls import Calls
from .expressions import Body
from .folding import folded
from .source import is_generator


class Loops(Calls):
    """Reads the loops of one function; `Reader` adds its other statements."""

    loops: list[tuple[int, int]]  # labels that break and continue go to

    def loop(self, iterable: ast.expr, target: Target, body: Body) -> list[Node]:
        if isinstance(iterable, ast.Name) and (consumed := self.iterables.get(iterable.id)):
            if self.loops or self.renamed:
                raise Refused(subset.CONSUMED_ONCE)
            self.iterables[iterable.id] = None
            return consumed(target, body)
        if isinstance(iterable, ast.GeneratorExp):
            return self.comprehension(iterable, target, body)
        label = next(self.fresh)
        if isinstance(iterable, ast.Call) and (function := self.called(iterable)):
            if function is range:
                return [Count(label, target, [self.read(each) for each in iterable.args], body(label, label))]
            if function is enumerate:
                return self.enumerated(label, iterable, target, body)
            if function is zip:
                sequences = [self.read(each) for each in iterable.args]
                targets = pair(target, len(sequences))
                return [Each(label, None, list(targets), sequences, body(label, label))]
            if function is reversed:
                return [self.backwards(label, iterable.args[0], target, body(label, label))]
            if isinstance(function, FunctionType) and is_generator(function):
                return self.spliced(label, function, iterable, target, body(label, label))
        return [Each(label, None, [target], [self.read(iterable)], body(label, label))]

    def enumerated(self, label: int, call: ast.Call, target: Target, body: Body) -> list[Node]:
        index, item = pair(target, 2)
        inner, start = call.args[0], self.read(call.args[1]) if len(call.args) == 2 else Const(0)
        plain = isinstance(start, Const) and start.value == 0
        if plain and not isinstance(inner, (ast.Call, ast.GeneratorExp)):
            return [Each(label, index, [item], [self.read(inner)], body(label, label))]
        counter = self.hidden("counter")

        def counted(leave: int, again: int) -> list[Node]:
            step = Assign(Var(counter.name), Op("+", [Var(counter.name), Const(1)]))
            return [step, Assign(index, Var(counter.name)), *body(leave, again)]

        return [Assign(counter, folded("-", start, Const(1))), *self.loop(inner, item, counted)]

    def backwards(self, label: int, iterable: ast.expr, target: Target, body: list[Node]) -> Node:
        if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name) and iterable.func.id == "range":
            bounds = [self.read(each) for each in iterable.args]
            start, stop = (Const(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
            if len(bounds) == 3:
                raise Refused("reversed(range(...)) without a step")
            steps = [folded("-", stop, Const(1)), folded("-", start, Const(1)), Const(-1)]
            return Count(label, target, steps, body)
        return Each(label, None, [target], [self.read(iterable)], body, backwards=True)

    def comprehension(self, node: ast.GeneratorExp, target: Target, body: Body) -> list[Node]:
        """The loops of a generator expression, its variables renamed: they are nobody else's."""
        before = self.renamed
        outermost: list[int] = []

        def level(depth: int, again: int) -> list[Node]:
            if depth == len(node.generators):
                item = self.read(node.elt)
                within, self.renamed = self.renamed, before
                made = [Assign(target, item), *body(outermost[0], again)]
                self.renamed = within
                return made
            clause = node.generators[depth]
            theirs = [each.id for each in ast.walk(clause.target) if isinstance(each, ast.Name)]
            names = {name: self.hidden(name).name for name in theirs}

            def inner(leave: int, again: int) -> list[Node]:
                outermost.append(leave)
                self.renamed = {**self.renamed, **names}
                return self.filtered(clause.ifs, lambda: level(depth + 1, again))

            return self.loop(clause.iter, self.renamed_target(clause.target, names), inner)

        made = level(0, 0)
        self.renamed = before
        return made

    def renamed_target(self, node: ast.expr, names: dict[str, str]) -> Target:
        before, self.renamed = self.renamed, {**self.renamed, **names}
        made = self.target(node)
        self.renamed = before
        return made

    def filtered(self, tests: list[ast.expr], body: Callable[[], list[Node]]) -> list[Node]:
        if not tests:
            return body()
        test = self.read(tests[0])
        if isinstance(test, Const):
            return self.filtered(tests[1:], body) if test.value else []
        return [If(test, self.filtered(tests[1:], body), [])]


def pair(target: Target, items: int) -> list[Target]:
    if not isinstance(target, list) or len(target) != items:
        raise Refused(subset.ONE_TARGET.format(items))
    return target
