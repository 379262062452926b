"""Reading assignments: to names, to items, to several targets at once."""

from __future__ import annotations

import ast
from typing import Any

from ..ir.core import Assign, Const, If, Item, Node, Op, Raise, Unset, Var
from . import by_reference
from .over_items import MISSING
from .reader import Reader


def assignment(r: Reader, targets: list[ast.expr], value: Node) -> list[Node]:
    """`a = b = value`: the value is worked out once."""
    first, *others = targets
    if isinstance(first, ast.Subscript) and not others:
        return by_reference.item_put(r, first, value)
    if not others and has_star(first):
        return starred(r, first, value)
    if not others and has_items(first):
        return one_after_another(r, first, value)
    if not others:
        return [Assign(r.target(first), Unset() if isinstance(value, Const) and value.value is MISSING else value)]
    kept = r.hidden("assigned")
    return [Assign(kept, value), *(node for each in targets for node in assignment(r, [each], Var(kept.name)))]


def has_items(target: ast.expr) -> bool:
    """Whether a target is `a[i], a[j]`."""
    return isinstance(target, ast.Tuple | ast.List) and any(isinstance(each, ast.Subscript) for each in target.elts)


def one_after_another(r: Reader, target: Any, value: Node) -> list[Node]:
    """`a[i], a[j] = value`: all of the value is worked out, then each target is assigned, from left to right."""
    kept = r.hidden("unpacked")
    wrong = Op("!=", [Op("len", [Var(kept.name)]), Const(len(target.elts))])
    made: list[Node] = [Assign(kept, value), If(wrong, [Raise()], [])]
    for number, each in enumerate(target.elts):
        made += assignment(r, [each], Item(Var(kept.name), Const(number)))
    return made


def has_star(target: ast.expr) -> bool:
    """Whether a target is `a, *b`."""
    return isinstance(target, ast.Tuple | ast.List) and any(isinstance(each, ast.Starred) for each in target.elts)


def starred(r: Reader, target: Any, value: Node) -> list[Node]:
    """`a, *rest, b = value`: what has the star is a list."""
    at = next(number for number, each in enumerate(target.elts) if isinstance(each, ast.Starred))
    rest = target.elts[at].value
    is_read = not isinstance(rest, ast.Name) or rest.id in r.reads
    kept, late = r.hidden("unpacked"), len(target.elts) - at - 1
    made: list[Node] = [Assign(kept, value)]
    made.append(If(Op("<", [Op("len", [Var(kept.name)]), Const(at + late)]), [Raise()], []))
    for number, each in enumerate(target.elts):
        if number != at:
            place = number if number < at else number - len(target.elts)
            made += assignment(r, [each], Item(Var(kept.name), Const(place)))
        elif is_read:
            made += by_reference.starred(r, rest, kept, at, -late or None)
    return made
