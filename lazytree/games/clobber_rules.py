"""Clobber: take a neighbouring stone with every move; the player who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lazytree.core.bitsets import cells_of, corner_of, groups, near_on, set_of
from lazytree.core.board import at_least, squares
from lazytree.core.game import FIRST, Game
from lazytree.core.layout import Count, layout_of_grid

from .support.moves import Move, from_to, touched
from .support.payoffs import last_mover_wins
from .support.stones import Position, mine_and_theirs, next_turn, stones
from .support.stones_text import PLAYERS, read_stones, show_stones
from .support.symmetry import least_of, symmetries_of
from .support.turns import mover


def clobber(rows: int = 5, columns: int = 6) -> Game[Position, Move]:
    """Clobber, where every move takes a stone and the player who cannot move loses.

    The board begins full: X and O alternate like the colours of a chessboard, and the top-left corner has X.
    X begins. In a turn you move one of your stones one cell up, down, left or right, onto a stone of the other
    player, which is taken. The player who has no such move loses; there are no draws.

    Arguments: `rows` and `columns`, the size of the board in cells, each at least 1.
    Positions: rows of X, O and `.` from the top, then `X to move` or `O to move`; FIRST is X, SECOND is O.
    `read` needs no names, and takes any stones, as in ".XX / OXO / O to move" on 2×3.
    Moves: the stone's cell and the cell it takes, `a1-a2`.
    Ratings, X's minus O's: "movable", stones that can take another one; "flexible", stones that can take any of two
    or more. (Both players always have equally many moves.)
    Raises: ValueError unless `rows` and `columns` are whole numbers of at least 1.
    Source: Albert, Grossman, Nowakowski and Wolfe, *An Introduction to Clobber* (2005).

    >>> game = clobber(rows=2, columns=3)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "a2-b2"))))
    2  . X X
    1  O X O
       a b c
    O to move
    """
    at_least("rows", rows, 1)
    at_least("columns", columns, 1)
    grid = squares(rows, columns)
    neighbours = grid.neighbours
    near = near_on(grid)
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

    def able_to_take(number: int, mine: int, theirs: int) -> int:
        """How many stones of `mine` have at least `number` of `theirs` beside them."""
        return sum(1 for cell in cells_of(mine) if (near[cell] & theirs).bit_count() >= number)

    def movable(position: Position) -> int:
        first, second, _ = position
        return able_to_take(1, first, second) - able_to_take(1, second, first)

    def flexible(position: Position) -> int:
        first, second, _ = position
        return able_to_take(2, first, second) - able_to_take(2, second, first)

    def regions(position: Position) -> Iterator[Position]:
        """The groups of connected stones that hold both colours, moved into the corner.

        Stones never come next to those of other groups.
        """
        first, second, mover = position
        for group in groups(near, first | second):
            if first & group and second & group:
                corner = corner_of(group, columns)
                yield Position((first & group) >> corner, (second & group) >> corner, mover)

    return Game(
        name="clobber",
        start=Position(dark, light, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=last_mover_wins,
        players=PLAYERS,
        ratings={"movable": movable, "flexible": flexible},
        format=from_to(grid.names),
        show=partial(show_stones, grid),
        read=partial(read_stones, grid),
        layout=layout_of_grid(grid, count=Count("stones")),
        stones=stones,
        touched=touched,
        canonical=least_of(symmetries_of(grid)[1:]),
        regions=regions,
        parameters={"rows": rows, "columns": columns},
    )
