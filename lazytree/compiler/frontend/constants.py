"""Constants that rules may read: values that never change, found without running code of the game's author.

What may change unseen (a list, an object with attributes) is refused, and so is what computes its answers (a
property, a module's `__getattr__`, an int with operators of its own): compiled code could not follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache, partial
from gc import get_referents
from itertools import islice
from types import FunctionType, MethodType, ModuleType
from typing import Any

from lazytree.core.errors import Refused

from ..ir.classes import (
    BOARD,
    GETTER,
    Applied,
    DictOf,
    ListOf,
    SetOf,
    fields_of,
    is_dataclass,
    known_as,
    parts_of,
    verdict,
)
from ..ir.classes import MUTABLE as CHANGING
from .dependencies import (
    ABSENT,
    ATTRIBUTE,
    CALLED,
    INSTANCE,
    METACLASSES,
    OWN_CLASS,
    applied_parts,
    asked,
    attribute_found,
    bases_of,
    is_computed,
    space_of,
)

PARTS = {name: vars(Enum)[name] for name in ("value", "name")}
LEAVES = {int, bool, str, float, bytes, complex, range, type(None), type(...), type(NotImplemented)}
MUTABLE: dict[type, str] = {list: "a tuple", dict: "a nested tuple", set: "an int, or a tuple", bytearray: "a tuple"}
OWN_MODULES = {"enum", "builtins", "typing", "abc"}
OPERATORS = {
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__len__", "__iter__", "__contains__"),
    *("__getitem__", "__getattribute__", "__int__", "__index__", "__abs__", "__neg__", "__pos__", "__invert__"),
    *(f"__{side}{name}__" for side in ("", "r") for name in ("add", "sub", "mul", "floordiv", "mod", "lshift")),
    *(f"__{side}{name}__" for side in ("", "r") for name in ("rshift", "and", "or", "xor", "pow", "divmod")),
}
REMEMBERING: type = type(lru_cache(lambda: None))
APPLIED_KINDS: set[type] = {MethodType, partial}
OF_INSTANCES = {  # what the class of an object may define: nothing that an operator asks
    *("__init__", "__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__repr__"),
    *("__str__", "__call__", "__firstlineno__", "__static_attributes__", "__orig_bases__", "__parameters__"),
    *("__annotate__", "__annotate_func__", "__annotations_cache__", "__dataclass_fields__", "__dataclass_params__"),
}
OF_TUPLES = ("_replace", "_asdict", "_make", "count", "index")
HEAP_TYPE = 1 << 9  # the flag of a class that was made by `class`


def constant(value: Any, name: str, place: bool = False) -> Any:
    """The value itself; Refused if it may change unseen.

    `place`: it was found at a place that is looked at again, where a list, a dict or a set is seen to change: it is
    given as it is now.
    """
    if place and type(value) is REMEMBERING:
        value = remembered(value)
    if place and type(value) in CHANGING:
        value = known_as(value)
    wrong = fault(value)
    if wrong:
        raise Refused(f"{name} {wrong}")
    return value


def remembered(function: Any) -> Any:
    """The function that `cache` or `lru_cache` remembers the results of: without effects, it gives them again."""
    inside = getattr(function, "__wrapped__", None)
    if type(inside) is not FunctionType or not any(inside is each for each in get_referents(function)):
        raise Refused("a function that remembers its results is made by `cache` or `lru_cache` of a plain function")
    return inside


def fault(value: Any) -> str:
    """What is wrong with a constant; empty if nothing is."""
    kind = type(value)
    if kind in LEAVES or kind in CALLED or kind in METACLASSES or issubclass(kind, ModuleType):
        return ""
    if issubclass(kind, type):
        return f"is or holds a class that has a metaclass, {name_of(kind)}"
    if kind in MUTABLE:
        return f"is or holds a {kind.__name__}, which may change: take {MUTABLE[kind]}"
    if kind in (tuple, BOARD, frozenset, ListOf):
        return items_fault(value)
    if kind in APPLIED_KINDS:
        return items_fault(applied_parts(value))
    if kind is Applied or is_instance(value):
        return ""
    if kind is DictOf or kind is SetOf:
        return items_fault(value.values if kind is DictOf else value.items)
    if issubclass(kind, (int, Enum)) or (issubclass(kind, tuple) and "_fields" in names_in(kind)):
        spaces = (vars(base) for base in bases_of(kind) if base not in BUILT_IN)
        written = {name for each in spaces if each.get("__module__") not in OWN_MODULES for name in each}
        own = sorted(OPERATORS & written)
        if own:
            return f"is or holds a {name_of(kind)}, which has a {own[0]} of its own"
        return items_fault(tuple(value)) if issubclass(kind, tuple) else ""
    if is_dataclass(kind):
        wrong = verdict(kind)
        return f"is or holds a {name_of(kind)}: {wrong}" if wrong else items_fault(tuple(parts_of(value)))
    plain = next((each.__name__ for each in (dict, list, set) if issubclass(kind, each)), "")
    advice = (
        f": `{plain}(...)` of it, once"
        if plain
        else ": a constant is an int, a tuple, a PVector, a function or a class"
    )
    return f"is or holds a {name_of(kind)}{advice}"


def is_one_of_a_kind(value: Any) -> bool:
    """Whether `is` says of a constant what its value says: numbers, texts and tuples may be one object or several."""
    kind = type(value)
    return kind is bool or value is None or kind in CALLED or issubclass(kind, (type, ModuleType, Enum))


def items_fault(items: Any) -> str:
    """What is wrong with the first faulty item; empty if all are fine."""
    if set(map(type, items)) <= LEAVES:
        return ""
    return next(filter(None, map(fault, items)), "")


def attribute_of(value: Any, name: str) -> Any:
    """The attribute of a constant: of a module, a class or a NamedTuple."""
    kind = type(value)
    if issubclass(kind, ModuleType):
        return module_attribute(value, name)
    if issubclass(kind, type):
        return class_attribute(value, name)
    if issubclass(kind, Enum) and name in PARTS and asked(ATTRIBUTE, kind, name) is PARTS[name]:
        held = object.__getattribute__(value, "__dict__")
        if f"_{name}_" not in held:
            raise Refused(f"a member of {name_of(kind)} has no .{name} of its own")
        return constant(held[f"_{name}_"], f".{name} of a {name_of(kind)}")
    if is_dataclass(kind) and name in fields_of(kind):
        return constant(dict(zip(fields_of(kind), parts_of(value)))[name], f".{name}")
    if (held := method_held(value, name)) is not None:
        return held
    if is_instance(value):
        return instance_attribute(value, name)
    if kind in (Applied, *APPLIED_KINDS):
        raise Refused(f"no attribute .{name} of a function that is given arguments beforehand")
    if not issubclass(kind, tuple):
        shown = {DictOf: "dict", SetOf: "set"}.get(kind) or name_of(kind)
        raise Refused(f"no attribute .{name} of a {shown}")
    found = asked(ATTRIBUTE, kind, name)
    if type(found) is GETTER:
        return constant(tuple.__getitem__(value, place_of(found)), f".{name}")
    if found is ABSENT or type(found) is FunctionType or is_computed(found):
        raise Refused(f"no attribute .{name} of a {name_of(kind)} that is a constant")
    return constant(found, f"{name_of(kind)}.{name}")


def is_written(value: Any) -> bool:
    """Whether this is a class that was made by `class`."""
    return isinstance(value, type) and bool(type.__dict__["__flags__"].__get__(value) & HEAP_TYPE)


def is_instance(value: Any) -> bool:
    """Whether this is an object of a plain class, without operations of its own: what it holds is looked at again."""
    kind = type(value)
    if type(kind) is not type or not is_written(kind):
        return False
    *written, last = bases_of(kind)
    if last is not object or not all(type(base) is type and is_written(base) for base in written):
        return False
    own = {name for base in written for name in vars(base) if name.startswith("__") and name.endswith("__")}
    return own <= OF_INSTANCES and "__dict__" in names_in(kind)


def method_held(value: Any, name: str) -> Any:
    """The method of a constant, with what it is given beforehand; None where the constant has no such method."""
    kind = type(value)
    tuples = issubclass(kind, tuple) and "_fields" in names_in(kind) and name not in OF_TUPLES
    if not (tuples or is_dataclass(kind) or is_instance(value)) or name in fields_of(kind):
        return None
    if attribute_found(kind, name) is ABSENT:
        return None
    if is_instance(value) and asked(INSTANCE, value, OWN_CLASS) and asked(INSTANCE, value, name) is not ABSENT:
        return None
    found = asked(ATTRIBUTE, kind, name)
    if type(found) is FunctionType:
        return Applied(found, (value,))
    inside = found.__func__ if type(found) in (staticmethod, classmethod) else None
    if type(inside) is not FunctionType:
        return None
    return inside if type(found) is staticmethod else Applied(inside, (kind,))


def instance_attribute(value: Any, name: str) -> Any:
    """The constant that an object holds under a name, or its class."""
    kind = type(value)
    if attribute_found(kind, name) is ABSENT and name not in object.__getattribute__(value, "__dict__"):
        raise Refused(f"a {name_of(kind)} has no attribute .{name}")
    found, own, _ = asked(ATTRIBUTE, kind, name), asked(INSTANCE, value, name), asked(INSTANCE, value, OWN_CLASS)
    if own is not ABSENT and not is_computed(found):
        return constant(own, f".{name} of a {name_of(kind)}", place=True)
    if found is ABSENT or is_computed(found) or type(found) is FunctionType:
        raise Refused(f".{name} of a {name_of(kind)} is computed when it is asked for: make it a constant or a method")
    return constant(found, f"{name_of(kind)}.{name}", place=True)


def place_of(field: Any) -> int:
    """Where a NamedTuple keeps what this descriptor gives."""
    return int(field.__reduce__()[1][0])


def module_attribute(module: ModuleType, name: str) -> Any:
    """The constant that a module holds under a name; Refused if it is computed, absent or not a constant."""
    full = f"{space_of(module).get('__name__', 'module')}.{name}"
    own = {each for base in bases_of(type(module)) if base not in (ModuleType, object) for each in vars(base)}
    if "__getattribute__" in own or name in own:
        raise Refused(f"{full} is computed when it is asked for: import the value by its name")
    found = asked(ATTRIBUTE, module, name)
    if found is ABSENT:
        raise Refused(f"the module has no {full} of its own")
    return constant(found, full, place=True)


def class_attribute(cls: type, name: str) -> Any:
    """The constant that a class holds under a name; Refused if it is computed, absent or not a constant."""
    full = f"{name_of(cls)}.{name}"
    if type(cls) not in METACLASSES:
        raise Refused(f"{full} of a class that has a metaclass, {name_of(type(cls))}")
    found = asked(ATTRIBUTE, cls, name)
    if found is ABSENT:
        raise Refused(f"the class has no {full}")
    if type(found) is staticmethod:
        found = found.__func__
    if type(found) is classmethod and type(found.__func__) is FunctionType:
        return Applied(found.__func__, (cls,))
    if is_computed(found):
        raise Refused(f"{full} is computed when it is asked for: make it a constant or a function")
    return constant(found, full, place=True)


def names_in(cls: type) -> set[str]:
    """All names that a class and its bases define."""
    return {name for base in bases_of(cls) for name in vars(base)}


def name_of(cls: type) -> str:
    """The name of a class, without running code of its metaclass."""
    return str(type.__dict__["__name__"].__get__(cls))


BUILT_IN = {object, int, tuple, bool, str, float}


# ---- What `cache` and `lru_cache` remember: results of before, which may not be those of the functions as they are now
#
# Machine code works out what Python looks up. Both are the same as long as nothing has changed that the function reads;
# so what is remembered is worked out once more. This runs functions that are in the subset, which have no effects.


MOST = 4096  # results that are looked at; of more, the oldest
STALE = "{0} remembers by `cache` a result that it gives no longer: what it reads has changed, so `{0}.cache_clear()`"


class Stale(Refused):
    """Refused only for now: until what is remembered is cleared."""


def refuse_stale(values: Iterable[Any]) -> None:
    """Refused where one of these values is a function that remembers another result than it gives now."""
    for each in values:
        if type(each) is REMEMBERING and any(not is_given(each, *one) for one in islice(remembered_by(each), MOST)):
            raise Stale(STALE.format(getattr(each, "__name__", "a helper")))


def remembered_by(function: Any) -> Iterator[tuple[Any, Any]]:
    """The keys under which a function remembers results, and the results, the oldest first."""
    held = get_referents(function)
    kept = next((each for each in held if type(each) is dict), {})
    if function.cache_parameters()["maxsize"] is None:
        return iter(list(kept.items()))
    return zip(held[1::3][: len(kept)], held[2::3])  # after its class: key, result, the class of what holds both


def is_given(function: Any, key: Any, result: Any) -> bool:
    """Whether the function gives this result now."""
    places = list(key) if type(key) is tuple else [key]
    mark = next((at for at, each in enumerate(places) if type(each) is object), None)  # names and values follow it
    if function.cache_parameters()["typed"]:
        pairs = 0 if mark is None else (len(places) - mark - 1) // 3
        places = places[: len(places) // 2] if mark is None else places[: mark + 1 + 2 * pairs]
    first, named = (places, []) if mark is None else (places[:mark], places[mark + 1 :])
    try:
        now = function.__wrapped__(*first, **dict(zip(named[::2], named[1::2])))
    except Exception:
        return False
    return type(now) is type(result) and bool(now == result)
