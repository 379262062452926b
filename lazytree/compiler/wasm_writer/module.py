"""A whole module: constants in memory, functions, and what the host gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from lazytree.core.errors import Refused

from ..codegen import text
from ..codegen.text import ArrayType, DoubleType, IntType, Kind
from . import encoding as wasm
from .functions import Function, helper, literal, unknown
from .inlining import Inliner, called
from .instructions import WRITERS
from .writing import Writer, bytes_of, parts_of

GIVEN = ("more",)
"""Functions that the host gives, where a module wants them."""
ALIGNED = 16  # bytes


class Written(NamedTuple):
    """A module of WebAssembly, the first address after its constants, and the functions that its host gives."""

    code: bytes
    end: int
    wanted: tuple[str, ...]


class Module:
    """What all functions of a module know of each other and of its constants.

    `laid` is asked for the address of as many bytes for the constants. `steps` is the type of what `more` gives: a host
    may have no ints of 64 bits. `addresses` and `items`, with signs, are of constants, by their names.
    """

    def __init__(self, source: text.Module, laid: Callable[[int], int], steps: int = wasm.INT64) -> None:
        self.addresses: dict[str, int] = {}
        self.items: dict[str, list[int]] = {}
        held, size = dict[str, bytes](), 0
        for constant in source.constants:
            assert constant.held is not None
            kind, text_ = constant.held.type, constant.held.text
            held[constant.text] = raw = constant_bytes(kind, text_)
            element = kind.element if isinstance(kind, ArrayType) else kind
            if isinstance(element, IntType):
                self.items[constant.text] = ints(raw, bytes_of(element))
            self.addresses[constant.text] = size = -(-size // ALIGNED) * ALIGNED
            size += len(raw)
        base = laid(size)
        self.end, self.steps = base + size, steps
        self.addresses = {name: base + at for name, at in self.addresses.items()}
        self.data = [
            b"\x00" + wasm.i32(self.addresses[name]) + wasm.END + wasm.unsigned(len(raw)) + raw
            for name, raw in held.items()
        ]
        functions = {name: Function(each) for name, each in source.functions.items() if each.blocks}
        entries = [name for name, each in functions.items() if each.is_entry]
        self.entries = entries
        self.functions = Inliner(functions).run(entries)
        names = {name for each in self.functions.values() for name in called(each)}
        self.wanted = tuple(name for name in GIVEN if name in names)
        self.places = {name: number for number, name in enumerate([*self.wanted, *self.functions])}
        self.helpers: list[str] = []

    def call(self, name: str) -> bytes:
        """A call of a function by its name: of the module, of the host, or a helper."""
        if name not in self.places:
            self.places[name] = len(self.places)
            self.helpers.append(name)
        code = wasm.CALL + wasm.unsigned(self.places[name])
        return code + wasm.TO_INT if name == "more" and self.steps == wasm.FLOAT64 else code

    def written(self) -> Written:
        """The whole module; Refused where it holds what is not known here."""
        bodies = [Writer(self, each, WRITERS).written() for each in self.functions.values()]
        types = [function_type(each) for each in self.functions.values()]
        for name in self.helpers:
            given, results, body = helper(name)
            types.append(wasm.function_type(given, results))
            bodies.append(body)
        wanted = [wasm.function_type((), (self.steps,)) for _ in self.wanted]
        known = {kind: number for number, kind in enumerate(dict.fromkeys([*wanted, *types]))}
        imports = [imported("stack", b"\x03\x7f\x01"), imported("memory", b"\x02\x00\x01")]
        imports += [imported(name, b"\x00" + wasm.unsigned(known[kind])) for name, kind in zip(self.wanted, wanted)]
        exports = [wasm.named(name) + b"\x00" + wasm.unsigned(self.places[name]) for name in self.entries]
        sections = {
            1: list(known),
            2: imports,
            3: [wasm.unsigned(known[kind]) for kind in types],
            7: exports,
            10: bodies,
            11: self.data,
        }
        code = b"".join(wasm.section(number, wasm.several(items)) for number, items in sections.items())
        return Written(b"\0asm\1\0\0\0" + code, self.end, self.wanted)


def write(source: text.Module, laid: Callable[[int], int], steps: int = wasm.INT64) -> Written:
    """The module of WebAssembly for generated code; arguments as those of `Module`.

    Refused where the code holds what is not known here.
    """
    try:
        return Module(source, laid, steps).written()
    except KeyError as missing:
        raise unknown(f"what is called {missing}") from None


def ints(raw: bytes, size: int) -> list[int]:
    """The ints of some bytes each, with signs, that lie side by side."""
    return [int.from_bytes(raw[at : at + size], "little", signed=True) for at in range(0, len(raw), size)]


def imported(name: str, what: bytes) -> bytes:
    """What the host gives under a name."""
    return wasm.named("env") + wasm.named(name) + what


def function_type(function: Function) -> bytes:
    """The type of a function of the module."""
    given = [part for each in function.args for part in parts_of(each.type)]
    return wasm.function_type(given, parts_of(function.result))


def constant_bytes(kind: Kind, held: str) -> bytes:
    """How a constant lies in memory."""
    if isinstance(kind, ArrayType):
        start = len(kind.element.text) + 1
        return b"".join(constant_bytes(kind.element, each[start:]) for each in held[1:-1].split(", ") if each)
    size = bytes_of(kind)
    if isinstance(kind, (IntType, DoubleType)):
        return (literal(held) & (1 << 8 * size) - 1).to_bytes(size, "little")
    raise Refused(f"a fault of the compiler: a constant of the type {kind.text}")
