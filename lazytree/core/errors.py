"""What can go wrong: a rule outside the subset (`Refused`), or a failed check in machine code (`Trapped`)."""

from __future__ import annotations

from enum import IntEnum
from types import BuiltinFunctionType, FunctionType
from typing import Any

from pyrsistent import pvector

BOARD: Any = type(pvector())  # a class written in C if pyrsistent was built with it, else one written in Python


def name_of(value: object) -> str:
    """How a message calls a function, a class or another constant, even one whose own methods raise errors."""
    kind = type(value)
    if issubclass(kind, type):
        return str(type.__dict__["__qualname__"].__get__(value))
    if kind in (FunctionType, BuiltinFunctionType):
        return str(value.__qualname__)  # type: ignore[attr-defined]
    if kind is BOARD:
        return "a PVector"
    return f"a {type.__dict__['__name__'].__get__(kind)}"


class Refused(Exception):  # noqa: N818 - a verdict, not a mistake of the program
    """The rules step outside the subset: where, and which rule of the subset they break."""

    def __init__(self, rule: str, place: str = "") -> None:
        super().__init__(f"{place}: {rule}" if place else rule)
        self.rule, self.place = rule, place

    def at(self, place: str) -> Refused:
        """The same verdict, located, unless it already is."""
        return self if self.place else type(self)(self.rule, place)

    def bare(self) -> Refused:
        """The same verdict to be kept: it holds on to none of the frames that it was raised through."""
        return type(self)(self.rule, self.place)


class NoText(Refused):
    """A function's source text cannot be read, or is no longer that of the function: this may change later."""


class Trap(IntEnum):
    """Why machine code gave up; the interpreted rules are asked instead."""

    OVERFLOW = 1
    INDEX = 2
    DIVISION = 3
    SHIFT = 4
    RAISED = 5
    STOPPED = 6
    RECURSION = 7
    ENDLESS = 8
    OUTSIDE = 9  # an argument that inference did not foresee
    LONG = 10  # it takes long: it is asked again where Ctrl-C is heard
    RATING = 11  # a rating that breaks its law: it does not lie within ±SURE
    PAYOFFS = 12  # payoffs that break theirs: of two they are a number and its negation, and none is nearly whole
    FULL = 13  # a board, a tuple or a frozenset with more items than there is room for


UNPLACED = {
    Trap.RECURSION: "a line of play, or a recursion, is deeper than the stack of machine code has room for",
    Trap.RATING: "a rating does not lie within ±SURE",
    Trap.PAYOFFS: "payoffs break their law (check_game tells which)",
}
"""What is said of a trap without a line of the rules to blame."""
PLACED = {Trap.FULL: "a board, a tuple or a frozenset with more items than machine code has room for,"}
"""What is said of a trap at a line, where that is more than its name."""


class RatingTooLarge(Exception):  # noqa: N818 - a verdict, as those below
    """Raised by kernels for a rating that does not lie within ±SURE: in machine code it is the trap RATING."""


class WrongPayoffs(Exception):  # noqa: N818 - a verdict, as those below
    """Raised by kernels for payoffs that no values can be made of: in machine code it is the trap PAYOFFS."""


BROKEN_LAWS = {RatingTooLarge: Trap.RATING, WrongPayoffs: Trap.PAYOFFS}
"""The traps for laws that a rule breaks: Python, which is asked instead, raises a ValueError that names the rule."""


class Trapped(Exception):  # noqa: N818 - caught inside, then the interpreted lane answers
    """A check failed in machine code: which, and at which line."""

    def __init__(self, trap: Trap, place: str) -> None:
        placed = place and trap not in BROKEN_LAWS.values()  # that is a line of a kernel
        name = PLACED.get(trap, trap.name.lower())
        super().__init__(f"{name} at {place}" if placed else UNPLACED.get(trap, trap.name.lower()))
        self.trap, self.place = trap, place
