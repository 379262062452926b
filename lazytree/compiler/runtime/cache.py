"""Object code on disk, keyed by content. Whatever is damaged or foreign is taken for absent, and replaced.

It lies in the user's cache folder; LAZYTREE_CACHE names another folder, or is `off`. LAZYTREE_CACHE_MEGABYTES is how
much it may hold: what was used longest ago goes first. Several processes may share it.
"""

from __future__ import annotations

import json
import os
import re
import struct
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.digests import digester
from lazytree.core.errors import Refused

from ..ir.classes import BOARD, MIXED, NO_CELL
from ..ir.kinds import BOOL, WORDS, Bool, Float, Int, Maybe, Record, Type, Varying, Vector, Words
from ..ir.symbols import OrNone, Symbol

MAGIC = b"lazytree object 1\n"
MEGABYTES = 256
ENTRY = re.compile(r"[0-9a-f]{64}\.o")
STORED_BETWEEN = 32  # entries that one process stores between two looks at the size of the folder
HOUR = 3600  # seconds: how exactly the last use is known, and how old a part must be to be taken for left behind

_stored = count()


def folder() -> Path | None:
    """Where object code is kept; None if LAZYTREE_CACHE is `off`, or if the user has no home."""
    wanted = os.environ.get("LAZYTREE_CACHE", "")
    if wanted.lower() in ("off", "0", "no"):
        return None
    base = os.environ.get("XDG_CACHE_HOME", "")
    place = os.path.expanduser(wanted or (f"{base}/lazytree" if os.path.isabs(base) else "~/.cache/lazytree"))
    return None if place.startswith("~") else Path(place)  # expanduser leaves what it knows no home for


def load(key: str) -> bytes | None:
    """What was stored under this key, if it is whole."""
    place = folder()
    if place is None:
        return None
    try:
        content = (place / f"{key}.o").read_bytes()
    except OSError:
        return None
    head = MAGIC + key.encode() + b"\n"
    digest, payload = content[len(head) : len(head) + 32], content[len(head) + 32 :]
    if not content.startswith(head) or digester(payload).digest() != digest:
        return None
    used(place / f"{key}.o")
    return payload


def used(entry: Path) -> None:
    """Notes that an entry was used, once an hour at most."""
    with suppress(OSError):
        if time.time() - entry.stat().st_mtime > HOUR:
            os.utime(entry)


def store(key: str, payload: bytes, place: Path | None) -> None:
    """Keeps an entry in a folder, whole or not at all, whatever other processes do; nowhere if that is None.

    A folder that cannot be written is no error.
    """
    if place is None:
        return
    part = place / f"{key}.{os.urandom(8).hex()}.part"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with part.open("xb") as file:
            file.write(MAGIC + key.encode() + b"\n" + digester(payload).digest() + payload)
        os.replace(part, place / f"{key}.o")
    except OSError:
        with suppress(OSError):
            part.unlink()
    if next(_stored) % STORED_BETWEEN == 0:
        sweep(place)


def sweep(place: Path) -> None:
    """Removes parts that were left behind and, where the folder is too large, the entries used longest ago."""
    entries = []
    with suppress(OSError), os.scandir(place) as files:
        for file in files:
            with suppress(OSError):
                if file.name.endswith(".part") and time.time() - file.stat().st_mtime > HOUR:
                    os.unlink(file)
                elif ENTRY.fullmatch(file.name):
                    entries.append((file.stat().st_mtime, file.stat().st_size, file.path))
    room = limit()
    for _, size, path in sorted(entries, reverse=True):  # the latest first
        room -= size
        if room < 0:
            with suppress(OSError):
                os.unlink(path)


def limit() -> int:
    """How many bytes the folder may hold."""
    text = os.environ.get("LAZYTREE_CACHE_MEGABYTES", "")
    return int(text if text.isdecimal() else MEGABYTES) * 2**20


# ---- Object code with what Python must know of it, and both as bytes for the cache, classes by their numbers
#
# A verdict against a function has bytes, too: why it is outside of the subset.


class Entry(NamedTuple):
    """The types of a function in machine code: its arguments, its result, and what it hands to Python one by one."""

    arguments: tuple[Type, ...]
    result: Type
    emitted: Type | None


class Binary(NamedTuple):
    """Object code with its entries, by name.

    `sites` are the places in the source that its traps speak of, `cell` is the bits of a board's cell, `cached`
    whether it comes from the cache, and `read` the numbers of the places that rules read, of all that the walk
    has met; `dicts`: whether it needs an arena. `better` makes optimized code of the same program, where this is quick
    code.
    """

    code: bytes
    entries: Mapping[str, Entry]
    sites: tuple[str, ...]
    cell: int
    cached: bool
    read: tuple[int, ...] = ()
    better: Callable[[], Binary] | None = None
    dicts: bool = False


def packed(binary: Binary, classes: list[type]) -> bytes | None:
    """Code with its entries, as bytes for the cache; None if an entry's class is not among `classes`."""
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
    head = {"entries": entries, "sites": binary.sites, "cell": binary.cell, "read": binary.read, "dicts": binary.dicts}
    return with_head(head, binary.code)


def with_head(head: Mapping[str, object], code: bytes = b"") -> bytes:
    """A length, a head as JSON, and code, as one piece of bytes."""
    text = json.dumps(head).encode()
    return struct.pack("=q", len(text)) + text + code


def unpacked(payload: bytes, classes: list[type], places: int) -> Binary | Refused | None:
    """The code or the verdict that `packed` or `with_head` made bytes of; None if the bytes are damaged.

    `classes` are numbered as they were for `packed`; `places` is how many places there are, which `read` must not
    exceed.
    """
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
        return Binary(payload[8 + size :], entries, tuple(head["sites"]), head["cell"], True, read, None, head["dicts"])
    except (struct.error, ValueError, KeyError, IndexError, TypeError):
        return None


def as_json(kind: Type, classes: list[type]) -> list[Any]:
    """A type as lists, texts and numbers; ValueError if a class of it is not among `classes`."""
    match kind:
        case Int():
            return ["int", kind.low, kind.high, class_number(kind.cls, classes)]
        case Bool():
            return ["bool"]
        case Float():
            return ["float", kind.mixed]
        case Vector():
            form = class_number(kind.form, classes)
            return ["vector", kind.length, kind.low, kind.high, class_number(kind.cls, classes), form]
        case Record():
            return ["record", class_number(kind.cls, classes), [as_json(item, classes) for item in kind.items]]
        case Symbol():
            return ["symbol", [value_as_json(pair, classes) for pair in kind.members]]
        case Maybe():
            return ["maybe", as_json(kind.kind, classes), as_json(kind.other, classes)]
        case Varying():
            return ["varying", as_json(kind.cells, classes)]
        case Words():
            return ["words"]
    raise ValueError(f"{kind} has no text form")


def from_json(text: list[Any], classes: list[type]) -> Type:
    """The type that `as_json` has made a text form of."""
    name, *parts = text
    if name == "record":
        return Record(numbered_class(parts[0], classes), tuple(from_json(item, classes) for item in parts[1]))
    if name == "symbol":
        return Symbol(tuple(value_from_json(each, classes) for each in parts[0]))
    if name == "maybe":
        other = from_json(parts[1], classes)
        assert isinstance(other, Symbol)
        return Maybe(from_json(parts[0], classes), other)
    if name == "varying":
        return Varying(from_json(parts[0], classes))
    if name == "float":
        return Float(*parts)
    if not parts:
        return BOOL if name == "bool" else WORDS
    if name == "int":
        return Int(parts[0], parts[1], numbered_class(parts[2], classes))
    return Vector(*parts[:3], *(numbered_class(number, classes) for number in parts[3:]))


OWN_CLASSES = (int, bool, tuple, MIXED, NO_CELL, BOARD, str)  # -1, -2, ...


def value_as_json(pair: tuple[int, Any], classes: list[type]) -> list[Any]:
    """A numbered text, None or member of an Enum."""
    number, value = pair
    if value is None or type(value) is str:
        return [number, value]
    return [number, value._name_, class_number(type(value), classes)]


def value_from_json(text: list[Any], classes: list[type]) -> tuple[int, Any]:
    """The inverse of `value_as_json`."""
    number, value, *cls = text
    return number, numbered_class(cls[0], classes).__members__[value] if cls else value


def class_number(cls: Any, classes: list[type]) -> Any:
    """The number of a class: negative for those of Python; ValueError if it is not among `classes`."""
    if isinstance(cls, Symbol):
        return as_json(cls, classes)
    if isinstance(cls, OrNone):
        return ["or none", class_number(cls.cls, classes)]
    return -1 - OWN_CLASSES.index(cls) if cls in OWN_CLASSES else classes.index(cls)


def numbered_class(number: Any, classes: list[type]) -> Any:
    """The class of a number: the inverse of `class_number`."""
    if isinstance(number, list):
        return OrNone(numbered_class(number[1], classes)) if number[0] == "or none" else from_json(number, classes)
    return classes[number] if number >= 0 else OWN_CLASSES[-1 - number]
