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
from .dict_lists import PARTS, both, call, constant, gone, keys, load, three, values
from .dict_names import COUNTER, DEFAULT, Around, DictKind, handed_in, note, value_named
from .outlines import names_bound
from .syntax import names_stored, nodes_of, nodes_of_kind
from .unknown import Unknown

TAKING = ("extend", "update", "union", "intersection", "difference", "join")  # methods that go over what they are given
WHOLE = (len, bool, sorted, list, tuple, set, frozenset, deque, sum, max, min, any, all, reversed)
VALUE = (
    "a dict that changes is looked at (`d[k]`, `.get`, `in`, `len`, `==`, a loop over it, `.values()` or `.items()`), "
    "changed, handed to a function or given back: it is no value otherwise"
)
NO_METHOD = (
    "no method .{}() of a {} that changes: get, keys, values, items, pop, popitem, setdefault, update, clear, copy"
)
ARGUMENTS = (
    "`.{}(...)` of a {} that changes is given its arguments by place: get(k), get(k, x), pop(k), pop(k, x), popitem(), "
    "setdefault(k, x), update(other), clear(), copy(); update and clear stand in a line of their own"
)
METHODS = ("get", "keys", "values", "items", "pop", "popitem", "setdefault", "update", "clear", "copy")
TOGETHER = "dicts that change are assigned one by one: a line for each"
ASKING = ("get", "__getitem__")  # methods that are handed over as functions
KEPT = "`{0}.{1}` means the dict that {0} is now, and {0} is assigned again: `lambda key: {0}[key]`, or another name"
BY_NAME = "{0} is a parameter that is given by name only, and gets a dict: place it in front of the `*`"
SLICED = "a dict has no slices, and no items after the first: `list({0})[1:]`, `a, *rest = list({0})`"
GIVEN = "`{} = ...` gives a dict that was handed over another value: give the new one another name"


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
        if name and isinstance(node.slice, ast.Slice):
            return Unknown(SLICED.format(name))
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
        if name and node.attr in ASKING:
            return self.key_function(node) if self.is_kept(name) else Unknown(KEPT.format(name, node.attr))
        return self.generic_visit(node)  # type: ignore[return-value]

    def hand_over_keys(self, node: ast.Call) -> None:
        """Writes out the `d.get` that a call is done with when it ends: `max(d, key=d.get)`, `sum(map(d.get, xs))`."""
        if self.means(node.func, *WHOLE) or getattr(node.func, "attr", "") == "sort":
            node.keywords = [ast.keyword(each.arg, self.key_function(each.value)) for each in node.keywords]
            for each in node.args[:1]:
                if isinstance(each, ast.Call) and self.means(each.func, map, filter) and each.args:
                    each.args[0] = self.key_function(each.args[0])

    def key_function(self, node: ast.expr) -> ast.expr:
        """`d.get` as a function, which looks for the variable when it is called; where Python gives None, it raises."""
        if not isinstance(node, ast.Attribute) or not (name := self.dict_of(node.value)) or node.attr not in ASKING:
            return node
        given = ast.arguments([], [ast.arg("key")], None, [], [], None, [])
        found = ast.Subscript(values(name), self.index(name, load("key")), ast.Load())
        return ast.Lambda(given, found)

    def is_kept(self, name: str) -> bool:
        """Whether a variable means one dict only: it is assigned once, in no loop, or it was handed over."""
        if name in self.around.handed:
            return True
        assigned = [each for each in self.around.tree.body if name in names_stored(each)]
        return len(assigned) == 1 and isinstance(assigned[0], ast.Assign | ast.AnnAssign)

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
        self.hand_over_keys(node)
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
        code = function.__code__
        if late := handed.keys() & set(code.co_varnames[code.co_argcount :]):
            return Unknown(BY_NAME.format(min(late)))
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
            case "setdefault", [key]:
                return call(parts.kept, *both(name), key, ast.Constant(None))
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
        rule = ARGUMENTS if how in METHODS else NO_METHOD
        return Unknown(rule.format(how, kind.name))

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
        own.update(names_bound(nodes_of(node)))
        if shared := sorted(own & self.names.keys()):
            rule = (
                f"{shared[0]} is a dict that changes, and a name of a function inside of the rule: another name there"
            )
            return Unknown(rule) if isinstance(node, ast.Lambda) else ast.Expr(Unknown(rule))
        out, self.out = self.out, ""  # its `return` is another one
        made = self.generic_visit(node)
        self.out = out
        return made
