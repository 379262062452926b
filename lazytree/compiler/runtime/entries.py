"""A program in memory: its entries as Python functions that raise `Trapped` where a check fails."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterable
from typing import Any

from lazytree.core.errors import TRAPS, Trap, Trapped

from ..ir.kinds import Fixed, Type
from .boundary import NOT_PACKED, Unpacking, outside, packer
from .build import Binary, built, cell_bits, type_of
from .memory import NEVER, Flag
from .native import Loaded
from .stack import lowest_address
from .waiting import interruptible

TRAP, STACK, STEPS, STOP, OUT, ROOM, ALLOWED = range(7)
FIRST_ROOM = 512  # answers
AT_ONCE = 2**26  # steps of a call in the thread that asks: some hundredths of a second
UNLIMITED = 2**62
PATIENCE = Trap.LONG, Trap.RECURSION  # why a call is made again, with more time and a larger stack


class Context:
    """What one thread hands to machine code: errors, limits, the stop flag, room for the result and for answers."""

    def __init__(self, answer_bytes: int, emitted_bytes: int) -> None:
        self.words = (ctypes.c_int64 * 8)()
        self.address = ctypes.addressof(self.words)
        self.words[STACK], self.words[STOP], self.words[ALLOWED] = lowest_address(), NEVER.address, AT_ONCE
        self.answer = ctypes.create_string_buffer(max(8, answer_bytes))
        self.answer_address = ctypes.addressof(self.answer)
        self.count = ctypes.c_int64.from_buffer(self.answer)  # if the answer is one
        self.emitted_bytes = emitted_bytes
        self.make_room(FIRST_ROOM)

    def make_room(self, answers: int) -> None:
        self.buffer = ctypes.create_string_buffer(max(8, self.emitted_bytes * answers))
        self.room = memoryview(self.buffer).cast("B")
        self.words[OUT], self.words[ROOM] = ctypes.addressof(self.buffer), answers


class Function:
    """One entry. Safe to call from several threads at once: each has a context of its own."""

    def __init__(self, binary: Binary, loaded: Loaded, name: str) -> None:
        entry = binary.entries[name]
        self.binary, self.loaded = binary, loaded  # the code lives as long as its functions do
        self.call = loaded.function(name)
        self.pack = packer(entry.arguments, binary.cell)
        self.answer = Unpacking(entry.result, binary.cell)
        self.emitted = Unpacking(entry.emitted, binary.cell) if entry.emitted else None
        self.local = threading.local()

    def context(self) -> Context:
        """This thread's."""
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
        """Leaves its answer in the context; the trap that ended it, or 0."""
        try:
            given = self.pack(*arguments)
        except NOT_PACKED as error:
            raise outside(error) from None
        context.words[STOP] = stop.address
        trap: int = self.call(context.address, given, context.answer_address)
        context.words[STOP] = NEVER.address
        return trap

    def again(self, trap: int, arguments: tuple[Any, ...], stop: Flag | None = None) -> Context:
        """The context of a second call, in a thread of its own, where the first one has only run out of something."""
        site, why = divmod(trap, TRAPS)
        if why in PATIENCE and stop is None:
            flag = Flag()
            return interruptible(lambda: self.patiently(arguments, flag), flag, None)
        raise Trapped(Trap(why), self.binary.sites[site])

    def patiently(self, arguments: tuple[Any, ...], stop: Flag) -> Context:
        context = self.context()
        context.words[ALLOWED] = UNLIMITED
        trap = self.run(context, arguments, stop)
        if not trap and self.emitted and context.count.value > context.words[ROOM]:
            context.make_room(context.count.value)
            trap = self.run(context, arguments, stop)
        return self.again(trap, arguments, stop) if trap else context


def machine_function(function: Any, *arguments: Any, **options: Any) -> Function:
    """One function in machine code, for arguments like these (values, or types)."""
    from ..frontend.source import parameters

    kinds = [each if isinstance(each, Type) else type_of(each) for each in arguments]
    names = parameters(function)[0]
    cell = max((cell_bits(each) for each in arguments), default=8)
    roots = [function, repr(kinds), *(kind.value for kind in kinds if isinstance(kind, Fixed))]
    binary = built(roots, lambda program: {"it": program.request(function, dict(zip(names, kinds)))}, cell, **options)
    return functions(binary)["it"]


def functions(binary: Binary) -> dict[str, Function]:
    loaded = Loaded(binary.code)
    return {name: Function(binary, loaded, name) for name in binary.entries}
