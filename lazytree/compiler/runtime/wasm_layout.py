"""How a host of WebAssembly hands values over: where each part of them lies, as data that JSON can carry.

The memory of a module: words that host and code share (`lazytree.compiler.abi`), constants, the stack, one place for
packed arguments, one for the result, one for values that are emitted one by one, an arena if there are
containers, then memory that searches write to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lazytree.core.errors import Refused

from ..abi import (
    ALLOWED,
    ARENA,
    CONTEXT_WORDS,
    OUT,
    ROOM,
    STACK,
    STEPS,
    STOP,
    TRAP,
    TRAPS,
    WASM_ARENA,
    Packing,
    leaf_bytes,
)
from ..ir.classes import fields_of
from ..ir.kinds import Bool, Float, Int, Maybe, Record, Type, Varying, Vector, Words, width
from ..ir.symbols import NOTHING, OrNone, Symbol
from .cache import Entry

CONTEXT = 64  # the address of the shared words
STACK_BYTES = 2**20
ANSWERS = 512  # that the room for emitted values has at first
WORD = 8  # bytes
WORDS = {
    "trap": TRAP, "stack": STACK, "steps": STEPS, "stop": STOP, "out": OUT, "room": ROOM, "allowed": ALLOWED,
    "arena": ARENA,
}  # fmt: skip


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


def memory_map(module: Module) -> dict[str, int]:
    """The address of each part of a module's memory."""
    entries, cell, end = module.entries, module.cell, module.end
    packed = {name: sizes_of(entry, cell) for name, entry in entries.items()}
    sizes = {
        "stack": STACK_BYTES,
        "arguments": max(size for size, _, _ in packed.values()),
        "answer": max(size for _, size, _ in packed.values()),
        "out": ANSWERS * max(size for _, _, size in packed.values()),
        **({"arena": WORD * WASM_ARENA} if module.dicts else {}),
    }
    places, at = {"context": CONTEXT}, max(end, CONTEXT + WORD * CONTEXT_WORDS)
    for name, size in sizes.items():
        places[name] = at = -(-at // 16) * 16
        at += max(size, WORD)
    return {**places, "top": places["stack"] + STACK_BYTES, "heap": -(-at // 16) * 16}


def sizes_of(entry: Entry, cell: int) -> tuple[int, int, int]:
    """The bytes of an entry's packed arguments, of its result, and of a value that it emits."""
    emitted = (entry.emitted,) if entry.emitted else ()
    first, second, third = (Packing(kinds, cell).size for kinds in (entry.arguments, (entry.result,), emitted))
    return first, second, third


def entries_layout(entries: Mapping[str, Entry], cell: int) -> dict[str, Any]:
    """Where the parts of each entry's values lie."""
    return {
        name: {
            "arguments": values_layout(entry.arguments, cell),
            "result": values_layout((entry.result,), cell),
            "emitted": values_layout((entry.emitted,), cell) if entry.emitted else None,
        }
        for name, entry in entries.items()
    }


def values_layout(kinds: tuple[Type, ...], cell: int) -> dict[str, Any]:
    """Where the parts of some packed values lie: their size in bytes, and what each is."""
    packing = Packing(kinds, cell)
    places = iter([at for _, at in packing.leaves])
    sizes = [Packing((kind,), cell).size for kind in kinds]
    starts = [sum(sizes[:number]) for number in range(len(kinds))]
    return {"size": packing.size, "starts": starts, "values": [layout_of(kind, places, cell) for kind in kinds]}


def layout_of(kind: Type, places: Iterator[int], cell: int) -> dict[str, Any]:
    """What a value is, and where its parts lie, from the start of the packed bytes.

    >>> layout_of(Int(0, 5), iter([8]), 8)
    {'kind': 'int', 'at': 8, 'bytes': 8, 'signed': False}
    """
    match kind:
        case Record(cls=cls, items=items):
            names = list(fields_of(cls)) if cls is not tuple else []
            parts = [layout_of(item, places, cell) for item in items]
            return {"kind": "record", "names": names, "items": parts}
        case Maybe():
            maybe = {"kind": "maybe", "at": next(places), "item": layout_of(kind.kind, places, cell)}
            return maybe if kind.other == NOTHING else {**maybe, "other": layout_of(kind.other, places, cell)}
        case Int():
            return {"kind": "int", "at": next(places), "bytes": width(kind) // 8, "signed": kind.low < 0}
        case Bool():
            return {"kind": "bool", "at": next(places)}
        case Float():
            return {"kind": "float", "at": next(places)}
        case Symbol():
            return {"kind": "symbol", "at": next(places), "members": members_of(kind)}
        case Vector(cls=cls):
            size = leaf_bytes(kind, cell)
            board = {"kind": "board", "at": next(places), "length": kind.length, "bytes": cell // 8, "size": size}
            return {**board, "members": members_of(cls)} if isinstance(cls, Symbol | OrNone) else board
        case Varying():
            room = {"kind": "int", "at": next(places), "bytes": WORD, "signed": False}
            return {"kind": "varying", "room": room, "item": layout_of(kind.cells, places, cell)}
        case Words():
            return {"kind": "words", "at": next(places)}
    raise Refused(f"{kind} is not handed over")


def members_of(kind: Symbol | OrNone) -> dict[str, str | None]:
    """The texts, or names of members, that numbers stand for; None for None."""
    if isinstance(kind, OrNone):
        return {}
    named = ((number, value if value is None or type(value) is str else value.name) for number, value in kind.members)
    return {str(number): name for number, name in named}


def shared_words() -> dict[str, int]:
    """The numbers of the words that host and code share, and how many kinds of traps there are."""
    return {**WORDS, "kinds": TRAPS}
