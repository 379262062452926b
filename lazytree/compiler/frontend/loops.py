"""Reading loops over iterables: opened where Python makes them, written where they are consumed."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import chain
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Ask, Assign, Const, Count, Each, If, Node, Splice, Target, Unset, Var, all_nodes
from ..library.table import GENERATORS
from .applied import called_with
from .arguments import Early, assigns, function_called, inner_of, plain, refuse_stars, written
from .dicts import gone_over
from .folding import folded, record_of
from .frames import reversed_kept
from .iterables import (
    ITERATED,
    comprehension,
    counted,
    each_of,
    either_of,
    is_lazy,
    numbered,
    range_bounds,
    read,
    true_or_false,
)
from .iterators import columns, is_of_columns, iterated, zipped
from .list_functions import over_list
from .reader import Body, Given, Iterable, Reader
from .splices import inner_iterable, spliced
from .syntax import nodes_of


def loop_over(r: Reader, iterable: ast.expr, target: Target, body: Body) -> list[Node]:
    """The loop over an iterable that sets `target` and runs `body` in each round."""
    return r.opened(iterable)(target, body)


def opened(r: Reader, node: ast.expr, early: Early | None = None, any_order: bool = False) -> Iterable:
    """What loops over an iterable; `early` holds what is worked out where the iterable is made.

    `any_order`: if that is a set, the order does not count.
    """
    if early is None and (assigns(r, node) or has_several(r, node)):
        first = Early(r, node)
        loop = opened(r, node, first, any_order)
        return lambda target, body: [*first.statements, *loop(target, body)]
    if isinstance(node, ast.Name) and node.id in r.iterables and node.id not in r.renamed:
        return handed_over(r, node.id)
    if isinstance(node, ast.GeneratorExp):
        any_order = any_order and not assigns(r, node)
        return comprehension(r, node, opened(r, node.generators[0].iter, early, any_order), any_order)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and isinstance(node.values[0], ast.Name):
        node = as_choice(node)
    if isinstance(node, ast.IfExp):
        return one_of_two(r, node, early)
    if is_lazy(r, node):
        assert isinstance(node, ast.Call)
        return called_for_items(r, node, early, any_order)
    if isinstance(node, ast.List) and not any(isinstance(each, ast.Starred) for each in node.elts):
        return each_of(r, [record_of(tuple, [read(r, each, early) for each in node.elts])])  # no list is made
    made = read(r, node, early)
    if isinstance(made, Ask) and made.how == "in any order":
        return each_of(r, [made.base], any_order=True)
    over = each_of(r, [gone_over(made, any_order=True)], any_order=any_order)
    return over if early else over_list(r, made, over)


def has_several(r: Reader, node: ast.expr) -> bool:
    """Whether this goes over several arguments, and calls for one after the first: all are worked out before that."""
    if not isinstance(node, ast.Call):
        return False
    later = [*node.args[1:], *(each.value for each in node.keywords)]
    calls = any(isinstance(each, ast.Call) for one in later for each in nodes_of(one))
    return calls and function_called(r, node) in (enumerate, zip, *ITERATED)


def called_for_items(r: Reader, node: ast.Call, early: Early | None, any_order: bool) -> Iterable:
    """What loops over a call that gives its items one by one."""
    if inner := inner_of(r, node.func):
        return inner_iterable(r, inner, node, early)
    if is_of_columns(r, node):
        return opened(r, columns(r, node), early)
    refuse_stars(node)
    function, node = called_with(r, function_called(r, node), node)
    if function is range:
        return counted(r, range_bounds(r, node, early))
    if function is enumerate:
        return enumerated(r, node, early)
    if function is zip:
        return zipped(r, node, early)
    if function is reversed:
        return backwards(r, node, early)
    if function in ITERATED:
        return iterated(r, function, node, early, any_order and function is chain)
    assert isinstance(function, FunctionType)
    return spliced(r, function, node, early)


def as_choice(node: ast.BoolOp) -> ast.IfExp:
    """`a or b` as `a if a else b`, of a name: a list may stand beside a tuple."""
    first, *others = node.values
    rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), others), others[0])
    return ast.copy_location(ast.IfExp(first, first, rest), node)


def one_of_two(r: Reader, node: ast.IfExp, early: Early | None) -> Iterable:
    """What loops over `a if test else b`: each side may be gone over in another way."""
    test = r.read(true_or_false(node.test))
    if early is None:
        return either_of(r, test, opened(r, node.body), opened(r, node.orelse))
    kept = r.hidden("test")
    then, other = Early(r, node, []), Early(r, node, [])
    over = [opened(r, node.body, then), opened(r, node.orelse, other)]
    either = sorted(names_assigned([*then.statements, *other.statements]))
    early.statements += [Assign(Var(name), Unset()) for name in either]
    early.statements += [Assign(kept, test), If(Var(kept.name), then.statements, other.statements)]
    return either_of(r, Var(kept.name), *over)


def names_assigned(nodes: list[Node]) -> set[str]:
    """The variables that nodes assign."""
    found: list[Any] = []
    for each in all_nodes(nodes):
        match each:
            case Assign(target=target) | Count(target=target) | Splice(target=target):
                found.append(target)
            case Each(targets=targets, index=index):
                found += [*targets, index]
    return {each.name for each in all_nodes(found)}


def handed_over(r: Reader, name: str) -> Iterable:
    """The loop over a parameter, or a variable, that is a generator."""
    given = r.iterables[name]
    if given.gone or tuple(r.loops) != given.loops or r.renamed:
        raise Refused(subset.ONCE)
    r.iterables[name] = replace(given, gone=True)
    return given.over


def kept_for_later(r: Reader, name: str, value: ast.expr) -> list[Node]:
    """`name = generator`, of a name that stands in one place more: the loop stands there, what it is given is made now.

    So what a generator expression reads is what that is when it is gone over.
    """
    start: list[Node] = []
    over = r.while_changing({*r.often}, lambda: opened(r, value, Early(r, value, start)))
    r.iterables[name] = Given(over, loops=tuple(r.loops))
    return start


def backwards(r: Reader, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over `reversed(...)` of a sequence or of a range without a step."""
    (inner,) = written(plain("reversed", "sequence"), call).values()
    if function_called(r, inner) is not range:
        if early is not None and early.later:
            return each_of(r, [early.keep(reversed_kept(r, r.read(inner)))])
        return each_of(r, [read(r, inner, early)], backwards=True)
    assert isinstance(inner, ast.Call)
    bounds = range_bounds(r, inner, early)
    if len(bounds) == 3:
        raise Refused("reversed(range(...)) without a step")
    start, stop = bounds if len(bounds) == 2 else (Const(0), bounds[0])
    return counted(r, [folded("-", stop, Const(1)), folded("-", start, Const(1)), Const(-1)])


def enumerated(r: Reader, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over `enumerate(...)`, of a sequence or of anything else that loops can go over."""
    match call:
        case ast.Call(args=[sequence], keywords=[]) if not isinstance(sequence, ast.Call) and not is_lazy(r, sequence):
            return numbered(r, read(r, sequence, early))
    return spliced(r, GENERATORS[enumerate], call, early)
