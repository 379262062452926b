"""Reading loops over iterables: opened where Python makes them, written where they are consumed."""

from __future__ import annotations

import ast
from collections import deque
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Ask, Assign, Const, Count, Node, Splice, Target, Var
from .alike import joined
from .applied import called_with
from .arguments import Early, assigns, function_called
from .comprehensions import comprehension, true_or_false
from .defining import inner_of
from .dicts import gone_over
from .eager import chained, eager, either_of, handed_on
from .folding import folded, record_of
from .grown import backwards as grown_backwards
from .grown import gone_over as gone_over_live
from .grown import grown_of
from .inner import inner_iterable
from .iterators import iterated
from .listlike import ITERATED, LAZY, LIST, SET, is_of_known_length, kind_of
from .methods import called_property
from .reader import Body, Iterable, Reader
from .rounds import counted, each_of, numbered, numbered_from, range_bounds, read
from .sets import members, sorted_members
from .signatures import BUILT_IN, refuse_stars, written
from .slices import has_fixed_bounds, sliced
from .sorting import known_in_order, one_by_one
from .splices import given_whole, spliced
from .syntax import is_copy
from .zipping import columns, is_of_columns, zipped


def loop_over(r: Reader, iterable: ast.expr, target: Target, body: Body) -> list[Node]:
    """The loop over an iterable that sets `target` and runs `body` in each round."""
    return opened(r, iterable)(target, body)


def opened(r: Reader, node: ast.expr, early: Early | None = None, any_order: bool = False) -> Iterable:
    """What loops over an iterable; `early` holds what is worked out where the iterable is made.

    `any_order`: if that is a set, the order does not count.
    """
    node = called_property(r, node)
    if early is None and (assigns(r, node) or (r.by_reference and has_several(node) and kind_of(r, node))):
        first = Early(r, node)
        loop = opened(r, node, first, any_order)
        return lambda target, body: [*first.statements, *loop(target, body)]
    if isinstance(node, ast.Name) and node.id in r.iterables and node.id not in r.renamed:
        return handed_over(r, node.id)
    if (held := grown_of(r, node)) is not None and not held.distinct:
        return gone_over_live(r, held)
    if kind_of(r, node) == SET:
        if not r.anyhow:
            raise Refused(subset.NO_ORDER)
        return members(r, node, opened)
    if isinstance(node, ast.GeneratorExp):
        each = partial(opened, any_order=any_order and not assigns(r, node))
        return comprehension(r, node, each(r, node.generators[0].iter, early), each)
    if (kind := kind_of(r, node)) == LIST:
        return listed(r, node, early)
    if isinstance(node, ast.Call) and (inner := inner_of(r, node.func)):
        return inner_iterable(r, inner, node, opened, early) if inner.kind else each_of(r, [read(r, node, early)])
    if kind and isinstance(node, ast.Call) and (function := function_called(r, node)):
        if is_of_columns(r, node):
            return opened(r, columns(r, node), early)
        refuse_stars(node)
        function, node = called_with(r, function, node)
        if function is range:
            return counted(r, range_bounds(r, node, early))
        if function is enumerate:
            return enumerated(r, node, early)
        if function is zip:
            return zipped(r, node, early)
        if function is reversed:
            return backwards(r, node, early)
        if function in ITERATED:
            each = partial(opened, any_order=any_order and function is chain)
            return iterated(r, function, node, early, each)
        if isinstance(function, FunctionType):
            return spliced(r, function, node, early, opened)
    if kind and isinstance(node, ast.IfExp):
        if early is not None and early.later:
            raise Refused(subset.CONSUMED)
        return either_of(r, r.read(true_or_false(node.test)), opened(r, node.body), opened(r, node.orelse))
    if isinstance(node, ast.List) and not any(isinstance(each, ast.Starred) for each in node.elts):
        return each_of(r, [record_of(tuple, [read(r, each, early) for each in node.elts])])  # no list is made
    made = read(r, node, early)
    if isinstance(made, Ask) and made.how == "in any order":
        return each_of(r, [made.base], any_order=True)
    return each_of(r, [gone_over(made, any_order)], any_order=any_order)


def has_several(node: ast.expr) -> bool:
    """Whether this is a call with several arguments: all of them are worked out before the first is gone over."""
    return isinstance(node, ast.Call) and len(node.args) + len(node.keywords) > 1


def listed(r: Reader, node: ast.expr, early: Early | None) -> Iterable:
    """What loops over a list."""
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    now = early.statements if early else None
    if isinstance(node, ast.Call) and (inner := inner_of(r, node.func)):
        return eager(r, lambda certain: inner_iterable(r, inner, node, opened, None, certain), node, now)
    if is_copy(node):
        return eager(r, lambda _: opened(r, node.func.value), node, now)  # type: ignore[attr-defined]
    function = function_called(r, node)
    call: Any = node
    if isinstance(node, ast.Call):
        function, call = called_with(r, function, node)
    match node:
        case ast.List(elts=items):
            if any(isinstance(each, ast.Starred) for each in items):
                return eager(r, lambda _: displayed(r, items, None), node, now)
            return displayed(r, items, early)
        case ast.ListComp():
            return eager(r, lambda _: comprehension(r, node, opened(r, node.generators[0].iter), opened), node, now)
        case ast.BinOp(op=ast.Mult()):
            return eager(r, lambda _: repeated(r, node), node, now)
        case ast.BinOp(left=left, right=right):
            sides = joined(r, left, right)
            return eager(r, lambda _: chained(r, [opened(r, each) for each in sides]), node, now)
        case ast.Name(id=name) if known := r.lists.get(name):
            return known
        case ast.IfExp(test=test, body=then, orelse=other):
            truth = true_or_false(test) if kind_of(r, test) or isinstance(test, ast.BoolOp) else test
            return eager(r, lambda _: either_of(r, r.read(truth), opened(r, then), opened(r, other)), node, now)
        case ast.Call() if isinstance(function, FunctionType):
            refuse_stars(node)
            return given_whole(r, function, call, early, opened, node)
        case ast.Call() if function is sorted and (arranged := known_in_order(r, node)) is not None:
            return each_of(r, [arranged])
        case ast.Call() if function is sorted and (over := sorted_members(r, node, opened, now)) is not None:
            return over
        case ast.Call() if function is sorted:
            return eager(r, lambda _: one_by_one(r, node, opened), node, now)
        case ast.Call(args=[source], keywords=[]) if function in (list, tuple, deque):
            return eager(r, lambda _: opened(r, source), node, now)
        case ast.Call(args=[], keywords=[]) if function in (list, tuple, deque):
            return displayed(r, [], early)
        case ast.Subscript(slice=ast.Slice() as bounds) if is_of_known_length(r, node) and has_fixed_bounds(bounds):
            return each_of(r, [read(r, node, early)])
        case ast.Subscript():
            return sliced(r, node, early, opened)
    raise Refused(subset.LISTS)


def displayed(r: Reader, items: list[ast.expr], early: Early | None) -> Iterable:
    """What loops over `[a, b, *c]`."""
    parts: list[Iterable] = []
    for starred, group in groupby(items, lambda each: isinstance(each, ast.Starred)):
        if starred:
            parts += [opened(r, each.value, early) for each in group if isinstance(each, ast.Starred)]
        else:
            parts.append(each_of(r, [record_of(tuple, [read(r, each, early) for each in group])]))
    if not parts:
        return lambda _target, _body: []
    return parts[0] if len(parts) == 1 else chained(r, parts)


def repeated(r: Reader, node: ast.BinOp) -> Iterable:
    """What loops over `[a, b] * n`: the items are worked out once."""
    items, times = (node.left, node.right) if isinstance(node.left, ast.List) else (node.right, node.left)
    assert isinstance(items, ast.List)
    if any(isinstance(each, ast.Starred) for each in items.elts):
        raise Refused(subset.broken_by(items.elts[0]))
    number, kept = r.hidden("times"), r.hidden("items")
    first = [Assign(kept, record_of(tuple, [r.read(each) for each in items.elts]))]
    second = [Assign(number, r.read(times))]
    start = [*first, *second] if items is node.left else [*second, *first]

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        each_time = handed_on(r, each_of(r, [Var(kept.name)]), label)
        rounds = Count(next(r.fresh), r.hidden("round"), [Var(number.name)], each_time)
        return [*start, Splice(label, [rounds], target, body(label, label))]

    return loop


def handed_over(r: Reader, name: str) -> Iterable:
    """The loop over a parameter that is a generator."""
    given = r.iterables[name]
    if given.kind == LAZY:
        if given.gone or r.loops or r.renamed:
            raise Refused(subset.CONSUMED_ONCE)
        r.iterables[name] = replace(given, gone=True)
    return given.over


def backwards(r: Reader, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over `reversed(...)` of a sequence or of a range without a step."""
    (inner,) = written(BUILT_IN[reversed], call).values()
    if (held := grown_of(r, inner)) is not None and not held.distinct:
        return grown_backwards(r, held, early.statements if early else None)
    if r.by_reference and early is not None and early.later and function_called(r, inner) is not range:
        raise Refused("`reversed(...)` of what may change meanwhile: `list(reversed(...))`")
    if function_called(r, inner) is not range:
        return each_of(r, [read(r, inner, early)], backwards=True)
    assert isinstance(inner, ast.Call)
    bounds = range_bounds(r, inner, early)
    if len(bounds) == 3:
        raise Refused("reversed(range(...)) without a step")
    start, stop = bounds if len(bounds) == 2 else (Const(0), bounds[0])
    return counted(r, [folded("-", stop, Const(1)), folded("-", start, Const(1)), Const(-1)])


def enumerated(r: Reader, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over `enumerate(...)`, of a sequence or of anything else that loops can go over."""
    given = written(BUILT_IN[enumerate], call)
    if list(given) == ["iterable"] and not loops_itself(r, given["iterable"]):
        return numbered(r, read(r, given["iterable"], early))
    parts: dict[str, Any] = {"start": Const(0)}
    for name, each in given.items():
        parts[name] = opened(r, each, early) if name == "iterable" else read(r, each, early)
    start = parts["start"]
    if isinstance(start, Const) and not isinstance(start.value, int):
        raise Refused("`enumerate` starts at an int")
    return numbered_from(r, start, parts["iterable"])


def loops_itself(r: Reader, node: ast.expr) -> bool:
    """Whether this may be more than a sequence: something that `opened` knows."""
    return isinstance(node, ast.Call) or bool(kind_of(r, node))
