"""Reading what a call names: the function, its arguments, in the order in which Python works them out."""

from __future__ import annotations

import ast
from enum import Enum
from itertools import chain
from typing import Any

from pyrsistent import PVector

from ..ir.classes import fields_of, is_dataclass
from ..ir.core import Assign, Block, Const, Field, Node, Var
from ..ir.frozen import DictOf, SetOf
from .constants import BUILT_IN, method_held
from .methods import method_of_value
from .reader import Reader
from .signatures import Signature, written
from .syntax import nodes_of

FLATTENED = chain.from_iterable
POPS = ("pop", "popleft")


def function_called(r: Reader, node: ast.expr) -> Any:
    """The function that this calls; None if it is no call, or one of a value's own methods."""
    if not isinstance(node, ast.Call) or isinstance(node.func, ast.Lambda):
        return None
    if isinstance(node.func, ast.Name) and node.func.id in r.inners:
        return None
    if isinstance(node.func, ast.Attribute):
        if not is_name(node.func.value):
            return method_of_value(r, node)
        if isinstance(node.func.value, ast.Name) and node.func.value.id in r.iterables:
            return None
        base = r.read(node.func.value)
        if isinstance(base, Const) and (held := method_held(base.value, node.func.attr)) is not None:
            return held
        if not isinstance(base, Const):
            return method_of_value(r, node)
        if has_methods(base.value, node.func.attr):
            return None
        if base.value is chain and node.func.attr == "from_iterable":
            return FLATTENED
        if isinstance(base.value, type) and base.value in BUILT_IN:
            return None
    plain = isinstance(node.func, ast.Name) and node.func.id not in r.iterables
    function = r.name(node.func.id) if plain else r.read(node.func)  # type: ignore[attr-defined]
    return function.value if isinstance(function, Const) else None


def is_name(node: ast.expr) -> bool:
    """Whether this may name a constant: `module.part`, `TABLE[0].part`. Anything else is read once only, as a value."""
    match node:
        case ast.Name():
            return True
        case ast.Attribute(value=value):
            return is_name(value)
        case ast.Subscript(value=value, slice=ast.Constant() | ast.Name()):
            return is_name(value)
    return False


def has_methods(value: object, name: str) -> bool:
    """Whether `value.name(...)` asks a value of the subset, rather than calling a function that it holds."""
    known = isinstance(value, (PVector, int, tuple, Enum, DictOf, SetOf, frozenset)) or is_dataclass(type(value))
    return known and name not in fields_of(type(value))


def assigns(r: Reader, node: ast.AST) -> bool:
    """Whether there is a `:=` or a `.pop()` in it: what is read before must then be kept."""
    return r.walrus and any(isinstance(each, ast.NamedExpr) or is_pop(each) for each in nodes_of(node))


def is_pop(node: ast.AST) -> bool:
    """Whether this takes an item from a list, as a value."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in POPS


class Early:
    """What is worked out where an iterable is made, before the loop that goes over it.

    Variables and their fields may be read later as well, unless the same call assigns to a variable by `:=`. With
    `statements`, which get what is worked out, something may be assigned until it is gone over.
    """

    def __init__(self, r: Reader, call: ast.AST, statements: list[Node] | None = None) -> None:
        self.later = statements is not None  # whether it is gone over elsewhere
        changing = self.later and bool(r.changing | r.within)
        self.r, self.all = r, changing or assigns(r, call)
        self.statements: list[Node] = [] if statements is None else statements

    def keep(self, node: Node) -> Node:
        if isinstance(node, Const) or (is_stable(node) and not self.all):
            return node
        kept = self.r.hidden("kept")
        self.statements.append(Assign(kept, node))
        return Var(kept.name)


def is_stable(node: Node) -> bool:
    """Whether reading this expression again later gives the same value, as long as no variable is assigned."""
    while isinstance(node, Field):
        node = node.base
    return isinstance(node, Var)


def bound(r: Reader, signature: Signature, call: ast.Call) -> tuple[list[Node], list[Node]]:
    """The arguments in the order of the parameters, and what is to be done before."""
    given = written(signature, call)
    early = Early(r, call)
    in_order = list(given) == [name for name in signature.names if name in given]
    read = {name: r.read(each) for name, each in given.items()}
    if not in_order:
        read = {name: early.keep(each) for name, each in read.items()}
    items = [read[name] if name in read else Const(signature.defaults[name]) for name in signature.names]
    return early.statements, items


def after(start: list[Node], value: Node) -> Node:
    """A value that is worked out after some statements."""
    return Block(start, value) if start else value
