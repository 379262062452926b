"""Loops over what is worked out: sequences, ranges, numbered items."""

from __future__ import annotations

import ast

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Const, Count, Each, If, Make, Node, Op, Splice, Target, Var, Yield
from .arguments import Early
from .folding import folded
from .reader import Body, Iterable, Reader
from .signatures import RANGES, written


def read(r: Reader, node: ast.expr, early: Early | None) -> Node:
    """An expression of an iterable: worked out early where that is asked for."""
    return early.keep(r.read(node)) if early else r.read(node)


def each_of(
    r: Reader, sequences: list[Node], backwards: bool = False, strict: bool = False, any_order: bool = False
) -> Iterable:
    """What loops over one sequence, or over several side by side."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        targets, made = ([target], []) if len(sequences) == 1 else parts_of(r, target, len(sequences))
        inside = [*made, *body(label, label)]
        return [Each(label, None, list(targets), sequences, inside, backwards, strict=strict, any_order=any_order)]

    return loop


def range_bounds(r: Reader, call: ast.Call, early: Early | None) -> list[Node]:
    """The one to three arguments of `range`."""
    signature = RANGES[min(max(len(call.args), 1), 3) - 1]
    return [read(r, each, early) for each in written(signature, call).values()]


def counted(r: Reader, bounds: list[Node]) -> Iterable:
    """What loops over a range with these bounds."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        return [Count(label, target, bounds, body(label, label))]

    return loop


def numbered(r: Reader, sequence: Node) -> Iterable:
    """What loops over the items of a sequence with their numbers from 0 on."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        (index, item), made = parts_of(r, target, 2)
        return [Each(label, index, [item], [sequence], [*made, *body(label, label)])]

    return loop


def numbered_from(r: Reader, start: Node, over: Iterable) -> Iterable:
    """What loops over any iterable with numbers from `start` on, counted by a variable of its own."""

    def loop(target: Target, body: Body) -> list[Node]:
        (index, item), made = parts_of(r, target, 2)
        counter, found = r.hidden("counter"), r.hidden("item")
        again = bool(set(names(index)) & set(names(item)))  # `for x, x in ...`: the item is assigned last

        def counted(leave: int, go_on: int) -> list[Node]:
            step = Assign(Var(counter.name), Op("+", [Var(counter.name), Const(1)]))
            last: list[Node] = [Assign(item, Var(found.name))] if again else []
            return [step, Assign(index, Var(counter.name)), *last, *made, *body(leave, go_on)]

        return [Assign(counter, folded("-", start, Const(1))), *over(found if again else item, counted)]

    return loop


def names(target: Target) -> list[str]:
    """The names that a target assigns, in order."""
    return [target.name] if isinstance(target, Var) else [name for each in target for name in names(each)]


def parts_of(r: Reader, target: Target, items: int) -> tuple[list[Target], list[Node]]:
    """The parts of a target, one for each item; and, for a target that is one name, what makes a tuple of them.

    Refused unless there are that many.
    """
    if isinstance(target, Var):
        parts = [r.hidden("part") for _ in range(items)]
        return list(parts), [Assign(target, Make(tuple, [Var(each.name) for each in parts]))]
    if len(target) != items:
        raise Refused(subset.ONE_TARGET.format(items))
    return target, []


def chained(r: Reader, parts: list[Iterable]) -> Iterable:
    """What loops over several iterables, one after another."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        made = [node for part in parts for node in handed_on(r, part, label)]
        return [Splice(label, made, target, body(label, label))]

    return loop


def handed_on(r: Reader, part: Iterable, label: int) -> list[Node]:
    """Yields the items of an iterable."""
    each = r.hidden("each")
    return part(each, lambda _leave, _go_on: [Yield(label, Var(each.name))])


def either_of(r: Reader, test: Node, then: Iterable, other: Iterable) -> Iterable:
    """What loops over one of two iterables."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        made: list[Node] = [If(test, handed_on(r, then, label), handed_on(r, other, label))]
        return [Splice(label, made, target, body(label, label))]

    return loop
