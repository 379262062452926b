"""Nim: take any number from one heap; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import at_least, letters
from lazytree.core.game import FIRST, Cell, Game, Picture, reading


class Position(NamedTuple):
    heaps: PVector[int]
    mover: int


class Take(NamedTuple):
    heap: int
    pieces: int


def mover(position: Position) -> int:
    return position.mover


def moves(position: Position) -> Iterator[Take]:
    for heap, size in enumerate(position.heaps):
        for pieces in range(1, size + 1):
            yield Take(heap, pieces)


def play(position: Position, take: Take) -> Position:
    heaps = position.heaps.set(take.heap, position.heaps[take.heap] - take.pieces)
    return Position(heaps, 1 - position.mover)


def payoffs(position: Position) -> tuple[int, int]:
    return (-1, 1) if position.mover == FIRST else (1, -1)


def nim_sum(position: Position) -> int:
    """+1 where FIRST wins by Bouton's theorem (1901), -1 where SECOND does: the mover wins unless the xor is 0."""
    xor = 0
    for size in position.heaps:
        xor ^= size
    return 1 if (xor != 0) == (position.mover == FIRST) else -1


def regions(position: Position) -> Iterator[Position]:
    """Each heap is a game of its own."""
    for size in position.heaps:
        if size:
            yield Position(pvector([size]), position.mover)


def format_move(position: Position, take: Take) -> str:
    return f"{letters(take.heap)}-{take.pieces}"


def show(position: Position) -> str:
    return "\n".join(f"{letters(heap)}  {'| ' * size}".rstrip() for heap, size in enumerate(position.heaps))


def picture(position: Position) -> Picture:
    heaps = enumerate(position.heaps)
    return Picture(tuple(Cell(letters(heap), heap, 0, "square", None, size, str(size)) for heap, size in heaps))


def nim(heaps: Sequence[int] = (3, 4, 5)) -> Game[Position, Take]:
    """Nim with the given heaps; `a-2` takes two from the first.

    >>> game = nim(heaps=(2, 1))
    >>> [game.format(game.start, take) for take in game.moves(game.start)]
    ['a-1', 'a-2', 'b-1']
    """
    if not isinstance(heaps, Sequence):
        heaps = (heaps,)
    for size in heaps:
        at_least("a heap", size, 0)
    return Game(
        name="nim",
        start=Position(pvector(heaps), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        ratings={"nim_sum": nim_sum},
        format=format_move,
        parse=reading(moves, format_move),
        show=show,
        picture=picture,
        regions=regions,
        parameters={"heaps": tuple(heaps)},
    )
