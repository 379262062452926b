"""Statements that make a dict: what a display, a comprehension, a call or another dict puts into its lists."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Set as AbstractSet
from copy import deepcopy
from types import FunctionType
from typing import Any

from . import dict_parts as parts
from .dict_lists import PARTS, both, call, load, store, three, values
from .dict_names import DictKind, handed_in, kind_of_value, made_by, note, value_named
from .dict_texts import GIVEN, VALUE, Writer
from .syntax import nodes_of, nodes_of_kind
from .unknown import Unknown

Statements = list[ast.stmt]
CONTAINERS = (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp)
INNER = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp)  # what reads a variable later than where it stands
WORKING = (ast.Call, ast.ListComp, ast.SetComp, ast.DictComp)  # what may call a function, or go over a generator
NO_LISTS = "no lists, sets or dicts lie in a dict that changes: tuples, or a key of two parts, `d[a, b]`"


def assign(name: str, value: ast.expr) -> ast.stmt:
    """`name = value`."""
    return ast.Assign([store(name)], value)


def refused(rule: str) -> Statements:
    """A statement that is refused where it is read."""
    return [ast.Expr(Unknown(rule))]


class Maker(Writer):
    """Writes what makes a dict."""

    def kind(self, node: ast.expr) -> DictKind | None:
        """The kind of dict that an expression gives."""
        return kind_of_value(self.around, node, self.names, self.given_by)

    def put(self, name: str, value: ast.expr, key: ast.expr) -> ast.stmt:
        """`d[k] = value`: the value is worked out first."""
        if isinstance(value, CONTAINERS):
            return ast.Expr(Unknown(NO_LISTS))
        return ast.Expr(call(parts.put, *both(name), value, key))

    def begun(self, name: str, value: ast.expr) -> Statements:
        """`d = ...`."""
        if name in self.around.handed:
            return refused(GIVEN.format(name))
        if other := self.dict_of(value):  # another name for it: a change of either is a trap
            return [assign(f"{name}:{part}", each) for part, each in zip(PARTS, three(other))]
        into = name
        if self.may_read(value, {name}):
            into = self.hidden("dict")
            self.names[into] = self.names[name]
        made = self.filled(into, value, begin=True)
        if into == name:
            return made
        copies = [call(list, each) for each in three(into)]
        return [*made, *(assign(f"{name}:{part}", each) for part, each in zip(PARTS, copies))]

    def may_read(self, value: ast.expr, names: AbstractSet[str]) -> bool:
        """Whether an expression reads one of these variables, or may call a function inside of the rule that does."""
        nodes = nodes_of(value)
        if any(isinstance(each, ast.Name) and each.id in names for each in nodes):
            return True
        tree = self.around.tree
        inner = (each for kind in INNER for each in nodes_of_kind(tree, kind) if each is not tree)
        known = {each.id for one in inner for each in nodes_of_kind(one, ast.Name)}
        return bool(known & names) and any(isinstance(each, WORKING) for each in nodes)

    def filled(self, name: str, value: ast.expr, begin: bool) -> Statements:
        """Puts into a dict what an expression gives; `begin`: the dict has no lists yet."""
        start: Statements = [assign(f"{name}:{part}", ast.List([], ast.Load())) for part in PARTS] if begin else []
        if other := self.dict_of(value):
            return [*start, *self.copied(name, other)]
        match value:
            case ast.IfExp(test=test, body=then, orelse=other_):
                ways = [self.filled(name, each, begin=False) for each in (then, other_)]
                return [*start, ast.If(self.read(self.truth(test)), *ways)]
            case ast.Dict(keys=given, values=items):
                if any(isinstance(each, CONTAINERS) for key, each in zip(given, items) if key):
                    return refused(NO_LISTS)
                if begin and given and are_distinct(given):
                    both_: Any = given, items
                    lists = [ast.List([self.read(each) for each in one], ast.Load()) for one in both_]
                    return [*(assign(f"{name}:{part}", each) for part, each in zip(PARTS, lists)), start[2]]
                return [*start, *(each for pair in zip(given, items) for each in self.shown(name, *pair))]
            case ast.DictComp():
                return [*start, *self.comprehended(name, value)]
            case ast.Call(func=ast.Attribute(value=base, attr="copy")) if other := self.dict_of(base):
                return [*start, *self.copied(name, other)]
            case ast.Call(func=ast.Attribute(value=base, attr="copy")):
                return [*start, *self.updated(name, base)]
            case ast.Call(func=ast.Attribute(value=cls, attr="fromkeys"), args=[over, *rest], keywords=[]) if (
                len(rest) < 2
            ):
                note(self.around, cls)
                each, kept = self.hidden("item"), self.hidden("value")
                first = assign(kept, self.read(rest[0]) if rest else ast.Constant(None))
                return [*start, first, self.loop(store(each), over, [self.put(name, load(kept), load(each))])]
            case ast.Call() if (cls := made_by(self.around, value)) is not None:
                note(self.around, value.func)
                return [*start, *self.made(name, cls, value)]
            case ast.Call(func=called) if type(function := value_named(self.around, called)) is FunctionType:
                note(self.around, called)
                handed = handed_in(self.around, function, value, self.names)
                made: Any = self.handing(value, function, handed)
                made.func = ast.Constant(self.variant(function, handed, self.names[name]))
                made.args[:0] = three(name)
                return [*start, ast.Expr(made)]
        return refused(VALUE)

    def shown(self, name: str, key: ast.expr | None, value: ast.expr) -> Statements:
        """`key: value` or `**other` of a dict that is written out."""
        if key is None:
            return self.updated(name, value)
        return [ast.Expr(call(parts.put, *both(name), key=self.read(key), value=self.read(value)))]

    def made(self, name: str, cls: Any, node: ast.Call) -> Statements:
        """`dict(...)`, `Counter(...)`, `defaultdict(int, ...)`."""
        given = node.args[1:] if cls is defaultdict else node.args
        if cls is defaultdict and isinstance(node.args[0], ast.Name):
            note(self.around, node.args[0])
        named = [(each.arg, each.value) for each in node.keywords]
        if len(given) > 1 or any(each is None for each, _ in named):
            return refused(VALUE)
        into = self.tallied if cls is Counter else self.updated
        start = [each for one in given for each in into(name, one)]
        return [*start, *(self.put(name, self.read(each), ast.Constant(one)) for one, each in named)]

    def copied(self, name: str, other: str) -> Statements:
        """All that is in another dict, put into one that has nothing yet."""
        lists = zip(both(name), both(other))
        return [ast.Expr(ast.Call(ast.Attribute(one, "extend", ast.Load()), [each], [])) for one, each in lists]

    def updated(self, name: str, value: ast.expr) -> Statements:
        """`d.update(other)`, of a dict, a constant one, or pairs."""
        kind = self.kind(value)
        if kind is not None and not self.dict_of(value):
            into = self.hidden("dict")
            self.names[into] = kind
            return [*self.filled(into, value, begin=True), *self.updated(name, load(into))]
        key, item = self.hidden("key"), self.hidden("value")
        over = value
        if self.dict_of(value) or type(value_named(self.around, value)) is dict:
            over = ast.Call(ast.Attribute(value, "items", ast.Load()), [], [])
        pair = ast.Tuple([store(key), store(item)], ast.Store())
        return [self.loop(pair, over, [self.put(name, load(item), load(key))])]

    def tallied(self, name: str, value: ast.expr) -> Statements:
        """`Counter(items)`, `counts.update(items)`: how often each item is there."""
        if self.kind(value) is not None or type(value_named(self.around, value)) is dict:
            return refused("a Counter is made of items, not of a dict: `Counter()`, then `counts[k] = ...`")
        each, at = self.hidden("item"), self.hidden("at")
        found = assign(at, call(parts.placed, *both(name), load(each), ast.Constant(0)))
        place = ast.Subscript(values(name), load(at), ast.Store())
        return [self.loop(store(each), value, [found, ast.AugAssign(place, ast.Add(), ast.Constant(1))])]

    def loop(self, target: ast.expr, over: ast.expr, body: Statements) -> ast.stmt:
        """A loop whose body is written already."""
        return ast.For(target, self.read(self.looped(over)), body, [])

    def comprehended(self, name: str, node: ast.DictComp) -> Statements:
        """`{k: v for ...}`, as loops; its variables are its own."""
        if nodes_of_kind(node, ast.Lambda):
            return refused("no `lambda` in `{... for ...}` of a dict: a loop")
        clauses = node.generators
        own = {each.id for one in clauses for each in nodes_of_kind(one.target, ast.Name)}
        if own & self.names.keys():
            return refused(VALUE)
        renamed = {each: self.hidden(each) for each in sorted(own)}
        first = deepcopy(clauses[0].iter)
        inside = renaming(renamed, node)
        inside.generators[0].iter = first
        pair = call(parts.put, *both(name), key=self.read(inside.key), value=self.read(inside.value))
        body: Statements = [ast.Expr(pair)]
        for clause in reversed(inside.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(self.read(self.truth(test)), body, [])]
            body = [self.loop(clause.target, clause.iter, body)]
        return body


def are_distinct(given: list[ast.expr | None]) -> bool:
    """Whether the keys of a dict that is written out are constants, no two of them equal."""
    known = [each.value for each in given if isinstance(each, ast.Constant)]
    return len(known) == len(given) == len(set(known))


def renaming(names: dict[str, str], node: Any) -> Any:
    """A copy of a text in which some variables have other names."""
    made = deepcopy(node)
    for each in nodes_of_kind(made, ast.Name):
        each.id = names.get(each.id, each.id)
    return made
