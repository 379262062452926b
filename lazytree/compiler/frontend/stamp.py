"""Whether what compiled code depends on is still what it was when the code was made.

`holds` looks at every place, which takes some microseconds: it is asked before machine code is taken. Where the very
objects lie that were found, that is soon known (`known`). `current` is for each call of a compiled rule: a
function is generated that compares all names in one expression, as fast as the rules would read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import EnumMeta
from itertools import chain
from operator import attrgetter, is_, itemgetter
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from ..ir.classes import is_dataclass
from .constants import GETTER, METACLASSES, is_computed
from .dependencies import (
    ABSENT,
    APPLIED,
    ATTRIBUTE,
    CELL,
    CLASS,
    FUNCTION,
    GLOBAL,
    INSTANCE,
    Dependency,
    bases_of,
    built_ins,
    code_of_new,
    defaults_of_new,
    depends_on,
    found_in_bases,
    operations_of,
    space_of,
    values_of_members,
    written,
)

# ---- Whether the very objects still lie where they were found: the quick part of `Stamp.holds`
#
# The look-ups are those of `dependencies.look`, many in one call. Where they find what was found, `look` finds it, too;
# where they do not, equal numbers or texts may have taken its place, and `look` decides.


SHAPE = ("_fields", "_field_defaults")
GET = itemgetter.__call__
CODE, DEFAULTS, BY_NAME = map(attrgetter, ("__code__", "__defaults__", "__kwdefaults__"))


class Known:
    """The places at which the very objects can be looked for; `others` need a closer look."""

    def __init__(self, places: Iterable[Dependency]) -> None:
        self.names: dict[int, tuple[Mapping[str, Any], dict[str, Any]]] = {}  # what lies in a dictionary, by its id
        self.built_in: list[tuple[Mapping[str, Any], Mapping[str, Any], str, Any]] = []
        self.absent: list[tuple[Any, list[str]]] = []  # names that a class does not define
        self.classes: list[tuple[type, Any, Any, Any]] = []
        self.given: list[tuple[dict[str, Any], list[Any]]] = []  # defaults of classes and functions, members of Enums
        self.cells: list[tuple[CellType, Any]] = []
        self.functions: list[FunctionType] = []
        self.parts: list[tuple[Any, ...]] = []  # of the functions
        self.others: list[Dependency] = []
        for place in places:
            self.sort(place)
        self.spaces = [space for space, _ in self.names.values()]
        self.getters = [getter_of(found) for _, found in self.names.values()]
        self.found = [each for get, (_, found) in zip(self.getters, self.names.values()) for each in get(found)]
        self.codes, self.defaults, self.by_name = ([each[number] for each in self.parts] for number in range(3))

    def sort(self, place: Dependency) -> None:
        """Puts a place where it belongs."""
        owner, name, found = place.owner, place.name, place.found
        if place.content is not None or found is ABSENT:
            self.others.append(place)
        elif place.kind == GLOBAL and name in owner.__globals__:
            self.expect(owner.__globals__, name, found)
        elif place.kind == GLOBAL:
            self.built_in.append((owner.__globals__, built_ins(owner), name, found))
        elif place.kind == ATTRIBUTE and isinstance(owner, ModuleType):
            self.expect(space_of(owner), name, found)
        elif place.kind == ATTRIBUTE and type(owner) is type and bases_of(owner)[0] is owner and name in vars(owner):
            self.expect(vars(owner), name, found)
        elif place.kind == CELL:
            self.cells.append((owner, found))
        elif place.kind == FUNCTION:
            self.functions.append(owner)
            self.parts.append(found)
            if found[2]:
                self.given.append((found[2], list(found[4::2])))
        elif place.kind == CLASS and not is_dataclass(owner) and place.holds():
            self.expect_shape(owner)
        else:
            self.others.append(place)

    def expect(self, space: Mapping[str, Any], name: str, found: Any) -> None:
        """From now on this is looked for in a dictionary."""
        self.names.setdefault(id(space), (space, {}))[1][name] = found

    def expect_shape(self, cls: type) -> None:
        """From now on it is looked for whether a class works as it does now: all that `shape_of` reads."""
        self.classes.append((cls, bases_of(cls), defaults_of_new(cls), code_of_new(cls)))
        fields, given = (found_in_bases(cls, name) for name in SHAPE)
        if type(given) is dict:
            self.given.append((given, list(given.values())))
        if isinstance(cls, EnumMeta):
            members = found_in_bases(cls, "_member_map_")
            self.given.append((members, list(members.values())))
            for member, value in values_of_members(cls):
                self.expect(member, "_value_", value)
        names = operations_of(fields)
        spaces = [(space, (*names, *SHAPE)) for space in written(cls)]
        spaces += [(vars(base), SHAPE) for base in bases_of(cls) if base.__module__ == "enum"]
        for space, asked in spaces:
            for name in asked:
                if name in space:
                    self.expect(space, name, space[name])
            self.absent.append((space.keys(), [name for name in asked if name not in space]))

    def lie_there(self) -> bool:
        """Whether the very objects lie there."""
        try:
            return (
                all(map(is_, map(CODE, self.functions), self.codes))
                and all(map(is_, map(DEFAULTS, self.functions), self.defaults))
                and all(map(is_, map(BY_NAME, self.functions), self.by_name))
                and all(map(is_, chain.from_iterable(map(GET, self.getters, self.spaces)), self.found))
                and not any(name in names or others[name] is not one for names, others, name, one in self.built_in)
                and all(bases_of(cls) is bases for cls, bases, _, _ in self.classes)
                and all(defaults_of_new(cls) is given for cls, _, given, _ in self.classes)
                and all(code_of_new(cls) is code for cls, _, _, code in self.classes)
                and all(len(now) == len(given) and all(map(is_, now.values(), given)) for now, given in self.given)
                and all(keys.isdisjoint(names) for keys, names in self.absent)
                and all(cell.cell_contents is one for cell, one in self.cells)
            )
        except (KeyError, ValueError):  # a name that is gone, a cell that is empty
            return False


def getter_of(found: Mapping[str, Any]) -> itemgetter[Any]:
    """A function that gives, as a tuple, what lies in a dictionary under all names of another."""
    one, *more = found
    return itemgetter(one, *more, one)  # of one name alone it gives no tuple


Check = Callable[[], bool]


class Stamp:
    """The places that some code depends on, and what was found there; `fleeting`: no longer when it is asked again."""

    def __init__(self, places: Iterable[Dependency] = (), fleeting: bool = False) -> None:
        self.places, self.fleeting = tuple(places), fleeting
        self.checks: tuple[Check, ...] | None = None
        self.known: Known | None = None

    def holds(self) -> bool:
        """Whether everything is as it was."""
        if self.fleeting:
            return False
        known = self.known
        if known is None:
            self.known = known = Known(self.places)
        return all(place.holds() for place in (known.others if known.lie_there() else self.places))

    def current(self) -> bool:
        """Whether everything is as it was, found faster than by `holds`; it misses code that was exchanged in place."""
        checks = self.checks
        if checks is None:
            self.checks = checks = checks_of(self.places)
        try:
            for check in checks:
                if not check():
                    return self.still()
        except (NameError, AttributeError):
            return self.still()
        return True

    def still(self) -> bool:
        """Whether equal values, perhaps other objects, lie at all places: `current` compares with these from now on."""
        if not self.holds():
            return False
        self.places = tuple(depends_on(place.kind, place.owner, place.name) for place in self.places)
        self.checks = self.known = None
        return True


def checks_of(places: Iterable[Dependency]) -> tuple[Check, ...]:
    """A function for each module that compares its names; the first compares attributes and closures, too."""
    groups: dict[int, tuple[dict[str, Any], list[Dependency]]] = {}
    others: list[Dependency] = []
    made: list[Check] = []
    for place in places:
        by_name = place.kind == FUNCTION and place.found[0].co_kwonlyargcount
        if place.content is not None or place.kind in (INSTANCE, APPLIED) or place.found is ABSENT or by_name:
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


def is_plain(place: Dependency) -> bool:
    """Whether asking for the attribute in Python gives what was found."""
    kind = type(place.owner)
    computed = is_computed(place.found) and type(place.found) not in (GETTER, staticmethod)
    return kind is ModuleType or (kind in METACLASSES and not computed)


def check_of(names: dict[str, Any], places: list[Dependency]) -> Check:
    """A function that compares what lies at these places with what was found there."""
    cells: dict[str, Any] = {}
    values: dict[str, Any] = {}
    tests = []
    for number, place in enumerate(places):
        expected = f"_expected_{number}"
        if place.kind == FUNCTION:
            values |= {expected: place.owner, f"{expected}_code": place.found[0], f"{expected}_given": place.found[1]}
            tests += [f"{expected}.__code__ is {expected}_code", f"{expected}.__defaults__ is {expected}_given"]
            continue
        values[expected] = place.found.__func__ if type(place.found) is staticmethod else place.found
        asked = place.name
        if place.kind == CELL:
            asked = f"_cell_{number}"
            cells[asked] = place.owner
        elif place.kind == ATTRIBUTE:
            values[f"_owner_{number}"] = place.owner
            asked = f"_owner_{number}.{place.name}"
        tests.append(f"{asked} is {expected}")
    text = f"def outer({', '.join(cells)}):\n def check({', '.join(values)}):\n  return {' and '.join(tests)}\n"
    outer = next(each for each in compile(text, "<stamp>", "exec").co_consts if isinstance(each, CodeType))
    code = next(each for each in outer.co_consts if isinstance(each, CodeType))
    return FunctionType(code, names, "check", tuple(values.values()), tuple(cells[name] for name in code.co_freevars))
