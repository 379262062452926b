"""Reading `sorted(...)`: in a loop the items are found one after another; of known length they are a tuple in order.

Python works out all keys first, and so does the first round of either. Items with equal keys keep their order, with
`reverse=True` as well.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from lazytree.core.errors import Refused

from ..ir.core import (
    Assign,
    Begin,
    Break,
    Choose,
    Const,
    Count,
    If,
    Item,
    Node,
    Op,
    Put,
    Set,
    Splice,
    Target,
    Unset,
    Var,
    While,
    Yield,
)
from ..ir.frozen import ListOf
from .arguments import assigns
from .dicts import searched
from .eager import read_by_inner, refuse_effects
from .grown import filled_from, names_in
from .list_methods import length
from .listlike import kind_of
from .reader import Body, GrownName, Iterable, Reader
from .signatures import Signature, written

SORTED = Signature("sorted", ("iterable", "key", "reverse"), {"key": None, "reverse": False}, unnamed=1)
NOTHING_ELSE = "`sorted(iterable, key=..., reverse=True)`, without `:=`, `reverse` a constant"


def asked(r: Reader, node: ast.Call) -> tuple[ast.expr, ast.expr | None, bool]:
    """What is sorted, by which key, and whether backwards."""
    given = written(SORTED, node)
    backwards = r.read(given["reverse"]) if "reverse" in given else Const(False)
    if assigns(r, node) or not isinstance(backwards, Const):
        raise Refused(NOTHING_ELSE)
    key = given.get("key")
    if isinstance(key, ast.Constant) and key.value is None:
        key = None
    return given["iterable"], key, bool(backwards.value)


def known_in_order(r: Reader, node: ast.Call) -> Const | None:
    """`sorted(...)` of a constant whose items are ints, texts or tuples of these; None of anything else."""
    source, key, backwards = asked(r, node)
    if key is not None or not isinstance(source, ast.Name | ast.Attribute) or kind_of(r, source):
        return None
    held = searched(r.read(source))
    items: Any = held.value if isinstance(held, Const) else None
    if type(items) not in (tuple, ListOf) or not all(map(is_sortable, items)):
        return None
    try:
        return Const(tuple(sorted(items, reverse=backwards)))
    except TypeError:  # ints beside texts
        return None


def is_sortable(item: Any) -> bool:
    """Whether Python orders such items without running code of the game's author."""
    return type(item) in (int, bool, str) or (type(item) is tuple and all(map(is_sortable, item)))


def key_of(r: Reader, key: ast.expr | None, item: Var, node: ast.AST) -> Node:
    """The key of the item in a hidden variable; a trap if it is nan, which has no place in an order."""
    if key is None:
        return Op("no nan", [Var(item.name)])
    call = ast.Call(key, [ast.Name(item.name, ast.Load())], [])
    ast.fix_missing_locations(ast.copy_location(call, node))
    return Op("no nan", [r.renaming({**r.renamed, item.name: item.name}, lambda: r.read(call))])


def one_by_one(r: Reader, node: ast.Call, opened: Callable[[Reader, ast.expr], Iterable]) -> Iterable:
    """What loops over `sorted(...)`: each round goes over everything and finds the item that comes next."""
    source, key, backwards = asked(r, node)
    before = ">" if backwards else "<"

    def loop(target: Target, body: Body) -> list[Node]:
        label, round_ = next(r.fresh), next(r.fresh)
        each, now, at = r.hidden("each"), r.hidden("key"), r.hidden("at")
        best, least, place, found = (r.hidden(hint) for hint in ("next", "least", "place", "found"))
        last, last_at, begun = r.hidden("last"), r.hidden("last_at"), r.hidden("begun")

        def looked_at(_leave: int, _go_on: int) -> list[Node]:
            later = Choose(Op("==", read(last, now)), Op("<", read(last_at, at)), Op(before, read(last, now)))
            waiting = Choose(Var(begun.name), later, Const(True))
            sooner = Choose(Var(found.name), Op(before, read(now, least)), Const(True))
            keep: list[Node] = [put(best, each), put(least, now), put(place, at), Assign(Var(found.name), Const(True))]
            count = Assign(Var(at.name), Op("+", [Var(at.name), Const(1)]))
            return [Assign(now, key_of(r, key, each, node)), count, If(Choose(waiting, sooner, Const(False)), keep, [])]

        again: list[Node] = [Assign(Var(found.name), Const(False)), Assign(Var(at.name), Const(0))]
        again += (gone := opened(r, source)(each, looked_at))
        refuse_effects(gone)
        again += [If(Var(found.name), [], [Break(round_)]), put(last, least), put(last_at, place)]
        again += [Assign(Var(begun.name), Const(True)), Yield(label, Var(best.name))]
        start: list[Node] = [Assign(each_, Unset()) for each_ in (best, least, last)]
        start += [Assign(each_, Const(0)) for each_ in (at, place, last_at)]
        start += [Assign(each_, Const(False)) for each_ in (found, begun)]
        return [Splice(label, [*start, While(round_, Const(True), again)], target, body(label, label))]

    return loop


def in_order(r: Reader, node: ast.Call, items: Callable[[ast.expr], Node]) -> tuple[list[Node], Node]:
    """The statements that sort a tuple of known length, and the tuple: each item moves in front of greater ones."""
    source, key, backwards = asked(r, node)
    cells, number, at = r.hidden("cells"), r.hidden("number"), r.hidden("at")
    mine, other, my_key, other_key = (r.hidden(hint) for hint in ("mine", "other", "key", "other_key"))
    label, inner = next(r.fresh), next(r.fresh)
    before = Op("-", [Var(at.name), Const(1)])
    step: list[Node] = [
        Assign(mine, Item(Var(cells.name), Var(at.name))),
        Assign(other, Item(Var(cells.name), before)),
        Assign(my_key, key_of(r, key, mine, node)),
        Assign(other_key, key_of(r, key, other, node)),
        If(Op(">" if backwards else "<", read(my_key, other_key)), [], [Break(inner)]),
        Assign(
            Var(cells.name),
            Set(
                Var(cells.name),
                [(Op("-", [Var(at.name), Const(1)]), Var(mine.name)), (Var(at.name), Var(other.name))],
                tuple,
            ),
        ),
        Assign(Var(at.name), Op("-", [Var(at.name), Const(1)])),
    ]
    moves: list[Node] = [put(at, number), While(inner, Op(">", [Var(at.name), Const(0)]), step)]
    if key is not None:  # of one item as well
        first = Count(next(r.fresh), number, [Op("len", [Var(cells.name)])], [])
        first.body = [Assign(mine, Item(Var(cells.name), Var(number.name))), Assign(my_key, key_of(r, key, mine, node))]
        start: list[Node] = [Assign(cells, items(source)), Assign(at, Const(0)), first]
    else:
        start = [Assign(cells, items(source)), Assign(at, Const(0))]
    loop = Count(label, number, [Const(1), Op("len", [Var(cells.name)])], moves)
    refuse_effects(step)
    return [*start, loop], Var(cells.name)


def read(*variables: Var) -> list[Node]:
    """Variables that are read."""
    return [Var(each.name) for each in variables]


def put(target: Var, value: Var) -> Node:
    """One variable given to another."""
    return Assign(Var(target.name), Var(value.name))


def put_in_order(r: Reader, base: str, held: GrownName, call: ast.Call, opened: Callable[..., Iterable]) -> list[Node]:
    """`name.sort(key=..., reverse=...)`: what `sorted(name, ...)` gives, put back item by item."""
    if call.args:
        raise Refused("`.sort()` takes `key` and `reverse`, by name")
    for each in call.keywords:
        if base in names_in(each.value) | read_by_inner(r, each.value, set()):
            raise Refused(f"the key by which {base} is sorted reads {base}, which is empty meanwhile")
    function, into, at = r.hidden("sorted").name, r.hidden(base).name, r.hidden("at")
    r.constants[function] = sorted
    made = ast.Call(ast.Name(function, ast.Load()), [ast.Name(base, ast.Load())], call.keywords)
    ast.fix_missing_locations(ast.copy_location(made, call))
    back = Put(Var(held.variable), Var(at.name), Item(Var(into), Var(at.name)))
    return [Begin(Var(into)), *filled_from(r, into, made, opened), Count(next(r.fresh), at, [length(held)], [back])]
