"""Object code on disk, keyed by content. Whatever is damaged or foreign is taken for absent, and replaced.

It lies in the user's cache folder; LAZYTREE_CACHE names another folder, or is `off`.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

MAGIC = b"lazytree object 1\n"


def folder() -> Path | None:
    """Where object code is kept; None if LAZYTREE_CACHE is `off`."""
    wanted = os.environ.get("LAZYTREE_CACHE", "")
    if wanted.lower() in ("off", "0", "no"):
        return None
    if wanted:
        return Path(wanted)
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "lazytree"


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
    if not content.startswith(head) or sha256(payload).digest() != digest:
        return None
    return payload


def store(key: str, payload: bytes) -> None:
    """Keeps it, whole or not at all, whatever other processes do; a folder that cannot be written is no error."""
    place = folder()
    if place is None:
        return
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MAGIC + key.encode() + b"\n" + sha256(payload).digest() + payload)
            os.replace(name, place / f"{key}.o")
        except OSError:
            with suppress(OSError):
                os.unlink(name)
