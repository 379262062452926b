"""Sets of small ints, or of tuples of such, whose order shows nowhere: most members are a bit each.

Such a set is the number of its members, words of bits, and a table (`library.words`) of the members that have no
bit: there is one for each part that a member can have, or, of parts with wide intervals, for those near 0. The number
of a member's bit has its parts as digits, each counted from the least that has a bit.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trap

from ..inference.containers import hashed_as
from ..ir.core import Ask
from ..ir.intervals import is_small
from ..ir.joining import as_value
from ..ir.kinds import LEAST, MOST, SET, SMALL, Bool, Container, Held, Int, Record, Type, as_int, leaves
from ..library import words as runtime
from .conversions import converted, each_place, raw
from .frame import Frame
from .memory import Places, at, first_word, keeping, loaded, words_of, written
from .text import I64
from .values import Value, of_parts, rebuilt

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


def asked(f: Frame, node: Ask, held: Held, s: Any, given: list[Value], run: Any) -> Any:
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


def gone_over(f: Frame, base: Value) -> Places:
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
