"""Positions as text: the rows of a board in lines, or in one line with `/` between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Generic, TypeVar

P = TypeVar("P")
LOOKS = "; a position looks like: "


def join_rows(shown: str) -> str:
    r"""A text of several lines as one line, with `/` between the rows; blank lines and repeated spaces are dropped.

    >>> join_rows("1  X .\n   a b\nO to move")
    '1 X . / a b / O to move'
    """
    return " / ".join(" ".join(row.split()) for row in shown.splitlines() if row.strip())


class FromRows(Generic[P]):
    """A game's own `read` that also takes rows separated by `/`, and whose errors say what a position looks like.

    `read`, `show` and `start` are the game's. A `/` is a new line in a text of one line, unless one line is how the
    game itself shows its start.
    """

    def __init__(self, read: Callable[[str], P], show: Callable[[P], str], start: P) -> None:
        self.read, self.show, self.start = read, show, start

    def __call__(self, text: str) -> P:
        try:
            return self.read(self._in_lines(text))
        except ValueError as error:
            said = str(error).partition(LOOKS)[0]  # a `read` may have asked another game's
            raise ValueError(f"{said}{LOOKS}{join_rows(self.show(self.start))}") from error

    def _in_lines(self, text: str) -> str:
        if not isinstance(text, str):
            raise ValueError(f"a position is read from a text, not from {text!r}")
        one_line = "/" in text and "\n" not in text.strip()
        return text.replace("/", "\n") if one_line and "\n" in self.show(self.start) else text


def arrange_in_columns(texts: Sequence[str], width: int = 79, few: int = 20) -> str:
    """Texts below one another or, if they are more than `few`, in columns that are read downwards.

    >>> print(arrange_in_columns("abcdefg", width=9, few=3))
    a  d  g
    b  e
    c  f
    """
    wide = max(map(len, texts), default=0) + 2
    rows = len(texts) if len(texts) <= few else ceil(len(texts) / max(1, width // wide))
    return "\n".join("".join(f"{text:<{wide}}" for text in texts[row::rows]).rstrip() for row in range(rows))
