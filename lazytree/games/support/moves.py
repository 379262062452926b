"""Moves from one cell to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple


class Move(NamedTuple):
    """A move from a cell to a cell, by their numbers."""

    source: int
    target: int


def from_to(names: Sequence[str]) -> Callable[[object, Move], str]:
    """The `format` of a game with such moves, from its cells' names: `a1-b2`.

    >>> from_to(["a1", "b1", "c1"])(None, Move(source=0, target=2))
    'a1-c1'
    """

    def format_move(position: object, move: Move) -> str:
        return f"{names[move.source]}-{names[move.target]}"

    return format_move


def touched(position: object, move: Move) -> Iterator[int]:
    """The `touched` of a game with such moves.

    >>> list(touched(None, Move(source=0, target=2)))
    [0, 2]
    """
    yield move.source
    yield move.target


def touched_cell(position: object, cell: int) -> Iterator[int]:
    """The `touched` of a game whose moves are the numbers of cells; a negative one, such as a pass, touches none.

    >>> list(touched_cell(None, 4)), list(touched_cell(None, -1))
    ([4], [])
    """
    if cell >= 0:
        yield cell
