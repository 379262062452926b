"""Reading what consumes a whole sequence: `sum`, `any`, `all`, `min`, `max`, `pvector`, `.count`."""

from __future__ import annotations

import ast
import sys
from typing import Any

from lazytree.core.errors import Refused

from ..ir.core import Assign, Block, Break, Choose, Const, Each, If, Node, Op, Raise, Unset, Var
from .arguments import Early, assigns
from .lazily import is_lazy
from .loops import loop_over, opened
from .reader import Iterable, Reader
from .signatures import BUILT_IN, RANGES, Signature, written
from .tuples import sought

NEXT = Signature("next", ("iterator", "default"), {"default": None}, unnamed=2)
COMPENSATED = sys.version_info >= (3, 12)  # whether Python's `sum` of floats corrects its rounding


def count_of(r: Reader, sequence: Node, wanted: Node) -> Node:
    """`sequence.count(wanted)`, as a loop."""
    kept, total, item = r.hidden("wanted"), r.hidden("count"), r.hidden("item")
    more = Assign(Var(total.name), Op("+", [Var(total.name), Const(1)]))
    matches = If(Op("==", [Var(item.name), Var(kept.name)]), [more], [])
    loop = Each(next(r.fresh), None, [item], [sequence], [matches], method="count")
    return Block([Assign(kept, sought(wanted, sequence)), Assign(total, Const(0)), loop], Var(total.name))


def consumption(r: Reader, called: Any, node: ast.Call) -> Node:
    """The loop for `sum(...)`, `any(...)` and so on: what is given is worked out first, in the order of the text."""
    if called in (min, max) and (keys := [each.value for each in node.keywords if each.arg == "key"]):
        return by_key(r, called.__name__, node, keys[0])
    early = Early(r, node)
    over: Iterable = None  # type: ignore[assignment]
    last: Node | None = None
    for name, each in written(BUILT_IN[called], node).items():
        if name == "iterable":
            over = opened(r, each, early if early.all else None, any_order=True)
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
    result: Node = Var(total.name)
    if COMPENSATED:
        result = Op("ints only", [result])
    return Block([Assign(total, start or Const(0)), *over(each, lambda _b, _c: [add])], result)


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
    start: list[Node] = [Assign(result, default or Unset()), Assign(found, Const(False))]
    empty: list[Node] = [] if default else [If(Var(found.name), [], [Raise()])]
    return Block([*start, *over(each, lambda _b, _c: keep), *empty], Var(result.name))


def found_in(r: Reader, wanted: Node, node: ast.expr) -> Node:
    """`wanted in ...` of a list or of what gives its items one by one, as a loop that ends at the first."""
    kept, found, each = r.hidden("wanted"), r.hidden("found"), r.hidden("each")

    def body(leave: int, _again: int) -> list[Node]:
        hit: list[Node] = [Assign(Var(found.name), Const(True)), Break(leave)]
        return [If(Op("==", [Var(kept.name), Var(each.name)]), hit, [])]

    return Block([Assign(kept, wanted), Assign(found, Const(False)), *loop_over(r, node, each, body)], Var(found.name))


def found_in_range(r: Reader, wanted: Node, node: ast.Call) -> Node:
    """`x in range(...)`: without a step, two comparisons."""
    bounds = [r.read(each) for each in written(RANGES[min(max(len(node.args), 1), 3) - 1], node).values()]
    if len(bounds) == 3:
        return found_in(r, wanted, node)
    kept, low, high = r.hidden("wanted"), r.hidden("low"), r.hidden("high")
    given: list[Node] = [Const(0), *bounds] if len(bounds) == 1 else bounds
    start: list[Node] = [Assign(kept, wanted), Assign(low, Op("+", [given[0], Const(0)]))]
    start.append(Assign(high, Op("+", [given[1], Const(0)])))
    above, below = Op("<=", [Var(low.name), Var(kept.name)]), Op("<", [Var(kept.name), Var(high.name)])
    return Block(start, Choose(above, below, Const(False)))


def by_key(r: Reader, symbol: str, node: ast.Call, key: ast.expr) -> Node:
    """`max(..., key=f)` or `min(..., key=f)`: the first of those with the greatest or the least key."""
    if len(node.args) > 1 and len(node.keywords) == 1:  # max(a, b, key=...)
        node = ast.copy_location(ast.Call(node.func, [ast.Tuple(node.args, ast.Load())], node.keywords), node)
        ast.fix_missing_locations(node)
    if assigns(r, node) or len(node.args) != 1 or len(node.keywords) > 2:
        raise Refused(f"`{symbol}(iterable, key=..., default=...)`, without `:=`")
    rest = ast.Call(node.func, node.args, [each for each in node.keywords if each.arg != "key"])
    given = written(BUILT_IN[min], ast.copy_location(rest, node))
    best, most, found = r.hidden(symbol), r.hidden("key"), r.hidden("found")
    each, now = r.hidden("each"), r.hidden("now")
    asked = ast.Call(key, [ast.Name(each.name, ast.Load())], [])
    ast.fix_missing_locations(ast.copy_location(asked, node))

    def body(_leave: int, _again: int) -> list[Node]:
        value = r.renaming({**r.renamed, each.name: each.name}, lambda: r.read(asked))
        better = Op(">" if symbol == "max" else "<", [Var(now.name), Var(most.name)])
        keep: list[Node] = [Assign(best, Var(each.name)), Assign(most, Var(now.name)), Assign(found, Const(True))]
        return [Assign(now, value), If(Choose(Var(found.name), better, Const(True)), keep, [])]

    early = Early(r, node)
    over = opened(r, given["iterable"], early if "default" in given else None)
    default = early.keep(r.read(given["default"])) if "default" in given else None
    start = [Assign(best, default or Unset()), Assign(most, Unset()), Assign(found, Const(False))]
    empty: list[Node] = [] if default else [If(Var(found.name), [], [Raise()])]
    return Block([*early.statements, *start, *over(each, body), *empty], Var(best.name))


def first_of(r: Reader, node: ast.Call) -> Node:
    """`next(generator, default)`: the first item, or the default; without one, none found raises."""
    given = written(NEXT, node)
    if not is_lazy(r, given["iterator"]) or assigns(r, node):
        raise Refused("`next(generator, default)` of a generator that is made there")
    first, found = r.hidden("first"), r.hidden("found")
    if "default" in given:
        early = Early(r, node)
        over = opened(r, given["iterator"], early)
        default = r.read(given["default"])
        loop = over(first, lambda leave, _: [Break(leave)])
        return Block([*early.statements, Assign(first, default), *loop], Var(first.name))

    def body(leave: int, _again: int) -> list[Node]:
        return [Assign(Var(found.name), Const(True)), Break(leave)]

    start = [Assign(first, Unset()), Assign(found, Const(False))]
    empty = If(Var(found.name), [], [Raise()])
    return Block([*start, *loop_over(r, given["iterator"], first, body), empty], Var(first.name))
