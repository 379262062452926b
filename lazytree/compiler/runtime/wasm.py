"""WebAssembly of generated code: a module for a host, or one that shares the memory of Python in a browser tab."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..codegen.text import Module as Text
from ..wasm_writer.encoding import FLOAT64
from ..wasm_writer.module import Written, write
from . import tab
from .cache import Entry

BASE = 2**10  # where constants begin: below lies what host and code share


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


def module_code(source: Text) -> Written:
    """The module of WebAssembly for generated code."""
    return write(source, lambda _: BASE)


def code_in_tab(source: Text) -> tab.Code:
    """The module for generated code that shares the memory of Python in a browser tab."""
    rooms = list[tab.Room]()

    def laid(size: int) -> int:
        rooms.append(tab.Room(size))
        return rooms[0].start

    return tab.Code(write(source, laid, FLOAT64).code, rooms[0])
