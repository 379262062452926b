"""Clobber: take a neighbour each move; who cannot, loses. Its boards are ints, one bit a cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, groups, set_of
from lazytree.core.board import at_least, squares
from lazytree.core.game import FIRST, Game, reading

from .support.stones import (
    Position,
    carried,
    flips_of,
    mine_and_theirs,
    mover,
    next_turn,
    picture_of_stones,
    read_stones,
    show_stones,
)


class Move(NamedTuple):
    source: int
    target: int


def payoffs(position: Position) -> tuple[int, int]:
    return (-1, 1) if position.mover == FIRST else (1, -1)


def clobber(rows: int = 5, columns: int = 6) -> Game[Position, Move]:
    """Clobber: a stone moves one cell up, down, left or right onto a stone of the other, which it takes.

    The board begins full, X and O alternating with an X in the top-left corner; X begins. Every move must take, so
    who has no stone beside one of the other's cannot move and loses. A move is written `a1-a2`.

    >>> game = clobber(rows=2, columns=3)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "a2-b2"))))
    2  . X X
    1  O X O
       a b c
    O to move

    Raises ValueError unless `rows` and `columns` are at least 1.
    Source: Albert, Grossman, Nowakowski and Wolfe, *An Introduction to Clobber* (2005).
    """
    at_least("rows", rows, 1)
    at_least("columns", columns, 1)
    grid = squares(rows, columns)
    neighbours = grid.neighbours
    around = tuple(set_of(near) for near in neighbours)
    flips = flips_of(rows, columns)
    dark, light = (set_of(c for c, at in enumerate(grid.coordinates) if sum(at) % 2 == colour) for colour in (0, 1))

    def moves(position: Position) -> Iterator[Move]:
        mine, theirs = mine_and_theirs(position)
        for source in cells_of(mine):
            for target in neighbours[source]:
                if theirs >> target & 1:
                    yield Move(source, target)

    def play(position: Position, move: Move) -> Position:
        mine, theirs = mine_and_theirs(position)
        source, target = 1 << move.source, 1 << move.target
        return next_turn(position.mover, mine ^ source ^ target, theirs ^ target)

    def with_at_least(number: int, mine: int, theirs: int) -> int:
        """How many stones of mine have so many to take."""
        return sum(1 for cell in cells_of(mine) if (around[cell] & theirs).bit_count() >= number)

    def movable(position: Position) -> int:
        """Stones of FIRST that can take one minus stones of SECOND that can. (Moves they have equally many.)"""
        first, second, _ = position
        return with_at_least(1, first, second) - with_at_least(1, second, first)

    def flexible(position: Position) -> int:
        """Stones of FIRST that can take any of two or more minus such stones of SECOND."""
        first, second, _ = position
        return with_at_least(2, first, second) - with_at_least(2, second, first)

    def canonical(position: Position) -> Position:
        first, second, mover = position
        return min(Position(carried(first, flip), carried(second, flip), mover) for flip in flips)

    def regions(position: Position) -> Iterator[Position]:
        """Stones of both players that hang together: no others will ever come next to them."""
        first, second, mover = position
        for group in groups(around, first | second):
            if first & group and second & group:
                yield Position(first & group, second & group, mover)

    def format_move(position: Position, move: Move) -> str:
        return f"{grid.names[move.source]}-{grid.names[move.target]}"

    return Game(
        name="clobber",
        start=Position(dark, light, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("X", "O"),
        ratings={"movable": movable, "flexible": flexible},
        format=format_move,
        parse=reading(moves, format_move),
        show=partial(show_stones, grid),
        read=partial(read_stones, grid),
        picture=partial(picture_of_stones, grid),
        canonical=canonical,
        regions=regions,
        parameters={"rows": rows, "columns": columns},
    )
