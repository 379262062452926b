"""Statements that change a dict, as those of the lists that stand for it."""

# ruff: noqa: N802 - so `ast.NodeTransformer` names the methods

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Any

from ..ir.subset import DICTS
from . import dict_parts as parts
from .dependencies import ABSENT
from .dict_hoisting import hoisted, varies
from .dict_lists import both, call, constant, load, store, three, values
from .dict_making import Maker, Statements, assign, refused
from .dict_names import COUNTER, DEFAULT, PLAIN, value_named
from .dict_texts import ARGUMENTS, TOGETHER, VALUE
from .outlines import outline
from .syntax import nodes_of

BACK = (
    "`return {0}` gives back a dict that was handed over, which then has two names: `return dict({0})`, or change it "
    "and return nothing"
)


class StatementWriter(Maker):
    """Writes a function's statements anew."""

    def block(self, nodes: Sequence[ast.stmt]) -> Statements:
        """Some statements, written anew; each new one stands on the line of its own."""
        made: Statements = []
        for node in nodes:
            for name, value in self.in_front(node):
                made += [ast.copy_location(each, node) for each in self.filled(name, value, begin=True)]
            new = self.visit(node)
            for each in new if isinstance(new, list) else [new]:
                made.append(ast.copy_location(each, node))
        return made

    def in_front(self, node: ast.stmt) -> list[tuple[str, ast.expr]]:
        """The dicts that a statement makes in the middle of an expression, each with a name that is new."""
        given = isinstance(node, ast.Return) and bool(self.out)
        begun = isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(targets_of(node)[0], ast.Name)
        own, name = given or begun, partial(self.hidden, "dict")
        found = hoisted(self.around, node, self.is_made, name, own, self.defaults)
        for made, value in found:
            self.names[made] = self.kind(value) or PLAIN
        return found

    @property
    def defaults(self) -> set[str]:
        """The dicts that change where they are only asked for a key."""
        return {name for name, kind in self.names.items() if kind.name == DEFAULT}

    def is_made(self, node: ast.expr) -> bool:
        """Whether an expression makes a dict."""
        return self.kind(node) is not None and varies(self.around, node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("body", "orelse"):
            if isinstance(part := getattr(node, field, None), list):
                setattr(node, field, self.block(part))
        for field, value in ast.iter_fields(node):
            if field in ("body", "orelse") and isinstance(value, list):
                continue
            if isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
            elif isinstance(value, list):
                setattr(node, field, [self.visit(each) if isinstance(each, ast.AST) else each for each in value])
        return node

    # ---- assignments

    def visit_Assign(self, node: ast.Assign) -> Any:
        targets, value = node.targets, node.value
        match targets:
            case [ast.Name(id=name)] if name in self.names:
                return self.begun(name, value)
            case [ast.Name()] if self.is_made(value):
                return refused(DICTS)
            case [ast.Subscript(value=base, slice=key)] if name := self.dict_of(base):
                return [self.put(name, self.read(value), self.read(key))]
            case [ast.Tuple(elts=parts_)] if any(map(self.is_touched, parts_)):
                return self.together(parts_, value)
        if not any(map(self.is_touched, targets)):
            return self.generic_visit(node)
        hidden = self.hidden("assigned")
        made = [assign(hidden, self.read(value))]
        return [*made, *self.block([ast.Assign([each], load(hidden)) for each in targets])]

    def is_touched(self, target: ast.expr) -> bool:
        """Whether a target is a dict, or an item of one, or holds one."""
        match target:
            case ast.Name():
                return bool(self.dict_of(target))
            case ast.Subscript(value=base):
                return bool(self.dict_of(base))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return any(map(self.is_touched, items))
        return False

    def together(self, targets: list[ast.expr], value: ast.expr) -> Statements:
        """`a, d[k] = x, y`: all values are worked out first, then each is assigned."""
        if any(map(self.dict_of, targets)):
            return self.one_by_one(targets, value)
        names = [self.hidden("assigned") for _ in targets]
        start = ast.Assign([ast.Tuple([store(name) for name in names], ast.Store())], self.read(value))
        return [start, *self.block([ast.Assign([each], load(name)) for each, name in zip(targets, names)])]

    def one_by_one(self, targets: list[ast.expr], value: ast.expr) -> Statements:
        """`seen, ahead = {start: 0}, [start]`: one after another, where no value reads a target."""
        values_ = value.elts if isinstance(value, ast.Tuple) else []
        assigned = {each.id for each in targets if isinstance(each, ast.Name)}
        quiet = not any(isinstance(each, ast.NamedExpr | ast.Attribute) for each in nodes_of(value))
        read = self.may_read(value, assigned)
        if len(values_) != len(targets) or len(assigned) < len(targets) or read or not quiet:
            return refused(TOGETHER)
        return self.block([ast.Assign([one], each) for one, each in zip(targets, values_)])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if not self.is_touched(node.target) and not (node.value and self.is_made(node.value)):
            return self.generic_visit(node)
        return self.visit_Assign(ast.Assign([node.target], node.value)) if node.value else [ast.Pass()]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        match node.target:
            case ast.Name() as target if name := self.dict_of(target):
                if isinstance(node.op, ast.BitOr) and self.names[name] != COUNTER:
                    return self.updated(name, node.value)
                return refused(VALUE)
            case ast.Subscript(value=base, slice=key) if name := self.dict_of(base):
                return self.changed(name, key, node.op, node.value)
        return self.generic_visit(node)

    def changed(self, name: str, key: ast.expr, op: ast.operator, value: ast.expr) -> Statements:
        """`d[k] += value`: the key is worked out once, the item is read before the value is worked out."""
        kind = self.names[name]
        wanted = self.hidden("key")
        start = assign(wanted, self.read(key))
        if any(map(self.may_see, nodes_of(value))):
            old = self.hidden("item")
            first = assign(old, self.got(name, load(wanted)))
            return [start, first, self.put(name, ast.BinOp(load(old), op, self.read(value)), load(wanted))]
        at = self.hidden("at")
        missing = constant(0 if kind == COUNTER else kind.missing)
        found = self.index(name, load(wanted))
        if kind == COUNTER or kind.name == DEFAULT:
            found = call(parts.placed, *both(name), load(wanted), missing)
        place = ast.Subscript(values(name), load(at), ast.Store())
        return [start, assign(at, found), ast.AugAssign(place, op, self.read(value))]

    def may_see(self, node: ast.AST) -> bool:
        """Whether this may read a dict, or assign a variable, as far as the text tells."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return value_named(self.around, node.func) is ABSENT
        return bool(self.dict_of(node)) or isinstance(node, ast.NamedExpr | ast.Lambda)

    # ---- other statements

    def visit_Delete(self, node: ast.Delete) -> Any:
        if not any(map(self.is_touched, node.targets)):
            return node
        if len(node.targets) > 1:
            return self.block([ast.Delete([each]) for each in node.targets])
        match node.targets[0]:
            case ast.Subscript(value=base, slice=key) if name := self.dict_of(base):
                how = parts.removed_if_there if self.names[name] == COUNTER else parts.removed
                return [ast.Expr(call(how, *three(name), self.read(key)))]
        return refused(VALUE)

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(func=ast.Attribute(value=base, attr=how), args=given, keywords=[]) as asked if (
                name := self.dict_of(base)
            ):
                if how == "update" and len(given) == 1:
                    return (self.tallied if self.names[name] == COUNTER else self.updated)(name, given[0])
                if how == "update" and not given:
                    return [ast.Pass()]
                if how == "clear" and not given:
                    return [ast.Expr(call(parts.emptied, *three(name)))]
                if how == "update":
                    return refused(ARGUMENTS.format(how, self.names[name].name))
                return [ast.Expr(self.read(asked))]
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        if self.is_touched(node.target):
            return refused(VALUE)
        node.iter = self.looped(node.iter)
        if not self.is_copied(node):
            return self.generic_visit(node)
        kept = self.hidden("items")  # a list of its own: the loop may change the dict
        start = assign(kept, self.read(node.iter))
        node.iter = load(kept)
        return [start, self.generic_visit(node)]

    def is_copied(self, node: ast.For) -> bool:
        """Whether a loop goes over a list that is made of a dict, which the loop names."""
        copied = isinstance(node.iter, ast.Call) and self.means(node.iter.func, list, tuple, sorted)
        if not copied and not isinstance(node.iter, ast.ListComp):
            return False
        read = {self.dict_of(each) for each in ast.walk(node.iter)} - {""}
        return any(self.dict_of(each) in read for one in node.body for each in ast.walk(one))

    def visit_If(self, node: ast.If) -> Any:
        return self.truths(node, "test")

    def visit_While(self, node: ast.While) -> Any:
        return self.truths(node, "test")

    def visit_Assert(self, node: ast.Assert) -> Any:
        return self.truths(node, "test")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self.inner(node)

    def named_by(self, value: ast.expr) -> set[str]:
        """The dicts that an expression, which is no new dict, may mean."""
        assigned, found, ahead = outline(self.around.tree)[0], set[str](), [value]
        while ahead:
            each = ahead.pop()
            if isinstance(each, ast.IfExp):
                ahead += [each.body, each.orelse]
            elif (name := self.dict_of(each)) and name not in found:
                found.add(name)
                ahead += [other for known, other in assigned if known == name]
        return found

    def visit_Return(self, node: ast.Return) -> Any:
        if not self.out:
            return self.generic_visit(node)
        if node.value is None:
            return [ast.Raise()]
        if handed := sorted(self.named_by(node.value) & self.around.handed.keys()):
            return refused(BACK.format(handed[0]))
        return [*self.filled(self.out, node.value, begin=False), ast.Return(None)]


def targets_of(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    """What an assignment assigns."""
    return node.targets if isinstance(node, ast.Assign) else [node.target]
