"""Reading sets that grow: what makes one, and what goes over one, where the order of its items does not count."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Add, Assign, Begin, Break, Const, Copy, Count, If, Node, Op, Raise, Splice, Take, Target, Var
from ..ir.frozen import SetOf
from ..ir.kinds import MEMBERS
from .alike import refuse_unlike
from .applied import called_with
from .arguments import Early, assigns, function_called
from .changes import touched_in
from .comprehensions import comprehension, true_or_false
from .defining import inner_of
from .fresh import chosen
from .grown import UNCHANGED, grown_of, names_in, refuse_read
from .listlike import SET, kind_of
from .reader import Body, GrownName, Reader
from .reader import Iterable as Loop
from .signatures import of_function, written
from .splices import function_body, refuse_too_many, take_arguments, take_defaults

Opened = Callable[..., Loop]
OPERATIONS = {"union": ast.BitOr(), "intersection": ast.BitAnd(), "difference": ast.Sub()}


def members(r: Reader, node: ast.expr, opened: Opened) -> Loop:
    """What loops over a set, from its least item on."""
    start, variable = set_value(r, node, opened)

    def loop(target: Target, body: Body) -> list[Node]:
        label, at = next(r.fresh), r.hidden("at")
        following = Op("next member", [Op("+", [Var(at.name), Const(1)]), Var(variable)])
        step: list[Node] = [Assign(Var(at.name), following), If(Op("<", [Var(at.name), Const(0)]), [Break(label)], [])]
        given = Assign(target, Op("member", [Var(at.name), Var(variable)]))
        rounds = Count(label, r.hidden("round"), [Const(MEMBERS + 1)], [*step, given, *body(label, label)])
        return [*start, Assign(at, Const(-1)), rounds]

    return loop


def set_value(r: Reader, node: ast.expr, opened: Opened, into: str = "") -> tuple[list[Node], str]:
    """What makes a set, and the variable that it is then; `into`: the variable that it is to be."""
    if (held := grown_of(r, node)) is not None and held.distinct:
        return ([Copy(Var(into), Var(held.variable))], into) if into else ([], held.variable)
    if assigns(r, node):
        raise Refused(subset.LIST_WALRUS)
    into = into or r.hidden("cells").name
    return r.in_any_order(True, lambda: made(r, node, into, opened)), into


def made(r: Reader, node: ast.expr, into: str, opened: Opened) -> list[Node]:
    """The statements that make a set in a variable."""
    begin = Begin(Var(into), distinct=True)
    match node:
        case ast.Set(elts=items):
            adding = [
                each
                for item in items
                for each in (
                    added_all(r, into, item.value, opened)
                    if isinstance(item, ast.Starred)
                    else [Add(Var(into), r.read(item))]
                )
            ]
            return [begin, *adding]
        case ast.SetComp():
            item = r.hidden("item")
            over = comprehension(r, node, opened(r, node.generators[0].iter), opened)  # type: ignore[arg-type]
            return [begin, *over(item, lambda _leave, _go_on: [Add(Var(into), Var(item.name))])]
        case ast.BinOp(left=left, op=op, right=right):
            start, one = set_value(r, left, opened)
            more, other = set_value(r, right, opened)
            return [*start, *more, *combined(r, op, one, other, into, opened)]
        case ast.IfExp(test=test, body=then, orelse=otherwise):
            branches = [set_value(r, each, opened, into)[0] for each in (then, otherwise)]
            return [If(r.read(true_or_false(test)), *branches)]
        case ast.Call(func=ast.Attribute(value=base, attr=name), args=given) if kind_of(r, base) == SET:
            return of_method(r, base, name, given, into, opened)
        case ast.Call():
            if (inner := inner_of(r, node.func)) is not None:
                raise Refused(f"{inner.signature.name}, a function inside of a rule, gives a set: a function outside")
            function, call = called_with(r, function_called(r, node), node)
            if isinstance(function, FunctionType):
                return of_call(r, function, call, into, opened)
            if function in (set, frozenset) and not node.keywords and len(node.args) <= 1:
                return [begin, *(each for source in node.args for each in added_all(r, into, source, opened))]
        case _:
            if isinstance(known := r.read(node), Const) and isinstance(known.value, SetOf | frozenset):
                items_ = known.value.items if isinstance(known.value, SetOf) else tuple(known.value)
                return [begin, *(Add(Var(into), Const(item)) for item in items_)]
    raise Refused(subset.GROWN)


def added_all(r: Reader, into: str, source: ast.expr, opened: Opened) -> list[Node]:
    """Adds all items of something that is gone over; their order does not count."""
    item = r.hidden("item")
    return opened(r, source)(item, lambda _leave, _go_on: [Add(Var(into), Var(item.name))])


def combined(r: Reader, op: ast.operator, one: str, other: str, into: str, opened: Opened) -> list[Node]:
    """`a | b`, `a & b`, `a - b` of two sets."""
    item = r.hidden("item")
    if isinstance(op, ast.BitOr):
        add: list[Node] = [Add(Var(into), Var(item.name))]
        if into == one:
            return each_of(r, other, item, add, opened)
        return [Copy(Var(into), Var(one)), *each_of(r, other, item, add, opened)]
    if not isinstance(op, (ast.BitAnd, ast.Sub)):
        raise Refused("sets are joined by `|`, `&` and `-`")
    there = Op("among", [Var(item.name), Var(other)])
    keep: list[Node] = [If(there, [], [Take(Var(into), Var(item.name))])]
    drop: list[Node] = [If(there, [Take(Var(into), Var(item.name))], [])]
    start: list[Node] = [] if into == one else [Copy(Var(into), Var(one))]
    return [*start, *each_of(r, into, item, keep if isinstance(op, ast.BitAnd) else drop, opened)]


def each_of(r: Reader, variable: str, item: Var, body: list[Node], opened: Opened) -> list[Node]:
    """A loop over a set that a variable holds; its body may take the item away."""
    name = r.hidden("held").name
    r.grown[name] = GrownName(variable, distinct=True)
    return members(r, ast.Name(name, ast.Load()), opened)(item, lambda _leave, _go_on: body)


def of_method(r: Reader, base: ast.expr, name: str, given: list[ast.expr], into: str, opened: Opened) -> list[Node]:
    """`.copy()`, `.union(b)`, `.intersection(b)`, `.difference(b)`."""
    if name == "copy" and not given:
        return set_value(r, base, opened, into)[0]
    if name in OPERATIONS and len(given) == 1:
        start, one = set_value(r, base, opened)
        into_other = r.hidden("other").name
        more = [Begin(Var(into_other), distinct=True), *added_all(r, into_other, given[0], opened)]
        return [*start, *more, *combined(r, OPERATIONS[name], one, into_other, into, opened)]
    raise Refused(f"no method .{name}() of a set: copy, union, intersection, difference")


def of_call(r: Reader, function: FunctionType, call: ast.Call, into: str, opened: Opened) -> list[Node]:
    """A function that gives a set: its text is read in place of the call."""
    if function in r.chain:
        raise Refused(f"{function.__name__} gives a set and calls itself: hand it a set, to which it adds")
    label, early = next(r.fresh), Early(r, call)
    refuse_too_many(label)
    inner = r.inner(function, {}, label)
    inner.set_result = Var(into)
    given = written(of_function(function), call)
    take_defaults(inner, given)
    start = early.statements
    r.in_any_order(False, lambda: take_arguments(r, inner, function, given, opened, start))
    body = Splice(label, [*function_body(inner), Raise()], r.hidden("nothing"), [])
    return [*start, body]


def given_back(r: Reader, value: ast.expr | None, opened: Opened) -> list[Node]:
    """A `return` of a function that gives a set."""
    assert r.set_result is not None
    if value is None or (kind_of(r, value) != SET and not isinstance(value, ast.Set)):
        raise Refused("a function gives a set on every path, or on none")
    if any((held := grown_of(r, each)) is not None and not held.own for each in chosen(value)):
        raise Refused("a function that gives back a set that it was handed: `set(cells)`")
    refuse_constants(r, value)
    start, _ = set_value(r, value, opened, r.set_result.name)
    return [*start, Break(r.splice)]


def set_begun(r: Reader, name: str, value: ast.expr, opened: Opened) -> list[Node]:
    """`name = ...` of a set that grows."""
    held = r.grown[name]
    if not held.own:
        raise Refused(f"{name} is a set that was handed over: give the new one another name")
    if (other := grown_of(r, value)) is not None:
        return [Copy(Var(held.variable), Var(other.variable), shared=not other.classes <= UNCHANGED)]
    if any(grown_of(r, each) for each in chosen(value)):
        raise Refused(f"{name} is another name for a set: `set(...)` makes one of its own")
    refuse_constants(r, value)
    if name in names_in(value) or r.inners:
        start, into = set_value(r, value, opened)
        return [*start, Copy(Var(held.variable), Var(into))]
    return set_value(r, value, opened, held.variable)[0]


def refuse_constants(r: Reader, value: ast.expr) -> None:
    """Refused if a set is a constant that others know, too."""
    named_ = (each for each in chosen(value) if isinstance(each, ast.Name | ast.Attribute | ast.Subscript))
    if any(grown_of(r, each) is None for each in named_):
        raise Refused("a set that is a constant is not changed: `set(...)` makes one of its own")


def updated(r: Reader, held: GrownName, items: ast.expr, opened: Opened) -> list[Node]:
    """`name.update(items)`: all items of anything that is gone over."""
    into = r.hidden("other").name
    begin = Begin(Var(into), distinct=True)
    start = r.in_any_order(True, lambda: [begin, *added_all(r, into, items, opened)])
    refuse_read(r, "a set", held, items, start)
    return [*start, *combined(r, ast.BitOr(), held.variable, into, held.variable, opened)]


def set_emptied(r: Reader, held: GrownName, opened: Opened) -> list[Node]:
    """`name.clear()` of a set."""
    item = r.hidden("item")
    return each_of(r, held.variable, item, [Take(Var(held.variable), Var(item.name))], opened)


def set_changed(r: Reader, name: str, held: GrownName, op: ast.operator, value: ast.expr, opened: Opened) -> list[Node]:
    """`name |= cells`, `name &= cells`, `name -= cells`."""
    refuse_unlike(name, held, (set, frozenset))
    start, other = set_value(r, value, opened)
    return [*start, *combined(r, op, held.variable, other, held.variable, opened)]


def sorted_members(r: Reader, call: ast.Call, opened: Opened, now: list[Node] | None = None) -> Loop | None:
    """What loops over `sorted(cells)` of a set, as it was when `now` was worked out; None of anything else."""
    if len(call.args) != 1 or kind_of(r, call.args[0]) != SET:
        return None
    if call.keywords:
        raise Refused("`sorted` of a set has no key and is not reversed: items with equal keys have no order")
    over = members(r, call.args[0], opened)
    held: Any = grown_of(r, call.args[0])
    if now is not None:
        copy, name = r.hidden("cells").name, r.hidden("held").name
        start, _ = set_value(r, call.args[0], opened, copy)
        now += [Begin(Var(copy), distinct=True), *start]
        r.grown[name] = GrownName(copy, distinct=True)
        return members(r, ast.Name(name, ast.Load()), opened)

    def loop(target: Target, body: Body) -> list[Node]:
        consumed: list[Any] = []
        r.shared.at_rest.update({held.variable} if held is not None else set())

        def noted(leave: int, go_on: int) -> list[Node]:
            consumed.extend(nodes := body(leave, go_on))
            return nodes

        nodes = over(target, noted)
        if held is not None and held.variable in touched_in(consumed):
            raise Refused("a set that a loop goes over is changed in the loop")
        return nodes

    return loop
