"""Functions with some arguments given beforehand: `partial`, bound methods, objects that are called."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import Refused, name_of

from ..ir.classes import is_dataclass
from ..ir.frozen import Applied
from .constants import REMEMBERING, constant, is_instance, method_held, remembered
from .dependencies import APPLIED, asked
from .source import given_by_name, parameters

if TYPE_CHECKING:
    from .reader import Reader


NO_FUNCTION = "a rule is a function by `def` or `lambda`, or a method of constants, not {}: `lambda position: ...`"
GIVEN = "an argument given beforehand"
DEEPEST = 20  # partials of bound methods of ...


def taken_apart(value: Any) -> Applied | None:
    """A `partial`, a bound method or an object that is called, as a function and its arguments; None of others."""
    made, depth = Applied(value), 0
    while (outer := once(made.function)) is not None:
        depth += 1
        if depth > DEEPEST:
            raise Refused("a `partial` of too many others")
        made = Applied(outer.function, (*outer.first, *made.first), {**outer.named, **made.named})
    return made if depth else None


def once(value: Any) -> Applied | None:
    """What lies inside of one `partial` or one bound method."""
    kind = type(value)
    if kind is Applied:
        return value  # type: ignore[no-any-return]
    if kind is REMEMBERING:
        return Applied(remembered(value))
    if kind is MethodType:
        function, owner = asked(APPLIED, value)
        return Applied(function, (owner,))
    if kind is partial:
        asked(APPLIED, value)
        return Applied(value.func, value.args, value.keywords)
    if is_instance(value) or is_dataclass(kind):
        return method_held(value, "__call__")  # type: ignore[no-any-return]
    return None


def plain_function(rule: Any) -> FunctionType:
    """The function that a rule is, or calls with arguments given beforehand; Refused if it is none."""
    applied = taken_apart(rule)
    function = applied.function if applied else rule
    if not isinstance(function, FunctionType):
        raise Refused(NO_FUNCTION.format(name_of(rule)))
    return function


def read_in_place(function: FunctionType, constants: Mapping[str, Any]) -> FunctionType:
    """The function that a user wrote: of a function of ours with these constants, the rule that it goes over."""
    rule = constants.get("moves", constants.get("touched", getattr(constants.get("rules"), "moves", None)))
    applied = taken_apart(rule)
    written = applied.function if applied else rule
    return written if isinstance(written, FunctionType) else function


def given_before(rule: Any) -> tuple[FunctionType, dict[str, Any], tuple[str, ...]]:
    """The function that a rule calls, the constants that it is given by name, and the parameters that are left."""
    function, applied = plain_function(rule), taken_apart(rule)
    names, _ = parameters(function)
    if applied is None:
        return function, {}, names
    constant(tuple(applied.first), "what a rule is given beforehand")
    constant(tuple(applied.named.values()), "what a rule is given beforehand")
    given = dict(zip(names, applied.first))
    by_place = len(names) - len(given_by_name(function))
    if len(applied.first) > by_place or set(applied.named) & set(given) or not set(applied.named) <= set(names):
        raise Refused(f"what {name_of(rule)} is given beforehand does not fit the parameters of {function.__name__}")
    return function, {**given, **applied.named}, tuple(names[len(applied.first) :])


def called_with(r: Reader, called: Any, node: ast.Call) -> tuple[Any, ast.Call]:
    """What a call calls, and the call with the arguments that were given beforehand."""
    applied = taken_apart(called)
    if applied is None:
        return called, node
    own = {each.arg for each in node.keywords}
    first = [r.constant(constant(value, GIVEN)) for value in applied.first]
    more = {name: value for name, value in applied.named.items() if name not in own}
    named = [ast.keyword(name, r.constant(constant(value, GIVEN))) for name, value in more.items()]
    made = ast.Call(node.func, [*first, *node.args], [*named, *node.keywords])
    return applied.function, ast.fix_missing_locations(ast.copy_location(made, node))
