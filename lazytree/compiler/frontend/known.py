"""Whether the very objects still lie where they were found: the quick part of `Stamp.holds`.

The look-ups are those of `dependencies.look`, many in one call. Where they find what was found, `look` finds it, too;
where they do not, equal numbers or texts may have taken its place, and `look` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import EnumMeta
from itertools import chain
from operator import attrgetter, is_, itemgetter
from types import CellType, FunctionType, ModuleType
from typing import Any

from ..ir.classes import is_dataclass
from .dependencies import (
    ABSENT,
    ATTRIBUTE,
    CELL,
    CLASS,
    FUNCTION,
    GLOBAL,
    Dependency,
    bases_of,
    built_ins,
    code_of_new,
    defaults_of_new,
    found_in_bases,
    operations_of,
    space_of,
    values_of_members,
    written,
)

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
