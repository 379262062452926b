"""Reading what consumes a whole sequence: `sum`, `any`, `all`, `min`, `max`, `pvector`, `.count`."""

from __future__ import annotations

import ast
import sys
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused

from ..ir.core import Assign, Blank, Block, Break, Choose, Const, Each, Evaluate, If, Node, Op, Raise, Set, Var
from .arguments import Early, assigns, function_called
from .folding import folded
from .loops import loop_over, opened
from .reader import Iterable, Reader
from .signatures import BUILT_IN, written

COMPENSATED = sys.version_info >= (3, 12)  # whether Python's `sum` of floats corrects its rounding


def count_of(r: Reader, sequence: Node, wanted: Node) -> Node:
    """`sequence.count(wanted)`, as a loop."""
    kept, total, item = r.hidden("wanted"), r.hidden("count"), r.hidden("item")
    more = Assign(Var(total.name), Op("+", [Var(total.name), Const(1)]))
    matches = If(Op("==", [Var(item.name), Var(kept.name)]), [more], [])
    loop = Each(next(r.fresh), None, [item], [sequence], [matches], counted=True)
    return Block([Assign(kept, wanted), Assign(total, Const(0)), loop], Var(total.name))


def consumption(r: Reader, called: Any, node: ast.Call) -> Node:
    """The loop for `sum(...)`, `any(...)` and so on: what is given is worked out first, in the order of the text."""
    if called in (min, max) and any(each.arg == "key" for each in node.keywords):
        raise Refused(f"`{called.__name__}` without a key: compare ints")
    early = Early(r, node)
    over: Iterable = None  # type: ignore[assignment]
    last: Node | None = None
    for name, each in written(BUILT_IN[called], node).items():
        if name == "iterable":
            over = opened(r, each, early if early.all else None)
        else:
            last = early.keep(r.read(each)) if early.all else r.read(each)
    if called is sum:
        made = summed(r, over, last)
    elif called in (any, all):
        made = any_or_all(r, called is any, over)
    else:
        made = least_or_most(r, called.__name__, over, last)
    return Block([*early.statements, *made.body], made.result)


def summed(r: Reader, over: Iterable, start: Node | None) -> Block:
    """`sum(...)`, as a loop."""
    total, each = r.hidden("sum"), r.hidden("each")
    add: Node = Assign(Var(total.name), Op("+", [Var(total.name), Var(each.name)]))
    only_ints: list[Node] = [Evaluate(Op("summed", [Var(total.name)]))] if COMPENSATED else []
    return Block([Assign(total, start or Const(0)), *over(each, lambda _b, _c: [add]), *only_ints], Var(total.name))


def any_or_all(r: Reader, wanted: bool, over: Iterable) -> Block:
    """`any(...)` (wanted is True) or `all(...)` (wanted is False), as a loop that ends at the first hit."""
    result, each = r.hidden("any" if wanted else "all"), r.hidden("each")

    def body(leave: int, _again: int) -> list[Node]:
        hit: list[Node] = [Assign(Var(result.name), Const(wanted)), Break(leave)]
        return [If(Var(each.name), hit, []) if wanted else If(Var(each.name), [], hit)]

    return Block([Assign(result, Const(not wanted)), *over(each, body)], Var(result.name))


def least_or_most(r: Reader, symbol: str, over: Iterable, default: Node | None) -> Block:
    """`min(...)` or `max(...)` of an iterable, as a loop; without a default, none found raises."""
    result, found, each = r.hidden(symbol), r.hidden("found"), r.hidden("each")
    better = Choose(Var(found.name), Op(symbol, [Var(result.name), Var(each.name)]), Var(each.name))
    keep: list[Node] = [Assign(Var(result.name), better), Assign(Var(found.name), Const(True))]
    start: list[Node] = [Assign(result, default or Const(0)), Assign(found, Const(False))]
    empty: list[Node] = [] if default else [If(Var(found.name), [], [Raise()])]
    return Block([*start, *over(each, lambda _b, _c: keep), *empty], Var(result.name))


def built(r: Reader, node: ast.Call) -> Node:
    """`pvector(expression for ... in a sequence of known length)`."""
    source = written(BUILT_IN[pvector], node).get("iterable")
    if not isinstance(source, ast.GeneratorExp):
        made = r.read(source) if source else Const(())
        if isinstance(made, Const) and isinstance(made.value, (tuple, range)):
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
    """A sequence that is as long as what the iterable goes over."""
    if assigns(r, iterable):
        raise Refused("no `:=` in what a PVector is built from")
    function = function_called(r, iterable)
    if not isinstance(iterable, ast.Call) or function not in (enumerate, zip, reversed, range):
        return r.read(iterable)
    if function is range:
        ends = [r.read(each) for each in iterable.args]
        if not all(isinstance(each, Const) for each in ends):
            raise Refused("the length of a PVector is known before the game starts")
        return folded("range", *ends)
    inner = [*iterable.args, *(each.value for each in iterable.keywords if each.arg == "iterable")]
    if not inner:
        raise Refused(f"`{function.__name__}` of nothing")
    return length_of(r, inner[0])
