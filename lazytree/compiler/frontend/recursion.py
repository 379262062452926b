"""Functions that call themselves and are handed lists or sets, or give their items: these are called, as in Python.

Any other function that is handed a list is read in place of its call. One that calls itself would have no end there: it
is handed the caller's list itself (`Lent`), and what it gives item by item goes into a list of its caller's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType, FunctionType

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import INTO, Add, Assign, Begin, Call, Const, Evaluate, Lent, NewContainer, Node, Var
from ..ir.kinds import LIST
from .alike import classes_of
from .applied import called_with
from .arguments import Early, after, function_called
from .defining import inner_of
from .fresh import arguments, behind, handed_to, names_changed_in
from .grown import filled_from, gone_over, grown_of
from .listlike import LAZY, SET, kind_of
from .methods import calls_in, constants_given
from .reader import GrownName, Iterable, Reader
from .rounds import each_of
from .signatures import of_function, written
from .source import is_generator

Opened = Callable[..., Iterable]
CLASSES = {False: frozenset({list}), True: frozenset({set})}


def calls_itself(r: Reader, function: FunctionType, call: ast.Call) -> bool:
    """Whether a function that is called so calls itself, as far as its own text tells."""
    if not names(function.__code__, function.__name__):
        return False
    alone = r.alone(function)
    alone.constants.update(constants_given(r, function, call))
    found = (handed_to(alone, each) for each in calls_in(function))
    return any(each is not None and each[0] is function for each in found)


def is_own_call(r: Reader, call: ast.Call) -> bool:
    """Whether this calls the function in whose text it stands."""
    handed = handed_to(r, call)
    return handed is not None and handed[0] is r.function


def names(code: CodeType, name: str) -> bool:
    """Whether some code, or code within it, names what is outside of it."""
    inside = (each for each in code.co_consts if isinstance(each, CodeType))
    return name in code.co_names or name in code.co_freevars or any(names(each, name) for each in inside)


def lent_to(r: Reader, function: FunctionType, call: ast.Call, opened: Opened) -> Node:
    """The call of a function that calls itself, with lists and sets among its arguments."""
    start, given = arguments_of(r, function, call, opened)
    return after(start, Call(function, given))


def arguments_of(r: Reader, function: FunctionType, call: ast.Call, opened: Opened) -> tuple[list[Node], list[Node]]:
    """The arguments in the order of the parameters, lists and sets lent, and what is to be done before."""
    signature, early = of_function(function), Early(r, call)
    changed = names_changed_in(r, function, {})
    read: dict[str, Node] = {}
    for name, value in written(signature, call).items():
        if inner_of(r, value):
            raise Refused("a function that calls itself is handed no function inside of the rule: one outside of it")
        if is_lent(r, value):
            read[name] = lent(r, early, value, name in changed, opened)
        else:
            read[name] = early.keep(r.read(value))
    lists = [each.name.name for each in read.values() if isinstance(each, Lent)]
    if len(set(lists)) < len(lists):
        raise Refused(subset.LENT_TWICE)
    given = [read[name] if name in read else Const(signature.defaults[name]) for name in signature.names]
    return early.statements, given


def is_lent(r: Reader, value: ast.expr) -> bool:
    """Whether an argument of a function that calls itself is a list or a set; a set of constants may grow, too."""
    return (isinstance(value, ast.Set) and not r.by_reference) or kind_of(r, value) != ""


def lent(r: Reader, early: Early, value: ast.expr, changed: bool, opened: Opened) -> Lent:
    """A list or a set as an argument: that of a variable, or one that is made for the call.

    One that is made for the call may be a copy, unless the function changes what it is handed.
    """
    if (held := grown_of(r, value)) is not None and held.classes == CLASSES[held.distinct]:
        return Lent(Var(held.variable))
    distinct = isinstance(value, ast.Set) or kind_of(r, value) == SET
    if kind_of(r, value) == LAZY or classes_of(r, value) != CLASSES[distinct]:
        raise Refused(subset.LENT)
    if changed and behind(r, value):
        raise Refused(subset.LENT_NAME)
    made = Var(r.hidden("list").name)
    filled: list[Node] = []
    if isinstance(value, ast.Set):
        filled = [Add(made, r.read(each)) for each in value.elts]
    elif not is_empty(r, value):
        filled = r.in_any_order(distinct, lambda: filled_from(r, made.name, value, opened))
    early.statements += [Begin(made, distinct), *filled]
    return Lent(made)


def is_empty(r: Reader, value: ast.expr) -> bool:
    """Whether this is `list()` or `set()`."""
    return isinstance(value, ast.Call) and not arguments(value) and function_called(r, value) in (list, set)


def gathered(r: Reader, function: FunctionType, call: ast.Call, early: Early | None, opened: Opened) -> Iterable:
    """What loops over all that a function which calls itself gives: it puts the items into a list first.

    Python's generator gives them one by one. Rules have no effects, so that the only difference is an error that would
    come later, or never: machine code hands such a question back to Python.
    """
    if is_generator(function):
        refuse_lists(r, call)
    start, given = arguments_of(r, function, call, opened)
    items = r.hidden("items").name
    if r.by_reference:
        call_made = Evaluate(Call(function, [*given, Var(items)]))
        start = [*start, Assign(Var(items), NewContainer(LIST)), call_made]
        if early:
            early.statements += start
            start = []
        return lambda target, body: [*start, *each_of(r, [Var(items)])(target, body)]
    start = [*start, Begin(Var(items)), Evaluate(Call(function, [*given, Lent(Var(items))]))]
    if early:
        early.statements += start
        start = []
    loop = gone_over(r, GrownName(items, distinct=False))
    return lambda target, body: [*start, *loop(target, body)]


def refuse_lists(r: Reader, call: ast.Call) -> None:
    """Refused if a call hands over lists or sets: they might change between two items."""
    if any(is_lent(r, each) for each in arguments(call)):
        raise Refused(subset.LENT_BY_GENERATOR)


def handed_through(r: Reader, call: ast.Call, opened: Opened) -> list[Node]:
    """`yield from` of the function itself: it adds to the same list."""
    function, call = called_with(r, function_called(r, call), call)
    refuse_lists(r, call)
    start, given = arguments_of(r, function, call, opened)
    into: Node = Var(INTO) if r.by_reference else Lent(Var(INTO))
    return [*start, Evaluate(Call(function, [*given, into]))]


def lend(r: Reader, name: str, distinct: bool) -> None:
    """Makes a parameter of a function a list or a set that is lent to it."""
    r.grown[name] = GrownName(name, distinct, own=False, classes=CLASSES[distinct])
    r.classes[name] = CLASSES[distinct]
