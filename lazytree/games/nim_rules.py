"""Nim: take any number of pieces from one heap; the player who takes the last one wins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import at_least, at_most, letters
from lazytree.core.game import FIRST, Game
from lazytree.core.layout import BESIDE, Cell, Label, Layout, Stone

from .support.boards import NOBODY
from .support.payoffs import last_mover_wins
from .support.rows import lines_and_mover
from .support.turns import mover, turn

PLAYERS = ("first", "second")
MOST_PIECES = 100_000  # in a heap


class Position(NamedTuple):
    """The pieces in each heap, and whose turn it is."""

    heaps: PVector[int]
    mover: int


class Take(NamedTuple):
    """A move: the number of the heap, from 0, and how many pieces are taken from it."""

    heap: int
    pieces: int


def moves(position: Position) -> Iterator[Take]:
    """Any number of pieces, at least one, from any one heap."""
    for heap, size in enumerate(position.heaps):
        for pieces in range(1, size + 1):
            yield Take(heap, pieces)


def play(position: Position, take: Take) -> Position:
    """The position without the pieces that were taken."""
    heaps = position.heaps.set(take.heap, position.heaps[take.heap] - take.pieces)
    return Position(heaps, 1 - position.mover)


def nim_sum(position: Position) -> int:
    """1 where FIRST wins, -1 where SECOND does: the mover wins unless the xor of the heaps is 0 (Bouton 1901)."""
    xor = 0
    for size in position.heaps:
        xor ^= size
    return 1 if (xor != 0) == (position.mover == FIRST) else -1


def regions(position: Position) -> Iterator[Position]:
    """Each heap alone."""
    for size in position.heaps:
        if size:
            yield Position(pvector([size]), position.mover)


def canonical(position: Position) -> Position:
    """The heaps in order: the smallest first."""
    return Position(pvector(sorted(position.heaps)), position.mover)


def format_move(position: Position, take: Take) -> str:
    """The letter of the heap and the number of pieces, as in `a-2`."""
    return f"{letters(take.heap)}-{take.pieces}"


def show(position: Position) -> str:
    """A row for each heap, with its letter and a stroke for each piece, and a last line that says who is to move."""
    rows = [f"{letters(heap)}  {'| ' * size}".rstrip() for heap, size in enumerate(position.heaps)]
    return "\n".join([*rows, turn(PLAYERS, position.mover)])


def read(text: str) -> Position:
    """The position with these heaps, each a row of strokes or a number; its letter may be left out where it has pieces.

    Raises: ValueError where a row is neither, or the last line does not say who is to move.
    """
    rows, mover = lines_and_mover(PLAYERS, text)
    heaps = [row.removeprefix(letters(heap)) for heap, row in enumerate(rows)]
    several = re.search(r"\d[^\S\n]+\d", text)  # numbers in a row, as in a position of another game
    if several or mover is None or not all(heap.isdecimal() or set(heap) <= {"|"} for heap in heaps):
        raise ValueError(
            "a position is a row for each heap, its letter and a stroke for each piece or their number, and a last line"
            " 'first to move' or 'second to move'; this is none"
        )
    return Position(pvector(int(heap) if heap.isdecimal() else len(heap) for heap in heaps), mover)


def layout(heaps: int) -> Layout | None:
    """The heaps side by side, each a cell with its name below, no player's colour; None if there are none."""
    cells = tuple(Cell(letters(heap), heap, 0) for heap in range(heaps))
    return (
        Layout(cells, "seeds", (), labels=tuple(Label(cell.name, cell.x, BESIDE) for cell in cells)) if heaps else None
    )


def stones(position: Position) -> Iterator[Stone]:
    """The heaps that are not empty, each as a pile that belongs to no player."""
    for heap, size in enumerate(position.heaps):
        if size > 0:
            yield Stone(heap, NOBODY, size)


def touched(position: Position, take: Take) -> Iterator[int]:
    """The heap from which pieces are taken."""
    yield take.heap


def nim(heaps: Sequence[int] = (3, 4, 5)) -> Game[Position, Take]:
    """Nim, where the player who takes the last piece wins.

    There are several heaps of pieces. In a turn a player takes any number of pieces, at least one, from one heap. The
    player who takes the last piece of all wins: the other one cannot move.

    Arguments: `heaps`, the number of pieces in each heap, each at least 0 (or one number for a single heap).
    Positions: a line for each heap, its letter and a stroke for each piece; then `first to move` or `second to move`.
    `read` takes numbers, too, and any heaps: "3 / 0 / 5 / first to move".
    Moves: the heap's letter and the number of pieces, `a-2`.
    Ratings, seen by FIRST: "nim_sum", 1 where FIRST wins and -1 where SECOND wins with best play.
    Raises: ValueError unless each heap is a whole number from 0 to 1,000,000.
    Source: Bouton, *Nim, a game with a complete mathematical theory* (1901).

    >>> game = nim(heaps=(2, 1))
    >>> [game.format(game.start, take) for take in game.moves(game.start)]
    ['a-1', 'a-2', 'b-1']
    """
    if not isinstance(heaps, Sequence):
        heaps = (heaps,)
    for size in heaps:
        at_least("a heap", size, 0)
        at_most("a heap", size, MOST_PIECES)
    return Game(
        name="nim",
        start=Position(pvector(heaps), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=last_mover_wins,
        players=PLAYERS,
        ratings={"nim_sum": nim_sum},
        format=format_move,
        show=show,
        read=read,
        layout=layout(len(heaps)),
        stones=stones,
        touched=touched,
        canonical=canonical,
        regions=regions,
        parameters={"heaps": tuple(heaps)},
    )
