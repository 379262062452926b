"""One representation of a value made of another; what is read from tables and boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from lazytree.core.errors import Trap

from ..ir.joining import item_of, join, length_of
from ..ir.kinds import (
    BOOL,
    EXACT,
    Bool,
    Container,
    Fixed,
    Float,
    Int,
    Maybe,
    Record,
    Row,
    Table,
    Type,
    Varying,
    Vector,
    as_int,
    as_text,
    bounds_of_cells,
    leaves,
    number_of,
    width,
)
from ..ir.symbols import NONE, OrNone, Symbol
from ..ir.varying import Perhaps, item_in
from ..library.words import LEN
from .module import Frame, arena, poll_in_loop
from .text import BYTES, F64, I1, I8, I32, I64, VOID, integer
from .values import FROZEN, Value, constant, int_constant, of_parts, rebuilt


def live(f: Frame, value: Value) -> Value:
    """A constant as a run-time value; any other value as it is."""
    if isinstance(value.type, Fixed):
        return constant(value.type.value, f.layout)
    return value


def items_of(f: Frame, value: Value) -> list[Value]:
    """The values of a sequence of known length."""
    value = as_characters(f, row_if_table(f, value))
    if isinstance(value.type, Row):
        return [row_item(f, value, I64(number)) for number in range(length_of(value.type) or 0)]
    if isinstance(value.type, Vector):
        return [cell_at(f, value, I64(number)) for number in range(value.type.length)]
    return list(value.data)


def as_characters(f: Frame, value: Value) -> Value:
    """A text that is one of a few, as a board of its characters; any other value as it is."""
    value = live(f, value) if isinstance(value.type, Fixed) and type(value.type.value) is str else value
    kind = as_text(value.type)
    if not isinstance(value.type, Symbol) or not isinstance(kind, Vector):
        return value
    (_, first), *others = value.type.members
    found = f.layout.vector(first)
    for number, text in others:
        test = f.b.icmp_signed("==", value.data, I64(number))
        found = f.b.select(test, f.layout.vector(text), found)
    return Value(kind, found, FROZEN)


def converted(f: Frame, value: Value, kind: Type) -> Value:
    """A value represented as its variable's type wants it."""
    if isinstance(kind, Int):
        return Value(kind, raw(f, live(f, value), width(kind)))
    if isinstance(kind, Fixed):
        return value
    if isinstance(kind, Row):
        value = row_if_table(f, value)
        assert value.type == kind or not isinstance(value.type, Row), "a row of another table"
    value = live(f, value)
    if isinstance(kind, Maybe):
        return perhaps(f, value, kind)
    if isinstance(kind, Varying):
        return of_any_length(f, value, kind)
    if isinstance(kind, Record) and isinstance(value.type, Row):
        items = [row_item(f, value, I64(number)) for number in range(len(kind.items))]
        value = Value(kind, items)
    if isinstance(kind, Vector) and kind.form is str:
        value = as_characters(f, value)
    if isinstance(kind, Vector) and not isinstance(value.type, Vector):
        return stored(f, items_of(f, value), kind)
    if isinstance(kind, Record):
        return Value(kind, [converted(f, item, part) for item, part in zip(value.data, kind.items)])
    if isinstance(kind, Bool):
        return Value(kind, truth_of(f, value))
    if isinstance(kind, Float):
        return Value(kind, as_double(f, value))
    return Value(kind, value.data, value.memory)


def of_any_length(f: Frame, value: Value, kind: Varying) -> Value:
    """A board of one length, or with other room, as one whose length changes: cells beyond the length are 0."""
    if not isinstance(value.type, Varying):
        value, made = row_if_table(f, value), nothing(f, kind.cells)
        if isinstance(value.type, Row) and value.type.table.fixed_length(value.type.depth) is None:
            number = value.data[1]
            each_place(f, number, lambda place: store_item(f, made, place, row_item(f, value, place)))
            return Value(kind, [Value(kind.items[0], number), made])
        if isinstance(value.type, Vector) and isinstance(kind.cells, Vector):
            copy_bytes(f, made.data, value.data, f.layout.size(value.type))
        else:
            for place, item in enumerate(items_of(f, value)):
                store_item(f, made, I64(place), item)
        return Value(kind, [Value(kind.items[0], length_now(f, value)), made])
    length, cells = value.data
    if value.type.room == kind.room and len(list(cells.leaves())) == len(list(leaves(kind.cells))):
        same = iter([(cell.data, cell.memory) for cell in cells.leaves()])
        return Value(kind, [length, rebuilt(kind.cells, lambda leaf: Value(leaf, *next(same)))])
    made = nothing(f, kind.cells)
    if value.type.room > kind.room:
        f.check(f.b.icmp_unsigned("<=", length.data, I64(kind.room)), Trap.FULL)
    if isinstance(cells.type, type(kind.cells)):  # else it is always empty
        for here, there in zip(made.leaves(), cells.leaves()):
            copy_bytes(f, here.data, there.data, min(f.layout.size(here.type), f.layout.size(there.type)))
    return Value(kind, [Value(kind.items[0], length.data), made])


def copy_bytes(f: Frame, target: Any, source: Any, size: int) -> None:
    """Copies a number of bytes from one board to another."""
    if size:
        given = [f.b.cast(target, I8), f.b.cast(source, I8), I64(size), I1(0)]
        f.b.intrinsic("memcpy", [BYTES, BYTES, I64], VOID, given)


def equal_bytes(f: Frame, value: Value, other: Value) -> Any:
    """Whether the cells of two boards are equal, byte by byte."""
    compare = f.external("memcmp", I32, [BYTES, BYTES, I64])
    given = [f.b.cast(value.data, I8), f.b.cast(other.data, I8), I64(f.layout.size(value.type))]
    return f.b.icmp_signed("==", f.b.call(compare, given), I32(0))


def store_item(f: Frame, cells: Value, place: Any, item: Value) -> None:
    """Writes an item of a board whose length changes; a trap where it does not fit."""
    for column, cell in zip(cells.leaves(), cells_of(f, item, cells.type)):
        f.b.store(cell, f.b.gep(column.data, [I32(0), place], inbounds=True))


def cells_of(f: Frame, item: Value, cells: Type) -> list[Any]:
    """What stands for an item in the cells of a board whose length changes; a trap where it does not fit."""
    if isinstance(cells, Record):
        is_perhaps = cells.cls is Perhaps
        parts = converted(f, item, item_in(cells)).data if is_perhaps else items_of(f, item)
        return [cell for part, column in zip(parts, cells.items) for cell in cells_of(f, part, column)]
    assert isinstance(cells, Vector)
    return [cell_of(f, item, cells)]


def stored(f: Frame, items: list[Value], kind: Vector) -> Value:
    """Ints as the cells of a new board; a trap where one does not fit."""
    room = f.alloca(f.layout.array(kind.length))
    for number, item in enumerate(items):
        f.b.store(cell_of(f, item, kind), f.b.gep(room, [I32(0), I32(number)], inbounds=True))
    return Value(kind, room)


def cell_of(f: Frame, value: Value, board: Vector) -> Any:
    """What stands for a value in a cell of a board; a trap where it does not fit."""
    value, cell = live(f, value), f.layout.cell
    low, high = bounds_of_cells(board, cell.width)  # those of a board that is compared may lie beyond
    least, most = max(board.low, low), min(board.high, high)
    if not isinstance(board.cls, OrNone) or isinstance(value.type, Symbol):
        check_within(f, value, Int(least, most))
        return raw(f, value, cell.width)
    flag, given = value.data if isinstance(value.type, Maybe) else (Value(Bool(), I1(1)), value)
    fits = lies_within(f, given, Int(max(least, NONE + 1), most))
    f.check(f.b.or_(f.b.not_(flag.data), fits), Trap.OVERFLOW)
    return f.b.select(flag.data, raw(f, given, cell.width), cell(NONE))


def perhaps(f: Frame, value: Value, kind: Maybe) -> Value:
    """A value, or None, as what may be None."""
    if isinstance(value.type, Symbol):
        parts = [Value(Bool(), I1(0)), nothing(f, kind.kind), Value(kind.other, value.data)]
        return Value(kind, parts[: len(kind.items)])
    maybe = isinstance(value.type, Maybe)
    flag, given = value.data[:2] if maybe else (Value(Bool(), I1(1)), value)
    other = [Value(kind.other, number_beside(f, value) if maybe else I64(0)) for _ in kind.items[2:]]
    return Value(kind, [flag, converted(f, given, kind.kind), *other])


def nothing(f: Frame, kind: Type) -> Value:
    """What stands in place of a value that is None: zeros."""

    def leaf(part: Type) -> Value:
        if isinstance(part, Vector):
            return cleared(f, part)
        return of_parts(part, [each.zeros() for each in f.layout.of_leaf(part)])

    return rebuilt(kind, leaf)


def cleared(f: Frame, kind: Vector) -> Value:
    """A new board of zeros."""
    room = f.alloca(f.layout.array(kind.length))
    given = [f.b.cast(room, I8), I8(0), I64(f.layout.size(kind)), I1(0)]
    f.b.intrinsic("memset", [BYTES, I64], VOID, given)
    return Value(kind, room)


def raw(f: Frame, value: Value, bits: int) -> Any:
    """An int modulo 2 ** bits."""
    kind = number_of(value.type)
    have, want = value.data.type.width, integer(bits)
    if have == bits:
        return value.data
    if have > bits:
        return f.b.trunc(value.data, want)
    signed = kind.low < 0 and not isinstance(value.type, Bool)
    return (f.b.sext if signed else f.b.zext)(value.data, want)


def as_double(f: Frame, value: Value) -> Any:
    """A number as a double; a trap where it is an int so far from 0 that not all ints there are doubles."""
    if isinstance(value.type, Float):
        return value.data
    kind = as_int(value.type)
    check_within(f, value, Int(-EXACT, EXACT))
    return (f.b.sitofp if kind.low < 0 else f.b.uitofp)(value.data, F64)


def compared(f: Frame, symbol: str, value: Value, other: Value) -> Any:
    """The truth of a comparison between ints of any two types."""
    a, b = number_of(value.type), number_of(other.type)
    if (known := decided(symbol, a, b)) is not None:
        return I1(known)
    both = join(a, b)
    assert isinstance(both, Int)
    compare = f.b.icmp_signed if both.low < 0 else f.b.icmp_unsigned
    return compare(symbol, raw(f, value, width(both)), raw(f, other, width(both)))


def decided(symbol: str, a: Int, b: Int) -> bool | None:
    """What a comparison by size says of all ints in two intervals alike; None where that differs."""
    if symbol in (">", ">="):
        a, b, symbol = b, a, "<" if symbol == ">" else "<="
    match symbol:
        case "<":
            return True if a.high < b.low else False if a.low >= b.high else None
        case "<=":
            return True if a.high <= b.low else False if a.low > b.high else None
    return None


def check_within(f: Frame, value: Value, allowed: Int) -> None:
    """A trap unless an int lies in an interval; nothing where its own interval proves it."""
    own = number_of(value.type)
    if own.low < allowed.low or own.high > allowed.high:
        f.check(lies_within(f, value, allowed), Trap.OVERFLOW)


def lies_within(f: Frame, value: Value, allowed: Int) -> Any:
    """Whether an int lies in an interval; bounds that its own interval proves are not compared."""
    own = number_of(value.type)
    ok: Any = I1(1)
    if own.low < allowed.low:
        ok = compared(f, ">=", value, int_constant(allowed.low))
    if own.high > allowed.high:
        ok = f.b.and_(ok, compared(f, "<=", value, int_constant(allowed.high)))
    return ok


def narrowed(f: Frame, data: Any, bits: int) -> Any:
    """An int cut to that many bits, if it has more."""
    return f.b.trunc(data, integer(bits)) if data.type.width > bits else data


def truth_of(f: Frame, value: Value) -> Any:
    """Whether a number is not 0, or a sequence has an item, as one bit."""
    value = live(f, value)
    if isinstance(value.type, Maybe):
        flag, given, *other = value.data
        there = truth_of(f, given)
        return f.b.select(flag.data, there, truth_of(f, other[0])) if other else f.b.and_(flag.data, there)
    if isinstance(value.type, Symbol):
        false = [value.data.type(number) for number, each in value.type.members if each is None or each == ""]
        return reduce(f.b.and_, [f.b.icmp_unsigned("!=", value.data, each) for each in false], I1(1))
    if isinstance(value.type, Float):
        return f.b.fcmp_unordered("!=", value.data, F64(0.0))
    number = value.data if isinstance(value.type, Int | Bool) else length_now(f, value)
    return number if number.type is I1 else f.b.icmp_unsigned("!=", number, number.type(0))


# ---- how many places a sequence has, and code for each of them


NO_LABEL = 0  # of a loop that no statement leaves


def length_now(f: Frame, value: Value) -> Any:
    """How many items a sequence has, or what a container holds."""
    match value.type:
        case Varying():
            return value.data[0].data
        case Row():
            return value.data[1]
        case Container():
            return f.b.load(f.b.gep(arena(f), [f.b.add(value.data, I64(LEN))], inbounds=True))
    return I64(length_of(value.type) or 0)


def counting(
    f: Frame,
    label: int,
    start: Any,
    more: Callable[[Any], Any],
    step: Callable[[Any], Any],
    body: Callable[[Any], None],
    by_ones: bool = True,
) -> None:
    """From `start` on, `step` further each round, while there is `more`; `by_ones`: each step is 1 or -1."""
    head, inside, following, after = f.blocks(4)
    current = f.alloca(I64)
    f.b.store(start, current)
    f.enter(head)
    now = f.b.load(current)
    f.b.cbranch(more(now), inside, after)
    f.b.position_at_end(inside)
    f.labels[label] = after, following
    poll_in_loop(f, label, now if by_ones else None)
    body(now)
    f.enter(following)
    last = f.b.load(current)
    f.b.store(f.b.add(last, step(last), flags="nsw "), current)
    f.b.branch(head)
    f.b.position_at_end(after)


def each_place(f: Frame, number: Any, body: Callable[[Any], None]) -> None:
    """Runs what `body` emits for 0, 1, ... below a number."""
    counting(f, NO_LABEL, I64(0), lambda now: f.b.icmp_unsigned("<", now, number), lambda _: I64(1), body)


# ---- Lowering what is read from tables and boards


def table_of(f: Frame, kind: Fixed) -> Any:
    """A constant as a table of ints; None if it is no table."""
    return f.module.program.table(kind.value)


def row_of_constant(kind: Row) -> Value:
    """A whole table, as a row."""
    return Value(kind, (I64(0), I64(kind.table.lengths(kind.depth)[1])))


def row_if_table(f: Frame, value: Value) -> Value:
    """A constant tuple as a row of a table, or as a run-time value; any other value as it is."""
    if isinstance(value.type, Fixed):
        table = table_of(f, value.type)
        return row_of_constant(Row(table, 0)) if table else constant(value.type.value, f.layout)
    return value


def cell_at(f: Frame, base: Value, place: Any) -> Value:
    """A cell of a board at a place that is known to be in range."""
    kind = base.type
    assert isinstance(kind, Vector)
    number, item = loaded(f, base.data, place, Int(kind.low, kind.high)), item_of(kind)
    if not isinstance(item, Maybe):
        return truth_if_bool(f, number, item)
    flag = f.b.icmp_signed("!=", number.data, number.data.type(NONE))
    given = f.b.select(flag, number.data, number.data.type(0))
    return Value(item, [Value(BOOL, flag), truth_if_bool(f, Value(number.type, given), item.kind)])


def number_beside(f: Frame, value: Value) -> Any:
    """The number of what is there in place of a value, None or a text; 0 where the value is there."""
    flag, _, *other = value.data
    return other[0].data if other else f.b.select(flag.data, I64(0), I64(NONE))


def loaded(f: Frame, array: Any, place: Any, kind: Int) -> Value:
    """A small int of an array in memory as a wider one; LLVM learns its range."""
    cell, want = array.type.pointee.element, integer(width(kind))
    known = cell.width < 64 and kind.high - kind.low + 1 < 2**cell.width
    within = (kind.low, (kind.high + 1) % 2**cell.width) if known else None
    data = f.b.load(f.b.gep(array, [I32(0), place], inbounds=True), within=within)
    return Value(kind, f.b.sext(data, want) if cell.width < want.width else data)


def row_item(f: Frame, base: Value, place: Any) -> Value:
    """An item of a row at a place that is known to be in range: an int, a record or a row."""
    row = base.type
    assert isinstance(row, Row)
    table, at = row.table, f.b.add(base.data[0], place)
    if row.depth + 1 == table.depth and table.record:
        assert isinstance(table.item, Record)
        kinds = table.item.items
        first = f.b.mul(at, I64(len(kinds)))
        parts = [table_item(f, table, f.b.add(first, I64(number)), kind) for number, kind in enumerate(kinds)]
        return Value(table.item, parts)
    if row.depth + 1 == table.depth:
        return table_item(f, table, at, table.item)
    return Value(Row(table, row.depth + 1), span(f, table, row.depth + 1, at))


def table_item(f: Frame, table: Table, at: Any, kind: Type) -> Value:
    """A number of a table, at its place in the flat layout."""
    items = f.layout.items(table)
    if not isinstance(table.leaf, Int):
        return Value(kind, f.b.load(f.b.gep(items, [I32(0), at], inbounds=True)))
    return truth_if_bool(f, loaded(f, items, at, table.leaf), kind)


def truth_if_bool(f: Frame, value: Value, kind: Type) -> Value:
    """An int from memory, 0 or 1 if it is a bool."""
    return Value(BOOL, f.b.trunc(value.data, I1)) if isinstance(kind, Bool) else Value(kind, value.data)


def span(f: Frame, table: Any, depth: int, at: Any) -> tuple[Any, Any]:
    """The start of a row of that depth in the flat layout, and its length."""
    fixed = table.fixed_length(depth)
    if fixed is not None:
        return f.b.mul(at, I64(fixed)), I64(fixed)
    padding = f.layout.padding(table)
    if padding:
        lengths, longest = f.layout.lengths(table, padding, depth), Int(0, padding.widths[depth])
        length = loaded(f, lengths, at, longest).data
        return f.b.mul(at, I64(longest.high)), length
    starts, most = f.layout.starts(table, depth), Int(0, table.starts[depth][-1])
    begin, end = (loaded(f, starts, each, most).data for each in (at, f.b.add(at, I64(1))))
    return begin, f.b.sub(end, begin)
