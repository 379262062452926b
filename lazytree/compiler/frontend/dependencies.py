"""What compiled code depends on: the places where rules find functions and constants, and what lies there.

A place is looked at without running code of the game's author: no property, no `__getattr__`, no `__eq__`. While
functions are read, every place that they ask is recorded, so that the compiler can tell whether its walk has met all
of them.
"""

from __future__ import annotations

import threading
from abc import ABCMeta
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import EnumMeta
from operator import is_
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, cast

from lazytree.core.errors import Refused
from lazytree.searching.kernels import memory

from ..ir.classes import (
    ASKED_OF_INTS,
    ASKED_OF_TUPLES,
    GETTER,
    LEAVES,
    MUTABLE,
    NOT_IN_DATACLASSES,
    WRITTEN_BY_DATACLASS,
    defaults_of,
    exact,
    fields_of,
    frozen,
    is_dataclass,
    parts_of,
)
from ..ir.value_classes import thing_class

ABSENT: Any = object()
CELL, GLOBAL, ATTRIBUTE, FUNCTION, CLASS = "cell", "global", "attribute", "function", "class"
INSTANCE, APPLIED = "instance", "applied"  # an attribute of an object; what a `partial` or a bound method holds
OWN_CLASS = "__class__"
OPERATIONS = (
    *sorted({*ASKED_OF_INTS, *ASKED_OF_TUPLES, "__new__", "__getattribute__", "_make", "_replace", "_member_map_"}),
)
CALLED = {FunctionType, BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType}
METACLASSES: set[type] = {type, ABCMeta, EnumMeta}

Key = tuple[str, int, str]


@thing_class
class Dependency:
    """A place, and what was found there.

    A place is a closure's cell, a global name, an attribute, a function, or how a class works.
    """

    kind: str
    owner: Any  # the cell; the function that has the globals; the class or module; the function; the class
    name: str
    found: Any
    content: tuple[Any, ...] = ()  # what was in it, as far as that may change

    @property
    def key(self) -> Key:
        return key_of(self.kind, self.owner, self.name)

    def holds(self) -> bool:
        """Whether what was found is still there."""
        now = look(self.kind, self.owner, self.name)
        if not same(self.found, now):
            return False
        try:
            return not self.content or exact(self.content, inside(self.kind, now))
        except Refused:  # what cannot be a constant has been put into it since
            return False


def depends_on(kind: str, owner: Any, name: str) -> Dependency:
    """A place, with what lies there now."""
    found = look(kind, owner, name)
    return Dependency(kind, owner, name, found, inside(kind, found))


def inside(kind: str, found: Any) -> tuple[Any, ...]:
    """What lies in the lists, dicts, sets and dataclasses that were found: all that may change in its place."""
    held = (*(found[1] or ()), *found[3:]) if kind == FUNCTION else (found,)
    return (*(frozen(each) for each in held if type(each) in MUTABLE), *parts_inside(found))


def parts_inside(value: Any) -> list[Any]:
    """What lies in the dataclasses of a constant, in order: `object.__setattr__` changes them, frozen or not."""
    found: list[Any] = []
    ahead = [value]
    while ahead:
        each = ahead.pop()
        if type(each) is tuple:
            kinds = {kind for kind in set(map(type, each)) if kind is tuple or is_dataclass(kind)}
            ahead += [item for item in each if type(item) in kinds] if kinds else []
        elif is_dataclass(type(each)):
            with suppress(Refused):
                parts = parts_of(each)
                found += parts
                ahead += parts
    return found


def key_of(kind: str, owner: Any, name: str) -> Key:
    """What tells one place from another: its kind, its owner's identity and a name."""
    return kind, id(owner.__globals__ if kind == GLOBAL else owner), name


def look(kind: str, owner: Any, name: str) -> Any:
    """What lies at a place now; ABSENT if there is nothing."""
    match kind:
        case "cell":
            return content(owner)
        case "global":
            return global_value(owner, name)
        case "attribute":
            return attribute_found(owner, name)
        case "class":
            return shape_of(owner)
        case "instance":
            return type(owner) if name == OWN_CLASS else object.__getattribute__(owner, "__dict__").get(name, ABSENT)
        case "applied":
            return applied_parts(owner)
    by_name = owner.__kwdefaults__
    return owner.__code__, owner.__defaults__, by_name, *(part for pair in (by_name or {}).items() for part in pair)


def applied_parts(owner: Any) -> tuple[Any, ...]:
    """What a bound method or a `partial` calls, and what it gives it."""
    if type(owner) is MethodType:
        return owner.__func__, owner.__self__
    return owner.func, *owner.args, *(part for pair in owner.keywords.items() for part in pair)


def content(cell: CellType) -> Any:
    """What a closure's cell holds; ABSENT if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


def global_value(function: FunctionType, name: str) -> Any:
    """What a name means outside of a function, its closure aside."""
    names: dict[str, Any] = function.__globals__
    return names[name] if name in names else cast(Any, function).__builtins__.get(name, ABSENT)


def attribute_found(owner: Any, name: str) -> Any:
    """What a module's or a class's own dictionaries hold under a name, before any descriptor is asked."""
    if isinstance(owner, ModuleType):
        return space_of(owner).get(name, ABSENT)
    if isinstance(owner, EnumMeta):
        members = found_in_bases(owner, "_member_map_")
        if type(members) is dict and name in members:
            return members[name]
    return found_in_bases(owner, name)


def found_in_bases(cls: Any, name: str) -> Any:
    """What a class or its bases hold under a name, before any descriptor is asked; ABSENT if nothing."""
    for base in bases_of(cls):
        space = type.__dict__["__dict__"].__get__(base)
        if name in space:
            return space[name]
    return ABSENT


def shape_of(cls: Any) -> tuple[Any, ...]:
    """What Python does with values of a NamedTuple or an IntEnum: its operations, fields, defaults and members."""
    fields, defaults = found_in_bases(cls, "_fields"), found_in_bases(cls, "_field_defaults")
    names = (*OPERATIONS, *fields) if type(fields) is tuple else OPERATIONS
    found: list[Any] = [each for space in written(cls) for each in map(space.get, names)]
    given = defaults.values() if type(defaults) is dict else ()
    if is_dataclass(cls):
        found += [*fields_of(cls), *defaults_of(cls).values(), *(vars(cls).get(name) for name in NOT_IN_DATACLASSES)]
        for each in (vars(cls).get(name) for name in WRITTEN_BY_DATACLASS):
            found += [each, getattr(each, "__code__", None), getattr(each, "__defaults__", None)]
    if isinstance(cls, EnumMeta):
        found += [each for _, each in values_of_members(cls)]
    new = [getattr(cls.__new__, name, None) for name in ("__defaults__", "__code__")]
    return bases_of(cls), fields, *new, *given, *found


def untouched(cls: Any) -> Check:
    """Whether all that tells the shape of a class is the very same as now: True means that its shape is.

    Of an Enum or a dataclass it is not told: their members and fields hold more.
    """
    if is_dataclass(cls) or isinstance(cls, EnumMeta):
        return may_differ
    bases, spaces, new = bases_of(cls), written(cls), cls.__new__
    defaults = found_in_bases(cls, "_field_defaults")
    inside: list[Mapping[str, Any]] = [*spaces, defaults] if type(defaults) is dict else [*spaces]
    held = [list(each.values()) for each in inside]
    code, given = getattr(new, "__code__", None), getattr(new, "__defaults__", None)

    def is_untouched() -> bool:
        if bases_of(cls) is not bases or not all(map(are_same, held, [each.values() for each in inside])):
            return False
        return getattr(new, "__code__", None) is code and getattr(new, "__defaults__", None) is given

    return is_untouched


def may_differ() -> bool:
    """Whether a class is known not to have been changed: False, it has to be looked at."""
    return False


def are_same(some: Collection[Any], others: Collection[Any]) -> bool:
    """Whether these are the same objects, one by one."""
    return len(some) == len(others) and all(map(is_, some, others))


def written(cls: Any) -> list[Mapping[str, Any]]:
    """What a class and those of its bases hold that are not Python's own."""
    return [vars(base) for base in bases_of(cls) if base.__module__ not in ("builtins", "enum")]


def values_of_members(cls: Any) -> list[tuple[dict[str, Any], Any]]:
    """The dictionary of each member of an Enum, and its value there."""
    members: dict[str, Any] = found_in_bases(cls, "_member_map_")
    spaces = [object.__getattribute__(each, "__dict__") for each in members.values()]
    return [(space, space.get("_value_")) for space in spaces]


def bases_of(cls: type) -> tuple[type, ...]:
    """A class and all its bases, in the order of its `__mro__`."""
    return type.__dict__["__mro__"].__get__(cls)  # type: ignore[no-any-return]


def space_of(module: ModuleType) -> dict[str, Any]:
    """A module's dictionary, without running code of the module's class."""
    return object.__getattribute__(module, "__dict__")  # type: ignore[no-any-return]


def same(a: Any, b: Any) -> bool:
    """Whether what was found twice is one object, or equal numbers or texts."""
    if a is b:
        return True
    if type(a) is tuple and type(b) is tuple:  # of a function, of a class
        return are_same(a, b)
    return type(a) is type(b) and type(a) in LEAVES and a == b


# ---- recording


class _Recording(threading.local):
    keys: set[Key] | None = None


_NOW = _Recording()


@contextmanager
def recorded() -> Iterator[set[Key]]:
    """The places that are asked inside."""
    before, _NOW.keys = _NOW.keys, set()
    try:
        yield _NOW.keys
    finally:
        _NOW.keys = before


def asked(kind: str, owner: Any, name: str = "") -> Any:
    """What lies at a place now, and a record of the question; what belongs to the compiler needs none."""
    if _NOW.keys is not None and not is_of_the_compiler(owner):
        _NOW.keys.add(key_of(kind, owner, name))
    return look(kind, owner, name)


def is_of_the_compiler(owner: Any) -> bool:
    """Whether a function is one of the compiler's own, whose sources are in the key as they are."""
    return type(owner) is FunctionType and str(owner.__globals__.get("__name__")).startswith(OURS)


OURS = (__name__.replace("frontend.dependencies", "library"), memory.__name__)  # the modules of such functions


# ---- Whether what compiled code depends on is still what it was when the code was made
#
# `holds` is asked before machine code is taken, `current` at each call of a compiled rule: a function is generated that
# compares all names in one expression, as fast as the rules would read them. Where the very objects lie that were
# found, `holds` looks at classes only, else at every place.

Check = Callable[[], bool]


class Stamp:
    """The places that some code depends on, and what was found there; `fleeting`: no longer when it is asked again."""

    def __init__(self, places: Iterable[Dependency] = (), fleeting: bool = False) -> None:
        self.places, self.fleeting = tuple(places), fleeting
        self.checks: tuple[Check, ...] | None = None
        self.classes = {place: may_differ for place in self.places if place.kind == CLASS}

    def holds(self) -> bool:
        """Whether everything is as it was."""
        if self.fleeting:
            return False
        if not self.is_there():
            return all(place.holds() for place in self.places)
        return all(is_untouched() or self.works_still(place) for place, is_untouched in self.classes.items())

    def works_still(self, place: Dependency) -> bool:
        """Whether a class works as it did; if so, the next look at it is at its dictionaries only."""
        if not place.holds():
            return False
        self.classes[place] = untouched(place.owner)
        return True

    def current(self) -> bool:
        """Whether everything is as it was, found faster than by `holds`; it misses code that was exchanged in place."""
        return self.is_there() or self.still()

    def is_there(self) -> bool:
        """Whether the very objects lie where they were found; how classes work is not looked at."""
        checks = self.checks
        if checks is None:
            self.checks = checks = checks_of(self.places)
        try:
            for check in checks:
                if not check():
                    return False
        except (NameError, AttributeError, ValueError):  # an empty cell has no value
            return False
        return True

    def still(self) -> bool:
        """Whether equal values, perhaps other objects, lie at all places: `current` compares with these from now on."""
        if not self.holds():
            return False
        self.places = tuple(depends_on(place.kind, place.owner, place.name) for place in self.places)
        self.checks = None
        return True


def checks_of(places: Iterable[Dependency]) -> tuple[Check, ...]:
    """A function for each module that compares its names; the first compares attributes and closures, too."""
    groups: dict[int, tuple[dict[str, Any], list[Dependency]]] = {}
    others: list[Dependency] = []
    made: list[Check] = []
    for place in places:
        by_name = place.kind == FUNCTION and place.found[0].co_kwonlyargcount
        if place.content or place.kind in (INSTANCE, APPLIED) or place.found is ABSENT or by_name:
            made.append(place.holds)
        elif place.kind == GLOBAL:
            names = place.owner.__globals__
            groups.setdefault(id(names), (names, []))[1].append(place)
        elif place.kind in (CELL, FUNCTION) or (place.kind == ATTRIBUTE and is_plain(place)):
            others.append(place)
        elif place.kind == ATTRIBUTE:
            made.append(place.holds)
    if others and not groups:
        groups[0] = {}, []
    for names, members in groups.values():
        made.append(check_of(names, [*members, *others]))
        others = []
    return tuple(made)


def is_computed(found: Any) -> bool:
    """Whether what a class holds is not what its attribute is."""
    kind = type(found)
    return kind not in CALLED and attribute_found(kind, "__get__") is not ABSENT


def is_plain(place: Dependency) -> bool:
    """Whether asking for the attribute in Python gives what was found."""
    kind = type(place.owner)
    computed = is_computed(place.found) and type(place.found) not in (GETTER, staticmethod)
    return kind is ModuleType or (kind in METACLASSES and not computed)


def check_of(names: dict[str, Any], places: list[Dependency]) -> Check:
    """A function that compares what lies at these places with what was found there; `names` are its globals."""
    values: dict[str, Any] = {}
    tests = []
    for number, place in enumerate(places):
        expected, owner, asked = f"_expected_{number}", f"_owner_{number}", place.name
        if place.kind == FUNCTION:
            values |= {expected: place.owner, f"{expected}_code": place.found[0], f"{expected}_given": place.found[1]}
            tests += [f"{expected}.__code__ is {expected}_code", f"{expected}.__defaults__ is {expected}_given"]
            continue
        values[expected] = place.found.__func__ if type(place.found) is staticmethod else place.found
        if place.kind != GLOBAL:
            values[owner] = place.owner
            asked = f"{owner}.{'cell_contents' if place.kind == CELL else place.name}"
        tests.append(f"{asked} is {expected}")
    made: Any = eval(f"lambda {', '.join(values)}: {' and '.join(tests)}", names)
    made.__defaults__ = tuple(values.values())
    return made  # type: ignore[no-any-return]
