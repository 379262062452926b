"""Reading expressions: Python's syntax into the core language, constants folded."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import count
from types import FunctionType, ModuleType
from typing import Any

from pyrsistent import PVector, pvector

from . import subset
from .core import (
    Assign,
    Blank,
    Block,
    Break,
    Call,
    Choose,
    Const,
    Fetch,
    Field,
    If,
    Item,
    Make,
    Node,
    Op,
    Raise,
    Replace,
    Set,
    Target,
    Var,
)
from .errors import Refused
from .kinds import WIDEST
from .source import Scope, is_generator, place

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
PYTHON: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "min": min,
    "max": max,
    "abs": abs,
    "int": int,
    "bool": bool,
    "len": len,
    "bit_count": int.bit_count,
    "bit_length": int.bit_length,
}


def emit(index: int, value: object) -> None:
    """Compiled, hands the index-th answer to Python; never called interpreted."""
    raise NotImplementedError


def stash(scratch: Any, index: int, move: Any) -> None:
    """Keeps a move at a place of scratch memory: in machine code as words, in Python as it is."""
    scratch[index] = move


def fetch(scratch: Any, index: int) -> Any:
    """The move that was stashed there."""
    return scratch[index]


def digest(value: Any) -> int:
    """64 bits that mix all of a position or a move: what tables are keyed by. Python's own hash is too weak."""
    return int.from_bytes(sha256(repr(value).encode()).digest()[:8], "little", signed=True)


FUNCTIONS = {abs: "abs", int: "int", bool: "bool", len: "len", digest: "digest"}
Iterable = Callable[[Target, Callable[[int, int], list[Node]]], list[Node]]
TRUE, FALSE, ZERO = True, False, 0


class Expressions:
    """Reads the expressions of one function; `Reader` adds the statements."""

    def __init__(self, function: FunctionType, constants: Mapping[str, object], prefix: str, fresh: count[int]) -> None:
        code = function.__code__
        self.function, self.scope, self.prefix, self.fresh = function, Scope(function), prefix, fresh
        self.locals = {*code.co_varnames, *code.co_cellvars}
        self.constants = dict(constants)
        self.renamed: dict[str, str] = {}
        self.iterables: dict[str, Iterable | None] = {}  # parameters that are generators: what loops over them

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
            return Const(_as_tuple(value) if isinstance(value, range) else value)
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
            return Const(_small_power(left.value, right.value))
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
                lambda: self.compared(_again(right), ops[1:], others[1:]),
                lambda: Const(FALSE),
            )
        kept = self.hidden("between")
        first = self.comparison(left, op, Block([Assign(kept, right)], Var(kept.name)))
        return Choose(first, self.compared(Var(kept.name), ops[1:], others[1:]), Const(FALSE))

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
        hit: list[Node] = [Assign(Var(found.name), Const(TRUE)), Break(label)]
        search = self.over(label, None, item, sequence, [If(Op("==", [Var(kept.name), Var(item.name)]), hit, [])])
        return Block([Assign(kept, wanted), Assign(found, Const(FALSE)), search], Var(found.name))

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

    # ---- calls

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
        arguments, keywords = self.arguments(node)
        if not keywords and arguments:
            if called in (min, max):
                return _folded_left(called.__name__, arguments)
            if called in FUNCTIONS and len(arguments) == 1:
                return folded(FUNCTIONS[called], *arguments)
        if called is divmod and len(arguments) == 2 and all(isinstance(each, (Var, Const)) for each in arguments):
            a, b = arguments
            return self.tuple_of([folded("//", a, b), folded("%", _again(a), _again(b))])
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
        loop = self.over(next(self.fresh), None, item, sequence, [matches])
        return Block([Assign(kept, wanted), Assign(total, Const(ZERO)), loop], Var(total.name))

    # ---- what `Reader` adds

    def inlined(self, called: FunctionType, node: ast.Call) -> Node:
        raise NotImplementedError

    def over(self, label: int, index: Target | None, target: Target, sequence: Node, body: list[Node]) -> Node:
        raise NotImplementedError

    def loop(self, iterable: ast.expr, target: Target, body: Callable[[int, int], list[Node]]) -> list[Node]:
        raise NotImplementedError

    # ---- generators consumed in an expression

    def consumed(self, called: Any, node: ast.Call) -> Node:
        if called in (any, all):
            return self.any_or_all(called is any, node)
        if called is sum:
            total, each = self.hidden("sum"), self.hidden("each")
            start = self.read(node.args[1]) if len(node.args) > 1 else Const(ZERO)
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
        keep: list[Node] = [Assign(Var(result.name), better), Assign(Var(found.name), Const(TRUE))]
        start: list[Node] = [Assign(result, default or Const(ZERO)), Assign(found, Const(FALSE))]
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
        start: list[Node] = [Assign(cells, blank), Assign(at, Const(ZERO))]
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
                return Const(_as_tuple(range(*fixed)))
        return self.read(iterable)


def has_methods(value: object, name: str) -> bool:
    """Whether `value.name(...)` asks a value of the subset, rather than calling a function that it holds."""
    return isinstance(value, (PVector, int, tuple)) and name not in getattr(value, "_fields", ())


@lru_cache
def _as_tuple(numbers: range) -> tuple[int, ...]:
    """One and the same tuple each time, so that it is one table."""
    return tuple(numbers)


def _again(node: Node) -> Node:
    return Var(node.name) if isinstance(node, Var) else Const(node.value) if isinstance(node, Const) else node


def _folded_left(symbol: str, operands: list[Node]) -> Node:
    result = operands[0]
    for other in operands[1:]:
        result = folded(symbol, result, other)
    return result


def folded(symbol: str, *operands: Node) -> Node:
    """The operation, carried out now if every operand is a constant."""
    if not all(isinstance(each, Const) for each in operands):
        return Op(symbol, list(operands))
    values: list[Any] = [each.value for each in operands if isinstance(each, Const)]
    if symbol == "<<" and isinstance(values[1], int) and values[1] > WIDEST:
        raise Refused(f"a shift by more than {WIDEST}")
    if symbol not in PYTHON:
        return Op(symbol, list(operands))
    try:
        return Const(PYTHON[symbol](*values))
    except Exception as error:
        raise Refused(f"{symbol} of these constants raises {error!r}") from None


def _small_power(base: Any, exponent: Any) -> Any:
    if not isinstance(base, int) or not isinstance(exponent, int) or not 0 <= exponent * base.bit_length() <= WIDEST:
        raise Refused(subset.BROKEN_BY[ast.Pow])
    return base**exponent


def choose(test: Node, then: Callable[[], Node], other: Callable[[], Node]) -> Node:
    if isinstance(test, Const):
        return then() if test.value else other()
    return Choose(test, then(), other())


def item(value: Node, index: Node) -> Node:
    if isinstance(value, Const) and isinstance(index, Const) and isinstance(value.value, (tuple, PVector)):
        try:
            return Const(value.value[index.value])  # type: ignore[call-overload]
        except (IndexError, TypeError):
            raise Refused("an index out of range") from None
    return Item(value, index)


def changed(base: Node, changes: list[tuple[Node, Node]]) -> Set:
    if isinstance(base, Set):
        return Set(base.base, [*base.changes, *changes])
    return Set(base, changes)


def parameters(function: FunctionType) -> tuple[tuple[str, ...], dict[str, object]]:
    """The names of a function's parameters, and the defaults of the last."""
    code = function.__code__
    names, defaults = code.co_varnames[: code.co_argcount], function.__defaults__ or ()
    if code.co_kwonlyargcount or code.co_flags & 0x0C:
        raise Refused(subset.PARAMETERS)
    return names, dict(zip(names[len(names) - len(defaults) :], defaults))


def bound(
    names: tuple[str, ...], defaults: Mapping[str, object], arguments: list[Node], keywords: dict[str, Node]
) -> list[Node]:
    """The arguments in the order of the parameters."""
    given = {**dict(zip(names, arguments)), **keywords}
    missing = [name for name in names if name not in given and name not in defaults]
    if missing or len(arguments) > len(names) or not given.keys() <= set(names):
        raise Refused(f"a call needs the arguments {', '.join(names)}")
    return [given[name] if name in given else Const(defaults[name]) for name in names]
