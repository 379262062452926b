"""Moves and positions from text; the error lists the legal moves, or shows what a position looks like."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)
LOOKS = "; a position looks like: "


class IllegalMove(ValueError):  # noqa: N818 - the name that the user reads
    """A move that the rules do not allow in this position; its message lists the moves that they allow.

    >>> from lazytree.games import nim
    >>> nim(heaps=(1, 2)).parse(nim(heaps=(1, 2)).start, "a-9")
    Traceback (most recent call last):
    lazytree.core.parsing.IllegalMove: 'a-9' is not a legal move; legal here: a-1, b-1, b-2
    """


class LineCommands(NamedTuple):
    """A game's own commands for programs that play over TCP: a move in several lines, and the players' numbers."""

    numbers: tuple[int, ...]  # by which each player is known, FIRST's first
    is_command: Callable[[str], bool]  # whether a line prepares a move
    prepared_move: Callable[[str, str], str]  # the text of a move, from what is prepared before (or "") and a line


class Reading(Generic[P, M]):
    """A `parse` that looks for the legal move that is written so, then for one that is when case is ignored."""

    def __init__(self, moves: Callable[[P], Iterable[M]], spellings: tuple[Callable[[P, M], str], ...]) -> None:
        self.moves, self.spellings = moves, spellings

    def __call__(self, position: P, text: str) -> M:
        for plain in (_without_spaces, _plain):  # as it is written first: in chess bxc3 and Bxc3 are two moves
            wanted = plain(text)
            for spelling in self.spellings:
                for move in self.moves(position):
                    if plain(spelling(position, move)) == wanted:
                        return move
        legal = [self.spellings[0](position, move) for move in self.moves(position)]
        raise IllegalMove(f"{text!r} is not a legal move; {legal_moves_text(legal)}")


def _without_spaces(text: str) -> str:
    if not isinstance(text, str):
        raise IllegalMove(f"a move is read from a text, such as game.format(position, move), not from {text!r}")
    return "".join(text.split())


def _plain(text: str) -> str:
    return _without_spaces(text).lower()


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
