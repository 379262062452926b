"""What rules do to lists and deques, how items are put in order, what is asked of any sequence, in the subset.

Each is a function of the container, which is asked (`ask`). Where Python raises an error, it raises one, so that
machine code hands the question back.
"""

from __future__ import annotations

from collections import deque
from itertools import chain
from typing import Any

from pyrsistent import pvector

from lazytree.searching.kernels.memory import ask, ints_only, no_nan

from . import MISSING, of_a_copy


def popped(x: Any, index: int | None = None) -> Any:
    """`x.pop(index)`."""
    size: int = ask("len", x)
    at = size - 1 if index is None else index + size if index < 0 else index
    if not 0 <= at < size:
        raise IndexError
    value = ask("value", x, at)
    if index is None:
        ask("cut", x, at)
    elif at == 0:
        ask("shift", x)
    else:
        closed(x, at, at + 1)
    return value


def without_item(board: Any, index: int) -> Any:
    """`board.delete(index)` of a PVector."""
    made = list(board)
    popped(made, index)
    return pvector(made)


def popped_last(x: Any) -> Any:
    """`x.pop()` of a deque."""
    return popped(x, None)


def popped_first(x: Any) -> Any:
    """`x.popleft()`."""
    return popped(x, 0)


def closed(x: Any, at: int, following: int) -> None:
    """Leaves the items from a place up to another one."""
    size: int = ask("len", x)
    for each in range(following, size):
        ask("keep", x, at + each - following, ask("value", x, each))
    ask("cut", x, at + max(size - following, 0))


def within(place: int, size: int) -> int:
    """A bound of a slice as a place from 0 on."""
    return max(place + size, 0) if place < 0 else min(place, size)


def deleted_part(x: Any, start: int | None, stop: int | None) -> None:
    """`del x[start:stop]`."""
    size = ask("len", x)
    low = 0 if start is None else within(start, size)
    high = size if stop is None else within(stop, size)
    if low < high:
        closed(x, low, high)


def put_part(x: Any, start: int | None, stop: int | None, items: Any) -> None:
    """`x[start:stop] = items`, of a list or a tuple of items."""
    size = ask("len", x)
    low = 0 if start is None else within(start, size)
    high = max(low, size if stop is None else within(stop, size))
    rest = [ask("value", x, at) for at in range(high, size)]
    before = list(items)
    ask("cut", x, low)
    extended(extended(x, before), rest)


def removed_item(x: Any, wanted: Any) -> None:
    """`x.remove(wanted)`."""
    popped(x, index_of(x, wanted))


def inserted(x: Any, index: int, item: Any) -> None:
    """`x.insert(index, item)`."""
    size = ask("len", x)
    at = within(index, size)
    ask("append", x, item)
    for each in range(size, at, -1):
        ask("keep", x, each, ask("value", x, each - 1))
    ask("keep", x, at, item)


def inserted_first(x: Any, item: Any) -> None:
    """`x.appendleft(item)`."""
    inserted(x, 0, item)


def extended_in_front(x: Any, items: Any) -> None:
    """`x.extendleft(items)`."""
    for item in items:
        inserted(x, 0, item)


def rotated(x: Any, n: int = 1) -> None:
    """`x.rotate(n)`."""
    size: int = ask("len", x)
    if size > 1:
        items = list(x)
        ask("cut", x, size)  # a loop over it notices
        for at in range(size):
            ask("keep", x, (at + n) % size, items[at])


def turned(x: Any) -> None:
    """`x.reverse()`."""
    last = ask("len", x) - 1
    for at in range(ask("len", x) // 2):
        item = ask("value", x, at)
        ask("keep", x, at, ask("value", x, last - at))
        ask("keep", x, last - at, item)


def extended(x: Any, items: Any) -> Any:
    """The list itself, after `x.extend(items)`."""
    for item in items:
        ask("append", x, item)
    return x


def extended_by_list(x: Any, other: Any) -> Any:
    """As `extended`, by the items that a list has when it begins."""
    for at in range(ask("len", other)):
        ask("append", x, ask("value", other, at))
    return x


def repeated(x: Any, times: int) -> Any:
    """`x * times`."""
    return [item for _ in range(times) for item in x]


def repeated_in_place(x: Any, times: int) -> Any:
    """The list itself, after `x *= times`."""
    items = list(x)
    if times < 1:
        ask("cut", x, 0)
    for _ in range(1, times):
        extended(x, items)
    return x


def repeats(times: int, x: Any) -> Any:
    """`times * x`."""
    return repeated(x, times)


def copied_list(x: Any) -> Any:
    """`x.copy()`."""
    return list(x)


def copied_deque(x: Any) -> Any:
    """`x.copy()` of a deque."""
    return deque(x)


joined_lists, joined_deques = of_a_copy(extended, copied_list), of_a_copy(extended, copied_deque)  # `x + other`


def sliced(x: Any, start: int | None, stop: int | None, step: int) -> Any:
    """`x[start:stop:step]`."""
    size = ask("len", x)
    made: Any = []
    if step > 0:
        low = 0 if start is None else within(start, size)
        high = size if stop is None else within(stop, size)
        for at in range(low, high, step):
            ask("append", made, ask("value", x, at))
    else:
        first = size - 1 if start is None else within_backwards(start, size)
        end = -1 if stop is None else within_backwards(stop, size)
        for at in range(first, end, step):
            ask("append", made, ask("value", x, at))
    return made


def within_backwards(place: int, size: int) -> int:
    """A bound of a slice that goes backwards, as a place from -1 on."""
    return max(place + size, -1) if place < 0 else min(place, size - 1)


def same_lists(x: Any, other: Any) -> bool:
    """`x == other`."""
    return len(x) == len(other) and all(ask("value", x, at) == ask("value", other, at) for at in range(len(x)))


def refilled(x: Any, items: Any) -> None:
    """Gives a list other items, as many as it has."""
    if ask("len", x) != ask("len", items):
        raise ValueError
    for at in range(ask("len", items)):
        ask("keep", x, at, ask("value", items, at))


def emptied(x: Any) -> None:
    """`x.clear()`."""
    ask("cut", x, 0)


# ---- in order


def sort(x: Any, /, *, key: Any = None, reverse: Any = False) -> None:
    """`x.sort(key=key, reverse=reverse)`."""
    if key is None:
        refilled(x, sorted(x, reverse=reverse))
    else:
        refilled(x, in_order(list(x), [no_nan(key(each)) for each in x], bool(reverse)))


RUN = 8  # items that are sorted by insertion


def in_order(items: Any, keys: Any, backwards: bool) -> Any:
    """A list of the items in the order of their keys; those of equal keys keep their order."""
    size = ask("len", keys)
    order = list(range(size))
    for low in range(0, size, RUN):
        for at in range(low + 1, min(low + RUN, size)):
            mine, back = order[at], at
            while back > low and is_before(keys[mine], keys[order[back - 1]], backwards):
                order[back] = order[back - 1]
                back -= 1
            order[back] = mine
    width = RUN
    while width < size:
        order = merged_runs(order, keys, width, backwards)
        width += width
    return [items[order[at]] for at in range(size)]


def in_own_order(items: Any, backwards: bool) -> Any:
    """A list that is used nowhere else with its items in order."""
    size: int = ask("len", items)
    if size > 2 * RUN:
        return in_order(items, items, backwards)
    for at in range(1, size):
        item, back = ask("value", items, at), at
        while back > 0 and is_before(item, ask("value", items, back - 1), backwards):
            ask("keep", items, back, ask("value", items, back - 1))
            back -= 1
        ask("keep", items, back, item)
    return items


def merged_runs(order: Any, keys: Any, width: int, backwards: bool) -> Any:
    """The places in an order in which every two runs of a width have become one."""
    size: int = ask("len", order)
    made: Any = []
    for low in range(0, size, 2 * width):
        one, other, middle = low, min(low + width, size), min(low + width, size)
        end = min(low + 2 * width, size)
        while one < middle or other < end:
            if other < end and (one == middle or is_before(keys[order[other]], keys[order[one]], backwards)):
                made.append(order[other])
                other += 1
            else:
                made.append(order[one])
                one += 1
    return made


def is_before(a: Any, b: Any, backwards: bool) -> Any:
    """Whether an item with one key moves in front of one with another."""
    return b < a if backwards else a < b


# ---- What rules ask of boards, tuples, texts, lists and constants alike, in the subset: what is in them, and where


def contains(sequence: Any, wanted: Any) -> bool:
    """`wanted in sequence`."""
    item = ask("sought", wanted, sequence)
    for each in sequence:
        if item == each:
            return True
    return False


def count_of(sequence: Any, wanted: Any) -> int:
    """`sequence.count(wanted)`."""
    item = ask("sought", wanted, sequence)
    return sum(1 for each in sequence if each == item)


def found_at(sequence: Any, wanted: Any) -> int:
    """The first place of an item, -1 if there is none."""
    item = ask("sought", wanted, sequence)
    for at, each in enumerate(sequence):
        if each == item:
            return at
    return -1


def index_of(sequence: Any, wanted: Any) -> int:
    """`sequence.index(wanted)`."""
    at = found_at(sequence, wanted)
    if at < 0:
        raise ValueError
    return at


def exchanged(x: Any, at: int, middle: Any) -> Any:
    """`x[:at] + middle + x[at + 1:]`."""
    rest = x[at + 1 :]
    return x[:at] + middle + rest


def with_character(text: Any, at: int, middle: Any) -> Any:
    """`text[:at] + middle + text[at + 1:]`, of one character; raises where that would be longer."""
    if at < 0 or at >= len(text):
        raise IndexError
    return ask("with", text, at, middle)


def lies_at(text: Any, place: int, wanted: Any) -> bool:
    """Whether a text lies at a place of another."""
    return all(text[place + at] == each for at, each in enumerate(wanted))


def places_of(text: Any, wanted: Any) -> int:
    """At how many places a text may lie in another, 0 or less if it is longer; `+` refuses anything but texts."""
    return 2 * len(text) + 1 - len(text + wanted)


def found_text(text: Any, wanted: Any) -> int:
    """`text.find(wanted)`: the first place, -1 if there is none."""
    for place in range(places_of(text, wanted)):
        if lies_at(text, place, wanted):
            return place
    return -1


def begins_with(text: Any, wanted: Any) -> bool:
    """`text.startswith(wanted)`."""
    return places_of(text, wanted) > 0 and lies_at(text, 0, wanted)


def ends_with(text: Any, wanted: Any) -> bool:
    """`text.endswith(wanted)`."""
    places = places_of(text, wanted)
    return places > 0 and lies_at(text, places - 1, wanted)


def with_another(text: Any, old: Any, new: Any) -> Any:
    """`text.replace(old, new)`, of single characters."""
    item = ask("sought", old, text)
    return "".join([new if each == item else each for each in text])


def longer(board: Any, items: Any) -> Any:
    """`board.extend(items)` of a PVector."""
    return pvector(chain(board, items))


def lies_between(wanted: Any, low: Any, high: Any) -> bool:
    """`wanted in range(low, high)`."""
    number = ints_only(wanted)
    return bool(low <= number < high)


def value_of(keys: Any, values: Any, wanted: Any, other: Any = MISSING) -> Any:
    """`d[wanted]`, or `d.get(wanted, other)`, of a dict that is a constant."""
    at = -1
    for place, key in enumerate(keys):
        if wanted == key:
            at = place
            break
    if other is MISSING:
        assert at >= 0
        return values[at]
    return values[at] if at >= 0 else other
