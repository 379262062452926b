"""Positions as text: the rows of a board in lines, or in one line with `/` between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

P = TypeVar("P")


def rows_joined(shown: str) -> str:
    """A text of several lines as one line, with `/` between the rows; blank lines and repeated spaces are dropped.

    >>> rows_joined("1  X .\\n   a b\\nO to move")
    '1 X . / a b / O to move'
    """
    return " / ".join(" ".join(row.split()) for row in shown.splitlines() if row.strip())


class FromRows(Generic[P]):
    """A game's own `read` that also takes rows separated by `/`, and whose errors say what a position looks like.

    `read`, `show` and `start` are the game's. Where the text of the start has a `/` itself, a `/` is left as it is.
    """

    def __init__(self, read: Callable[[str], P], show: Callable[[P], str], start: P) -> None:
        self.read, self.show, self.start = read, show, start

    def __call__(self, text: str) -> P:
        looks = self.show(self.start)
        if not isinstance(text, str):
            raise ValueError(f"a position is read from a text, not from {text!r}; one looks like: {rows_joined(looks)}")
        try:
            return self.read(text if "/" in looks else text.replace("/", "\n"))
        except ValueError as error:
            raise ValueError(f"{error}; a position looks like: {rows_joined(looks)}") from error
