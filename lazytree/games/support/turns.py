"""Whose turn it is: in a position with a field `mover`, and in the last line of its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class HasMover(Protocol):
    """Any position with a field `mover`: the number of the player to move."""

    @property
    def mover(self) -> int: ...


def mover(position: HasMover) -> int:
    """The player to move, as the position says."""
    return position.mover


def turn(players: Sequence[str], mover: int) -> str:
    """The line of text that says who is to move.

    >>> turn(("X", "O"), 1)
    'O to move'
    """
    return f"{players[mover]} to move"


def plain(text: str) -> str:
    """A text in small letters, without spaces.

    >>> plain(" X  to Move ")
    'xtomove'
    """
    return "".join(text.split()).lower()


def mover_in(players: Sequence[str], line: str) -> int | None:
    """The player to move according to such a line; None where it does not say. Case and spaces do not matter.

    >>> mover_in(("X", "O"), "o  To move"), mover_in(("X", "O"), "good morning")
    (1, None)
    """
    return next((mover for mover in range(len(players)) if plain(line) == plain(turn(players, mover))), None)
