"""Reading calls: methods, built-ins, functions that take generators, Enums."""

from __future__ import annotations

import ast
from collections.abc import Mapping
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
from ..ir.classes import fields_of, found_by_value, members, plain_enum, valued_by_ints
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
from ..ir.kinds import LIST, OF_ONE_TEXT
from ..ir.symbols import plain_choice
from ..library import table
from . import containers
from .applied import called_with
from .arguments import (
    after,
    assigns,
    bound,
    has_methods,
    inner_of,
    of_function,
    of_record,
    plain,
    refuse_stars,
    written,
)
from .constants import constant, method_held
from .dicts import looked_up, method_of
from .folding import attribute, folded, record_of
from .frames import begun, call_kept
from .iterables import ITERATED, STEPPED, is_lazy
from .mathematics import is_of_math, of_math, power_called
from .reader import Reader
from .source import is_generator
from .splices import fold, inlined, inner_call
from .tuples import built, tuple_of

# ---- Enums: `Side(1)`, `Color("red")`


OTHER_VALUES = "`{0}(...)`, some of whose members are found by another value than their own number or constant: a dict"


def member_of(cls: Any, value: Node) -> Node:
    """`cls(value)` of an IntEnum."""
    plain_enum(cls)
    if not valued_by_ints(cls):
        raise Refused(OTHER_VALUES.format(cls.__name__))
    known = members(cls)
    if isinstance(value, Const) and isinstance(value.value, int) and int(value.value) in known:
        return Const(known[int(value.value)])
    return Member(cls, value)


def member_by_value(r: Reader, cls: Any, node: ast.Call) -> Node:
    """`cls(value)` of an Enum that is not one of ints."""
    plain_choice(cls)
    if not found_by_value(cls):
        raise Refused(OTHER_VALUES.format(cls.__name__))
    (value,) = written(plain(cls.__name__, "value"), node).values()
    members = tuple(cls)
    values = tuple(constant(object.__getattribute__(each, "__dict__")["_value_"], cls.__name__) for each in members)
    return looked_up(r, DictOf(values, members), r.read(value))


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
ATOMIC: Mapping[Any, str] = {added: "add", swapped: "xchg"}


def call_read(r: Reader, node: ast.Call) -> Node:
    """A call in the small language; Refused if it is outside of the subset."""
    if any(isinstance(each, ast.Starred) for each in node.args):
        return spread(r, node)
    refuse_stars(node)
    if inner := inner_of(r, node.func):
        return inner_call(r, inner, node)
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "__getitem__" and len(node.args) == 1 and not node.keywords:
            return r.read(ast.copy_location(ast.Subscript(node.func.value, node.args[0], ast.Load()), node))
        base = r.read(node.func.value)
        if isinstance(base, Const) and base.value is dict and node.func.attr == "fromkeys":
            return fold(r, dict.fromkeys, node)
        if isinstance(base, Const) and (held := method_held(base.value, node.func.attr)) is not None:
            return call_of(r, held, node)
        if isinstance(base, Const) and base.value == "" and node.func.attr == "join" and len(node.args) == 1:
            return Op("text", [tuple_of(r, node.args[0])])
        if isinstance(base, Const) and type(base.value) is str and node.func.attr in ("index", *OF_ONE_TEXT):
            return method(r, Const(base.value), node.func.attr, node)
        if not isinstance(base, Const) or has_methods(base.value, node.func.attr):
            return method(r, base, node.func.attr, node)
        called = attribute(base, node.func.attr)
    else:
        called = r.read(node.func)
    if not isinstance(called, Const):
        raise Refused("a function that is called is known before the game starts")
    return call_of(r, called.value, node)


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
    return any(is_lazy(r, each) or inner_of(r, each) for each in values_given(node))


def call_of(r: Reader, called: Any, node: ast.Call) -> Node:
    """The call of a function, a class or a built-in that is known now."""
    called, node = called_with(r, called, node)
    if isinstance(called, type) and fields_of(called):
        start, arguments = bound(r, of_record(called), node)
        return after(start, record_of(called, arguments))
    if isinstance(called, EnumMeta) and not issubclass(called, int):
        return member_by_value(r, called, node)
    if isinstance(called, EnumMeta) and issubclass(called, int):
        (value,) = written(plain(called.__name__, "value"), node).values()
        return member_of(called, r.read(value))
    if called is replace:
        return replaced(r, node)
    if (made := containers.constructed(r, called, node)) is not None:
        return made
    if called is pvector:
        return built(r, node)
    if called is ask:
        how, base, *given = node.args
        assert isinstance(how, ast.Constant)
        whole, parts = r.read(base), [r.read(each) for each in given]
        if how.value == "with":
            return Set(whole, [(parts[0], parts[1])], str)
        return Op("sought", [whole, *parts]) if how.value == "sought" else Ask(str(how.value), whole, parts)
    if isinstance(called, FunctionType) and called not in FUNCTIONS and called not in (fetch, *ATOMIC):
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
    if called is tuple:
        return tuple_of(r, *node.args) if node.args else Const(())
    if called in subset.BUILT_INS:
        raise Refused(subset.BUILT_INS[called])
    if called is fetch:
        return Fetch(*(r.read(each) for each in node.args))
    if called in ATOMIC:
        return Atomic(ATOMIC[called], *(r.read(each) for each in node.args))
    if called in (min, max):
        return least_or_most_of(r, called.__name__, node)
    if called is round and len(node.args) + len(node.keywords) > 1:
        raise Refused("`round` to a number of digits: `round(x)`, or `round(100 * x)` of hundredths")
    if called in FUNCTIONS:
        (operand,) = written(plain(FUNCTIONS[called], "x"), node).values()
        return folded(FUNCTIONS[called], r.read(operand))
    if called is pow:
        return power_called(r, node)
    if is_of_math(called):
        return of_math(r, called, node)
    raise unknown(called)


def replaced(r: Reader, node: ast.Call) -> Node:
    """`replace(value, field=...)` of a dataclass."""
    if len(node.args) != 1:
        raise Refused("`replace(value, field=...)`")
    return Replace(r.read(node.args[0]), {str(k.arg): r.read(k.value) for k in node.keywords}, dataclass=True)


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


def values_given(node: ast.Call) -> list[ast.expr]:
    """The arguments of a call."""
    return [*node.args, *(each.value for each in node.keywords)]


def method(r: Reader, base: Node, name: str, node: ast.Call) -> Node:
    """The call of a method of a value: of a board, an int, a NamedTuple or a tuple."""
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
