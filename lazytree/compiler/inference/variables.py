"""Inference of variables: which get a value, and of what type."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir.core import Assign, Item, Node, NoResult, Op, Target, Unset, Var
from ..ir.intervals import is_small
from ..ir.kinds import LEAST, MOST, Container, Int, Type, Varying, Vector, described
from ..ir.varying import item_kind
from .containers import known
from .expressions import expression, used
from .sequences import length_of, nth
from .walk import Unsettled, Walk, keep


def assign(w: Walk, node: Assign) -> None:
    """Infers `target = value`; an Unsettled value still counts as assigned."""
    target, value = node.target, node.value
    if isinstance(value, Unset) or (isinstance(value, NoResult) and w.instance.trouble):
        return mark(w, target)
    try:
        kind = expression(w, value) if isinstance(target, Var) else used(w, node, "value")
    except Unsettled:
        mark(w, target)
        raise
    if isinstance(target, list) and is_item_of_nothing(value):
        mark(w, target)
        raise Unsettled("an item of an empty board")
    if isinstance(target, Var) and isinstance(kind, Int):
        kind = counted_on(target.name, value, kind)
    return keep_all(w, target, kind)


def counted_on(name: str, value: Node, kind: Int) -> Int:
    """The type of `name = value` where that is `name + step` or `name - step`: all that a counter can reach.

    A variable has one type, so such a type grows with each walk until it holds all ints of 64 bits on that side.
    """
    match value:
        case Op(symbol="+" | "-" as symbol, operands=[Var(name=counter, type=Int() as old), Node(type=Int() as step)]):
            if counter == name and is_small(old) and is_small(step) and is_small(kind):
                least, most = (step.low, step.high) if symbol == "+" else (-step.high, -step.low)
                return Int(LEAST if least < 0 else kind.low, MOST if most > 0 else kind.high, kind.cls)
    return kind


def is_item_of_nothing(value: Node) -> bool:
    """Whether this is an item of a board that is always empty, as far as is known yet: it may be a pair."""
    return isinstance(value, Item) and isinstance(kind := value.base.type, Vector) and kind.length == 0


def mark(w: Walk, target: Target) -> None:
    """Notes that the variables of a target have a value."""
    for each in target if isinstance(target, list) else [target]:
        if isinstance(each, Var) and w.assigned is not None:
            w.assigned.add(each.name)
        elif isinstance(each, list):
            mark(w, each)


def keep_all(w: Walk, target: Target, kind: Type) -> None:
    """Gives the variables of a target their types; Refused if there are not as many as items."""
    if isinstance(target, Var):
        target.type = keep(w, target.name, kind)
        return
    if isinstance(kind, Varying):  # whose length is looked at when the rule runs
        for each in target:
            keep_all(w, each, item_kind(kind))
        return
    if isinstance(kind, Container):
        if kind.of != "list":
            raise Refused(f"{described(kind)} is unpacked: `list(...)` around it")
        for each in target:
            keep_all(w, each, known(w, kind, "value"))
        return
    length = length_of(kind)
    if length != len(target):
        raise Refused(f"unpacking {length or 'an unknown number of'} values into {len(target)} names")
    for position, each in enumerate(target):
        keep_all(w, each, nth(kind, position))
