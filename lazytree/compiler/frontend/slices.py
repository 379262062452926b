"""Reading parts and items of lists that are made where they stand: `x[1:]`, `sorted(x)[0]`, `[...].count(x)`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Begin, Block, Const, Copy, Count, Item, Node, Op, Target, Var
from .alike import classes_of
from .arguments import Early, assigns
from .changes import changes_in
from .grown import filled_from, found, grown_of
from .list_methods import length, place_within
from .reader import Body, GrownName, Iterable, Reader

Opened = Callable[..., Iterable]


def collected(r: Reader, node: ast.expr, opened: Opened) -> tuple[list[Node], GrownName]:
    """A list as one that is kept: what fills it, and its name; nothing is filled of one that has a variable."""
    if (held := grown_of(r, node)) is not None:
        return [], held
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    into = r.hidden("items").name
    filling = r.in_any_order(False, lambda: filled_from(r, into, node, opened))
    return [Begin(Var(into)), *filling], GrownName(into, distinct=False)


def item_of(r: Reader, node: ast.expr, index: ast.expr, opened: Opened) -> Node:
    """`[...][index]` of a list that is made there."""
    start, held = collected(r, node, opened)
    return Block(start, Item(Var(held.variable), r.read(index)))


def asked(r: Reader, node: ast.expr, name: str, wanted: ast.expr, opened: Opened) -> Node:
    """`[...].count(x)`, `[...].index(x)` of a list that is made there."""
    start, held = collected(r, node, opened)
    return Block(start, found(r, held, name, r.read(wanted)))


def has_fixed_bounds(part: ast.Slice) -> bool:
    """Whether the bounds of a slice are numbers in the text."""
    bounds = (ast.unparse(each) for each in (part.lower, part.upper, part.step) if each)
    return all(each.removeprefix("-").isdigit() for each in bounds)


def sliced(r: Reader, node: ast.Subscript, early: Early | None, opened: Opened) -> Iterable:
    """What loops over a slice of a list, as the list is when the slice is made."""
    if not classes_of(r, node.value) <= {list, tuple}:
        raise Refused("a slice of what is perhaps no list: `list(...)` around it")
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    assert isinstance(node.slice, ast.Slice)
    filling, held = collected(r, node.value, opened)
    start, bounds = bounds_of(r, node.slice, held)
    if early:
        copy = r.hidden("copy").name
        early.statements += [*filling, *start, Begin(Var(copy)), Copy(Var(copy), Var(held.variable))]
        filling, start, held = [], [], GrownName(copy, distinct=False)

    def loop(target: Target, body: Body) -> list[Node]:
        label, at, over = next(r.fresh), r.hidden("at"), held.variable
        r.shared.at_rest.add(over)
        made = body(label, label)
        copying: list[Node] = []
        if over in changes_in(made):
            over = r.hidden("copy").name
            copying = [Begin(Var(over)), Copy(Var(over), Var(held.variable))]
        given = Assign(target, Item(Var(over), Var(at.name)))
        return [*filling, *start, *copying, Count(label, at, bounds, [given, *made])]

    return loop


def bounds_of(r: Reader, part: ast.Slice, held: GrownName) -> tuple[list[Node], list[Node]]:
    """The places from where to where, and the step; before them what is worked out first."""
    step = r.read(part.step) if part.step else Const(1)
    if not isinstance(step, Const) or type(step.value) is not int or step.value == 0:
        raise Refused("the step of a slice is a number other than 0 that is known before the game starts")
    last = Op("-", [length(held), Const(1)])
    least, most = (0, length(held)) if step.value > 0 else (-1, last)
    ends: list[Node] = [Const(0), length(held)] if step.value > 0 else [last, Const(-1)]
    start: list[Node] = []
    places: list[Node] = []  # counted from the end once both bounds are worked out: the list may be longer then
    names: list[Node] = []
    for given, end in zip((part.lower, part.upper), ends):
        at, place = r.hidden("bound"), r.hidden("place")
        start += [Assign(at, r.read(given))] if given else []
        places.append(Assign(place, place_within(at, most, least, length(held)) if given else end))
        names.append(Var(place.name))
    return [*start, *places], [*names, step]
