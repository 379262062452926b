"""A program in memory: its entries as Python functions that raise `Trapped` where a check fails."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from typing import Any

from .boundary import NOT_PACKED, Codec
from .build import Binary, built, cell_bits, type_of
from .errors import Trap, Trapped
from .kinds import Fixed, Type
from .memory import NEVER, Flag
from .native import Loaded, recursion_bytes

TRAP, SITE, STACK, BUDGET, STOP, OUT, ROOM = range(7)
FIRST_ROOM = 512  # answers


class Function:
    """One entry. Safe to call from several threads at once: each has a context of its own."""

    def __init__(self, binary: Binary, loaded: Loaded, name: str) -> None:
        entry = binary.entries[name]
        self.binary, self.loaded = binary, loaded  # the code lives as long as its functions do
        self.call = loaded.function(name)
        self.given = Codec(entry.arguments, binary.cell)
        self.answer = Codec((entry.result,), binary.cell)
        self.emitted = Codec((entry.emitted,), binary.cell) if entry.emitted else None
        self.local = threading.local()

    def context(self) -> Any:
        """This thread's context, its room for the result, its room for answers."""
        try:
            return self.local.context
        except AttributeError:
            words = (ctypes.c_int64 * 8)()
            words[BUDGET] = recursion_bytes()
            result = ctypes.create_string_buffer(max(8, self.answer.size))
            self.local.context = words, ctypes.addressof(words), result, ctypes.addressof(result)
            self.make_room(FIRST_ROOM)
            return self.local.context

    def make_room(self, answers: int) -> None:
        if self.emitted:
            self.local.room = ctypes.create_string_buffer(max(8, self.emitted.size * answers))
            words = self.local.context[0]
            words[OUT], words[ROOM] = ctypes.addressof(self.local.room), answers

    def __call__(self, *arguments: Any, stop: Flag = NEVER) -> Any:
        try:
            given = self.given.pack(*arguments)
        except NOT_PACKED as error:
            raise Trapped(Trap.OUTSIDE, repr(error)) from None
        words, address, result, result_address = self.context()
        words[STOP] = stop.address
        trap = self.call(address, given, result_address)
        if trap:
            place = self.binary.sites[words[SITE]] if trap != Trap.OUTSIDE else "the arguments"
            raise Trapped(Trap(trap), place)
        return self.answer.unpack(result)[0]

    def answers(self, *arguments: Any) -> Iterator[tuple[Any, ...]]:
        """The values that the function emits."""
        count = self(*arguments)
        if count > self.local.context[0][ROOM]:
            self.make_room(2 * count)
            count = self(*arguments)
        assert self.emitted is not None
        return self.emitted.each(self.local.room, count)


def machine_function(function: Any, *arguments: Any, **options: Any) -> Function:
    """One function in machine code, for arguments like these (values, or types)."""
    from .expressions import parameters

    kinds = [each if isinstance(each, Type) else type_of(each) for each in arguments]
    names = parameters(function)[0]
    cell = max((cell_bits(each) for each in arguments), default=8)
    roots = [function, repr(kinds), *(kind.value for kind in kinds if isinstance(kind, Fixed))]
    binary = built(roots, lambda program: {"it": program.request(function, dict(zip(names, kinds)))}, cell, **options)
    return functions(binary)["it"]


def functions(binary: Binary) -> dict[str, Function]:
    loaded = Loaded(binary.code)
    return {name: Function(binary, loaded, name) for name in binary.entries}
