"""Reading calls: methods, built-ins, functions that take generators."""

from __future__ import annotations

import ast
from types import BuiltinFunctionType, FunctionType
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, named

from ..ir import subset
from ..ir.core import Block, Call, Const, Fetch, Node, Replace, Set, Splice, Var
from ..ir.scratch import bits_of, digest, fetch, just_above, of_bits
from .arguments import Early, after, bound, has_methods, is_iterable
from .consuming import built, consumption, count_of
from .folding import again, attribute, folded, record_of
from .loops import opened
from .reader import Reader
from .signatures import of_function, of_record, plain, refuse_stars, written
from .source import is_generator
from .splices import DEEPEST_SPLICE, function_body, refuse_too_many, take, take_defaults

FUNCTIONS = {
    abs: "abs",
    int: "int",
    bool: "bool",
    float: "float",
    len: "len",
    digest: "digest",
    bits_of: "bits of",
    of_bits: "of bits",
    just_above: "just above",
}


def call_read(r: Reader, node: ast.Call) -> Node:
    """A call in the small language; Refused if it is outside of the subset."""
    refuse_stars(node)
    if isinstance(node.func, ast.Attribute):
        base = r.read(node.func.value)
        if not isinstance(base, Const) or has_methods(base.value, node.func.attr):
            return method(r, base, node.func.attr, node)
        called = attribute(base, node.func.attr)
    else:
        called = r.read(node.func)
    if not isinstance(called, Const):
        raise Refused("a function that is called is known before the game starts")
    return call_of(r, called.value, node)


def call_of(r: Reader, called: Any, node: ast.Call) -> Node:
    """The call of a function, a class or a built-in that is known now."""
    if isinstance(called, type) and issubclass(called, tuple) and hasattr(called, "_fields"):
        start, arguments = bound(r, of_record(called), node)
        return after(start, record_of(called, arguments))
    if called is pvector:
        return built(r, node)
    if isinstance(called, FunctionType) and called not in FUNCTIONS and called is not fetch:
        return function_call(r, called, node)
    if not isinstance(called, type | BuiltinFunctionType | FunctionType):
        raise unknown(called)
    if called in (sum, any, all) or (called in (min, max) and len(node.args) == 1):
        return consumption(r, called, node)
    if called in subset.BUILT_INS:
        raise Refused(subset.BUILT_INS[called])
    if called is fetch:
        return Fetch(*(r.read(each) for each in node.args))
    if called in (min, max):
        return least_or_most_of(r, called.__name__, node)
    if called in FUNCTIONS:
        (operand,) = written(plain(FUNCTIONS[called], "x"), node).values()
        return folded(FUNCTIONS[called], r.read(operand))
    if called is divmod:
        return divided(r, node)
    raise unknown(called)


def least_or_most_of(r: Reader, symbol: str, node: ast.Call) -> Node:
    """min(a, b, ...)"""
    names = [f"x{number}" for number in range(1, max(2, len(node.args)) + 1)]
    first, *others = [r.read(each) for each in written(plain(symbol, *names), node).values()]
    for other in others:
        first = folded(symbol, first, other)
    return first


def divided(r: Reader, node: ast.Call) -> Node:
    """The quotient and the rest of two numbers, each worked out once."""
    early = Early(r, node)
    a, b = [early.keep(r.read(each)) for each in written(plain("divmod", "a", "b"), node).values()]
    return after(early.statements, record_of(tuple, [folded("//", a, b), folded("%", again(a), again(b))]))


def unknown(called: object) -> Refused:
    """The refusal of a call of something that the subset does not know."""
    return Refused(subset.UNKNOWN_CALL.format(named(called)))


def function_call(r: Reader, called: FunctionType, node: ast.Call) -> Node:
    """The call of a plain function; its text is read in place if generators are handed to it."""
    if is_generator(called):
        raise Refused(subset.CONSUMED)
    if any(is_iterable(r, each) for each in (*node.args, *(k.value for k in node.keywords))):
        return inlined(r, called, node)
    start, arguments = bound(r, of_function(called), node)
    return after(start, Call(called, arguments))


def method(r: Reader, base: Node, name: str, node: ast.Call) -> Node:
    """The call of a method of a value: of a board, an int, a NamedTuple or a tuple."""
    arguments = [r.read(each) for each in node.args]
    if name == "_replace" and not arguments:
        return Replace(base, {str(k.arg): r.read(k.value) for k in node.keywords})
    if node.keywords:
        raise Refused(f"`.{name}()` takes no argument {node.keywords[0].arg} by name")
    match name, arguments:
        case "set", [index, value]:
            return changed(base, [(index, value)])
        case "mset", _ if len(arguments) % 2 == 0:
            return changed(base, list(zip(arguments[::2], arguments[1::2])))
        case (("bit_count" | "bit_length"), []):
            return folded(name, base)
        case "count", [wanted]:
            early = Early(r, node)
            base = early.keep(base) if early.all else base
            return after(early.statements, count_of(r, base, wanted))
    raise Refused(f"no method .{name}(): .set, .mset, .count, ._replace, .bit_count, .bit_length")


def inlined(r: Reader, called: FunctionType, node: ast.Call) -> Node:
    """A function some of whose arguments are generators, read here: its loop becomes theirs."""
    if r.depth > DEEPEST_SPLICE:
        raise Refused("no recursion over generators")
    label, result, early = next(r.fresh), r.hidden(called.__name__), Early(r, node)
    refuse_too_many(label)
    inner = r.inner(called, {}, label)
    inner.result = result
    given = written(of_function(called), node)
    take_defaults(inner, given)
    for name, each in given.items():
        if is_iterable(r, each):
            inner.iterables[name] = opened(r, each, early)
        else:
            early.statements += take(inner, name, r.read(each))
    body = Splice(label, function_body(inner), r.hidden("nothing"), [])
    return Block([*early.statements, body], Var(result.name))


def changed(base: Node, changes: list[tuple[Node, Node]]) -> Set:
    """A board with these cells changed, one node for a chain of `.set`."""
    if isinstance(base, Set):
        return Set(base.base, [*base.changes, *changes])
    return Set(base, changes)
