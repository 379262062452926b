"""What rules do to dicts and Counters, in the subset.

Each is a function of the container, which is asked (`ask`). Where Python raises an error, it raises one, so that
machine code hands the question back.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from lazytree.searching.kernels.memory import ask

from . import MISSING, of_a_copy

Pair = tuple[Any, Any]


def has(d: Any, key: Any) -> bool:
    """`key in d`."""
    at: int = ask("find", d, key)
    return at >= 0


def got(d: Any, key: Any) -> Any:
    """`d[key]`."""
    at = ask("find", d, key)
    if at < 0:
        raise KeyError
    return ask("value", d, at)


def get(d: Any, key: Any, other: Any = None) -> Any:
    """`d.get(key, other)`; `d[key]` of a Counter, where `other` is 0."""
    at = ask("find", d, key)
    return other if at < 0 else ask("value", d, at)


def put(d: Any, key: Any, value: Any) -> None:
    """`d[key] = value`: a key that is there keeps its place."""
    at = ask("place", d, key)
    ask("keep", d, at, value)


def placed(d: Any, key: Any, missing: Any) -> int:
    """Where a key is, which is put there with this value if it was nowhere."""
    at: int = ask("find", d, key)
    if at < 0:
        at = ask("place", d, key)
        ask("keep", d, at, missing)
    return at


def kept(d: Any, key: Any, value: Any = None) -> Any:
    """`d.setdefault(key, value)`; `d[key]` of a defaultdict."""
    return ask("value", d, placed(d, key, value))


def taken(d: Any, key: Any, other: Any = MISSING) -> Any:
    """`d.pop(key, other)`, and of a plain dict `del d[key]`."""
    at = ask("find", d, key)
    if at < 0:
        if other is MISSING:
            raise KeyError
        return other
    value = ask("value", d, at)
    ask("drop", d, at)
    return value


def taken_last(d: Any) -> Pair:
    """`d.popitem()`."""
    at = ask("last", d)
    if at < 0:
        raise KeyError
    key, value = ask("key", d, at), ask("value", d, at)
    ask("drop", d, at)
    return key, value


def removed_if_there(d: Any, key: Any) -> None:
    """`del d[key]` of a Counter, which asks for no key."""
    if has(d, key):
        taken(d, key)


def put_pairs(d: Any, pairs: Any = ()) -> Any:
    """The dict itself, after `d.update(pairs)`."""
    for key, value in pairs:
        put(d, key, value)
    return d


def put_pair(d: Any, pair: Any) -> None:
    """`d.update([pair])`."""
    key, value = pair
    put(d, key, value)


def put_dict(d: Any, other: Any) -> Any:
    """The dict itself, after `d.update(other)` of a dict."""
    return put_pairs(d, other.items())


def counted_one(d: Any, item: Any, number: Any = 1) -> None:
    """Counts an item once more, or a number of times, in a Counter."""
    at = placed(d, item, 0)
    ask("keep", d, at, ask("value", d, at) + number)


def counted(d: Any, items: Any = ()) -> Any:
    """The Counter itself, after `d.update(items)`: how often each item is there."""
    for item in items:
        counted_one(d, item)
    return d


def counts_added(d: Any, other: Any) -> Any:
    """The Counter itself, after `d.update(other)` of a dict, whose values are added."""
    for key, number in other.items():
        counted_one(d, key, number)
    return d


def counted_down(d: Any, items: Any = ()) -> None:
    """`d.subtract(items)` of a Counter: each item counts once less."""
    for item in items:
        counted_one(d, item, -1)


def counts_subtracted(d: Any, other: Any) -> None:
    """`d.subtract(other)` of a Counter and a dict, whose values are taken away."""
    for key, number in other.items():
        counted_one(d, key, -number)


def copied_dict(d: Any) -> Any:
    """`d.copy()` of a plain dict."""
    return put_dict({}, d)


def copied_counter(d: Any) -> Any:
    """`d.copy()` of a Counter."""
    return put_dict(Counter(), d)


joined_dicts = of_a_copy(put_dict, copied_dict)  # `d | other` of two plain dicts


# ---- operators of Counters: what is not there counts 0, and what does not count above 0 is left out


def only_positive(d: Any) -> Any:
    """A Counter without what does not count above 0."""
    for key in [key for key, number in d.items() if not number > 0]:
        taken(d, key)
    return d


def lowered_to(d: Any, other: Any) -> Any:
    """The Counter itself, after `d &= other`."""
    for key, number in d.items():
        most = get(other, key, 0)
        if most < number:
            put(d, key, most)
    return only_positive(d)


def added_to(d: Any, other: Any) -> Any:
    """The Counter itself, after `d += other`."""
    return only_positive(counts_added(d, other))


def taken_from(d: Any, other: Any) -> Any:
    """The Counter itself, after `d -= other`."""
    counts_subtracted(d, other)
    return only_positive(d)


def raised_by(d: Any, other: Any) -> Any:
    """The Counter itself, after `d |= other`."""
    for key, number in other.items():
        at = placed(d, key, 0)
        if number > ask("value", d, at):
            ask("keep", d, at, number)
    return only_positive(d)


counts_of_both = of_a_copy(added_to, copied_counter)  # `d + other`
counts_without = of_a_copy(taken_from, copied_counter)  # `d - other`
most_counts = of_a_copy(raised_by, copied_counter)  # `d | other`
least_counts = of_a_copy(lowered_to, copied_counter)  # `d & other`


def counts_are_within(d: Any, other: Any) -> bool:
    """`d <= other`."""
    return all(number <= get(other, key, 0) for key, number in d.items()) and all(
        get(d, key, 0) <= number for key, number in other.items()
    )


def counts_are_fewer(d: Any, other: Any) -> bool:
    """`d < other`."""
    return counts_are_within(d, other) and not same_counts(d, other)


def counts_hold(d: Any, other: Any) -> bool:
    """`d >= other`."""
    return counts_are_within(other, d)


def counts_are_more(d: Any, other: Any) -> bool:
    """`d > other`."""
    return counts_are_fewer(other, d)


def total(d: Any) -> Any:
    """`d.total()` of a Counter."""
    return sum(d.values())


def most_common(d: Any, n: int | None = None) -> Any:
    """`d.most_common(n)`."""
    found = sorted(d.items(), key=lambda item: item[1], reverse=True)
    return found if n is None else found[: max(n, 0)]


def elements(d: Any) -> Any:
    """`d.elements()` of a Counter."""
    return [key for key, number in d.items() for _ in range(number)]


def kept_new(d: Any, key: Any, make: Any) -> Any:
    """`d[key]` of a defaultdict of what makes a list, a set or a dict."""
    if not has(d, key):
        put(d, key, make())
    return got(d, key)


def same(one: Any, other: Any) -> bool:
    """`one == other`: the same keys, in any order, with the same values."""
    if ask("len", one) != ask("len", other):
        return False
    for key, value in one.items():
        at = ask("find", other, key)
        if at < 0 or ask("value", other, at) != value:
            return False
    return True


def same_counts(one: Any, other: Any) -> bool:
    """`one == other` of two Counters: what is not there counts 0."""
    return counts_are_within(one, other) and counts_are_within(other, one)


def from_keys(iterable: Any, value: Any = None, /) -> Any:
    """`dict.fromkeys(iterable, value)`."""
    made: Any = {}
    for key in iterable:
        put(made, key, value)
    return made
