"""A function's text in which each dict that changes is two lists: its keys in their order, and beside each its value.

`d[k]` is `values[keys.index(k)]`; what is longer calls a function of `dict_parts`. What is said of a dict in no such
way stays in the text as `Unknown`, and is refused where it is read.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from itertools import count
from types import BuiltinFunctionType, FunctionType
from typing import Any

from . import dict_parts as parts
from .dict_names import COUNTER, DEFAULT, Around, DictKind, handed_in, note, value_named
from .syntax import nodes_of_kind
from .unknown import Unknown

TAKING = ("extend", "update", "union", "intersection", "difference", "join")  # methods that go over what they are given
PARTS = ("keys", "values", "gone")  # the lists that stand for a dict
WHOLE = (len, bool, sorted, list, tuple, set, frozenset, deque, sum, max, min, any, all, reversed)
VALUE = (
    "a dict that changes is looked at (`d[k]`, `.get`, `in`, `len`, `==`, a loop over it, `.values()` or `.items()`), "
    "changed, handed to a function or given back: it is no value otherwise"
)
NO_METHOD = (
    "no method .{}() of a {} that changes: get, keys, values, items, pop, popitem, setdefault, update, clear, copy"
)
TOGETHER = "dicts that change are assigned one by one: a line for each"
GIVEN = "`{} = ...` gives a dict that was handed over another value: give the new one another name"


def load(name: str) -> ast.expr:
    """A variable that is read."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.expr:
    """A variable that is assigned."""
    return ast.Name(name, ast.Store())


def constant(value: Any) -> ast.expr:
    """What is known now, also a function."""
    return ast.Constant(value)


def call(function: Any, *given: ast.expr, **named: ast.expr) -> ast.Call:
    """The call of a function that is known now; arguments by name come last, in the order of the text."""
    return ast.Call(constant(function), [*given], [ast.keyword(name, each) for name, each in named.items()])


def keys(name: str) -> ast.expr:
    """The list of the keys of a dict."""
    return load(f"{name}:keys")


def values(name: str) -> ast.expr:
    """The list of the values of a dict."""
    return load(f"{name}:values")


def both(name: str) -> list[ast.expr]:
    """The keys of a dict, and their values."""
    return [keys(name), values(name)]


def gone(name: str) -> ast.expr:
    """The list that grows by each removal from a dict."""
    return load(f"{name}:gone")


def three(name: str) -> list[ast.expr]:
    """The keys of a dict, their values, and the list that grows by each removal."""
    return [*both(name), gone(name)]


class Writer(ast.NodeTransformer):
    """Writes a function's text anew. `variant` gives the function in whose text some parameters are dicts."""

    def __init__(self, around: Around, names: dict[str, DictKind], variant: Callable[..., Any], given_by: Any) -> None:
        self.around, self.names, self.variant, self.given_by = around, names, variant, given_by
        self.number = count(1)
        self.out = ""  # the dict into which a `return` puts what it gives

    def hidden(self, hint: str) -> str:
        return f":{hint} {next(self.number)}"

    def read(self, node: ast.expr) -> Any:
        """An expression, written anew."""
        return self.visit(node)

    def dict_of(self, node: ast.AST | None) -> str:
        """The dict that an expression names; empty of anything else."""
        return node.id if isinstance(node, ast.Name) and node.id in self.names else ""

    def means(self, node: ast.expr, *functions: Any) -> bool:
        """Whether an expression names one of these functions."""
        known = value_named(self.around, node)
        return any(known is each for each in functions)

    # ---- expressions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return Unknown(VALUE) if node.id in self.names else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        name = self.dict_of(node.value)
        return self.got(name, self.read(node.slice)) if name else self.generic_visit(node)  # type: ignore[return-value]

    def got(self, name: str, key: ast.expr) -> ast.expr:
        """`d[k]`."""
        kind = self.names[name]
        if kind == COUNTER:
            return call(parts.got_or, *both(name), key, ast.Constant(0))
        if kind.name == DEFAULT:
            return call(parts.kept, *both(name), key, constant(kind.missing))
        return ast.Subscript(values(name), self.index(name, key), ast.Load())

    def index(self, name: str, key: ast.expr) -> ast.expr:
        """Where a key is; an error if it is nowhere."""
        return ast.Call(ast.Attribute(keys(name), "index", ast.Load()), [key], [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = self.dict_of(node.value)
        if name and node.attr in ("get", "__getitem__"):  # a key function; where it gives None, machine code gives up
            given = ast.arguments([], [ast.arg("key")], None, [], [], None, [])
            found = ast.Subscript(values(name), self.index(name, load("key")), ast.Load())
            return ast.Lambda(given, found)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(left=left, ops=[(ast.In() | ast.NotIn()) as op], comparators=[right]):
                over = self.whole(right) or self.read(right)
                return ast.Compare(self.read(left), [op], [over])
            case ast.Compare(left=left, ops=[(ast.Eq() | ast.NotEq()) as op], comparators=[right]):
                one, other = self.dict_of(left), self.dict_of(right)
                if one and other:
                    counters = self.names[one] == self.names[other] == COUNTER
                    alike = call(parts.same_counts if counters else parts.same, *both(one), *both(other))
                    return alike if isinstance(op, ast.Eq) else ast.UnaryOp(ast.Not(), alike)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and (name := self.dict_of(node.func.value)):
            return self.method(name, node)
        if node.args and self.means(node.func, *WHOLE) and (over := self.whole(node.args[0])) is not None:
            rest = [self.read(each) for each in node.args[1:]]
            return ast.Call(node.func, [over, *rest], [self.visit(each) for each in node.keywords])
        if node.args and self.means(node.func, len, bool) and (over := self.keys_behind(node.args[0])) is not None:
            return ast.Call(node.func, [over], [])
        function = value_named(self.around, node.func)
        if isinstance(function, type | BuiltinFunctionType) or getattr(node.func, "attr", "") in TAKING:
            node.args = [self.looped(each) for each in node.args]
        if type(function) is FunctionType and (handed := handed_in(self.around, function, node, self.names)):
            return self.handing(node, function, handed)
        return self.generic_visit(node)  # type: ignore[return-value]

    def keys_behind(self, node: ast.expr) -> ast.expr | None:
        """The keys of a dict whose items are counted."""
        match node:
            case ast.Call(func=ast.Attribute(value=base, attr="items"), args=[], keywords=[]) if self.dict_of(base):
                return keys(self.dict_of(base))
        return None

    def handing(self, node: ast.Call, function: FunctionType, handed: dict[str, DictKind]) -> ast.expr:
        """A call that hands dicts to a function: it gets the lists that they are."""
        note(self.around, node.func)
        made = call(self.variant(function, handed, None))
        for each in node.args:
            made.args += three(name) if (name := self.dict_of(each)) else [self.read(each)]
        for named in node.keywords:
            if name := self.dict_of(named.value):
                lists = zip(PARTS, three(name))
                made.keywords += [ast.keyword(f"{named.arg}:{part}", each) for part, each in lists]
            else:
                made.keywords.append(ast.keyword(named.arg, self.read(named.value)))
        return made

    def method(self, name: str, node: ast.Call) -> ast.expr:
        """`d.method(...)`, as a value."""
        how, kind = node.func.attr, self.names[name]  # type: ignore[attr-defined]
        if (over := self.loop_over(node)) is not None:
            return over
        given = [] if node.keywords else [self.read(each) for each in node.args]
        match how, given:
            case "get", [key]:
                return call(parts.got_or, *both(name), key, ast.Constant(None))
            case "get", [key, other]:
                return call(parts.got_or, *both(name), key, other)
            case "setdefault", [key, other]:
                return call(parts.kept, *both(name), key, other)
            case "pop", [key]:
                return call(parts.taken, *three(name), key)
            case "pop", [key, other]:
                return call(parts.taken_or, *three(name), key, other)
            case "popitem", [] if not node.keywords:
                return call(parts.taken_last, *three(name))
            case "total", [] if kind == COUNTER and not node.keywords:
                return call(sum, values(name))
            case "most_common", ([] | [ast.Constant(value=int())]) if kind == COUNTER and not node.keywords:
                return self.most_common(name, given)
        return Unknown(NO_METHOD.format(how, kind.name))

    def most_common(self, name: str, given: list[ast.expr]) -> ast.expr:
        """`d.most_common(n)`: by their numbers, those that came first in front."""
        one = ast.arguments([], [ast.arg("item")], None, [], [], None, [])
        number = ast.Lambda(one, ast.Subscript(load("item"), ast.Constant(1), ast.Load()))
        ranked = call(sorted, call(parts.items_of, *three(name)), key=number, reverse=ast.Constant(True))
        return ast.Subscript(ranked, ast.Slice(None, given[0]), ast.Load()) if given else ranked

    # ---- loops

    def whole(self, node: ast.expr) -> ast.expr | None:
        """A dict, or a part of it, as what is consumed at once; None of anything else."""
        match node:
            case ast.Name() if name := self.dict_of(node):
                return keys(name)
            case ast.Call(func=ast.Attribute(value=base, attr=how), args=[], keywords=[]) if name := self.dict_of(base):
                if how in ("keys", "values"):
                    return keys(name) if how == "keys" else values(name)
        return None

    def loop_over(self, node: ast.expr) -> ast.expr | None:
        """What a loop over a dict, or a part of it, goes over; None of anything else."""
        match node:
            case ast.Name() if name := self.dict_of(node):
                return call(parts.keys_of, keys(name), gone(name))
            case ast.Call(func=ast.Attribute(value=base, attr=how), args=[], keywords=[]) if name := self.dict_of(base):
                if how == "keys":
                    return call(parts.keys_of, keys(name), gone(name))
                if how == "values":
                    return call(parts.values_of, values(name), gone(name))
                if how == "items":
                    return call(parts.items_of, *three(name))
        return None

    def looped(self, node: ast.expr) -> ast.expr:
        """What is gone over: a dict as what loops over its keys; anything else as it is."""
        return (self.loop_over(node) if self.dict_of(node) else None) or node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self.looped(node.iter)
        return self.truths(node, "ifs")

    def truths(self, node: Any, *fields: str) -> Any:
        """A node in which a dict may be asked whether it has a key."""
        for field in fields:
            value = getattr(node, field)
            setattr(node, field, [self.truth(each) for each in value] if isinstance(value, list) else self.truth(value))
        return self.generic_visit(node)

    def truth(self, node: ast.expr) -> ast.expr:
        """What is only asked whether it is true: a dict as its keys."""
        match node:
            case ast.BoolOp(values=each):
                node.values = [self.truth(one) for one in each]
            case ast.UnaryOp(op=ast.Not(), operand=one):
                node.operand = self.truth(one)
        return keys(name) if (name := self.dict_of(node)) else node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return self.truths(node, "test")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        return self.truths(node, "operand") if isinstance(node.op, ast.Not) else self.generic_visit(node)

    # ---- functions inside of the rule

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self.inner(node)

    def inner(self, node: Any) -> ast.AST:
        """A function inside of the rule, none of whose own names is that of a dict."""
        own = {each.arg for each in nodes_of_kind(node.args, ast.arg)}
        own |= {each.id for each in nodes_of_kind(node, ast.Name) if isinstance(each.ctx, ast.Store)}
        if shared := sorted(own & self.names.keys()):
            rule = (
                f"{shared[0]} is a dict that changes, and a name of a function inside of the rule: another name there"
            )
            return Unknown(rule) if isinstance(node, ast.Lambda) else ast.Expr(Unknown(rule))
        return self.generic_visit(node)
