"""An object file of WebAssembly as LLVM writes it: its sections, its symbols, and the places that name a symbol.

Source: WebAssembly object file linking, in the WebAssembly tool conventions; the module format of the WebAssembly
core specification, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

CUSTOM, IMPORTS, EXPORTS, CODE, DATA, DATA_COUNT = 0, 2, 7, 10, 11, 12
"""The numbers of sections."""
FUNCTION, DATA_SYMBOL, GLOBAL, SECTION, TAG, TABLE = range(6)
"""Kinds of symbols."""
LOCAL, UNDEFINED, NAMED = 0x02, 0x10, 0x40
"""Flags of symbols: seen in this file only; defined elsewhere; with a name although it is defined elsewhere."""
SYMBOLS, SEGMENTS = 8, 5
"""Parts of the section `linking`."""


class Symbol(NamedTuple):
    """A name of an object file. `number` is that of the function, or of the segment of data; `offset` lies in there."""

    kind: int
    flags: int
    name: str
    number: int
    offset: int = 0


class Relocation(NamedTuple):
    """A place in a section that names a symbol: its kind, offset in the section's body, symbol and addend."""

    kind: int
    offset: int
    symbol: int
    addend: int


class Reading:
    """Bytes that are read one after another, from a place on."""

    def __init__(self, data: bytes, at: int = 0, end: int | None = None) -> None:
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def unsigned(self) -> int:
        """A number in LEB128."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def signed(self) -> int:
        """A number in LEB128 that may be negative."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number - (1 << shift) if byte & 64 else number

    def bytes(self) -> bytes:
        """Bytes with their number before them."""
        size = self.unsigned()
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> str:
        """A name."""
        return self.bytes().decode()

    def more(self) -> bool:
        """Whether anything is left."""
        return self.at < self.end


def unsigned(number: int) -> bytes:
    """A number in LEB128, as short as can be.

    >>> unsigned(624485).hex()
    'e58e26'
    """
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def signed(number: int) -> bytes:
    """A number that may be negative in LEB128, as short as can be.

    >>> signed(-123456).hex(), signed(64).hex()
    ('c0bb78', 'c000')
    """
    out = bytearray()
    while not -64 <= number < 64:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number & 127])


class Section(NamedTuple):
    """A part of a module: its number, its name if it is a custom one, and its body."""

    number: int
    name: str
    body: bytes


def sections(module: bytes) -> list[Section]:
    """The sections of a module, in their order."""
    reading, found = Reading(module, 8), list[Section]()
    while reading.more():
        number, body = reading.byte(), reading.bytes()
        inside = Reading(body)
        name = inside.text() if number == CUSTOM else ""
        found.append(Section(number, name, body[inside.at :]))
    return found


def symbols(linking: bytes) -> list[Symbol]:
    """The symbols that the section `linking` tells of."""
    reading, found = Reading(linking), list[Symbol]()
    reading.unsigned()  # the version
    while reading.more():
        kind, part = reading.byte(), Reading(reading.bytes())
        if kind == SYMBOLS:
            found += [symbol(part) for _ in range(part.unsigned())]
    return found


def symbol(reading: Reading) -> Symbol:
    """The next symbol."""
    kind, flags = reading.byte(), reading.unsigned()
    if kind == SECTION:
        return Symbol(kind, flags, "", reading.unsigned())
    if kind == DATA_SYMBOL:
        name = reading.text()
        index, offset, _ = (0, 0, 0) if flags & UNDEFINED else [reading.unsigned() for _ in range(3)]
        return Symbol(kind, flags, name, index, offset)
    index = reading.unsigned()
    named = not flags & UNDEFINED or flags & NAMED
    return Symbol(kind, flags, reading.text() if named else "", index)


def relocations(body: bytes) -> tuple[int, list[Relocation]]:
    """What a section `reloc...` tells: the place of the section that it is about, and the places in there."""
    reading = Reading(body)
    about, found = reading.unsigned(), list[Relocation]()
    for _ in range(reading.unsigned()):
        kind, offset, named = reading.byte(), reading.unsigned(), reading.unsigned()
        found.append(Relocation(kind, offset, named, reading.signed() if kind in WITH_ADDEND else 0))
    return about, found


FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, ADDRESS_WORD, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7
"""Kinds of relocations."""
WITH_ADDEND = ADDRESS, SIGNED_ADDRESS, ADDRESS_WORD, 8, 9, 11, 14, 15, 16, 17, 22, 23, 25


def imports(body: bytes) -> Iterator[tuple[str, str, bytes]]:
    """The imports of a module: from where, what, and the bytes that describe it."""
    reading = Reading(body)
    for _ in range(reading.unsigned()):
        module, name, start = reading.text(), reading.text(), reading.at
        kind = reading.byte()
        if kind == 0:  # a function: its type
            reading.unsigned()
        elif kind == 3:  # a global: its type, and whether it may change
            reading.at += 2
        else:  # a memory, or a table with the type of its items before: limits
            reading.at += kind == 1
            for _ in range(1 + (reading.byte() & 1)):
                reading.unsigned()
        yield module, name, reading.data[start : reading.at]
