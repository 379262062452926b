"""Domineering: place dominoes, one player vertically, the other horizontally. Its board is an int, one bit a cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, groups, near_on, set_of
from lazytree.core.board import at_least, squares
from lazytree.core.game import FIRST, SECOND, Game, Picture, reading

from .support import stones
from .support.stones import carried, flips_of, picture_of_stones, read_stones, show_stones

PLAYERS = ("vertical", "horizontal")


class Position(NamedTuple):
    taken: int  # the cells that dominoes cover
    mover: int


def mover(position: Position) -> int:
    return position.mover


def payoffs(position: Position) -> tuple[int, int]:
    return (-1, 1) if position.mover == FIRST else (1, -1)


def as_stones(position: Position) -> stones.Position:
    return stones.Position(first=position.taken, second=0, mover=position.mover)


def domineering(rows: int = 8, columns: int = 8) -> Game[Position, int]:
    """Domineering: in turn, place a domino on two empty neighbouring cells; who cannot, loses.

    The first player places its dominoes vertically, the second horizontally; covered cells are shown as X. A move is
    written as its two cells, the lower or the left one first, `b1-b2` or `b1-c1`; its first cell, `b1`, is enough.

    >>> game = domineering(rows=3, columns=3)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b1-b2"))))
    3  . . .
    2  . X .
    1  . X .
       a b c
    horizontal to move

    Raises ValueError unless `rows` and `columns` are at least 1.
    Source: Göran Andersson's game; Breuker, Uiterwijk and van den Herik, *Solving 8×8 Domineering* (2000).
    """
    at_least("rows", rows, 1)
    at_least("columns", columns, 1)
    grid = squares(rows, columns)
    everywhere = (1 << rows * columns) - 1
    not_last_column = everywhere & ~set_of(range(columns - 1, rows * columns, columns))
    step = (columns, 1)  # from one cell of a player's domino to its other
    fits = (everywhere, not_last_column)
    flips = flips_of(rows, columns)
    near = near_on(grid)

    def places(player: int, empty: int) -> int:
        """The cells on which the player can place the upper or left end of a domino."""
        return empty & empty >> step[player] & fits[player]

    def moves(position: Position) -> Iterator[int]:
        yield from cells_of(places(position.mover, everywhere & ~position.taken))

    def play(position: Position, cell: int) -> Position:
        taken, mover = position
        return Position(taken | 1 << cell | 1 << cell + step[mover], 1 - mover)

    def mobility(position: Position) -> int:
        """Moves that FIRST has, or would have, minus those of SECOND."""
        empty = everywhere & ~position.taken
        return places(FIRST, empty).bit_count() - places(SECOND, empty).bit_count()

    def safe_places(player: int, empty: int) -> int:
        """The places for dominoes of the player on cells that no domino of the other can ever cover."""
        other = 1 - player
        ends = places(other, empty)
        return places(player, empty & ~(ends | ends << step[other]))

    def safety(position: Position) -> int:
        """Places that only FIRST can use minus places that only SECOND can."""
        empty = everywhere & ~position.taken
        return safe_places(FIRST, empty).bit_count() - safe_places(SECOND, empty).bit_count()

    def ends_of(position: Position, cell: int) -> tuple[str, str]:
        """The domino's lower or left cell and its other one, by name."""
        names = grid.names[cell], grid.names[cell + step[position.mover]]
        return names if position.mover == SECOND else (names[1], names[0])

    def format_move(position: Position, cell: int) -> str:
        return "-".join(ends_of(position, cell))

    def format_short(position: Position, cell: int) -> str:
        return ends_of(position, cell)[0]

    def canonical(position: Position) -> Position:
        return Position(min(carried(position.taken, flip) for flip in flips), position.mover)

    def regions(position: Position) -> Iterator[Position]:
        """Empty cells that hang together, no domino on them touching any others."""
        for group in groups(near, everywhere & ~position.taken):
            if group & group - 1:  # at least two cells
                yield Position(everywhere & ~group, position.mover)

    def show(position: Position) -> str:
        return show_stones(grid, as_stones(position), PLAYERS)

    def read(text: str) -> Position:
        first, second, mover = read_stones(grid, text, PLAYERS)
        if second:
            raise ValueError(f"covered cells are written X, empty ones .: not O as in\n{text}")
        return Position(first, mover)

    def picture(position: Position) -> Picture:
        return picture_of_stones(grid, as_stones(position))

    return Game(
        name="domineering",
        start=Position(0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"mobility": mobility, "safety": safety},
        format=format_move,
        parse=reading(moves, format_move, format_short),
        show=show,
        read=read,
        picture=picture,
        canonical=canonical,
        regions=regions,
        parameters={"rows": rows, "columns": columns},
    )
