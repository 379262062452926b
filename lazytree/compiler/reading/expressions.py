"""Reading expressions: Python's syntax into the core language, constants folded."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from itertools import count
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from ..language import subset
from ..language.core import (
    Assign,
    Block,
    Break,
    Choose,
    Const,
    Each,
    Field,
    If,
    Make,
    Node,
    Op,
    Target,
    Var,
)
from ..language.errors import Refused
from .folding import again, choose, folded, item, one_tuple, power
from .source import Scope, place

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
Body = Callable[[int, int], list[Node]]  # (break label, continue label) -> what runs for each item of a loop
Iterable = Callable[[Target, Body], list[Node]]


class Expressions:
    """Reads the expressions of one function; `Calls` adds calls, `Reader` statements."""

    def __init__(self, function: FunctionType, constants: Mapping[str, object], prefix: str, fresh: count[int]) -> None:
        code = function.__code__
        self.function, self.scope, self.prefix, self.fresh = function, Scope(function), prefix, fresh
        self.locals = {*code.co_varnames, *code.co_cellvars}
        self.constants = dict(constants)
        self.renamed: dict[str, str] = {}
        self.iterables: dict[str, Iterable | None] = {}  # parameters that are generators: what loops over them

    if TYPE_CHECKING:  # what the classes that build on this one add

        def call(self, node: ast.Call) -> Node: ...
        def loop(self, iterable: ast.expr, target: Target, body: Body) -> list[Node]: ...
        def spliced(
            self, label: int, function: FunctionType, call: ast.Call, target: Target, body: list[Node]
        ) -> list[Node]: ...
        def inlined(self, called: FunctionType, node: ast.Call) -> Node: ...

    # ---- names

    def hidden(self, hint: str) -> Var:
        return Var(f"{self.prefix}{hint}.{next(self.fresh)}")

    def variable(self, name: str) -> Var:
        return Var(self.renamed.get(name, self.prefix + name))

    def name(self, name: str) -> Node:
        if name in self.renamed:
            return Var(self.renamed[name])
        if name in self.iterables:
            raise Refused(subset.CONSUMED_ONCE)
        if name in self.constants:
            return Const(self.constants[name])
        if name in self.locals:
            return self.variable(name)
        if name in self.scope:
            value = self.scope[name]
            return Const(one_tuple(value) if isinstance(value, range) else value)
        raise Refused(f"the name {name} means nothing here")

    def target(self, node: ast.expr) -> Target:
        match node:
            case ast.Name(id=name):
                return self.variable(name)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return [self.target(item) for item in items]
        raise Refused(subset.broken_by(node) if isinstance(node, ast.Starred) else subset.NO_SIDE_EFFECT)

    # ---- expressions

    def read(self, node: ast.expr) -> Node:
        made = self._read(node)
        made.place = made.place or place(self.function, node.lineno)
        return made

    def _read(self, node: ast.expr) -> Node:
        match node:
            case ast.Constant(value=value):
                return Const(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.Tuple(elts=items):
                return self.tuple_of([self.read(item) for item in items])
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.read(left), self.read(right))
            case ast.UnaryOp(op=op, operand=operand):
                return self.unary(op, self.read(operand))
            case ast.BoolOp(op=op, values=values):
                return self.either(isinstance(op, ast.And), [self.read(value) for value in values])
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self.compared(self.read(left), ops, [self.read(other) for other in others])
            case ast.IfExp(test=test, body=then, orelse=other):
                return choose(self.read(test), lambda: self.read(then), lambda: self.read(other))
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                target = self.variable(name)
                return Block([Assign(target, self.read(value))], Var(target.name))
            case ast.Attribute(value=value, attr=name):
                return self.attribute(self.read(value), name)
            case ast.Subscript(value=value, slice=index):
                return self.subscript(self.read(value), index)
            case ast.Call():
                return self.call(node)
        raise Refused(subset.broken_by(node))

    def tuple_of(self, items: list[Node]) -> Node:
        if all(isinstance(item, Const) for item in items):
            return Const(tuple(item.value for item in items if isinstance(item, Const)))
        return Make(tuple, items)

    def binary(self, op: ast.operator, left: Node, right: Node) -> Node:
        if isinstance(op, ast.Pow) and isinstance(left, Const) and isinstance(right, Const):
            return Const(power(left.value, right.value))
        if type(op) not in BINARY:
            raise Refused(subset.broken_by(op))
        return folded(BINARY[type(op)], left, right)

    def unary(self, op: ast.unaryop, operand: Node) -> Node:
        match op:
            case ast.Not():
                return folded("not", operand)
            case ast.USub():
                return folded("-", Const(0), operand)
            case ast.Invert():
                return folded("^", operand, Const(-1))
        return folded("+", operand, Const(0))

    def either(self, all_of_them: bool, values: list[Node]) -> Node:
        """`a and b`, `a or b`: the last value looked at."""
        value, *rest = values
        if not rest:
            return value
        if isinstance(value, Const):
            return self.either(all_of_them, rest) if bool(value.value) == all_of_them else value
        kept = self.hidden("either")
        others = self.either(all_of_them, rest)
        again = Var(kept.name)
        chosen = Choose(Var(kept.name), others, again) if all_of_them else Choose(Var(kept.name), again, others)
        return Block([Assign(kept, value)], chosen)

    def compared(self, left: Node, ops: list[ast.cmpop], others: list[Node]) -> Node:
        op, right = ops[0], others[0]
        if len(ops) == 1:
            return self.comparison(left, op, right)
        if isinstance(right, (Var, Const)):
            return choose(
                self.comparison(left, op, right),
                lambda: self.compared(again(right), ops[1:], others[1:]),
                lambda: Const(False),
            )
        kept = self.hidden("between")
        first = self.comparison(left, op, Block([Assign(kept, right)], Var(kept.name)))
        return Choose(first, self.compared(Var(kept.name), ops[1:], others[1:]), Const(False))

    def comparison(self, left: Node, op: ast.cmpop, right: Node) -> Node:
        if isinstance(op, (ast.Is, ast.IsNot)) and isinstance(left, Const) and isinstance(right, Const):
            return Const((left.value is right.value) == isinstance(op, ast.Is))
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self.contains(left, right)
            return found if isinstance(op, ast.In) else folded("not", found)
        if type(op) not in COMPARISONS:
            raise Refused(subset.broken_by(op))
        return folded(COMPARISONS[type(op)], left, right)

    def contains(self, wanted: Node, sequence: Node) -> Node:
        kept, found, item = self.hidden("wanted"), self.hidden("found"), self.hidden("item")
        label = next(self.fresh)
        hit: list[Node] = [Assign(Var(found.name), Const(True)), Break(label)]
        search = Each(label, None, [item], [sequence], [If(Op("==", [Var(kept.name), Var(item.name)]), hit, [])])
        return Block([Assign(kept, wanted), Assign(found, Const(False)), search], Var(found.name))

    def attribute(self, value: Node, name: str) -> Node:
        if isinstance(value, Const):
            if not isinstance(value.value, (ModuleType, tuple, type)):
                raise Refused(f"no attribute .{name} of {value.value!r}")
            return Const(getattr(value.value, name))
        return Field(value, name)

    def subscript(self, value: Node, index: ast.expr) -> Node:
        if isinstance(index, ast.Slice):
            bounds = [self.read(bound) if bound else Const(None) for bound in (index.lower, index.upper, index.step)]
            fixed: list[Any] = [bound.value for bound in bounds if isinstance(bound, Const)]
            if isinstance(value, Const) and isinstance(value.value, tuple) and len(fixed) == 3:
                return Const(value.value[slice(*fixed)])
            raise Refused(subset.broken_by(index))
        return item(value, self.read(index))
