"""How much of the stack functions take, so that they are only called where there is so much left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lazytree.core.errors import Refused

from ..frontend.source import place
from ..inference.programs import Instance
from ..llvm import ir
from .values import I64

MOST_FRAME = 2**20  # bytes of one function
APART = 2**15  # bytes; a function that takes more is not inlined. Less than every thread keeps free
FIXED = 128  # bytes of any function: saved registers, alignment


class Stack:
    """The frames of a module's functions."""

    def __init__(self) -> None:
        self.asked: dict[tuple[Any, bool], Any] = {}

    def needed(self, module: ir.Module, function: Any, itself: bool) -> Any:
        """A constant, known once all is lowered: the bytes of all that a function calls, with its own or without."""
        if (function, itself) not in self.asked:
            made = ir.GlobalVariable(module, I64, f"{function.name}.{'whole' if itself else 'below'}")
            made.global_constant, made.linkage = True, "internal"
            self.asked[function, itself] = made
        return self.asked[function, itself]

    def settle(self, functions: Mapping[Instance, Any]) -> None:
        """Fills the constants in. Refused if a function takes too much."""
        frames = Frames({made: instance.recursive for instance, made in functions.items()})
        for instance, made in functions.items():
            if frames.frame(made) > MOST_FRAME:
                line = instance.core.source.__code__.co_firstlineno
                rule = f"this function takes more than {MOST_FRAME:,} bytes of the stack: its boards are too large"
                raise Refused(rule, place(instance.core.source, line))
        for (function, itself), constant in self.asked.items():
            constant.initializer = I64(frames.below(function) + (frames.frame(function) if itself else 0))


class Frames:
    """What functions take of the stack at most, what is inlined into them included."""

    def __init__(self, recursive: Mapping[Any, bool]) -> None:
        self.recursive = recursive
        self.called = {function: [each for each in calls(function) if each in recursive] for function in recursive}
        self.own = {function: own_bytes(function) for function in recursive}
        self.frames: dict[Any, int] = {}
        self.rests: dict[Any, int] = {}

    def frame(self, function: Any) -> int:
        if function not in self.frames:
            self.frames[function] = self.own[function]  # while it is looked at, and to itself
            for each in self.called[function]:
                frame = self.own[each] if self.recursive[each] else self.frame(each)
                self.frames[function] += 0 if "noinline" in each.attributes else frame
            if self.frames[function] > APART:
                function.attributes.add("noinline")
        return self.frames[function]

    def below(self, function: Any) -> int:
        """What it calls until a function asks for room itself: a recursive one does, on its own frame."""
        if function not in self.rests:
            self.rests[function] = 0
            called = set(self.called[function])
            below = (self.frame(each) + (0 if self.recursive[each] else self.below(each)) for each in called)
            self.rests[function] = max(below, default=0)
        return self.rests[function]


def calls(function: Any) -> Iterable[Any]:
    """The functions that a function calls, each as often as the text does."""
    for block in function.blocks:
        for each in block.instructions:
            if isinstance(each, ir.CallInstr):
                yield each.callee


def own_bytes(function: Any) -> int:
    """The bytes of all that a function keeps in memory and of every value that it works out, without sharing."""
    return FIXED + sum(bytes_of(each) for block in function.blocks for each in block.instructions)


def bytes_of(instruction: Any) -> int:
    """How many bytes an instruction's result takes."""
    return size(instruction.allocated_type if isinstance(instruction, ir.AllocaInstr) else instruction.type)


def size(kind: Any) -> int:
    """How many bytes a value of an LLVM type takes, at most."""
    match kind:
        case ir.IntType():
            return max(8, int(kind.width) // 8)
        case ir.VectorType():
            return int(kind.count * kind.element.width) // 8
        case ir.ArrayType():
            return int(kind.count) * max(8, getattr(kind.element, "width", 64)) // 8 + 16
        case ir.LiteralStructType():
            return sum([size(each) for each in kind.elements])
        case ir.VoidType():
            return 0
    return 8
