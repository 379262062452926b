"""Reading `map`, `filter`, what `itertools` has, and `zip`: as loops, or as a constant where all arguments are."""

from __future__ import annotations

import ast
from itertools import chain, permutations, product
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Const,
    Count,
    Each,
    Item,
    Node,
    Op,
    Splice,
    Target,
    Var,
    Yield,
)
from ..ir.kinds import LIST
from ..library.table import GENERATORS
from .arguments import FLATTENED, Early, assigns, function_called, refuse_stars
from .by_reference import as_generator, filled
from .dicts import gone_over
from .folding import folded, record_of
from .frames import expression_kept
from .iterables import chained, each_of, is_lazy, parts_of, range_bounds
from .known_items import constant_name, known_items, number_chosen, repeat_of, worked_out
from .reader import Body, Iterable, Reader
from .splices import spliced

MOST_NESTED = 6  # of loops of one `combinations` or `product`


def iterated(r: Reader, function: Any, node: ast.Call, early: Early | None, any_order: bool) -> Iterable:
    """What loops over `map(...)`, `filter(...)`, `product(...)` and the like."""
    refuse_stars(node)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    if function is FLATTENED and (written_out := rows_written_out(node)):
        return one_after_another(r, written_out, early, False)
    if function in GENERATORS:
        return spliced(r, GENERATORS[function], node, early)
    if not node.args:
        raise Refused(f"`{ast.unparse(node.func)}` of nothing")
    if function is map:
        return r.opened(mapped(r, node), early)
    if function is chain:
        return one_after_another(r, node.args, early, any_order)
    if (known := worked_out(r, function, node)) is not None:
        return lambda target, body: [Each(label := next(r.fresh), None, [target], [Const(known)], body(label, label))]
    if function is product:
        pools = [*node.args] * repeat_of(r, node)
        return in_loops(r, pools, len(pools), early)
    if function is permutations:
        raise Refused("`permutations` of what varies: of constants, or loops in loops with `if a != b`")
    return in_loops(r, node.args[:1], number_chosen(r, node), early, further=True)


def one_after_another(r: Reader, given: list[ast.expr], early: Early | None, any_order: bool) -> Iterable:
    """What loops over `chain(...)`: all arguments are worked out before the first is gone over."""
    start: list[Node] = early.statements if early else []
    loop = chained(r, [r.opened(each, Early(r, each, start), any_order) for each in given])
    return loop if early else lambda target, body: [*start, *loop(target, body)]


# ---- map and filter


def mapped(r: Reader, node: ast.Call) -> ast.expr:
    """`map(f, xs)` as `(f(x) for x in xs)`; of several, side by side."""
    function, *given = node.args
    if not given or node.keywords:
        raise Refused("`map(f, xs)`")
    names = [r.hidden("x").name for _ in given]
    over = given[0] if len(given) == 1 else ast.Call(constant_name(r, zip), given, [])
    return generator(node, ast.Call(called(function), loads(names), []), names, over, [])


def rows_written_out(node: ast.Call) -> list[ast.expr]:
    """The rows of `chain.from_iterable([a, b])`; empty where they are not written out."""
    match node.args:
        case [ast.List(elts=rows) | ast.Tuple(elts=rows)] if not node.keywords:
            return [] if any(isinstance(each, ast.Starred) for each in rows) else rows
    return []


def generator(node: ast.expr, item: ast.expr, names: list[str], over: ast.expr, tests: list[ast.expr]) -> ast.expr:
    """A generator expression with one clause."""
    targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
    target = targets[0] if len(targets) == 1 else ast.Tuple(targets, ast.Store())
    made = ast.GeneratorExp(item, [ast.comprehension(target, over, tests, 0)])
    return ast.fix_missing_locations(ast.copy_location(made, node))


def called(function: ast.expr) -> ast.expr:
    """What `map` or `filter` calls; Refused unless it is named, or a lambda: it is read again for each item."""
    if not isinstance(function, ast.Name | ast.Attribute | ast.Lambda):
        raise Refused("`map` and `filter` take a function by its name, or a lambda")
    return function


def loads(names: list[str]) -> list[ast.expr]:
    """The names, as they are read."""
    return [ast.Name(name, ast.Load()) for name in names]


# ---- loops


def in_loops(r: Reader, pools: list[ast.expr], number: int, early: Early | None, further: bool = False) -> Iterable:
    """What loops over `product(...)`, or `combinations(...)` (`further`): loops in loops, over what is there before."""
    if not 0 < number <= MOST_NESTED:
        raise Refused(f"`product` and `combinations` of 1 to {MOST_NESTED} items, where they are no constants")
    start, kept = early.statements if early else [], list[str]()
    for each in pools:
        known = known_items(r, each)
        kept.append(r.hidden("kept").name)
        start.append(Assign(Var(kept[-1]), filled(r, LIST, as_generator(each)) if known is None else Const(known)))
    first = [] if early else start
    names = kept * number if further else kept

    def loop(target: Target, body: Body) -> list[Node]:
        places, label = [r.hidden("at").name for _ in names], next(r.fresh)
        after: list[Node] = [Op("+", [Var(each), Const(1)]) if further else Const(0) for each in places]
        bounds = zip([Const(0), *after], names, places)
        made: list[Node] = [Yield(label, record_of(tuple, [Item(Var(a), Var(b)) for a, b in zip(names, places)]))]
        for low, pool, at in reversed(list(bounds)):
            made = [Count(next(r.fresh), Var(at), [low, Op("len", [Var(pool)])], made)]
        return [*first, Splice(label, made, target, body(label, label))]

    return loop


# ---- `zip(...)`: sequences, ranges, generators and numbers without an end, side by side


def zipped(r: Reader, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over `zip(...)`: sequences, and generators, each of which is asked when it is its turn."""
    if any(k.arg != "strict" or not isinstance(k.value, ast.Constant) for k in call.keywords) or not call.args:
        raise Refused(
            subset.WRONG_ARGUMENTS.format("*iterables, strict", "zip", "each is a sequence, strict a constant")
        )
    if len(call.args) == 1:
        return alone(r, r.opened(call.args[0], early))
    strict = any(k.arg == "strict" and k.value.value for k in call.keywords)  # type: ignore[attr-defined]
    if strict and any(is_lazy(r, each) for each in call.args):
        raise Refused("`zip` of what gives its items one by one without `strict`")
    rows = [beside_others(r, each, early is None or not early.later) for each in call.args]
    return each_of(r, [early.keep(each) if early else each for each in rows], strict=strict)


def beside_others(r: Reader, node: ast.expr, at_once: bool) -> Node:
    """What is gone over beside others, as a value."""
    if isinstance(node, ast.GeneratorExp):
        return expression_kept(r, node, at_once)
    if isinstance(node, ast.Call) and function_called(r, node) is range:
        bounds = range_bounds(r, node, None)
        if all(isinstance(each, Const) for each in bounds):
            return folded("range", *bounds)
    return gone_over(r.read(node))


def alone(r: Reader, over: Iterable) -> Iterable:
    """What loops over `zip(x)`: tuples of one item."""

    def loop(target: Target, body: Body) -> list[Node]:
        (only,), made = parts_of(r, target, 1)
        return over(only, lambda leave, go_on: [*made, *body(leave, go_on)])

    return loop


def is_of_columns(r: Reader, node: ast.expr) -> bool:
    """Whether this is `zip(*rows)`."""
    starred = isinstance(node, ast.Call) and any(isinstance(each, ast.Starred) for each in node.args)
    return starred and function_called(r, node) is zip


def columns(r: Reader, call: ast.Call) -> ast.expr:
    """`zip(*rows)` as `[tuple(row[i] for row in rows) for i in range(...)]`: as many as the shortest row has items.

    Of values that is the first row, or a trap; of constants they are worked out.
    """
    rows = call.args[0].value if isinstance(call.args[0], ast.Starred) else call.args[0]
    if len(call.args) > 1 or call.keywords or not isinstance(rows, ast.Name | ast.Attribute):
        raise Refused("`zip(*rows)` of rows that have a name, and of nothing else: `rows = ...`")
    if (known := known_items(r, rows)) is not None:
        return ast.fix_missing_locations(ast.copy_location(constant_name(r, tuple(zip(*known))), call))
    row, at = (ast.Name(r.hidden(hint).name, ast.Load()) for hint in ("row", "at"))
    of_rows = ast.comprehension(ast.Name(row.id, ast.Store()), rows, [], 0)
    column = call_of(r, tuple, ast.GeneratorExp(ast.Subscript(row, at, ast.Load()), [of_rows]))
    size = call_of(r, len, ast.Subscript(rows, ast.Constant(0), ast.Load()))
    over = ast.comprehension(ast.Name(at.id, ast.Store()), call_of(r, range, size), [], 0)
    return ast.fix_missing_locations(ast.copy_location(ast.ListComp(column, [over]), call))


def call_of(r: Reader, function: object, argument: ast.expr) -> ast.Call:
    """The call of a built-in function."""
    return ast.Call(constant_name(r, function), [argument], [])
