"""Reading what makes a PVector: `pvector(...)`."""

from __future__ import annotations

import ast

from pyrsistent import pvector

from lazytree.core.errors import Refused

from ..ir.core import Assign, Blank, Block, ByKind, Const, Node, Op, Set, Var
from ..ir.kinds import LIST
from .arguments import assigns, function_called
from .by_reference import as_generator, filled
from .folding import LONGEST, folded, record_of
from .lazily import STEPPED, is_lazy
from .loops import loop_over, opened
from .reader import Reader
from .signatures import Signature, written
from .tuples import gathered

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
        return Op("pvector", [filled(r, LIST, as_generator(source), opened)])
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
            by_list = Op("pvector", [filled(r, LIST, as_generator(source), opened)])
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
