"""Whether what compiled code depends on is still what it was when the code was made.

`holds` is asked before machine code is taken, `current` at each call of a compiled rule: a function is generated that
compares all names in one expression, as fast as the rules would read them. Where the very objects lie that were found,
`holds` looks at classes only, else at every place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

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
    depends_on,
)

Check = Callable[[], bool]


class Stamp:
    """The places that some code depends on, and what was found there; `fleeting`: no longer when it is asked again."""

    def __init__(self, places: Iterable[Dependency] = (), fleeting: bool = False) -> None:
        self.places, self.fleeting = tuple(places), fleeting
        self.checks: tuple[Check, ...] | None = None

    def holds(self) -> bool:
        """Whether everything is as it was."""
        if self.fleeting:
            return False
        unchecked = (place for place in self.places if place.kind == CLASS) if self.is_there() else self.places
        return all(place.holds() for place in unchecked)

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
        except (NameError, AttributeError):
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
