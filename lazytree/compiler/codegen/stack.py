"""How much of the stack functions take, so that they are only called where that much is left."""

from __future__ import annotations

from collections.abc import Mapping

from lazytree.core.errors import Refused

from ..frontend.source import place
from ..inference.programs import Instance
from .text import I64, Data, Function, Global, Module

MOST_FRAME = 2**20  # bytes of one function
APART = 2**15  # bytes; a function that takes more is not inlined. Less than every thread keeps free
FIXED = 128  # bytes of any function: saved registers, alignment


class Stack:
    """The frames of a module's functions."""

    def __init__(self) -> None:
        self.asked: dict[Function, Global] = {}

    def needed(self, module: Module, function: Function) -> Data:
        """A constant, known once all is lowered: the bytes of a function and of all that it calls."""
        if function not in self.asked:
            self.asked[function] = module.constant(I64, f"{function.name}.whole")
        return self.asked[function]

    def settle(self, functions: Mapping[Instance, Function]) -> None:
        """Fills the constants in. Refused if a function takes too much."""
        frames = Frames({made: instance.recursive for instance, made in functions.items()})
        for instance, made in functions.items():
            if frames.frame(made) > MOST_FRAME:
                line = instance.core.source.__code__.co_firstlineno
                rule = f"this function takes more than {MOST_FRAME:,} bytes of the stack: its boards are too large"
                raise Refused(rule, place(instance.core.source, line))
            made.promised = frames.frame(made)
        for function, constant in self.asked.items():
            constant.held = I64(frames.frame(function) + frames.below(function))


class Frames:
    """What functions take of the stack at most, what is inlined into them included."""

    def __init__(self, recursive: Mapping[Function, bool]) -> None:
        self.recursive = recursive
        self.called = {function: [each for each in calls(function) if each in recursive] for function in recursive}
        self.own = {function: own_bytes(function) for function in recursive}
        self.frames: dict[Function, int] = {}
        self.rests: dict[Function, int] = {}

    def frame(self, function: Function) -> int:
        if function not in self.frames:
            self.frames[function] = self.own[function]  # while it is looked at, and to itself
            for each in self.called[function]:
                frame = self.own[each] if self.recursive[each] else self.frame(each)
                self.frames[function] += 0 if each.noinline else frame
            if self.frames[function] > APART:
                function.noinline = True
        return self.frames[function]

    def below(self, function: Function) -> int:
        """What it calls until a function asks for room itself: a recursive one does, on its own frame."""
        if function not in self.rests:
            self.rests[function] = 0
            called = set(self.called[function])
            below = (self.frame(each) + (0 if self.recursive[each] else self.below(each)) for each in called)
            self.rests[function] = max(below, default=0)
        return self.rests[function]


def own_bytes(function: Function) -> int:
    """The bytes of all that a function keeps in memory and of every value that it works out, without sharing."""
    return FIXED + sum(line.room for block in function.blocks for line in block.lines)


def calls(function: Function) -> list[Function]:
    """What a function calls, one for each place where it does."""
    return [line.more for block in function.blocks for line in block.lines if line.op == "call"]
