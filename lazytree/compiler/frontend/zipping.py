"""Reading `zip(...)`: sequences, ranges and numbers without an end, side by side until the shortest ends."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import count, repeat
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Const, Count, Item, Node, Op, Target, Var
from .arguments import Early, function_called
from .changes import names_of, touched_in
from .dicts import gone_over
from .eager import refuse_inner
from .folding import folded
from .known_items import constant_name, known_items
from .lateness import when_read
from .listlike import LAZY, LIST, is_of_known_length, kind_of
from .reader import Body, Iterable, Reader
from .rounds import each_of, parts_of, range_bounds, read
from .signatures import COUNT, REPEAT, written

BY_PLACE = (range, count, repeat)  # of which an item is worked out from its place
LATE = "`zip` asks {0} for its items one by one, and {0} may change meanwhile: `zip(list(...), ...)`"


def zipped(r: Reader, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over `zip(...)` of sequences."""
    if any(k.arg != "strict" or not isinstance(k.value, ast.Constant) for k in call.keywords) or not call.args:
        raise Refused(
            subset.WRONG_ARGUMENTS.format("*iterables, strict", "zip", "each is a sequence, strict a constant")
        )
    one_by_one: list[Node] = []
    if any(function_called(r, each) in BY_PLACE for each in call.args) and len(call.args) > 1:
        return resting(r, side_by_side(r, call, early, one_by_one), one_by_one)
    sequences = [sequence_read(r, each, early, one_by_one) for each in call.args]
    strict = any(k.arg == "strict" and k.value.value for k in call.keywords)  # type: ignore[attr-defined]
    several = resting(r, each_of(r, sequences, strict=strict), one_by_one)
    if len(sequences) > 1:
        return several

    def loop(target: Target, body: Body) -> list[Node]:
        (only,), made = parts_of(r, target, 1)
        return several(only, lambda leave, go_on: [*made, *body(leave, go_on)])

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
    column = called(r, tuple, ast.GeneratorExp(ast.Subscript(row, at, ast.Load()), [of_rows]))
    size = called(r, len, ast.Subscript(rows, ast.Constant(0), ast.Load()))
    if kind_of(r, rows):
        size = called(r, min, ast.GeneratorExp(called(r, len, row), [of_rows]))
        size.keywords.append(ast.keyword("default", ast.Constant(0)))
    over = ast.comprehension(ast.Name(at.id, ast.Store()), called(r, range, size), [], 0)
    return ast.fix_missing_locations(ast.copy_location(ast.ListComp(column, [over]), call))


def called(r: Reader, function: object, argument: ast.expr) -> ast.Call:
    """The call of a built-in function."""
    return ast.Call(constant_name(r, function), [argument], [])


def resting(r: Reader, over: Iterable, one_by_one: list[Node]) -> Iterable:
    """A loop that changes no list of those that Python would ask for their items one by one; here copies are made."""

    def loop(target: Target, body: Body) -> list[Node]:
        def noted(leave: int, go_on: int) -> list[Node]:
            made = body(leave, go_on)
            if changed := sorted(touched_in(made) & names_of(one_by_one)):
                raise Refused(LATE.format(subset.plain_name(changed[0])))
            r.shared.at_rest |= names_of(one_by_one)
            return made

        return over(target, noted)

    return loop if one_by_one else over


def sequence_read(r: Reader, node: ast.expr, early: Early | None, one_by_one: list[Node]) -> Node:
    """What goes side by side with others, as a sequence: of a list that grows, or of what is lazy, a tuple is made.

    Of these `one_by_one` gets what Python reads late.
    """
    if r.by_reference and kind_of(r, node) == LAZY and function_called(r, node) not in BY_PLACE:
        raise Refused(LATE.format("a generator"))
    kind, made_here = kind_of(r, node), isinstance(node, ast.List | ast.Call | ast.Subscript)
    if kind not in (LAZY, LIST) or (kind == LIST and made_here and is_of_known_length(r, node)):
        return read(r, node, early)
    late, _ = when_read(r, node)
    changing = r.changing | r.within | (r.grown.keys() if early else set())
    if mixed := sorted(late & changing):
        raise Refused(LATE.format(subset.plain_name(mixed[0])))
    refuse_inner(r, node, changing)
    made = r.read(as_tuple(r, node))
    one_by_one += [made] if late else []
    return early.keep(made) if early else made


def as_tuple(r: Reader, node: ast.expr) -> ast.expr:
    """`tuple(node)`."""
    return ast.fix_missing_locations(ast.copy_location(called(r, tuple, node), node))


Row = tuple[list[Node], Node | None, Callable[[Var], Node]]  # what is done first; how many; the item at a place


def side_by_side(r: Reader, call: ast.Call, early: Early | None, one_by_one: list[Node]) -> Iterable:
    """What loops over `zip(...)` of ranges, numbers without an end and sequences: it ends with the shortest."""
    if call.keywords:
        raise Refused("`zip` of a range without `strict`")
    rows = [row_of(r, each, early, one_by_one) for each in call.args]
    at, start = r.hidden("at"), [node for first, _, _ in rows for node in first]
    lengths = [length for _, length, _ in rows if length is not None]
    if not lengths:
        raise Refused("`zip` of what has no end: `while True`")
    shortest = lengths[0]
    for length in lengths[1:]:
        shortest = Op("min", [shortest, length])
    if early:
        early.statements += start

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        parts, made = parts_of(r, target, len(rows))
        given: list[Node] = [Assign(one, item(at)) for one, (_, _, item) in zip(parts, rows)]
        return [*([] if early else start), Count(label, at, [shortest], [*given, *made, *body(label, label)])]

    return loop


def row_of(r: Reader, node: ast.expr, early: Early | None, one_by_one: list[Node]) -> Row:
    """One of the rows that lie side by side."""
    function: Any = function_called(r, node)
    if not isinstance(node, ast.Call) or function not in BY_PLACE:
        kept = r.hidden("kept")
        start: list[Node] = [Assign(kept, gone_over(sequence_read(r, node, early, one_by_one)))]
        return start, Op("len", [Var(kept.name)]), lambda at: Item(Var(kept.name), Var(at.name))
    if function is range:
        return numbers_of(r, range_bounds(r, node, None))
    given = {name: r.read(each) for name, each in written(COUNT if function is count else REPEAT, node).items()}
    if function is repeat:
        kept, times = r.hidden("kept"), r.hidden("times")
        start = [Assign(kept, given["object"])]
        start += [Assign(times, given["times"])] if "times" in given else []
        return start, Var(times.name) if "times" in given else None, lambda _at: Var(kept.name)
    return numbers_without_end(r, given)


def numbers_of(r: Reader, bounds: list[Node]) -> Row:
    """The numbers of a range."""
    if len(bounds) == 3:
        raise Refused("`zip` of a range without a step")
    low, high = (r.hidden("low"), r.hidden("high"))
    start: list[Node] = [Assign(low, bounds[0] if len(bounds) == 2 else Const(0)), Assign(high, bounds[-1])]
    length = folded("-", Var(high.name), Var(low.name))
    return start, length, lambda at: Op("+", [Var(low.name), Var(at.name)])


def numbers_without_end(r: Reader, given: dict[str, Node]) -> Row:
    """The numbers of `count(start, step)`."""
    low, step = r.hidden("low"), r.hidden("step")
    start: list[Node] = []
    for name, node in given.items():
        start.append(Assign(low if name == "start" else step, Op("ints only", [node])))
    start += [Assign(low, Const(0))] if "start" not in given else []
    if "step" not in given:
        return start, None, lambda at: Op("+", [Var(low.name), Var(at.name)])
    return start, None, lambda at: Op("+", [Var(low.name), Op("*", [Var(at.name), Var(step.name)])])
