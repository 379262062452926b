"""Domineering: place dominoes, one player upright, the other level; the player who cannot place one loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, corner_of, groups, near_on, set_of
from lazytree.core.board import at_least, squares
from lazytree.core.game import FIRST, SECOND, Game, reading
from lazytree.core.layout import Stone, layout_of_grid

from .support.boards import NOBODY
from .support.payoffs import last_mover_wins
from .support.stones import Position as Stones
from .support.stones_text import read_stones, show_stones
from .support.symmetry import carried, flips_of
from .support.turns import mover

PLAYERS = ("vertical", "horizontal")


class Position(NamedTuple):
    """The cells that dominoes cover, one bit a cell, and whose turn it is."""

    taken: int
    mover: int


def as_stones(position: Position) -> Stones:
    """Covered cells as stones of FIRST: so they are written."""
    return Stones(first=position.taken, second=0, mover=position.mover)


def domineering(rows: int = 8, columns: int = 8) -> Game[Position, int]:
    """Domineering, where players place dominoes and the one who cannot place another loses.

    The board is empty at first. In a turn a player covers two empty neighbouring cells with a domino: the first
    player, "vertical", two cells above one another, the second, "horizontal", two cells side by side. The player who
    has no room for a domino loses; there are no draws.

    Arguments: `rows` and `columns`, the size of the board in cells, each at least 1.
    Positions: rows of X (covered) and `.` (empty) from the top, then `vertical to move` or `horizontal to move`.
    `read` needs no names, and takes any cells, as in ".X. / .X. / horizontal to move" on 2×3.
    Moves: the two cells, the lower or the left one first, `b1-b2` or `b1-c1`; the first alone, `b1`, is understood.
    Ratings, vertical's minus horizontal's: "mobility", the places for a player's domino; "safety", those that no
    domino of the other player can ever touch.
    Raises: ValueError unless `rows` and `columns` are whole numbers of at least 1.
    Source: Göran Andersson's game; Breuker, Uiterwijk and van den Herik, *Solving 8×8 Domineering* (2000).

    >>> game = domineering(rows=3, columns=3)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b1-b2"))))
    3  . . .
    2  . X .
    1  . X .
       a b c
    horizontal to move
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
        empty = everywhere & ~position.taken
        return places(FIRST, empty).bit_count() - places(SECOND, empty).bit_count()

    def safe_places(player: int, empty: int) -> int:
        """The places for dominoes of the player on cells that no domino of the other player can ever cover."""
        other = 1 - player
        ends = places(other, empty)
        return places(player, empty & ~(ends | ends << step[other]))

    def safety(position: Position) -> int:
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
        """The groups of connected empty cells, moved into the corner, without single cells: no domino lies in two."""
        for group in groups(near, everywhere & ~position.taken):
            if group & group - 1:  # at least two cells
                yield Position(everywhere & ~(group >> corner_of(group, columns)), position.mover)

    def show(position: Position) -> str:
        return show_stones(grid, as_stones(position), PLAYERS)

    def read(text: str) -> Position:
        first, second, mover = read_stones(grid, text, PLAYERS)
        if second:
            raise ValueError("covered cells are written X, empty ones .: not O")
        return Position(first, mover)

    def stones(position: Position) -> Iterator[Stone]:
        for cell in cells_of(position.taken):
            yield Stone(cell, NOBODY)

    def touched(position: Position, cell: int) -> Iterator[int]:
        if position.mover == SECOND:
            yield cell
            yield cell + 1
        else:
            yield cell + columns
            yield cell

    return Game(
        name="domineering",
        start=Position(0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=last_mover_wins,
        players=PLAYERS,
        ratings={"mobility": mobility, "safety": safety},
        format=format_move,
        parse=reading(moves, format_move, format_short),
        show=show,
        read=read,
        layout=layout_of_grid(grid, pieces="covered"),
        stones=stones,
        touched=touched,
        canonical=canonical,
        regions=regions,
        parameters={"rows": rows, "columns": columns},
    )
