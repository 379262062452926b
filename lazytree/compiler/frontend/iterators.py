"""Reading `map`, `filter`, what `itertools` has, and `zip`: as loops, or as a constant where all arguments are."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from itertools import chain, count, permutations, product, repeat
from typing import Any, NamedTuple

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Apart,
    Assign,
    Break,
    Const,
    Count,
    Each,
    If,
    Item,
    NewContainer,
    Node,
    Op,
    Splice,
    Target,
    Var,
    Yield,
)
from ..ir.kinds import LIST
from .arguments import FLATTENED, Early, assigns, function_called, of_function, refuse_stars, written
from .by_reference import as_generator, asked, filled, finished, may_change, names_assigned, names_of
from .dicts import gone_over
from .folding import folded, record_of
from .iterables import chained, each_of, is_lazy, parts_of, range_bounds, read
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


BY_PLACE = (range, count, repeat, reversed)  # of which an item is worked out from its place
LATE = "`zip` asks a generator for its items one by one, and {0} may change meanwhile: `zip(list(...), ...)`"


def zipped(r: Reader, call: ast.Call, early: Early | None, opened: Callable[..., Iterable]) -> Iterable:
    """What loops over `zip(...)` of sequences."""
    if any(k.arg != "strict" or not isinstance(k.value, ast.Constant) for k in call.keywords) or not call.args:
        raise Refused(
            subset.WRONG_ARGUMENTS.format("*iterables, strict", "zip", "each is a sequence, strict a constant")
        )
    if any(is_lazy(r, each) for each in call.args) and len(call.args) > 1:
        return side_by_side(r, call, early, opened)
    if is_lazy(r, call.args[0]):
        return alone(r, opened(r, call.args[0], early))
    strict = any(k.arg == "strict" and k.value.value for k in call.keywords)  # type: ignore[attr-defined]
    several = each_of(r, [gone_over(read(r, each, early)) for each in call.args], strict=strict)
    return several if len(call.args) > 1 else alone(r, several)


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


class Row(NamedTuple):
    """What lies side by side with others: what is done first, how many items there are, the item at a place."""

    start: list[Node]
    length: Callable[[], Node] | None
    item: Callable[[Var], Node]
    kept: Var | None = None  # the variable of a sequence, which may change meanwhile

    def ended(self, at: Var) -> list[Node]:
        """Whether there is no item at a place; nothing of a row without an end."""
        return [Op(">=", [Var(at.name), self.length()])] if self.length else []


def side_by_side(r: Reader, call: ast.Call, early: Early | None, opened: Callable[..., Iterable]) -> Iterable:
    """What loops over `zip(...)` of generators, ranges, numbers without an end and sequences, until one has ended.

    One generator gives its items as the loop asks for them, all others fill lists before.
    """
    if call.keywords:
        raise Refused("`zip` of what gives its items one by one without `strict`")
    lazy = [number for number, each in enumerate(call.args) if is_by_itself(r, each)]
    at, given_last, start = r.hidden("at"), r.hidden("item"), early.statements if early else []
    rows: list[Row] = []
    filled: list[list[Node]] = []
    over: Iterable | None = None
    for number, each in enumerate(call.args):
        if number in lazy[:1]:
            over = opened(r, each, Early(r, each, start))
            rows.append(Row([], None, lambda _at: Var(given_last.name)))
            continue
        rows.append(row_of(r, each) if number not in lazy else listed(r, opened(r, each), filled))
        start += rows[-1].start
    first = [] if early else start

    def loop(target: Target, body: Body) -> list[Node]:
        parts, made = parts_of(r, target, len(rows))

        def given(leave: int, go_on: int) -> list[Node]:
            items = [Assign(one, each.item(at)) for one, each in zip(parts, rows)]
            return [*items, *made, *body(leave, go_on)]

        if over is None:
            looped = by_their_places(r, at, rows, lambda label: given(label, label))
        else:
            looped = as_asked_for(r, at, rows, lazy[0], given_last, over, given)
        return [*first, *(refuse_late(each, looped) for each in filled), *looped]

    return loop


def by_their_places(r: Reader, at: Var, rows: list[Row], given: Callable[[int], list[Node]]) -> list[Node]:
    """The loop over the places of rows."""
    label, lengths = next(r.fresh), [each.length() for each in rows if each.length]
    if not lengths:
        raise Refused("`zip` of what has no end: `while True`")
    shortest = lengths[0]
    for length in lengths[1:]:
        shortest = Op("min", [shortest, length])
    inside, kept = given(label), tuple(each.kept.name for each in rows if each.kept)
    others = tuple(sorted(names_of(inside) - set(kept)))
    apart = [Apart(kept, others, LATE.format("a list"))] if may_change(inside) else []
    return [*apart, Count(label, at, [shortest], inside)]


def as_asked_for(
    r: Reader,
    at: Var,
    rows: list[Row],
    place: int,
    part: Target,
    over: Iterable,
    given: Callable[[int, int], list[Node]],
) -> list[Node]:
    """The loop over a generator at a place among rows: it is asked for an item only if those before it have one."""

    def ended(some: list[Row], leave: int) -> list[Node]:
        return [If(test, [Break(leave)], []) for each in some for test in each.ended(at)]

    def one_round(leave: int, _go_on: int) -> list[Node]:
        once = next(r.fresh)
        inside = Count(once, r.hidden("once"), [Const(1)], given(leave, once))
        step = Assign(Var(at.name), Op("+", [Var(at.name), Const(1)]))
        return [*ended(rows[place:], leave), inside, step, *ended(rows[:place], leave)]

    around = next(r.fresh)
    begun = [Assign(at, Const(0)), *ended(rows[:place], around), *over(part, one_round)]
    return [Splice(around, begun, r.hidden("nothing"), [])]


def is_by_itself(r: Reader, node: ast.expr) -> bool:
    """Whether this gives its items one by one, and not by their places."""
    return is_lazy(r, node) and (function_called(r, node) not in BY_PLACE or is_of_range(r, node))


def is_of_range(r: Reader, node: ast.expr) -> bool:
    """Whether this is `reversed(range(...))`."""
    match node:
        case ast.Call(args=[inner]):
            return function_called(r, node) is reversed and function_called(r, inner) is range
    return False


def refuse_late(filled: list[Node], loop: list[Node]) -> Node:
    """Refused where it can be told that all items of a generator were asked for before the loop."""
    read, assigned = names_of(filled), names_assigned(loop)
    for name in sorted(map(subset.plain_name, read & assigned)):
        raise Refused(LATE.format(name))
    changing = may_change(filled) or may_change(loop)
    return Apart(
        tuple(sorted(read)) if changing else (), tuple(sorted(names_of(loop) | assigned)), LATE.format("a list")
    )


def listed(r: Reader, over: Iterable, filled: list[list[Node]]) -> Row:
    """A list of what a generator gives, side by side with others; `filled` gets what fills it."""
    kept, item = r.hidden("kept"), r.hidden("item")
    made = over(item, lambda _leave, _go_on: [asked("add", kept, Var(item.name))])
    filled.append(made)
    return of_sequence([Assign(kept, NewContainer(LIST)), *made, finished(kept, None)], kept)


def of_sequence(start: list[Node], kept: Var) -> Row:
    """A row of the items of a sequence, as long as that is then."""
    return Row(start, lambda: Op("len", [Var(kept.name)]), lambda at: Item(Var(kept.name), Var(at.name)), kept)


def row_of(r: Reader, node: ast.expr) -> Row:
    """One of the rows that lie side by side, the items of which are asked for by their places."""
    function: Any = function_called(r, node)
    if not isinstance(node, ast.Call) or function not in BY_PLACE:
        kept = r.hidden("kept")
        return of_sequence([Assign(kept, gone_over(r.read(node)))], kept)
    if function is reversed:
        return from_its_end(r, r.read(node.args[0]))
    if function is range:
        return numbers_of(r, range_bounds(r, node, None))
    given = {name: r.read(each) for name, each in written(of_function(GENERATORS[function]), node).items()}
    if function is repeat:
        kept, times = r.hidden("kept"), r.hidden("times")
        start: list[Node] = [Assign(kept, given["object"])]
        start += [Assign(times, given["times"])] if "times" in given else []
        return Row(start, known_as(times) if "times" in given else None, lambda _at: Var(kept.name))
    return numbers_without_end(r, given)


def known_as(length: Var) -> Callable[[], Node]:
    """A length that a variable holds."""
    return lambda: Var(length.name)


def from_its_end(r: Reader, sequence: Node) -> Row:
    """The items of a sequence from its end on, as long as it is at first."""
    kept, length = r.hidden("kept"), r.hidden("length")
    start: list[Node] = [Assign(kept, sequence), Assign(length, Op("len", [Var(kept.name)]))]

    def item(at: Var) -> Node:
        return Item(Var(kept.name), Op("-", [Op("-", [Var(length.name), Const(1)]), Var(at.name)]))

    return Row(start, known_as(length), item)


def numbers_of(r: Reader, bounds: list[Node]) -> Row:
    """The numbers of a range."""
    if len(bounds) == 3:
        raise Refused("`zip` of a range without a step")
    low, length = r.hidden("low"), r.hidden("length")
    start: list[Node] = [Assign(low, bounds[0] if len(bounds) == 2 else Const(0))]
    start.append(Assign(length, folded("-", bounds[-1], Var(low.name))))
    return Row(start, known_as(length), lambda at: Op("+", [Var(low.name), Var(at.name)]))


def numbers_without_end(r: Reader, given: dict[str, Node]) -> Row:
    """The numbers of `count(start, step)`."""
    low, step = r.hidden("low"), r.hidden("step")
    start: list[Node] = []
    for name, node in given.items():
        start.append(Assign(low if name == "start" else step, Op("ints only", [node])))
    start += [Assign(low, Const(0))] if "start" not in given else []
    if "step" not in given:
        return Row(start, None, lambda at: Op("+", [Var(low.name), Var(at.name)]))
    return Row(start, None, lambda at: Op("+", [Var(low.name), Op("*", [Var(at.name), Var(step.name)])]))
