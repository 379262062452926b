"""Reading what makes a PVector: `pvector(...)`."""

from __future__ import annotations

import ast

from pyrsistent import pvector

from lazytree.core.errors import Refused

from ..ir.core import Assign, Blank, Block, Const, Node, Op, Set, Var
from .arguments import assigns, function_called
from .folding import LONGEST, folded, record_of
from .frozen_lists import frozen
from .listlike import LAZY, LIST, STEPPED, kind_of
from .loops import loop_over
from .reader import Reader
from .signatures import BUILT_IN, written
from .tuples import gathered


def built(r: Reader, node: ast.Call) -> Node:
    """`pvector(expression for ... in a sequence of known length)`."""
    source = written(BUILT_IN[pvector], node).get("iterable")
    if source is not None and (rows := rows_of(r, source)) is not None:
        return Op("pvector", [rows])
    if isinstance(source, ast.List) and source.elts:
        return of_items(r, [r.read(each) for each in source.elts])
    if isinstance(source, ast.BinOp) and (times := repeated(r, source)):
        return of_items(r, times)
    if source is not None and is_of_any_length(r, source):
        return frozen(r, source, "pvector of list")
    if not isinstance(source, ast.GeneratorExp | ast.ListComp):
        made = r.items(source) if source else Const(())
        if isinstance(made, Const) and isinstance(made.value, (tuple, range)):
            return Const(pvector(made.value))
        return Op("pvector", [made])
    cells, at, each = r.hidden("cells"), r.hidden("at"), r.hidden("each")
    put: list[Node] = [
        Assign(Var(cells.name), Set(Var(cells.name), [(Var(at.name), Var(each.name))])),
        Assign(Var(at.name), Op("+", [Var(at.name), Const(1)])),
    ]
    like, *beside = as_long_as(r, source.generators[0].iter)
    start: list[Node] = [Assign(cells, Blank(like, beside)), Assign(at, Const(0))]
    return Block([*start, *loop_over(r, source, each, lambda _b, _c: put)], Var(cells.name))


def is_of_any_length(r: Reader, source: ast.expr) -> bool:
    """Whether a PVector is made of a list, or of a generator, of no one length, as far as the text tells."""
    match source:
        case ast.GeneratorExp(generators=[clause]) | ast.ListComp(generators=[clause]) if not clause.ifs:
            return has_no_length(r, clause.iter)
        case ast.Call() if function_called(r, source) is tuple:
            return False
    return kind_of(r, source) in (LIST, LAZY)


def has_no_length(r: Reader, node: ast.expr) -> bool:
    """Whether the number of items is not known before the game starts, as far as the text tells."""
    kind, function = kind_of(r, node), function_called(r, node)
    if function not in STEPPED or not isinstance(node, ast.Call):
        return kind in (LIST, LAZY)
    if function is range:
        return not all(isinstance(r.read(each), Const) for each in node.args)
    return any(function_called(r, each) in STEPPED and has_no_length(r, each) for each in node.args)


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
        return [r.items(iterable)]
    if function is range:
        return [folded("range", *(r.read(each) for each in iterable.args))]
    inner = [*iterable.args, *(each.value for each in iterable.keywords if each.arg == "iterable")]
    if not inner:
        raise Refused(f"`{function.__name__}` of nothing")
    return [each for one in (inner if function is zip else inner[:1]) for each in as_long_as(r, one)]
