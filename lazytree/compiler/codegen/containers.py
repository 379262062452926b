"""Lowering of lists, dicts and sets: calls of the runtime's functions, what is read in place, boards made of them.

A container is the number of a word in the arena of the context; `library.words` says what lies there.
Sets of small ints whose order shows nowhere have a bit for most members.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, Trap

from ..inference.containers import hashed_as
from ..ir.core import Ask, Block, NewContainer, Node, Op
from ..ir.intervals import is_small
from ..ir.joining import as_value, length_of
from ..ir.kinds import (
    BOOL,
    LEAST,
    MOST,
    SET,
    SMALL,
    WORDS,
    Bool,
    Container,
    Fixed,
    Held,
    Int,
    Record,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    leaves,
)
from ..ir.varying import has_no_members, is_set
from ..library import words as runtime
from . import calls
from .calls import invoke
from .conversions import cells_of, converted, each_place, items_of, length_now, nothing, raw, row_if_table, store_item
from .memory import Places, asked_of_words, at, copy_cells, first_word, fresh, keeping, loaded, read, words_of, written
from .memory import item as item_at_place
from .module import Frame, arena
from .numbers import place_of
from .text import BYTES, I1, I8, I32, I64, VOID, ArrayType
from .values import Value, constant, of_parts, rebuilt

WHERE = {"len": runtime.LEN, "count": runtime.COUNT, "gone": runtime.GONE}


def run(f: Frame, instance: Any, given: list[Any]) -> Any:
    """The word that a function of the runtime gives."""
    values = [Value(SMALL, each if not isinstance(each, int) else I64(each)) for each in given]
    return invoke(f, instance, [Value(WORDS, (arena(f), I64(0))), *values]).data


def made(f: Frame, node: NewContainer) -> Value:
    """A new container."""
    size = size_of(node.held.root)  # type: ignore[union-attr]
    return Value(node.type, run(f, node.instance, [size]))  # type: ignore[arg-type]


def asked(f: Frame, node: Ask, values: list[Value]) -> Value:
    """What a container is asked."""
    base, given = values[0], values[1:]
    if node.how.startswith("mark"):
        return Value(node.type, marked(f, base))  # type: ignore[arg-type]
    if isinstance(base.type, Words):
        return asked_of_words(f, node.how, base, given, f.module.program.stashed)
    assert isinstance(base.type, Container)
    if node.how in ("word", "keys", "values", "items", "unordered"):
        return Value(node.type, base.data)  # type: ignore[arg-type]
    if node.how in WHERE:
        return Value(node.type, loaded(f, base.data, WHERE[node.how]))  # type: ignore[arg-type]
    ways = {"list": asked_of_list, "set": asked_of_set, "generator": asked_of_generator}
    return ways.get(base.type.of, asked_of_dict)(f, node, base, given)


def marked(f: Frame, base: Value) -> Any:
    """What is another number after a change of a container in which a loop over it raises; 0 of anything else."""
    match base.type:
        case Container(of="list") as kind:
            return loaded(f, base.data, runtime.GONE) if kind.root.kind.name == "deque" else I64(0)
        case Container(of=of) if of != "generator":
            return loaded(f, base.data, runtime.LEN)
    return I64(0)


def asked_of_generator(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a generator is asked: whether there is another item, and which."""
    kind: Any = base.type
    if node.how == "resume":
        return Value(BOOL, calls.resumed(f, base.data, kind))
    return read(f, f.b.add(base.data, I64(calls.ITEM)), kind.root.value)


def asked_of_list(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a list is asked."""
    held, x, size = base.type.root, base.data, words_of(f, base.type.root.value)  # type: ignore[union-attr]
    if held.kind.name == "deque" and node.how in ("append", "cut", "shift"):
        f.b.store(f.b.add(loaded(f, x, runtime.GONE), I64(1)), at(f, f.b.add(x, I64(runtime.GONE))))
    match node.how:
        case "append" | "add":
            written(f, first_word(f, x, run(f, node.instance, [x, size]), size), given[0], held.value)
        case "cut":
            f.b.store(given[0].data, at(f, f.b.add(x, I64(runtime.LEN))))
        case "shift":
            run(f, node.instance, [x, size])
        case "value" | "item" | "keep" | "set" as how:
            checked = how in ("item", "set")
            index = place_of(f, given[0], loaded(f, x, runtime.LEN), None) if checked else given[0].data
            where = first_word(f, x, index, size)
            if how in ("value", "item"):
                return read(f, where, held.value)
            written(f, where, given[1], held.value)
    return Value(Fixed(None))


def asked_of_set(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a set is asked."""
    held, s, kind = base.type.root, base.data, node.type  # type: ignore[union-attr]
    if node.how in ("has", "join", "leave", "merge") and has_bits(held):
        found = asked_of_bits(f, node, held, s, given, run)
        return Value(Fixed(None)) if found is None else Value(kind, f.b.icmp_unsigned("!=", found, I64(0)))  # type: ignore[arg-type]
    keys, several = words_of(f, held.key), hashed_as(held.key)
    match node.how:
        case "has" | "leave" | "join":
            refuse_many(keys)
            written(f, I64(runtime.KEY), given[0], held.key)
            found = run(f, node.instance, [s, several, keys])
            return Value(kind, f.b.icmp_signed(">", found, I64(0)))  # type: ignore[arg-type]
        case "merge":
            run(f, node.instance, [s, given[0].data, keys])
        case "room" if not has_bits(held):
            run(f, node.instance, [s, given[0].data, keys])
        case "tidy" if not has_bits(held):
            run(f, node.instance, [s, keys])
        case "clear" if has_bits(held):
            each_place(f, I64(size_of(held)), lambda word: f.b.store(I64(0), at(f, f.b.add(s, word))))
        case "clear":
            run(f, node.instance, [s])
        case "become":
            copy_words(f, s, given[0].data, size_of(held))
    return Value(Fixed(None))


def copy_words(f: Frame, x: Any, other: Any, size: int) -> None:
    """Copies words of the arena from one place to another."""

    def copy(word: Any) -> None:
        f.b.store(f.b.load(at(f, f.b.add(other, word))), at(f, f.b.add(x, word)))

    each_place(f, I64(size), copy)


def refuse_many(keys: int) -> None:
    """Refused if a key has more words than there is room for."""
    if keys > runtime.FIRST - runtime.KEY:
        raise Refused("a key of a dict, or a member of a set, has too many parts")


def asked_of_dict(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a dict is asked."""
    assert isinstance(base.type, Container)
    held, d, kind = base.type.root, base.data, node.type
    keys = words_of(f, held.key)
    refuse_many(keys)
    size = 1 + keys + words_of(f, held.value)
    how = node.how
    has_board = held.key is not None and any(isinstance(leaf, Vector) for leaf in leaves(held.key))
    if how in ("find", "place") and keys == 1 and not has_board:
        (key,) = [leaf.data for leaf in converted(f, given[0], held.key).leaves()]  # type: ignore[arg-type]
        return Value(kind, run(f, node.of_word, [d, f.b.zext(key, I64) if key.type is I1 else key, size]))  # type: ignore[arg-type]
    if how in ("find", "place"):
        written(f, I64(runtime.KEY), given[0], held.key)
        return Value(kind, run(f, node.instance, [d, keys, size]))  # type: ignore[arg-type]
    if how in ("last", "drop", "clear"):
        sizes = [] if how == "clear" else [size]
        found = run(f, node.instance, [d, *(each.data for each in given), *sizes])
        return Value(kind, found if how == "last" else None)  # type: ignore[arg-type]
    where = first_word(f, d, given[0].data, size)
    match how:
        case "live":
            return Value(BOOL, f.b.icmp_unsigned("!=", f.b.load(at(f, where)), I64(0)))
        case "key":
            return read(f, f.b.add(where, I64(1)), held.key)
        case "value":
            return read(f, f.b.add(where, I64(1 + keys)), held.value)
    written(f, f.b.add(where, I64(1 + keys)), given[1], held.value)
    return Value(kind)  # type: ignore[arg-type]


def operation(f: Frame, node: Op, values: list[Value]) -> Value:
    """What an operation gives that no function does."""
    if node.symbol == "is":
        return Value(BOOL, f.b.icmp_unsigned("==", values[0].data, values[1].data))
    return frozen(f, values[0], node.type)


# ---- loops over containers


def gone_over(f: Frame, base: Value) -> Places:
    """The places of a container."""
    assert isinstance(base.type, Container)
    held, of, again = base.type.root, base.type.of, keeping(f, Value(SMALL, base.data))
    if of == "list":
        size = words_of(f, held.value)
        changes = keeping(f, Value(SMALL, loaded(f, base.data, runtime.GONE))) if held.kind.name == "deque" else None

        def further(now: Any) -> Any:
            if changes is not None:
                same = f.b.icmp_unsigned("==", changes().data, loaded(f, again().data, runtime.GONE))
                f.check(same, Trap.RAISED)
            return f.b.icmp_signed("<", now, loaded(f, again().data, runtime.LEN))

        return Places(further, None, lambda now: read(f, first_word(f, again().data, now, size), held.value))
    if of == "set" and has_bits(held):
        return gone_over_bits(f, base)
    if of == "generator":
        return Places(
            lambda now: calls.resumed(f, again().data, Container(held)),
            None,
            lambda now: read(f, f.b.add(again().data, I64(calls.ITEM)), held.value),
        )
    keys = words_of(f, held.key)
    first = 2 if of == "set" else 1
    size = first + keys + (0 if of == "set" else words_of(f, held.value))
    counts = (runtime.LEN, runtime.FILL, runtime.MASK) if of == "set" else (runtime.LEN, runtime.GONE)
    before = [keeping(f, Value(SMALL, loaded(f, base.data, each))) for each in counts]

    def more(now: Any) -> Any:
        d = again().data
        for kept, each in zip(before, counts):
            f.check(f.b.icmp_unsigned("==", kept().data, loaded(f, d, each)), Trap.RAISED)
        if of != "set":
            return f.b.icmp_signed("<", now, loaded(f, d, runtime.COUNT))
        some = f.b.icmp_unsigned("!=", loaded(f, d, runtime.LEN), I64(0))
        return f.b.and_(some, f.b.icmp_signed("<=", now, loaded(f, d, runtime.MASK)))

    def value(now: Any) -> Value:
        at_place = f.b.add(first_word(f, again().data, now, size), I64(first))
        if of in ("set", "dict", "keys"):
            return read(f, at_place, held.key)
        after = f.b.add(at_place, I64(keys))
        if of == "values":
            return read(f, after, held.value)
        parts = [read(f, at_place, held.key), read(f, after, held.value)]
        return Value(Record(tuple, tuple(each.type for each in parts)), parts)

    def live(now: Any) -> Any:
        return f.b.icmp_unsigned("==", f.b.load(at(f, first_word(f, again().data, now, size))), I64(1))

    return Places(more, live, value)


def frozen(f: Frame, base: Value, kind: Any) -> Value:
    """The items of a list as a tuple or a PVector."""
    assert isinstance(base.type, Container)
    held, x = base.type.root, base.data
    length, size = loaded(f, x, runtime.LEN), words_of(f, held.value)

    def item(number: Any) -> Value:
        return read(f, first_word(f, x, number, size), held.value)

    if isinstance(kind, Varying):
        put, board = filling(f, kind)
        if not has_no_members(kind):
            each_place(f, length, lambda number: put(item(number)))
        return board()
    if isinstance(kind, Vector) and kind.length:
        made = fresh(f, kind)
        each_place(f, I64(kind.length), lambda number: store_item(f, made, number, item(number)))
        return made
    if isinstance(kind, Record):
        return Value(kind, [item(I64(number)) for number in range(len(kind.items))])
    return converted(f, constant(pvector(), f.layout), kind)


def filled_in_place(f: Frame, node: Op, block: Block, before: Callable[[Frame, list[Node]], None]) -> Value:
    """A tuple, a PVector or a frozenset of a list that nothing else knows: items are put where they belong at once."""
    made: Any = block.body[0]
    held, kind = made.value.held.root, node.type
    if isinstance(kind, Varying):
        f.filled[made.target.name], whole = filling(f, kind)
        before(f, block.body[1:-1])
        return whole()
    size, counter = words_of(f, held.value), f.alloca(I64)
    number = len(kind.items) if isinstance(kind, Record) else 0
    board = fresh(f, kind) if isinstance(kind, Vector) and kind.length > 0 else None
    room = f.b.gep(f.alloca(ArrayType(I64, max(1, number * size))), [I32(0), I32(0)])

    def put(item: Value) -> None:
        now = f.b.load(counter)
        if board is not None:
            store_item(f, board, now, item)
        else:
            written(f, f.b.mul(now, I64(size)), item, held.value, room)
        f.b.store(f.b.add(now, I64(1)), counter)

    f.b.store(I64(0), counter)
    f.filled[made.target.name] = put
    before(f, block.body[1:-1])
    if board is None and isinstance(kind, Record):
        return Value(kind, [read(f, I64(at * size), held.value, room) for at in range(number)])
    return converted(f, constant(pvector(), f.layout), kind) if board is None else board  # type: ignore[arg-type]


def longer(f: Frame, values: list[Value], kind: Varying, more: bool) -> Value:
    """A board and an item as one, or a board and the items of another one (`more`)."""
    put, whole = filling(f, kind, converted(f, values[0], kind))
    others = row_if_table(f, values[1])
    if not more:
        put(others)
    elif length_of(others.type) is None:
        each_place(f, length_now(f, others), lambda place: put(item_at_place(f, others, place)))
    else:
        for each in items_of(f, others):
            put(each)
    return whole()


def filling(f: Frame, kind: Varying, start: Value | None = None) -> tuple[Callable[[Value], None], Callable[[], Value]]:
    """A new board whose length changes: what puts an item at its end, of a set where it belongs; and what gives it.

    It has the items of `start` at first.
    """
    size, columns = f.alloca(I64), start.data[1].leaves() if start else iter(())

    def copied(leaf: Type) -> Value:
        board = fresh(f, leaf)
        copy_cells(f, board.data, next(columns))
        return board

    cells = rebuilt(kind.cells, copied) if start else nothing(f, kind.cells)
    f.b.store(start.data[0].data if start else I64(0), size)

    def put(item: Value) -> None:
        length = f.b.load(size)
        f.check(f.b.icmp_unsigned("<", length, I64(kind.room)), Trap.FULL)
        store_item(f, cells, length, item)
        f.b.store(f.b.add(length, I64(1)), size)

    def put_in_front(item: Value) -> None:
        """Puts a member in front of those that are greater, unless it is there."""
        new, length, at = cells_of(f, item, kind.cells), f.b.load(size), f.alloca(I64)
        f.b.store(length, at)
        search, compare, further, less, insert, last = f.blocks(6)
        f.enter(search)
        here = f.b.load(at)
        f.b.cbranch(f.b.icmp_unsigned("==", here, I64(0)), insert, compare)
        f.b.position_at_end(compare)
        before = f.b.sub(here, I64(1))
        smaller, same = I1(0), I1(1)
        for cell, column in zip(new, cells.leaves()):
            old = f.b.load(f.b.gep(column.data, [I32(0), before], inbounds=True))
            compare = f.b.icmp_signed if column.type.low < 0 else f.b.icmp_unsigned  # type: ignore[union-attr]
            smaller = f.b.or_(smaller, f.b.and_(same, compare("<", cell, old)))
            same = f.b.and_(same, f.b.icmp_unsigned("==", cell, old))
        f.b.cbranch(same, last, further)
        f.b.position_at_end(further)
        f.b.cbranch(smaller, less, insert)
        f.b.position_at_end(less)
        f.b.store(before, at)
        f.b.branch(search)
        f.b.position_at_end(insert)
        f.check(f.b.icmp_unsigned("<", length, I64(kind.room)), Trap.FULL)
        bytes_after = f.b.mul(f.b.sub(length, here), I64(f.layout.cell.width // 8))
        for cell, column in zip(new, cells.leaves()):
            place, behind = (
                f.b.gep(column.data, [I32(0), each], inbounds=True) for each in (here, f.b.add(here, I64(1)))
            )
            moved(f, behind, place, bytes_after)
            f.b.store(cell, place)
        f.b.store(f.b.add(length, I64(1)), size)
        f.enter(last)

    return put_in_front if is_set(kind) else put, lambda: Value(kind, [Value(kind.items[0], f.b.load(size)), cells])


def moved(f: Frame, here: Any, there: Any, size: Any) -> None:
    """Copies bytes to an address, from one that may be near."""
    f.b.intrinsic("memmove", [BYTES, BYTES, I64], VOID, [f.b.cast(here, I8), f.b.cast(there, I8), size, I1(0)])


# ---- Sets of small ints, or of tuples of such, whose order shows nowhere: most members are a bit each


MOST_BITS = 2**10  # bits of a set
NEAR_0 = {1: (-64, 447), 2: (-4, 27), 3: (-1, 8)}  # by the number of parts: those that have bits, of wide intervals
BITS = runtime.LEN + 1  # where they begin


def has_bits(held: Held) -> bool:
    """Whether the sets of which this is known are such ones."""
    return held.kind == SET and is_of_ints(held.key) and bool(windows(held.key)) and not is_shown(held, set())


def is_of_ints(kind: Type | None) -> bool:
    """Whether members are small ints, or tuples of such."""
    if isinstance(kind, Record):
        return issubclass(kind.cls, tuple) and all(map(is_of_ints, kind.items))
    return isinstance(kind, (Int, Bool)) and is_small(as_int(kind))


def is_shown(held: Held, seen: set[int]) -> bool:
    """Whether the order in which a set is gone over shows, there or in a set that it fills."""
    seen.add(id(held))
    return held.shown or any(is_shown(each.root, seen) for each in held.filled if id(each.root) not in seen)


def windows(kind: Any) -> list[tuple[int, int]]:
    """For each part of a member the interval of what has bits; none if there are too many parts."""
    parts = exact(kind)
    if bits_of(parts) <= MOST_BITS:
        return parts
    least, most = NEAR_0.get(len(parts), (0, -1))
    near = [(max(low, least), min(high, most)) for low, high in parts]
    return near if all(low <= high for low, high in near) else []


def bits_of(parts: list[tuple[int, int]]) -> int:
    """How many members have bits."""
    number = 1
    for low, high in parts:
        number *= high - low + 1
    return number


def table_of(held: Held) -> int:
    """The word of a set where the table of those begins that have no bit."""
    return BITS - (-bits_of(windows(held.key)) // 64)


def size_of(held: Held) -> int:
    """How many words a container has itself: of such a set also its bits."""
    return table_of(held) + runtime.HEAD if has_bits(held) else runtime.HEAD


# ---- numbers of members


def number_of(f: Frame, member: Value, kind: Any, known: Type) -> tuple[Any, Any]:
    """The number of the bit of what may be a member, and whether it has one; None if it surely has.

    `known`: a type of the same shape, with closer intervals.
    """
    number, inside = I64(0), None
    parts = exact(known) if is_of_ints(known) else [(LEAST, MOST)] * len(windows(kind))
    for leaf, part, (low, high) in zip(member.leaves(), parts, windows(kind)):
        digit = raw(f, leaf, 64)
        offset = f.b.sub(digit, I64(low)) if low else digit
        if not low <= part[0] <= part[1] <= high:
            fits = f.b.icmp_unsigned("<=", offset, I64(high - low))
            inside = fits if inside is None else f.b.and_(inside, fits)
        number = f.b.add(f.b.mul(number, I64(high - low + 1)), offset)
    return number, inside


def digits_of(f: Frame, number: Any, kind: Any) -> list[Any]:
    """The parts of the member whose bit has a number."""
    digits: list[Any] = []
    for low, high in reversed(windows(kind)):
        size = I64(high - low + 1)
        digits.insert(0, f.b.add(f.b.urem(number, size), I64(low)))
        number = f.b.udiv(number, size)
    return digits


def bit_at(f: Frame, s: Any, number: Any) -> tuple[Any, Any]:
    """The address of the word in which a bit lies, and how far to the left in there."""
    return at(f, f.b.add(s, f.b.add(f.b.lshr(number, I64(6)), I64(BITS)))), f.b.and_(number, I64(63))


# ---- what such a set is asked


def asked_of_bits(f: Frame, node: Ask, held: Held, s: Any, given: list[Value], run: Any) -> Any:
    """Whether it "has" a member, and what changes it: "join", "leave", "merge"; `run` calls what a table needs."""
    how, size, table = node.how, at(f, f.b.add(s, I64(runtime.LEN))), f.b.add(s, I64(table_of(held)))
    if how == "merge":
        beside = f.b.add(given[0].data, I64(table_of(held)))
        each_place(f, I64(table_of(held) - BITS), lambda word: joined(f, s, given[0].data, word))
        before = loaded(f, table, runtime.LEN)
        run(f, node.instance, [table, beside, words_of(f, held.key)])
        more = f.b.sub(loaded(f, table, runtime.LEN), before)
        return f.b.store(f.b.add(f.b.load(size), more), size)
    member = converted(f, given[0], held.key)  # type: ignore[arg-type]
    number, inside = number_of(f, member, held.key, member.type if how == "join" else as_value(given[0].type))
    if inside is None:
        return with_bit(f, how, s, number)
    found = f.alloca(I64)

    def in_bits() -> None:
        f.b.store(with_bit(f, how, s, number), found)

    def in_table() -> None:
        before = loaded(f, table, runtime.LEN)
        written(f, I64(runtime.KEY), member, held.key)
        place = run(f, node.instance, [table, hashed_as(held.key), words_of(f, held.key)])
        if how != "has":
            f.b.store(f.b.add(f.b.load(size), f.b.sub(loaded(f, table, runtime.LEN), before)), size)
        f.b.store(f.b.zext(f.b.icmp_signed(">", place, I64(0)), I64), found)

    f.branch(inside, in_bits, in_table)
    return f.b.load(found)


def with_bit(f: Frame, how: str, s: Any, number: Any) -> Any:
    """Whether a bit is 1, as a word; that of a member that joins becomes 1, that of one that leaves 0."""
    where, shift = bit_at(f, s, number)
    word, size = f.b.load(where), at(f, f.b.add(s, I64(runtime.LEN)))
    here = f.b.and_(f.b.lshr(word, shift), I64(1))
    if how == "join":
        f.b.store(f.b.or_(word, f.b.shl(I64(1), shift)), where)
        f.b.store(f.b.add(f.b.load(size), f.b.xor(here, I64(1))), size)
    elif how == "leave":
        f.b.store(f.b.xor(word, f.b.shl(here, shift)), where)
        f.b.store(f.b.sub(f.b.load(size), here), size)
    return here


def joined(f: Frame, s: Any, other: Any, word: Any) -> None:
    """Puts the members of a word of bits of another set into one."""
    here, there = (at(f, f.b.add(each, f.b.add(word, I64(BITS)))) for each in (s, other))
    new, size = f.b.and_(f.b.load(there), f.b.not_(f.b.load(here))), at(f, f.b.add(s, I64(runtime.LEN)))
    f.b.store(f.b.or_(f.b.load(here), new), here)
    f.b.store(f.b.add(f.b.load(size), f.b.ctpop(new)), size)


# ---- going over


def gone_over_bits(f: Frame, base: Value) -> Places:
    """The places of such a set: the numbers of its bits, rounded up to words, then the places of its table."""
    assert isinstance(base.type, Container)
    held = base.type.root
    end, has_table = I64(64 * (table_of(held) - BITS)), windows(held.key) != exact(held.key)
    s, before = keeping(f, Value(SMALL, base.data)), keeping(f, Value(SMALL, loaded(f, base.data, runtime.LEN)))
    size = 2 + words_of(f, held.key)

    def table() -> Any:
        return f.b.add(s().data, I64(table_of(held)))

    def in_bits(now: Any) -> Any:
        return f.b.icmp_unsigned("<", now, end)

    def bits_from(now: Any) -> Any:
        """The bits of a word from one on; of the table's places none."""
        where, shift = bit_at(f, s().data, f.b.select(in_bits(now), now, I64(0)))
        return f.b.select(in_bits(now), f.b.lshr(f.b.load(where), shift), I64(0))

    def place_at(now: Any) -> Any:
        """The word where a place of the table begins; of a bit's number one that may be read."""
        return f.b.select(in_bits(now), I64(runtime.KEY), first_word(f, table(), f.b.sub(now, end), size))

    def more(now: Any) -> Any:
        f.check(f.b.icmp_unsigned("==", before().data, loaded(f, s().data, runtime.LEN)), Trap.RAISED)
        if not has_table:
            return in_bits(now)
        some = f.b.icmp_unsigned("!=", loaded(f, table(), runtime.LEN), I64(0))
        within = f.b.icmp_signed("<=", f.b.sub(now, end), loaded(f, table(), runtime.MASK))
        return f.b.or_(in_bits(now), f.b.and_(some, within))

    def live(now: Any) -> Any:
        here = f.b.icmp_unsigned("!=", f.b.and_(bits_from(now), I64(1)), I64(0))
        if not has_table:
            return here
        there = f.b.icmp_unsigned("==", f.b.load(at(f, place_at(now))), I64(runtime.MEMBER))
        return f.b.select(in_bits(now), here, there)

    def item(now: Any) -> Value:
        digits = digits_of(f, now, held.key)
        if has_table:
            first = f.b.add(place_at(now), I64(2))
            kept = (f.b.load(at(f, f.b.add(first, I64(part)))) for part in range(len(digits)))
            digits = [f.b.select(in_bits(now), one, other) for one, other in zip(digits, kept)]
        rest = iter(digits)

        def leaf(part: Type) -> Value:
            (wanted,) = f.layout.of_leaf(part)
            digit = next(rest)
            return of_parts(part, [digit if wanted is I64 else f.b.trunc(digit, wanted)])

        return rebuilt(held.key, leaf)

    def step(now: Any) -> Any:
        rest = f.b.lshr(bits_from(now), I64(1))
        to_next_word = f.b.select(in_bits(now), f.b.sub(I64(64), f.b.and_(now, I64(63))), I64(1))
        return f.b.select(f.b.icmp_unsigned("==", rest, I64(0)), to_next_word, f.b.add(f.b.cttz(rest), I64(1)))

    return Places(more, live, item, step)


def exact(kind: Any) -> list[tuple[int, int]]:
    """The interval of each part of a member."""
    return [(own.low, own.high) for own in map(as_int, leaves(kind))]
