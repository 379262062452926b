"""Reading loops over iterables: opened where Python makes them, written where they are consumed."""

from __future__ import annotations

import ast
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from itertools import chain, combinations, product
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Ask, Assign, Call, Const, Each, Node, OverList, Splice, Target, copied, leaving
from ..ir.kinds import LIST
from ..library import iterators
from ..library.table import GENERATORS
from .arguments import Early, assigns, called_with, function_called, inner_of, plain, refuse_stars, written
from .containers import as_generator, filled
from .generators import DEEPEST_SPLICE, expression_kept, function_body, handed_values, made_now, spliced
from .iterables import (
    ITERATED,
    MOST_NESTED,
    chained,
    comprehension,
    counted,
    each_of,
    either_of,
    is_lazy,
    known_items,
    number_chosen,
    numbered,
    range_bounds,
    repeat_of,
    true_or_false,
    worked_out,
)
from .reader import Body, Given, Iterable, Reader, folded, gone_over
from .source import as_tuple, definition, is_generator, names_in, nodes_of


def opened(r: Reader, node: ast.expr, any_order: bool = False) -> Iterable:
    """What loops over an iterable; `any_order`: if that is a set, the order does not count."""
    if not assigns(r, node) and not has_several(r, node):
        return opened_plain(r, node, any_order)
    early = Early(r, node)
    loop = opened_plain(r, made_now(r, node, early), any_order)
    return lambda target, body: [*early.statements, *early.checks, *loop(target, body)]


def opened_plain(r: Reader, node: ast.expr, any_order: bool) -> Iterable:
    """The same of an iterable whose parts are worked out in the loop over it."""
    if isinstance(node, ast.Name) and node.id in r.iterables and node.id not in r.renamed:
        return handed_over(r, node.id)
    if isinstance(node, ast.GeneratorExp):
        any_order = any_order and not assigns(r, node)
        return comprehension(r, node, opened(r, node.generators[0].iter, any_order), any_order)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and isinstance(node.values[0], ast.Name):
        node = as_choice(node)
    if isinstance(node, ast.IfExp):
        return either_of(r, r.read(true_or_false(node.test)), opened(r, node.body), opened(r, node.orelse))
    if is_lazy(r, node):
        assert isinstance(node, ast.Call)
        return called_for_items(r, node, any_order)
    made = r.read(as_tuple(node))
    if isinstance(made, Ask) and made.how == "in any order":
        return each_of(r, [made.base], any_order=True)
    return over_list(r, made, each_of(r, [gone_over(made, any_order=True)], any_order=any_order))


def has_several(r: Reader, node: ast.expr) -> bool:
    """Whether this goes over several arguments, and calls for one after the first: all are worked out before that."""
    if not isinstance(node, ast.Call):
        return False
    later = [*node.args[1:], *(each.value for each in node.keywords)]
    calls = any(isinstance(each, ast.Call) for one in later for each in nodes_of(one))
    return calls and function_called(r, node) in (enumerate, zip, *ITERATED)


def called_for_items(r: Reader, node: ast.Call, any_order: bool) -> Iterable:
    """What loops over a call that gives its items one by one."""
    if inner := inner_of(r, node.func):
        return spliced(r, inner, node)
    function, node = called_with(r, function_called(r, node), node)
    if function is zip and any(isinstance(each, ast.Starred) for each in node.args):
        return columns(r, node)
    refuse_stars(node)
    if function is range:
        return counted(r, range_bounds(r, node))
    if function is enumerate:
        return enumerated(r, node)
    if function is zip:
        return zipped(r, node)
    if function is reversed:
        return backwards(r, node)
    if function in ITERATED:
        return iterated(r, function, node, any_order and function is chain)
    assert isinstance(function, FunctionType)
    return spliced(r, function, node)


def as_choice(node: ast.BoolOp) -> ast.IfExp:
    """`a or b` as `a if a else b`, of a name: a list may stand beside a tuple."""
    first, *others = node.values
    rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), others), others[0])
    return ast.copy_location(ast.IfExp(first, first, rest), node)


def handed_over(r: Reader, name: str) -> Iterable:
    """The loop over a parameter, or a variable, that is a generator."""
    given = r.iterables[name]
    if given.gone or tuple(r.loops) != given.loops or r.renamed is not r.around:
        raise Refused(subset.ONCE)
    r.iterables[name] = replace(given, gone=True)
    return given.over


def kept_for_later(r: Reader, name: str, value: ast.expr) -> list[Node]:
    """`name = generator`, of a name that stands in one place more: the loop stands there, what it is given is made now.

    So what a generator expression reads is what that is when it is gone over.
    """
    start: list[Node] = []

    def over() -> Iterable:
        early = Early(r, value, later=True)
        loop = opened(r, made_now(r, value, early))
        start.extend(early.statements)
        return early.checked(loop)

    r.iterables[name] = Given(r.while_changing({*r.often}, over), loops=tuple(r.loops))
    return start


def backwards(r: Reader, call: ast.Call) -> Iterable:
    """What loops over `reversed(...)` of a sequence or of a range without a step."""
    (inner,) = written(plain("reversed", "sequence"), call).values()
    if function_called(r, inner) is not range:
        return each_of(r, [r.read(inner)], backwards=True)
    assert isinstance(inner, ast.Call)
    bounds = range_bounds(r, inner)
    if len(bounds) == 3:
        raise Refused("reversed(range(...)) without a step")
    start, stop = bounds if len(bounds) == 2 else (Const(0), bounds[0])
    return counted(r, [folded("-", stop, Const(1)), folded("-", start, Const(1)), Const(-1)])


def enumerated(r: Reader, call: ast.Call) -> Iterable:
    """What loops over `enumerate(...)`, of a sequence or of anything else that loops can go over."""
    match call:
        case ast.Call(args=[sequence], keywords=[]) if not isinstance(sequence, ast.Call) and not is_lazy(r, sequence):
            return numbered(r, r.read(sequence))
    return spliced(r, GENERATORS[enumerate], call)


# ---- Reading `map`, `filter`, what `itertools` has, and `zip`: as loops, or as a constant where all arguments are


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
    return lambda target, body: [*early.statements, *early.checks, *loop(target, body)]


def mapped(r: Reader, node: ast.Call) -> ast.expr:
    """`map(f, xs)` as `(f(x) for x in xs)`; of several, side by side."""
    function, *given = node.args
    if not given or node.keywords:
        raise Refused("`map(f, xs)`")
    if not isinstance(function, ast.Name | ast.Attribute | ast.Lambda):  # it is read again for each item
        raise Refused("`map` and `filter` take a function by its name, or a lambda")
    xs, over = (", ".join(f"{name}{at}" for at in range(len(given))) for name in "xp")
    text = f"(f({xs}) for {xs} in {over if len(given) == 1 else f'zip({over})'})"
    return r.template(node, text, f=function, zip=zip, **by_number("p", given))  # type: ignore[no-any-return]


def by_number(name: str, given: list[ast.expr]) -> dict[str, ast.expr]:
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
    loop = r.opened(r.template(node, text, len=len, range=range, **by_number("p", pools)))
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


def columns(r: Reader, call: ast.Call) -> Iterable:
    """What loops over `zip(*rows)`."""
    match call:
        case ast.Call(args=[ast.Starred(value=rows)], keywords=[]):
            if (known := known_items(r, rows)) is not None:
                return each_of(r, [Const(tuple(zip(*known)))])
            does: Any = iterators.columns
            return spliced(r, does, ast.copy_location(ast.Call(call.func, [rows], []), call))
    raise Refused("`zip(*rows)` of nothing else: `rows = ...`")


def beside_others(r: Reader, node: ast.expr) -> Node:
    """What is gone over beside others, as a value."""
    if isinstance(node, ast.GeneratorExp):
        return expression_kept(r, node, at_once=True)
    if isinstance(node, ast.Call) and function_called(r, node) is range:
        bounds = range_bounds(r, node)
        if all(isinstance(each, Const) for each in bounds):
            return folded("range", *bounds)
    return gone_over(r.read(node))


# ---- Functions that fill one list and give it: their text may stand in the loop that goes over it; no list is made
#
# Python fills the list first. So the loop ends with its last item, and nothing that the function is handed is a list, a
# dict or a set, which the loop might change: inference sees to that.

MOST_NODES = 400  # of a text that stands in a loop


def over_list(r: Reader, call: Node, over: Iterable) -> Iterable:
    """What loops over a call, as `over` does, or over the text of the function that is called."""
    if not isinstance(call, Call) or r.depth > DEEPEST_SPLICE or (tree := as_generator_function(r, call)) is None:
        return over

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        inside = body(label, label)
        called: list[Node] = [Each(label, None, [target], [call], inside)]
        if leaving(inside):
            return called
        with suppress(Refused):  # it is refused again where it is called
            return [OverList(called, in_its_loop(r, call, tree, label, target, inside))]
        return called

    return loop


def in_its_loop(
    r: Reader, call: Call, tree: ast.FunctionDef, label: int, target: Target, body: list[Node]
) -> list[Node]:
    """The text of a function in the loop that goes over the list which it gives."""
    inner, start = handed_values(r, call.function, label, copied(call.arguments))
    inner.tree = tree
    return [*start, Splice(label, function_body(inner), target, body)]


# ---- the text of such a function, as that of a generator


def as_generator_function(r: Reader, call: Call) -> ast.FunctionDef | None:
    """The `def` of a generator that gives what a function puts into the list that it returns; None of others."""
    function: Any = call.function
    if not isinstance(function, FunctionType) or is_generator(function) or function in r.chain:
        return None
    with suppress(Refused):
        tree = definition(function)
        nodes = list(ast.walk(tree))
        is_other = function.__name__ in names_in(tree) or any(isinstance(each, NOT_WITHIN) for each in nodes[1:])
        return None if is_other or len(nodes) > MOST_NODES else yielding(deepcopy(tree))
    return None


def yielding(tree: ast.FunctionDef) -> ast.FunctionDef | None:
    """A `def` in which `yield x` stands for what puts x into the list that is returned; None where it returns no such.

    The list is made once, below the `def`; all else that is done to it is `.append(x)`, by itself, and `return`. Or all
    that is returned are comprehensions.
    """
    last, name = tree.body[-1], ""
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Name):
        name = last.value.id
        made = [at for at, each in enumerate(tree.body) if makes(each, name)]
        if not made or any(name in names_in(each) for each in tree.body[: made[0]]):
            return None
        del tree.body[made[0]]
    Yielding(name).visit(tree)
    gives = any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(tree))
    ends = isinstance(tree.body[-1], ast.Return)
    return None if gives or not ends or name in names_in(tree) else ast.fix_missing_locations(tree)


NOT_WITHIN = (ast.FunctionDef, ast.Lambda, ast.NamedExpr, ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom)


def makes(statement: ast.stmt, name: str) -> bool:
    """Whether this is `name = []`."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name(id=target)], value=ast.List(elts=[]))
            | ast.AnnAssign(target=ast.Name(id=target), value=ast.List(elts=[]))
        ):
            return target == name
    return False


class Yielding(ast.NodeTransformer):
    """Writes `yield x` for `name.append(x)`, and the same for what a comprehension gives that is returned."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(id=base), "append"), [item], []) if base == self.name:
                return ast.copy_location(ast.Expr(ast.Yield(item)), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
        match node.value:
            case ast.Name(id=given) if given == self.name:
                return ast.copy_location(ast.Return(None), node)
            case ast.ListComp() if not self.name:
                items = ast.copy_location(ast.Expr(ast.YieldFrom(as_generator(node.value))), node)
                return [items, ast.copy_location(ast.Return(None), node)]
        return node
