"""Reading tuples and PVectors made of others: `tuple(...)`, slices, `t[:i] + (x,) + t[i + 1:]`, `pvector(...)`."""

from __future__ import annotations

import ast
from itertools import groupby
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Blank,
    Block,
    ByKind,
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
from ..ir.kinds import LEAST, LIST, MOST
from .arguments import Signature, assigns, function_called, written
from .by_reference import as_generator, filled
from .folding import LONGEST, folded, record_of
from .iterables import STEPPED, comprehension, is_lazy
from .known_items import slices_by_number
from .loops import loop_over
from .reader import Reader


def tuple_of(r: Reader, source: ast.expr) -> Node:
    """`tuple(source)`."""
    match source:
        case ast.GeneratorExp(generators=[clause]) | ast.ListComp(generators=[clause]) if not clause.ifs:
            return gathered(r, source)
        case ast.List(elts=items) if not any(isinstance(each, ast.Starred) for each in items):
            return record_of(tuple, [r.read(each) for each in items])
        case ast.Call() if is_lazy(r, source):
            clause = ast.comprehension(ast.Name("item", ast.Store()), source, [], 0)
            made = ast.GeneratorExp(ast.Name("item", ast.Load()), [clause])
            return gathered(r, ast.fix_missing_locations(ast.copy_location(made, source)))
    return remade("tuple", filled(r, LIST, source) if is_lazy(r, source) else r.read(source))


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


def remade(symbol: str, value: Node) -> Node:
    """`tuple(x)` or `pvector(x)` of a sequence."""
    if isinstance(value, Const) and type(value.value) in (tuple, range, ListOf, str) and symbol == "tuple":
        return Const(tuple(value.value))  # type: ignore[arg-type]
    return Op(symbol, [value])


def gathered(r: Reader, node: ast.GeneratorExp | ast.ListComp) -> Node:
    """`tuple(f(x) for x in ...)`: written out item by item where the length is known, else by way of a list."""
    if (written := slices_by_number(r, node)) is not None:
        return record_of(tuple, [r.read(each) for each in written])
    kept, clause, item = dict(r.iterables), node.generators[0], r.hidden("item")
    first = each_number(r, clause.iter) or r.opened(clause.iter)
    made = comprehension(r, node, first)(item, lambda _leave, _go_on: [])
    if not made:  # it goes over `[]`
        return record_of(tuple, [])
    (*start, loop) = made
    if isinstance(loop, Count) and all(isinstance(each, Const) for each in loop.bounds):
        numbers = folded("range", *loop.bounds)
        loop = Each(loop.label, None, [loop.target], [numbers], loop.body)
    if not isinstance(loop, Each) or not is_assigned_last(loop.body, item):
        r.iterables = kept
        return Op("tuple", [filled(r, LIST, as_generator(node))])
    loop.gathered = item.name
    return Block(start, Gathered(loop)) if start else Gathered(loop)


def is_assigned_last(body: list[Node], item: Var) -> bool:
    """Whether the last statement assigns a variable."""
    match body[-1:]:
        case [Assign(target=Var(name=name))]:
            return name == item.name
    return False


def each_number(r: Reader, node: ast.expr) -> Any:
    """What loops over `range(len(x))`: the numbers of the items of x; None for anything else."""
    match node:
        case ast.Call(args=[ast.Call(args=[sequence], keywords=[]) as length], keywords=[]):
            known = function_called(r, node) is range and function_called(r, length) is len
            if known and not is_lazy(r, sequence):
                read = r.read(sequence)
                return lambda target, body: [Each(label := next(r.fresh), target, [None], [read], body(label, label))]
    return None


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
            items = middle.elts if isinstance(middle, ast.Tuple) else [middle]
            place = r.read(at)
            if isinstance(place, Const) or not items or not is_further(at, following, len(items)):
                return None
            if isinstance(middle, ast.Tuple):
                return with_items(r, r.read(base), place, [r.read(each) for each in items], tuple)
            kept, held = r.hidden("base"), r.hidden("middle")
            before, after = Span(Var(kept.name), None, place, 1), Span(Var(kept.name), r.read(following), None, 1)
            joined = Op("+", [Op("+", [before, Var(held.name)]), after])  # of lists
            of_text = with_items(r, Var(kept.name), r.read(at), [Var(held.name)], str)
            start: list[Node] = [Assign(kept, r.read(base)), Assign(held, r.read(middle))]
            return Block(start, ByKind(Var(kept.name), joined, of_text, lists=True))
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


# ---- PVectors: `pvector(...)`


PVECTOR = Signature("pvector", ("iterable",), {"iterable": ()}, unnamed=1)
DISPLAYS = (ast.List, ast.ListComp, ast.Set, ast.SetComp)


def built(r: Reader, node: ast.Call) -> Node:
    """`pvector(expression for ... in a sequence of known length)`."""
    source = written(PVECTOR, node).get("iterable")
    if source is not None and (rows := rows_of(r, source)) is not None:
        return Op("pvector", [rows])
    if isinstance(source, ast.List) and source.elts:
        return of_items(r, [r.read(each) for each in source.elts])
    if isinstance(source, ast.BinOp) and (times := repeated(r, source)):
        return of_items(r, times)
    if source is not None and is_of_any_length(r, source):
        return Op("pvector", [filled(r, LIST, as_generator(source))])
    if not isinstance(source, ast.GeneratorExp | ast.ListComp):
        made = r.read(source) if source else Const(())
        if isinstance(made, Const) and isinstance(made.value, (tuple, range)):
            return Const(pvector(made.value))
        return Op("pvector", [made])
    over = source.generators[0].iter
    if isinstance(over, ast.Subscript | ast.Attribute | ast.Call) and function_called(r, over) not in STEPPED:
        kept = r.hidden("over")
        held = ast.copy_location(ast.Name(kept.name, ast.Load()), over)
        again = ast.GeneratorExp(source.elt, [ast.comprehension(source.generators[0].target, held, [], 0)])
        made = r.renaming({**r.renamed, kept.name: kept.name}, lambda: of_each(r, ast.copy_location(again, source)))
        return Block([Assign(kept, r.read(over))], made)
    return of_each(r, source)


def of_each(r: Reader, source: ast.GeneratorExp | ast.ListComp) -> Node:
    """`pvector(expression for ... in ...)`: a board set cell by cell; if that goes over lists, by way of a list."""
    cells, at, each = r.hidden("cells"), r.hidden("at"), r.hidden("each")
    put: list[Node] = [
        Assign(Var(cells.name), Set(Var(cells.name), [(Var(at.name), Var(each.name))])),
        Assign(Var(at.name), Op("+", [Var(at.name), Const(1)])),
    ]
    like, *beside = as_long_as(r, source.generators[0].iter)
    start: list[Node] = [Assign(cells, Blank(like, beside)), Assign(at, Const(0))]
    made: Node = Block([*start, *loop_over(r, source, each, lambda _b, _c: put)], Var(cells.name))
    for one in (like, *beside):
        if isinstance(one, Var):
            by_list = Op("pvector", [filled(r, LIST, as_generator(source))])
            made = ByKind(Var(one.name), by_list, made, lists=True)
    return made


def is_of_any_length(r: Reader, source: ast.expr) -> bool:
    """Whether a PVector is made of a list, or of a generator, of no one length, as far as the text tells."""
    match source:
        case ast.GeneratorExp(generators=[clause]) | ast.ListComp(generators=[clause]) if not clause.ifs:
            return has_no_length(r, clause.iter)
        case ast.Call() if function_called(r, source) is tuple:
            return False
    return is_lazy(r, source) or isinstance(source, DISPLAYS)


def has_no_length(r: Reader, node: ast.expr) -> bool:
    """Whether the number of items is not known before the game starts, as far as the text tells."""
    function = function_called(r, node)
    if function not in STEPPED or not isinstance(node, ast.Call):
        return is_lazy(r, node) or isinstance(node, DISPLAYS) or function in (list, sorted)
    if function is range:
        return not all(isinstance(r.read(each), Const) for each in node.args)
    return any(has_no_length(r, each) for each in node.args)


def rows_of(r: Reader, source: ast.expr) -> Node | None:
    """The rows of a board of boards, as a tuple; None of anything else, as far as the text tells."""
    match source:
        case ast.GeneratorExp(elt=row) | ast.ListComp(elt=row) if gives_board(r, row):
            return gathered(r, source)
        case ast.List(elts=[*rows]) if any(gives_board(r, each) for each in rows):
            return record_of(tuple, [r.read(each) for each in rows])
    return None


def gives_board(r: Reader, node: ast.expr) -> bool:
    """Whether an expression gives a PVector, as far as its text tells."""
    match node:
        case ast.Call(func=ast.Attribute(attr="set" | "mset")):
            return True
        case ast.IfExp(body=then, orelse=other):
            return gives_board(r, then) or gives_board(r, other)
        case ast.Call():
            return function_called(r, node) is pvector
    return False


def repeated(r: Reader, node: ast.BinOp) -> list[Node]:
    """The items of `[a, b] * n`, of a number that is known; none of anything else."""
    match node:
        case ast.BinOp(left=ast.List(elts=items), op=ast.Mult(), right=times):
            number = r.read(times)
            if isinstance(number, Const) and type(number.value) is int and number.value * len(items) <= LONGEST:
                read = [r.read(each) for each in items]
                if all(isinstance(each, Const) for each in read):
                    return read * number.value
    return []


def of_items(r: Reader, items: list[Node]) -> Node:
    """`pvector([a, b, ...])`: a board set cell by cell."""
    if all(isinstance(each, Const) for each in items):
        return Const(pvector(each.value for each in items if isinstance(each, Const)))
    return Set(Blank(Const((0,) * len(items))), [(Const(at), each) for at, each in enumerate(items)])


def as_long_as(r: Reader, iterable: ast.expr) -> list[Node]:
    """Sequences, the shortest of which is as long as what the iterable goes over."""
    if assigns(r, iterable):
        raise Refused("no `:=` in what a PVector is built from")
    function = function_called(r, iterable)
    if not isinstance(iterable, ast.Call) or function not in STEPPED:
        return [r.read(iterable)]
    if function is range:
        return [folded("range", *(r.read(each) for each in iterable.args))]
    inner = [*iterable.args, *(each.value for each in iterable.keywords if each.arg == "iterable")]
    if not inner:
        raise Refused(f"`{function.__name__}` of nothing")
    return [each for one in (inner if function is zip else inner[:1]) for each in as_long_as(r, one)]
