"""Machine code in a browser tab: what `native` is elsewhere, for Pyodide, which is Python in WebAssembly.

Modules are written by `wasm_writer` and share the memory of Python itself, so that addresses are the same for both.
There is one thread: machine code asks Python now and then whether it is to go on (`more`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from lazytree.core.errors import Trap, Trapped
from lazytree.core.stopping import Stop
from lazytree.searching.kernels.memory import Flag

from ..abi import trap_code, trap_of

T = TypeVar("T")
STACK_BYTES = 2**20
STEPS = 2**23  # that machine code takes before it asks for more: some milliseconds
ALIGNED = 16


class Code(NamedTuple):
    """A module of WebAssembly, and the memory in which its constants lie."""

    module: bytes
    room: Any


class Room:
    """Memory of Python's own, from an address on that is a multiple of ALIGNED."""

    def __init__(self, size: int) -> None:
        self.buffer = ctypes.create_string_buffer(size + ALIGNED)
        self.start = -(-ctypes.addressof(self.buffer) // ALIGNED) * ALIGNED
        self.end = self.start + size // ALIGNED * ALIGNED

    def view(self, size: int) -> memoryview:
        """Its first bytes, to be written to."""
        offset = self.start - ctypes.addressof(self.buffer)
        return memoryview(self.buffer).cast("B")[offset : offset + size]


# ---- what modules share


@lru_cache(maxsize=1)
def stack() -> tuple[Room, Any]:
    """The stack of machine code, and the global that says how far down it reaches."""
    room, js, ffi = Room(STACK_BYTES), import_module("js"), import_module("pyodide.ffi")
    kind = ffi.to_js({"value": "i32", "mutable": True}, dict_converter=js.Object.fromEntries)
    return room, js.WebAssembly.Global.new(kind, room.end)


def lowest_address() -> int:
    """The lowest address on the stack that machine code may use."""
    return stack()[0].start


_POLLED: list[tuple[Flag, Stop | None]] = []


def polling(work: Callable[[], T], flag: Flag, stop: Stop | None) -> T:
    """What `work` gives; meanwhile machine code polls `stop`, which sets the flag, and the flag ends it."""
    _POLLED.append((flag, stop))
    try:
        return work()
    finally:
        _POLLED.pop()


def more() -> float:
    """How many steps machine code may go on; 0 where a flag is set."""
    for flag, stop in _POLLED:
        if stop is not None and stop():
            flag.set()
    return 0.0 if is_stopped() else float(STEPS)


def is_stopped() -> bool:
    """Whether a flag is set that machine code at work is to hear."""
    return any(flag.is_set() for flag, _ in _POLLED)


@lru_cache(maxsize=1)
def given() -> Any:
    """What a module imports."""
    js, ffi = import_module("js"), import_module("pyodide.ffi")
    env = {"memory": import_module("pyodide_js")._module.memory, "stack": stack()[1], "more": ffi.create_proxy(more)}
    return ffi.to_js({"env": env}, dict_converter=js.Object.fromEntries)


class Loaded:
    """A module at work; its functions are callable as long as this lives."""

    def __init__(self, code: Code) -> None:
        js, ffi = import_module("js"), import_module("pyodide.ffi")
        module = js.WebAssembly.Module.new(ffi.to_js(code.module))
        self.room, self.exports = code.room, js.WebAssembly.Instance.new(module, given()).exports

    def function(self, name: str) -> Callable[[int, bytes, int], int]:
        """The entry of that name: (context, arguments, answer) -> trap or 0."""
        entry, rooms, top = getattr(self.exports, name), list[Room](), stack()

        def call(context: int, arguments: bytes, answer: int) -> int:
            if not rooms:
                rooms.append(Room(len(arguments)))
            rooms[0].view(len(arguments))[:] = arguments
            try:
                trap = int(entry(context, rooms[0].start, answer))
            except Exception as error:
                top[1].value = top[0].end
                if "call stack" in str(error) or "recursion" in str(error):
                    raise Trapped(Trap.RECURSION, "") from None
                raise
            except BaseException:  # Ctrl-C
                top[1].value = top[0].end
                raise
            if trap and is_stopped():
                return trap_code(trap_of(trap)[0], Trap.STOPPED)
            return trap

        return call
