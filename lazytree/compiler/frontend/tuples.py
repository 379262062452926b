"""Reading tuples and PVectors made of others: `tuple(...)`, slices, `t[:i] + (x,) + t[i + 1:]`, `pvector(...)`."""

from __future__ import annotations

import ast
from itertools import groupby
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Block,
    Choose,
    Const,
    If,
    Method,
    Node,
    Op,
    Raise,
    Set,
    Span,
    Var,
    span,
)
from ..ir.frozen import ListOf
from ..ir.kinds import LEAST, LIST, MOST
from .arguments import Signature, assigns, written
from .containers import as_generator, filled
from .folding import folded, record_of
from .iterables import is_lazy
from .known_items import known_items, slices_by_number
from .reader import Reader
from .syntax import as_tuple


def tuple_of(r: Reader, source: ast.expr) -> Node:
    """`tuple(source)`."""
    match source:
        case ast.GeneratorExp() | ast.ListComp() if (items := slices_by_number(r, source)) is not None:
            return record_of(tuple, [r.read(each) for each in items])
        case ast.List() if isinstance(written := as_tuple(source), ast.Tuple):
            return r.read(written)
    return remade("tuple", filled(r, LIST, as_generator(source)) if is_lazy(r, source) else r.read(source))


def with_stars(r: Reader, items: list[ast.expr]) -> Node:
    """`(*t, x)`: the tuples of its parts as one."""
    parts: list[Node] = []
    for starred, group in groupby(items, lambda each: isinstance(each, ast.Starred)):
        if starred:
            parts += [tuple_of(r, each.value) for each in group if isinstance(each, ast.Starred)]
        else:
            parts.append(record_of(tuple, [r.read(each) for each in group]))
    whole = parts[0]
    for each in parts[1:]:
        whole = folded("+", whole, each)
    return whole


def remade(symbol: str, value: Node) -> Node:
    """`tuple(x)` or `pvector(x)` of a sequence."""
    if isinstance(value, Const) and type(value.value) in (tuple, range, ListOf, str) and symbol == "tuple":
        return Const(tuple(value.value))  # type: ignore[arg-type]
    return Op(symbol, [value])


def part(r: Reader, value: Node, bounds: ast.Slice) -> Node:
    """`value[a:b:c]`: the step is known."""
    read = [r.read(bound) if bound else Const(None) for bound in (bounds.lower, bounds.upper, bounds.step)]
    fixed: list[Any] = [each.value for each in read if isinstance(each, Const)]
    step = (1 if read[2].value is None else read[2].value) if isinstance(read[2], Const) else None
    if len(fixed) < 3 and isinstance(step, int) and step != 0:
        start, stop = (None if isinstance(each, Const) and each.value is None else each for each in read[:2])
        return Span(value, start, stop, int(step))
    if len(fixed) < 3 or not all(each is None or isinstance(each, int) for each in fixed):
        raise Refused(subset.BROKEN_BY[ast.Slice])
    if fixed[2] == 0:
        raise Refused("a slice with a step of 0")
    known = slice(*(None if each is None else max(LEAST, min(int(each), MOST)) for each in fixed))  # none is longer
    if isinstance(value, Const) and isinstance(value.value, (tuple, PVector, range, str)):
        made = value.value[known]
        return Const(ListOf(made) if isinstance(value.value, ListOf) else made)
    return span(value, known)


def exchanged(r: Reader, node: ast.BinOp) -> Node | None:
    """`t[:i] + (x,) + t[i + 1:]` as an item that is exchanged; None for any other sum. A bound out of range raises."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(
                left=ast.Subscript(value=base, slice=ast.Slice(lower=None, upper=at, step=None)),
                op=ast.Add(),
                right=middle,
            ),
            op=ast.Add(),
            right=ast.Subscript(value=again, slice=ast.Slice(lower=following, upper=None, step=None)),
        ) if at and following and not assigns(r, node) and ast.dump(base) == ast.dump(again):
            items = middle.elts if isinstance(middle, ast.Tuple) else [middle]
            place = r.read(at)
            if isinstance(place, Const) or not items or not is_further(at, following, len(items)):
                return None
            if isinstance(middle, ast.Tuple):
                return with_items(r, r.read(base), place, [r.read(each) for each in items])
            return Method(r.read(base), "exchanged", [place, r.read(middle)])
    return None


def with_items(r: Reader, base: Node, place: Node, items: list[Node]) -> Node:
    """A tuple with the items from a place on exchanged; where that would make it longer it raises."""
    kept = r.hidden("place")
    below, near = (Op(symbol, [Var(kept.name), Const(end)]) for symbol, end in (("<", 0), (">=", -len(items))))
    start: list[Node] = [Assign(kept, place), If(Choose(below, near, Const(False)), [Raise()], [])]
    changes: list[tuple[Node, Node]] = []
    for number, each in enumerate(items):
        at: Node = Op("+", [Var(kept.name), Const(number)]) if number else Var(kept.name)
        changes.append((at, each))
    return Block(start, Set(base, changes, tuple))


def is_further(at: ast.expr, following: ast.expr, number: int) -> bool:
    """Whether `following` is `at + number`."""
    (base, start), (other, end) = sum_of(at), sum_of(following)
    return base == other and end == start + number


def sum_of(node: ast.expr) -> tuple[str, int]:
    """An expression as the text of its part that varies, and the number that is added to it."""
    match node:
        case (
            ast.BinOp(left=base, op=ast.Add(), right=ast.Constant(value=int() as number))
            | ast.BinOp(left=ast.Constant(value=int() as number), op=ast.Add(), right=base)
        ):
            return ast.dump(base), number
        case ast.BinOp(left=base, op=ast.Sub(), right=ast.Constant(value=int() as number)):
            return ast.dump(base), -number
    return ast.dump(node), 0


# ---- PVectors: `pvector(...)`


PVECTOR = Signature("pvector", ("iterable",), {"iterable": ()}, unnamed=1)


def built(r: Reader, node: ast.Call) -> Node:
    """`pvector(...)`: of what is known before the game starts a constant, else made of a list or another sequence."""
    source = written(PVECTOR, node).get("iterable")
    if source is None:
        return Const(pvector())
    if (known := known_items(r, source)) is not None:
        return Const(pvector(known))
    return Op("pvector", [filled(r, LIST, as_generator(source)) if is_lazy(r, source) else r.read(source)])
