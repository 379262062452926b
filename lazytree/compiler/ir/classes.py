"""Classes whose values are what they look like: ints and tuples with Python's own operations and no others.

The compiler knows what Python's own operations do. A class that brings an operation of its own, which Python would
call, is refused. A value handed back to Python is of the class that Python's would be of, so classes are kept track of:
`int`, `bool`, an IntEnum, MIXED where it depends, NO_CELL of a board that no cell has been put into yet.
"""

from __future__ import annotations

from collections import namedtuple
from enum import Enum, Flag
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused

from .frozen import ListOf

MIXED, NO_CELL = object, type(None)
BOARD: Any = type(pvector())

OWN = "the class {} has its own `{}`, which is not compiled"

PLAIN: Any = namedtuple("PLAIN", "")
GETTER = type(namedtuple("ONE", "field").__dict__["field"])
ASKED_OF_TUPLES = ("__eq__", "__ne__", "__iter__", "__len__", "__contains__", "__getitem__", "__init__", "__hash__")
NOT_ASKED_OF_INTS = {  # or never by rules: an IntEnum has some of its own
    *("__new__", "__init__", "__init_subclass__", "__subclasshook__", "__class__", "__doc__", "__dir__", "__sizeof__"),
    *("__repr__", "__str__", "__format__", "__hash__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getstate__"),
}
ASKED_OF_INTS = [name for name in dir(int) if name.startswith("__") and name not in NOT_ASKED_OF_INTS]


def found(cls: type, name: str) -> object:
    """What a class or one of its bases defines under a name, as it stands there."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def joined_class(a: type, b: type) -> type:
    """The class of a value that is of either class."""
    if a is b or b is NO_CELL:
        return a
    return b if a is NO_CELL else MIXED


def class_of_int(value: int) -> type:
    """The class of an int: int, bool or an IntEnum; Refused for any other."""
    cls = type(value)
    if cls is not int and cls is not bool:
        plain_enum(cls)
    return cls


def plain_enum(cls: type) -> None:
    """Refused unless the class is an IntEnum whose members Python treats as it treats ints."""
    if issubclass(cls, Flag):
        raise Refused(f"{cls.__name__} is a Flag, whose operators make Flags: take plain ints (`int(...)`)")
    if not issubclass(cls, Enum):
        raise Refused(f"an int is a plain int, a bool or a member of an IntEnum, not a {cls.__name__}")
    for name in (*ASKED_OF_INTS, "bit_count", "bit_length"):
        if found(cls, name) is not found(int, name):
            raise Refused(OWN.format(cls.__name__, name))
    if len(members(cls)) < len(cls):
        raise Refused(f"two members of {cls.__name__} are the same int")


def verdict(cls: type) -> str:
    """Why values of this class do not compile; empty if they do."""
    try:
        plain_enum(cls) if issubclass(cls, int) and issubclass(cls, Enum) else plain_tuple(cls)
    except Refused as refused:
        return refused.rule
    return ""


def members(cls: Any) -> dict[int, Any]:
    """The members of an IntEnum by their values as ints."""
    return {int(member): member for member in cls}


def plain_tuple(cls: type) -> None:
    """Refused unless the class is `tuple`, or a NamedTuple that Python treats as it treats tuples."""
    if cls is tuple or cls is ListOf:
        return
    names = getattr(cls, "_fields", None)
    if not issubclass(cls, tuple) or not isinstance(names, tuple):
        raise Refused(f"a tuple is a plain tuple or a NamedTuple, not a {cls.__name__}")
    own = [name for name in ASKED_OF_TUPLES if found(cls, name) is not found(tuple, name)]
    own = [name for name in own if name != "__hash__" or "__eq__" in own]
    own += [name for name, plain in _constructors(cls) if not plain]
    own += [name for at, name in enumerate(names) if not _is_field(found(cls, name), at)]
    if found(cls, "__getattribute__") is not found(tuple, "__getattribute__"):
        own.append("__getattribute__")
    if own:
        raise Refused(OWN.format(cls.__name__, own[0]))


def _constructors(cls: Any) -> list[tuple[str, bool]]:
    """Whether values are made, and changed, as namedtuple has set it up."""
    return [
        ("__call__", type(cls).__call__ is type.__call__),
        ("__new__", _is_new(cls.__new__, cls)),
        ("_make", _code(cls._make) is _code(PLAIN._make)),
        ("_replace", _code(cls._replace) is _code(PLAIN._replace)),
    ]


def _is_new(new: Any, cls: Any) -> bool:
    """Whether this is the __new__ that namedtuple writes for a class with these fields and defaults."""
    names = getattr(new, "__globals__", {})
    if not str(names.get("__name__", "")).startswith("namedtuple_") or names.get("_tuple_new") is not tuple.__new__:
        return False
    given, known = new.__defaults__ or (), tuple(cls._field_defaults.values())
    same = len(given) == len(known) and all(a is b for a, b in zip(given, known))
    return same and new.__code__.co_varnames[1:] == cls._fields


def _code(function: Any) -> Any:
    return getattr(getattr(function, "__func__", function), "__code__", None)


def _is_field(found: Any, position: int) -> bool:
    return type(found) is GETTER and found.__reduce__()[1][0] == position


def has_own(cls: type, name: str) -> bool:
    """Whether asking a tuple of this class for a method of tuples finds something else."""
    return found(cls, name) is not found(tuple, name)
