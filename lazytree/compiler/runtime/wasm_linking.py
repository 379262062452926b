"""From an object file of WebAssembly to a module that engines run: constants in their place, entries exported.

One object file needs no linker: its functions, types and globals have the numbers that they keep. What is left to do:
constants move up, to `base`, so that no address of one is 0; numbers that were written long are written short; the
memory and the stack pointer are imports that the host gives; entries are exported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from lazytree.core.errors import Refused

from . import wasm_object as o
from .wasm_object import Reading, Relocation, Section, signed, unsigned

HOST = {"__linear_memory": "memory", "__stack_pointer": "stack"}
"""What the host gives, by LLVM's names, and the names of these imports."""
NumberAt = Callable[[Relocation, int], int]
"""The number that belongs at a place, where one is written now."""


class Linked(NamedTuple):
    """A module of WebAssembly, the first address after its constants, and the functions that its host gives."""

    code: bytes
    end: int
    wanted: tuple[str, ...]


def linked(code: bytes, entries: Iterable[str], base: int, given: Sequence[str]) -> Linked:
    """The module of an object file, with its constants from `base` on.

    `given` are names of functions that the host gives. Refused where others are missing.
    """
    parts = o.sections(code)
    named = {part.name: part for part in parts if part.name}
    symbols = o.symbols(named["linking"].body)
    places = dict(o.relocations(part.body) for name, part in named.items() if name.startswith("reloc."))
    starts = segment_starts(parts, base)

    def number_at(place: Relocation, written: int) -> int:
        """The number that belongs at a place, where one is written now."""
        if place.kind in (o.ADDRESS, o.SIGNED_ADDRESS, o.ADDRESS_WORD):
            symbol = symbols[place.symbol]
            return starts[symbol.number] + symbol.offset + place.addend
        if place.kind in (o.FUNCTION_INDEX, o.TYPE_INDEX, o.GLOBAL_INDEX):
            return written
        raise Refused(f"a fault of the compiler: WebAssembly with a relocation of kind {place.kind}")

    wanted = functions_wanted(parts)
    if missing := [name for name in wanted if name not in given]:
        raise Refused(f"a fault of the compiler: WebAssembly without {', '.join(missing)}")
    exported = {
        each.name: each.number
        for each in symbols
        if each.kind == o.FUNCTION and not each.flags & (o.LOCAL | o.UNDEFINED) and each.name in set(entries)
    }
    made: list[Section] = []
    for number, part in enumerate(parts):
        body = part.body
        if part.number == o.CUSTOM:
            continue
        if part.number == o.IMPORTS:
            body = imports_renamed(body)
        elif part.number == o.CODE:
            body = code_relocated(body, places.get(number, []), number_at)
        elif part.number == o.DATA:
            body = data_relocated(body, places.get(number, []), number_at, starts)
        made.append(Section(part.number, "", body))
    before = sum(1 for part in made if part.number < o.EXPORTS or part.number == 13)
    made.insert(before, Section(o.EXPORTS, "", exports(exported)))
    whole = b"".join(bytes([part.number]) + unsigned(len(part.body)) + part.body for part in made)
    return Linked(code[:8] + whole, max([base, *ends(parts, starts)]), wanted)


def exports(functions: Mapping[str, int]) -> bytes:
    """The body of a section that exports functions."""
    each = [unsigned(len(name)) + name.encode() + b"\0" + unsigned(index) for name, index in functions.items()]
    return unsigned(len(each)) + b"".join(each)


def imports_renamed(body: bytes) -> bytes:
    """The imports, under the names that the host knows; of the memory no more is wanted than there is any."""
    made = []
    for module, name, what in o.imports(body):
        named, kind = HOST.get(name, name), b"\x02\x00\x01" if name == "__linear_memory" else what
        made.append(b"".join(unsigned(len(each)) + each for each in (module.encode(), named.encode())) + kind)
    return unsigned(len(made)) + b"".join(made)


def functions_wanted(parts: Iterable[Section]) -> tuple[str, ...]:
    """The names of the functions that a module imports."""
    bodies = [part.body for part in parts if part.number == o.IMPORTS]
    return tuple(name for body in bodies for _, name, what in o.imports(body) if what[0] == 0)


# ---- code


def code_relocated(body: bytes, places: Sequence[Relocation], number_at: NumberAt) -> bytes:
    """The section of functions with all its numbers, each as short as can be."""
    reading, rest = Reading(body), sorted(places, key=lambda place: place.offset, reverse=True)
    count, made = reading.unsigned(), list[bytes]()
    for _ in range(count):
        size = reading.unsigned()
        end = reading.at + size
        pieces = list[bytes]()
        while rest and rest[-1].offset < end:
            place = rest.pop()
            pieces.append(body[reading.at : place.offset])
            reading.at = place.offset
            negative = place.kind == o.SIGNED_ADDRESS
            number = number_at(place, reading.signed() if negative else reading.unsigned())
            pieces.append((signed if negative else unsigned)(number))
        pieces.append(body[reading.at : end])
        reading.at = end
        function = b"".join(pieces)
        made.append(unsigned(len(function)) + function)
    return unsigned(count) + b"".join(made)


# ---- constants


def segments(body: bytes) -> list[tuple[int, int, int]]:
    """The segments of a section of data: the address that LLVM gave each, where its bytes begin, how many they are."""
    reading, found = Reading(body), list[tuple[int, int, int]]()
    for _ in range(reading.unsigned()):
        if reading.unsigned() != 0 or reading.byte() != 0x41:
            raise Refused("a fault of the compiler: WebAssembly with data that has no address")
        address = reading.signed()
        reading.byte()  # the end of the expression
        size = reading.unsigned()
        found.append((address, reading.at, size))
        reading.at += size
    return found


def segment_starts(parts: Sequence[Section], base: int) -> list[int]:
    """The address of each segment of data."""
    return [base + address for part in parts if part.number == o.DATA for address, _, _ in segments(part.body)]


def ends(parts: Sequence[Section], starts: Sequence[int]) -> list[int]:
    """The address after each segment of data."""
    sizes = [size for part in parts if part.number == o.DATA for _, _, size in segments(part.body)]
    return [start + size for start, size in zip(starts, sizes)]


def data_relocated(body: bytes, places: Sequence[Relocation], number_at: NumberAt, starts: Sequence[int]) -> bytes:
    """The section of data with each segment at its address, and with the addresses that it holds."""
    whole = bytearray(body)
    for place in places:
        written = int.from_bytes(whole[place.offset : place.offset + 4], "little")
        whole[place.offset : place.offset + 4] = number_at(place, written).to_bytes(4, "little")
    found = segments(body)
    made = [
        b"\0\x41" + signed(start) + b"\x0b" + unsigned(size) + bytes(whole[at : at + size])
        for start, (_, at, size) in zip(starts, found)
    ]
    return unsigned(len(made)) + b"".join(made)
