"""Reading assignments: to names, to items, to several targets at once."""

from __future__ import annotations

import ast
from typing import Any

from lazytree.core.errors import Refused

from ..ir.core import Assign, Const, If, Item, Node, Op, Raise, Store, Var
from . import by_reference
from .growing import item_put
from .grown import grown_of
from .local_lists import item_assigned
from .reader import Reader


def assignment(r: Reader, targets: list[ast.expr], value: Node) -> list[Node]:
    """`a = b = value`: the value is worked out once."""
    first, *others = targets
    if isinstance(first, ast.Subscript) and not others and (made := item_assigned(r, first, value)):
        return made
    if isinstance(first, ast.Subscript) and not others and (held := grown_of(r, first.value)) is not None:
        return item_put(r, first.value.id, held, first.slice, value)  # type: ignore[attr-defined]
    if isinstance(first, ast.Subscript) and not others and r.by_reference:
        return by_reference.item_put(r, first, value)
    if isinstance(first, ast.Subscript) and not others:
        return [Store(r.read(first.value), r.read(first.slice), value)]
    if not others and has_star(first):
        return starred(r, first, value)
    if not others and has_items(first):
        return one_after_another(r, first, value)
    if not others:
        return [Assign(r.target(first), value)]
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
    """`a, *_, b = value`: what has the star is not read afterwards, because it is a list."""
    at = next(number for number, each in enumerate(target.elts) if isinstance(each, ast.Starred))
    rest = target.elts[at].value
    is_read = not isinstance(rest, ast.Name) or rest.id in r.reads
    if is_read and not r.by_reference:
        raise Refused("what has a star is a list: `a, b = t[0], t[1:]`")
    kept, late = r.hidden("unpacked"), len(target.elts) - at - 1
    made: list[Node] = [Assign(kept, value)]
    made.append(If(Op("<", [Op("len", [Var(kept.name)]), Const(at + late)]), [Raise()], []))
    for number, each in enumerate(target.elts):
        if number != at:
            place = number if number < at else number - len(target.elts)
            made.append(Assign(r.target(each), Item(Var(kept.name), Const(place))))
        elif is_read:
            made += by_reference.starred(r, rest, kept, at, -late or None)
    return made


def needs_its_place_kept(node: ast.AugAssign) -> bool:
    """Whether working out the place of `cells[i] += value` again, after the value, may give another one."""
    places = [each.slice for each in ast.walk(node.target) if isinstance(each, ast.Subscript)]
    plain = not any(isinstance(each, ast.Call | ast.Subscript) for place in places for each in ast.walk(place))
    calls = any(isinstance(each, ast.Call) for each in ast.walk(node))
    return calls and not plain and not any(isinstance(each, ast.Slice) for each in places)


def place_kept(r: Reader, node: ast.AugAssign) -> list[Node]:
    """`cells[f()] += value`: the place is worked out once, before the value."""
    start: list[Node] = []
    within = dict(r.renamed)

    def placed(target: ast.expr) -> ast.expr:
        if not isinstance(target, ast.Subscript):
            return target
        base, at = placed(target.value), r.hidden("at")
        start.append(Assign(at, r.read(target.slice)))
        within[at.name] = at.name
        return ast.Subscript(base, ast.Name(at.name, ast.Load()), target.ctx)

    known = ast.AugAssign(placed(node.target), node.op, node.value)  # type: ignore[arg-type]
    made = ast.fix_missing_locations(ast.copy_location(known, node))
    return r.renaming(within, lambda: [*start, *r.statements([made])])
