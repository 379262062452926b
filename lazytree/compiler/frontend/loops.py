"""Reading loops over iterables: opened where Python makes them, written where they are consumed."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import chain
from types import FunctionType

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Ask, Const, Node
from ..library.table import GENERATORS
from .applied import called_with
from .arguments import Early, assigns, function_called, inner_of, plain, refuse_stars, written
from .dicts import gone_over
from .folding import folded
from .frames import made_now
from .iterables import (
    ITERATED,
    comprehension,
    counted,
    each_of,
    either_of,
    is_lazy,
    numbered,
    range_bounds,
    true_or_false,
)
from .iterators import iterated, zipped
from .known_items import columns, is_of_columns
from .list_functions import over_list
from .reader import Given, Iterable, Reader
from .splices import spliced
from .syntax import as_tuple, nodes_of


def opened(r: Reader, node: ast.expr, any_order: bool = False) -> Iterable:
    """What loops over an iterable; `any_order`: if that is a set, the order does not count."""
    if not assigns(r, node) and not has_several(r, node):
        return opened_plain(r, node, any_order)
    early = Early(r, node)
    loop = opened_plain(r, made_now(r, node, early), any_order)
    return lambda target, body: [*early.statements, *loop(target, body)]


def opened_plain(r: Reader, node: ast.expr, any_order: bool) -> Iterable:
    """The same of an iterable whose parts are worked out in the loop over it."""
    if isinstance(node, ast.Name) and node.id in r.iterables and node.id not in r.renamed:
        return handed_over(r, node.id)
    if isinstance(node, ast.GeneratorExp):
        any_order = any_order and not assigns(r, node)
        return comprehension(r, node, opened(r, node.generators[0].iter, any_order), any_order)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and isinstance(node.values[0], ast.Name):
        node = as_choice(node)
    if isinstance(node, ast.IfExp):
        return either_of(r, r.read(true_or_false(node.test)), opened(r, node.body), opened(r, node.orelse))
    if is_lazy(r, node):
        assert isinstance(node, ast.Call)
        return called_for_items(r, node, any_order)
    made = r.read(as_tuple(node))
    if isinstance(made, Ask) and made.how == "in any order":
        return each_of(r, [made.base], any_order=True)
    return over_list(r, made, each_of(r, [gone_over(made, any_order=True)], any_order=any_order))


def has_several(r: Reader, node: ast.expr) -> bool:
    """Whether this goes over several arguments, and calls for one after the first: all are worked out before that."""
    if not isinstance(node, ast.Call):
        return False
    later = [*node.args[1:], *(each.value for each in node.keywords)]
    calls = any(isinstance(each, ast.Call) for one in later for each in nodes_of(one))
    return calls and function_called(r, node) in (enumerate, zip, *ITERATED)


def called_for_items(r: Reader, node: ast.Call, any_order: bool) -> Iterable:
    """What loops over a call that gives its items one by one."""
    if inner := inner_of(r, node.func):
        return spliced(r, inner, node)
    if is_of_columns(r, node):
        return opened(r, columns(r, node))
    refuse_stars(node)
    function, node = called_with(r, function_called(r, node), node)
    if function is range:
        return counted(r, range_bounds(r, node))
    if function is enumerate:
        return enumerated(r, node)
    if function is zip:
        return zipped(r, node)
    if function is reversed:
        return backwards(r, node)
    if function in ITERATED:
        return iterated(r, function, node, any_order and function is chain)
    assert isinstance(function, FunctionType)
    return spliced(r, function, node)


def as_choice(node: ast.BoolOp) -> ast.IfExp:
    """`a or b` as `a if a else b`, of a name: a list may stand beside a tuple."""
    first, *others = node.values
    rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), others), others[0])
    return ast.copy_location(ast.IfExp(first, first, rest), node)


def handed_over(r: Reader, name: str) -> Iterable:
    """The loop over a parameter, or a variable, that is a generator."""
    given = r.iterables[name]
    if given.gone or tuple(r.loops) != given.loops or r.renamed is not r.around:
        raise Refused(subset.ONCE)
    r.iterables[name] = replace(given, gone=True)
    return given.over


def kept_for_later(r: Reader, name: str, value: ast.expr) -> list[Node]:
    """`name = generator`, of a name that stands in one place more: the loop stands there, what it is given is made now.

    So what a generator expression reads is what that is when it is gone over.
    """
    start: list[Node] = []

    def over() -> Iterable:
        early = Early(r, value, later=True)
        loop = opened(r, made_now(r, value, early))
        start.extend(early.statements)
        return loop

    r.iterables[name] = Given(r.while_changing({*r.often}, over), loops=tuple(r.loops))
    return start


def backwards(r: Reader, call: ast.Call) -> Iterable:
    """What loops over `reversed(...)` of a sequence or of a range without a step."""
    (inner,) = written(plain("reversed", "sequence"), call).values()
    if function_called(r, inner) is not range:
        return each_of(r, [r.read(inner)], backwards=True)
    assert isinstance(inner, ast.Call)
    bounds = range_bounds(r, inner)
    if len(bounds) == 3:
        raise Refused("reversed(range(...)) without a step")
    start, stop = bounds if len(bounds) == 2 else (Const(0), bounds[0])
    return counted(r, [folded("-", stop, Const(1)), folded("-", start, Const(1)), Const(-1)])


def enumerated(r: Reader, call: ast.Call) -> Iterable:
    """What loops over `enumerate(...)`, of a sequence or of anything else that loops can go over."""
    match call:
        case ast.Call(args=[sequence], keywords=[]) if not isinstance(sequence, ast.Call) and not is_lazy(r, sequence):
            return numbered(r, r.read(sequence))
    return spliced(r, GENERATORS[enumerate], call)
