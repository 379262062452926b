"""Reading `map`, `filter`, what `itertools` has, and `zip`: as loops, or as a constant where all arguments are."""

from __future__ import annotations

import ast
from itertools import chain, combinations, product
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Const,
    Each,
    Node,
)
from ..ir.kinds import LIST
from ..library.table import GENERATORS
from .arguments import Early, assigns, function_called, refuse_stars
from .containers import as_generator, filled
from .dicts import gone_over
from .folding import folded
from .frames import expression_kept, made_now
from .iterables import MOST_NESTED, chained, each_of, is_lazy, range_bounds
from .known_items import known_items, number_chosen, repeat_of, worked_out
from .reader import Iterable, Reader
from .splices import spliced


def iterated(r: Reader, function: Any, node: ast.Call, any_order: bool) -> Iterable:
    """What loops over `map(...)`, `filter(...)`, `product(...)` and the like."""
    refuse_stars(node)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    if function in GENERATORS:
        return spliced(r, GENERATORS[function], node)
    if not node.args:
        raise Refused(f"`{ast.unparse(node.func)}` of nothing")
    if function is map:
        return r.opened(mapped(r, node))
    if function is chain:
        return one_after_another(r, node, any_order)
    if (known := worked_out(r, function, node)) is not None:
        return lambda target, body: [Each(label := next(r.fresh), None, [target], [Const(known)], body(label, label))]
    return in_loops(r, function, node)


def one_after_another(r: Reader, node: ast.Call, any_order: bool) -> Iterable:
    """What loops over `chain(...)`: all arguments are worked out before the first is gone over."""
    early = Early(r, node, later=True)
    loop = chained(r, [r.opened(made_now(r, each, early), any_order) for each in node.args])
    return lambda target, body: [*early.statements, *loop(target, body)]


def mapped(r: Reader, node: ast.Call) -> ast.expr:
    """`map(f, xs)` as `(f(x) for x in xs)`; of several, side by side."""
    function, *given = node.args
    if not given or node.keywords:
        raise Refused("`map(f, xs)`")
    if not isinstance(function, ast.Name | ast.Attribute | ast.Lambda):  # it is read again for each item
        raise Refused("`map` and `filter` take a function by its name, or a lambda")
    xs, over = (", ".join(f"{name}{at}" for at in range(len(given))) for name in "xp")
    text = f"(f({xs}) for {xs} in {over if len(given) == 1 else f'zip({over})'})"
    return r.template(node, text, f=function, zip=zip, **numbered("p", given))  # type: ignore[no-any-return]


def numbered(name: str, given: list[ast.expr]) -> dict[str, ast.expr]:
    """Names with numbers, for some expressions."""
    return {f"{name}{at}": each for at, each in enumerate(given)}


# ---- `product`, `combinations`, `permutations` of what varies: loops in loops, over what is there before


def in_loops(r: Reader, function: Any, node: ast.Call) -> Iterable:
    """What loops over `product(...)`, `combinations(...)` or `permutations(...)`."""
    start, pools = list[Node](), list[ast.expr]()
    for each in node.args if function is product else node.args[:1]:
        known, kept = known_items(r, each), r.hidden("pool")
        start.append(Assign(kept, filled(r, LIST, as_generator(each)) if known is None else Const(known)))
        pools.append(ast.Name(kept.name, ast.Load()))
    number = len(pools) * repeat_of(r, node) if function is product else number_chosen(r, function, node)
    if number is None or not 0 < number <= MOST_NESTED:
        raise Refused(f"`{function.__name__}` of 1 to {MOST_NESTED} items, where they are no constants")
    text = nested_loops(function, number, len(pools))
    loop = r.opened(r.template(node, text, len=len, range=range, **numbered("p", pools)))
    return lambda target, body: [*start, *loop(target, body)]


def nested_loops(function: Any, number: int, pools: int) -> str:
    """A generator expression of tuples of that many items, from one pool `p0` or, of `product`, from several.

    >>> nested_loops(combinations, 2, 1)
    '((p0[x0], p0[x1],) for x0 in range(0, len(p0)) for x1 in range(x0 + 1, len(p0)))'
    """
    if function is product:
        items, loops = [f"x{at}" for at in range(number)], [f"for x{at} in p{at % pools}" for at in range(number)]
    else:
        items, loops = [f"p0[x{at}]" for at in range(number)], [places(function, at) for at in range(number)]
    return f"(({', '.join(items)},) {' '.join(loops)})"


def places(function: Any, at: int) -> str:
    """The loop over the places that an item of `combinations` or `permutations` may come from."""
    if function is combinations:
        return f"for x{at} in range({f'x{at - 1} + 1' if at else 0}, len(p0))"
    return f"for x{at} in range(len(p0))" + "".join(f" if x{at} != x{before}" for before in range(at))


# ---- `zip(...)`: sequences, ranges, generators and numbers without an end, side by side


def zipped(r: Reader, call: ast.Call) -> Iterable:
    """What loops over `zip(...)`: sequences, and generators, each of which is asked when it is its turn."""
    if any(k.arg != "strict" or not isinstance(k.value, ast.Constant) for k in call.keywords) or not call.args:
        raise Refused(
            subset.WRONG_ARGUMENTS.format("*iterables, strict", "zip", "each is a sequence, strict a constant")
        )
    if len(call.args) == 1:
        return r.opened(r.template(call, "((x,) for x in xs)", xs=call.args[0]))
    strict = any(k.arg == "strict" and k.value.value for k in call.keywords)  # type: ignore[attr-defined]
    if strict and any(is_lazy(r, each) for each in call.args):
        raise Refused("`zip` of what gives its items one by one without `strict`")
    return each_of(r, [beside_others(r, each) for each in call.args], strict=strict)


def beside_others(r: Reader, node: ast.expr) -> Node:
    """What is gone over beside others, as a value."""
    if isinstance(node, ast.GeneratorExp):
        return expression_kept(r, node, at_once=True)
    if isinstance(node, ast.Call) and function_called(r, node) is range:
        bounds = range_bounds(r, node)
        if all(isinstance(each, Const) for each in bounds):
            return folded("range", *bounds)
    return gone_over(r.read(node))
