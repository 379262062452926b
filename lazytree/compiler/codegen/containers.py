"""Lowering of dicts that change: calls of the runtime's functions, and what is read of a dict in place.

A dict is the number of a word in the arena of the context; `library.words` says what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, Trap

from ..inference.containers import hashed_as
from ..ir.classes import NO_CELL
from ..ir.core import (
    Ask,
    Block,
    Call,
    Count,
    Each,
    Item,
    Method,
    NewContainer,
    Node,
    Op,
    Splice,
    Suspend,
    Var,
    While,
    Yield,
    all_nodes,
)
from ..ir.kinds import BOOL, SMALL, WORDS, Container, Fixed, Record, Type, Varying, Vector, holds_container
from ..ir.varying import is_set
from ..library import words as runtime
from . import bits, generators
from .arena import Places, at, loaded, place, read, words_of, written
from .calls import invoke
from .conversions import cells_of, converted, each_place, nothing, store_item
from .frame import Frame, arena
from .memory import fresh, keeping
from .numbers import place_of
from .text import I1, I32, I64, ArrayType
from .values import Value, constant
from .varying import moved

WHERE = {"len": runtime.LEN, "count": runtime.COUNT, "gone": runtime.GONE}


def run(f: Frame, instance: Any, given: list[Any]) -> Any:
    """The word that a function of the runtime gives."""
    values = [Value(SMALL, each if not isinstance(each, int) else I64(each)) for each in given]
    return invoke(f, instance, [Value(WORDS, (arena(f), I64(0))), *values]).data


def made(f: Frame, node: NewContainer) -> Value:
    """A new container."""
    held = node.held.root  # type: ignore[union-attr]
    size = bits.size_of(held) if bits.has_bits(held) else runtime.HEAD
    return Value(node.type, run(f, node.instance, [size]))  # type: ignore[arg-type]


def asked(f: Frame, node: Ask, values: list[Value]) -> Value:
    """What a container is asked."""
    base, given = values[0], values[1:]
    assert isinstance(base.type, Container)
    ways = {"list": asked_of_list, "set": asked_of_set, "generator": asked_of_generator}
    return ways.get(base.type.of, asked_of_dict)(f, node, base, given)


def asked_of_generator(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a generator is asked: whether there is another item, and which."""
    kind: Any = base.type
    if node.how == "resume":
        return Value(BOOL, generators.resumed(f, base.data, kind))
    return read(f, f.b.add(base.data, I64(generators.ITEM)), kind.root.value)


def asked_of_list(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a list is asked."""
    held, x, kind, size = base.type.root, base.data, node.type, words_of(f, base.type.root.value)  # type: ignore[union-attr]
    if held.kind.name == "deque" and node.how in ("append", "cut", "shift"):
        f.b.store(f.b.add(loaded(f, x, runtime.GONE), I64(1)), at(f, f.b.add(x, I64(runtime.GONE))))
    match node.how:
        case "append" | "add":
            written(f, place(f, x, run(f, node.instance, [x, size]), size), given[0], held.value)
        case "len":
            return Value(kind, loaded(f, x, runtime.LEN))  # type: ignore[arg-type]
        case "value" | "item":
            index = given[0].data if node.how == "value" else place_of(f, given[0], loaded(f, x, runtime.LEN), None)
            return read(f, place(f, x, index, size), held.value)
        case "keep" | "set":
            index = given[0].data if node.how == "keep" else place_of(f, given[0], loaded(f, x, runtime.LEN), None)
            written(f, place(f, x, index, size), given[1], held.value)
        case "cut":
            f.b.store(given[0].data, at(f, f.b.add(x, I64(runtime.LEN))))
        case "shift":
            run(f, node.instance, [x, size])
        case "word":
            return Value(kind, x)  # type: ignore[arg-type]
    return Value(Fixed(None))


def asked_of_set(f: Frame, node: Ask, base: Value, given: list[Value]) -> Value:
    """What a set is asked."""
    held, s, kind = base.type.root, base.data, node.type  # type: ignore[union-attr]
    if node.how in ("has", "join", "leave", "clear", "merge", "become") and bits.has_bits(held):
        found = bits.asked(f, node, held, s, given, run)
        return Value(Fixed(None)) if found is None else Value(kind, f.b.icmp_unsigned("!=", found, I64(0)))  # type: ignore[arg-type]
    keys, several = words_of(f, held.key), hashed_as(held.key)
    match node.how:
        case "len":
            return Value(kind, loaded(f, s, runtime.LEN))  # type: ignore[arg-type]
        case "word":
            return Value(kind, s)  # type: ignore[arg-type]
        case "has" | "leave" | "join":
            refuse_many(keys)
            written(f, I64(runtime.KEY), given[0], held.key)
            found = run(f, node.instance, [s, several, keys])
            return Value(kind, f.b.icmp_signed(">", found, I64(0)))  # type: ignore[arg-type]
        case "merge":
            run(f, node.instance, [s, given[0].data, keys])
        case "tidy" if not bits.has_bits(held):
            run(f, node.instance, [s, keys])
        case "clear":
            run(f, node.instance, [s])
        case "become":
            for word in range(runtime.HEAD):
                f.b.store(loaded(f, given[0].data, word), at(f, f.b.add(s, I64(word))))
        case "unordered":
            return base
    return Value(Fixed(None))


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
    if how in ("find", "place") and keys == 1:
        (key,) = [leaf.data for leaf in converted(f, given[0], held.key).leaves()]  # type: ignore[arg-type]
        return Value(kind, run(f, node.of_word, [d, f.b.zext(key, I64) if key.type is I1 else key, size]))  # type: ignore[arg-type]
    if how in ("find", "place"):
        written(f, I64(runtime.KEY), given[0], held.key)
        return Value(kind, run(f, node.instance, [d, keys, size]))  # type: ignore[arg-type]
    if how in WHERE:
        return Value(kind, loaded(f, d, WHERE[how]))  # type: ignore[arg-type]
    if how in ("last", "drop", "clear"):
        sizes = [] if how == "clear" else [size]
        found = run(f, node.instance, [d, *(each.data for each in given), *sizes])
        return Value(kind, found if how == "last" else None)  # type: ignore[arg-type]
    if how in ("word", "keys", "values", "items"):
        return Value(kind, d)  # type: ignore[arg-type]
    where = place(f, d, given[0].data, size)
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

        return Places(further, None, lambda now: read(f, place(f, again().data, now, size), held.value))
    if of == "set" and bits.has_bits(held):
        return bits.gone_over(f, base)
    if of == "generator":
        return Places(
            lambda now: generators.resumed(f, again().data, Container(held)),
            None,
            lambda now: read(f, f.b.add(again().data, I64(generators.ITEM)), held.value),
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
        at_place = f.b.add(place(f, again().data, now, size), I64(first))
        if of in ("set", "dict", "keys"):
            return read(f, at_place, held.key)
        after = f.b.add(at_place, I64(keys))
        if of == "values":
            return read(f, after, held.value)
        parts = [read(f, at_place, held.key), read(f, after, held.value)]
        return Value(Record(tuple, tuple(each.type for each in parts)), parts)

    def live(now: Any) -> Any:
        return f.b.icmp_unsigned("==", f.b.load(at(f, place(f, again().data, now, size))), I64(1))

    return Places(more, live, value)


def frozen(f: Frame, base: Value, kind: Any) -> Value:
    """The items of a list as a tuple or a PVector."""
    assert isinstance(base.type, Container)
    held, x = base.type.root, base.data
    length, size = loaded(f, x, runtime.LEN), words_of(f, held.value)

    def item(number: Any) -> Value:
        return read(f, place(f, x, number, size), held.value)

    if is_set(kind):
        return as_members(f, kind, nothing(f, kind.cells), length, item)
    if isinstance(kind, Varying):
        f.check(f.b.icmp_unsigned("<=", length, I64(kind.room)), Trap.OVERFLOW)
        cells = nothing(f, kind.cells)
        each_place(f, length, lambda number: store_item(f, cells, number, item(number)))
        return Value(kind, [Value(kind.items[0], length), cells])
    if isinstance(kind, Vector) and kind.length:
        made = fresh(f, kind)
        each_place(f, I64(kind.length), lambda number: store_item(f, made, number, item(number)))
        return made
    if isinstance(kind, Record):
        return Value(kind, [item(I64(number)) for number in range(len(kind.items))])
    return converted(f, constant(pvector(), f.layout), kind)


def filled_in_place(f: Frame, node: Op, block: Block, before: Callable[[Frame, list[Node]], None]) -> Value:
    """A tuple or a PVector of the items of a list that nothing else knows: they are put where they belong at once."""
    made: Any = block.body[0]
    held, kind = made.value.held.root, node.type
    size, counter = words_of(f, held.value), f.alloca(I64)
    number = len(kind.items) if isinstance(kind, Record) else 0
    board = fresh(f, kind) if isinstance(kind, Vector) and kind.length > 0 else None
    room = f.b.gep(f.alloca(ArrayType(I64, max(1, number * size))), [I32(0), I32(0)])

    def put(item: Value) -> Value:
        now = f.b.load(counter)
        if board is not None:
            store_item(f, board, now, item)
        else:
            written(f, f.b.mul(now, I64(size)), item, held.value, room)
        f.b.store(f.b.add(now, I64(1)), counter)
        return Value(Fixed(None))

    f.b.store(I64(0), counter)
    f.filled[made.target.name] = put
    before(f, block.body[1:-1])
    if board is None and isinstance(kind, Record):
        return Value(kind, [read(f, I64(at * size), held.value, room) for at in range(number)])
    return converted(f, constant(pvector(), f.layout), kind) if board is None else board  # type: ignore[arg-type]


def as_members(f: Frame, kind: Varying, cells: Value, number: Any, item: Callable[[Any], Value]) -> Value:
    """A set of that many items, equal ones once: each is put in front of those that are greater."""
    size = f.alloca(I64)
    f.b.store(I64(0), size)

    def put(now: Any) -> None:
        new, length, at = cells_of(f, item(now), kind.cells), f.b.load(size), f.alloca(I64)
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
        f.check(f.b.icmp_unsigned("<", length, I64(kind.room)), Trap.OVERFLOW)
        bytes_after = f.b.mul(f.b.sub(length, here), I64(f.layout.cell.width // 8))
        for cell, column in zip(new, cells.leaves()):
            place, behind = (
                f.b.gep(column.data, [I32(0), each], inbounds=True) for each in (here, f.b.add(here, I64(1)))
            )
            moved(f, behind, place, bytes_after)
            f.b.store(cell, place)
        f.b.store(f.b.add(length, I64(1)), size)
        f.enter(last)

    if not isinstance(kind.cells, Vector) or kind.cells.cls is not NO_CELL:  # else there is none
        each_place(f, number, put)
    return Value(kind, [Value(kind.items[0], f.b.load(size)), cells])


def mark(f: Frame) -> None:
    """Notes where the room of the arena begins, where a function gives it back."""
    kinds = [*f.instance.arguments, *([f.instance.result] if f.instance.result else [])]
    if not any(map(holds_container, kinds)) and any(map(makes, all_nodes(f.instance.core.body))):
        place = f.entry.gep(arena(f), [I64(runtime.TOP)], inbounds=True)
        f.mark = f.entry.load(place)


def note_rounds(f: Frame, node: While | Count | Each) -> None:
    """Notes where the room of the arena begins, if each round of a loop gives back what the one before has taken.

    So it is if no variable that holds containers and is named in the loop is named elsewhere, and the loop hands
    nothing to another one.
    """
    inside = all_nodes(node.body)
    if not any(isinstance(each, (NewContainer, Call, Ask, Method, Op, Item)) and makes(each) for each in inside):
        return
    goes_on = isinstance(node, Each) and any(
        each.type is not None and of_generator(each.type) for each in node.sequences
    )
    if goes_on or any(isinstance(each, Suspend) for each in inside):
        return  # what it takes of the arena is needed when it is gone on with
    splices = {each.label for each in inside if isinstance(each, Splice)}
    if any(isinstance(each, Yield) and each.splice not in splices for each in inside):
        return
    kept = {name for name, kind in f.kinds.items() if holds_container(kind)}
    mentions = Counter(each.name for each in inside if isinstance(each, Var) and each.name in kept)
    for each in all_nodes(f.instance.core.body):
        if isinstance(each, Var) and each.name in mentions:
            mentions[each.name] -= 1
    if not any(mentions.values()):
        f.rounds[node.label] = f.b.load(at(f, I64(runtime.TOP)))


def of_generator(kind: Type) -> bool:
    """Whether this is the type of a generator."""
    return isinstance(kind, Container) and kind.of == "generator"


def makes(node: Any) -> bool:
    """Whether the value of an expression is a container, or holds one."""
    return node.type is not None and holds_container(node.type)
