"""Which variables of a function hold dicts, and what a missing key means there. Only the text is looked at."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

from lazytree.core.errors import Refused

from ..ir.value_classes import value_class
from .dependencies import ABSENT, ATTRIBUTE, CELL, GLOBAL, asked, attribute_found, content, global_value
from .outlines import outline
from .source import closure_of, parameters
from .syntax import names_stored, nodes_of_kind

FACTORIES: dict[Any, Any] = {int: 0, float: 0.0, bool: False}
MAKERS = (dict, Counter, defaultdict)
MAY_BE_DICTS = (ast.Name, ast.Call, ast.Dict, ast.DictComp, ast.IfExp)  # the expressions that may give a dict


@value_class
class DictKind:
    """What a missing key means: of a Counter 0, of a defaultdict a value that is put there; else it is an error."""

    name: str
    missing: object = None


PLAIN, COUNTER, DEFAULT = DictKind("dict"), DictKind("Counter"), "defaultdict"
Kinds = Mapping[str, DictKind]


@value_class
class Around:
    """A function's text, and what it is handed that is a dict."""

    function: Any  # a plain function
    tree: ast.FunctionDef
    handed: Kinds

    @property
    def parameters(self) -> set[str]:
        given = self.tree.args
        return {each.arg for each in (*given.posonlyargs, *given.args)}


def value_named(around: Around, node: ast.expr) -> Any:
    """What a name means outside of a function, or a part of a module that it names; ABSENT of anything else."""
    function = around.function
    match node:
        case ast.Name() if is_local(around, node):
            return ABSENT
        case ast.Name(id=name):
            cells = closure_of(function)
            return content(cells[name]) if name in cells else global_value(function, name)
        case ast.Attribute(value=ast.Name() as base, attr=name):
            module = value_named(around, base)
            return attribute_found(module, name) if type(module) is ModuleType else ABSENT
    return ABSENT


def note(around: Around, node: ast.expr) -> None:
    """Records that what a name means was asked."""
    function = around.function
    match node:
        case ast.Name(id=name):
            cells = closure_of(function)
            if name in cells:
                asked(CELL, cells[name])
            else:
                asked(GLOBAL, function, name)
        case ast.Attribute(value=ast.Name() as base, attr=name):
            note(around, base)
            asked(ATTRIBUTE, value_named(around, base), name)


def made_by(around: Around, node: ast.expr) -> Any:
    """The class that a call makes a dict of; None of anything else."""
    if isinstance(node, ast.Call):
        named = value_named(around, node.func)
        return named if any(named is each for each in MAKERS) else None
    return None


def kind_of_value(around: Around, node: ast.expr, names: Kinds, given_by: Callable[..., Any]) -> DictKind | None:
    """The kind of dict that an expression gives; None of anything else. `given_by` tells it of functions."""
    match node:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Dict() | ast.DictComp():
            return PLAIN
        case ast.IfExp(body=then, orelse=other):
            kind = kind_of_value(around, then, names, given_by)
            return kind if kind == kind_of_value(around, other, names, given_by) else None
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as base, attr="copy"), args=[], keywords=[]):
            return PLAIN if type(value_named(around, base)) is dict else names.get(name)
        case ast.Call(func=ast.Attribute(value=base, attr="fromkeys")) if value_named(around, base) is dict:
            return PLAIN
        case ast.Call(args=given) if (cls := made_by(around, node)) is not None:
            return PLAIN if cls is dict else COUNTER if cls is Counter else kind_of_default(around, given)
        case ast.Call(func=called) if type(found := value_named(around, called)) is FunctionType:
            return given_by(found, handed_in(around, found, node, names))  # type: ignore[no-any-return]
    return None


def kind_of_default(around: Around, given: list[ast.expr]) -> DictKind | None:
    """The kind of `defaultdict(int)`, `defaultdict(lambda: 5)`; None where nothing is known of what is missing."""
    match given[:1]:
        case [ast.Lambda(args=arguments, body=body)] if not nodes_of_kind(arguments, ast.arg):
            match body:
                case ast.Constant(value=value):
                    return DictKind(DEFAULT, value)
                case ast.UnaryOp(ast.USub(), ast.Constant(value=int() | float() as value)):
                    return DictKind(DEFAULT, -value)
        case [ast.Name() as factory]:
            known = value_named(around, factory)
            found = [value for each, value in FACTORIES.items() if known is each]
            return DictKind(DEFAULT, found[0]) if found else None
    return None


def handed_in(around: Around, function: FunctionType, call: ast.Call, names: Kinds) -> dict[str, DictKind]:
    """Which parameters of a function get dicts from a call."""
    given = [*call.args, *(each.value for each in call.keywords)]
    if not any(isinstance(each, ast.Name) and each.id in names for each in given):
        return {}
    try:
        known = parameters(function)[0]
    except Refused:  # it is refused again where it is read
        return {}
    pairs = [*zip(known, call.args), *((each.arg, each.value) for each in call.keywords)]
    return {name: names[each.id] for name, each in pairs if name and isinstance(each, ast.Name) and each.id in names}


def dict_names(around: Around, given_by: Callable[..., Any]) -> dict[str, DictKind]:
    """The variables that hold dicts which change, those that were handed over included."""
    pairs, _, _ = outline(around.tree)
    values: dict[str, list[ast.expr]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    may_be = {name: each for name, each in values.items() if all(isinstance(one, MAY_BE_DICTS) for one in each)}
    if not may_be:
        return dict(around.handed)
    stores = Counter(names_stored(around.tree))
    stores.subtract(name_united(each) for each in nodes_of_kind(around.tree, ast.AugAssign))
    own = {name: each for name, each in may_be.items() if stores[name] <= len(each) and name not in around.parameters}
    found = dict(around.handed)
    while True:  # first all that may be dicts, one of whose values is known
        rest = {
            name: known_kinds(around, each, found, given_by) - {None} for name, each in own.items() if name not in found
        }
        new = {name: kind for name, kinds in rest.items() if len(kinds) == 1 for kind in kinds if kind is not None}
        if not new:
            break
        found.update(new)
    while wrong := [
        name for name in found if name in own and known_kinds(around, own[name], found, given_by) != {found[name]}
    ]:
        for name in wrong:  # then without those that are given something else, too
            del found[name]
    return found


def known_kinds(
    around: Around, given: list[ast.expr], names: Kinds, given_by: Callable[..., Any]
) -> set[DictKind | None]:
    """The kinds of dicts that some expressions give; None of those of which that is not known."""
    return {kind_of_value(around, each, names, given_by) for each in given}


def name_united(node: ast.AugAssign) -> str:
    """The name in `d |= other`; empty of another assignment."""
    return node.target.id if isinstance(node.target, ast.Name) and isinstance(node.op, ast.BitOr) else ""


def is_local(around: Around, node: ast.Name) -> bool:
    """Whether a name means a variable of the function."""
    code = around.function.__code__
    return ":" in node.id or node.id in code.co_varnames or node.id in code.co_cellvars
