"""What rules do to sets, in the subset: to those that they make, and to sets as values.

Each is a function of the container, which is asked (`ask`). Where Python raises an error, it raises one, so that
machine code hands the question back.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from lazytree.searching.kernels.memory import ask

from . import of_a_copy


def left(s: Any, item: Any) -> None:
    """`s.remove(item)`."""
    if not ask("leave", s, item):
        raise KeyError


def discarded(s: Any, item: Any) -> None:
    """`s.discard(item)`."""
    ask("leave", s, item)


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


def joined_by_keys(s: Any, d: Any) -> Any:
    """As `joined_by`, by the keys of a dict: Python makes room for all of them first."""
    ask("room", s, ask("len", d))
    return joined_by(s, d)


def united(s: Any, other: Any) -> Any:
    """`s | other`."""
    made = copied_set(s)
    return made if ask("word", s) == ask("word", other) else joined_by_set(made, other)


united_with = of_a_copy(joined_by, copied_set)  # `s.union(items)`
united_with_keys = of_a_copy(joined_by_keys, copied_set)  # `s.union(d)` of a dict


def of_keys(keys: Any) -> Any:
    """A set of the keys of a dict."""
    return joined_by(set(), keys)


def common(s: Any, other: Any) -> Any:
    """`s & other`."""
    if ask("word", s) == ask("word", other):
        return copied_set(s)
    if ask("len", other) > ask("len", s):
        return {item for item in s if ask("has", other, item)}
    return {item for item in other if ask("has", s, item)}


def without(s: Any, other: Any) -> Any:
    """`s - other`."""
    if ask("len", s) // 4 > ask("len", other):
        return less(copied_set(s), other)
    return {item for item in s if not ask("has", other, item)}


def in_one(s: Any, other: Any) -> Any:
    """`s ^ other`."""
    return ask("unordered", united(without(s, other), without(other, s)))


def in_place(found: Any) -> Any:
    """The function that makes a set what `found` gives of it and another one, and gives the set itself."""

    def made(s: Any, other: Any) -> Any:
        members = found(s, other)
        ask("clear", s)
        ask("become", s, members)
        return s

    return made


in_one_only, common_only = in_place(in_one), in_place(common)  # `s ^= other`, `s &= other`


def less(s: Any, other: Any) -> Any:
    """The set itself, after `s -= other`."""
    if ask("word", s) == ask("word", other):
        ask("clear", s)
        return s
    for item in ask("in any order", other):
        ask("leave", s, item)
    ask("tidy", s)
    return s


# ---- the same of other items: of a list, a tuple, a generator; of the keys of a dict


def ends_early(method: Any) -> bool:
    """Whether a method of {1} goes no further in what it is given than to the 1: this depends on the Python."""
    items = iter((1, 2))
    method(items)
    return next(items, 0) == 2


COMMON_ENDS_EARLY, PART_ENDS_EARLY = ends_early({1}.intersection), ends_early({1}.issubset)


def common_items(s: Any, items: Any) -> Any:
    """`s.intersection(items)`."""
    made: Any = set()
    for item in items:
        if ask("has", s, item):
            ask("join", made, item)
            if COMMON_ENDS_EARLY and ask("len", made) >= ask("len", s):
                break
    return made


common_items_only = in_place(common_items)  # `s.intersection_update(items)`


def less_items(s: Any, items: Any) -> Any:
    """The set itself, after `s.difference_update(items)`."""
    for item in items:
        ask("leave", s, item)
    ask("tidy", s)
    return s


without_items = of_a_copy(less_items, copied_set)  # `s.difference(items)`


def without_keys(s: Any, d: Any) -> Any:
    """`s.difference(d)` of a dict."""
    if ask("len", s) // 4 > ask("len", d):
        return without_items(s, d)
    return {item for item in s if item not in d}


def in_one_of_items(s: Any, items: Any) -> Any:
    """`s.symmetric_difference(items)`."""
    return in_one(joined_by(set(), items), s)


in_one_of_items_only = in_place(in_one_of_items)  # `s.symmetric_difference_update(items)`


def is_part_of_items(s: Any, items: Any) -> bool:
    """`s.issubset(items)`."""
    if PART_ENDS_EARLY:
        return bool(ask("len", common_items(s, items)) == ask("len", s))
    return is_part(s, joined_by(set(), items))


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
    """`s >= other`, `s.issuperset(other)`: of the items of a list, which may be more than there are members."""
    return all(item in s for item in other)


def is_larger_whole(s: Any, other: Any) -> bool:
    """`s > other`."""
    return is_smaller_part(other, s)


def is_apart(s: Any, other: Any) -> bool:
    """`s.isdisjoint(other)`."""
    return not any(item in s for item in other)


# ---- sets as values: frozensets, and sets that are constants; the other set may be of any kind


def thawed(s: Any) -> Any:
    """A set of the members of a set as a value."""
    made: Any = set()
    for item in ask("in any order", s):
        ask("join", made, item)
    return made


def frozen(s: Any) -> Any:
    """A frozenset of the members of a set."""
    return frozenset(s)


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
    """`item in s`."""
    for each in ask("in any order", s):
        if item == each:
            return True
    return False
