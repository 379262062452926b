"""Values that are one of a few: None, texts, members of plain Enums. In machine code each is a number.

A program numbers them as it meets them; None has the same number in every program. A type carries the values that can
occur with their numbers, so that it can go from one program to another, and to the cache.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, EnumMeta, Flag
from operator import itemgetter
from typing import Any

from lazytree.core.errors import Refused, name_of

from .value_classes import value_class

NONE = -128  # the number of None. An int that lies beside it in a board is greater
MOST_SYMBOLS = 120  # of one program: a cell of a board has 8 bits at least
SHOWN = (int, float, complex, bool, str, bytes, type(None))  # messages write their values out
OWN_OPERATIONS = (
    *("__eq__", "__ne__", "__hash__", "__bool__", "__getattribute__", "__getattr__", "__len__", "__class__"),
    *("__iter__", "__getitem__", "__contains__"),
)


@value_class
class Symbol:
    """One of these values, each with its number, in the order of the numbers."""

    members: tuple[tuple[int, Any], ...]

    @property
    def low(self) -> int:
        return self.members[0][0]

    @property
    def high(self) -> int:
        return self.members[-1][0]

    @property
    def values(self) -> tuple[Any, ...]:
        return tuple(value for _, value in self.members)

    @property
    def may_be_none(self) -> bool:
        return self.low == NONE

    @property
    def is_none(self) -> bool:
        """Whether None is the only value."""
        return self.high == NONE

    @property
    def enum(self) -> Any:
        """The Enum that all values but None are members of; None if there is no such Enum."""
        classes = {type(value) for value in self.values if value is not None}
        return classes.pop() if len(classes) == 1 and not classes & {str} else None


@value_class
class OrNone:
    """What the cells of a board are that holds None beside ints of one class."""

    cls: Any


NOTHING = Symbol(((NONE, None),))


class Numbering:
    """The numbers of a program's texts and members of Enums."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        """The number of a value, a new one if there is none yet. Members of one Enum follow one another."""
        if value is None:
            return NONE
        if value not in self.numbers:
            news = list(type(value)) if isinstance(value, Enum) else [value]
            first = max(self.numbers.values(), default=-1) + 1
            if first + len(news) > MOST_SYMBOLS:
                raise Refused(f"more than {MOST_SYMBOLS} texts and members of Enums: number them, by an IntEnum")
            self.numbers.update(zip(news, range(first, first + len(news))))
        return self.numbers[value]

    def adopt(self, members: Iterable[tuple[int, Any]]) -> None:
        """Takes over the numbers of another program; Refused if that is too late."""
        for number, value in members:
            if value is None or self.numbers.get(value) == number:
                continue
            if value in self.numbers or number in self.numbers.values():
                raise Refused("texts, or members of Enums, that two programs number differently")
            self.numbers[value] = number


class _InUse(threading.local):
    numbering: Numbering | None = None


_NOW = _InUse()


def use(numbering: Numbering) -> Numbering:
    """From now on, in this thread, constants are numbered so."""
    _NOW.numbering = numbering
    return numbering


@contextmanager
def numbered_apart() -> Iterator[None]:
    """Inside, in this thread, constants are numbered anew; afterwards as before."""
    before, _NOW.numbering = _NOW.numbering, Numbering()
    try:
        yield
    finally:
        _NOW.numbering = before


def is_symbol(value: Any) -> bool:
    """Whether a constant is None, a text or a member of an Enum that is not one of ints."""
    return value is None or type(value) is str or (isinstance(value, Enum) and not isinstance(value, int))


def symbol_of(value: Any) -> Symbol:
    """The type of a constant; Refused if it is a member of an Enum with operations of its own."""
    if value is None:
        return NOTHING
    if type(value) is not str:
        plain_choice(type(value))
    assert _NOW.numbering is not None
    return Symbol(((_NOW.numbering.number(value), value),))


def symbols_of(values: Iterable[Any]) -> Symbol:
    """The type of what is one of these constants."""
    return merged(*(symbol_of(value) for value in values))


def merged(*kinds: Symbol) -> Symbol:
    """The type of what is of one of these types."""
    return Symbol(
        tuple(sorted({number: value for kind in kinds for number, value in kind.members}.items(), key=itemgetter(0)))
    )


def plain_choice(cls: Any) -> None:
    """Refused unless the class is an Enum whose members are compared by identity, and are no numbers or texts."""
    name = type.__dict__["__name__"].__get__(cls)
    if type(cls) is not EnumMeta or issubclass(cls, Flag) or getattr(cls, "_member_type_", None) is not object:
        raise Refused(f"{name} is an Enum of a special kind: a plain Enum, or an IntEnum")
    for own in OWN_OPERATIONS:
        if any(own in vars(base) for base in cls.__mro__ if base.__module__ not in ("enum", "builtins")):
            raise Refused(f"the class {name} has its own `{own}`, which is not compiled")


def first_number(cls: Any) -> int:
    """The number of an Enum's first member: the others follow."""
    assert _NOW.numbering is not None
    return _NOW.numbering.number(next(iter(cls)))


def told(kind: Symbol) -> str:
    """The values in words, for messages."""
    if kind.is_none:
        return "None"
    words = [named_value(value) for value in kind.values[:4]]
    return " or ".join(words) + (" ..." if len(kind.values) > 4 else "")


def named_value(value: Any) -> str:
    """A constant as the source writes it, without running code of its class: a member of an Enum by its name."""
    if isinstance(value, Enum):
        return f"{name_of(type(value))}.{object.__getattribute__(value, '_name_')}"
    if type(value) is tuple:
        return f"({', '.join(map(named_value, value))}{',' * (len(value) == 1)})"
    return repr(value) if type(value) in SHOWN else name_of(value)
