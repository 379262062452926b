"""Reading `map`, `filter` and what `itertools` has: as loops, or as a constant where all arguments are constants."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from enum import EnumMeta
from itertools import chain, combinations, pairwise, permutations, product
from math import comb, perm, prod
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Begin, Const, Copy, Count, Each, If, Item, Node, Op, Splice, Target, Unset, Var, Yield
from ..ir.frozen import DictOf
from .arguments import Early, assigns, function_called
from .eager import chained
from .folding import LONGEST, record_of
from .grown import grown_of
from .list_methods import length
from .listlike import SET, kind_of
from .reader import Body, GrownName, Iterable, Reader
from .signatures import refuse_stars
from .slices import collected

Opened = Callable[..., Iterable]
Items = tuple[
    list[Node], Callable[[], Node], Callable[[Node], Node]
]  # what is done first; how many; the item at a place
TOO_MANY = f"`{{}}` of more than {LONGEST:,} items"
MOST_NESTED = 6  # of loops of one `combinations` or `product`


def iterated(r: Reader, function: Any, node: ast.Call, early: Early | None, opened: Opened) -> Iterable:
    """What loops over `map(...)`, `filter(...)`, `product(...)` and the like."""
    refuse_stars_and_walrus(r, node)
    if function is map or function is filter:
        return opened(r, (mapped if function is map else filtered)(r, node), early)
    if function is chain:
        return one_after_another(r, node.args, early, opened)
    if (known := worked_out(r, function, node)) is not None:
        return lambda target, body: [Each(label := next(r.fresh), None, [target], [Const(known)], body(label, label))]
    if function is product:
        return all_together(r, [*node.args] * repeat_of(r, node), early, opened)
    if function is permutations:
        raise Refused("`permutations` of what varies: of constants, or loops in loops with `if a != b`")
    if function is pairwise:
        return neighbours(r, node.args[0], early, opened)
    return some_together(r, node.args[0], number_chosen(r, node), early, opened)


def one_after_another(r: Reader, given: list[ast.expr], early: Early | None, opened: Opened) -> Iterable:
    """What loops over `chain(...)`: all arguments are worked out before the first is gone over."""
    start: list[Node] = early.statements if early else []
    loop = chained(r, [opened(r, each, Early(r, each, start)) for each in given])
    return loop if early else lambda target, body: [*start, *loop(target, body)]


def refuse_stars_and_walrus(r: Reader, node: ast.Call) -> None:
    """Refused if a call hands over `*items`, or assigns by `:=`."""
    refuse_stars(node)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    if not node.args:
        raise Refused(f"`{ast.unparse(node.func)}` of nothing")


# ---- map and filter


def mapped(r: Reader, node: ast.Call) -> ast.expr:
    """`map(f, xs)` as `(f(x) for x in xs)`; of several, side by side."""
    function, *given = node.args
    if not given or node.keywords:
        raise Refused("`map(f, xs)`")
    names = [r.hidden("x").name for _ in given]
    over = given[0] if len(given) == 1 else ast.Call(constant_name(r, zip), given, [])
    return generator(node, ast.Call(called(function), loads(names), []), names, over, [])


def filtered(r: Reader, node: ast.Call) -> ast.expr:
    """`filter(f, xs)` as `(x for x in xs if f(x))`."""
    if len(node.args) != 2 or node.keywords:
        raise Refused("`filter(f, xs)`")
    function, over = node.args
    names = [r.hidden("x").name]
    plain = isinstance(function, ast.Constant) and function.value is None
    test = loads(names)[0] if plain else ast.Call(called(function), loads(names), [])
    return generator(node, loads(names)[0], names, over, [test])


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


def constant_name(r: Reader, value: Any) -> ast.expr:
    """A name that means a constant."""
    name = r.hidden("known").name
    r.constants[name] = value
    return ast.Name(name, ast.Load())


# ---- constants


def worked_out(r: Reader, function: Any, node: ast.Call) -> tuple[Any, ...] | None:
    """All items, where all arguments are constants; None where one is not."""
    known = [known_items(r, each) for each in (node.args if function is product else node.args[:1])]
    if any(each is None for each in known):
        return None
    parts = [each for each in known if each is not None]
    if function is product:
        times = repeat_of(r, node)
        refuse_too_many(prod(map(len, parts)) ** times, "product")
        return tuple(product(*parts, repeat=times))
    if function is pairwise:
        return tuple(pairwise(parts[0]))
    size, number = len(parts[0]), number_chosen(r, node, of_all=function is permutations)
    number = size if number is None else number
    refuse_too_many((comb if function is combinations else perm)(size, number), function.__name__)
    return tuple(function(parts[0], number))


def refuse_too_many(number: int, name: str) -> None:
    """Refused where a constant would be too long."""
    if number > LONGEST:
        raise Refused(TOO_MANY.format(name))


def known_items(r: Reader, node: ast.expr) -> tuple[Any, ...] | None:
    """The items of what is known before the game starts; None of what is not."""
    with suppress(Refused):
        if isinstance(node, ast.List):
            values = [r.read(each) for each in node.elts]
            return tuple(each.value for each in values if isinstance(each, Const)) if are_known(values) else None
        if function_called(r, node) is range:
            assert isinstance(node, ast.Call)
            values = [r.read(each) for each in node.args]
            return tuple(range(*(each.value for each in values))) if are_known(values) else None  # type: ignore[attr-defined]
        if not kind_of(r, node) and isinstance(made := r.read(node), Const):
            value = made.value.keys if isinstance(made.value, DictOf) else made.value
            return tuple(value) if isinstance(value, tuple | PVector | range | str | EnumMeta) else None
    return None


def known_dict(r: Reader, node: ast.Call) -> dict[Any, Any] | None:
    """What `dict(zip(keys, values))` or `dict(pairs)` gives, of constants; None where something varies."""
    if node.keywords or len(node.args) != 1:
        return None
    given = node.args[0]
    if isinstance(given, ast.Call) and (function := function_called(r, given)) in (zip, enumerate):
        parts = [known_items(r, each) for each in given.args]
        if given.keywords or len(parts) != (2 if function is zip else 1) or None in parts:
            return None
        pairs: Any = function(*parts)
    else:
        pairs = known_items(r, given)
    with suppress(TypeError, ValueError):
        return dict(pairs)
    return None


def are_known(values: list[Node]) -> bool:
    """Whether all are constants."""
    return all(isinstance(each, Const) for each in values)


def number_known(r: Reader, given: ast.expr | None, name: str) -> int | None:
    """A number that is known before the game starts; None if none is given."""
    read = r.read(given) if given is not None else Const(None)
    if not isinstance(read, Const) or not (read.value is None or (type(read.value) is int and read.value >= 0)):
        raise Refused(f"`{name}` of a number that is known before the game starts")
    return read.value


def repeat_of(r: Reader, node: ast.Call) -> int:
    """How often `product` takes all of its arguments."""
    if any(each.arg != "repeat" for each in node.keywords):
        raise Refused("`product(xs, ys)`, `product(xs, repeat=n)`")
    return next((number_known(r, each.value, "product") or 0 for each in node.keywords), 1)


def number_chosen(r: Reader, node: ast.Call, of_all: bool = False) -> Any:
    """How many items `combinations` chooses."""
    name = "permutations" if of_all else "combinations"
    given = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "r")]
    if (len(given) != 1 and not (of_all and not given)) or len(node.args) + len(node.keywords) > 2:
        raise Refused(f"`{name}(xs, n)`")
    number = number_known(r, given[0] if given else None, name)
    if number is None and not of_all:
        raise Refused(f"`{name}(xs, n)`")
    return number


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
    start, size, item = r.in_any_order(False, lambda: items_of(r, given, early, opened))

    def loop(target: Target, body: Body) -> list[Node]:
        places = [r.hidden("at") for _ in range(number)]
        firsts: list[Node] = [Const(0), *(further(each) for each in places)]
        bounds = [[first, size()] for first in firsts[:number]]
        return [*start, *nested(r, places, bounds, [item(Var(each.name)) for each in places], target, body)]

    return loop


def neighbours(r: Reader, given: ast.expr, early: Early | None, opened: Opened) -> Iterable:
    """What loops over `pairwise(given)`: each item with the one before, one by one as they come."""
    over = r.in_any_order(False, lambda: opened(r, given, early))

    def loop(target: Target, body: Body) -> list[Node]:
        label, each, last, begun = next(r.fresh), r.hidden("each"), r.hidden("last"), r.hidden("begun")

        def step(_leave: int, _go_on: int) -> list[Node]:
            both = Yield(label, record_of(tuple, [Var(last.name), Var(each.name)]))
            following: list[Node] = [Assign(Var(last.name), Var(each.name)), Assign(Var(begun.name), Const(True))]
            return [If(Var(begun.name), [both], []), *following]

        start: list[Node] = [Assign(last, Unset()), Assign(begun, Const(False))]
        made = r.in_any_order(False, lambda: over(each, step))
        return [Splice(label, [*start, *made], target, body(label, label))]

    return loop


def further(at: Var) -> Node:
    """The place after another one."""
    return Op("+", [Var(at.name), Const(1)])


def refuse_nested(number: int) -> None:
    """Refused where loops would lie too deep in loops, or where there is none."""
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


def items_of(r: Reader, node: ast.expr, early: Early | None, opened: Opened) -> Items:
    """What keeps the items of an iterable as they are now, how many there are, and the item at a place."""
    if kind_of(r, node) == SET:
        raise Refused(subset.NO_ORDER)
    if kind_of(r, node):
        start, held = collected(r, node, opened)
        if grown_of(r, node) is not None:
            copy = r.hidden("copy").name
            start = [Begin(Var(copy)), Copy(Var(copy), Var(held.variable))]
            held = GrownName(copy, distinct=False)
        name, size = held.variable, lambda: length(held)
    else:
        kept = r.hidden("kept")
        name, size = kept.name, lambda: Op("len", [Var(kept.name)])
        known = known_items(r, node)
        start = [Assign(kept, r.read(node) if known is None else Const(known))]
    if early:
        early.statements += start
        start = []
    return start, size, lambda at: Item(Var(name), at)
