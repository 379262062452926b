"""Reading what consumes a whole sequence: `sum`, `any`, `all`, `min`, `max`, `pvector`, `.count`."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from pyrsistent import pvector

from ..ir.core import Assign, Blank, Block, Break, Choose, Const, Each, If, Node, Op, Raise, Set, Var
from ..ir.errors import Refused
from .folding import one_tuple
from .loops import loop_over
from .reader import Reader


def count_of(r: Reader, sequence: Node, wanted: Node) -> Node:
    kept, total, item = r.hidden("wanted"), r.hidden("count"), r.hidden("item")
    more = Assign(Var(total.name), Op("+", [Var(total.name), Const(1)]))
    matches = If(Op("==", [Var(item.name), Var(kept.name)]), [more], [])
    loop = Each(next(r.fresh), None, [item], [sequence], [matches], counted=True)
    return Block([Assign(kept, wanted), Assign(total, Const(0)), loop], Var(total.name))


def consumption(r: Reader, called: Any, node: ast.Call) -> Node:
    if called in (any, all):
        return any_or_all(r, called is any, node)
    if called is sum:
        total, each = r.hidden("sum"), r.hidden("each")
        start = r.read(node.args[1]) if len(node.args) > 1 else Const(0)
        add: Node = Assign(Var(total.name), Op("+", [Var(total.name), Var(each.name)]))
        return Block([Assign(total, start), *loop_over(r, node.args[0], each, lambda _b, _c: [add])], Var(total.name))
    return least_or_most(r, called.__name__, node)


def any_or_all(r: Reader, wanted: bool, node: ast.Call) -> Node:
    result, each = r.hidden("any" if wanted else "all"), r.hidden("each")

    def body(leave: int, _again: int) -> list[Node]:
        hit: list[Node] = [Assign(Var(result.name), Const(wanted)), Break(leave)]
        return [If(Var(each.name), hit, []) if wanted else If(Var(each.name), [], hit)]

    return Block([Assign(result, Const(not wanted)), *loop_over(r, node.args[0], each, body)], Var(result.name))


def least_or_most(r: Reader, symbol: str, node: ast.Call) -> Node:
    result, found, each = r.hidden(symbol), r.hidden("found"), r.hidden("each")
    default = next((r.read(k.value) for k in node.keywords if k.arg == "default"), None)
    if any(k.arg != "default" for k in node.keywords):
        raise Refused(f"`{symbol}` without a key: compare ints")
    better = Choose(Var(found.name), Op(symbol, [Var(result.name), Var(each.name)]), Var(each.name))
    keep: list[Node] = [Assign(Var(result.name), better), Assign(Var(found.name), Const(True))]
    start: list[Node] = [Assign(result, default or Const(0)), Assign(found, Const(False))]
    empty: list[Node] = [] if default else [If(Var(found.name), [], [Raise()])]
    return Block([*start, *loop_over(r, node.args[0], each, lambda _b, _c: keep), *empty], Var(result.name))


def built(r: Reader, node: ast.Call) -> Node:
    """pvector(expression for ... in a sequence of known length)"""
    source = node.args[0] if len(node.args) == 1 else None
    if not isinstance(source, ast.GeneratorExp):
        made = r.read(source) if source else Const(())
        if isinstance(made, Const) and isinstance(made.value, tuple):
            return Const(pvector(made.value))
        raise Refused("`pvector(...)` takes one unfiltered generator expression")
    if len(source.generators) != 1 or source.generators[0].ifs:
        raise Refused("`pvector(...)` takes one unfiltered `for` over a sequence of known length")
    cells, at, each = r.hidden("cells"), r.hidden("at"), r.hidden("each")
    put: list[Node] = [
        Assign(Var(cells.name), Set(Var(cells.name), [(Var(at.name), Var(each.name))])),
        Assign(Var(at.name), Op("+", [Var(at.name), Const(1)])),
    ]
    blank = Blank(length_of(r, source.generators[0].iter))
    start: list[Node] = [Assign(cells, blank), Assign(at, Const(0))]
    return Block([*start, *loop_over(r, source, each, lambda _b, _c: put)], Var(cells.name))


def length_of(r: Reader, iterable: ast.expr) -> Node:
    """Something as long as the iterable."""
    if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
        called = r.name(iterable.func.id)
        if isinstance(called, Const) and called.value in (builtins.enumerate, builtins.zip, builtins.reversed):
            return length_of(r, iterable.args[0])
        if isinstance(called, Const) and called.value is range:
            ends = [r.read(each) for each in iterable.args]
            fixed: list[Any] = [each.value for each in ends if isinstance(each, Const)]
            if len(fixed) < len(ends):
                raise Refused("the length of a PVector is known before the game starts")
            return Const(one_tuple(range(*fixed)))
    return r.read(iterable)
