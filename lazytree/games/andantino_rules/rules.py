"""The rules and ratings of Andantino."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from lazytree.core.bitsets import cells_of
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.layout import WON, Stone, layout_of_grid

from ..support.arguments import true_or_false
from ..support.hexagons import with_neighbours
from ..support.symmetry import Symmetry, carried, renumbered, symmetries_of
from ..support.turns import mover
from .last_stone import with_last_stone
from .lines_and_rings import (
    count_fives,
    cut_off,
    encloses,
    has_five,
    line_and_loners,
    next_to_two,
    parts_around,
    what_won,
)
from .position import NO_WINNER, PLAYERS, Position, board_of, cell_name
from .text import read, show


def payoffs(position: Position) -> tuple[int, int]:
    """1 for the winner and -1 for the other player; 0 for both where nothing has been won."""
    if position.winner == NO_WINNER:
        return 0, 0
    return (1, -1) if position.winner == FIRST else (-1, 1)


def andantino(side: int = 10, last_stone: bool = False) -> Game[Any, int]:
    """Andantino, where a line of five or a ring around an enemy stone wins.

    The board is a hexagon, empty at first. Black begins. Black's first stone goes into the centre and White's first
    one next to it. From then on a stone goes into an empty cell that touches at least two stones, of any colour.

    A player wins with five or more own stones in a straight line; or with a ring, when, after the player's stone, an
    enemy stone lies in a region next to that stone which the player's stones cut off from the border. The ring may
    hold empty cells; the border does not help to close it. Playing into an enemy ring is allowed, and the owner of the
    ring then wins only with a stone that borders the region. If no cell touches two stones, the game is a draw.

    Arguments: `side`, the cells along each edge, at least 3. `last_stone`: whether positions name the last stone; the
    rules are the same, and there is the rating "last_stone".
    Positions: rows of x (Black), o (White) and `.` with spaces between them, then a line such as `Black to move` or
    `White has won`; Black is FIRST. `read` needs no names and no spaces, as in
    "... / .ox. / ..x.. / .... / ... / White to move" on side 3. With `last_stone` a line such as `last stone 10 J`
    comes before the last one.
    Moves: the row's number and the column's letter, as in Havannah: `10 J` is the centre for side 10.
    Ratings, Black's minus White's: "weighed", ten times the next plus the last; "longest_line", the length of the
    longest line minus the number of stones that touch no other stone of their colour (after the report of a
    Maastricht course, 2019); "open_lines", the lines of five that the player could still fill.
    With `last_stone` also that report's own, "last_stone": the longest line through the last stone, 5 more if it
    encloses an enemy stone, 1 less if it touches no stone of its colour; it counts for the player who placed the stone.
    Raises: ValueError unless `side` is a whole number of at least 3 and `last_stone` True or False.
    Source: David L. Smith (1995).

    >>> game = andantino(side=3)
    >>> position = game.start
    >>> for move in ["3 C", "2 B", "2c"]:
    ...     position = game.play(position, game.parse(position, move))
    >>> print(game.show(position))
          A B C
     1   . . . D
     2  . o x . E
     3 . . x . .
     4  . . . .
     5   . . .
    White to move
    """
    true_or_false("last_stone", last_stone)
    board = board_of(side)
    width, inside, border, centre = board.width, board.inside, board.border, board.centre
    cells = board.cells
    symmetries = tuple(renumbered(to, cells) for to in symmetries_of(board.grid))
    number_of = tuple(cells.index(cell) if cell in cells else 0 for cell in range(width * width))

    def moves(position: Position) -> Iterator[int]:
        stones = position.black | position.white
        if stones == 0:
            yield centre
        elif stones.bit_count() == 1:
            yield from cells_of(with_neighbours(stones, width) & inside & ~stones)
        elif position.winner == NO_WINNER:
            yield from cells_of(next_to_two(stones, width) & inside & ~stones)

    def play(position: Position, cell: int) -> Position:
        black, white, black_rings, white_rings, mover, _ = position
        stone = 1 << cell
        if mover == FIRST:
            black |= stone
            black_rings = rings_with(stone, black, black_rings)
            winner = FIRST if wins(stone, black, white, black_rings) else NO_WINNER
        else:
            white |= stone
            white_rings = rings_with(stone, white, white_rings)
            winner = SECOND if wins(stone, white, black, white_rings) else NO_WINNER
        return Position(black, white, black_rings, white_rings, 1 - mover, winner)

    def rings_with(stone: int, own: int, before: int) -> int:
        """The cells that `own`, the new stone among them, cut off; `before` are those cut off without it."""
        return cut_off(own, inside, border, width) if parts_around(stone, own, width) > 1 else before & ~stone

    def wins(stone: int, own: int, enemy: int, rings: int) -> bool:
        """Whether a new stone wins: by a line of five, or by a ring next to it that holds an enemy stone."""
        return has_five(own, width) or encloses(stone, rings, enemy, width)

    def longest_line(position: Position) -> int:
        return line_and_loners(position.black, width) - line_and_loners(position.white, width)

    def open_lines(position: Position) -> int:
        return count_fives(inside & ~position.white, width) - count_fives(inside & ~position.black, width)

    def weighed(position: Position) -> int:
        return 10 * longest_line(position) + open_lines(position)

    def stones(position: Position) -> Iterator[Stone]:
        black, white, winner = position.black, position.white, position.winner
        won = 0
        if winner == FIRST:
            won = what_won(black, white, position.black_rings, width)
        elif winner == SECOND:
            won = what_won(white, black, position.white_rings, width)
        for number, cell in enumerate(cells):
            if (black | white) >> cell & 1:
                yield Stone(number, white >> cell & 1, 1, WON * (won >> cell & 1))

    def touched(position: Position, cell: int) -> Iterator[int]:
        yield number_of[cell]

    def turned(position: Position, to: Symmetry) -> Position:
        black, white, black_rings, white_rings, mover, winner = position
        rings = carried(black_rings, to), carried(white_rings, to)
        return Position(carried(black, to), carried(white, to), *rings, mover, winner)

    def canonical(position: Position) -> Position:
        return min(turned(position, to) for to in symmetries)

    def format_move(position: Position, cell: int) -> str:
        return cell_name(*divmod(cell, width))

    game = Game(
        name="andantino",
        start=Position(0, 0, 0, 0, FIRST, NO_WINNER),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"weighed": weighed, "longest_line": longest_line, "open_lines": open_lines},
        format=format_move,
        show=partial(show, board),
        read=partial(read, board),
        layout=layout_of_grid(board.grid),
        stones=stones,
        touched=touched,
        canonical=canonical,
        parameters={"side": side, "last_stone": False},
    )
    return with_last_stone(game, board) if last_stone else game
