"""Moves from text: a legal move is found by how it is written, or none is, and the error lists the legal ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class IllegalMove(ValueError):  # noqa: N818 - the name that the user reads
    """A move that the rules do not allow in this position; its message lists the moves that they allow.

    >>> from lazytree.games import nim
    >>> nim(heaps=(1, 2)).parse(nim(heaps=(1, 2)).start, "a-9")
    Traceback (most recent call last):
    lazytree.core.parsing.IllegalMove: 'a-9' is not a legal move; legal here: a-1, b-1, b-2
    """


class Reading(Generic[P, M]):
    """A `parse` that looks for the legal move that is written so."""

    def __init__(self, moves: Callable[[P], Iterable[M]], spellings: tuple[Callable[[P, M], str], ...]) -> None:
        self.moves, self.spellings = moves, spellings

    def __call__(self, position: P, text: str) -> M:
        wanted = _plain(text)
        for spelling in self.spellings:
            for move in self.moves(position):
                if _plain(spelling(position, move)) == wanted:
                    return move
        legal = [self.spellings[0](position, move) for move in self.moves(position)]
        raise IllegalMove(f"{text!r} is not a legal move; {legal_moves_text(legal)}")


def _plain(text: str) -> str:
    if not isinstance(text, str):
        raise IllegalMove(f"a move is read from a text, such as game.format(position, move), not from {text!r}")
    return "".join(text.split()).lower()


def legal_moves_text(legal: list[str]) -> str:
    """What an error says of the legal moves, as they are written."""
    if not legal:
        return "the game is over, there are no moves"
    more = f", … ({len(legal)} in all)" if len(legal) > 40 else ""
    return "legal here: " + ", ".join(islice(legal, 40)) + more


def reading(moves: Callable[[P], Iterable[M]], *spellings: Callable[[P, M], str]) -> Callable[[P, str], M]:
    """A `parse` for a game: it finds the legal move that one of `spellings` writes so, ignoring case and spaces.

    `moves(position)` yields the legal moves; a spelling is a function (position, move) -> str. The `parse` raises
    IllegalMove where no move is written so, and lists the legal moves in the first spelling.

    >>> parse = reading(lambda position: range(3), lambda position, move: "abc"[move])
    >>> parse(None, " B ")
    1
    >>> parse(None, "d")
    Traceback (most recent call last):
    lazytree.core.parsing.IllegalMove: 'd' is not a legal move; legal here: a, b, c
    """
    return Reading(moves, spellings)
