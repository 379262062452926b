"""Reading functions: from the text of a running function to the small language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType, MappingProxyType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import INTO, Break, Const, If, Node, NoResult, Raise, Return, While
from ..ir.walking import all_nodes
from .expressions import read
from .grown_names import find_grown
from .reader import Reader, Shared
from .recursion import lend
from .source import is_generator, parameters, place
from .splices import function_body
from .statements import statements


def comes_to_its_end(body: list[Node]) -> bool:
    """Whether statements may end without a `return` or a `raise`, as far as the last one tells."""
    match body[-1:]:
        case [Return() | Raise()]:
            return False
        case [If(then=then, other=other)]:
            return comes_to_its_end(then) or comes_to_its_end(other)
        case [While(label=label, test=Const(value=value), body=inside)] if value:
            return any(isinstance(each, Break) and each.label == label for each in all_nodes(inside))
    return True


@dataclass(slots=True, eq=False, repr=False)
class Function:
    """A function in the core language, its constant parameters replaced by their values."""

    name: str
    source: FunctionType
    parameters: list[str]
    body: list[Node]
    by_reference: bool = False  # whether its lists, dicts and sets are values


def read_function(
    function: FunctionType,
    constants: Mapping[str, object],
    kinds: dict[Any, Any],
    lists: Mapping[str, bool] | None = None,
    owners: Mapping[str, Any] = MappingProxyType({}),
    classes: dict[Any, None] | None = None,
    by_reference: bool = False,
    into: bool = False,
) -> Function:
    """The function as core statements, its constant arguments built in.

    This is what inference asks of the front end. `kinds` says of functions whether they give lists; what is found out
    is added. `lists` are the parameters that are lists of the caller's, and whether they are sets; with `into`, `INTO`
    is one into which the function puts the items that it gives. `owners` are the classes of parameters that have
    methods, `classes` all that the program has met. `by_reference`: its lists, dicts and sets are values, as they are
    where it cannot be read otherwise. Refused, with file and line, where the function leaves the subset.
    """
    names, lists = [*parameters(function)[0]], lists or {}
    if is_generator(function) and not into:
        raise Refused(subset.CONSUMED, place(function, function.__code__.co_firstlineno))
    shared = Shared(sure=kinds, settle=find_grown, classes=classes or {})
    reader = Reader(function, constants, read, statements, shared=shared)
    reader.owners, reader.by_reference = dict(owners), by_reference
    for name, distinct in lists.items():
        lend(reader, name, distinct)
    if into:
        reader.into, reader.gives = True, not is_generator(function)
        names.append(INTO)
    try:
        body = function_body(reader)
    except Refused:
        if by_reference or lists:
            raise
        return read_function(function, constants, kinds, None, owners, classes, True, into)
    if comes_to_its_end(body):
        body.append(Return(NoResult()))
    own = [name for name in names if name not in constants]
    return Function(function.__name__, function, own, body, by_reference)
