"""Files of the user's own that travel as text: a worker on another machine can read the game that they hold."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

A_FILE = re.compile(r"(?P<path>.+?\.py)(?=$|[:\s])")
"""The file at the beginning of the name of a game or of a bot."""


class SourceFile(NamedTuple):
    """A file as text.

    >>> SourceFile("my_game.py", "size = 3").digest[:8]
    'e456cdf3'
    """

    path: str  # as the user wrote it
    text: str

    @property
    def digest(self) -> str:
        """What is the same for equal texts only."""
        return sha256(self.text.encode()).hexdigest()


def attached_files(name: str) -> tuple[SourceFile, ...]:
    """The file that a name of a game or a bot begins with, such as `my_game.py:factory`; empty if it names none.

    Raises: ValueError if there is no such file.

    >>> attached_files("think:depth=4"), attached_files("konane rows=6")
    ((), ())
    """
    found = A_FILE.match(name)
    if found is None:
        return ()
    try:
        return (SourceFile(found["path"], Path(found["path"]).read_text(encoding="utf-8")),)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"there is no file {found['path']!r}, or it is no text ({error})") from None


def local_path(name: str, files: tuple[SourceFile, ...]) -> str:
    """The name, with the path of its file on this machine: where the same text lies already, or where it is put now.

    >>> local_path("think:depth=4", ())
    'think:depth=4'
    """
    for file in files:
        if name == file.path or name.startswith((f"{file.path}:", f"{file.path} ")):
            return place(file) + name.removeprefix(file.path)
    return name


@cache
def place(file: SourceFile) -> str:
    """The path of a file with this text on this machine, which is written if it is not there."""
    path = Path(file.path)
    try:
        if path.read_text(encoding="utf-8") == file.text:
            return file.path
    except (OSError, UnicodeDecodeError):
        pass
    copy = Path(mkdtemp(prefix="lazytree_")) / path.name
    copy.write_text(file.text, encoding="utf-8")
    return str(copy)
