"""What a call may hand over: a call whose arguments Python would refuse is refused."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field
from types import FunctionType

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import defaults_of, fields_of, plain_tuple
from ..ir.value_classes import value_class
from .source import given_by_name, parameters


@value_class
class Signature:
    """Parameters by name. The first `unnamed` are given by place only, those in `named` by name only."""

    name: str
    names: tuple[str, ...]
    defaults: Mapping[str, object] = field(default_factory=dict)
    unnamed: int = 0
    named: frozenset[str] = frozenset()


def plain(name: str, *names: str) -> Signature:
    """The parameters of a built-in all of whose arguments are needed and given by place."""
    return Signature(name, names, unnamed=len(names))


RANGES = [plain("range", "stop"), plain("range", "start", "stop"), plain("range", "start", "stop", "step")]


def of_function(function: FunctionType) -> Signature:
    """The parameters of a plain function."""
    names, defaults = parameters(function)
    named = frozenset(given_by_name(function))
    return Signature(function.__name__, names, defaults, function.__code__.co_posonlyargcount, named)


def of_record(cls: type) -> Signature:
    """The parameters of a NamedTuple's class: its fields."""
    plain_tuple(cls)
    return Signature(cls.__name__, fields_of(cls), defaults_of(cls))


def written(signature: Signature, call: ast.Call) -> dict[str, ast.expr]:
    """What is given to each parameter, in the order of the text, which is Python's order of evaluation."""
    refuse_stars(call)
    by_place = [name for name in signature.names if name not in signature.named]
    if len(call.args) > len(by_place):
        raise wrong(signature, f"{len(call.args)} are given by place")
    given = dict(zip(by_place, call.args))
    for keyword in call.keywords:
        name = str(keyword.arg)
        if name not in signature.names[signature.unnamed :]:
            raise wrong(signature, f"none that is named {name}")
        if name in given:
            raise wrong(signature, f"{name} is given twice")
        given[name] = keyword.value
    missing = [name for name in signature.names if name not in given and name not in signature.defaults]
    if missing:
        raise wrong(signature, f"{', '.join(missing)} is missing")
    return given


def refuse_stars(call: ast.Call) -> None:
    """Refused if a call hands over `*items` or `**items`."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(not each.arg for each in call.keywords):
        raise Refused(subset.BROKEN_BY[ast.Starred])


def wrong(signature: Signature, mistake: str) -> Refused:
    """The refusal of a call that Python would refuse, with the mistake."""
    names = ", ".join(signature.names) or "none"
    return Refused(subset.WRONG_ARGUMENTS.format(names, signature.name, mistake))
