"""A program in memory: its entries as Python functions that raise `Trapped` where a check fails."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterable
from typing import Any

from lazytree.core.errors import Trap, Trapped
from lazytree.searching.kernels.memory import NEVER, Flag

from ..abi import ALLOWED, CONTEXT_WORDS, OUT, ROOM, STACK, STOP, trap_of
from .binary import Binary
from .boundary import NOT_PACKED, Unpacking, outside, packer
from .native import Loaded
from .stack import lowest_address
from .waiting import interruptible

FIRST_ROOM = 512  # answers
AT_ONCE = 2**26  # steps of a call in the thread that asks: some hundredths of a second
UNLIMITED = 2**62
PATIENCE = Trap.LONG, Trap.RECURSION  # why a call is made again, with more time and a larger stack


class Context:
    """What one thread hands to machine code: errors, limits, the stop flag, room for the result and for answers.

    The words are declared in `lazytree.compiler.abi`.
    """

    def __init__(self, answer_bytes: int, emitted_bytes: int) -> None:
        self.words = (ctypes.c_int64 * CONTEXT_WORDS)()
        self.address = ctypes.addressof(self.words)
        self.words[STACK], self.words[STOP], self.words[ALLOWED] = lowest_address(), NEVER.address, AT_ONCE
        self.answer = ctypes.create_string_buffer(max(8, answer_bytes))
        self.answer_address = ctypes.addressof(self.answer)
        self.count = ctypes.c_int64.from_buffer(self.answer)  # if the answer is one
        self.emitted_bytes = emitted_bytes
        self.make_room(FIRST_ROOM)

    def make_room(self, answers: int) -> None:
        """Makes room for so many values that a function emits."""
        self.buffer = ctypes.create_string_buffer(max(8, self.emitted_bytes * answers))
        self.room = memoryview(self.buffer).cast("B")
        self.words[OUT], self.words[ROOM] = ctypes.addressof(self.buffer), answers


class Function:
    """One entry as a Python function; Trapped where a check fails.

    Safe to call from several threads: each has a context of its own.
    """

    def __init__(self, binary: Binary, loaded: Loaded, name: str) -> None:
        entry = binary.entries[name]
        self.binary, self.loaded = binary, loaded  # the code lives as long as its functions do
        self.call = loaded.function(name)
        self.pack = packer(entry.arguments, binary.cell)
        self.answer = Unpacking(entry.result, binary.cell)
        self.emitted = Unpacking(entry.emitted, binary.cell) if entry.emitted else None
        self.local = threading.local()

    def context(self) -> Context:
        """The context of the running thread."""
        try:
            return self.local.context  # type: ignore[no-any-return]
        except AttributeError:
            self.local.context = Context(self.answer.size, self.emitted.size if self.emitted else 0)
            return self.local.context  # type: ignore[no-any-return]

    def __call__(self, *arguments: Any, stop: Flag | None = None) -> Any:
        context = self.context()
        if stop is not None:
            trap = self.run(context, arguments, stop)
        else:  # as in `run`, without its cost
            try:
                given = self.pack(*arguments)
            except NOT_PACKED as error:
                raise outside(error) from None
            trap = self.call(context.address, given, context.answer_address)
        if trap:
            context = self.again(trap, arguments, stop)
        return self.answer.one(context.answer)

    def answers(self, *arguments: Any) -> Iterable[Any]:
        """The values that the function emits."""
        context = self.context()
        trap = self.run(context, arguments)
        if not trap and context.count.value > context.words[ROOM]:
            context.make_room(2 * context.count.value)
            trap = self.run(context, arguments)
        if trap:
            context = self.again(trap, arguments)
        assert self.emitted is not None
        return self.emitted.each(context.room, context.count.value)

    def run(self, context: Context, arguments: tuple[Any, ...], stop: Flag = NEVER) -> int:
        """Calls machine code, which leaves its answer in the context: the code of the trap that ended it, or 0."""
        try:
            given = self.pack(*arguments)
        except NOT_PACKED as error:
            raise outside(error) from None
        context.words[STOP] = stop.address
        trap: int = self.call(context.address, given, context.answer_address)
        context.words[STOP] = NEVER.address
        return trap

    def again(self, trap: int, arguments: tuple[Any, ...], stop: Flag | None = None) -> Context:
        """The context of a second call, in a thread of its own, where the first one ran out of steps or of stack.

        Trapped where it ended for another reason.
        """
        site, why = trap_of(trap)
        if why in PATIENCE and stop is None:
            flag = Flag()
            return interruptible(lambda: self.patiently(arguments, flag), flag, None)
        raise Trapped(why, self.binary.sites[site])

    def patiently(self, arguments: tuple[Any, ...], stop: Flag) -> Context:
        """Calls machine code with no limit of steps, in a thread whose stack is large."""
        context = self.context()
        context.words[ALLOWED] = UNLIMITED
        trap = self.run(context, arguments, stop)
        if not trap and self.emitted and context.count.value > context.words[ROOM]:
            context.make_room(context.count.value)
            trap = self.run(context, arguments, stop)
        return self.again(trap, arguments, stop) if trap else context


def functions(binary: Binary) -> dict[str, Function]:
    """The entries of a program, loaded into memory, as Python functions by name."""
    loaded = Loaded(binary.code)
    return {name: Function(binary, loaded, name) for name in binary.entries}
