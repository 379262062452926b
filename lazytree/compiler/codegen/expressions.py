"""Lowering expressions: typed core expressions into LLVM instructions, every unproven step checked."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused, Trap

from ..inference.sequences import length_of
from ..ir import core
from ..ir.classes import fields_of, members
from ..ir.core import Node
from ..ir.kinds import (
    SMALL,
    Bool,
    Container,
    Fixed,
    Int,
    Maybe,
    Record,
    Row,
    Type,
    Vector,
    Words,
    as_int,
    width,
)
from ..ir.symbols import NONE, Symbol
from . import containers, generators
from .arena import changed_at_once, fetched
from .calls import invoke
from .conversions import (
    as_characters,
    cell_of,
    compared,
    items_in,
    items_of,
    length_now,
    lies_within,
    live,
    raw,
    truth_of,
)
from .frame import Frame
from .memory import chosen, copy_cells, fresh, item, snapshot, variable
from .numbers import lowest_cell, place_of
from .operations import operation
from .proofs import assignments, lowest_of, reads
from .tables import row_if_table, row_of_constant, table_of
from .text import I1, I32, I64
from .values import OWNED, Value, constant, int_constant


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
            return generators.begun(f, node, expressions(f, call.arguments))
        case core.Ask():
            if isinstance(node.base, core.Var) and node.base.name in f.filled:
                return f.filled[node.base.name](expression(f, node.given[0]))
            return containers.asked(f, node, expressions(f, [node.base, *node.given]))
        case core.Var(name=name):
            return variable(f, name)
        case core.Op(type=Vector() | Record()) if (block := core.list_in_place(node)) is not None:
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
        case core.Fetch(words=words, index=index):
            return fetched(f, expression(f, words), expression(f, index), node.type)
        case core.Atomic(change=change, words=words, index=index, word=word):
            return changed_at_once(f, change, expression(f, words), expression(f, index), expression(f, word))
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
    items = [live(f, each) for each in items_of(f, base, len(kind.items))]
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
    """A slice: of a board its cells are copied."""
    if isinstance(kind, Record):
        number = len(base.type.value) if isinstance(base.type, Fixed) else None  # type: ignore[arg-type]
        base = row_if_table(f, base)
        length = number if number is not None else items_in(base.type)
        return Value(kind, [live(f, each) for each in items_of(f, base, length)[bounds]])
    base = as_characters(f, live(f, base))
    places = range(base.type.length)[bounds]  # type: ignore[union-attr]
    made = fresh(f, kind)
    for number, place in enumerate(places):
        f.b.store(f.b.load(f.b.gep(base.data, [I32(0), I32(place)])), f.b.gep(made.data, [I32(0), I32(number)]))
    return made
