"""Classes whose values are what they look like: ints and tuples with Python's own operations and no others.

The compiler knows what Python's own operations do. A class that brings an operation of its own, which Python would
call, is refused. A value handed back to Python is of the class that Python's would be of, so classes are kept track of:
`int`, `bool`, an IntEnum, MIXED where it depends, NO_CELL of a board that no cell has been put into yet.

Constants that are lists, dicts or sets are `ListOf`, `DictOf`, `SetOf`: what they hold now.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import _FIELD, _HAS_DEFAULT_FACTORY, MISSING, field  # type: ignore[attr-defined]
from enum import Enum, Flag
from functools import lru_cache
from operator import is_
from os.path import basename
from types import FunctionType, MemberDescriptorType
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused, name_of

from .symbols import NOTHING, OrNone, Symbol, merged
from .value_classes import thing_class

MIXED, NO_CELL = object, type(None)
BOARD: Any = type(pvector())
LEAF_CLASSES = (int, str, bool, float, type(None))

OWN = "the class {} has its own `{}`, which is not compiled"

PLAIN: Any = namedtuple("PLAIN", "")
GETTER = type(namedtuple("ONE", "field").__dict__["field"])
ASKED_OF_TUPLES = (
    *("__eq__", "__ne__", "__iter__", "__len__", "__contains__", "__getitem__", "__init__", "__hash__"),
    *("__lt__", "__le__", "__gt__", "__ge__", "__reversed__"),
)
WRITTEN_BY_DATACLASS = ("__init__", "__eq__", "__setattr__", "__delattr__", "__hash__")
NOT_IN_DATACLASSES = (
    *("__post_init__", "__getattribute__", "__getattr__", "__new__", "__iter__", "__len__", "__bool__", "__contains__"),
    *("__getitem__", "__lt__", "__le__", "__gt__", "__ge__", "__ne__", "__reversed__"),
)
NOT_ASKED_OF_INTS = {  # or never by rules: an IntEnum has some of its own
    *("__new__", "__init__", "__init_subclass__", "__subclasshook__", "__class__", "__doc__", "__dir__", "__sizeof__"),
    *("__repr__", "__str__", "__format__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getstate__"),
}
IN_PLACE = ("add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and", "or", "xor")
ASKED_OF_INTS = [
    *(name for name in dir(int) if name.startswith("__") and name not in NOT_ASKED_OF_INTS),
    *(f"__i{name}__" for name in IN_PLACE),
    *("__getattr__", "__call__", "__iter__", "__len__", "__getitem__", "__contains__", "__matmul__", "__rmatmul__"),
]


def found(cls: type, name: str) -> object:
    """What a class or one of its bases defines under a name, as it stands there."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def own_operation(cls: type, name: str) -> Refused:
    """Why a class is refused that has an operation of its own, with the place where that is written."""
    own = found(cls, name)
    code = own.__code__ if isinstance(own, FunctionType) else None
    place = "" if code is None else f"{basename(code.co_filename)}:{code.co_firstlineno}"
    return Refused(OWN.format(cls.__name__, name), place)


def joined_class(a: Any, b: Any) -> Any:
    """The class of a value that is of either class."""
    if a is b or b is NO_CELL:
        return a
    if a is NO_CELL:
        return b
    return MIXED if isinstance(a, type) and isinstance(b, type) else joined_cells(a, b)


def joined_cells(a: Any, b: Any) -> Any:
    """What cells are that are now of one kind, now of the other, where one holds texts or None."""
    if isinstance(a, Symbol) and isinstance(b, Symbol):
        return merged(a, b)
    classes = [each.cls if isinstance(each, OrNone) else each for each in (a, b) if each != NOTHING]
    cls: Any = MIXED if classes == [a, b] else classes[0] if len(classes) == 1 else joined_class(*classes)
    if isinstance(cls, Symbol) or cls is MIXED:
        raise Refused("the cells of a board are ints of one class or None, or texts, or members of Enums")
    return OrNone(cls)


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
            raise own_operation(cls, name)
    if len(members(cls)) < len(cls):
        raise Refused(f"two members of {cls.__name__} are the same int")


def valued_by_ints(cls: Any) -> bool:
    """Whether the value of each member of an IntEnum is the int that it is: no `__new__` has set another one."""
    values = {number: value_of(each) for number, each in members(cls).items()}
    return found_by_value(cls) and all(type(value) is int and value == number for number, value in values.items())


def found_by_value(cls: Any) -> bool:
    """Whether `cls(value)` finds each member by its value, and nothing else."""
    kept = vars(cls)["_value2member_map_"]
    values = [value_of(each) for each in cls]
    return (
        all(map(is_leaf, values))
        and len(kept) == len(values)
        and all(kept.get(value) is each for value, each in zip(values, cls))
    )


def is_leaf(value: Any) -> bool:
    """Whether a value is a number, a text, None, or a tuple of these: it hashes as Python has it."""
    return type(value) in LEAF_CLASSES or (type(value) is tuple and all(map(is_leaf, value)))


def value_of(member: Any) -> Any:
    """The value of a member of an Enum, found without running code of its class; None if it has none."""
    return object.__getattribute__(member, "__dict__").get("_value_")


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
    """Refused unless the class is `tuple`, or a NamedTuple or a dataclass that Python treats as it treats others."""
    if is_dataclass(cls):
        plain_dataclass(cls)
    elif cls is not tuple and cls is not ListOf:
        plain_named_tuple(cls)


def plain_named_tuple(cls: type) -> None:
    """Refused unless the class is a NamedTuple that Python treats as it treats tuples."""
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
        raise own_operation(cls, own[0])


def is_dataclass(cls: type) -> bool:
    """Whether a class was made by `dataclass`, itself and not only a base of it."""
    return "__dataclass_fields__" in vars(cls) and not issubclass(cls, tuple)


def fields_of(cls: type) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple or a dataclass; none of any other class."""
    if issubclass(cls, tuple):
        return getattr(cls, "_fields", ())
    return tuple(each.name for each in data_fields(cls)) if is_dataclass(cls) else ()


def data_fields(cls: type) -> list[Any]:
    """The fields of a dataclass; `dataclass` notes a ClassVar among them, but it is an attribute of the class."""
    noted = vars(cls)["__dataclass_fields__"].values()
    return [each for each in noted if each._field_type.name != "_FIELD_CLASSVAR"]


def parts_of(value: Any) -> list[Any]:
    """The values of a dataclass's fields, found without running code of the class; Refused if they are not there."""
    cls = type(value)
    parts = []
    for name in fields_of(cls):
        slot = vars(cls).get(name)
        if type(slot) is MemberDescriptorType:
            parts.append(slot.__get__(value))
        elif name in (space := object.__getattribute__(value, "__dict__")):
            parts.append(space[name])
        else:
            raise Refused(f"the field {name} of {cls.__name__} has no value")
    return parts


def defaults_of(cls: type) -> dict[str, Any]:
    """The defaults of the fields of a NamedTuple or a dataclass."""
    if issubclass(cls, tuple):
        return getattr(cls, "_field_defaults", {})
    return {each.name: each.default for each in data_fields(cls) if each.default is not MISSING}


def plain_dataclass(cls: Any) -> None:
    """Refused unless a dataclass is frozen and does what `dataclass` has written for it, nothing else."""
    made = vars(cls)["__dataclass_params__"]
    if not made.frozen:
        raise Refused(f"{cls.__name__} is a dataclass that may change: `@dataclass(frozen=True)`")
    if cls.__mro__ != (cls, object) or type(cls) is not type:
        raise Refused(f"{cls.__name__} is a dataclass with a base class: name all fields in one class")
    for each in data_fields(cls):
        if not each.init or each.kw_only or not each.compare:
            raise Refused(
                f"the field {each.name} of {cls.__name__} is no plain field: a type and perhaps a default, without "
                "`init`, `kw_only` and `compare`"
            )
        if each._field_type is not _FIELD:
            raise Refused(f"{each.name} of {cls.__name__} is no field of its values")
    if made.order:
        raise Refused(f"{cls.__name__} is a dataclass with an order: leave out `order=True`")
    given = getattr(vars(cls).get("__init__"), "__defaults__", None) or ()
    fields = data_fields(cls)
    values = [_HAS_DEFAULT_FACTORY if each.default is MISSING else each.default for each in fields]
    known = [
        each for each, one in zip(values, fields) if one.default is not MISSING or one.default_factory is not MISSING
    ]
    if len(given) != len(known) or not all(map(is_, given, known)):
        raise Refused(f"the defaults of {cls.__name__} are not those of its fields")
    codes = {name: getattr(vars(cls).get(name), "__code__", None) for name in WRITTEN_BY_DATACLASS}
    own = [name for name, code in codes.items() if getattr(code, "co_filename", "") != "<string>"]
    own += [name for name in NOT_IN_DATACLASSES if name in vars(cls)]
    if own:
        raise own_operation(cls, own[0])


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
    return same and _program(new.__code__) == _program(_code_of_new(cls._fields))


@lru_cache(maxsize=256)
def _code_of_new(fields: tuple[str, ...]) -> Any:
    """The code that namedtuple writes for the __new__ of a class with these fields."""
    names = ", ".join(fields) + "," * (len(fields) == 1)
    return eval(f"lambda _cls, {names}: _tuple_new(_cls, ({names}))").__code__


def _program(code: Any) -> Any:
    return code.co_code, code.co_names, code.co_varnames, code.co_argcount, code.co_consts


def _code(function: Any) -> Any:
    return getattr(getattr(function, "__func__", function), "__code__", None)


def _is_field(found: Any, position: int) -> bool:
    return type(found) is GETTER and found.__reduce__()[1][0] == position


# ---- Constants that are no plain values: lists, dicts and sets, and functions with arguments given beforehand


MUTABLE = (list, dict, set)
LEAVES = (int, bool, str, float, bytes, complex)


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
    if type(key) in LEAVES or key is None or isinstance(key, Enum):
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
    if kind is ListOf or kind is tuple or isinstance(a, PVector):
        return len(a) == len(b) and all(map(exact, a, b))
    if kind is DictOf:
        return exact(a.keys, b.keys) and exact(a.values, b.values)
    if kind is SetOf:
        return a.form is b.form and exact(a.items, b.items)
    return kind in LEAVES and repr(a) == repr(b)


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
    return value is None or kind in LEAVES or issubclass(kind, PVector)


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
