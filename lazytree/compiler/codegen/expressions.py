"""Lowering expressions: typed core expressions into LLVM instructions, every unproven step checked."""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, Trap

from ..ir import core
from ..ir.classes import fields_of, members
from ..ir.core import Node, Op, assignments
from ..ir.intervals import arithmetic
from ..ir.joining import join, length_of
from ..ir.kinds import (
    BOOL,
    SMALL,
    Bool,
    Container,
    Fixed,
    Float,
    Int,
    Maybe,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    as_record,
    is_text,
    present,
    width,
)
from ..ir.symbols import NONE, Symbol, first_number
from . import calls, containers
from .calls import invoke
from .conversions import (
    as_characters,
    cell_at,
    cell_of,
    compared,
    converted,
    equal_bytes,
    items_of,
    length_now,
    lies_within,
    live,
    number_beside,
    raw,
    row_if_table,
    row_of_constant,
    stored,
    table_of,
    truth_of,
)
from .memory import chosen, copy_cells, digested, fresh, item, snapshot, variable
from .module import Frame
from .numbers import (
    bits_counted,
    check_numbers,
    checked_arithmetic,
    compared_floats,
    divided,
    extreme,
    float_operation,
    lowest_cell,
    place_of,
    power,
    shifted,
    unchecked_arithmetic,
)
from .proofs import lowest_of, reads
from .text import I1, I32, I64
from .values import FROZEN, OWNED, Value, constant, int_constant


def expression(f: Frame, node: Node) -> Value:
    """The value of a typed expression: emits its instructions, with a check for every step that is not proven."""
    if node.asked is not None:
        return expression(f, node.asked)
    match node:
        case core.Const(value=value):
            if isinstance(node.type, Fixed):
                return Value(node.type)
            return row_of_constant(node.type) if isinstance(node.type, Row) else constant(value, f.layout)
        case core.NoResult():
            return Value(Fixed(None))
        case core.NewContainer():
            return containers.made(f, node)
        case core.Begin(call=call):
            return calls.begun(f, node, expressions(f, call.arguments))
        case core.Ask():
            if isinstance(node.base, core.Var) and node.base.name in f.filled:
                f.filled[node.base.name](expression(f, node.given[0]))
                return Value(Fixed(None))
            return containers.asked(f, node, expressions(f, [node.base, *node.given]))
        case core.Var(name=name):
            return variable(f, name)
        case core.Op(type=Vector() | Record() | Varying()) if (block := core.list_in_place(node)) is not None:
            return containers.filled_in_place(f, node, block, before)
        case core.Op(symbol="is" | "frozenset" | "tuple" | "pvector", operands=[Node(type=Container()), *_]):
            return containers.operation(f, node, expressions(f, node.operands))
        case core.Op() if (cells := lowest_of(node)) is not None and as_int(cells.type).low >= 0:  # type: ignore[arg-type]
            return lowest_cell(f, expression(f, cells))
        case core.Op(symbol="sought", operands=operands):
            return expression(f, operands[0])
        case core.Op(symbol=symbol, operands=operands):
            return operation(f, node, symbol, expressions(f, operands))
        case core.Choose(test=test, then=then, other=other):
            truth = truth_of(f, expression(f, test))
            return chosen(f, truth, lambda: expression(f, then), lambda: expression(f, other), node.type)
        case core.Make(cls=cls, items=items):
            values = [live(f, each) for each in expressions(f, items)]
            return Value(Record(cls, tuple(value.type for value in values)), values)
        case core.Replace(base=base, fields=fields):
            old, *new = expressions(f, [base, *fields.values()])
            return replaced(f, live(f, old), dict(zip(fields, new)))
        case core.Member(cls=cls, value=value):
            return member(f, cls, expression(f, value), node.type)
        case core.Field(base=base, name=name):
            record = live(f, expression(f, base))
            assert isinstance(record.type, Record)
            return record.data[fields_of(record.type.cls).index(name)]  # type: ignore[no-any-return]
        case core.Item(base=base, index=index):
            source, place = expressions(f, [base, index])
            return item_at(f, source, place)
        case core.Set() if isinstance(node.type, Record):
            return changed_tuple(f, node)
        case core.Set():
            return changed_vector(f, node, in_place=False)
        case core.Given(value=value):
            found = expression(f, value)
            if isinstance(found.type, Maybe):
                f.check(found.data[0].data, Trap.RAISED)
                return found.data[1]  # type: ignore[no-any-return]
            if isinstance(found.type, Symbol) and found.type.may_be_none:
                f.check(f.b.icmp_signed("!=", found.data, I64(NONE)), Trap.RAISED)
                return Value(node.type, found.data)  # type: ignore[arg-type]
            return found
        case core.Span(base=base, start=start, stop=stop, known=known):
            whole, *_ = expressions(f, [each for each in (base, start, stop) if each is not None])
            return part_of(f, whole, known, node.type)  # type: ignore[arg-type]
        case core.Call(instance=instance, arguments=arguments):
            return invoke(f, instance, expressions(f, arguments))  # type: ignore[arg-type]
        case core.Block(body=body, result=result):
            before(f, body)
            return expression(f, result)
    raise Refused(f"no {type(node).__name__} here")


def before(f: Frame, body: list[Node]) -> None:
    """Emits the statements before a value; where they never come to an end, the value lies in a block of its own."""
    f.statements(body)
    if f.b.block.ended:
        f.b.position_at_end(f.block())


def expressions(f: Frame, nodes: list[Node]) -> list[Value]:
    """The values of several expressions, in order: what a later one assigns to is copied when it is read."""
    values = []
    for position, node in enumerate(nodes, 1):
        values.append(kept_from(f, expression(f, node), node, nodes[position:]))
    return values


def kept_from(f: Frame, value: Value, node: Node, later: list[Node]) -> Value:
    """The value of a node, safe from what is assigned before it is used."""
    if not later or isinstance(value.type, (Int, Bool)) or all(leaf.memory != OWNED for leaf in value.leaves()):
        return value
    changed = assignments(later)
    return snapshot(f, value) if changed and any(changed[name] for name in reads(node)) else value


def item_at(f: Frame, base: Value, index: Value) -> Value:
    """The value of `base[index]`; an index out of range is a trap."""
    if isinstance(base.type, Fixed) and (known_table := table_of(f, base.type)):
        base = row_of_constant(Row(known_table, 0))
    base = as_characters(f, live(f, base))
    if isinstance(base.type, Words):
        start, length = base.data
        place = index.data if f.trusted else place_of(f, index, length, base.type.least)
        return Value(SMALL, f.b.load(f.b.gep(start, [place])))
    where, known = as_int(index.type), length_of(base.type)
    if isinstance(base.type, Record) and where.low == where.high and -len(base.data) <= where.low < len(base.data):
        return base.data[where.low]  # type: ignore[no-any-return]
    return item(f, base, place_of(f, index, length_now(f, base), known))


def changed_tuple(f: Frame, node: core.Set) -> Value:
    """A tuple with some items exchanged, at places that may be known only when the program runs."""
    parts = [part for change in node.changes for part in change]
    kind = node.type
    assert isinstance(kind, Record)
    base = kept_from(f, expression(f, node.base), node.base, parts)
    items = [live(f, each) for each in items_of(f, base)]
    given = []
    for index, value in node.changes:
        at = expression(f, index)
        given.append((as_int(at.type), place_of(f, at, I64(len(items)), len(items)), live(f, expression(f, value))))
    for known, place, new in given:
        if known.low == known.high and -len(items) <= known.low < len(items):
            items[known.low] = new
            continue
        items = [
            chosen_item(f, f.b.icmp_unsigned("==", place, I64(number)), new, item, wanted)
            for number, (item, wanted) in enumerate(zip(items, kind.items))
        ]
    return Value(Record(kind.cls, tuple(item.type for item in items)), items)


def chosen_item(f: Frame, test: Any, new: Value, old: Value, kind: Type) -> Value:
    """The new item or the old one."""
    return chosen(f, test, lambda: new, lambda: old, kind)


def changed_vector(f: Frame, node: core.Set, in_place: bool) -> Value:
    """A board with some cells changed: all places and values are worked out before the first cell changes."""
    parts = [part for change in node.changes for part in change]
    base, kind = live(f, kept_from(f, expression(f, node.base), node.base, parts)), node.type
    base = as_characters(f, base)
    assert isinstance(base.type, Vector) and isinstance(kind, Vector)
    changes = []
    for index, value in node.changes:
        place = place_of(f, expression(f, index), I64(kind.length), kind.length)
        new = expression(f, value)
        changes.append((place, cell_of(f, new, kind)))
    target = base if in_place else fresh(f, kind)
    if not in_place:
        copy_cells(f, target.data, base)
    for place, cell in changes:
        f.b.store(cell, f.b.gep(target.data, [I32(0), place], inbounds=True))
    return Value(kind, target.data, target.memory)


# ---- what is made of the parts of a value: slices, a NamedTuple with other fields, a member of an Enum


def member(f: Frame, cls: Any, value: Value, kind: Any) -> Value:
    """A member of an IntEnum by its value; a trap if there is none."""
    known = sorted(members(cls))
    if known == list(range(known[0], known[-1] + 1)):
        f.check(lies_within(f, value, Int(known[0], known[-1])), Trap.RAISED)
    else:
        ok: Any = I1(0)
        for each in known:
            ok = f.b.or_(ok, compared(f, "==", value, int_constant(each)))
        f.check(ok, Trap.RAISED)
    return Value(kind, raw(f, value, width(kind)))


def replaced(f: Frame, base: Value, fields: dict[str, Value]) -> Value:
    """A NamedTuple with some fields replaced."""
    assert isinstance(base.type, Record)
    names = fields_of(base.type.cls)
    new = {name: live(f, each) for name, each in fields.items()}
    items = [new.get(name, old) for name, old in zip(names, base.data)]
    return Value(Record(base.type.cls, tuple(item.type for item in items)), items)


def part_of(f: Frame, base: Value, bounds: slice, kind: Any) -> Value:
    """A slice."""
    items = [live(f, each) for each in items_of(f, base)[bounds]]
    return Value(kind, items) if isinstance(kind, Record) else stored(f, items, kind)


# ---- operators and built-ins


def operation(f: Frame, node: Op, symbol: str, values: list[Value]) -> Value:
    """The value of an operator or a built-in."""
    if symbol == "is" and [present(each.type) for each in node.operands if each.type].count(BOOL) == 1:
        return Value(BOOL, I1(0))
    if symbol in ("==", "!=", "is"):
        equal = are_equal(f, live(f, values[0]), live(f, values[1]))
        return Value(BOOL, f.b.not_(equal) if symbol == "!=" else equal)
    if symbol == "no nan":
        check_numbers(f, values[0])
        return values[0]
    if symbol == "ints only":
        return values[0]
    if symbol == "member array":
        return live(f, values[0])
    if Float in [type(node.type), *[type(value.type) for value in values]]:
        return float_operation(f, node, symbol, values)
    if isinstance(node.type, Varying) and symbol in ("+", "append"):
        return containers.longer(f, values, node.type, symbol == "+")
    if symbol in ("tuple", "pvector", "text"):
        return remade(f, as_characters(f, row_if_table(f, values[0])), node.type)
    if symbol == "*" and isinstance(node.type, Vector):
        return repeated(f, values, node.type)
    if symbol == "+" and not isinstance(node.type, (Int, Bool)):
        return joined(f, [row_if_table(f, each) for each in values], node.type)
    if symbol in ("min", "max") and isinstance(node.type, (Record, Symbol)):
        return first_or_last(f, symbol, [live(f, each) for each in values], node.type)
    if symbol in ("<", "<=", ">", ">=") and not all(isinstance(each.type, (Int, Bool)) for each in values):
        return Value(BOOL, in_order(f, symbol, [row_if_table(f, each) for each in values]))
    match symbol:
        case "<" | "<=" | ">" | ">=":
            return Value(BOOL, compared(f, symbol, *values))
        case "not":
            return Value(BOOL, f.b.not_(truth_of(f, values[0])))
        case "bool":
            return Value(BOOL, truth_of(f, values[0]))
        case "len" | "tuple_len":
            length = as_int(node.type)  # type: ignore[arg-type]
            known = length.low == length.high
            return int_constant(length.low) if known else Value(length, length_now(f, values[0]))
        case "place of":
            return Value(as_int(node.type), place_among(f, values[0], node.operands[0].type))  # type: ignore[arg-type]
        case "digest":
            return Value(SMALL, digested(f, live(f, values[0])))
        case "&" | "|" | "^" | "min" | "max" if isinstance(node.type, Bool):
            symbol = {"min": "&", "max": "|"}.get(symbol, symbol)
            return Value(BOOL, bitwise(f, symbol, [truth_of(f, each) for each in values]))
    kind = as_int(node.type)  # type: ignore[arg-type]
    if f.trusted and symbol in ("+", "-", "*"):
        return Value(kind, unchecked_arithmetic(f, symbol, values, kind))
    return Value(kind, int_operation(f, symbol, values, kind))


def place_among(f: Frame, value: Value, known: Any) -> Any:
    """Which member of its Enum, or which of some texts, a value is, from 0 on."""
    value, known = live(f, value), known if isinstance(known, Symbol) else live(f, value).type
    return f.b.sub(value.data, I64(first_number(known.enum) if known.enum is not None else known.low))


def remade(f: Frame, value: Value, kind: Any) -> Value:
    """A tuple or a board made of another."""
    if isinstance(value.type, Vector):
        return Value(kind, value.data, value.memory)
    if isinstance(kind, Varying):
        return converted(f, value, kind)
    if isinstance(kind, Record):
        return Value(kind, items_of(f, value))
    return stored(f, items_of(f, value), kind)


def joined(f: Frame, values: list[Value], kind: Any) -> Value:
    """Two tuples as one."""
    values = [as_characters(f, value) for value in values]
    lengths = [length_of(value.type) for value in values]
    if not isinstance(kind, Record) and 0 in lengths:
        return values[lengths.index(0) - 1]
    items = [item for value in values for item in items_of(f, value)]
    return Value(kind, items) if isinstance(kind, Record) else stored(f, items, kind)


def repeated(f: Frame, values: list[Value], kind: Vector) -> Value:
    """`text * n`."""
    text, times = [as_characters(f, each) for each in values]
    if not isinstance(text.type, Vector):
        text, times = times, text
    assert isinstance(text.type, Vector)
    return stored(f, items_of(f, text) * as_int(times.type).low, kind)


def int_operation(f: Frame, symbol: str, values: list[Value], kind: Int) -> Any:
    """The result of an operation on ints, as an LLVM value."""
    bits = width(kind)
    match symbol:
        case "+" | "-" | "*":
            return checked_arithmetic(f, symbol, values, kind)
        case "&" | "|" | "^":
            return bitwise(f, symbol, [raw(f, each, bits) for each in values])
        case "<<" | ">>":
            return shifted(f, symbol, values[0], values[1], kind)
        case "//" | "%":
            return divided(f, symbol, values[0], values[1])
        case "**":
            return power(f, values[0], values[1], kind)
        case "min" | "max":
            return extreme(f, symbol, values[0], values[1], kind)
        case "int" | "round" | "floor" | "ceil":
            return raw(f, values[0], bits)
        case "abs":
            zero = Value(Int(0, 0), I64(0))
            opposite, _ = arithmetic("-", Int(0, 0), as_int(values[0].type))
            negated = Value(opposite, checked_arithmetic(f, "-", [zero, values[0]], opposite))
            return extreme(f, "max", values[0], negated, kind)
    return bits_counted(f, symbol, values[0])


def bitwise(f: Frame, symbol: str, operands: list[Any]) -> Any:
    """The result of `&`, `|` or `^`."""
    make = {"&": f.b.and_, "|": f.b.or_, "^": f.b.xor}[symbol]
    return make(*operands)


def are_equal(f: Frame, value: Value, other: Value) -> Any:
    """Whether two values of comparable types are equal, as one bit."""
    value, other = (
        Value(as_record(each.type), items_of(f, each)) if isinstance(each.type, Row) else each
        for each in (value, other)
    )
    if isinstance(value.type, Vector) != isinstance(other.type, Vector):
        value, other = as_characters(f, value), as_characters(f, other)
    if isinstance(value.type, (Maybe, Symbol)) or isinstance(other.type, (Maybe, Symbol)):
        return equal_or_none(f, value, other)
    if isinstance(value.type, Varying) or isinstance(other.type, Varying):
        kind = join(value.type, other.type)
        (size, cells), (others, beside) = (converted(f, each, kind).data for each in (value, other))
        same: Any = f.b.icmp_unsigned("==", size.data, others.data)
        return reduce(f.b.and_, map(partial(equal_bytes, f), cells.leaves(), beside.leaves()), same)
    if isinstance(value.type, Vector) != isinstance(other.type, Vector):
        value, other = (Value(Record(tuple, ()), items_of(f, each)) for each in (value, other))
    if isinstance(value.type, Record):
        same = I1(1)
        for mine, yours in zip(value.data, other.data):
            same = f.b.and_(same, are_equal(f, live(f, mine), live(f, yours)))
        return same
    if isinstance(value.type, Vector):
        return equal_bytes(f, value, other)
    return in_size(f, "==", value, other)


def in_size(f: Frame, symbol: str, value: Value, other: Value) -> Any:
    """The truth of a comparison between two numbers."""
    floats = isinstance(value.type, Float) or isinstance(other.type, Float)
    return (compared_floats if floats else compared)(f, symbol, value, other)


def equal_or_none(f: Frame, value: Value, other: Value) -> Any:
    """Whether two values are equal one of which may be None, a text or a member of an Enum."""
    if isinstance(value.type, Symbol) and isinstance(other.type, Symbol):
        return compared(f, "==", value, other)
    if not isinstance(value.type, Maybe):
        value, other = other, value
    if not isinstance(value.type, Maybe):  # None, and what never is
        return I1(0)
    (flag, given, *_), number = value.data, number_beside(f, value)
    other = as_characters(f, other) if is_text(given.type) else other
    if isinstance(other.type, Symbol):
        return f.b.and_(f.b.not_(flag.data), f.b.icmp_signed("==", number, other.data))
    if not isinstance(other.type, Maybe):
        return f.b.and_(flag.data, are_equal(f, given, other))
    known, there, *_ = other.data
    alike = f.b.icmp_unsigned("==", flag.data, known.data)
    same = f.b.icmp_signed("==", number, number_beside(f, other))
    return f.b.and_(alike, f.b.select(flag.data, are_equal(f, given, there), same))


def first_or_last(f: Frame, symbol: str, values: list[Value], kind: Record | Symbol) -> Value:
    """The least or the greatest of two tuples or texts: the first one where they are equal."""
    a, b = values
    later = in_order(f, "<" if symbol == "min" else ">", [b, a])
    return chosen(f, later, lambda: b, lambda: a, kind)


def in_order(f: Frame, symbol: str, values: list[Value]) -> Any:
    """Whether two texts or tuples are in this order: the first items that differ decide, else the lengths."""
    if all(isinstance(each.type, Symbol) for each in values):
        return compared(f, symbol, *(rank(f, each) for each in values))
    a, b = (items_of(f, each) for each in values)
    known = {"<": len(a) < len(b), "<=": len(a) <= len(b), ">": len(a) > len(b), ">=": len(a) >= len(b)}
    decided: Any = I1(int(known[symbol]))
    for x, y in reversed(list(zip(a, b))):
        x, y = live(f, x), live(f, y)
        within = isinstance(x.type, (Record, Symbol))
        less = in_order(f, symbol[0], [x, y]) if within else in_size(f, symbol[0], x, y)
        decided = f.b.select(are_equal(f, x, y), decided, less)
    return decided


def rank(f: Frame, text: Value) -> Value:
    """The place of a text in the order of all texts of the program."""
    known: Any = text.type
    numbers = {each: number for each, number in f.module.program.numbering.numbers.items() if type(each) is str}
    places = {numbers[each]: place for place, each in enumerate(sorted(numbers))}
    ranks = pvector(places.get(number, 0) for number in range(known.low, known.high + 1))
    row = Value(Vector(len(ranks), 0, len(numbers)), f.layout.vector(ranks), FROZEN)
    return cell_at(f, row, f.b.sub(text.data, I64(known.low)))
