"""From functions to callable machine code: inference, lowering, LLVM, or the cache instead of all three.

A verdict is kept, too: why a function is outside of the subset is not worked out again.
"""

from __future__ import annotations

import gc
import json
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import NoText, Refused
from lazytree.trees.collector import quiet, tidy

from ..frontend.constants import BOARD
from ..frontend.dependencies import CLASS, Key, recorded
from ..ir.classes import MIXED, NO_CELL, class_of_int, members, plain_tuple
from ..ir.kinds import BOOL, WORDS, Bool, Fixed, Int, Record, Row, Type, Vector, Words, leaves, vector_of
from . import cache
from .fingerprint import Fingerprint
from .forking import IMPORTING
from .stamp import Stamp
from .waiting import left_alone

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
    read: tuple[int, ...] = ()  # the numbers of the places that rules read, of all that the walk has met


Plan = Callable[[Any], Mapping[str, Any]]
"""From an inference program to the instances that Python wants to call, by name; asked again for wider cells."""


def built(
    roots: list[object], plan: Plan, cell: int, copy_always: bool = False, level: int = LEVEL, counted: bool = True
) -> Binary:
    """The code for a plan; Refused if there is none; `roots` are the functions and values that either depends on.

    `counted`: whether calls count their steps, so that none takes long where Ctrl-C is not heard.
    """
    verdict, _ = judged(roots, plan, cell, copy_always, level, counted)
    if isinstance(verdict, Refused):
        raise verdict
    return verdict


def judged(
    roots: list[object], plan: Plan, cell: int, copy_always: bool = False, level: int = LEVEL, counted: bool = True
) -> tuple[Binary | Refused, Stamp]:
    """The code for a plan, or why there is none, and what that depends on. Whatever rules hold, nothing is raised."""
    print_ = Fingerprint()
    try:
        with IMPORTING:
            from . import native  # llvmlite, late
        print_.add((native.machine_name(), cell, copy_always, level, counted))
        for root in roots:
            print_.add(root)
        verdict = kept_or_made(print_, lambda: compiled_now(plan, cell, copy_always, level, counted))
    except Refused as refused:
        verdict = refused.bare()
    except RecursionError:
        verdict = Refused("the rules, or constants of theirs, are nested too deeply")
    except Exception as error:  # a fault of ours is no reason to fail: the rules run interpreted
        verdict = Refused(f"{COMPILER_FAULT}: {told(error)}")
    places = tuple(print_.places.values())
    if isinstance(verdict, Binary):
        read = set(verdict.read)
        places = tuple(each for number, each in enumerate(places) if number in read or each.kind == CLASS)
    return verdict, Stamp(places)


def kept_or_made(print_: Fingerprint, make: Callable[[], Binary]) -> Binary | Refused:
    """The verdict from the cache; else a new one, which is kept."""
    key = print_.hex()
    kept = cache.load(key)
    known = unpacked(kept, print_.classes, len(print_.places)) if kept is not None else None
    if known is not None:
        return known
    tidy()
    with quiet(), recorded() as asked:
        made = made_or_refused(make)
        gc.collect(1)  # what goes in circles: it knows the frames of whoever asked, and with them his tables
    if isinstance(made, Refused):
        if not isinstance(made, NoText):
            cache.store(key, with_head({"refused": [made.rule, made.place]}))
        return made
    made = replace(made, read=places_read(print_, asked))
    payload = packed(made, print_.classes)
    if payload is not None:
        cache.store(key, payload)
    return made


def made_or_refused(make: Callable[[], Binary]) -> Binary | Refused:
    try:
        return make()
    except Refused as refused:
        return refused.bare()


def places_read(print_: Fingerprint, asked: set[Key]) -> tuple[int, ...]:
    """The numbers of the places that were read; Refused if the walk that gave the key has not met one of them."""
    missed = sorted({name or kind for kind, owner, name in asked if (kind, owner, name) not in print_.numbers})
    if missed:
        raise Refused(f"{', '.join(missed)}: a name, an attribute or a default that is reached in too many steps")
    return tuple(sorted(print_.numbers[key] for key in asked))


def told(error: Exception) -> str:
    """What an error says, whatever it holds."""
    try:
        return f"{type(error).__name__}: {str(error)[:200]}"
    except Exception:
        return type(error).__name__


def compiled_now(plan: Plan, cell: int, copy_always: bool, level: int, counted: bool) -> Binary:
    with IMPORTING:
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
    module = Module(program, copy_always, counted)
    for name, instance in instances.items():
        module.entry(name, instance)
    module.finish(lower)
    entries = {name: Entry(tuple(i.arguments), i.result, i.emitted) for name, i in instances.items()}
    text = str(module.llvm)
    code = left_alone(lambda: native.object_code(text, level))  # Ctrl-C is heard meanwhile
    return Binary(code, entries, tuple(module.sites), cell, False)


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
    head = {"entries": entries, "sites": binary.sites, "cell": binary.cell, "read": binary.read}
    return with_head(head, binary.code)


def with_head(head: Mapping[str, object], code: bytes = b"") -> bytes:
    text = json.dumps(head).encode()
    return struct.pack("=q", len(text)) + text + code


def unpacked(payload: bytes, classes: list[type], places: int) -> Binary | Refused | None:
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
        read = tuple(head["read"])
        if not all(0 <= number < places for number in read):
            return None
        return Binary(payload[8 + size :], entries, tuple(head["sites"]), head["cell"], True, read)
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


def type_of(value: Any) -> Type:
    """The type of a start position: what it holds; play widens it."""
    kind = type(value)
    if issubclass(kind, int):
        return type_of_int(value)
    if issubclass(kind, tuple):
        plain_tuple(kind)
        return Record(kind, tuple(type_of(item) for item in value))
    return vector_of(value) if issubclass(kind, PVector) else Fixed(value)


def type_of_int(value: int) -> Type:
    cls = class_of_int(value)
    if cls is bool:
        return BOOL
    held = [int(value), *(members(cls) if cls is not int else (0, 1))]
    return Int(min(held), max(held), cls)


def cell_bits(value: Any) -> int:
    """How many bits the cells of a start position's boards need, with room to grow."""
    waiting: list[Any] = [value]
    most = 0
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is BOARD:
            most = max([most, *(abs(item) for item in each if issubclass(type(item), int))])
        elif issubclass(kind, tuple):
            waiting.extend(tuple.__iter__(each))  # whatever its class says
    return next(bits for bits in (8, 16, 32, 64) if most < 2 ** (bits - 2) or bits == 64)
