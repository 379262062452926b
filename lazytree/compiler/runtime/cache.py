"""Object code on disk, keyed by content. Whatever is damaged or foreign is taken for absent, and replaced.

It lies in the user's cache folder; LAZYTREE_CACHE names another folder, or is `off`. LAZYTREE_CACHE_MEGABYTES is how
much it may hold: what was used longest ago goes first. Several processes may share it.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from lazytree.core.digests import digester

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
