"""Reading functions: statements and loops into the core language, generators spliced into what consumes them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from types import FunctionType

from ..language import subset
from ..language.core import (
    Assign,
    Block,
    Break,
    Const,
    Continue,
    Emit,
    Evaluate,
    If,
    Node,
    Raise,
    Return,
    Splice,
    Stash,
    Store,
    Target,
    Var,
    While,
    Yield,
)
from ..language.errors import Refused
from ..language.scratch import emit, stash
from .calls import bound
from .loops import Loops
from .source import definition, is_generator, parameters, place

DEEPEST_SPLICE = 40


@dataclass(slots=True)
class Function:
    """A function in the core language, its constant parameters replaced by their values."""

    name: str
    source: FunctionType
    parameters: list[str]
    body: list[Node]


def read_function(function: FunctionType, constants: Mapping[str, object]) -> Function:
    """The function as core statements; Refused, with file and line, where it leaves the subset."""
    names, _ = parameters(function)
    reader = Reader(function, constants, "", count(1))
    if is_generator(function):
        raise Refused(subset.CONSUMED, place(function, function.__code__.co_firstlineno))
    body = reader.function_body()
    return Function(function.__name__, function, [name for name in names if name not in constants], body)


class Reader(Loops):
    """Reads one function, or one generator where it is spliced in."""

    def __init__(
        self,
        function: FunctionType,
        constants: Mapping[str, object],
        prefix: str,
        fresh: count[int],
        splice: int = 0,
        depth: int = 0,
    ) -> None:
        super().__init__(function, constants, prefix, fresh)
        self.splice, self.depth = splice, depth
        self.result: Var | None = None  # where a function that is read in place of its call leaves its result
        self.loops: list[tuple[int, int]] = []  # labels that break and continue go to

    def function_body(self) -> list[Node]:
        tree = definition(self.function)
        stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        fixed = {name: value for name, value in self.constants.items() if name in stored}
        start: list[Node] = [Assign(self.variable(name), Const(value)) for name, value in fixed.items()]
        for name in fixed:
            del self.constants[name]
        return start + self.statements(tree.body)

    def statements(self, nodes: list[ast.stmt]) -> list[Node]:
        made: list[Node] = []
        for node in nodes:
            try:
                for each in self.statement(node):
                    each.place = each.place or place(self.function, node.lineno)
                    made.append(each)
            except Refused as refused:
                raise refused.at(place(self.function, node.lineno)) from None
            if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
                break
        return made

    def statement(self, node: ast.stmt) -> list[Node]:
        match node:
            case ast.Assign(targets=targets, value=value):
                return self.assignment(targets, self.read(value))
            case ast.AnnAssign(target=target, value=value):
                return self.assignment([target], self.read(value)) if value else []
            case ast.AugAssign(target=target, op=op, value=value):
                loaded = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
                return self.assignment([target], self.binary(op, self.read(loaded), self.read(value)))
            case ast.Return(value=value):
                return self.returned(value)
            case ast.If(test=test, body=then, orelse=other):
                return self.branch(self.read(test), then, other)
            case ast.While(test=test, body=body, orelse=[]):
                label = next(self.fresh)
                return [While(label, self.read(test), self.inside((label, label), lambda: self.statements(body)))]
            case ast.For(target=target, iter=iterable, body=body, orelse=[]):
                return self.loop(
                    iterable, self.target(target), lambda *labels: self.inside(labels, lambda: self.statements(body))
                )
            case ast.Break():
                return [Break(self.loops[-1][0])]
            case ast.Continue():
                return [Continue(self.loops[-1][1])]
            case ast.Expr(value=value):
                return self.evaluated(value)
            case ast.Assert(test=test):
                return [If(self.read(test), [], [Raise()])]
            case ast.Raise():
                return [Raise()]
            case ast.Pass():
                return []
            case ast.While() | ast.For():
                raise Refused(subset.NO_ELSE)
        raise Refused(subset.broken_by(node))

    def inside(self, labels: tuple[int, int], body: Callable[[], list[Node]]) -> list[Node]:
        self.loops.append(labels)
        made = body()
        self.loops.pop()
        return made

    def assignment(self, targets: list[ast.expr], value: Node) -> list[Node]:
        first, *others = targets
        if isinstance(first, ast.Subscript) and not others:
            return [Store(self.read(first.value), self.read(first.slice), value)]
        if not others:
            return [Assign(self.target(first), value)]
        kept = self.hidden("assigned")
        return [Assign(kept, value), *(Assign(self.target(each), Var(kept.name)) for each in targets)]

    def returned(self, value: ast.expr | None) -> list[Node]:
        if self.splice and not self.result:
            return [Break(self.splice)]
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            raise Refused("a function returns a value: no None")
        if self.result:
            return [Assign(Var(self.result.name), self.read(value)), Break(self.splice)]
        return [Return(self.read(value))]

    def branch(self, test: Node, then: list[ast.stmt], other: list[ast.stmt]) -> list[Node]:
        if isinstance(test, Const):
            return self.statements(then if test.value else other)
        return [If(test, self.statements(then), self.statements(other))]

    def evaluated(self, value: ast.expr) -> list[Node]:
        match value:
            case ast.Constant():
                return []
            case ast.Yield(value=None):
                raise Refused("a generator yields values: no None")
            case ast.Yield(value=item) if item and self.splice:
                return [Yield(self.splice, self.read(item))]
            case ast.YieldFrom(value=source) if self.splice:
                each = self.hidden("each")
                return self.loop(source, each, lambda _b, _c: [Yield(self.splice, Var(each.name))])
            case ast.Call(func=ast.Name(id=name), args=[index, item]) if self.means(name, emit):
                return [Emit(self.read(index), self.read(item))]
            case ast.Call(func=ast.Name(id=name), args=[words, index, item]) if self.means(name, stash):
                return [Stash(self.read(words), self.read(index), self.read(item))]
        return [Evaluate(self.read(value))]

    def means(self, name: str, function: object) -> bool:
        return name not in self.locals and name in self.scope and self.scope[name] is function

    def spliced(
        self, label: int, function: FunctionType, call: ast.Call, target: Target, body: list[Node]
    ) -> list[Node]:
        if self.depth > DEEPEST_SPLICE:
            raise Refused(subset.RECURSIVE_GENERATOR)
        names, _ = parameters(function)
        arguments = dict(zip(names, self.bound_to(function, call)))
        constants = {name: each.value for name, each in arguments.items() if isinstance(each, Const)}
        prefix = f"{self.prefix}{function.__name__}.{label}."
        inner = Reader(function, constants, prefix, self.fresh, splice=label, depth=self.depth + 1)
        given: list[Node] = [
            Assign(Var(prefix + name), each) for name, each in arguments.items() if not isinstance(each, Const)
        ]
        return [*given, Splice(label, inner.function_body(), target, body)]

    def inlined(self, called: FunctionType, node: ast.Call) -> Node:
        """A function some of whose arguments are generators, read here: its loop becomes theirs."""
        if self.depth > DEEPEST_SPLICE:
            raise Refused("no recursion over generators")
        names, defaults = parameters(called)
        given = {**dict(zip(names, node.args)), **{str(k.arg): k.value for k in node.keywords}}
        label, result = next(self.fresh), self.hidden(called.__name__)
        prefix = f"{self.prefix}{called.__name__}.{label}."
        plain = {name: each for name, each in given.items() if not self.is_iterable(each)}
        read = bound(
            tuple(name for name in names if name in plain or name not in given),
            defaults,
            [],
            {name: self.read(each) for name, each in plain.items()},
        )
        others = dict(zip((name for name in names if name in plain or name not in given), read))
        constants = {name: each.value for name, each in others.items() if isinstance(each, Const)}
        inner = Reader(called, constants, prefix, self.fresh, splice=label, depth=self.depth + 1)
        inner.result = result
        for name, each in given.items():
            if name not in plain:
                inner.iterables[name] = partial(self.loop, each)
        start: list[Node] = [Assign(Var(prefix + name), each) for name, each in others.items() if name not in constants]
        body = Splice(label, inner.function_body(), self.hidden("nothing"), [])
        return Block([*start, body], Var(result.name))
