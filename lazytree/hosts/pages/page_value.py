"""A published page as a value: it is saved to a file, and plays where a notebook shows it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .page import plain

FRAME = "display:block;width:100%;height:46rem;border:0;resize:vertical"


@dataclass(frozen=True, repr=False)
class Page:
    """A page on which a game is played: `text`, one file of HTML. In a notebook it shows itself, and plays.

    It plays without a kernel, in a frame that can reach nothing of the notebook; so does a notebook that was exported
    to HTML. (A position has no link there.) `unsaved` says why games cannot be saved to files in it, if they cannot;
    `left_out` names the ratings that are not in it, because they do not compile.

    >>> from lazytree.games import nim
    >>> from lazytree.hosts.pages import publish
    >>> page = publish(nim())
    >>> page.name, page.text[:15]
    ('nim', '<!doctype html>')
    """

    name: str
    text: str
    unsaved: str = ""  # why games cannot be saved to files in it; empty if they can
    left_out: tuple[str, ...] = ()  # which ratings of the game do not compile, and why

    def save(self, file: str | os.PathLike[str]) -> Path:
        """Writes the page, whole or not at all, and gives its path. Raises ValueError where it cannot be written."""
        path = Path(file)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_text(self.text, encoding="utf-8", newline="\n")
            os.replace(part, path)
        except OSError as error:
            raise ValueError(f"{path} cannot be written: {error.strerror}") from error
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        return path

    def _repr_html_(self) -> str:
        told = f'sandbox="allow-scripts allow-downloads" title="{plain(self.name)}" style="{FRAME}"'
        return f'<iframe {told} srcdoc="{escape(self.text)}"></iframe>'

    def __repr__(self) -> str:
        size = len(self.text.encode()) / 1000
        return f"<Page of {self.name}, {size:.0f} kB: it plays in a notebook; save(file) writes it>"
