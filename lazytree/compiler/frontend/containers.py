"""Reading what makes lists, dicts, sets, tuples and PVectors, and what changes them.

Of a list, a dict or a set a variable holds the address; calls hand it over; what Python works out first is read
first. Whether a value is a container inference knows.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import DictOf, ListOf
from ..ir.core import (
    Ask,
    Assign,
    Block,
    Call,
    Choose,
    Const,
    Count,
    Each,
    Evaluate,
    If,
    Item,
    Method,
    NewContainer,
    Node,
    Op,
    Raise,
    Set,
    Span,
    Splice,
    Store,
    Var,
    Yield,
    all_nodes,
    span,
)
from ..ir.kinds import COUNTER, DEFAULT, DEQUE, LEAST, LIST, MOST, PLAIN, RANGE, SET, ContainerKind
from ..library import dicts, table
from .arguments import Early, Signature, assigns, function_called, named_function, written
from .iterables import is_lazy, known_items, slices_by_number
from .reader import Reader, again, binary, folded, record_of
from .source import as_tuple, nodes_of_kind

MAKERS: dict[Any, ContainerKind] = {list: LIST, deque: DEQUE, set: SET, dict: PLAIN, Counter: COUNTER}
LISTS = LIST, DEQUE, RANGE
BOUND = ("append", "get", "add", "discard", "remove")  # methods of one argument that a variable may hold


# ---- what makes a container


def made(r: Reader, kind: ContainerKind, filling: Callable[[Var], list[Node]]) -> Block:
    """A new container, and what fills it."""
    held = r.hidden(kind.name)
    return Block([Assign(held, NewContainer(kind)), *filling(held)], Var(held.name))


def asked(how: str, held: Var, *given: Node) -> Node:
    """What is asked of a container, or done to it, as a statement."""
    return Evaluate(Ask(how, Var(held.name), list(given)))


def finished(held: Var, of: Each | Count | int | None) -> Node:
    """Notes that a list is made, from what its length is known."""
    if isinstance(of, Each | Count):
        return Evaluate(Ask("made", Var(held.name), [], loop=of.label))
    return Evaluate(Ask("made", Var(held.name), [], -1 if of is None else of))


def displayed(r: Reader, kind: ContainerKind, items: list[ast.expr]) -> Node:
    """`[a, *b]`, `{a, *b}`."""
    add = "add" if kind == LIST else "join"

    def filling(held: Var) -> list[Node]:
        done: list[Node] = []
        for each in items:
            if isinstance(each, ast.Starred) and kind == SET and not is_lazy(r, each.value):
                done += more(r, held, [each.value])
            elif isinstance(each, ast.Starred):
                done += for_each(r, each.value, lambda item: asked(add, held, item))
            else:
                done.append(asked(add, held, r.read(each)))
        is_known = not any(isinstance(each, ast.Starred) for each in items)
        return [*done, *([finished(held, len(items) if is_known else None)] if kind == LIST else [])]

    return made(r, kind, filling)


def for_each(r: Reader, source: ast.expr, done: Callable[[Node], Node]) -> list[Node]:
    """Does something with each item of what is gone over."""
    item = r.hidden("item")
    return r.opened(source)(item, lambda _leave, _go_on: [done(Var(item.name))])


def pairs_put(r: Reader, held: Var, keys: list[ast.expr | None], values: list[ast.expr]) -> list[Node]:
    """Puts the keys and values of `{a: b, **c}` into a dict."""
    done: list[Node] = []
    for key, value in zip(keys, values):
        if key is None:
            done.append(Evaluate(in_place(Op("|", [Var(held.name), dict_made(r, r.read(value))]))))
        else:
            done.append(Evaluate(Call(dicts.put, [Var(held.name), r.read(key), r.read(value)])))
    return done


def dict_made(r: Reader, node: Node) -> Node:
    """A dict that is a constant as one that is made; anything else as it is."""
    if not isinstance(node, Const) or not isinstance(node.value, DictOf):
        return node
    pairs = Const(tuple(zip(node.value.keys, node.value.values)))
    return made(r, PLAIN, lambda held: [Evaluate(Method(Var(held.name), "update", [pairs]))])


def as_generator(node: ast.expr) -> ast.expr:
    """A list that is written as a comprehension as a generator expression; any other expression as it is."""
    if not isinstance(node, ast.ListComp):
        return node
    return ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)


def filled(r: Reader, kind: ContainerKind, source: ast.expr, any_order: bool = False) -> Block:
    """A new container of all items that are gone over."""
    item = r.hidden("item")

    def filling(held: Var) -> list[Node]:
        put: list[Node] = [asked("add" if kind in LISTS else "join", held, Var(item.name))]
        if kind in (PLAIN, COUNTER):
            put = [Evaluate(Method(Var(held.name), "add one", [Var(item.name)]))]
        loop = r.opened(as_generator(source), any_order=any_order)(item, lambda _leave, _go_on: put)
        of = once_a_round(loop[-1], put[-1]) if loop else 0
        return [*loop, *([finished(held, of)] if kind in LISTS else [])]

    return made(r, kind, filling)


def once_a_round(loop: Node, done: Node) -> Each | Count | None:
    """The loop in which a statement is done once in each round; None if there is none."""
    match loop:
        case Each(body=body) | Count(body=body) if any(each is done for each in body):
            return loop
        case Splice(label=label, generator=[*_, inner], body=body) if any(each is done for each in body):
            given = [each for each in all_nodes(loop.generator) if isinstance(each, Yield) and each.splice == label]
            return once_a_round(inner, given[0]) if len(given) == 1 else None
    return None


def constructed(r: Reader, called: Any, node: ast.Call) -> Node | None:
    """`list(...)`, `set(...)`, `dict(...)` and the like; None of other calls."""
    if called is range:
        return filled(r, RANGE, node)
    if called is frozenset:
        if len(node.args) > 1 or node.keywords:
            raise Refused("`frozenset(...)` takes one argument")
        members: list[Node] = [filled(r, LIST, as_generator(each), True) for each in node.args]
        return Op("frozenset", members or [NewContainer(LIST)])
    if called is defaultdict and node.args:
        kind = ContainerKind(DEFAULT, missing_of(r, node.args[0]))
        return made(r, kind, lambda held: more(r, held, node.args[1:]))
    return constructed_as(r, MAKERS[called], node) if called in MAKERS else None


def constructed_as(r: Reader, kind: ContainerKind, node: ast.Call) -> Node:
    """A new container from the arguments of a call."""
    if len(node.args) > 1 or (node.keywords and kind != PLAIN):
        raise Refused(f"`{kind.name}(...)` takes one argument")
    if kind == PLAIN and any(each.arg is None for each in node.keywords):
        raise Refused("`dict(**...)`: `dict(d)`, or `{**d}`")
    for source in node.args:
        source = as_generator(source)
        if kind in (LIST, DEQUE) or is_lazy(r, source):
            return filled(r, kind, source, kind == SET)
    names: list[ast.expr | None] = [ast.copy_location(ast.Constant(each.arg), node) for each in node.keywords]
    values = [each.value for each in node.keywords]

    def filling(held: Var) -> list[Node]:
        empty = [finished(held, 0)] if kind in (LIST, DEQUE) else []
        return [*more(r, held, node.args), *pairs_put(r, held, names, values), *empty]

    return made(r, kind, filling)


def more(r: Reader, held: Var, given: list[ast.expr]) -> list[Node]:
    """Updates a new dict or set by what it is given."""
    return [Evaluate(Method(Var(held.name), "update", [dict_made(r, r.read(each))])) for each in given]


def missing_of(r: Reader, factory: ast.expr) -> Any:
    """What a defaultdict puts where a key is missing: a constant, or what makes a container."""
    if isinstance(factory, ast.Lambda):
        value = r.read(factory.body) if isinstance(factory.body, ast.Constant | ast.Name | ast.UnaryOp) else None
        if isinstance(value, Const):
            return value.value
        raise Refused("`defaultdict(lambda: x)` of a constant x")
    known = r.read(factory)
    if isinstance(known, Const) and known.value in (int, float, bool):
        return known.value()
    if isinstance(known, Const) and known.value in table.MADE:
        return known.value
    raise Refused("a `defaultdict` of int, float, bool, list, set, dict, or a lambda that gives a constant")


# ---- in order


def by_key(r: Reader, call: ast.Call) -> bool:
    """Whether `x.sort(...)` is given a key, so that it is read in place: which method it is the text tells then."""
    with suppress(Refused):
        return bool(call.keywords) and function_called(r, call) is None
    return bool(call.keywords)


def put_in_order(r: Reader, call: ast.Call, base: ast.expr) -> list[Node]:
    """`x.sort(key=..., reverse=...)`: what `sorted(x, ...)` gives, put back item by item."""
    names = {each.id for each in nodes_of_kind(base, ast.Name)}
    if any(each.id in names for value in call.keywords for each in nodes_of_kind(value, ast.Name)):
        raise Refused("the key by which a list is sorted reads the list, which is empty meanwhile")
    asks = ast.Call(r.constant(list.sort), [base, *call.args], call.keywords)
    return [Evaluate(r.read(ast.fix_missing_locations(ast.copy_location(asks, call))))]


# ---- what changes a container


def parts_of_slice(r: Reader, part: ast.Slice, early: Early) -> list[Node]:
    """The bounds of a slice that is assigned or deleted."""
    if part.step is not None:
        raise Refused("a slice with a step is not assigned or deleted")
    return [early.keep(r.read(each)) if each else Const(None) for each in (part.lower, part.upper)]


def item_put(r: Reader, target: ast.Subscript, value: Node) -> list[Node]:
    """`x[i] = value`, `x[i:j] = value`: the value is worked out first."""
    early = Early(r, target)
    given = early.keep(value)
    base = early.keep(r.read(target.value))
    if isinstance(target.slice, ast.Slice):
        bounds = parts_of_slice(r, target.slice, early)
        return [*early.statements, Evaluate(Method(base, "put part", [*bounds, given]))]
    return [*early.statements, Store(base, r.read(target.slice), given)]


def changed(r: Reader, node: ast.AugAssign) -> list[Node]:
    """`x += value`, `x[i] += value`: what is there is read before the value is worked out."""
    target = node.target
    if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
        early, old = Early(r, node), r.hidden("old")
        base, index = early.keep(r.read(target.value)), early.keep(r.read(target.slice))
        early.statements.append(Assign(old, Item(base, index)))
        value = in_place(binary(node.op, Var(old.name), r.read(node.value)))
        return [*early.statements, Store(again(base), again(index), value)]
    if not isinstance(target, ast.Name):
        raise Refused(subset.NO_SIDE_EFFECT)
    if is_lazy(r, node.value) and isinstance(node.op, ast.Add):
        return all_appended(r, ast.copy_location(ast.Name(target.id, ast.Load()), target), "extend", node.value)
    loaded = ast.copy_location(ast.Name(target.id, ast.Load()), target)
    return [Assign(r.target(target), in_place(binary(node.op, r.read(loaded), r.read(node.value))))]


def in_place(node: Node) -> Node:
    """An operation that changes what is on its left, where that is a container."""
    if isinstance(node, Op):
        node.in_place = True
    return node


def all_appended(r: Reader, base: ast.expr, method: str, source: ast.expr) -> list[Node]:
    """`x.extend(...)`, `x.update(...)`: puts what a generator gives into x, which must have that method, one by one."""
    held, how = r.hidden("base"), "append" if method == "extend" else "add one"
    put = for_each(r, source, lambda item: Evaluate(Method(Var(held.name), how, [item])))
    return [Assign(held, r.read(base)), Evaluate(Method(Var(held.name), method, [Const(())])), *put]


def method_kept(r: Reader, name: str, base: ast.expr, method: ast.Attribute, node: ast.stmt) -> list[Node]:
    """`add = s.add`: a function of the container that s is now."""
    held = r.hidden("held")
    x, held_now = ast.Name("x"), ast.Name(held.name)
    function = r.template(method, f"lambda x: held.{method.attr}(x)", x=x, held=held_now)
    return [Assign(held, r.read(base)), *named_function(r, name, function, node)]


def deleted(r: Reader, target: ast.expr) -> list[Node]:
    """`del x[i]`, `del x[i:j]`."""
    if not isinstance(target, ast.Subscript):
        raise Refused(subset.broken_by(ast.Delete([])))
    early = Early(r, target)
    base = early.keep(r.read(target.value))
    part = target.slice
    how, given = "__delitem__", [] if isinstance(part, ast.Slice) else [r.read(part)]
    if isinstance(part, ast.Slice):
        how, given = "delete part", parts_of_slice(r, part, early)
    return [*early.statements, Evaluate(Method(base, how, given))]


# ---- Reading tuples and PVectors made of others: `tuple(...)`, slices, `t[:i] + (x,) + t[i + 1:]`, `pvector(...)`


def tuple_of(r: Reader, source: ast.expr) -> Node:
    """`tuple(source)`."""
    match source:
        case ast.GeneratorExp() | ast.ListComp() if (items := slices_by_number(r, source)) is not None:
            return record_of(tuple, [r.read(each) for each in items])
        case ast.List() if isinstance(written := as_tuple(source), ast.Tuple):
            return r.read(written)
    return remade("tuple", filled(r, LIST, as_generator(source)) if is_lazy(r, source) else r.read(source))


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
    return span(value, known)


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
                return with_items(r, r.read(base), place, [r.read(each) for each in items])
            return Method(r.read(base), "exchanged", [place, r.read(middle)])
    return None


def with_items(r: Reader, base: Node, place: Node, items: list[Node]) -> Node:
    """A tuple with the items from a place on exchanged; where that would make it longer it raises."""
    kept = r.hidden("place")
    below, near = (Op(symbol, [Var(kept.name), Const(end)]) for symbol, end in (("<", 0), (">=", -len(items))))
    start: list[Node] = [Assign(kept, place), If(Choose(below, near, Const(False)), [Raise()], [])]
    changes: list[tuple[Node, Node]] = []
    for number, each in enumerate(items):
        at: Node = Op("+", [Var(kept.name), Const(number)]) if number else Var(kept.name)
        changes.append((at, each))
    return Block(start, Set(base, changes, tuple))


def is_further(at: ast.expr, following: ast.expr, number: int) -> bool:
    """Whether `following` is `at + number`."""
    (base, start), (other, end) = sum_of(at), sum_of(following)
    return base == other and end == start + number


def sum_of(node: ast.expr) -> tuple[str, int]:
    """An expression as the text of its part that varies, and the number that is added to it."""
    match node:
        case (
            ast.BinOp(left=base, op=ast.Add(), right=ast.Constant(value=int() as number))
            | ast.BinOp(left=ast.Constant(value=int() as number), op=ast.Add(), right=base)
        ):
            return ast.dump(base), number
        case ast.BinOp(left=base, op=ast.Sub(), right=ast.Constant(value=int() as number)):
            return ast.dump(base), -number
    return ast.dump(node), 0


# ---- PVectors: `pvector(...)`


PVECTOR = Signature("pvector", ("iterable",), {"iterable": ()}, unnamed=1)


def built(r: Reader, node: ast.Call) -> Node:
    """`pvector(...)`: of what is known before the game starts a constant, else made of a list or another sequence."""
    source = written(PVECTOR, node).get("iterable")
    if source is None:
        return Const(pvector())
    if (known := known_items(r, source)) is not None:
        return Const(pvector(known))
    return Op("pvector", [filled(r, LIST, as_generator(source)) if is_lazy(r, source) else r.read(source)])
