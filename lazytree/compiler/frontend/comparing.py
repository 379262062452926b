"""Reading comparisons of lists with lists and of sets with sets."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ..ir.core import Assign, Block, Break, Choose, Const, Count, If, Item, Node, Op, Var
from .alike import classes_of
from .consuming import not_empty
from .folding import folded
from .list_methods import length
from .listlike import LAZY, LIST, SET, is_of_known_length, kind_of
from .reader import GrownName, Iterable, Reader
from .sets import each_of, set_value
from .slices import collected
from .tuples import items_read

Opened = Callable[..., Iterable]


def is_compared(r: Reader, left: ast.expr, op: ast.cmpop, right: ast.expr) -> bool:
    """Whether a comparison is one of two lists, or of two sets."""
    kinds = {kind_of(r, left), kind_of(r, right)}
    if SET in kinds and not kinds & {LIST, LAZY}:
        return isinstance(op, (ast.Eq, ast.NotEq, ast.LtE, ast.GtE, ast.Lt, ast.Gt))
    lists = kinds == {LIST} and classes_of(r, left) == classes_of(r, right) == {list}
    return lists and isinstance(op, (ast.Eq, ast.NotEq))


def compared_as_a_whole(r: Reader, left: ast.expr, op: ast.cmpop, right: ast.expr, opened: Opened) -> Node:
    """`==`, `!=` of two lists; these and `<=`, `<`, `>=`, `>` of two sets."""
    if SET in (kind_of(r, left), kind_of(r, right)):
        return sets_compared(r, left, op, right, opened)
    same = lists_equal(r, left, right, opened)
    return same if isinstance(op, ast.Eq) else folded("not", same)


def lists_equal(r: Reader, left: ast.expr, right: ast.expr, opened: Opened) -> Node:
    """Whether two lists are equal: as many items, and each equal to the other's."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ast.List) and not one.elts:
            return folded("not", not_empty(r, other))
    if all(is_of_known_length(r, each) for each in (left, right)):
        return folded("==", items_read(r, left), items_read(r, right))
    start, one_held = collected(r, left, opened)
    more, other_held = collected(r, right, opened)
    same, at, label = r.hidden("same"), r.hidden("at"), next(r.fresh)
    items: list[Node] = [Item(Var(each.variable), Var(at.name)) for each in (one_held, other_held)]
    differ: list[Node] = [Assign(Var(same.name), Const(False)), Break(label)]
    loop = Count(label, at, [length(one_held)], [If(Op("==", items), [], differ)])
    first = Assign(same, Op("==", [length(one_held), length(other_held)]))
    return Block([*start, *more, first, If(Var(same.name), [loop], [])], Var(same.name))


def sets_compared(r: Reader, left: ast.expr, op: ast.cmpop, right: ast.expr, opened: Opened) -> Node:
    """A comparison of two sets: each item of the one is looked for in the other."""
    start, one = set_value(r, left, opened)
    more, other = set_value(r, right, opened)
    if isinstance(op, (ast.GtE, ast.Gt)):
        one, other = other, one
    sizes = [length(GrownName(each, distinct=True)) for each in (one, other)]
    if isinstance(op, (ast.Eq, ast.NotEq)):
        as_many: Node = Op("==", sizes)
    else:
        as_many = Op("<" if isinstance(op, (ast.Lt, ast.Gt)) else "<=", sizes)
    within = all_among(r, one, other, opened)
    same: Node = Choose(as_many, within, Const(False))
    return Block([*start, *more], same if not isinstance(op, ast.NotEq) else folded("not", same))


def all_among(r: Reader, one: str, other: str, opened: Opened) -> Node:
    """Whether each item of a set lies in another one."""
    item, missing = r.hidden("item"), r.hidden("missing")
    step: list[Node] = [If(Op("among", [Var(item.name), Var(other)]), [], [Assign(Var(missing.name), Const(True))])]
    loop = each_of(r, one, item, step, opened)
    return Block([Assign(missing, Const(False)), *loop], Op("not", [Var(missing.name)]))
