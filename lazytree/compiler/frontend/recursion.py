"""Functions that call themselves and give their items one by one: these are called, and put the items into a list."""

from __future__ import annotations

import ast
from types import CodeType, FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import INTO, Apart, Assign, Call, Const, Evaluate, NewContainer, Node, Target, Var
from ..ir.kinds import LIST
from .applied import called_with, taken_apart
from .arguments import Early, function_called
from .by_reference import names_of
from .defining import inner_of
from .lazily import is_lazy
from .methods import calls_in, constants_given
from .reader import Body, Iterable, Reader
from .rounds import each_of
from .signatures import of_function, written


def calls_itself(r: Reader, function: FunctionType, call: ast.Call) -> bool:
    """Whether a function that is called so calls itself, as far as its own text tells."""
    if not names(function.__code__, function.__name__):
        return False
    alone = r.alone(function)
    alone.constants.update(constants_given(r, function, call))
    return any(called_by(alone, each) is function for each in calls_in(function))


def called_by(r: Reader, call: ast.Call) -> Any:
    """The function that a call calls, whatever it is given beforehand; None where that is not known."""
    try:
        called = function_called(r, call)
    except Refused:  # it is refused again where it is read
        return None
    applied = taken_apart(called)
    return applied.function if applied else called


def is_own_call(r: Reader, call: ast.Call) -> bool:
    """Whether this calls the function in whose text it stands."""
    return called_by(r, call) is r.function


def names(code: CodeType, name: str) -> bool:
    """Whether some code, or code within it, names what is outside of it."""
    inside = (each for each in code.co_consts if isinstance(each, CodeType))
    return name in code.co_names or name in code.co_freevars or any(names(each, name) for each in inside)


def arguments_of(r: Reader, function: FunctionType, call: ast.Call) -> tuple[list[Node], list[Node]]:
    """The arguments in the order of the parameters, and what is to be done before."""
    signature, early = of_function(function), Early(r, call)
    read: dict[str, Node] = {}
    for name, value in written(signature, call).items():
        if inner_of(r, value):
            raise Refused("a function that calls itself is handed no function inside of the rule: one outside of it")
        if is_lazy(r, value):
            raise Refused(subset.LENT)
        read[name] = early.keep(r.read(value))
    given = [read[name] if name in read else Const(signature.defaults[name]) for name in signature.names]
    return early.statements, given


def gathered(r: Reader, function: FunctionType, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over all that a function which calls itself gives: it puts the items into a list first.

    Python's generator gives them one by one: Refused where it can be told, as both it and the loop have one list.
    """
    start, given = arguments_of(r, function, call)
    items = r.hidden("items").name
    start = [*start, Assign(Var(items), NewContainer(LIST)), Evaluate(Call(function, [*given, Var(items)]))]
    if early:
        early.statements += start
        start = []
    handed = tuple(sorted(names_of(given)))

    def loop(target: Target, body: Body) -> list[Node]:
        made = each_of(r, [Var(items)])(target, body)
        inside = names_of(made) - {items}
        apart = Apart(handed, tuple(sorted(inside)), subset.LENT_BY_GENERATOR)
        return [*start, apart, *made]

    return loop


def handed_through(r: Reader, call: ast.Call) -> list[Node]:
    """`yield from` of the function itself: it adds to the same list."""
    function, call = called_with(r, function_called(r, call), call)
    start, given = arguments_of(r, function, call)
    return [*start, Evaluate(Call(function, [*given, Var(INTO)]))]
