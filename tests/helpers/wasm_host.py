"""A host of WebAssembly for tests: a module that wasmtime runs, its entries as Python functions."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import wasmtime

from lazytree.compiler.abi import ALLOWED, ARENA, CONTEXT_WORDS, OUT, ROOM, STACK, trap_of
from lazytree.compiler.runtime.boundary import NOT_PACKED, Unpacking, outside, packer
from lazytree.compiler.runtime.wasm import Module
from lazytree.compiler.webassembly import ANSWERS, memory_map
from lazytree.core.errors import Trap, Trapped

PAGE = 2**16
STEPS = 2**26  # that a call may take before it asks for more


class Host:
    """A module at work. `more()` is asked for further steps; 0: there are none."""

    def __init__(self, module: Module, more: Callable[[], int] = lambda: STEPS) -> None:
        self.module, self.more = module, more
        self.places = memory_map(module)
        self.store = wasmtime.Store(ENGINE)
        made, long = wasmtime.Module(ENGINE, module.code), wasmtime.ValType.i64()
        self.heap = self.places["heap"]
        limits = wasmtime.MemoryType(wasmtime.Limits(-(-self.heap // PAGE), None))
        self.memory = wasmtime.Memory(self.store, limits)
        self.stack = wasmtime.Global(
            self.store, wasmtime.GlobalType(wasmtime.ValType.i32(), True), wasmtime.Val.i32(self.places["top"])
        )
        given = {
            "memory": self.memory,
            "stack": self.stack,
            "more": wasmtime.Func(self.store, wasmtime.FuncType([], [long]), lambda: self.more()),
        }
        instance = wasmtime.Instance(self.store, made, [given[each.name] for each in made.imports])
        self.exports = instance.exports(self.store)
        self.room = ANSWERS
        self.packers = {name: packer(each.arguments, module.cell) for name, each in module.entries.items()}
        self.answers = {name: Unpacking(each.result, module.cell) for name, each in module.entries.items()}
        words = [0] * CONTEXT_WORDS
        words[STACK], words[OUT], words[ROOM] = self.places["stack"], self.places["out"], self.room
        words[ALLOWED], words[ARENA] = STEPS, self.places.get("arena", 0)
        self.write(self.places["context"], struct.pack(f"<{CONTEXT_WORDS}q", *words))

    def write(self, at: int, data: bytes) -> None:
        self.memory.write(self.store, data, at)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, at, at + size))

    def words(self, size: int) -> Words:
        """Memory for a search."""
        at, self.heap = self.heap, self.heap + 8 * size
        missing = -(-self.heap // PAGE) - self.memory.size(self.store)
        if missing > 0:
            self.memory.grow(self.store, missing)
        return Words(self, at, size)

    def run(self, name: str, packed: bytes) -> bytes:
        """The packed result of an entry; Trapped where it gives up."""
        self.write(self.places["arguments"], packed)
        self.stack.set_value(self.store, wasmtime.Val.i32(self.places["top"]))
        try:
            places = (self.places[each] for each in ("context", "arguments", "answer"))
            code = self.exports[name](self.store, *places)
        except wasmtime.Trap as trap:
            if trap.trap_code != wasmtime.TrapCode.STACK_OVERFLOW:
                raise
            raise Trapped(Trap.RECURSION, "") from None
        if code:
            site, why = trap_of(code)
            raise Trapped(why, self.module.sites[site])
        return self.read(self.places["answer"], max(8, self.answers[name].size))

    def call(self, name: str, *arguments: Any) -> Any:
        """The result of an entry."""
        try:
            packed = self.packers[name](*arguments)
        except NOT_PACKED as error:
            raise outside(error) from None
        return self.answers[name].one(self.run(name, packed))

    def emitted(self, name: str, *arguments: Any) -> list[Any]:
        """What an entry emits."""
        kind = self.module.entries[name].emitted
        if kind is None:  # nothing is ever emitted
            assert self.call(name, *arguments) == 0
            return []
        each, number = Unpacking(kind, self.module.cell), self.call(name, *arguments)
        assert number <= self.room
        return list(each.each(memoryview(self.read(self.places["out"], number * each.size)), number))


class Words:
    """Words of a module's memory, all 0 at first."""

    def __init__(self, host: Host, at: int, size: int) -> None:
        self.host, self.handle = host, (at, size)

    def __getitem__(self, index: int) -> int:
        return struct.unpack("<q", self.host.read(self.handle[0] + 8 * index, 8))[0]  # type: ignore[no-any-return]

    def __setitem__(self, index: int, value: int) -> None:
        self.host.write(self.handle[0] + 8 * index, struct.pack("<q", value))


def _engine() -> wasmtime.Engine:
    return wasmtime.Engine(wasmtime.Config())


ENGINE = _engine()
