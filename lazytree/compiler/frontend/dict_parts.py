"""What is done to a dict that changes, as rules do it to two lists: its keys in their order, and beside each its value.

`dict_texts` writes calls of these functions in place of what a rule says of a dict; they are read in place of their
calls. Where Python raises a KeyError, `.index` raises here, so that machine code hands the question back. A third list,
`gone`, grows by each removal: a loop over a dict that has lost a key may not go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Items = list[Any]


def place(keys: Items, key: Any) -> int:
    """Where a key is; -1 if there is none."""
    for at, each in enumerate(keys):
        if each == key:
            return at
    return -1


def put(keys: Items, values: Items, value: Any, key: Any) -> None:
    """`d[key] = value`: a key that is there keeps its place."""
    at = place(keys, key)
    if at < 0:
        keys.append(key)
        values.append(value)
    else:
        values[at] = value


def placed(keys: Items, values: Items, key: Any, value: Any) -> int:
    """Where a key is, which is put there with this value if there is none."""
    at = place(keys, key)
    if at < 0:
        at = len(keys)
        keys.append(key)
        values.append(value)
    return at


def got_or(keys: Items, values: Items, key: Any, other: Any) -> Any:
    """`d.get(key, other)`."""
    at = place(keys, key)
    if at < 0:
        return other
    return values[at]


def kept(keys: Items, values: Items, key: Any, value: Any) -> Any:
    """`d.setdefault(key, value)`."""
    at = placed(keys, values, key, value)
    return values[at]


def taken(keys: Items, values: Items, gone: Items, key: Any) -> Any:
    """`d.pop(key)`."""
    at = keys.index(key)
    gone.append(0)
    value = values[at]
    del keys[at]
    del values[at]
    return value


def taken_or(keys: Items, values: Items, gone: Items, key: Any, other: Any) -> Any:
    """`d.pop(key, other)`."""
    at = place(keys, key)
    if at < 0:
        return other
    gone.append(0)
    value = values[at]
    del keys[at]
    del values[at]
    return value


def removed(keys: Items, values: Items, gone: Items, key: Any) -> None:
    """`del d[key]`."""
    at = keys.index(key)
    gone.append(0)
    del keys[at]
    del values[at]


def removed_if_there(keys: Items, values: Items, gone: Items, key: Any) -> None:
    """`del d[key]` of a Counter, which asks for no key."""
    at = place(keys, key)
    if at >= 0:
        gone.append(0)
        del keys[at]
        del values[at]


def taken_last(keys: Items, values: Items, gone: Items) -> Any:
    """`d.popitem()`."""
    gone.append(0)
    key = keys.pop()
    value = values.pop()
    return key, value


def emptied(keys: Items, values: Items, gone: Items) -> None:
    """`d.clear()`."""
    gone.append(0)
    keys.clear()
    values.clear()


def keys_of(keys: Items, gone: Items) -> Iterator[Any]:
    """What a loop over the keys goes over."""
    size, before = len(keys), len(gone)
    for at in range(size):
        yield keys[at]
        assert len(keys) == size and len(gone) == before


def values_of(values: Items, gone: Items) -> Iterator[Any]:
    """What a loop over `d.values()` goes over."""
    size, before = len(values), len(gone)
    for at in range(size):
        yield values[at]
        assert len(values) == size and len(gone) == before


def items_of(keys: Items, values: Items, gone: Items) -> Iterator[Any]:
    """What a loop over `d.items()` goes over."""
    size, before = len(keys), len(gone)
    for at in range(size):
        yield keys[at], values[at]
        assert len(keys) == size and len(gone) == before


def same(keys: Items, values: Items, others: Items, other_values: Items) -> bool:
    """`d == other`: the same keys, in any order, with the same values."""
    if len(keys) != len(others):
        return False
    for at, key in enumerate(keys):
        there = place(others, key)
        if there < 0:
            return False
        if values[at] != other_values[there]:
            return False
    return True


def same_counts(keys: Items, values: Items, others: Items, other_values: Items) -> bool:
    """`d == other` of two Counters: what is not there counts 0."""
    for at, key in enumerate(keys):
        if values[at] != got_or(others, other_values, key, 0):
            return False
    for at, key in enumerate(others):
        if other_values[at] != got_or(keys, values, key, 0):
            return False
    return True
