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
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.digests import digester
from lazytree.core.errors import Refused

from ..ir.classes import BOARD, MIXED, NO_CELL
from ..ir.kinds import Bool, Float, Int, Maybe, Record, Type, Varying, Vector, Words
from ..ir.symbols import OrNone, Symbol
from ..llvm import IN_TAB

MAGIC = b"lazytree object 1\n"
MEGABYTES = 256
ENTRY = re.compile(r"[0-9a-f]{64}\.o")
STORED_BETWEEN = 32  # entries that one process stores between two looks at the size of the folder
HOUR = 3600  # seconds: how exactly the last use is known, and how old a part must be to be taken for left behind

_stored = count()


def folder() -> Path | None:
    """Where object code is kept; None if LAZYTREE_CACHE is `off`, in a browser tab, or if the user has no home."""
    wanted = os.environ.get("LAZYTREE_CACHE", "")
    if IN_TAB or is_off():
        return None
    base = os.environ.get("XDG_CACHE_HOME", "")
    place = os.path.expanduser(wanted or (f"{base}/lazytree" if os.path.isabs(base) else "~/.cache/lazytree"))
    return None if place.startswith("~") else Path(place)  # expanduser leaves what it knows no home for


def is_off() -> bool:
    """Whether nothing is to be kept."""
    return os.environ.get("LAZYTREE_CACHE", "").lower() in ("off", "0", "no")


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


def store(key: str, payload: bytes, place: Path | None) -> bool:
    """Keeps an entry in a folder, whole or not at all, whatever other processes do; nowhere if that is None.

    Whether it is kept: a folder that cannot be written is no error.
    """
    if place is None:
        return False
    kept = False
    part = place / f"{key}.{os.urandom(8).hex()}.part"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with part.open("xb") as file:
            file.write(MAGIC + key.encode() + b"\n" + digester(payload).digest() + payload)
        os.replace(part, place / f"{key}.o")
        kept = True
    except OSError:
        with suppress(OSError):
            part.unlink()
    if next(_stored) % STORED_BETWEEN == 0:
        sweep(place)
    return kept


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
    code. `positions`: those of a game that it is right for.
    """

    code: Any  # bytes; in a browser tab `tab.Code`
    entries: Mapping[str, Entry]
    sites: tuple[str, ...]
    cell: int
    cached: bool
    read: tuple[int, ...] = ()
    better: Callable[[], Binary] | None = None
    dicts: bool = False
    positions: Type | None = None


def packed(binary: Binary, classes: list[type]) -> bytes | None:
    """Code with its entries, as bytes for the cache; None if an entry's class is not among `classes`."""
    try:
        entries = {name: as_json(entry, classes) for name, entry in binary.entries.items()}
        positions = as_json(binary.positions, classes)
    except ValueError:
        return None  # a class that the fingerprint has not met: not cached
    head = {"entries": entries, "sites": binary.sites, "cell": binary.cell, "read": binary.read, "dicts": binary.dicts}
    return with_head({**head, "positions": positions}, binary.code)


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
        entries = {name: Entry(*from_json(entry, classes)) for name, entry in head["entries"].items()}
        read = tuple(head["read"])
        if not all(0 <= number < places for number in read):
            return None
        sites, positions = tuple(head["sites"]), from_json(head["positions"], classes)
        return Binary(payload[8 + size :], entries, sites, head["cell"], True, read, None, head["dicts"], positions)
    except (struct.error, ValueError, KeyError, IndexError, TypeError):
        return None


KINDS = {kind.__name__: kind for kind in (Int, Bool, Float, Symbol, Maybe, Vector, Record, Varying, Words, OrNone)}
OWN_CLASSES = (int, bool, tuple, MIXED, NO_CELL, BOARD, str, set, frozenset)  # -1, -2, ...


def as_json(value: Any, classes: list[type]) -> Any:
    """A type, or a part of one, as JSON has it; ValueError if a class of it is not among `classes`."""
    kind = type(value)
    if kind in KINDS.values():
        return {kind.__name__: [as_json(getattr(value, name), classes) for name in kind.__match_args__]}
    if isinstance(value, Enum):
        return {"member": [class_number(kind, classes), value._name_]}
    if isinstance(value, type):
        return {"class": class_number(value, classes)}
    if isinstance(value, tuple):
        return [as_json(each, classes) for each in value]
    if value is None or kind in (int, bool, str):
        return value
    raise ValueError(f"{value} has no text form")


def from_json(text: Any, classes: list[type]) -> Any:
    """What `as_json` has made a text form of."""
    match text:
        case list():
            return tuple(from_json(each, classes) for each in text)
        case {"member": [number, name]}:
            return numbered_class(number, classes).__members__[name]
        case {"class": number}:
            return numbered_class(number, classes)
        case dict():
            ((name, parts),) = text.items()
            return KINDS[name](*from_json(parts, classes))
    return text


def class_number(cls: type, classes: list[type]) -> int:
    """The number of a class: negative for those of Python; ValueError if it is not among `classes`."""
    return -1 - OWN_CLASSES.index(cls) if cls in OWN_CLASSES else classes.index(cls)


def numbered_class(number: int, classes: list[type]) -> Any:
    """The class of a number: the inverse of `class_number`."""
    return classes[number] if number >= 0 else OWN_CLASSES[-1 - number]
