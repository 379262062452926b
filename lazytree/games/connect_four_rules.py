"""Connect four: drop stones into columns; four in a row win."""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.board import at_least, letters, squares
from lazytree.core.game import FIRST, SECOND, Game, reading
from lazytree.core.layout import RUST, WON, YELLOW, Stone, layout_of_grid

from .support.payoffs import last_mover_wins
from .support.stones import Position
from .support.stones_text import (
    PLAYERS,
    has_won_already,
    read_turn,
    show_stones,
    turn_by_count,
)
from .support.symmetry import carried, least_of
from .support.turns import mover


def format_move(position: Position, column: int) -> str:
    """The letter of the column."""
    return letters(column)


def format_number(position: Position, column: int) -> str:
    """The number of the column, counted from 1."""
    return str(column + 1)


def folds(direction: int, length: int) -> tuple[int, ...]:
    """The shifts by which `stones &= stones >> shift` keeps only the first stone of every line of that length.

    >>> folds(direction=1, length=4), folds(direction=7, length=5)
    ((1, 2), (7, 14, 7))
    """
    shifts, reached = [], 1
    while reached < length:
        step = min(reached, length - reached)
        shifts.append(step * direction)
        reached += step
    return tuple(shifts)


def starts_of_lines(stones: int, shifts: tuple[int, ...]) -> int:
    """The first stones of the lines that the shifts look for (see `folds`)."""
    for shift in shifts:
        stones &= stones >> shift
    return stones


def connect_four(columns: int = 7, rows: int = 6, connect: int = 4) -> Game[Position, int]:
    """Connect four, where stones fall into columns and four in a row win.

    X begins. In a turn you drop a stone into a column that is not full; it falls onto the stones below it. The player
    who first has `connect` stones in an unbroken line (upright, level or diagonal) wins. A full board without such a
    line is a draw.

    Arguments: `columns` and `rows`, the size of the board in cells, each at least 1; `connect`, the stones in a
    winning line, at least 2.
    Positions: rows of X, O and `.` from the top, then `X to move` or `O to move`; FIRST is X, SECOND is O. `read` needs
    no names, and no turn where the stones tell it: "..../..../.O../XX.." on 4×4.
    Moves: the column, by its letter or by its number from 1: `d` or `4`.
    Ratings, X's minus O's: "column_weights", stones, each counting 1 in an outermost column and one more for every
    column nearer to the centre; "open_lines", the winning lines that a player could still fill.
    Raises: ValueError unless the arguments are whole numbers of at least these.
    Source: Allis, *A Knowledge-Based Approach of Connect-Four* (1988): on 7×6 the first player wins.

    >>> game = connect_four()
    >>> position = game.start
    >>> for move in "d d c".split():
    ...     position = game.play(position, game.parse(position, move))
    >>> print(game.show(position))
    6  . . . . . . .
    5  . . . . . . .
    4  . . . . . . .
    3  . . . . . . .
    2  . . . O . . .
    1  . . X X . . .
       a b c d e f g
    O to move
    """
    at_least("columns", columns, 1)
    at_least("rows", rows, 1)
    at_least("connect", connect, 2)
    grid = squares(rows, columns)
    tall = rows + 1  # bits a column; the stone `height` cells up is bit `column * tall + height`
    # The bit to spare on top of each column keeps lines from running on into the next.
    bottoms = tuple(1 << column * tall for column in range(columns))
    insides = tuple(bottom * ((1 << rows) - 1) for bottom in bottoms)
    bands = tuple(sum(insides[edge : columns - edge]) for edge in range((columns + 1) // 2))
    directions = (1, tall - 1, tall, tall + 1)
    lines = tuple(folds(direction, connect) for direction in directions)

    bit_of_cell = tuple(column * tall + rows - 1 - row for row, column in grid.coordinates)
    cell_of_bit = tuple((rows - 1 - bit % tall) * columns + bit // tall for bit in range(columns * tall))
    mirror_image = tuple((columns - 1 - bit // tall) * tall + bit % tall for bit in range(columns * tall))

    def has_line(stones: int) -> bool:
        starts = 0
        for shifts in lines:
            starts |= starts_of_lines(stones, shifts)
        return starts != 0

    def just_won(position: Position) -> bool:
        return has_line(position.second if position.mover == FIRST else position.first)

    def moves(position: Position) -> Iterator[int]:
        if not just_won(position):
            taken = position.first | position.second
            for column, inside in enumerate(insides):
                if taken & inside != inside:
                    yield column

    def play(position: Position, column: int) -> Position:
        first, second, mover = position
        stone = ((first | second) + bottoms[column]) & insides[column]
        return Position(first | stone, second, SECOND) if mover == FIRST else Position(first, second | stone, FIRST)

    def payoffs(position: Position) -> tuple[int, int]:
        return last_mover_wins(position) if just_won(position) else (0, 0)

    def column_weights(position: Position) -> int:
        weight = 0
        for band in bands:
            weight += (position.first & band).bit_count() - (position.second & band).bit_count()
        return weight

    def open_lines(position: Position) -> int:
        open_to_first, open_to_second = bands[0] & ~position.second, bands[0] & ~position.first
        lead = 0
        for shifts in lines:
            lead += starts_of_lines(open_to_first, shifts).bit_count()
            lead -= starts_of_lines(open_to_second, shifts).bit_count()
        return lead

    def renumbered(position: Position, numbers: tuple[int, ...]) -> Position:
        return Position(carried(position.first, numbers), carried(position.second, numbers), position.mover)

    def show(position: Position) -> str:
        return show_stones(grid, renumbered(position, cell_of_bit))

    def read(text: str) -> Position:
        stones, said = read_turn(grid, text)
        first, second, _ = renumbered(stones, bit_of_cell)
        taken = first | second
        if any(((taken & inside) + bottom) & taken for inside, bottom in zip(insides, bottoms)):
            raise ValueError("every stone needs the ground or a stone below it")
        turn = turn_by_count(stones, said)
        if has_line((first, second)[turn]):
            raise has_won_already(PLAYERS[turn])
        return Position(first, second, turn)

    def stones(position: Position) -> Iterator[Stone]:
        first, second, _ = position
        won = lines_of(first) | lines_of(second)
        for cell, bit in enumerate(bit_of_cell):
            if (first | second) >> bit & 1:
                yield Stone(cell, second >> bit & 1, 1, WON * (won >> bit & 1))

    def lines_of(stones: int) -> int:
        """Those of the stones that stand in a winning line."""
        found = 0
        for direction, shifts in zip(directions, lines):
            starts = starts_of_lines(stones, shifts)
            for step in range(connect):
                found |= starts << step * direction & stones
        return found

    def touched(position: Position, column: int) -> Iterator[int]:
        """The cell onto which the stone falls."""
        height = ((position.first | position.second) & insides[column]).bit_count()
        yield (rows - 1 - height) * columns + column

    return Game(
        name="connect_four",
        start=Position(0, 0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"column_weights": column_weights, "open_lines": open_lines},
        format=format_move,
        parse=reading(moves, format_move, format_number),
        show=show,
        read=read,
        layout=layout_of_grid(grid, (RUST, YELLOW)),
        stones=stones,
        touched=touched,
        canonical=least_of([mirror_image]),
        parameters={"columns": columns, "rows": rows, "connect": connect},
    )
