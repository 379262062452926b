"""Constants that are no plain values: lists, dicts and sets, and functions with arguments given beforehand.

Lists, dicts and sets are as they are when they are read, and compared by value afterwards. A list is a tuple of a class
of its own: it equals no tuple, and no rule hands it to Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused, name_of

from .value_classes import thing_class

MUTABLE = (list, dict, set)
PLAIN = (int, bool, str, float, bytes, complex)


class ListOf(tuple[Any, ...]):
    """The items of a list that is a constant."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is ListOf and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __add__(self, other: Any) -> Any:
        if type(other) is not ListOf:
            raise TypeError("a list and something else")
        return ListOf(tuple.__add__(self, other))

    def __mul__(self, number: Any) -> Any:
        return ListOf(tuple.__mul__(self, number))

    def __lt__(self, other: Any) -> bool:
        raise TypeError("an order of lists")

    __gt__ = __le__ = __ge__ = __lt__


class DictOf:
    """The keys and the values of a dict that is a constant, in their order."""

    __slots__ = ("keys", "values")

    def __init__(self, keys: tuple[Any, ...], values: tuple[Any, ...]) -> None:
        self.keys, self.values = keys, values

    def __len__(self) -> int:
        return len(self.keys)


class SetOf:
    """The items of a constant that is a set or a frozenset (`form`), in some order."""

    __slots__ = ("form", "items")

    def __init__(self, items: tuple[Any, ...], form: type = set) -> None:
        self.items, self.form = items, form

    def __len__(self) -> int:
        return len(self.items)


def frozen(value: Any) -> Any:
    """A list, a dict or a set as a value that does not change; the items of lists in lists, too.

    Raises: Refused if a list or a dict holds itself.
    """
    try:
        return _frozen(value)
    except RecursionError:
        raise Refused("a list or a dict that holds itself, or too many others in one another") from None


def _frozen(value: Any) -> Any:
    kind = type(value)
    if kind is list:
        return ListOf(_frozen(item) for item in value)
    if kind is tuple:
        return tuple(_frozen(item) for item in value)
    if kind is dict:
        return DictOf(tuple(map(hashed, value)), tuple(_frozen(item) for item in value.values()))
    if kind in (set, frozenset):
        return SetOf(tuple(map(hashed, value)), kind)
    return value


def thawed(value: Any) -> Any:
    """What a frozen value was: lists, dicts and sets again, which are compared as in Python."""
    match value:
        case ListOf():
            return [thawed(each) for each in value]
        case DictOf():
            return {key: thawed(each) for key, each in zip(value.keys, value.values)}
        case SetOf():
            return value.form(value.items)
        case tuple():
            return tuple.__new__(type(value), map(thawed, value))
    return value


def hashed(key: Any) -> Any:
    """A key or an item of a set; Refused unless it is a number, a text, None, of an Enum, or a tuple of these."""
    if type(key) is tuple:
        return tuple(map(hashed, key))
    if type(key) in PLAIN or key is None or isinstance(key, Enum):
        return key
    raise Refused(
        f"a key of a dict, or an item of a set, is a number, a text, a member of an Enum or a tuple, not {name_of(key)}"
    )


def exact(a: Any, b: Any) -> bool:
    """Whether two frozen values are the same: equal, and of the same classes all the way down."""
    if a is b:
        return True
    kind = type(a)
    if kind is not type(b):
        return False
    if kind is ListOf or kind is tuple:
        return len(a) == len(b) and all(map(exact, a, b))
    if kind is DictOf:
        return exact(a.keys, b.keys) and exact(a.values, b.values)
    if kind is SetOf:
        return a.form is b.form and exact(a.items, b.items)
    if isinstance(a, PVector):
        return len(a) == len(b) and all(map(exact, a, b))
    return kind in PLAIN and repr(a) == repr(b)


_KNOWN: dict[int, tuple[Any, Any]] = {}
MOST_KNOWN = 1_000


def is_plain(value: Any) -> bool:
    """Whether a frozen value consists of numbers, texts and boards: it keeps no object of a program alive."""
    kind = type(value)
    if kind is DictOf:
        return is_plain(value.keys) and is_plain(value.values)
    if kind in (tuple, ListOf):
        return all(map(is_plain, value))
    if kind is SetOf:
        return is_plain(value.items)
    return value is None or kind in PLAIN or issubclass(kind, PVector)


def known_as(value: Any) -> Any:
    """`frozen(value)`: the same object as before, as long as nothing in it has changed, if it is plain."""
    made = frozen(value)
    if not is_plain(made):
        return made
    kept = _KNOWN.get(id(value))
    if kept is not None and kept[0] is value and exact(kept[1], made):
        return kept[1]
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(value)] = value, made
    return made


@thing_class
class Applied:
    """A function, or anything else that is called, with its first arguments, and others by name."""

    function: Any
    first: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
