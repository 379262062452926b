"""Reading what a call names: the function, its arguments."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from pyrsistent import PVector

from ..ir.core import Const, Node
from ..ir.errors import Refused
from .reader import Reader
from .source import is_generator, parameters


def function_called(r: Reader, node: ast.expr) -> Any:
    """The function that this calls; None if it is no call, or one of a value's own methods."""
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute):
        base = r.read(node.func.value)
        if not isinstance(base, Const) or has_methods(base.value, node.func.attr):
            return None
    function = r.read(node.func)
    return function.value if isinstance(function, Const) else None


def is_iterable(r: Reader, node: ast.expr) -> bool:
    """Whether this is a generator: a function that takes it is read in place of its call."""
    called = function_called(r, node)
    return isinstance(node, ast.GeneratorExp) or (isinstance(called, FunctionType) and is_generator(called))


def arguments_of(r: Reader, node: ast.Call) -> tuple[list[Node], dict[str, Node]]:
    return [r.read(each) for each in node.args], {str(k.arg): r.read(k.value) for k in node.keywords}


def bound_to(r: Reader, function: FunctionType, node: ast.Call) -> list[Node]:
    names, defaults = parameters(function)
    return bound(names, defaults, *arguments_of(r, node))


def has_methods(value: object, name: str) -> bool:
    """Whether `value.name(...)` asks a value of the subset, rather than calling a function that it holds."""
    return isinstance(value, (PVector, int, tuple)) and name not in getattr(value, "_fields", ())


def bound(
    names: tuple[str, ...], defaults: Mapping[str, object], arguments: list[Node], keywords: dict[str, Node]
) -> list[Node]:
    """The arguments in the order of the parameters."""
    given = {**dict(zip(names, arguments)), **keywords}
    missing = [name for name in names if name not in given and name not in defaults]
    if missing or len(arguments) > len(names) or not given.keys() <= set(names):
        raise Refused(f"a call needs the arguments {', '.join(names)}")
    return [given[name] if name in given else Const(defaults[name]) for name in names]
