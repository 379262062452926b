"""Which expressions and functions give their items one by one. Nothing is read into the small language here."""

from __future__ import annotations

import ast
from itertools import accumulate, chain, combinations, count, pairwise, permutations, product, repeat
from types import FunctionType

from lazytree.core.errors import Refused
from lazytree.searching.kernels import memory

from .applied import taken_apart
from .arguments import FLATTENED, function_called
from .methods import property_of_value
from .outlines import STATEMENTS, own_nodes
from .reader import Reader
from .source import definition, is_generator

STEPPED = (range, enumerate, zip, reversed)
ITERATED = (map, filter, chain, FLATTENED, combinations, pairwise, permutations, product, accumulate, repeat, count)


def is_lazy(r: Reader, node: ast.expr) -> bool:
    """Whether a value is gone over item by item, and is no list, set or tuple."""
    match node:
        case ast.Name(id=name):
            return name in r.iterables and name not in r.renamed
        case ast.GeneratorExp():
            return True
        case ast.IfExp(body=then, orelse=other):
            return is_lazy(r, then) or is_lazy(r, other)
        case ast.Call(func=ast.Name(id=name)) if name in r.inners and name not in r.renamed:
            return r.inners[name].is_lazy
        case ast.Call():
            try:
                function = function_called(r, node)
            except Refused:  # it is refused again where it is read
                return False
            if (applied := taken_apart(function)) is not None:
                function = applied.function
            if isinstance(function, FunctionType):
                return gives_lazily(r, function)
            return function in STEPPED or function in ITERATED
        case ast.Attribute() if (asked := property_of_value(r, node)) is not None:
            return gives_lazily(r, asked.function)
    return False


def gives_lazily(r: Reader, function: FunctionType) -> bool:
    """Whether a function is a generator, or returns what gives its items one by one."""
    if is_generator(function):
        return True
    known = r.shared.lazy
    if function not in known:
        known[function] = False  # of a function that calls itself
        if function.__module__ != memory.__name__:  # machine code has these of its own
            known[function] = any(is_lazy(r.alone(function), each) for each in results(function))
    return known[function]


def results(function: FunctionType) -> list[ast.expr]:
    """What a function's text returns; nothing where it has no text that can be read."""
    try:
        nodes = list(own_nodes(definition(function).body, STATEMENTS))
    except Refused:  # it is refused again where it is read
        return []
    return [each.value for each in nodes if isinstance(each, ast.Return) and each.value is not None]
