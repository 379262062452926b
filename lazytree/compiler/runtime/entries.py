"""A program in memory: its entries as Python functions that raise `Trapped` where a check fails."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterable
from typing import Any

from ..ir.errors import TRAPS, Trap, Trapped
from ..ir.kinds import Fixed, Type
from .boundary import NOT_PACKED, Unpacking, packer
from .build import Binary, built, cell_bits, type_of
from .memory import NEVER, Flag
from .native import Loaded, recursion_bytes

TRAP, STACK, BUDGET, STOP, OUT, ROOM = range(6)
FIRST_ROOM = 512  # answers


class Context:
    """What one thread hands to machine code: errors, limits, the stop flag, room for the result and for answers."""

    def __init__(self, answer_bytes: int, emitted_bytes: int) -> None:
        self.words = (ctypes.c_int64 * 8)()
        self.address = ctypes.addressof(self.words)
        self.words[BUDGET], self.words[STOP] = recursion_bytes(), NEVER.address
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
        try:
            given = self.pack(*arguments)
        except NOT_PACKED as error:
            raise Trapped(Trap.OUTSIDE, repr(error)) from None
        if stop is not None:
            context.words[STOP] = stop.address
        trap = self.call(context.address, given, context.answer_address)
        if stop is not None:
            context.words[STOP] = NEVER.address
        if trap:
            site, why = divmod(trap, TRAPS)
            raise Trapped(Trap(why), self.binary.sites[site] if why != Trap.OUTSIDE else "the arguments")
        return self.answer.one(context.answer)

    def answers(self, *arguments: Any) -> Iterable[Any]:
        """The values that the function emits."""
        count, context = self(*arguments), self.context()
        if count > context.words[ROOM]:
            context.make_room(2 * count)
            count = self(*arguments)
        assert self.emitted is not None
        return self.emitted.each(context.room, count)


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
