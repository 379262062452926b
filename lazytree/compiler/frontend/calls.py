"""Reading calls: methods, built-ins, functions that take generators."""

from __future__ import annotations

import ast
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

from pyrsistent import pvector

from ..ir import subset
from ..ir.core import Assign, Block, Call, Const, Fetch, Node, Replace, Set, Splice, Var
from ..ir.errors import Refused
from ..ir.scratch import digest, fetch
from .arguments import arguments_of, bound, bound_to, function_called, is_iterable
from .consuming import built, consumption, count_of
from .folding import again, folded, record_of
from .loops import loop_over
from .reader import Reader
from .source import is_generator, parameters
from .splices import DEEPEST_SPLICE, function_body

FUNCTIONS = {abs: "abs", int: "int", bool: "bool", len: "len", digest: "digest"}


def call_read(r: Reader, node: ast.Call) -> Node:
    if any(isinstance(argument, ast.Starred) for argument in node.args) or any(not k.arg for k in node.keywords):
        raise Refused(subset.BROKEN_BY[ast.Starred])
    called = function_called(r, node)
    if called is None and isinstance(node.func, ast.Attribute):
        return method(r, r.read(node.func.value), node.func.attr, node)
    if called is None:
        raise Refused("a function that is called is known before the game starts")
    return call_of(r, called, node)


def call_of(r: Reader, called: Any, node: ast.Call) -> Node:
    if called in (sum, any, all) or (called in (min, max) and len(node.args) == 1):
        return consumption(r, called, node)
    if called is pvector:
        return built(r, node)
    if isinstance(called, type) and issubclass(called, tuple) and hasattr(called, "_fields"):
        arguments = bound(called._fields, getattr(called, "_field_defaults", {}), *arguments_of(r, node))
        return record_of(called, arguments)
    if called is fetch:
        return Fetch(*arguments_of(r, node)[0])
    if isinstance(called, FunctionType) and called not in FUNCTIONS:
        if is_generator(called):
            raise Refused(subset.CONSUMED)
        if any(is_iterable(r, each) for each in (*node.args, *(k.value for k in node.keywords))):
            return inlined(r, called, node)
        return Call(called, bound_to(r, called, node))
    if isinstance(called, type | BuiltinFunctionType) and called in subset.BUILT_INS:
        raise Refused(subset.BUILT_INS[called])
    arguments, keywords = arguments_of(r, node)
    if not keywords and arguments:
        if called in (min, max):
            return _folded_left(called.__name__, arguments)
        if called in FUNCTIONS and len(arguments) == 1:
            return folded(FUNCTIONS[called], *arguments)
    if called is divmod and len(arguments) == 2 and all(isinstance(each, (Var, Const)) for each in arguments):
        a, b = arguments
        return record_of(tuple, [folded("//", a, b), folded("%", again(a), again(b))])
    raise Refused(subset.UNKNOWN_CALL.format(getattr(called, "__qualname__", repr(called))))


def method(r: Reader, base: Node, name: str, node: ast.Call) -> Node:
    arguments, keywords = arguments_of(r, node)
    match name, arguments:
        case "set", [index, value] if not keywords:
            return changed(base, [(index, value)])
        case "mset", _ if not keywords and len(arguments) % 2 == 0:
            return changed(base, list(zip(arguments[::2], arguments[1::2])))
        case "_replace", []:
            return Replace(base, keywords)
        case (("bit_count" | "bit_length"), []):
            return folded(name, base)
        case "count", [wanted]:
            return count_of(r, base, wanted)
    raise Refused(f"no method .{name}(): .set, .mset, .count, ._replace, .bit_count, .bit_length")


def inlined(r: Reader, called: FunctionType, node: ast.Call) -> Node:
    """A function some of whose arguments are generators, read here: its loop becomes theirs."""
    if r.depth > DEEPEST_SPLICE:
        raise Refused("no recursion over generators")
    names, defaults = parameters(called)
    given = {**dict(zip(names, node.args)), **{str(k.arg): k.value for k in node.keywords}}
    label, result = next(r.fresh), r.hidden(called.__name__)
    plain = {name: each for name, each in given.items() if not is_iterable(r, each)}
    read = bound(
        tuple(name for name in names if name in plain or name not in given),
        defaults,
        [],
        {name: r.read(each) for name, each in plain.items()},
    )
    others = dict(zip((name for name in names if name in plain or name not in given), read))
    constants = {name: each.value for name, each in others.items() if isinstance(each, Const)}
    inner = r.inner(called, constants, label)
    inner.result = result
    for name, each in given.items():
        if name not in plain:
            inner.iterables[name] = partial(loop_over, r, each)
    start: list[Node] = [
        Assign(Var(inner.prefix + name), each) for name, each in others.items() if name not in constants
    ]
    body = Splice(label, function_body(inner), r.hidden("nothing"), [])
    return Block([*start, body], Var(result.name))


def _folded_left(symbol: str, operands: list[Node]) -> Node:
    result = operands[0]
    for other in operands[1:]:
        result = folded(symbol, result, other)
    return result


def changed(base: Node, changes: list[tuple[Node, Node]]) -> Set:
    if isinstance(base, Set):
        return Set(base.base, [*base.changes, *changes])
    return Set(base, changes)
