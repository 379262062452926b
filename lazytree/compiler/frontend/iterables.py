"""Iterables: which expressions give their items one by one, loops over what is worked out, generator expressions.

Also items that are known before the game starts, and items that are written out, one by one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from enum import EnumMeta
from itertools import accumulate, chain, combinations, count, islice, pairwise, permutations, product, repeat
from types import FunctionType
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused
from lazytree.searching.kernels import memory

from ..ir import subset
from ..ir.classes import DictOf
from ..ir.core import Assign, Const, Count, Each, If, Make, Node, Splice, Target, Var, Yield
from .arguments import FLATTENED, RANGES, Signature, assigns, function_called, written
from .reader import LONGEST, Body, Iterable, Reader
from .source import STATEMENTS, definition, is_generator, nodes_of_kind, own_nodes, taken_apart

MOST_NESTED = 6  # of loops of one `combinations` or `product`
STEPPED = (range, enumerate, zip, reversed)
ITERATED = (
    iter,
    map,
    filter,
    chain,
    FLATTENED,
    combinations,
    pairwise,
    permutations,
    product,
    accumulate,
    repeat,
    count,
)


def is_lazy(r: Reader, node: ast.expr) -> bool:
    """Whether a value is gone over item by item, and is no list, set or tuple."""
    match node:
        case ast.Name(id=name):
            return name in r.iterables and name not in r.renamed
        case ast.GeneratorExp():
            return True
        case ast.IfExp(body=then, orelse=other):
            return is_lazy(r, then) or is_lazy(r, other)
        case ast.Call(func=ast.Name(id=name)) if name in r.inners and name not in r.renamed:
            return r.inners[name].is_lazy
        case ast.Call():
            try:
                function = function_called(r, node)
            except Refused:  # it is refused again where it is read
                return False
            if (applied := taken_apart(function)) is not None:
                function = applied.function
            if isinstance(function, FunctionType):
                return gives_lazily(r, function)
            return function in STEPPED or function in ITERATED
    return False


def gives_lazily(r: Reader, function: FunctionType) -> bool:
    """Whether a function is a generator, or returns what gives its items one by one."""
    if is_generator(function):
        return True
    known = r.shared.lazy
    if function not in known:
        known[function] = False  # of a function that calls itself
        if function.__module__ != memory.__name__:  # machine code has these of its own
            known[function] = any(is_lazy(r.inner(function, {}, 0), each) for each in results(function))
    return known[function]


def results(function: FunctionType) -> list[ast.expr]:
    """What a function's text returns; nothing where it has no text that can be read."""
    try:
        nodes = list(own_nodes(definition(function).body, STATEMENTS))
    except Refused:  # it is refused again where it is read
        return []
    return [each.value for each in nodes if isinstance(each, ast.Return) and each.value is not None]


# ---- Loops over what is worked out: sequences, ranges, numbered items


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


def range_bounds(r: Reader, call: ast.Call) -> list[Node]:
    """The one to three arguments of `range`."""
    signature = RANGES[min(max(len(call.args), 1), 3) - 1]
    return [r.read(each) for each in written(signature, call).values()]


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


# ---- Generator expressions: loops whose variables are visible in the expression only


def comprehension(
    r: Reader, node: ast.GeneratorExp | ast.ListComp | ast.SetComp, first: Iterable, any_order: bool = False
) -> Iterable:
    """The loops of a generator expression, or of a list.

    The first iterable belongs to the scope around it, all else to its own:
    one variable for each name, however many clauses assign it.
    """
    if any(clause.is_async for clause in node.generators):
        raise Refused(subset.BROKEN_BY[ast.AsyncFor])
    around, changing = r.renamed, r.changing
    inside = {**around, **{name: r.hidden(name).name for name in names_of(node.generators)}}

    def whole(target: Target, body: Body) -> list[Node]:
        outermost: list[int] = []

        def given(again: int) -> list[Node]:
            return [Assign(target, r.read(node.elt)), *r.renaming(around, lambda: body(outermost[0], again))]

        def level(depth: int, again: int) -> list[Node]:
            if depth == len(node.generators):
                return given(again)
            clause = node.generators[depth]

            def one_item(leave: int, again: int) -> list[Node]:
                outermost.append(leave)
                return r.renaming(inside, lambda: filtered(r, clause.ifs, lambda: level(depth + 1, again)))

            assigned = changing | set(names_of(node.generators[depth:]))
            over = r.while_changing(assigned, lambda: r.opened(clause.iter, any_order=any_order)) if depth else first
            return over(r.target(clause.target), one_item)

        return r.renaming(inside, lambda: level(0, 0))

    return whole


def names_of(clauses: list[ast.comprehension]) -> list[str]:
    """The variables that clauses assign, each once."""
    targets = [each for clause in clauses for each in ast.walk(clause.target)]
    return list(dict.fromkeys(each.id for each in targets if isinstance(each, ast.Name)))


def true_or_false(test: ast.expr) -> ast.expr:
    """A test of which only the truth counts: `a and b` of values of several kinds."""
    return ast.fix_missing_locations(ast.copy_location(ast.IfExp(test, ast.Constant(True), ast.Constant(False)), test))


def filtered(r: Reader, tests: list[ast.expr], body: Callable[[], list[Node]]) -> list[Node]:
    """The body of a clause, under each of its `if` tests."""
    if not tests:
        return body()
    test = r.read(tests[0] if not isinstance(tests[0], ast.BoolOp) else true_or_false(tests[0]))
    if isinstance(test, Const):
        return filtered(r, tests[1:], body) if test.value else []
    return [If(test, filtered(r, tests[1:], body), [])]


# ---- Items of `range(n)`, `combinations(...)`, of a dict made of pairs


TOO_MANY = f"`{{}}` of more than {LONGEST:,} items"


def worked_out(r: Reader, function: Any, node: ast.Call) -> tuple[Any, ...] | None:
    """All items, where all arguments are constants; None where one is not."""
    known = [known_items(r, each) for each in (node.args if function is product else node.args[:1])]
    if any(each is None for each in known):
        return None
    if function is product:
        made = product(*known, repeat=repeat_of(r, node))  # type: ignore[arg-type]
    else:
        made = function(*known, number_chosen(r, function, node))
    items = tuple(islice(made, LONGEST + 1))
    if len(items) > LONGEST:
        raise Refused(TOO_MANY.format(function.__name__))
    return items


def known_items(r: Reader, node: ast.expr) -> tuple[Any, ...] | None:
    """The items of what is known before the game starts; None of what is not."""
    with suppress(Refused):
        is_range = function_called(r, node) is range
        if isinstance(node, ast.List) or is_range:
            given = node.elts if isinstance(node, ast.List) else node.args  # type: ignore[attr-defined]
            values = [r.read(each) for each in given]
            known: list[Any] = [each.value for each in values if isinstance(each, Const)]
            return None if len(known) < len(values) else tuple(range(*known) if is_range else known)
        if not is_lazy(r, node) and isinstance(made := r.read(node), Const):
            value = made.value.keys if isinstance(made.value, DictOf) else made.value
            return tuple(value) if isinstance(value, tuple | PVector | range | str | EnumMeta) else None
    return None


def number_known(r: Reader, given: ast.expr, name: str) -> int:
    """A number that is known before the game starts."""
    read = r.read(given)
    if not isinstance(read, Const) or type(read.value) is not int or read.value < 0:
        raise Refused(f"`{name}` of a number that is known before the game starts")
    return read.value


def repeat_of(r: Reader, node: ast.Call) -> int:
    """How often `product` takes all of its arguments."""
    if any(each.arg != "repeat" for each in node.keywords):
        raise Refused("`product(xs, ys)`, `product(xs, repeat=n)`")
    return next((number_known(r, each.value, "product") for each in node.keywords), 1)


CHOOSING = {
    combinations: Signature("combinations", ("iterable", "r")),
    permutations: Signature("permutations", ("iterable", "r"), {"r": None}),
}


def number_chosen(r: Reader, function: Any, node: ast.Call) -> int | None:
    """How many items `combinations` or `permutations` chooses; None of all."""
    given = written(CHOOSING[function], node).get("r")
    return None if given is None else number_known(r, given, function.__name__)


# ---- `[board[i * 3:i * 3 + 3] for i in range(3)]` written out, item by item: then each slice has a known length


MOST_SLICES = 32  # that are written out one by one


def slices_by_number(r: Reader, node: ast.GeneratorExp | ast.ListComp) -> list[ast.expr] | None:
    """The items of a comprehension over known numbers that bound slices in it; None of any other."""
    match node.generators:
        case [ast.comprehension(target=ast.Name(id=name), iter=over, ifs=[])] if bounds_slices(node.elt, name):
            numbers = known_items(r, over)
            if numbers is None or len(numbers) > MOST_SLICES or not all(type(each) is int for each in numbers):
                return None
            return None if assigns(r, node) else [ByNumber(name, each).visit(deepcopy(node.elt)) for each in numbers]
    return None


def bounds_slices(item: ast.expr, name: str) -> bool:
    """Whether a name bounds a slice in an expression, and means nothing else in it."""
    bounds = [each for part in nodes_of_kind(item, ast.Slice) for each in (part.lower, part.upper) if each]
    inside = any(one.id == name for each in bounds for one in nodes_of_kind(each, ast.Name))
    own = [each.id for each in nodes_of_kind(item, ast.Name) if not isinstance(each.ctx, ast.Load)]
    return inside and name not in own and not nodes_of_kind(item, ast.Lambda)


class ByNumber(ast.NodeTransformer):
    """Puts a number in the place of a name."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Constant(self.number), node) if node.id == self.name else node
