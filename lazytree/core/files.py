"""Files that are written: whole or not at all, and never over another one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> Path:
    """Writes a text or bytes to a file, whole or not at all, and gives its path.

    Raises: ValueError where it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", "all of it").read_text()
    'all of it'
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(part, path)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return path


def write_new(path: Path, text: str) -> None:
    """Writes a text to a new file. Raises ValueError where a file has this name, or it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_new(Path(folder) / "a.txt", "all of it")
    """
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ValueError(f"there is a file {path} already: choose another name") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from error


def require_folder(file: str | os.PathLike[str]) -> None:
    """Raises ValueError unless a file can be written there, as far as its folder tells: asked before long work.

    >>> require_folder("no/such/folder/a.txt")
    Traceback (most recent call last):
    ValueError: no/such/folder/a.txt cannot be written: there is no folder no/such/folder
    """
    path = Path(file)
    if not path.parent.is_dir():
        raise ValueError(f"{os.fspath(file)} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise ValueError(f"{os.fspath(file)} cannot be written: it is a folder")
