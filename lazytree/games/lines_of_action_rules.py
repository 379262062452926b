"""Lines of Action: bring all your stones together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from lazytree.core.bitsets import cells_of, groups, is_one_group, near_on, set_of
from lazytree.core.board import at_least, squares
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.layout import Count, Stone, layout_of_grid

from .support.arguments import one_of
from .support.moves import Move, from_to, touched
from .support.repetition import drawn_by_repetition
from .support.stones import Position, mine_and_theirs, next_turn, stones_in
from .support.stones_text import PLAYERS, read_stones, show_stones
from .support.symmetry import least_of, symmetries_of
from .support.turns import mover


def start_on(size: int) -> Position:
    """X along the top and bottom rows, O along the sides, the corners empty."""
    between_corners = range(1, size - 1)
    rows = set_of(row * size + column for row in (0, size - 1) for column in between_corners)
    columns = set_of(row * size + column for row in between_corners for column in (0, size - 1))
    return Position(rows, columns, FIRST)


def lines_of_action(size: int = 8, repetition: str = "play on") -> Game[Any, Move]:
    """Lines of Action, where the player whose stones are all connected first wins.

    X (black) begins, with stones along the top and bottom rows; those of O stand along the sides. A stone moves in a
    straight line, also diagonally, exactly as many cells as there are stones of both players on the whole line along
    which it moves. It may jump over stones of its own colour but not over others; it may end on a stone of the other
    colour, which is taken. The player whose stones are all connected, along edges or corners, wins; a move that
    connects both colours wins for the player who made it. Passing is not allowed, and a player who cannot move loses.
    Positions may come back, so a game need not end.

    Arguments: `size`, the cells along each side, at least 3. `repetition`, "play on" or "draw": then the game is drawn
    when a board comes back, with either player to move; a position carries the boards since the last capture, and so
    Python plays it and not machine code.
    Positions: rows of X, O and `.` from the top, then `X to move` or `O to move`; FIRST is X, SECOND is O.
    `read` needs no names, as in ".XX. / O..O / O..O / .XX. / X to move" on 4×4. With `repetition="draw"` the moves
    since the last capture follow: `since the last capture: b1-d3 a2-c2`.
    Moves: the stone's cell and the cell where it ends, `b1-d3`.
    Ratings, seen by X: "groups", the groups of connected stones of O minus those of X; "mobility", the moves that X
    has, or would have, minus those of O.
    Raises: ValueError unless `size` is a whole number of at least 3 and `repetition` one of the two.
    Source: Claude Soucie's game as in Sackson, *A Gamut of Games* (1969).

    >>> game = lines_of_action()
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b1-d3"))))
    8  . X X X X X X .
    7  O . . . . . . O
    6  O . . . . . . O
    5  O . . . . . . O
    4  O . . . . . . O
    3  O . . X . . . O
    2  O . . . . . . O
    1  . . X X X X X .
       a b c d e f g h
    O to move
    """
    at_least("size", size, 3)
    one_of("repetition", repetition, "play on", "draw")
    grid = squares(size, size, diagonals=True)
    near = near_on(grid)
    rays = grid.rays  # rays[direction][cell]: the cells ahead; direction ^ 2 is the opposite one
    lines = tuple(  # lines[direction][cell]: the whole line through the cell
        tuple(set_of([*rays[direction][cell], cell, *rays[direction ^ 2][cell]]) for cell in range(size * size))
        for direction in range(8)
    )
    jumped = tuple(  # jumped[direction][cell][steps - 1]: what lies between the ends of a move
        tuple(tuple(set_of(ray[:passed]) for passed in range(len(ray))) for ray in rays[direction])
        for direction in range(8)
    )

    def moves_of(mine: int, theirs: int) -> Iterator[Move]:
        for source in cells_of(mine):
            for direction in range(8):
                steps = (lines[direction][source] & (mine | theirs)).bit_count()
                ray = rays[direction][source]
                if steps <= len(ray) and not theirs & jumped[direction][source][steps - 1]:
                    target = ray[steps - 1]
                    if not mine >> target & 1:
                        yield Move(source, target)

    def moves(position: Position) -> Iterator[Move]:
        if not is_one_group(near, position.first) and not is_one_group(near, position.second):
            mine, theirs = mine_and_theirs(position)
            yield from moves_of(mine, theirs)

    def play(position: Position, move: Move) -> Position:
        mine, theirs = mine_and_theirs(position)
        source, target = 1 << move.source, 1 << move.target
        return next_turn(position.mover, mine ^ source | target, theirs & ~target)

    def payoffs(position: Position) -> tuple[int, int]:
        mine, theirs = mine_and_theirs(position)
        mover_wins = is_one_group(near, mine) and not is_one_group(near, theirs)
        return (1, -1) if mover_wins == (position.mover == FIRST) else (-1, 1)

    def fewer_groups(position: Position) -> int:
        return sum(1 for _ in groups(near, position.second)) - sum(1 for _ in groups(near, position.first))

    def mobility(position: Position) -> int:
        first, second = position.first, position.second
        return sum(1 for _ in moves_of(first, second)) - sum(1 for _ in moves_of(second, first))

    def stones(position: Position) -> Iterator[Stone]:
        first, second, mover = position
        won = 0
        if is_one_group(near, first) and (mover == SECOND or not is_one_group(near, second)):
            won = first
        elif is_one_group(near, second):
            won = second
        yield from stones_in(first, second, won)

    def read(text: str) -> Position:
        position = read_stones(grid, text)
        for own in position[:2]:
            if not 1 <= own.bit_count() <= 2 * (size - 2):
                raise ValueError(f"each player has 1 to {2 * (size - 2)} stones, not {own.bit_count()}")
        return position

    game = Game(
        name="lines_of_action",
        start=start_on(size),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"groups": fewer_groups, "mobility": mobility},
        format=from_to(grid.names),
        show=partial(show_stones, grid),
        read=read,
        layout=layout_of_grid(grid, count=Count("pieces")),
        stones=stones,
        touched=touched,
        canonical=least_of(symmetries_of(grid)[1:]),
        parameters={"size": size, "repetition": repetition},
    )
    return game if repetition == "play on" else drawn_by_repetition(game, grid.names)
