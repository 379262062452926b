"""Reading `functools.reduce` and `math.prod`, as loops."""

from __future__ import annotations

import ast
from collections.abc import Callable

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Block, Const, If, Node, Op, Raise, Unset, Var
from .arguments import assigns
from .changes import refuse_later_change
from .reader import Iterable, Reader
from .signatures import Signature, refuse_stars, written

Opened = Callable[..., Iterable]
REDUCE = Signature("reduce", ("function", "iterable", "initial"), {"initial": None}, unnamed=3)
PROD = Signature("prod", ("iterable", "start"), {"start": 1}, unnamed=1, named=frozenset({"start"}))


def reduced(r: Reader, node: ast.Call, opened: Opened) -> Node:
    """`reduce(f, xs, start)`; without a start the first item begins, and none found raises."""
    return r.in_any_order(False, lambda: one_after_another(r, node, opened))


def one_after_another(r: Reader, node: ast.Call, opened: Opened) -> Node:
    """As `reduced`; a set is not gone over."""
    refuse_stars(node)
    given = written(REDUCE, node)
    function = given["function"]
    if assigns(r, node) or not isinstance(function, ast.Name | ast.Attribute | ast.Lambda):
        raise Refused("`reduce(f, xs, start)` of a function by its name, or a lambda")
    total, each, found = r.hidden("reduced"), r.hidden("each"), r.hidden("found")
    names: list[ast.expr] = [ast.Name(one.name, ast.Load()) for one in (total, each)]
    call = ast.fix_missing_locations(ast.copy_location(ast.Call(function, names, []), node))
    within = {**r.renamed, total.name: total.name, each.name: each.name}

    def step(_leave: int, _go_on: int) -> list[Node]:
        following: list[Node] = [Assign(Var(total.name), r.renaming(within, lambda: r.read(call)))]
        if "initial" in given:
            return following
        begin: list[Node] = [Assign(Var(total.name), Var(each.name)), Assign(Var(found.name), Const(True))]
        return [If(Var(found.name), following, begin)]

    if "initial" in given:
        over = opened(r, given["iterable"])  # a `range` is worked out before the start is
        initial = r.read(given["initial"])
        refuse_later_change(initial, loop := over(each, step))
        return Block([Assign(total, initial), *loop], Var(total.name))
    start: list[Node] = [Assign(total, Unset()), Assign(found, Const(False))]
    none: list[Node] = [If(Var(found.name), [], [Raise()])]
    return Block([*start, *opened(r, given["iterable"])(each, step), *none], Var(total.name))


def multiplied(r: Reader, node: ast.Call, opened: Opened) -> Node:
    """`math.prod(xs)`."""
    given = written(PROD, node)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    total, each = r.hidden("prod"), r.hidden("each")
    first = r.read(given["start"]) if "start" in given else Const(1)
    step: Node = Assign(Var(total.name), Op("*", [Var(total.name), Var(each.name)]))
    over = r.in_any_order(False, lambda: opened(r, given["iterable"])(each, lambda _b, _c: [step]))
    refuse_later_change(first, over)
    return Block([Assign(total, first), *over], Var(total.name))
