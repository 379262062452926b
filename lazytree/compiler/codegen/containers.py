"""Lowering of lists, dicts and sets: calls of the runtime's functions, what is read in place, boards made of them.

A container is the number of a word in the arena of the context; `library.words` says what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, Trap

from ..inference.containers import hashed_as
from ..ir.core import Ask, Block, Count, Each, NewContainer, Node, Op, Splice, Suspend, Var, While, Yield, all_nodes
from ..ir.joining import length_of
from ..ir.kinds import BOOL, SMALL, WORDS, Container, Fixed, Record, Type, Varying, Vector, Words, holds_container
from ..ir.varying import has_no_members, is_set
from ..library import words as runtime
from . import bits, calls
from .calls import invoke
from .conversions import cells_of, converted, each_place, items_of, length_now, nothing, row_if_table, store_item
from .frame import Frame, arena
from .memory import Places, asked_of_words, at, copy_cells, first_word, fresh, keeping, loaded, read, words_of, written
from .memory import item as item_at_place
from .numbers import place_of
from .text import BYTES, I1, I8, I32, I64, VOID, ArrayType
from .values import Value, constant, rebuilt

WHERE = {"len": runtime.LEN, "count": runtime.COUNT, "gone": runtime.GONE}


def run(f: Frame, instance: Any, given: list[Any]) -> Any:
    """The word that a function of the runtime gives."""
    values = [Value(SMALL, each if not isinstance(each, int) else I64(each)) for each in given]
    return invoke(f, instance, [Value(WORDS, (arena(f), I64(0))), *values]).data


def made(f: Frame, node: NewContainer) -> Value:
    """A new container."""
    size = bits.size_of(node.held.root)  # type: ignore[union-attr]
    return Value(node.type, run(f, node.instance, [size]))  # type: ignore[arg-type]


def asked(f: Frame, node: Ask, values: list[Value]) -> Value:
    """What a container is asked."""
    base, given = values[0], values[1:]
    if isinstance(base.type, Words):
        return asked_of_words(f, node.how, base, given, f.module.program.stashed)
    assert isinstance(base.type, Container)
    if node.how in ("word", "keys", "values", "items", "unordered"):
        return Value(node.type, base.data)  # type: ignore[arg-type]
    if node.how in WHERE:
        return Value(node.type, loaded(f, base.data, WHERE[node.how]))  # type: ignore[arg-type]
    ways = {"list": asked_of_list, "set": asked_of_set, "generator": asked_of_generator}
    return ways.get(base.type.of, asked_of_dict)(f, node, base, given)


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
    if node.how in ("has", "join", "leave", "merge") and bits.has_bits(held):
        found = bits.asked(f, node, held, s, given, run)
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
        case "tidy" if not bits.has_bits(held):
            run(f, node.instance, [s, keys])
        case "clear" if bits.has_bits(held):
            each_place(f, I64(bits.size_of(held)), lambda word: f.b.store(I64(0), at(f, f.b.add(s, word))))
        case "clear":
            run(f, node.instance, [s])
        case "become":
            copy_words(f, s, given[0].data, bits.size_of(held))
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
    if how in ("find", "place") and keys == 1:
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
    if of == "set" and bits.has_bits(held):
        return bits.gone_over(f, base)
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
        f.check(f.b.icmp_unsigned("<", length, I64(kind.room)), Trap.OVERFLOW)
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

    return put_in_front if is_set(kind) else put, lambda: Value(kind, [Value(kind.items[0], f.b.load(size)), cells])


def moved(f: Frame, here: Any, there: Any, size: Any) -> None:
    """Copies bytes to an address, from one that may be near."""
    f.b.intrinsic("memmove", [BYTES, BYTES, I64], VOID, [f.b.cast(here, I8), f.b.cast(there, I8), size, I1(0)])


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
    if not any(makes(each) and not isinstance(each, Var) for each in inside):
        return
    splices = {each.label for each in inside if isinstance(each, Splice)}
    goes_on = isinstance(node, Each) and any(each.type and of_generator(each.type) for each in node.sequences)
    if goes_on or any(
        isinstance(each, Yield | Suspend) and getattr(each, "splice", None) not in splices for each in inside
    ):
        return  # what it takes of the arena is needed elsewhere, or when it is gone on with
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
