"""Which function of the library does what: methods and operators of containers, and Python's own functions."""

from __future__ import annotations

import functools
import itertools
import math
from typing import Any

from . import dicts, iterators, lists, sets

METHODS: dict[tuple[str, ...], Any] = {
    ("sequence", "__contains__"): lists.contains,
    ("sequence", "count"): lists.count_of,
    ("sequence", "index"): lists.index_of,
    ("sequence", "exchanged"): lists.exchanged,
    ("PVector", "append"): "append",
    ("PVector", "extend"): lists.longer,
    ("PVector", "delete"): lists.without_item,
    ("text", "find"): lists.found_text,
    ("text", "startswith"): lists.begins_with,
    ("text", "endswith"): lists.ends_with,
    ("text", "replace"): lists.with_another,
    ("text", "exchanged"): lists.with_character,
    ("dict", "__contains__"): dicts.has,
    ("keys", "__contains__"): dicts.has,
    ("values", "__contains__"): iterators.has_item,
    ("items", "__contains__"): iterators.has_item,
    ("dict", "add one"): dicts.put_pair,
    ("dict", "get"): dicts.get,
    ("dict", "setdefault"): dicts.kept,
    ("dict", "pop"): dicts.taken,
    ("dict", "popitem"): dicts.taken_last,
    ("dict", "clear"): "clear",
    ("dict", "update"): dicts.put_pairs,
    ("dict", "update", "dict"): dicts.put_dict,
    ("dict", "__delitem__"): dicts.taken,
    ("dict", "copy"): dicts.copied_dict,
    ("Counter", "copy"): dicts.copied_counter,
    ("Counter", "__delitem__"): dicts.removed_if_there,
    ("Counter", "add one"): dicts.counted_one,
    ("Counter", "update"): dicts.counted,
    ("Counter", "update", "dict"): dicts.counts_added,
    ("Counter", "subtract"): dicts.counted_down,
    ("Counter", "subtract", "dict"): dicts.counts_subtracted,
    ("Counter", "total"): dicts.total,
    ("Counter", "most_common"): dicts.most_common,
    ("Counter", "elements"): dicts.elements,
    ("list", "__contains__"): lists.contains,
    ("list", "count"): lists.count_of,
    ("list", "index"): lists.index_of,
    ("list", "exchanged"): lists.exchanged,
    ("list", "append"): "append",
    ("list", "pop"): lists.popped,
    ("list", "remove"): lists.removed_item,
    ("list", "sort"): lists.sort,
    ("list", "insert"): lists.inserted,
    ("list", "reverse"): lists.turned,
    ("list", "clear"): lists.emptied,
    ("list", "extend"): lists.extended,
    ("list", "extend", "list"): lists.extended_by_list,
    ("list", "__delitem__"): lists.popped,
    ("list", "delete part"): lists.deleted_part,
    ("list", "put part"): lists.put_part,
    ("list", "copy"): lists.copied_list,
    ("deque", "copy"): lists.copied_deque,
    ("deque", "pop"): lists.popped_last,
    ("deque", "popleft"): lists.popped_first,
    ("deque", "appendleft"): lists.inserted_first,
    ("deque", "extendleft"): lists.extended_in_front,
    ("deque", "rotate"): lists.rotated,
    ("deque", "delete part"): None,
    ("deque", "put part"): None,
    ("generator", "next"): iterators.next_item,
    ("generator", "__contains__"): iterators.has_item,
    ("set", "__contains__"): "has",
    ("set", "add"): "join",
    ("set", "add one"): "join",
    ("set", "discard"): sets.discarded,
    ("set", "remove"): sets.left,
    ("set", "clear"): "clear",
    ("set", "update"): sets.joined_by,
    ("set", "update", "set"): sets.joined_by_set,
    ("set", "update", "plain dict"): sets.joined_by_keys,
    ("set", "copy"): sets.copied_set,
    ("set", "union"): sets.united_with,
    ("set", "union", "plain dict"): sets.united_with_keys,
    ("set", "intersection"): sets.common_items,
    ("set", "difference"): sets.without_items,
    ("set", "difference", "plain dict"): sets.without_keys,
    ("set", "symmetric_difference"): sets.in_one_of_items,
    ("set", "issubset"): sets.is_part_of_items,
    ("set", "issuperset"): sets.is_whole,
    ("set", "isdisjoint"): sets.is_apart,
    ("set", "difference_update"): sets.less_items,
    ("set", "intersection_update"): sets.common_items_only,
    ("set", "symmetric_difference_update"): sets.in_one_of_items_only,
    ("set", "symmetric_difference_update", "set"): sets.in_one_only,
    ("set", "union", "set"): sets.united,
    ("set", "intersection", "set"): sets.common,
    ("set", "difference", "set"): sets.without,
    ("set", "symmetric_difference", "set"): sets.in_one,
    ("set", "issubset", "set"): sets.is_part,
    ("set", "difference_update", "set"): sets.less,
    ("set", "intersection_update", "set"): sets.common_only,
}
"""By the container, the method and, if it counts, what its first argument is: a function, or what is asked itself."""
GIVE_NOTHING = (
    *("__delitem__", "extend", "update", "difference_update", "intersection_update", "symmetric_difference_update"),
    *("extendleft", "subtract"),
)
"""Methods that give None, whatever their functions give."""
OPERATIONS: dict[tuple[str, str, str], Any] = {
    ("+", "list", "list"): lists.joined_lists,
    ("+=", "list", "list"): lists.extended_by_list,
    ("+=", "list", ""): lists.extended,
    ("+=", "list", "set"): lists.extended,
    ("+=", "list", "dict"): lists.extended,
    ("*", "list", ""): lists.repeated,
    ("*=", "list", ""): lists.repeated_in_place,
    ("*", "", "list"): lists.repeats,
    ("==", "list", "list"): lists.same_lists,
    ("==", "dict", "dict"): dicts.same,
    ("|", "dict", "dict"): dicts.joined_dicts,
    ("|=", "dict", "dict"): dicts.put_dict,
    ("==", "Counter", "Counter"): dicts.same_counts,
    ("+", "Counter", "Counter"): dicts.counts_of_both,
    ("-", "Counter", "Counter"): dicts.counts_without,
    ("|", "Counter", "Counter"): dicts.most_counts,
    ("&", "Counter", "Counter"): dicts.least_counts,
    ("+=", "Counter", "dict"): dicts.added_to,
    ("-=", "Counter", "dict"): dicts.taken_from,
    ("|=", "Counter", "dict"): dicts.raised_by,
    ("&=", "Counter", "Counter"): dicts.lowered_to,
    ("<=", "Counter", "Counter"): dicts.counts_are_within,
    (">=", "Counter", "Counter"): dicts.counts_hold,
    ("<", "Counter", "Counter"): dicts.counts_are_fewer,
    (">", "Counter", "Counter"): dicts.counts_are_more,
    ("|", "set", "set"): sets.united,
    ("|=", "set", "set"): sets.joined_by_set,
    ("&", "set", "set"): sets.common,
    ("&=", "set", "set"): sets.common_only,
    ("-", "set", "set"): sets.without,
    ("-=", "set", "set"): sets.less,
    ("^", "set", "set"): sets.in_one,
    ("^=", "set", "set"): sets.in_one_only,
    ("==", "set", "set"): sets.same_members,
    ("<=", "set", "set"): sets.is_part,
    (">=", "set", "set"): sets.is_whole,
    ("<", "set", "set"): sets.is_smaller_part,
    (">", "set", "set"): sets.is_larger_whole,
}
"""By the operator and its sides, "" of what is no container; `!=` is the contrary of `==`."""
OF_VALUES: dict[str, Any] = {
    **dict.fromkeys(("|", "union"), sets.union_of),
    **dict.fromkeys(("&", "intersection"), sets.members_of_both),
    **dict.fromkeys(("-", "difference"), sets.members_of_one),
    **dict.fromkeys(("^", "symmetric_difference"), sets.members_of_either),
    **dict.fromkeys(("<=", "issubset"), sets.is_part),
    **dict.fromkeys((">=", "issuperset"), sets.is_whole),
    **dict.fromkeys(("==", "!="), sets.same_members),
    "<": sets.is_smaller_part,
    ">": sets.is_larger_whole,
    "isdisjoint": sets.is_apart,
    "copy": sets.itself,
    "__contains__": sets.contains,
}
"""Operators and methods of sets as values; `!=` is the contrary of what its function says."""
MAKING = ("|", "&", "-", "^", "union", "intersection", "difference", "symmetric_difference", "copy")
"""Those that give a set."""
MADE = (list, set, dict)
"""What makes an item of a defaultdict that is a container."""


# ---- Python's functions, each read in place of its call, with the loop over its `iterable` in it


def under_their_names(table: dict[Any, Any]) -> dict[Any, Any]:
    """The table itself; its functions have the names of those that they stand for, which messages tell."""
    for function, made in table.items():
        made.__name__ = function.__name__
    return table


FUNCTIONS = under_their_names(
    {
        sum: iterators.summed,
        math.prod: iterators.multiplied,
        any: iterators.is_any,
        all: iterators.are_all,
        min: iterators.least,
        max: iterators.most,
        next: iterators.first,
        functools.reduce: iterators.reduced,
        sorted: iterators.in_order_of,
        dict.fromkeys: dicts.from_keys,
        list.sort: lists.sort,
        divmod: iterators.quotient_and_rest,
        math.fabs: iterators.absolute,
        math.gcd: iterators.common_divisor,
        math.isqrt: iterators.whole_root,
    }
)
IN_ANY_ORDER = (sum, any, all, min, max, sorted)
"""Those whose result does not depend on the order of what they go over."""
GENERATORS = under_their_names(
    {
        iter: iterators.one_by_one,
        enumerate: iterators.numbered,
        filter: iterators.kept,
        itertools.chain.from_iterable: iterators.flattened,
        itertools.pairwise: iterators.neighbours,
        itertools.accumulate: iterators.totals,
        itertools.count: iterators.numbers,
        itertools.repeat: iterators.repeated,
    }
)


def of_method(of: str, name: str, method: str, first: tuple[str, ...]) -> Any:
    """What does a method of a container; None if there is none.

    `first`: what its first argument is, the narrowest first.
    """
    keys = [(each, method, *more) for each in (name, of) for more in (*((one,) for one in first), ())]
    return next((METHODS[key] for key in keys if key in METHODS), None)


def operation(symbol: str, in_place: bool, one: tuple[str, ...], other: tuple[str, ...]) -> Any:
    """What does an operator; None if there is no such one.

    `one`, `other`: what its sides are, the narrowest first, "" of no container.
    """
    if in_place and "" not in one:  # what is on the left is changed, whatever its names are
        symbol += "="
    keys = (("==" if symbol == "!=" else symbol, a, b) for a in one for b in other)
    return next((OPERATIONS[key] for key in keys if key in OPERATIONS), None)
