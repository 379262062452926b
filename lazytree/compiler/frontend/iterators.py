"""Reading `map`, `filter`, what `itertools` has, and `zip`: as loops, or as a constant where all arguments are."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
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
from .arguments import FLATTENED, Early, assigns, function_called, refuse_stars
from .by_reference import as_generator, filled
from .dicts import gone_over
from .folding import folded, record_of
from .frames import expression_kept
from .iterables import chained, each_of, is_lazy, parts_of, range_bounds
from .known_items import constant_name, known_items, number_chosen, repeat_of, worked_out
from .over_items import GENERATORS
from .reader import Body, Iterable, Reader
from .splices import spliced

Opened = Callable[..., Iterable]
Items = tuple[
    list[Node], Callable[[], Node], Callable[[Node], Node]
]  # what is done first; how many; the item at a place
MOST_NESTED = 6  # of loops of one `combinations` or `product`


def iterated(r: Reader, function: Any, node: ast.Call, early: Early | None, opened: Opened) -> Iterable:
    """What loops over `map(...)`, `filter(...)`, `product(...)` and the like."""
    refuse_stars(node)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    if function is FLATTENED and (written_out := rows_written_out(node)):
        return one_after_another(r, written_out, early, opened)
    if function in GENERATORS:
        return spliced(r, GENERATORS[function], node, early, opened)
    if not node.args:
        raise Refused(f"`{ast.unparse(node.func)}` of nothing")
    if function is map:
        return opened(r, mapped(r, node), early)
    if function is chain:
        return one_after_another(r, node.args, early, opened)
    if (known := worked_out(r, function, node)) is not None:
        return lambda target, body: [Each(label := next(r.fresh), None, [target], [Const(known)], body(label, label))]
    if function is product:
        return all_together(r, [*node.args] * repeat_of(r, node), early, opened)
    if function is permutations:
        raise Refused("`permutations` of what varies: of constants, or loops in loops with `if a != b`")
    return some_together(r, node.args[0], number_chosen(r, node), early, opened)


def one_after_another(r: Reader, given: list[ast.expr], early: Early | None, opened: Opened) -> Iterable:
    """What loops over `chain(...)`: all arguments are worked out before the first is gone over."""
    start: list[Node] = early.statements if early else []
    loop = chained(r, [opened(r, each, Early(r, each, start)) for each in given])
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


def all_together(r: Reader, given: list[ast.expr], early: Early | None, opened: Opened) -> Iterable:
    """What loops over `product(...)`: a loop in a loop, over what was there before the first."""
    refuse_nested(len(given))
    items = [items_of(r, each, early, opened) for each in given]
    start = [each for first, _, _ in items for each in first]

    def loop(target: Target, body: Body) -> list[Node]:
        places = [r.hidden("at") for _ in given]
        bounds: list[list[Node]] = [[Const(0), size()] for _, size, _ in items]
        values = [item(Var(at.name)) for (_, _, item), at in zip(items, places)]
        return [*start, *nested(r, places, bounds, values, target, body)]

    return loop


def some_together(r: Reader, given: ast.expr, number: int, early: Early | None, opened: Opened) -> Iterable:
    """What loops over `combinations(given, number)`: each place is after the one before."""
    refuse_nested(number)
    start, size, item = items_of(r, given, early, opened)

    def loop(target: Target, body: Body) -> list[Node]:
        places = [r.hidden("at") for _ in range(number)]
        firsts: list[Node] = [Const(0), *(further(each) for each in places)]
        bounds = [[first, size()] for first in firsts[:number]]
        return [*start, *nested(r, places, bounds, [item(Var(each.name)) for each in places], target, body)]

    return loop


def further(at: Var) -> Node:
    """The place after another one."""
    return Op("+", [Var(at.name), Const(1)])


def refuse_nested(number: int) -> None:
    """Refused where loops would lie too deep in loops, or if there is none."""
    if not 0 < number <= MOST_NESTED:
        raise Refused(f"`product` and `combinations` of 1 to {MOST_NESTED} items, where they are no constants")


def nested(
    r: Reader, places: list[Var], bounds: list[list[Node]], values: list[Node], target: Target, body: Body
) -> list[Node]:
    """Loops in loops over places; the innermost hands on the values as a tuple."""
    label = next(r.fresh)
    made: list[Node] = [Yield(label, record_of(tuple, values))]
    for at, ends in reversed([*zip(places, bounds)]):
        made = [Count(next(r.fresh), at, ends, made)]
    return [Splice(label, made, target, body(label, label))]


def length_of(kept: Var) -> Node:
    """How many items a variable holds."""
    return Op("len", [Var(kept.name)])


def items_of(r: Reader, node: ast.expr, early: Early | None, opened: Opened) -> Items:
    """What keeps the items of an iterable as they are now, how many there are, and the item at a place."""
    kept, known = r.hidden("kept"), known_items(r, node)
    made = filled(r, LIST, as_generator(node), opened) if known is None else Const(known)
    start: list[Node] = [Assign(kept, made)]
    if early:
        early.statements += start
        start = []
    return start, partial(length_of, kept), lambda at: Item(Var(kept.name), at)


# ---- `zip(...)`: sequences, ranges, generators and numbers without an end, side by side


def zipped(r: Reader, call: ast.Call, early: Early | None, opened: Callable[..., Iterable]) -> Iterable:
    """What loops over `zip(...)`: sequences, and generators, each of which is asked when it is its turn."""
    if any(k.arg != "strict" or not isinstance(k.value, ast.Constant) for k in call.keywords) or not call.args:
        raise Refused(
            subset.WRONG_ARGUMENTS.format("*iterables, strict", "zip", "each is a sequence, strict a constant")
        )
    if len(call.args) == 1:
        return alone(r, opened(r, call.args[0], early))
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
