"""Inference of expressions: the type of each from the types of its parts."""

from __future__ import annotations

from enum import IntEnum
from itertools import islice
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..frontend.constants import OF_ENUMS
from ..frontend.dependencies import ATTRIBUTE, asked
from ..frontend.source import parameters
from ..ir import subset
from ..ir.classes import NO_CELL, fields_of, is_dataclass, joined_class, members, plain_enum
from ..ir.core import (
    Atomic,
    Blank,
    Block,
    Call,
    Choose,
    Const,
    Each,
    Fetch,
    Field,
    Gathered,
    Item,
    Make,
    Member,
    Method,
    Node,
    Op,
    Part,
    Replace,
    Set,
    Var,
)
from ..ir.kinds import (
    SMALL,
    WIDEST,
    Fixed,
    Int,
    Record,
    Row,
    Type,
    Vector,
    Words,
    as_int,
    as_record,
    class_of,
    described,
    join,
    leaves,
    of_constant,
    thawed,
)
from .operations import operation_kind, with_truth
from .programs import DEEPEST, MOST_PARTS
from .sequences import item_of, length_of, row_item
from .walk import Unsettled, Walk


def expression(w: Walk, node: Node) -> Type:
    """The type of an expression, which is written into it too.

    Refused if there is none; Unsettled while it depends on a result that is not known yet.
    """
    w.program.work += 1
    node.type = kind = kind_of(w, node)
    return kind


def kind_of(w: Walk, node: Node) -> Type:
    """The type of an expression from the types of its parts."""
    match node:
        case Const(value=value):
            return constant_kind(value)
        case Var(name=name):
            return variable_kind(w, name)
        case Op(symbol=symbol, operands=operands):
            return operation_kind(symbol, [expression(w, each) for each in operands])
        case Choose(test=test, then=then, other=other):
            tested(w, test)
            return chosen_kind(w, then, other)
        case Make(cls=cls, items=items):
            return sized(Record(cls, tuple(runtime(w, each) for each in items)))
        case Replace(base=base, fields=fields):
            given = {name: runtime(w, each) for name, each in fields.items()}
            return replaced_kind(runtime(w, base), given, node.dataclass)
        case Field(base=base, name=name):
            return attribute_kind(w, node, runtime(w, base), name)
        case Method(base=base, name=name):
            return method_kind(w, node, expression(w, base), name)
        case Member(cls=cls, value=value):
            return member_kind(cls, as_int(expression(w, value)))
        case Item(base=base, index=index):
            return item_kind(w, expression(w, base), index)
        case Set(base=base, changes=changes):
            return changed_kind(w, runtime(w, base), changes, node.form)
        case Part(base=base, bounds=bounds):
            return part_kind(runtime(w, base), bounds)
        case Gathered(loop=loop):
            return gathered_kind(w, node, loop)
        case Blank(like=like):
            length = length_of(expression(w, like))
            if length is None:
                raise Refused("the length of a PVector is known before the game starts")
            return Vector(length, 0, 0, NO_CELL)
        case Call():
            return called_kind(w, node)
        case Fetch(words=words, index=index):
            expression(w, words), as_int(expression(w, index))
            w.program.fetching[w.instance] = None
            if w.program.stashed is None:
                raise Unsettled("nothing has been stashed")
            return w.program.stashed
        case Atomic(words=words, index=index, word=word):
            expression(w, words), as_int(expression(w, index)), as_int(expression(w, word))
            return SMALL
        case Block(body=body, result=result):
            w.statements(body)
            return expression(w, result)
    raise Refused(f"no {type(node).__name__} here")


def runtime(w: Walk, node: Node) -> Type:
    """The type of a value that exists while the program runs."""
    return w.program.fitting(thawed(expression(w, node)))


def sized(kind: Record) -> Record:
    """The type of a tuple itself; Refused if it has too many parts."""
    if not shallow(kind, DEEPEST) or sum(1 for _ in islice(leaves(kind), MOST_PARTS + 1)) > MOST_PARTS:
        raise Refused(f"a value of more than {MOST_PARTS} parts, or of tuples in tuples more than {DEEPEST} deep")
    return kind


def shallow(kind: Type, depth: int) -> bool:
    """Whether tuples lie in tuples at most `depth` deep."""
    return not isinstance(kind, Record) or (depth > 0 and all(shallow(item, depth - 1) for item in kind.items))


def constant_kind(value: object) -> Type:
    """The type of a constant; Refused for None, texts, floats and ints of too many bits."""
    if value is None or isinstance(value, (str, float, bytes, complex)):
        raise Refused(subset.NO_TEXT_NO_NONE.format(value))
    if isinstance(value, int) and value.bit_length() > 4 * WIDEST:
        raise Refused(f"an int of {value.bit_length()} bits: {WIDEST} are the most")
    return of_constant(value)


def variable_kind(w: Walk, name: str) -> Type:
    """The type of a variable; Unsettled where it may have no value, or has no type yet."""
    if w.assigned is not None and name not in w.assigned:
        plain = name.rpartition(".")[2] if not name.rpartition(".")[2].isdigit() else name.split(".")[-2]
        raise Unsettled(subset.UNASSIGNED.format(plain))
    w.used.add(name)
    if name not in w.instance.variables:
        raise Unsettled(f"{name} has no type")
    return w.instance.variables[name]


def tested(w: Walk, node: Node) -> None:
    """Infers a test; Refused unless it is a number or a sequence."""
    with_truth(expression(w, node))


def always(test: Node) -> bool:
    """Whether a test is a constant that is true."""
    return isinstance(test, Const) and bool(test.value)


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


def item_kind(w: Walk, base: Type, index: Node) -> Type:
    """The type of `base[index]`."""
    place = as_int(expression(w, index))
    if isinstance(base, Words):
        return SMALL
    if isinstance(base, Fixed) and (table := w.program.table(base.value)):
        return row_item(table, 0)
    base = w.program.fitting(thawed(base))
    length_of(base)
    if isinstance(base, Record) and place.low == place.high and -len(base.items) <= place.low < len(base.items):
        return base.items[place.low]
    return item_of(base)


def field_kind(base: Type, name: str) -> Type:
    """The type of `base.name`; Refused unless a NamedTuple has that field."""
    if not isinstance(base, Record) or name not in fields_of(base.cls):
        raise Refused(f"no attribute .{name} of {described(base)}")
    return base.items[fields_of(base.cls).index(name)]


def attribute_kind(w: Walk, node: Field, base: Type, name: str) -> Type:
    """The type of `base.name`: of a field, of a property, of an IntEnum's `value`."""
    if isinstance(base, Int) and name == "value" and issubclass(base.cls, IntEnum) and value_is_plain(base.cls):
        node.asked = node.asked or Op("int", [node.base])
        return expression(w, node.asked)
    if isinstance(base, Record) and name not in fields_of(base.cls):
        found = asked(ATTRIBUTE, base.cls, name)
        if type(found) is property and isinstance(found.fget, FunctionType) and base.cls is not tuple:
            node.asked = node.asked or Call(found.fget, [node.base])
            return expression(w, node.asked)
    return field_kind(base, name)


def value_is_plain(cls: type) -> bool:
    """Whether `value` of a member is what enum makes it."""
    return asked(ATTRIBUTE, cls, "value") is OF_ENUMS


def method_kind(w: Walk, node: Method, base: Type, name: str) -> Type:
    """The type of what a method of a NamedTuple gives."""
    cls = base.cls if isinstance(base, Record) else type(base.value) if isinstance(base, Fixed) else None
    found = asked(ATTRIBUTE, cls, name) if cls is not None and fields_of(cls) else None
    if not isinstance(found, FunctionType) or cls is None or name in fields_of(cls):
        raise Refused(f"no method .{name}() of {described(base)}: {subset.METHODS}")
    names, defaults = parameters(found)
    given = [node.base, *(node.arguments or [])]
    missing = names[len(given) :]
    if len(given) > len(names) or any(each not in defaults for each in missing):
        raise Refused(subset.WRONG_ARGUMENTS.format(", ".join(names), name, f"{len(given)} are given"))
    node.call = node.call or Call(found, [*given, *(Const(defaults[each]) for each in missing)])
    return expression(w, node.call)


def member_kind(cls: Any, value: Int) -> Type:
    """The type of a member of an IntEnum that is found by its value."""
    plain_enum(cls)
    known = members(cls)
    return Int(max(min(known), min(value.low, max(known))), min(max(known), max(value.high, min(known))), cls)


def replaced_kind(base: Type, fields: dict[str, Type], dataclass: bool) -> Type:
    """The type of `base._replace(...)`; Refused unless a NamedTuple has those fields."""
    names = fields_of(base.cls) if isinstance(base, Record) else ()
    if not isinstance(base, Record) or not names or dataclass != is_dataclass(base.cls):
        raise Refused(f"`._replace({', '.join(fields)})` of {described(base)}")
    for name in fields:
        field_kind(base, name)
    return sized(Record(base.cls, tuple(fields.get(name, old) for name, old in zip(names, base.items))))


def gathered_kind(w: Walk, node: Gathered, loop: Each) -> Type:
    """The type of `tuple(...)` of a loop's items; Unsettled while what it goes over is not known yet."""
    for each in loop.sequences:
        expression(w, each)
    w.statements([loop])
    if node.result is None:
        order = range(len(loop.unrolled))
        names = [f"{loop.gathered}.{number}" for number in (reversed(order) if loop.backwards else order)]
        node.result = Make(tuple, [Var(name) for name in names])
    return expression(w, node.result)


def part_kind(base: Type, bounds: slice) -> Type:
    """The type of a part of a tuple or a board."""
    base = as_record(base) if isinstance(base, Row) else base
    if isinstance(base, Record):
        length_of(base)
        return Record(tuple, base.items[bounds])
    if isinstance(base, Vector):
        length = len(range(base.length)[bounds])
        return Vector(length, base.low, base.high, base.cls, base.form)
    raise Refused(f"a slice of {described(base)}: of a tuple or a PVector of known length")


def exchanged_kind(w: Walk, base: Record, changes: list[tuple[Node, Node]]) -> Type:
    """The type of a tuple with some items exchanged."""
    items = list(base.items)
    for index, value in changes:
        place, kind = as_int(expression(w, index)), runtime(w, value)
        if place.low == place.high and -len(items) <= place.low < len(items):
            items[place.low] = kind
        else:
            items = [join(item, kind) for item in items]
    return sized(Record(tuple, tuple(items)))


def changed_kind(w: Walk, base: Type, changes: list[tuple[Node, Node]], form: Any) -> Type:
    """The type of a board with some cells changed: their interval holds the new values, too."""
    if form is tuple and isinstance(base, Row):
        base = as_record(base)
    if form is tuple and isinstance(base, Record) and base.cls is tuple:
        return exchanged_kind(w, base, changes)
    if not isinstance(base, Vector) or base.form is not form:
        raise Refused(f"`.set` of {described(base)}, not of a PVector")
    low, high, cls = base.low, base.high, base.cls
    for index, value in changes:
        as_int(expression(w, index))
        given = expression(w, value)
        kind = as_int(given)
        low, high, cls = min(low, kind.low), max(high, kind.high), joined_class(cls, class_of(given))  # type: ignore[arg-type]
    kept = w.program.clipped(Vector(base.length, low, high, cls, form))
    if isinstance(kept, Vector) and kept.low > kept.high:
        raise Refused("a PVector holds small ints only")
    return kept


def called_kind(w: Walk, node: Call) -> Type:
    """The type that a call gives; the function is inferred for these arguments, too.

    Unsettled while the function's result is not known yet.
    """
    function: Any = node.function
    kinds = [w.program.fitting(kind) for kind in [argument_kind(w, each) for each in node.arguments]]
    names, _ = parameters(function)
    called = w.program.request(function, dict(zip(names, kinds)))
    node.instance = called
    called.callers[w.instance] = None
    w.instance.calls.add(called)
    if called.result is None:
        raise Unsettled(f"{function.__name__} never returns")
    return called.result


def argument_kind(w: Walk, node: Node) -> Type:
    """The type of an argument; constants that a function can be read with stay constants."""
    if isinstance(node, Const) and node.value is None:  # the function is read with it: `if x is None`
        node.type = Fixed(None)
        return node.type
    kind = expression(w, node)
    if isinstance(kind, Fixed) and isinstance(kind.value, tuple) and hasattr(kind.value, "_fields"):
        return kind if any(map(callable, kind.value)) else thawed(kind)
    return kind
