"""Reading tuples that are made of others: `tuple(...)`, slices, `t[:i] + (x,) + t[i + 1:]`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import groupby
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Block,
    Break,
    Choose,
    Const,
    Count,
    Each,
    Gathered,
    If,
    Node,
    Op,
    Part,
    Raise,
    Set,
    Span,
    Var,
)
from ..ir.frozen import ListOf
from ..ir.kinds import LEAST, MOST
from .arguments import assigns, function_called
from .comprehensions import comprehension
from .folding import LONGEST, folded, record_of
from .frozen_lists import frozen
from .listlike import STEPPED, is_of_known_length, kind_of
from .loops import opened
from .reader import Reader
from .rounds import each_of
from .slices_by_number import slices_by_number
from .sorting import in_order, known_in_order
from .syntax import is_repeated
from .zipping import columns, is_of_columns

MOST_ITEMS = 64  # of a tuple that is made item by item


def items_read(r: Reader, node: ast.expr, rows: bool = False) -> Node:
    """A list of known length as a tuple: `list(x)`, `[a, b]`, `[0] * 9`, `[f(x) for x in board]`.

    `rows`: lists in it are tuples, too.
    """
    each_read = items_or_value if rows else read
    match node:
        case ast.List(elts=items) if not any(isinstance(each, ast.Starred) for each in items):
            return record_of(tuple, [each_read(r, each) for each in items])
        case ast.BinOp(left=ast.List() as left, op=ast.Mult(), right=times):
            return repeated(items_read(r, left), r.read(times))
        case ast.BinOp(left=times, op=ast.Mult(), right=ast.List() as right):
            return repeated(items_read(r, right), r.read(times))
        case ast.GeneratorExp() | ast.ListComp() if is_of_known_length(r, node):
            return gathered(r, node, each_read)
        case ast.Call() if function_called(r, node) is sorted and (known := known_in_order(r, node)) is not None:
            return known
        case ast.Call(args=[source]) if function_called(r, node) is sorted and is_of_known_length(r, source):
            return Block(*in_order(r, node, lambda given: tuple_of(r, given)))
        case ast.Call(args=[source], keywords=[]) if function_called(r, node) in (list, tuple):
            return tuple_of(r, source)
        case ast.Call(args=[], keywords=[]) if function_called(r, node) in (list, tuple):
            return Const(())
        case ast.Subscript():
            return r.items(node)
    raise Refused(subset.UNKNOWN_LENGTH)


def read(r: Reader, node: ast.expr) -> Node:
    """Any value."""
    return r.read(node)


def items_or_value(r: Reader, node: ast.expr) -> Node:
    """An item of a list: a list in it is a tuple, too."""
    return items_read(r, node) if kind_of(r, node) or is_repeated(node) else r.read(node)


def tuple_of(r: Reader, source: ast.expr) -> Node:
    """`tuple(source)`."""
    if isinstance(source, (ast.GeneratorExp, ast.ListComp)) and is_of_known_length(r, source):
        return gathered(r, source)
    if r.by_reference and isinstance(source, ast.List) and not any(isinstance(e, ast.Starred) for e in source.elts):
        return record_of(tuple, [r.read(each) for each in source.elts])
    if r.by_reference and not kind_of(r, source):
        return remade("tuple", r.read(source))
    if kind_of(r, source) or is_repeated(source):
        function = function_called(r, source)
        if function in STEPPED or (function is map and is_of_known_length(r, source)):
            name = "item"
            clause = ast.comprehension(ast.Name(name, ast.Store()), source, [], 0)
            made = ast.GeneratorExp(ast.Name(name, ast.Load()), [clause])
            return gathered(r, ast.fix_missing_locations(ast.copy_location(made, source)))
        return items_read(r, source) if is_written_out(r, source) else frozen(r, source)
    return remade("tuple", r.read(source))


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


def is_written_out(r: Reader, node: ast.expr) -> bool:
    """Whether a list is read as a tuple of known length."""
    match node:
        case ast.List() | ast.GeneratorExp() | ast.ListComp():
            return is_of_known_length(r, node)
        case ast.Call(args=args):
            function = function_called(r, node)
            return (function is sorted and is_of_known_length(r, node)) or (function in (list, tuple) and len(args) < 2)
    return is_repeated(node)


def remade(symbol: str, value: Node) -> Node:
    """`tuple(x)` or `pvector(x)` of a sequence."""
    if isinstance(value, Const) and type(value.value) in (tuple, range, ListOf, str) and symbol == "tuple":
        return Const(tuple(value.value))  # type: ignore[arg-type]
    return Op(symbol, [value])


def repeated(items: Node, times: Node) -> Node:
    """`[x] * n`, of a number that is known."""
    if not isinstance(times, Const) or type(times.value) is not int or not isinstance(items, Const):
        raise Refused("`[x] * n` with a constant x and a number n that are known before the game starts")
    if not isinstance(items.value, tuple) or len(items.value) * times.value > LONGEST or times.value < 0:
        raise Refused(f"a constant of more than {LONGEST} items")
    if any(isinstance(each, tuple) for each in items.value):
        raise Refused("`[[x] * n] * m` is one row many times: `[[x] * n for _ in range(m)]`")
    return Const(items.value * times.value)


def gathered(
    r: Reader, node: ast.GeneratorExp | ast.ListComp, each_read: Callable[[Reader, ast.expr], Node] = read
) -> Node:
    """`tuple(f(x) for x in ...)`: written out item by item."""
    if (written := slices_by_number(r, node)) is not None:
        return record_of(tuple, [each_read(r, each) for each in written])
    clause = node.generators[0]
    item = r.hidden("item")
    known = None if r.by_reference else each_number(r, clause.iter) or each_column(r, clause.iter)
    first = known or opened(r, clause.iter)
    made = comprehension(r, node, first, opened, each_read)(item, lambda _leave, _go_on: [])
    if not made:  # it goes over `[]`
        return record_of(tuple, [])
    (*start, loop) = made
    if isinstance(loop, Count) and all(isinstance(each, Const) for each in loop.bounds):
        numbers = folded("range", *loop.bounds)
        loop = Each(loop.label, None, [loop.target], [numbers], loop.body)
    if not isinstance(loop, Each) and (each_read is read or not (kind_of(r, node.elt) or is_repeated(node.elt))):
        return frozen(r, node)
    if not isinstance(loop, Each):
        raise Refused("the length of a tuple is known before the game starts")
    loop.gathered = item.name
    return Block(start, Gathered(loop)) if start else Gathered(loop)


def each_number(r: Reader, node: ast.expr) -> Any:
    """What loops over `range(len(x))`: the numbers of the items of x; None for anything else."""
    match node:
        case ast.Call(args=[ast.Call(args=[sequence], keywords=[]) as length], keywords=[]):
            known = function_called(r, node) is range and function_called(r, length) is len
            if known and not kind_of(r, sequence):
                read = r.read(sequence)
                return lambda target, body: [Each(label := next(r.fresh), target, [None], [read], body(label, label))]
    return None


def each_column(r: Reader, node: ast.expr) -> Any:
    """What loops over `zip(*rows)` of rows that are a value; None for anything else."""
    if not isinstance(node, ast.Call) or not is_of_columns(r, node):
        return None
    made = columns(r, node)
    if not isinstance(made, ast.ListComp):
        return each_of(r, [r.read(made)])
    return each_of(r, [gathered(r, made)]) if each_number(r, made.generators[0].iter) else None


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
    return Part(value, known)


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
            if r.by_reference and not isinstance(middle, ast.Tuple):
                return None
            items = middle.elts if isinstance(middle, ast.Tuple) else [middle]
            place = r.read(at)
            if isinstance(place, Const) or not items or not is_further(at, following, len(items)):
                return None
            form = tuple if isinstance(middle, ast.Tuple) else str
            return with_items(r, r.read(base), place, [r.read(each) for each in items], form)
    return None


def with_items(r: Reader, base: Node, place: Node, items: list[Node], form: type) -> Node:
    """A tuple with the items from a place on exchanged; where that would make it longer it raises."""
    kept = r.hidden("place")
    below, near = (Op(symbol, [Var(kept.name), Const(end)]) for symbol, end in (("<", 0), (">=", -len(items))))
    start: list[Node] = [Assign(kept, place), If(Choose(below, near, Const(False)), [Raise()], [])]
    changes: list[tuple[Node, Node]] = []
    for number, each in enumerate(items):
        at: Node = Op("+", [Var(kept.name), Const(number)]) if number else Var(kept.name)
        changes.append((at, each))
    return Block(start, Set(base, changes, form))


def is_further(at: ast.expr, following: ast.expr, number: int) -> bool:
    """Whether `following` is `at + number`."""
    match following:
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=value)) if type(value) is int:
            if value == number and ast.dump(left) == ast.dump(at):
                return True
            match at:
                case ast.BinOp(left=same, op=ast.Add(), right=ast.Constant(value=int() as more)):
                    return ast.dump(left) == ast.dump(same) and value == more + number
        case ast.BinOp(left=ast.Constant(value=value), op=ast.Add(), right=right) if type(value) is int:
            return value == number and ast.dump(right) == ast.dump(at)
    match at:
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=value)) if value == number:
            return ast.dump(left) == ast.dump(following)
    return False


def index_of(r: Reader, sequence: Node, wanted: Node, find: bool = False) -> Node:
    """`sequence.index(wanted)`, as a loop; none found raises, or is -1 (`find`)."""
    kept, found, item, at = r.hidden("wanted"), r.hidden("found"), r.hidden("item"), r.hidden("at")
    label = next(r.fresh)
    hit: list[Node] = [Assign(Var(found.name), Var(at.name)), Break(label)]
    test = If(Op("==", [Var(item.name), Var(kept.name)]), hit, [])
    loop = Each(label, at, [item], [sequence], [test], method="find" if find else "index")
    missing = If(Op("<", [Var(found.name), Const(0)]), [Raise()], [])
    start = [Assign(kept, sought(wanted, sequence)), Assign(found, Const(-1)), loop]
    return Block([*start, *([] if find else [missing])], Var(found.name))


def sought(wanted: Node, sequence: Node) -> Node:
    """What is looked for in a sequence: in a text, one character."""
    if isinstance(sequence, Const) and type(sequence.value) is not str:
        return wanted
    return Op("sought", [wanted, sequence])
