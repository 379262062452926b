"""The text of a function as it is read: dicts that change are lists there.

A function that is handed dicts, or gives one, has a *variant* for each way in which it is called so: the same function,
with three lists for each dict in its parameters. One that gives a dict is handed the lists of it first, empty, and
fills them.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir.value_classes import thing_class
from . import dict_parts
from .dependencies import FUNCTION, OF_THE_COMPILER, ORIGINAL, asked, unrecorded
from .dict_lists import PARTS
from .dict_names import MAY_BE_DICTS, Around, DictKind, dict_names, kind_of_value
from .dict_statements import StatementWriter
from .meanwhile import kept_meanwhile
from .outlines import outline
from .source import definition as written
from .source import is_generator
from .syntax import nodes_of_kind

OF_THE_COMPILER.append(dict_parts.__dict__)
OUT = "given"  # the name of the dict that a function gives
VARIANT = "lazytree variant"


@thing_class
class Variant:
    """Which parameters of a function are dicts, and the kind of dict that it gives."""

    function: Any  # a plain function
    handed: dict[str, DictKind]
    gives: DictKind | None


@thing_class
class Text:
    """A function's text, and the names that were added to its variables."""

    tree: ast.FunctionDef
    added: frozenset[str]


def definition(function: FunctionType) -> ast.FunctionDef:
    """The `def` that made this function, its dicts written as lists; Refused as in `source`."""
    return text_of(function).tree


def names_added(function: FunctionType) -> frozenset[str]:
    """The names of the lists in a function's text that stand for its dicts."""
    try:
        return text_of(function).added
    except Refused:  # it is refused again where it is read
        return frozenset()


def text_of(function: FunctionType) -> Text:
    """As `definition`, with the names that were added."""
    of = function.__dict__.get(VARIANT) or Variant(function, {}, None)
    kept, key = kept_meanwhile(), (function, "text")
    asked(FUNCTION, of.function)
    if key not in kept:
        kept[key] = rewritten(of, written(of.function))
    return kept[key]  # type: ignore[no-any-return]


def rewritten(of: Variant, tree: ast.FunctionDef) -> Text:
    """A function's text; the very same where no dict in it changes."""
    around = Around(of.function, tree, of.handed)
    names = dict_names(around, kind_given)
    writer = StatementWriter(around, names, variant, kind_given)
    if not names and of.gives is None and not any(map(writer.is_made, nodes_that_make(tree))):
        return Text(tree, frozenset())
    made = deepcopy(tree)
    if of.gives is not None:
        writer.out = OUT
        names[OUT] = of.gives
    made.args.args = [ast.arg(each) for each in parameters_of(of, [each.arg for each in made.args.args])]
    made.body = writer.block(made.body)
    if of.gives is not None:
        made.body.append(ast.Raise())  # Python gives None there
        made.body[-1].lineno = tree.lineno
    made = ast.fix_missing_locations(deepcopy(made))  # of nodes that no one has looked at yet
    added = {each.id for each in nodes_of_kind(made, ast.Name) if ":" in each.id}
    return Text(made, frozenset(added))


def nodes_that_make(tree: ast.FunctionDef) -> list[ast.expr]:
    """The expressions of a text that may make a dict."""
    return [each for kind in (ast.Dict, ast.DictComp, ast.Call) for each in nodes_of_kind(tree, kind)]


def parameters_of(of: Variant, names: list[str]) -> list[str]:
    """The parameters of a variant: three lists in place of each dict, those of the dict that it gives first."""
    first = [OUT] if of.gives is not None else []
    split = {*first, *of.handed}
    return [
        part
        for name in (*first, *names)
        for part in ([f"{name}:{each}" for each in PARTS] if name in split else [name])
    ]


def variant(function: FunctionType, handed: dict[str, DictKind], gives: DictKind | None) -> FunctionType:
    """The variant of a function that is called with these dicts."""
    of: Variant = function.__dict__.get(VARIANT) or Variant(function, {}, None)
    kept, key = kept_meanwhile(), (of.function, tuple(handed.items()), gives, "variant")
    if key not in kept:
        kept[key] = made_variant(Variant(of.function, handed, gives))
    return kept[key]  # type: ignore[no-any-return]


def made_variant(of: Variant) -> FunctionType:
    """A function of which only the text is read: its code says what its parameters are, and where it stands."""
    function = of.function
    code, given = function.__code__, function.__defaults__ or ()
    names = list(code.co_varnames[: code.co_argcount])
    ordered = parameters_of(of, names)
    defaults = dict(zip(names[len(names) - len(given) :], given))
    last: list[Any] = []
    for name in names:
        if name in defaults:
            last += [None] * len(PARTS) if name in of.handed else [defaults[name]]
    others = code.co_varnames[code.co_argcount :]
    local = (*ordered, *others)
    positional = code.co_posonlyargcount and len(parameters_of(of, names[: code.co_posonlyargcount]))
    changed = code.replace(
        co_varnames=local, co_nlocals=len(local), co_argcount=len(ordered), co_posonlyargcount=positional
    )
    made = FunctionType(changed, function.__globals__, function.__name__, tuple(last), function.__closure__)
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    made.__dict__.update({ORIGINAL: function, VARIANT: of})
    return made


def kind_given(function: FunctionType, handed: dict[str, DictKind]) -> DictKind | None:
    """The kind of dict that a function gives on every path; None of any other."""
    kept, key = kept_meanwhile(), (function, tuple(handed.items()), "kind")
    if key not in kept:
        kept[key] = None  # of a function that calls itself
        with unrecorded():
            kept[key] = kind_found(function, handed)
    return kept[key]  # type: ignore[no-any-return]


def kind_found(function: FunctionType, handed: dict[str, DictKind]) -> DictKind | None:
    """As `kind_given`."""
    if is_generator(function):
        return None
    try:
        around = Around(function, written(function), handed)
    except Refused:  # it is refused again where it is read
        return None
    given = outline(around.tree)[1]
    if not all(isinstance(each, MAY_BE_DICTS) for each in given):
        return None
    names = dict_names(around, kind_given)
    kinds = {kind_of_value(around, each, names, kind_given) for each in given}
    return kinds.pop() if len(kinds) == 1 else None
