"""Inference of expressions: the type of each from the types of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from lazytree.core.errors import Refused

from ..frontend.source import parameters
from ..ir import core, subset
from ..ir.classes import joined_class
from ..ir.core import FRAME, Node
from ..ir.intervals import in_full, is_mask, is_product, is_shift
from ..ir.joining import item_of, join, length_of, row_item, thawed
from ..ir.kinds import (
    SMALL,
    Bool,
    Container,
    Fixed,
    Int,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    as_record,
    as_text,
    class_of,
    described,
    is_text,
    leaves,
    number_of,
    of_one_character,
    present,
    refuse_below_0,
    refuse_like_none,
)
from ..ir.symbols import NONE, OrNone, is_symbol
from ..library.iterators import whole_power
from ..library.lists import copied_list
from . import containers, sets
from .operations import (
    given_kind,
    is_large,
    may_be_none,
    maybe_later,
    no_board,
    operation_kind,
    table_of_texts,
    with_truth,
)
from .programs import FEW, Instance, Unsettled, Walk
from .records import (
    asked_in_place,
    class_with_methods,
    exchanged,
    field_kind,
    member_kind,
    method_call,
    replaced_kind,
    sized,
    span_kind,
)

TAKES_NONE = ("==", "!=", "is", "not", "bool", "digest", "sought")  # what None may be asked as well


def expression(w: Walk, node: Node) -> Type:
    """The type of an expression, which is written into it too.

    Refused if there is none; Unsettled while it depends on a result that is not known yet.
    """
    w.program.work += 1
    node.type = kind = variable_kind(w, node.name) if type(node) is core.Var else kind_of(w, node)
    return kind


def kind_of(w: Walk, node: Node) -> Type:
    """The type of an expression from the types of its parts."""
    match node:
        case core.Const(value=value):
            return w.program.constant(value)
        case core.Op(symbol=symbol, operands=operands):
            if symbol in TAKES_NONE:
                kinds = [expression(w, each) for each in operands]
                if (made := of_containers(w, node, kinds)) is not None:
                    return made
                if symbol != "sought" or not is_text(as_text(kinds[1])):  # a text never holds None
                    return operation_kind(symbol, kinds)
            if symbol in ("%", "&"):
                mark_masked(node)
            kinds = [used(w, operands, at) for at in range(len(operands))]
            if (made := of_containers(w, node, kinds)) is not None:
                return made
            if node.masked and all(isinstance(kind, (Int, Bool)) for kind in kinds):
                return in_full(symbol, *map(as_int, kinds))
            try:
                kind = fitted(w, operation_kind(symbol, kinds))
            except Refused as refused:
                raise maybe_later(refused, operands) from None
            node.asked = step_by_step(node, kinds, kind)
            if node.asked is not None:
                expression(w, node.asked)
            return kind
        case core.Call():
            kinds = [w.program.fitting(argument_kind(w, each)) for each in node.arguments]
            return called_kind(w, node, kinds)
        case core.Begin(call=call):
            kinds = [w.program.fitting(argument_kind(w, each)) for each in call.arguments]
            return containers.begun(w, node, instance_called(w, call, kinds, {FRAME: Fixed(True)}))
        case core.Field(name=name):
            base = w.program.fitting(thawed(used(w, node, "base")))
            node.asked = asked_in_place(node, base, name)
            return field_kind(base, name) if node.asked is None else expression(w, node.asked)
        case core.Item():
            base, place = used(w, node, "base"), used(w, node, "index")
            if isinstance(base, Container):
                return expression(w, containers.item(node, base))
            try:
                return item_kind(w, base, as_int(place, subset.PLACE))
            except Refused as refused:
                raise maybe_later(refused, [node.base, node.index]) from None
        case core.Choose(test=test, then=then, other=other):
            tested(w, test)
            return chosen_kind(w, then, other)
        case core.Make(cls=cls, items=items):
            return sized(Record(cls, tuple(runtime(w, each) for each in items)))
        case core.Replace(fields=fields):
            given = {name: runtime(w, each) for name, each in fields.items()}
            return replaced_kind(w.program.fitting(thawed(used(w, node, "base"))), given, node.dataclass)
        case core.Method(name=name):
            base = used(w, node, "base")
            if class_with_methods(base) is None:
                own_method(w, node, isinstance(base, Container) or sets.is_value(base))
            if isinstance(base, Container) or sets.is_value(base):
                return expression(w, method_of_container(w, node, base))
            of_text = table_of_texts(node, base, name)
            if of_text is not None:
                return expression(w, of_text)
            node.asked = method_call(node, base, name)
            return expression(w, node.asked)
        case core.Member(cls=cls):
            return member_kind(cls, as_int(used(w, node, "value"), f"`{cls.__name__}(...)` of {{}}"))
        case core.Set():
            return changed_kind(w, node, w.program.fitting(thawed(used(w, node, "base"))))
        case core.Given(value=value):
            return given_kind(expression(w, value))
        case core.Span(start=start, stop=stop):
            base = w.program.fitting(thawed(used(w, node, "base")))
            if isinstance(base, Container):
                return expression(w, containers.cut(node, base))
            ends = [used(w, node, name) for name, bound in (("start", start), ("stop", stop)) if bound is not None]
            found = span_kind(node, base, ends)
            return expression(w, found) if isinstance(found, Node) else found
        case core.NoResult():
            return Fixed(None)
        case core.NewContainer():
            return containers.made(w, node)
        case core.Ask():
            if node.how in ("item", "set"):  # an index that may be None
                used(w, node.given, 0)
            return containers.asked(w, node, used(w, node, "base"), [runtime(w, each) for each in node.given])
        case core.Block(body=body, result=result):
            w.statements(body)
            return expression(w, result)
    raise Refused(f"no {type(node).__name__} here")


def mark_masked(node: core.Op) -> None:
    """Notes what lies below a mask, `x & 255` or `x % 2**64`: sums, differences and products as wide as they are."""
    one, other = node.operands
    for part, mask in ((one, other),) if node.symbol == "%" else ((one, other), (other, one)):
        known = mask.value if isinstance(mask, core.Const) and type(mask.value) is int else -1
        if is_mask(Int(known, known)) if node.symbol == "%" else known >= 0:
            mark_arithmetic(part)


def mark_arithmetic(part: Node) -> None:
    """Notes that only low bits of sums, differences and products are used, and so of those in them."""
    if isinstance(part, core.Op) and part.symbol in ("+", "-", "*", "&", "|", "^"):
        part.masked = part.symbol in ("+", "-", "*")
        for each in part.operands:
            mark_arithmetic(each)


def step_by_step(node: core.Op, kinds: list[Type], kind: Type) -> Node | None:
    """The call of a function in the subset that works an operation on ints out; None of other operations."""
    if node.symbol != "**" or not isinstance(kind, Int):
        return None
    if is_product(as_int(kinds[1])) or is_shift(as_int(kinds[0])):
        return None
    return node.asked or core.Call(whole_power, node.operands)


def of_containers(w: Walk, node: core.Op, kinds: list[Type]) -> Type | None:
    """The type of an operation on containers, or on sets as values; None of other operations."""
    if any(map(sets.is_value, kinds)) and (asked := sets.operation(node, kinds)) is not None:
        return expression(w, asked)
    if not w.program.containers or not any(isinstance(each, Container) for each in kinds):
        return None
    found = containers.operation(w, node, kinds)
    return expression(w, found) if isinstance(found, Node) else fitted(w, found)


def fitted(w: Walk, kind: Type) -> Type:
    """A type whose cells are wide enough for small items; others are checked where they are put in."""
    if not isinstance(kind, Varying):
        return kind
    for leaf in leaves(kind.cells):
        if isinstance(leaf, Vector) and leaf.low >= 0 and 2 ** (w.program.cell - 1) <= leaf.high < FEW:
            w.program.fitting(kind)
    return w.program.clipped(kind)


TAKE_ITEMS = ("extend", "extendleft", "subtract", *sets.TAKE_SETS)  # methods that go over what they are given


def own_method(w: Walk, node: core.Method, of_container: bool) -> None:
    """Has a method of Python's own values that takes items go over a generator before anything else is done.

    Those of containers go over a generator that is a value themselves, some of them not to its end.
    """
    if node.names:
        raise Refused(subset.METHOD_BY_NAME.format(node.name, node.names[0]))
    for at, each in enumerate(node.arguments if node.name in TAKE_ITEMS else ()):
        at_once = isinstance(each, core.Op) and each.symbol == "at once"
        if at_once:
            node.arguments[at] = each = each.operands[0]  # type: ignore[attr-defined]
        kind = expression(w, each)
        if at_once and node.name in sets.MAY_END_EARLY and any(map(sets.has_effects, sets.nodes_in([each]))):
            raise Refused(subset.ONCE)
        if isinstance(kind, Container) and kind.of == "generator" and not of_container:
            node.arguments[at] = core.Call(copied_list, [each])


def method_of_container(w: Walk, node: core.Method, base: Type) -> Node:
    """What does a method of a container, or of a set as a value."""
    arguments = node.arguments
    kinds = [expression(w, each) for each in arguments]
    if not isinstance(base, Container):
        return sets.method(node, base, kinds)
    for at, kind in enumerate(kinds):
        if sets.is_value(kind) and node.name in sets.TAKE_SETS:
            arguments[at] = sets.thawed(arguments[at], kind)
            kinds[at] = expression(w, arguments[at])
    return containers.method(node, base, kinds)


def used(w: Walk, holder: Any, at: Any) -> Type:
    """The type of a part of a node that is used as a value: where it may be None, the part raises then."""
    listed = isinstance(holder, list)
    part = holder[at] if listed else getattr(holder, at)
    kind = expression(w, part)
    if not may_be_none(kind):
        return kind
    made = core.Given(part)
    made.place, made.type = part.place, given_kind(kind)
    if listed:
        holder[at] = made
    else:
        setattr(holder, at, made)
    return made.type


def runtime(w: Walk, node: Node) -> Type:
    """The type of a value that exists while the program runs."""
    return w.program.fitting(thawed(expression(w, node)))


def variable_kind(w: Walk, name: str) -> Type:
    """The type of a variable; Unsettled where it may have no value, or has no type yet."""
    if w.assigned is not None and name not in w.assigned:
        raise Unsettled(subset.UNASSIGNED.format(subset.plain_name(name)))
    w.used.add(name)
    if name not in w.instance.variables:
        raise Unsettled(subset.NO_KIND.format(subset.plain_name(name)))
    return w.instance.variables[name]


def tested(w: Walk, node: Node) -> None:
    """Infers a test; Refused unless it is a number or a sequence."""
    with_truth(expression(w, node))


def chosen_kind(w: Walk, then: Node, other: Node) -> Type:
    """The type of `then if ... else other`: the join of both; Unsettled if neither is known."""
    a, b = w.either(lambda: tried(w, then), lambda: tried(w, other))
    if isinstance(a, Unsettled) and isinstance(b, Unsettled):
        raise a
    known = [kind for kind in (a, b) if not isinstance(kind, Unsettled)]
    if len(known) == 1:
        reason = next(str(kind) for kind in (a, b) if isinstance(kind, Unsettled))
        w.instance.trouble = w.instance.trouble or Refused(reason, w.last_place)
        return w.program.fitting(thawed(known[0]))
    if a == b:
        return a if isinstance(a, Fixed) else w.program.fitting(a)
    return w.program.clipped(join(w.program.fitting(thawed(a)), w.program.fitting(thawed(b))))


def tried(w: Walk, node: Node) -> Type | Unsettled:
    """The type of an expression, or why it is not known yet."""
    try:
        return expression(w, node)
    except Unsettled as unsettled:
        return unsettled


def place_changed(w: Walk, changes: list[tuple[Node, Node]], at: int) -> Int:
    """The interval of the place of a change."""
    parts = list(changes[at])
    kind = as_int(used(w, parts, 0), subset.PLACE)
    changes[at] = parts[0], parts[1]
    return kind


def exchanged_kind(w: Walk, base: Record, changes: list[tuple[Node, Node]]) -> Type:
    """The type of a tuple with some items exchanged."""
    items = list(base.items)
    for at, (_, value) in enumerate(changes):
        place, kind = place_changed(w, changes, at), runtime(w, value)
        if place.low == place.high and -len(items) <= place.low < len(items):
            items[place.low] = kind
        elif isinstance(changes[at][0], core.Const):
            raise Refused(f"no item {place.low} to change in a tuple or a board of {len(items)}")
        else:
            items = [join(item, kind) for item in items]
    return sized(Record(base.cls, tuple(items)))


def changed_kind(w: Walk, node: core.Set, base: Type) -> Type:
    """The type of a board with some cells changed: their interval holds the new values, too."""
    changes, form = node.changes, node.form
    if isinstance(base, Varying):
        node.asked = node.asked or exchanged(node, base)
        return expression(w, node.asked)
    if form is str or (form is tuple and isinstance(base, Row)):
        base = as_record(base) if isinstance(base, Row) else as_text(base)
    if isinstance(base, Record) and base.cls is form:
        return exchanged_kind(w, base, changes)
    if not isinstance(base, Vector) or base.form is not form:
        raise Refused(no_board(base, form))
    low, high, cls = base.low, base.high, base.cls
    for at, (_, value) in enumerate(changes):
        place_changed(w, changes, at)
        given = expression(w, value)
        kind = of_one_character(thawed(given)) if form is str else thawed(given)
        own = number_of(present(kind))
        low, high, cls = min(low, own.low), max(high, own.high), joined_class(cls, class_of(kind))  # type: ignore[arg-type]
        if isinstance(cls, OrNone):
            refuse_like_none(base)
            low = NONE
    refuse_below_0(base.high, low)
    kept = w.program.clipped(Vector(base.length, low, high, cls, form))
    if isinstance(kept, Vector) and kept.low > kept.high:
        raise Refused("a PVector holds small ints only")
    return kept


def argument_kind(w: Walk, node: Node) -> Type:
    """The type of an argument; constants that a function can be read with stay constants."""
    if isinstance(node, core.Const) and node.value is None:  # the function is read with it: `if x is None`
        node.type = Fixed(None)
        return node.type
    kind = expression(w, node)
    if isinstance(kind, Fixed) and kind.value is not None and is_symbol(kind.value):
        return thawed(kind)
    if isinstance(kind, Fixed) and isinstance(kind.value, tuple) and hasattr(kind.value, "_fields"):
        return kind if any(map(callable, kind.value)) or any(map(is_large, kind.value)) else thawed(kind)
    return kind


# ---- `base[index]`, and calls


def item_kind(w: Walk, base: Type, place: Int) -> Type:
    """The type of `base[index]`."""
    if isinstance(base, Words):
        return SMALL
    if isinstance(base, Fixed) and (table := w.program.table(base.value)):
        return row_item(table, 0)
    base = as_text(w.program.fitting(thawed(base)))
    if length_of(base) == 0 and isinstance(base, Record):
        raise Unsettled(f"an item of {described(base)}")
    if isinstance(base, Record) and place.low == place.high and -len(base.items) <= place.low < len(base.items):
        return base.items[place.low]
    return item_of(base)


def called_kind(w: Walk, node: core.Call, kinds: list[Type]) -> Type:
    """The type that a call gives, by the types of its arguments; the function is inferred for these, too.

    Unsettled while the function's result is not known yet.
    """
    if (result := instance_called(w, node, kinds).result) is None:
        raise Unsettled(f"{node.function.__name__} never returns")  # type: ignore[attr-defined]
    return result


def instance_called(
    w: Walk, node: core.Call, kinds: list[Type], more: Mapping[str, Type] = MappingProxyType({})
) -> Instance:
    """The function that is called for arguments of these types, inferred; `more`: arguments that the text has not."""
    function: Any = node.function
    kinds = in_circles(w.instance, function, kinds) if w.program.containers else kinds
    if w.instance.asked.get(node) != kinds:  # else the arguments of the function hold such values
        node.instance = w.program.request(function, {**dict(zip(parameters(function)[0], kinds)), **more})
        w.instance.asked[node] = kinds
    called: Any = node.instance
    called.where = called.where or w.last_place
    w.instance.calls.add(called)
    w.called_now(called)
    called.callers[w.instance] = None  # from now on: what the first walk finds is taken from it here
    return called  # type: ignore[no-any-return]


def in_circles(caller: Instance, function: Any, kinds: list[Type]) -> list[Type]:
    """The types of a call's arguments: a function that calls itself hands over the dicts that it was handed."""
    callers = {caller: None}
    for instance in (ahead := [caller]):  # which grows meanwhile
        ahead += [each for each in instance.callers if each not in callers]
        callers.update(instance.callers)
        if instance.core.source is function:
            known = iter(instance.arguments)
            handed = [kind if isinstance(kind, Fixed) else next(known, kind) for kind in kinds]
            pairs = zip(handed, kinds)
            return [join(a, b) if is_one_kind(a, b) else b for a, b in pairs]
    return kinds


def is_one_kind(a: Type, b: Type) -> bool:
    """Whether these are containers that may be one."""
    one, other = ((each.part, each.root.kind) if isinstance(each, Container) else None for each in (a, b))
    return one is not None and one == other
