"""Reading `functools.reduce` and `math.prod`, as loops."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import count, repeat
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Block, Const, Count, If, Node, Op, Raise, Splice, Target, Unset, Var, While, Yield
from .arguments import Early, assigns
from .reader import Body, Iterable, Reader
from .signatures import COUNT, REPEAT, Signature, refuse_stars, written

Opened = Callable[..., Iterable]
REDUCE = Signature("reduce", ("function", "iterable", "initial"), {"initial": None}, unnamed=3)
PROD = Signature("prod", ("iterable", "start"), {"start": 1}, unnamed=1, named=frozenset({"start"}))


def reduced(r: Reader, node: ast.Call, opened: Opened) -> Node:
    """`reduce(f, xs, start)`; without a start the first item begins, and none found raises."""
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
        early = Early(r, node)
        over = opened(r, given["iterable"], early)  # a `range` is worked out first
        initial = r.read(given["initial"])
        return Block([*early.statements, Assign(total, initial), *over(each, step)], Var(total.name))
    start: list[Node] = [Assign(total, Unset()), Assign(found, Const(False))]
    none: list[Node] = [If(Var(found.name), [], [Raise()])]
    return Block([*start, *opened(r, given["iterable"])(each, step), *none], Var(total.name))


def multiplied(r: Reader, node: ast.Call, opened: Opened) -> Node:
    """`math.prod(xs)`."""
    given = written(PROD, node)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    total, each = r.hidden("prod"), r.hidden("each")
    early = Early(r, node)
    over = opened(r, given["iterable"], early)
    first = r.read(given["start"]) if "start" in given else Const(1)
    step: Node = Assign(Var(total.name), Op("*", [Var(total.name), Var(each.name)]))
    return Block([*early.statements, Assign(total, first), *over(each, lambda _b, _c: [step])], Var(total.name))


# ---- Reading `accumulate`, `count` and `repeat`, as loops


ACCUMULATE = Signature(
    "accumulate", ("iterable", "func", "initial"), {"func": None, "initial": None}, named=frozenset({"initial"})
)


def running_totals(r: Reader, node: ast.Call, early: Early | None, opened: Opened) -> Iterable:
    """What loops over `accumulate(xs, f, initial=x)`: each item joined to all before it."""
    given = written(ACCUMULATE, node)
    function = given.get("func")
    if not isinstance(function, ast.Name | ast.Attribute | ast.Lambda | None):
        raise Refused("`accumulate(xs, f)` of a function by its name, or a lambda")
    over = opened(r, given["iterable"], early)
    first = r.read(given["initial"]) if "initial" in given else None
    first = early.keep(first) if early and first else first

    def loop(target: Target, body: Body) -> list[Node]:
        label, each, total, begun = next(r.fresh), r.hidden("each"), r.hidden("total"), r.hidden("begun")
        within = {**r.renamed, total.name: total.name, each.name: each.name}
        plus = ast.BinOp(loaded(total), ast.Add(), loaded(each))
        both = ast.Call(function, [loaded(total), loaded(each)], []) if function else plus
        made = ast.fix_missing_locations(ast.copy_location(both, node))

        def step(_leave: int, _go_on: int) -> list[Node]:
            more = Assign(Var(total.name), r.renaming(within, lambda: r.read(made)))
            begin: list[Node] = [Assign(Var(total.name), Var(each.name)), Assign(Var(begun.name), Const(True))]
            return [more if first else If(Var(begun.name), [more], begin), Yield(label, Var(total.name))]

        start: list[Node] = [Assign(total, first or Unset()), Assign(begun, Const(False))]
        start += [Yield(label, Var(total.name))] if first else []
        return [Splice(label, [*start, *over(each, step)], target, body(label, label))]

    return loop


def again_and_again(r: Reader, function: Any, node: ast.Call, early: Early | None) -> Iterable:
    """What loops over `count(start, step)`, `repeat(x)` or `repeat(x, n)`."""
    given = written(COUNT if function is count else REPEAT, node)
    start: list[Node] = early.statements if early else []
    kept = {name: r.hidden(name) for name in given}
    for name, each in given.items():
        value = r.read(each)
        start.append(Assign(kept[name], Op("ints only", [value]) if function is count else value))
    if function is count and "start" not in given:
        kept["start"] = r.hidden("start")
        start.append(Assign(kept["start"], Const(0)))

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        first = [] if early else start
        if function is repeat:
            made: list[Node] = [Assign(target, Var(kept["object"].name)), *body(label, label)]
            times = kept.get("times")
            return [*first, Count(label, r.hidden("at"), [Var(times.name)], made) if times else endless(label, made)]
        at = r.hidden("at")
        step = Var(kept["step"].name) if "step" in kept else Const(1)
        each_time: list[Node] = [Assign(target, Var(at.name)), Assign(Var(at.name), Op("+", [Var(at.name), step]))]
        return [
            *first,
            Assign(at, Op("+", [Var(kept["start"].name), Const(0)])),
            endless(label, [*each_time, *body(label, label)]),
        ]

    return loop


def endless(label: int, body: list[Node]) -> Node:
    """`while True`."""
    return While(label, Const(True), body)


def loaded(variable: Var) -> ast.expr:
    """A variable, as it is read."""
    return ast.Name(variable.name, ast.Load())
