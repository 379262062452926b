"""Reading calls: methods, built-ins, generators that an expression consumes, functions that take generators."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType
from typing import Any

from pyrsistent import PVector, pvector

from ..language import subset
from ..language.core import (
    Assign,
    Blank,
    Block,
    Break,
    Call,
    Choose,
    Const,
    Each,
    Fetch,
    If,
    Make,
    Node,
    Op,
    Raise,
    Replace,
    Set,
    Var,
)
from ..language.errors import Refused
from ..language.scratch import digest, fetch
from .expressions import Expressions
from .folding import again, folded, one_tuple
from .source import is_generator, parameters

FUNCTIONS = {abs: "abs", int: "int", bool: "bool", len: "len", digest: "digest"}


class Calls(Expressions):
    """Reads the calls in one function's expressions."""

    def call(self, node: ast.Call) -> Node:
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(not k.arg for k in node.keywords):
            raise Refused(subset.BROKEN_BY[ast.Starred])
        called = self.called(node)
        if called is None and isinstance(node.func, ast.Attribute):
            return self.method(self.read(node.func.value), node.func.attr, node)
        if called is None:
            raise Refused("a function that is called is known before the game starts")
        return self.call_of(called, node)

    def called(self, node: ast.expr) -> Any:
        """The function that this calls; None if it is no call, or one of a value's own methods."""
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Attribute):
            base = self.read(node.func.value)
            if not isinstance(base, Const) or has_methods(base.value, node.func.attr):
                return None
        function = self.read(node.func)
        return function.value if isinstance(function, Const) else None

    def call_of(self, called: Any, node: ast.Call) -> Node:
        if called in (sum, any, all) or (called in (min, max) and len(node.args) == 1):
            return self.consumed(called, node)
        if called is pvector:
            return self.built(node)
        if isinstance(called, type) and issubclass(called, tuple) and hasattr(called, "_fields"):
            arguments = bound(called._fields, getattr(called, "_field_defaults", {}), *self.arguments(node))
            return self.made(called, arguments)
        if called is fetch:
            return Fetch(*self.arguments(node)[0])
        if isinstance(called, FunctionType) and called not in FUNCTIONS:
            if is_generator(called):
                raise Refused(subset.CONSUMED)
            if any(self.is_iterable(each) for each in (*node.args, *(k.value for k in node.keywords))):
                return self.inlined(called, node)
            return Call(called, self.bound_to(called, node))
        if isinstance(called, type | BuiltinFunctionType) and called in subset.BUILT_INS:
            raise Refused(subset.BUILT_INS[called])
        arguments, keywords = self.arguments(node)
        if not keywords and arguments:
            if called in (min, max):
                return _folded_left(called.__name__, arguments)
            if called in FUNCTIONS and len(arguments) == 1:
                return folded(FUNCTIONS[called], *arguments)
        if called is divmod and len(arguments) == 2 and all(isinstance(each, (Var, Const)) for each in arguments):
            a, b = arguments
            return self.tuple_of([folded("//", a, b), folded("%", again(a), again(b))])
        raise Refused(subset.UNKNOWN_CALL.format(getattr(called, "__qualname__", repr(called))))

    def is_iterable(self, node: ast.expr) -> bool:
        """Whether this is a generator: a function that takes it is read in place of its call."""
        called = self.called(node)
        return isinstance(node, ast.GeneratorExp) or (isinstance(called, FunctionType) and is_generator(called))

    def made(self, cls: type, items: list[Node]) -> Node:
        if all(isinstance(each, Const) for each in items):
            return Const(cls(*(each.value for each in items if isinstance(each, Const))))
        return Make(cls, items)

    def arguments(self, node: ast.Call) -> tuple[list[Node], dict[str, Node]]:
        return [self.read(each) for each in node.args], {str(k.arg): self.read(k.value) for k in node.keywords}

    def bound_to(self, function: FunctionType, node: ast.Call) -> list[Node]:
        names, defaults = parameters(function)
        return bound(names, defaults, *self.arguments(node))

    def method(self, base: Node, name: str, node: ast.Call) -> Node:
        arguments, keywords = self.arguments(node)
        match name, arguments:
            case "set", [index, value] if not keywords:
                return changed(base, [(index, value)])
            case "mset", _ if not keywords and len(arguments) % 2 == 0:
                return changed(base, list(zip(arguments[::2], arguments[1::2])))
            case "_replace", []:
                return Replace(base, keywords)
            case (("bit_count" | "bit_length"), []):
                return folded(name, base)
            case "count", [wanted]:
                return self.counted(base, wanted)
        raise Refused(f"no method .{name}(): .set, .mset, .count, ._replace, .bit_count, .bit_length")

    def counted(self, sequence: Node, wanted: Node) -> Node:
        kept, total, item = self.hidden("wanted"), self.hidden("count"), self.hidden("item")
        more = Assign(Var(total.name), Op("+", [Var(total.name), Const(1)]))
        matches = If(Op("==", [Var(item.name), Var(kept.name)]), [more], [])
        loop = Each(next(self.fresh), None, [item], [sequence], [matches])
        return Block([Assign(kept, wanted), Assign(total, Const(0)), loop], Var(total.name))

    def consumed(self, called: Any, node: ast.Call) -> Node:
        if called in (any, all):
            return self.any_or_all(called is any, node)
        if called is sum:
            total, each = self.hidden("sum"), self.hidden("each")
            start = self.read(node.args[1]) if len(node.args) > 1 else Const(0)
            add: Node = Assign(Var(total.name), Op("+", [Var(total.name), Var(each.name)]))
            return Block([Assign(total, start), *self.loop(node.args[0], each, lambda _b, _c: [add])], Var(total.name))
        return self.least_or_most(called.__name__, node)

    def any_or_all(self, wanted: bool, node: ast.Call) -> Node:
        result, each = self.hidden("any" if wanted else "all"), self.hidden("each")

        def body(leave: int, _again: int) -> list[Node]:
            hit: list[Node] = [Assign(Var(result.name), Const(wanted)), Break(leave)]
            return [If(Var(each.name), hit, []) if wanted else If(Var(each.name), [], hit)]

        return Block([Assign(result, Const(not wanted)), *self.loop(node.args[0], each, body)], Var(result.name))

    def least_or_most(self, symbol: str, node: ast.Call) -> Node:
        result, found, each = self.hidden(symbol), self.hidden("found"), self.hidden("each")
        default = next((self.read(k.value) for k in node.keywords if k.arg == "default"), None)
        if any(k.arg != "default" for k in node.keywords):
            raise Refused(f"`{symbol}` without a key: compare ints")
        better = Choose(Var(found.name), Op(symbol, [Var(result.name), Var(each.name)]), Var(each.name))
        keep: list[Node] = [Assign(Var(result.name), better), Assign(Var(found.name), Const(True))]
        start: list[Node] = [Assign(result, default or Const(0)), Assign(found, Const(False))]
        empty: list[Node] = [] if default else [If(Var(found.name), [], [Raise()])]
        return Block([*start, *self.loop(node.args[0], each, lambda _b, _c: keep), *empty], Var(result.name))

    def built(self, node: ast.Call) -> Node:
        """pvector(expression for ... in a sequence of known length)"""
        source = node.args[0] if len(node.args) == 1 else None
        if not isinstance(source, ast.GeneratorExp):
            made = self.read(source) if source else Const(())
            if isinstance(made, Const) and isinstance(made.value, tuple):
                return Const(pvector(made.value))
            raise Refused("`pvector(...)` takes one unfiltered generator expression")
        if len(source.generators) != 1 or source.generators[0].ifs:
            raise Refused("`pvector(...)` takes one unfiltered `for` over a sequence of known length")
        cells, at, each = self.hidden("cells"), self.hidden("at"), self.hidden("each")
        put: list[Node] = [
            Assign(Var(cells.name), Set(Var(cells.name), [(Var(at.name), Var(each.name))])),
            Assign(Var(at.name), Op("+", [Var(at.name), Const(1)])),
        ]
        blank = Blank(self.length_of(source.generators[0].iter))
        start: list[Node] = [Assign(cells, blank), Assign(at, Const(0))]
        return Block([*start, *self.loop(source, each, lambda _b, _c: put)], Var(cells.name))

    def length_of(self, iterable: ast.expr) -> Node:
        """Something as long as the iterable."""
        if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
            called = self.name(iterable.func.id)
            if isinstance(called, Const) and called.value in (builtins.enumerate, builtins.zip, builtins.reversed):
                return self.length_of(iterable.args[0])
            if isinstance(called, Const) and called.value is range:
                ends = [self.read(each) for each in iterable.args]
                fixed: list[Any] = [each.value for each in ends if isinstance(each, Const)]
                if len(fixed) < len(ends):
                    raise Refused("the length of a PVector is known before the game starts")
                return Const(one_tuple(range(*fixed)))
        return self.read(iterable)


def has_methods(value: object, name: str) -> bool:
    """Whether `value.name(...)` asks a value of the subset, rather than calling a function that it holds."""
    return isinstance(value, (PVector, int, tuple)) and name not in getattr(value, "_fields", ())


def _folded_left(symbol: str, operands: list[Node]) -> Node:
    result = operands[0]
    for other in operands[1:]:
        result = folded(symbol, result, other)
    return result


def changed(base: Node, changes: list[tuple[Node, Node]]) -> Set:
    if isinstance(base, Set):
        return Set(base.base, [*base.changes, *changes])
    return Set(base, changes)


def bound(
    names: tuple[str, ...], defaults: Mapping[str, object], arguments: list[Node], keywords: dict[str, Node]
) -> list[Node]:
    """The arguments in the order of the parameters."""
    given = {**dict(zip(names, arguments)), **keywords}
    missing = [name for name in names if name not in given and name not in defaults]
    if missing or len(arguments) > len(names) or not given.keys() <= set(names):
        raise Refused(f"a call needs the arguments {', '.join(names)}")
    return [given[name] if name in given else Const(defaults[name]) for name in names]
