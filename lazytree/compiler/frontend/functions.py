"""Reading functions: from the text of a running function to the small language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType, MappingProxyType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import INTO, Break, Const, If, Node, NoResult, Raise, Return, While, all_nodes
from .expressions import read
from .reader import Reader, Shared
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


def read_function(
    function: FunctionType,
    constants: Mapping[str, object],
    lazy: dict[Any, bool],
    owners: Mapping[str, Any] = MappingProxyType({}),
    classes: dict[Any, None] | None = None,
    into: bool = False,
) -> Function:
    """The function as core statements, its constant arguments built in.

    This is what inference asks of the front end. `lazy` says of functions whether they give their items one by one;
    what is found out is added. With `into`, `INTO` is a list into which the function puts the items that it gives.
    `owners` are the classes of parameters that have methods, `classes` all that the program has met. Refused, with file
    and line, where the function leaves the subset.
    """
    names = [*parameters(function)[0]]
    if is_generator(function) and not into:
        raise Refused(subset.CONSUMED, place(function, function.__code__.co_firstlineno))
    reader = Reader(function, constants, read, statements, shared=Shared(lazy=lazy, classes=classes or {}))
    reader.owners = dict(owners)
    if into:
        reader.into, reader.gives = True, not is_generator(function)
        names.append(INTO)
    body = function_body(reader)
    if comes_to_its_end(body):
        body.append(Return(NoResult()))
    own = [name for name in names if name not in constants]
    return Function(function.__name__, function, own, body)
