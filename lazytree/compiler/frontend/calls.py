"""Reading calls: methods, built-ins, functions that take generators, Enums."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import EnumMeta
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, name_of
from lazytree.searching.kernels.memory import (
    added,
    ask,
    bits_of,
    digest,
    fetch,
    ints_only,
    just_above,
    no_nan,
    of_bits,
    swapped,
)

from ..ir import subset
from ..ir.classes import fields_of, found_by_value, plain_enum, valued_by_ints
from ..ir.core import (
    Ask,
    Assign,
    Atomic,
    Block,
    Call,
    Const,
    Fetch,
    Member,
    Method,
    Node,
    Op,
    Replace,
    Set,
    Var,
)
from ..ir.frozen import DictOf, SetOf
from ..ir.kinds import LIST
from ..ir.symbols import plain_choice
from ..library import table
from . import containers
from .applied import called_with
from .arguments import (
    after,
    assigns,
    bound,
    callee,
    inner_of,
    of_function,
    of_record,
    plain,
    refuse_stars,
    written,
)
from .constants import constant
from .dicts import looked_up, method_of
from .folding import folded, item, record_of
from .frames import begun, call_kept
from .iterables import ITERATED, STEPPED, is_lazy
from .mathematics import is_of_math, of_math, power_called
from .reader import Reader
from .source import is_generator
from .splices import fold, inlined
from .tuples import built, tuple_of

# ---- Enums: `Side(1)`, `Color("red")`


OTHER_VALUES = "`{0}(...)`, some of whose members are found by another value than their own number or constant: a dict"


def member_by_value(r: Reader, cls: Any, node: ast.Call) -> Node:
    """`cls(value)` of an Enum."""
    of_ints = issubclass(cls, int)
    (plain_enum if of_ints else plain_choice)(cls)
    if not (valued_by_ints if of_ints else found_by_value)(cls):
        raise Refused(OTHER_VALUES.format(cls.__name__))
    (given,) = written(plain(cls.__name__, "value"), node).values()
    value = r.read(given)
    if of_ints and not isinstance(value, Const):
        return Member(cls, value)
    values = tuple(constant(object.__getattribute__(each, "__dict__")["_value_"], cls.__name__) for each in cls)
    return looked_up(r, DictOf(values, tuple(cls)), value)


# ---- Calls


FUNCTIONS = {
    abs: "abs",
    int: "int",
    bool: "bool",
    float: "float",
    round: "round",
    len: "len",
    digest: "digest",
    bits_of: "bits of",
    of_bits: "of bits",
    just_above: "just above",
    ints_only: "ints only",
    no_nan: "no nan",
}


def call_read(r: Reader, node: ast.Call) -> Node:
    """A call in the small language; Refused if it is outside of the subset."""
    if any(isinstance(each, ast.Starred) for each in node.args):
        return spread(r, node)
    refuse_stars(node)
    if inner := inner_of(r, node.func):
        if inner.is_lazy:
            raise Refused(subset.ONCE)
        return inlined(r, inner, node)
    called, base = callee(r, node)
    if base is not None:
        return method(r, base, node.func.attr, node)  # type: ignore[attr-defined]
    if called is None:
        raise Refused("a function that is called is known before the game starts")
    return call_of(r, called, node)


def spread(r: Reader, node: ast.Call) -> Node:
    """`f(a, *t)`: t has an item for each parameter that is given no other argument."""
    known = r.read(node.func) if isinstance(node.func, ast.Name) and not inner_of(r, node.func) else None
    called: Any = known.value if isinstance(known, Const) else None
    is_record = isinstance(called, type) and fields_of(called)
    if not is_record and not isinstance(called, FunctionType):
        raise Refused(subset.BROKEN_BY[ast.Starred])
    signature = of_record(called) if is_record else of_function(called)
    number = len(signature.names) - len(node.args) + 1
    several = sum(isinstance(each, ast.Starred) for each in node.args) > 1
    if several or node.keywords or signature.defaults or signature.named or number < 1 or assigns(r, node):
        raise Refused(subset.STARS)
    start: list[Node] = []
    arguments: list[ast.expr] = []
    for each in node.args:
        if isinstance(each, ast.Name | ast.Constant):
            arguments.append(each)
            continue
        parts = [r.hidden("part") for _ in range(number if isinstance(each, ast.Starred) else 1)]
        given = r.read(each.value if isinstance(each, ast.Starred) else each)
        start.append(Assign([*parts] if isinstance(each, ast.Starred) else parts[0], given))
        arguments += [ast.Name(part.name, ast.Load()) for part in parts]
    call = ast.fix_missing_locations(ast.copy_location(ast.Call(node.func, arguments, []), node))
    return Block(start, r.read(call))


def goes_over(r: Reader, node: ast.Call) -> bool:
    """Whether a call hands over generators or functions inside of a rule."""
    given = [*node.args, *(each.value for each in node.keywords)]
    return any(is_lazy(r, each) or inner_of(r, each) for each in given)


def call_of(r: Reader, called: Any, node: ast.Call) -> Node:
    """The call of a function, a class or a built-in that is known now."""
    called, node = called_with(r, called, node)
    if isinstance(called, type) and fields_of(called):
        start, arguments = bound(r, of_record(called), node)
        return after(start, record_of(called, arguments))
    if isinstance(called, EnumMeta):
        return member_by_value(r, called, node)
    if called in READ:
        return READ[called](r, node)
    if (made := containers.constructed(r, called, node)) is not None:
        return made
    if isinstance(called, FunctionType) and called not in FUNCTIONS:
        return function_call(r, called, node)
    if not isinstance(called, type | BuiltinFunctionType | FunctionType | MethodDescriptorType):
        raise unknown(called)
    by_key = any(each.arg == "key" for each in node.keywords)
    if called in table.FUNCTIONS and (called not in (min, max) or len(node.args) == 1 or by_key):
        return fold(r, called, node)
    if called in table.GENERATORS:
        return begun(r, table.GENERATORS[called], node)
    if called in STEPPED or called in ITERATED:
        return call_kept(r, called, node)
    if called in subset.BUILT_INS:
        raise Refused(subset.BUILT_INS[called])
    if called in (min, max):
        return least_or_most_of(r, called.__name__, node)
    if called is round and len(node.args) + len(node.keywords) > 1:
        raise Refused("`round` to a number of digits: `round(x)`, or `round(100 * x)` of hundredths")
    if called in FUNCTIONS:
        (operand,) = written(plain(FUNCTIONS[called], "x"), node).values()
        return folded(FUNCTIONS[called], r.read(operand))
    if is_of_math(called):
        return of_math(r, called, node)
    raise unknown(called)


def asked(r: Reader, node: ast.Call) -> Node:
    """`ask(how, base, ...)`, in the library."""
    how, base, *given = node.args
    assert isinstance(how, ast.Constant)
    whole, parts = r.read(base), [r.read(each) for each in given]
    if how.value == "with":
        return Set(whole, [(parts[0], parts[1])], str)
    return Op("sought", [whole, *parts]) if how.value == "sought" else Ask(str(how.value), whole, parts)


def replaced(r: Reader, node: ast.Call) -> Node:
    """`replace(value, field=...)` of a dataclass."""
    if len(node.args) != 1:
        raise Refused("`replace(value, field=...)`")
    return Replace(r.read(node.args[0]), {str(k.arg): r.read(k.value) for k in node.keywords}, dataclass=True)


READ: Mapping[Any, Callable[[Reader, ast.Call], Node]] = {
    ask: asked,
    pow: power_called,
    pvector: built,
    replace: replaced,
    tuple: lambda r, node: tuple_of(r, *node.args) if node.args else Const(()),
    fetch: lambda r, node: Fetch(*map(r.read, node.args)),
    added: lambda r, node: Atomic("add", *map(r.read, node.args)),
    swapped: lambda r, node: Atomic("xchg", *map(r.read, node.args)),
}
"""What is read in a way of its own."""


def least_or_most_of(r: Reader, symbol: str, node: ast.Call) -> Node:
    """The call `min(a, b, ...)`, or of `max`."""
    names = [f"x{number}" for number in range(1, max(2, len(node.args)) + 1)]
    first, *others = [r.read(each) for each in written(plain(symbol, *names), node).values()]
    for other in others:
        first = folded(symbol, first, other)
    return first


def unknown(called: object) -> Refused:
    """The refusal of a call of something that the subset does not know."""
    return Refused(subset.UNKNOWN_CALL.format(name_of(called)))


def function_call(r: Reader, called: FunctionType, node: ast.Call) -> Node:
    """The call of a plain function; its text is read in place if generators are handed to it."""
    if is_generator(called):
        return begun(r, called, node)
    if goes_over(r, node):
        return inlined(r, called, node)
    start, arguments = bound(r, of_function(called), node)
    return after(start, Call(called, arguments))


def method(r: Reader, base: Node, name: str, node: ast.Call) -> Node:
    """The call of a method of a value: of a board, an int, a NamedTuple or a tuple."""
    if name == "join" and isinstance(base, Const) and base.value == "" and len(node.args) == 1:
        return Op("text", [tuple_of(r, node.args[0])])
    arguments = [handed(r, each) for each in node.args]
    if isinstance(base, Const) and isinstance(base.value, (SetOf, frozenset)):
        base = Op("member array", [base])
    if isinstance(base, Const) and isinstance(base.value, DictOf) and not node.keywords:
        return method_of(r, base.value, name, arguments)
    if name == "_replace" and not arguments:
        return Replace(base, {str(k.arg): r.read(k.value) for k in node.keywords})
    if node.keywords:
        return method_by_names(r, base, name, arguments, node)
    match name, arguments:
        case "__getitem__", [index]:
            return item(base, index)
        case "set", [index, value]:
            return changed(base, [(index, value)])
        case "mset", _ if len(arguments) % 2 == 0:
            return changed(base, list(zip(arguments[::2], arguments[1::2])))
        case (("bit_count" | "bit_length"), []):
            return folded(name, base)
        case "find" | "startswith" | "endswith" | "replace", _:
            kept = r.hidden("text")
            return Block([Assign(kept, base)], Method(Var(kept.name), name, arguments))
    return Method(base, name, arguments)


def method_by_names(r: Reader, base: Node, name: str, arguments: list[Node], node: ast.Call) -> Node:
    """The call of a method that is given arguments by name: all are worked out in the order of the text."""
    start: list[Node] = []
    kept = []
    for each in (base, *arguments, *(handed(r, one.value) for one in node.keywords)):
        kept.append(r.hidden("given"))
        start.append(Assign(kept[-1], each))
    first, *others = [Var(each.name) for each in kept]
    return Block(start, Method(first, name, [*others], tuple(str(one.arg) for one in node.keywords)))


def handed(r: Reader, node: ast.expr) -> Node:
    """An argument of a method: a generator as a value; one that is gone over where it is made fills a list first."""
    if inner_of(r, node):
        raise Refused(subset.HANDED_TO_METHOD)
    try:
        return r.read(node)
    except Refused:
        if not is_lazy(r, node):
            raise
    return Op("at once", [containers.filled(r, LIST, node)])


def changed(base: Node, changes: list[tuple[Node, Node]]) -> Set:
    """A board with these cells changed, one node for a chain of `.set`."""
    if isinstance(base, Set):
        return Set(base.base, [*base.changes, *changes])
    return Set(base, changes)
