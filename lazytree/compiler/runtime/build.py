"""From functions to callable machine code: inference, lowering, LLVM, or the cache instead of all three.

A verdict is kept, too: why a function is outside of the subset is not worked out again.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyrsistent import PVector

from lazytree.trees.lazy import quiet, tidy

from ..ir.classes import MIXED, NO_CELL, class_of_int, members, plain_tuple
from ..ir.errors import NoText, Refused
from ..ir.kinds import BOOL, WORDS, Bool, Fixed, Int, Record, Row, Type, Vector, Words, leaves, vector_of
from . import cache
from .fingerprint import Fingerprint

COMPILER_FAULT = "a fault of the compiler"
LEVEL = 1  # of LLVM's passes: 2 takes a tenth longer for code that is as fast


@dataclass(frozen=True)
class Entry:
    """What Python must know of a function in machine code."""

    arguments: tuple[Type, ...]
    result: Type
    emitted: Type | None


@dataclass(frozen=True)
class Binary:
    """Object code with its entries, and the places in the source that its traps speak of."""

    code: bytes
    entries: Mapping[str, Entry]
    sites: tuple[str, ...]
    cell: int
    cached: bool


Plan = Callable[[Any], Mapping[str, Any]]
"""From an inference program to the instances that Python wants to call, by name; asked again for wider cells."""


def built(roots: list[object], plan: Plan, cell: int, copy_always: bool = False, level: int = LEVEL) -> Binary:
    """The code for a plan, or the verdict Refused; `roots` are the functions and values that either depends on."""
    from . import native  # llvmlite, late

    print_ = Fingerprint()
    print_.add((native.machine_name(), cell, copy_always, level))
    for root in roots:
        print_.add(root)
    key = print_.hex()
    kept = cache.load(key)
    known = unpacked(kept, print_.classes) if kept is not None else None
    if isinstance(known, Refused):
        raise known
    if known is not None:
        return known
    tidy()
    try:
        with quiet():
            made = compiled_now(plan, cell, copy_always, level)
    except Refused as refused:
        if not isinstance(refused, NoText):
            cache.store(key, with_head({"refused": [refused.rule, refused.place]}))
        raise
    except (RecursionError, MemoryError) as error:  # of this process, today
        raise Refused(f"the rules are too large or nested too deeply for this process: {error!r}") from None
    except Exception as error:  # a fault of ours is no reason to fail: the rules run interpreted
        raise Refused(f"{COMPILER_FAULT}: {error!r}") from error
    payload = packed(made, print_.classes)
    if payload is not None:
        cache.store(key, payload)
    return made


def compiled_now(plan: Plan, cell: int, copy_always: bool, level: int) -> Binary:
    from ..codegen.module import Module
    from ..codegen.statements import lower
    from ..frontend.source import place
    from ..inference.programs import Program, WiderCells
    from ..inference.settling import settle
    from . import native

    while True:
        program = Program(cell)
        try:
            instances = plan(program)
            settle(program)
            break
        except WiderCells:
            cell *= 2
    for name, instance in instances.items():
        kinds = [kind for kind in (instance.result, instance.emitted) if kind]
        source = instance.constants.get("moves", instance.core.source)  # what a kernel hands over, moves have yielded
        for rule in not_handed_over(name, [leaf for kind in kinds for leaf in leaves(kind)]):
            raise Refused(rule, place(source, source.__code__.co_firstlineno))
    module = Module(program, copy_always)
    for name, instance in instances.items():
        module.entry(name, instance)
    module.finish(lower)
    entries = {name: Entry(tuple(i.arguments), i.result, i.emitted) for name, i in instances.items()}
    return Binary(native.object_code(str(module.llvm), level), entries, tuple(module.sites), cell, False)


def not_handed_over(name: str, parts: list[Type]) -> Iterator[str]:
    """Why such values are not handed to Python, if they are not."""
    if any(isinstance(part, Row) for part in parts):
        yield "a row of a table is not handed to Python: name its items, as in `a, b = row; return a, b`"
    if any(isinstance(part, (Int, Vector)) and part.cls is MIXED for part in parts):
        yield f"`{name}` gives an int that is now a bool or an IntEnum, now another int: let it always be of one class"


# ---- types as JSON


def packed(binary: Binary, classes: list[type]) -> bytes | None:
    try:
        entries = {
            name: [
                [as_json(kind, classes) for kind in entry.arguments],
                as_json(entry.result, classes),
                as_json(entry.emitted, classes) if entry.emitted else None,
            ]
            for name, entry in binary.entries.items()
        }
    except ValueError:
        return None  # a class that the fingerprint has not met: not cached
    return with_head({"entries": entries, "sites": binary.sites, "cell": binary.cell}, binary.code)


def with_head(head: Mapping[str, object], code: bytes = b"") -> bytes:
    text = json.dumps(head).encode()
    return struct.pack("=q", len(text)) + text + code


def unpacked(payload: bytes, classes: list[type]) -> Binary | Refused | None:
    try:
        (size,) = struct.unpack_from("=q", payload)
        head = json.loads(payload[8 : 8 + size])
        if "refused" in head:
            return Refused(*head["refused"])
        entries = {
            name: Entry(
                tuple(from_json(kind, classes) for kind in arguments),
                from_json(result, classes),
                from_json(emitted, classes) if emitted else None,
            )
            for name, (arguments, result, emitted) in head["entries"].items()
        }
        return Binary(payload[8 + size :], entries, tuple(head["sites"]), head["cell"], True)
    except (struct.error, ValueError, KeyError, IndexError, TypeError):
        return None


def as_json(kind: Type, classes: list[type]) -> list[Any]:
    match kind:
        case Int():
            return ["int", kind.low, kind.high, class_number(kind.cls, classes)]
        case Bool():
            return ["bool"]
        case Vector():
            return ["vector", kind.length, kind.low, kind.high, class_number(kind.cls, classes)]
        case Record():
            return ["record", class_number(kind.cls, classes), [as_json(item, classes) for item in kind.items]]
        case Words():
            return ["words"]
    raise ValueError(f"{kind} has no text form")


def from_json(text: list[Any], classes: list[type]) -> Type:
    name, *parts = text
    if name == "record":
        return Record(numbered_class(parts[0], classes), tuple(from_json(item, classes) for item in parts[1]))
    if not parts:
        return BOOL if name == "bool" else WORDS
    *bounds, number = parts
    made: Type = {"int": Int, "vector": Vector}[name](*bounds, numbered_class(number, classes))
    return made


OWN_CLASSES = (int, bool, tuple, MIXED, NO_CELL)  # -1, -2, ...


def class_number(cls: type, classes: list[type]) -> int:
    return -1 - OWN_CLASSES.index(cls) if cls in OWN_CLASSES else classes.index(cls)


def numbered_class(number: int, classes: list[type]) -> type:
    return classes[number] if number >= 0 else OWN_CLASSES[-1 - number]


# ---- types of start values


def type_of(value: object) -> Type:
    """The type of a start position: what it holds; play widens it."""
    if isinstance(value, int):
        return type_of_int(value)
    if isinstance(value, PVector):
        return vector_of(value)
    if isinstance(value, tuple):
        plain_tuple(type(value))
        return Record(type(value), tuple(type_of(item) for item in value))
    return Fixed(value)


def type_of_int(value: int) -> Type:
    cls = class_of_int(value)
    if cls is bool:
        return BOOL
    held = [int(value), *(members(cls) if cls is not int else (0, 1))]
    return Int(min(held), max(held), cls)


def cell_bits(value: object) -> int:
    """How many bits the cells of a start position's boards need, with room to grow."""
    if isinstance(value, PVector):
        most = max((abs(item) for item in value if isinstance(item, int)), default=0)
        return next(bits for bits in (8, 16, 32, 64) if most < 2 ** (bits - 2) or bits == 64)
    if isinstance(value, tuple):
        return max(map(cell_bits, value), default=8)
    return 8
