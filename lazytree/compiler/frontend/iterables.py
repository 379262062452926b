"""Iterables: which expressions give their items one by one, loops over what is worked out, generator expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import accumulate, chain, combinations, count, pairwise, permutations, product, repeat
from types import FunctionType

from lazytree.core.errors import Refused
from lazytree.searching.kernels import memory

from ..ir import subset
from ..ir.core import Assign, Const, Count, Each, If, Make, Node, Splice, Target, Var, Yield
from .applied import taken_apart
from .arguments import FLATTENED, RANGES, function_called, written
from .reader import Body, Iterable, Reader
from .source import definition, is_generator
from .syntax import STATEMENTS, own_nodes

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
            known[function] = any(is_lazy(r.alone(function), each) for each in results(function))
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
