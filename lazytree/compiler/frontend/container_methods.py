"""What rules do to lists, dicts and sets, in the subset: each is a function of the container, which is asked (`ask`).

Inference calls these functions in place of Python's operators and methods, where a value is a container. Where Python
raises an error, they raise one, so that machine code hands the question back.
"""

from __future__ import annotations

from collections import Counter, deque
from itertools import chain
from typing import Any, NamedTuple

from lazytree.searching.kernels import memory
from lazytree.searching.kernels.memory import ask

from .dependencies import OF_THE_COMPILER

OF_THE_COMPILER += [globals(), vars(memory)]
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


def get(d: Any, key: Any, other: Any) -> Any:
    """`d.get(key, other)`; `d[key]` of a Counter, where `other` is 0."""
    at = ask("find", d, key)
    return other if at < 0 else ask("value", d, at)


def put(d: Any, key: Any, value: Any) -> None:
    """`d[key] = value`: a key that is there keeps its place."""
    at = ask("place", d, key)
    ask("keep", d, at, value)


def found(d: Any, key: Any) -> int:
    """Where a key is that is there."""
    at: int = ask("find", d, key)
    if at < 0:
        raise KeyError
    return at


def placed(d: Any, key: Any, missing: Any) -> int:
    """Where a key is, which is put there with this value if it was nowhere."""
    at: int = ask("find", d, key)
    if at < 0:
        at = ask("place", d, key)
        ask("keep", d, at, missing)
    return at


def kept(d: Any, key: Any, value: Any) -> Any:
    """`d.setdefault(key, value)`; `d[key]` of a defaultdict."""
    return ask("value", d, placed(d, key, value))


def taken(d: Any, key: Any) -> Any:
    """`d.pop(key)`."""
    at = found(d, key)
    value = ask("value", d, at)
    ask("drop", d, at)
    return value


def taken_or(d: Any, key: Any, other: Any) -> Any:
    """`d.pop(key, other)`."""
    at = ask("find", d, key)
    if at < 0:
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


def removed(d: Any, key: Any) -> None:
    """`del d[key]`."""
    ask("drop", d, found(d, key))


def removed_if_there(d: Any, key: Any) -> None:
    """`del d[key]` of a Counter, which asks for no key."""
    at = ask("find", d, key)
    if at >= 0:
        ask("drop", d, at)


def put_pairs(d: Any, pairs: Any) -> Any:
    """The dict itself, after `d.update(pairs)`."""
    for key, value in pairs:
        put(d, key, value)
    return d


def updated_by_nothing(d: Any) -> None:
    """`d.update()`."""


def put_pair(d: Any, pair: Any) -> None:
    """`d.update([pair])`."""
    key, value = pair
    put(d, key, value)


def put_dict(d: Any, other: Any) -> Any:
    """The dict itself, after `d.update(other)` of a dict."""
    for key, value in other.items():
        put(d, key, value)
    return d


def counted_one(d: Any, item: Any) -> None:
    """Counts an item once more, in a Counter."""
    at = placed(d, item, 0)
    ask("keep", d, at, ask("value", d, at) + 1)


def counted(d: Any, items: Any) -> Any:
    """The Counter itself, after `d.update(items)`: how often each item is there."""
    for item in items:
        counted_one(d, item)
    return d


def copied_dict(d: Any) -> Any:
    """`d.copy()` of a plain dict."""
    return put_dict({}, d)


def copied_counter(d: Any) -> Any:
    """`d.copy()` of a Counter."""
    return put_dict(Counter(), d)


def joined_dicts(d: Any, other: Any) -> Any:
    """`d | other` of two plain dicts."""
    return put_dict(put_dict({}, d), other)


def total(d: Any) -> Any:
    """`d.total()` of a Counter."""
    return sum(d.values())


def most_common(d: Any) -> Any:
    """`d.most_common()`."""
    return sorted(d.items(), key=lambda item: item[1], reverse=True)


def elements(d: Any) -> Any:
    """`d.elements()` of a Counter."""
    return [key for key, number in d.items() for _ in range(number)]


def first_most_common(d: Any, number: int) -> Any:
    """`d.most_common(number)`."""
    return most_common(d)[: max(number, 0)]


def kept_new(d: Any, key: Any, make: Any) -> Any:
    """`d[key]` of a defaultdict of what makes a list, a set or a dict."""
    at = ask("find", d, key)
    return put_value(d, key, make()) if at < 0 else ask("value", d, at)


def put_value(d: Any, key: Any, value: Any) -> Any:
    """A value that is put into a dict."""
    put(d, key, value)
    return value


def same(one: Any, other: Any) -> bool:
    """`one == other`: the same keys, in any order, with the same values."""
    if ask("len", one) != ask("len", other):
        return False
    for key, value in one.items():
        at = ask("find", other, key)
        if at < 0:
            return False
        if ask("value", other, at) != value:
            return False
    return True


def same_counts(one: Any, other: Any) -> bool:
    """`one == other` of two Counters: what is not there counts 0."""
    for key, value in one.items():
        if get(other, key, 0) != value:
            return False
    for key, value in other.items():
        if get(one, key, 0) != value:
            return False
    return True


def has_value(view: Any, value: Any) -> bool:
    """`value in d.values()`."""
    for each in view:
        if each == value:
            return True
    return False


# ---- lists


def popped(x: Any) -> Any:
    """`x.pop()`."""
    last = ask("len", x) - 1
    if last < 0:
        raise IndexError
    value = ask("value", x, last)
    ask("cut", x, last)
    return value


def popped_first(x: Any) -> Any:
    """`x.popleft()`."""
    if ask("len", x) == 0:
        raise IndexError
    value = ask("value", x, 0)
    ask("shift", x)
    return value


def popped_at(x: Any, index: int) -> Any:
    """`x.pop(index)`."""
    size: int = ask("len", x)
    at = index + size if index < 0 else index
    if not 0 <= at < size:
        raise IndexError
    value = ask("value", x, at)
    if at == 0:
        ask("shift", x)
    else:
        closed(x, at, at + 1)
    return value


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
    for at in range(ask("len", x)):
        if ask("value", x, at) == wanted:
            closed(x, at, at + 1)
            return
    raise ValueError


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


def joined_lists(x: Any, other: Any) -> Any:
    """`x + other`."""
    return extended(list(x), other)


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


def joined_deques(x: Any, other: Any) -> Any:
    """`x + other`."""
    return extended(deque(x), other)


def copied_deque(x: Any) -> Any:
    """`x.copy()` of a deque."""
    return deque(x)


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
    if ask("len", x) != ask("len", other):
        return False
    for at in range(ask("len", x)):
        if ask("value", x, at) != ask("value", other, at):
            return False
    return True


def refilled(x: Any, items: Any) -> None:
    """Gives a list other items, as many as it has."""
    if ask("len", x) != ask("len", items):
        raise ValueError
    for at in range(ask("len", items)):
        ask("keep", x, at, ask("value", items, at))


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


# ---- generators


def next_item(g: Any) -> Any:
    """`next(g)`."""
    if not ask("resume", g):
        raise StopIteration
    return ask("value", g)


def next_or(g: Any, other: Any) -> Any:
    """`next(g, other)`."""
    return ask("value", g) if ask("resume", g) else other


# ---- sets


def left(s: Any, item: Any) -> None:
    """`s.remove(item)`."""
    if not ask("leave", s, item):
        raise KeyError


def joined_by(s: Any, items: Any) -> Any:
    """The set itself, after `s.update(items)`."""
    for item in items:
        ask("join", s, item)
    return s


def joined_by_set(s: Any, other: Any) -> Any:
    """As `joined_by`, by the members of a set."""
    ask("merge", s, other)
    return s


def copied_set(s: Any) -> Any:
    """`s.copy()` of a set."""
    return joined_by_set(set(), s)


def united(s: Any, other: Any) -> Any:
    """`s | other`."""
    return joined_by_set(joined_by_set(set(), s), other)


def united_with(s: Any, items: Any) -> Any:
    """`s.union(items)`."""
    return joined_by(copied_set(s), items)


def common(s: Any, other: Any) -> Any:
    """`s & other`."""
    if ask("len", other) > ask("len", s):
        return {item for item in s if ask("has", other, item)}
    return {item for item in other if ask("has", s, item)}


def without(s: Any, other: Any) -> Any:
    """`s - other`."""
    if ask("len", s) // 4 > ask("len", other):
        return less(joined_by_set(set(), s), other)
    return {item for item in s if not ask("has", other, item)}


def in_one(s: Any, other: Any) -> Any:
    """`s ^ other`."""
    return ask("unordered", united(without(s, other), without(other, s)))


def in_one_only(s: Any, other: Any) -> Any:
    """The set itself, after `s ^= other`."""
    found = in_one(s, other)
    ask("clear", s)
    ask("become", s, found)
    return s


def less(s: Any, other: Any) -> Any:
    """The set itself, after `s -= other`."""
    if ask("word", s) == ask("word", other):
        ask("clear", s)
        return s
    for item in ask("in any order", other):
        ask("leave", s, item)
    ask("tidy", s)
    return s


def common_only(s: Any, other: Any) -> Any:
    """The set itself, after `s &= other`."""
    found = common(s, other)
    ask("clear", s)
    ask("become", s, found)
    return s


# ---- sets of any kind: those that a rule makes, frozensets, and sets that are constants


def same_members(s: Any, other: Any) -> bool:
    """`s == other`."""
    return len(s) == len(other) and is_part(s, other)


def is_part(s: Any, other: Any) -> bool:
    """`s <= other`."""
    return len(s) <= len(other) and all(item in other for item in s)


def is_smaller_part(s: Any, other: Any) -> bool:
    """`s < other`."""
    return len(s) < len(other) and is_part(s, other)


def is_whole(s: Any, other: Any) -> bool:
    """`s >= other`."""
    return is_part(other, s)


def is_larger_whole(s: Any, other: Any) -> bool:
    """`s > other`."""
    return is_smaller_part(other, s)


def is_apart(s: Any, other: Any) -> bool:
    """`s.isdisjoint(other)`."""
    return not any(item in other for item in s)


# ---- sets as values: frozensets, and sets that are constants; the other set may be of any kind


def thawed(s: Any) -> Any:
    """A set of the members of a set as a value."""
    made: Any = set()
    for item in ask("in any order", s):
        ask("join", made, item)
    return made


def union_of(s: Any, other: Any) -> Any:
    """`s | other`."""
    return frozenset(chain(s, other))


def members_of_both(s: Any, other: Any) -> Any:
    """`s & other`."""
    return frozenset(item for item in s if item in other)


def members_of_one(s: Any, other: Any) -> Any:
    """`s - other`."""
    return frozenset(item for item in s if item not in other)


def members_of_either(s: Any, other: Any) -> Any:
    """`s ^ other`."""
    return frozenset(chain((item for item in s if item not in other), (item for item in other if item not in s)))


def itself(s: Any) -> Any:
    """`s.copy()` of a frozenset."""
    return s


def contains(s: Any, item: Any) -> bool:
    """`s.__contains__(item)`."""
    return item in s


# ---- which function does what


class Does(NamedTuple):
    """A function, or what a container is asked itself, with what is more to its arguments."""

    function: Any
    more: tuple[Any, ...] = ()  # constants that it is handed after its arguments
    is_done: bool = False  # whether what it gives is left, for None
    is_contrary: bool = False  # whether the result is the contrary


METHODS: dict[tuple[str, str, int], Any] = {
    ("dict", "__contains__", 1): has,
    ("keys", "__contains__", 1): has,
    ("values", "__contains__", 1): has_value,
    ("items", "__contains__", 1): has_value,
    ("dict", "add one", 1): put_pair,
    ("dict", "get", 1): Does(get, more=(None,)),
    ("dict", "get", 2): get,
    ("dict", "setdefault", 1): Does(kept, more=(None,)),
    ("dict", "setdefault", 2): kept,
    ("dict", "pop", 1): taken,
    ("dict", "pop", 2): taken_or,
    ("dict", "popitem", 0): taken_last,
    ("dict", "clear", 0): "clear",
    ("dict", "update", 0): updated_by_nothing,
    ("dict", "update", 1): Does(put_pairs, is_done=True),
    ("dict", "__delitem__", 1): removed,
    ("dict", "copy", 0): copied_dict,
    ("Counter", "copy", 0): copied_counter,
    ("Counter", "__delitem__", 1): removed_if_there,
    ("Counter", "add one", 1): counted_one,
    ("Counter", "update", 1): Does(counted, is_done=True),
    ("Counter", "total", 0): total,
    ("Counter", "most_common", 0): most_common,
    ("Counter", "elements", 0): elements,
    ("Counter", "most_common", 1): first_most_common,
    ("list", "append", 1): "append",
    ("list", "pop", 0): popped,
    ("list", "pop", 1): popped_at,
    ("list", "remove", 1): removed_item,
    ("list", "insert", 2): inserted,
    ("list", "reverse", 0): turned,
    ("list", "clear", 0): Does("cut", more=(0,)),
    ("list", "extend", 1): Does(extended, is_done=True),
    ("list", "__delitem__", 1): Does(popped_at, is_done=True),
    ("list", "delete part", 2): deleted_part,
    ("list", "put part", 3): put_part,
    ("list", "refill", 1): refilled,
    ("list", "copy", 0): copied_list,
    ("deque", "copy", 0): copied_deque,
    ("deque", "popleft", 0): popped_first,
    ("deque", "appendleft", 1): inserted_first,
    ("generator", "next", 0): next_item,
    ("generator", "next", 1): next_or,
    ("generator", "__contains__", 1): has_value,
    ("set", "__contains__", 1): "has",
    ("set", "add", 1): "join",
    ("set", "add one", 1): "join",
    ("set", "discard", 1): "leave",
    ("set", "remove", 1): left,
    ("set", "clear", 0): "clear",
    ("set", "update", 1): Does(joined_by, is_done=True),
    ("set", "copy", 0): copied_set,
    ("set", "union", 1): united_with,
}
"""By the container, the method and the number of its arguments: a function, or what the container is asked itself."""
LISTS = {("list", "extend", 1): Does(extended_by_list, is_done=True)}
DICTS = {("dict", "update", 1): Does(put_dict, is_done=True), ("Counter", "update", 1): None}
SETS = {
    ("set", "update", 1): Does(joined_by_set, is_done=True),
    ("set", "union", 1): united,
    ("set", "intersection", 1): common,
    ("set", "difference", 1): without,
    ("set", "symmetric_difference", 1): in_one,
    ("set", "issubset", 1): is_part,
    ("set", "issuperset", 1): is_whole,
    ("set", "isdisjoint", 1): is_apart,
    ("set", "difference_update", 1): Does(less, is_done=True),
    ("set", "intersection_update", 1): Does(common_only, is_done=True),
}
"""Those whose argument is a list, a dict or a set."""
BY_ARGUMENT: dict[str, dict[Any, Any]] = {"list": LISTS, "dict": DICTS, "set": SETS}
NOT_OF_DEQUES = ("refill", "delete part", "put part")
OPERATIONS: dict[tuple[str, str, str], Any] = {
    ("+", "list", "list"): joined_lists,
    ("+=", "list", "list"): extended_by_list,
    ("+=", "list", ""): extended,
    ("+=", "list", "set"): extended,
    ("+=", "list", "dict"): extended,
    ("*", "list", ""): repeated,
    ("*=", "list", ""): repeated_in_place,
    ("*", "", "list"): repeats,
    ("==", "list", "list"): same_lists,
    ("!=", "list", "list"): Does(same_lists, is_contrary=True),
    ("==", "dict", "dict"): same,
    ("!=", "dict", "dict"): Does(same, is_contrary=True),
    ("|", "dict", "dict"): joined_dicts,
    ("|=", "dict", "dict"): put_dict,
    ("|", "set", "set"): united,
    ("|=", "set", "set"): joined_by_set,
    ("&", "set", "set"): common,
    ("&=", "set", "set"): common_only,
    ("-", "set", "set"): without,
    ("^", "set", "set"): in_one,
    ("^=", "set", "set"): in_one_only,
    ("-=", "set", "set"): less,
    ("==", "set", "set"): same_members,
    ("!=", "set", "set"): Does(same_members, is_contrary=True),
    ("<=", "set", "set"): is_part,
    (">=", "set", "set"): is_whole,
    ("<", "set", "set"): is_smaller_part,
    (">", "set", "set"): is_larger_whole,
}
"""By the operator and its sides, "" of what is no container."""
MAKING = {"|": union_of, "&": members_of_both, "-": members_of_one, "^": members_of_either}
OF_VALUES: dict[str, Any] = {
    **MAKING,
    "<=": is_part,
    ">=": is_whole,
    "<": is_smaller_part,
    ">": is_larger_whole,
    "==": same_members,
    "!=": Does(same_members, is_contrary=True),
}
MAKING_METHODS = {
    "union": union_of,
    "intersection": members_of_both,
    "difference": members_of_one,
    "symmetric_difference": members_of_either,
    "copy": itself,
}
METHODS_OF_VALUES: dict[str, Any] = {
    **MAKING_METHODS,
    "issubset": is_part,
    "issuperset": is_whole,
    "isdisjoint": is_apart,
    "__contains__": contains,
}
"""What sets as values are asked."""
MADE = (list, set, dict)
"""What makes an item of a defaultdict that is a container."""


def of_method(of: str, name: str, method: str, given: list[str]) -> Any:
    """What does a method of a container; None if there is none. `given`: what its arguments are, "" of no container."""
    key = (of, method, len(given))
    is_less = method in NOT_OF_DEQUES or (method == "pop" and given)
    if name == "deque" and is_less:
        return METHODS.get((name, method, len(given)))
    for by_class in ((name, method, len(given)), key):
        special: dict[Any, Any] = BY_ARGUMENT.get(given[0] if given else "", {})
        if by_class in special:
            return special[by_class]
        if by_class in METHODS:
            return METHODS[by_class]
    return None


def operation(symbol: str, in_place: bool, one: str, other: str) -> Any:
    """What does an operator; None if there is no such one. `one`, `other`: what its sides are, "" of no container."""
    if in_place and one:  # what is on the left is changed, whatever its names are
        return OPERATIONS.get((symbol + "=", one, other))
    return OPERATIONS.get((symbol, one, other))
