"""Methods of values, and functions with some arguments given beforehand.

Before types are known, a method is looked for by its name in the classes that a program's arguments and texts name.
Where one class has it, the value before the dot is taken to be of that class; inference refuses any other value.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import Refused
from lazytree.searching.kernels.memory import of_class

from ..ir.classes import fields_of
from ..ir.frozen import Applied
from .constants import OF_TUPLES
from .dependencies import ATTRIBUTE, asked, attribute_found, content, global_value
from .source import definition, parameters
from .syntax import nodes_of_kind

if TYPE_CHECKING:
    from .reader import Reader
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING

from lazytree.core.errors import name_of

from ..ir.classes import is_dataclass
from .constants import REMEMBERING, constant, is_instance, method_held, remembered
from .dependencies import APPLIED
from .source import given_by_name

if TYPE_CHECKING:
    from .reader import Reader


# ---- Methods of values, told by the text alone: which function `position.steps(c)` reads in place of the call


def method_of_value(r: Reader, node: ast.Call) -> Applied | None:
    """The method that a call asks a value for; None where no class is known that has it, or several are."""
    assert isinstance(node.func, ast.Attribute)
    found = owner_of(r, node.func.value, node.func.attr, FunctionType)
    if found is None:
        return None
    return Applied(asked(ATTRIBUTE, found, node.func.attr), receiver=(node.func.value, found))


def property_of_value(r: Reader, node: ast.Attribute) -> Applied | None:
    """The function behind a property that a value is asked for; None of anything else."""
    found = owner_of(r, node.value, node.attr, property)
    function = asked(ATTRIBUTE, found, node.attr).fget if found is not None else None
    return Applied(function, receiver=(node.value, found)) if type(function) is FunctionType else None


def called_property(r: Reader, node: ast.expr) -> ast.expr:
    """A property of a value as a call of its function; any other expression as it is."""
    if not isinstance(node, ast.Attribute) or (found := property_of_value(r, node)) is None:
        return node
    name = r.hidden("property").name
    r.constants[name] = found
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [], []), node)


def owner_of(r: Reader, value: ast.expr, name: str, kind: type) -> Any:
    """The class of a value whose `name` is a function or a property; None where that is not clear."""
    if isinstance(value, ast.Name) and value.id in r.owners and value.id not in r.renamed:
        own = r.owners[value.id]
        return own if defines(own, name, kind) else None
    found = [cls for cls in classes_known(r) if defines(cls, name, kind)]
    return found[0] if len(found) == 1 else None


def defines(cls: Any, name: str, kind: type) -> bool:
    """Whether a class has a function, or a property, of this name."""
    return name not in OF_TUPLES and name not in fields_of(cls) and type(attribute_found(cls, name)) is kind


def classes_known(r: Reader) -> list[Any]:
    """The classes of a program's arguments, and those that the texts name that are read together."""
    found = dict(r.shared.classes)
    for function in r.chain:
        if function not in r.shared.named:
            r.shared.named[function] = classes_reached(function)
        found.update(dict.fromkeys(r.shared.named[function]))
    return list(found)


def classes_reached(function: FunctionType) -> list[Any]:
    """The NamedTuples and dataclasses that a function names, and those that functions and classes name which it names.

    A value of any other class comes from an argument.
    """
    ahead, seen = [function], {function}
    found: dict[Any, None] = {}
    while ahead:
        each = ahead.pop(0)
        for value in values_named(each):
            if type(value) is type and fields_of(value) and value not in found:
                found[value] = None
                functions = [one for one in vars(value).values() if type(one) is FunctionType]
            else:
                functions = [value] if type(value) is FunctionType else []
            new = [one for one in functions if one not in seen and one.__module__ == function.__module__]
            ahead += new
            seen.update(new)
    return list(found)


def values_named(function: FunctionType) -> list[Any]:
    """What the globals and the closure of a function mean that its text names."""
    cells = [content(cell) for cell in function.__closure__ or ()]
    return [*(global_value(function, name) for name in function.__code__.co_names), *cells]


def receiver_of(r: Reader, applied: Applied) -> list[ast.expr]:
    """The value that a method is asked of, as its first argument: inference refuses it if it is of another class."""
    if applied.receiver is None:
        return []
    value, cls = applied.receiver
    names = []
    for part in (of_class, cls):
        names.append(ast.Name(r.hidden("of").name, ast.Load()))
        r.constants[names[-1].id] = part
    made = ast.Call(names[0], [value, names[1]], [])
    return [ast.fix_missing_locations(ast.copy_location(made, value))]


def calls_in(function: FunctionType) -> list[ast.Call]:
    """The calls in a function's text; none where it has no text that can be read."""
    try:
        return [*nodes_of_kind(definition(function), ast.Call)]
    except Refused:  # it is refused again where it is read
        return []


# ---- Functions with some arguments given beforehand: `partial`, bound methods, objects that are called


NO_FUNCTION = "a rule is a function by `def` or `lambda`, or a method of constants, not {}: `lambda position: ...`"
DEEPEST = 20  # partials of bound methods of ...


def taken_apart(value: Any) -> Applied | None:
    """A `partial`, a bound method or an object that is called, as a function and its arguments; None of others."""
    made, depth = Applied(value), 0
    while (outer := once(made.function)) is not None:
        depth += 1
        if depth > DEEPEST:
            raise Refused("a `partial` of too many others")
        first, receiver = (*outer.first, *made.first), outer.receiver or made.receiver
        made = Applied(outer.function, first, {**outer.named, **made.named}, receiver)
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
    first = [*receiver_of(r, applied), *(constant_named(r, value, node) for value in applied.first)]
    named_ = [
        ast.keyword(name, constant_named(r, value, node)) for name, value in applied.named.items() if name not in own
    ]
    made = ast.Call(node.func, [*first, *node.args], [*named_, *node.keywords])
    return applied.function, ast.copy_location(made, node)


def constant_named(r: Reader, value: Any, node: ast.AST) -> ast.expr:
    """A name that means a constant."""
    name = r.hidden("given").name
    r.constants[name] = constant(value, "an argument given beforehand")
    return ast.copy_location(ast.Name(name, ast.Load()), node)
