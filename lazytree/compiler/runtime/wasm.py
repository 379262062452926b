"""WebAssembly from LLVM's text: code generation for wasm32, and the helpers that it calls.

Without `simd128`: with it LLVM 22 makes wrong code of optimized text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from lazytree.core.errors import Refused

from .. import llvm
from ..codegen.text import Module as Text
from ..wasm_writer.encoding import FLOAT64, signed, unsigned
from ..wasm_writer.module import write
from . import native, tab
from .cache import Entry

# ---- An object file of WebAssembly as LLVM writes it: its sections, its symbols, and the places that name a symbol
#
# Source: WebAssembly object file linking, in the WebAssembly tool conventions; the module format of the WebAssembly
# core specification, chapter 5.


CUSTOM, IMPORTS, EXPORTS, CODE, DATA = 0, 2, 7, 10, 11
"""The numbers of sections."""
FUNCTION, DATA_SYMBOL, GLOBAL, SECTION, TAG, TABLE = range(6)
"""Kinds of symbols."""
LOCAL, UNDEFINED, NAMED = 0x02, 0x10, 0x40
"""Flags of symbols: seen in this file only; defined elsewhere; with a name although it is defined elsewhere."""
SYMBOLS = 8
"""The part of the section `linking` that has the symbols."""


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


class Section(NamedTuple):
    """A part of a module: its number, its name if it is a custom one, and its body."""

    number: int
    name: str
    body: bytes


def read_sections(module: bytes) -> list[Section]:
    """The sections of a module, in their order."""
    reading, found = Reading(module, 8), list[Section]()
    while reading.more():
        number, body = reading.byte(), reading.bytes()
        inside = Reading(body)
        name = inside.text() if number == CUSTOM else ""
        found.append(Section(number, name, body[inside.at :]))
    return found


def read_symbols(linking: bytes) -> list[Symbol]:
    """The symbols that the section `linking` tells of."""
    reading, found = Reading(linking), list[Symbol]()
    reading.unsigned()  # the version
    while reading.more():
        kind, part = reading.byte(), Reading(reading.bytes())
        if kind == SYMBOLS:
            found += [read_symbol(part) for _ in range(part.unsigned())]
    return found


def read_symbol(reading: Reading) -> Symbol:
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


def read_relocations(body: bytes) -> tuple[int, list[Relocation]]:
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


def read_imports(body: bytes) -> Iterator[tuple[str, str, bytes]]:
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


# ---- From an object file of WebAssembly to a module that engines run: constants in their place, entries exported
#
# One object file needs no linker: its functions, types and globals have the numbers that they keep. What is left to do:
# constants move up, to `base`, so that no address of one is 0; numbers that were written long are written short; the
# memory and the stack pointer are imports that the host gives; entries are exported.


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
    parts = read_sections(code)
    named = {part.name: part for part in parts if part.name}
    symbols = read_symbols(named["linking"].body)
    places = dict(read_relocations(part.body) for name, part in named.items() if name.startswith("reloc."))
    starts = segment_starts(parts, base)

    def number_at(place: Relocation, written: int) -> int:
        """The number that belongs at a place, where one is written now."""
        if place.kind in (ADDRESS, SIGNED_ADDRESS, ADDRESS_WORD):
            symbol = symbols[place.symbol]
            return starts[symbol.number] + symbol.offset + place.addend
        if place.kind in (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX):
            return written
        raise Refused(f"a fault of the compiler: WebAssembly with a relocation of kind {place.kind}")

    wanted = functions_wanted(parts)
    if missing := [name for name in wanted if name not in given]:
        raise Refused(f"a fault of the compiler: WebAssembly without {', '.join(missing)}")
    exported = {
        each.name: each.number
        for each in symbols
        if each.kind == FUNCTION and not each.flags & (LOCAL | UNDEFINED) and each.name in set(entries)
    }
    made: list[Section] = []
    for number, part in enumerate(parts):
        body = part.body
        if part.number == CUSTOM:
            continue
        if part.number == IMPORTS:
            body = imports_renamed(body)
        elif part.number == CODE:
            body = code_relocated(body, places.get(number, []), number_at)
        elif part.number == DATA:
            body = data_relocated(body, places.get(number, []), number_at, starts)
        made.append(Section(part.number, "", body))
    before = sum(1 for part in made if part.number < EXPORTS or part.number == 13)
    made.insert(before, Section(EXPORTS, "", exports(exported)))
    whole = b"".join(bytes([part.number]) + unsigned(len(part.body)) + part.body for part in made)
    return Linked(code[:8] + whole, max([base, *ends(parts, starts)]), wanted)


def exports(functions: Mapping[str, int]) -> bytes:
    """The body of a section that exports functions."""
    each = [unsigned(len(name)) + name.encode() + b"\0" + unsigned(index) for name, index in functions.items()]
    return unsigned(len(each)) + b"".join(each)


def imports_renamed(body: bytes) -> bytes:
    """The imports, under the names that the host knows; of the memory no more is wanted than there is any."""
    made = []
    for module, name, what in read_imports(body):
        named, kind = HOST.get(name, name), b"\x02\x00\x01" if name == "__linear_memory" else what
        made.append(b"".join(unsigned(len(each)) + each for each in (module.encode(), named.encode())) + kind)
    return unsigned(len(made)) + b"".join(made)


def functions_wanted(parts: Iterable[Section]) -> tuple[str, ...]:
    """The names of the functions that a module imports."""
    bodies = [part.body for part in parts if part.number == IMPORTS]
    return tuple(name for body in bodies for _, name, what in read_imports(body) if what[0] == 0)


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
            negative = place.kind == SIGNED_ADDRESS
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
    return [base + address for part in parts if part.number == DATA for address, _, _ in segments(part.body)]


def ends(parts: Sequence[Section], starts: Sequence[int]) -> list[int]:
    """The address after each segment of data."""
    sizes = [size for part in parts if part.number == DATA for _, _, size in segments(part.body)]
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


# ---- LLVM's text to a module


@dataclass(frozen=True)
class Module:
    """A module of WebAssembly with the types of its entries, and all that its host must know.

    `end` is the first address after its constants, `wanted` are functions that the host gives, `sites` the places in
    the source that its traps speak of, `cell` is the bits of a board's cell, `dicts`: whether it needs an arena.
    """

    code: bytes
    entries: Mapping[str, Entry]
    end: int
    wanted: tuple[str, ...]
    sites: tuple[str, ...]
    cell: int
    dicts: bool = False


TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
BASE = 2**10  # where constants begin: below lies what host and code share
GIVEN = "more", "fmod"  # functions that the host gives, where a module wants them
COMPARES = re.compile(r'^declare (i32 @)"memcmp".*$', re.MULTILINE)
WIDE = re.compile(r"\bi(?:128|192|256|[3-9]\d\d|\d{4,})\b|mul\.with\.overflow")


@lru_cache(maxsize=1)
def initialized() -> None:
    """Prepares LLVM for WebAssembly, once."""
    llvm.binding.initialize_all_targets()
    llvm.binding.initialize_all_asmprinters()


def target_machine() -> Any:
    """LLVM's description of WebAssembly."""
    initialized()
    return llvm.binding.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=native.OPTIMIZED)


def module_code(text: str, entries: Iterable[str], level: int) -> Linked:
    """The module of WebAssembly for a module in LLVM's text form; `level` is that of LLVM's passes."""
    whole, compares = COMPARES.subn("", text)
    whole = whole.replace('@"memcmp"', '@"compared.bytes"') + (COMPARED if compares else "")
    whole = whole.replace(f"call {PRODUCT_CHECKED}", 'call {i64, i1} @"checked.product"')
    whole += WIDE_NUMBERS if (wide := WIDE.search(text)) else ""
    whole += CHECKED if PRODUCT_CHECKED in text else ""
    code = object_code(whole, level)
    if not wide and any(name in code for name in OF_WIDE_NUMBERS):  # LLVM adds up `range(n)` by a wide product
        code = object_code(whole + WIDE_NUMBERS, level)
    return linked(code, entries, BASE, GIVEN)


def written_code(source: Text) -> Linked:
    """The module of WebAssembly for generated code, without LLVM."""
    return Linked(*write(source, lambda _: BASE))


def code_in_tab(source: Text) -> tab.Code:
    """The module for generated code that shares the memory of Python in a browser tab."""
    rooms = list[tab.Room]()

    def laid(size: int) -> int:
        rooms.append(tab.Room(size))
        return rooms[0].start

    return tab.Code(write(source, laid, FLOAT64).code, rooms[0])


def object_code(text: str, level: int) -> bytes:
    """The object file for a module in LLVM's text form."""
    return native.object_by(target_machine(), text, level)


PRODUCT_CHECKED = '{i64, i1} @"llvm.smul.with.overflow.i64"'
CHECKED = """
define internal {i64, i1} @"checked.product"(i64 %x, i64 %y) alwaysinline {
  %a = add i64 %x, 2147483648
  %b = add i64 %y, 2147483648
  %both = or i64 %a, %b
  %small = icmp ult i64 %both, 4294967296
  br i1 %small, label %near, label %far, !prof !{!"branch_weights", i32 1000, i32 1}
near:
  %product = mul nsw i64 %x, %y
  %fine = insertvalue {i64, i1} zeroinitializer, i64 %product, 0
  ret {i64, i1} %fine
far:
  %checked = call {i64, i1} @"checked.far.product"(i64 %x, i64 %y)
  ret {i64, i1} %checked
}
define internal {i64, i1} @"checked.far.product"(i64 %x, i64 %y) noinline cold {
  %checked = call {i64, i1} @"llvm.smul.with.overflow.i64"(i64 %x, i64 %y)
  ret {i64, i1} %checked
}
"""
"""A product and whether it overflows: of 32 bits each it does not; else LLVM calls the product of 128 bits."""
COMPARED = """
define hidden i32 @"compared.bytes"(ptr %x, ptr %y, i64 %size) {
  br label %head
head:
  %at = phi i64 [0, %0], [%next, %more]
  %over = icmp eq i64 %at, %size
  br i1 %over, label %alike, label %look
look:
  %px = getelementptr i8, ptr %x, i64 %at
  %py = getelementptr i8, ptr %y, i64 %at
  %a = load i8, ptr %px
  %b = load i8, ptr %py
  %same = icmp eq i8 %a, %b
  br i1 %same, label %more, label %apart
more:
  %next = add i64 %at, 1
  br label %head
apart:
  %wa = zext i8 %a to i32
  %wb = zext i8 %b to i32
  %difference = sub i32 %wa, %wb
  ret i32 %difference
alike:
  ret i32 0
}
"""
"""Compares bytes, as `memcmp` of the C library does."""

SHIFT = """
define hidden i128 @{name}(i128 %x, i32 %by) {{
  %low = trunc i128 %x to i64
  %upper = lshr i128 %x, 64
  %high = trunc i128 %upper to i64
  %n = zext i32 %by to i64
  %inside = and i64 %n, 63
  %large = icmp ugt i32 %by, 63
  %none = icmp eq i64 %inside, 0
  %back = sub i64 64, %inside
  %rest = and i64 %back, 63
  {body}
  %lw = zext i64 %l to i128
  %hw = zext i64 %h to i128
  %hs = shl i128 %hw, 64
  %whole = or i128 %lw, %hs
  ret i128 %whole
}}
"""
LEFT = """%a = shl i64 %low, %inside
  %b = shl i64 %high, %inside
  %c = lshr i64 %low, %rest
  %d = select i1 %none, i64 0, i64 %c
  %e = or i64 %b, %d
  %l = select i1 %large, i64 0, i64 %a
  %h = select i1 %large, i64 %a, i64 %e"""
RIGHT = """%a = {shift} i64 %high, %inside
  %b = lshr i64 %low, %inside
  %c = shl i64 %high, %rest
  %d = select i1 %none, i64 0, i64 %c
  %e = or i64 %b, %d
  %filled = {fill}
  %h = select i1 %large, i64 %filled, i64 %a
  %l = select i1 %large, i64 %a, i64 %e"""
PRODUCT = """
define hidden i128 @__multi3(i128 %x, i128 %y) {
  %x0 = trunc i128 %x to i64
  %xs = lshr i128 %x, 64
  %x1 = trunc i128 %xs to i64
  %y0 = trunc i128 %y to i64
  %ys = lshr i128 %y, 64
  %y1 = trunc i128 %ys to i64
  %a0 = and i64 %x0, 4294967295
  %a1 = lshr i64 %x0, 32
  %b0 = and i64 %y0, 4294967295
  %b1 = lshr i64 %y0, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %m0 = add i64 %p10, %c0
  %m0low = and i64 %m0, 4294967295
  %m0high = lshr i64 %m0, 32
  %m1 = add i64 %p01, %m0low
  %m1high = lshr i64 %m1, 32
  %h0 = add i64 %p11, %m0high
  %h1 = add i64 %h0, %m1high
  %q0 = mul i64 %x0, %y1
  %q1 = mul i64 %x1, %y0
  %h2 = add i64 %h1, %q0
  %high = add i64 %h2, %q1
  %l = mul i64 %x0, %y0
  %lw = zext i64 %l to i128
  %hw = zext i64 %high to i128
  %hs = shl i128 %hw, 64
  %whole = or i128 %lw, %hs
  ret i128 %whole
}
"""
WIDE_NUMBERS = "".join(
    [
        SHIFT.format(name="__ashlti3", body=LEFT),
        SHIFT.format(name="__lshrti3", body=RIGHT.format(shift="lshr", fill="and i64 0, 0")),
        SHIFT.format(name="__ashrti3", body=RIGHT.format(shift="ashr", fill="ashr i64 %high, 63")),
        PRODUCT,
    ]
)
"""What LLVM calls for ints of more than 64 bits: shifts and products of 128 bits, of parts of 64 bits."""
OF_WIDE_NUMBERS = (b"__ashlti3", b"__lshrti3", b"__ashrti3", b"__multi3")
