"""Connect four: drop stones into columns; four in a row win. Its boards are ints, one bit a cell."""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.board import at_least, letters, squares
from lazytree.core.game import FIRST, SECOND, Game, Picture, reading

from .support.stones import Position, carried, mine_and_theirs, mover, picture_of_stones, read_stones, show_stones


def format_move(position: Position, column: int) -> str:
    return letters(column)


def format_number(position: Position, column: int) -> str:
    return str(column + 1)


def folds(direction: int, length: int) -> tuple[int, ...]:
    """The shifts by which `stones &= stones >> shift` keeps only the first stone of every line so long.

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
    for shift in shifts:
        stones &= stones >> shift
    return stones


def connect_four(columns: int = 7, rows: int = 6, connect: int = 4) -> Game[Position, int]:
    """Connect four: in turn, drop a stone into a column that is not full; it falls onto the stones below it.

    X begins. Who first has `connect` stones in an unbroken line, upright, level or slanting, wins; a full board
    without one is a draw. A move is written as its column, `d` or `4`.

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

    Raises ValueError unless `columns` and `rows` are at least 1 and `connect` at least 2.
    Source: Allis, *A Knowledge-Based Approach of Connect-Four* (1988): on 7×6 the first player wins.
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
    lines = tuple(folds(direction, connect) for direction in (1, tall - 1, tall, tall + 1))

    bit_of_cell = tuple(column * tall + rows - 1 - row for row, column in grid.coordinates)
    cell_of_bit = tuple((rows - 1 - bit % tall) * columns + bit // tall for bit in range(columns * tall))
    mirror_image = tuple((columns - 1 - bit // tall) * tall + bit % tall for bit in range(columns * tall))

    def has_line(stones: int) -> bool:
        return any(starts_of_lines(stones, shifts) for shifts in lines)

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
        if not just_won(position):
            return 0, 0
        return (-1, 1) if position.mover == FIRST else (1, -1)

    def column_weights(position: Position) -> int:
        """Each stone by its column: 1 in the outermost, one more for every column nearer to the centre."""
        weight = 0
        for band in bands:
            weight += (position.first & band).bit_count() - (position.second & band).bit_count()
        return weight

    def open_lines(position: Position) -> int:
        """Lines that FIRST could still fill minus lines that SECOND could."""
        open_to_first, open_to_second = bands[0] & ~position.second, bands[0] & ~position.first
        lead = 0
        for shifts in lines:
            lead += starts_of_lines(open_to_first, shifts).bit_count()
            lead -= starts_of_lines(open_to_second, shifts).bit_count()
        return lead

    def renumbered(position: Position, numbers: tuple[int, ...]) -> Position:
        return Position(carried(position.first, numbers), carried(position.second, numbers), position.mover)

    def canonical(position: Position) -> Position:
        return min(position, renumbered(position, mirror_image))

    def show(position: Position) -> str:
        return show_stones(grid, renumbered(position, cell_of_bit))

    def read(text: str) -> Position:
        position = renumbered(read_stones(grid, text), bit_of_cell)
        taken = position.first | position.second
        if any(((taken & inside) + bottom) & taken for inside, bottom in zip(insides, bottoms)):
            raise ValueError(f"every stone needs the ground or a stone below it; not so in\n{text}")
        if has_line(mine_and_theirs(position)[0]):
            raise ValueError(f"who is to move has won already in\n{text}")
        return position

    def picture(position: Position) -> Picture:
        return picture_of_stones(grid, renumbered(position, cell_of_bit))

    return Game(
        name="connect_four",
        start=Position(0, 0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("X", "O"),
        ratings={"column_weights": column_weights, "open_lines": open_lines},
        format=format_move,
        parse=reading(moves, format_move, format_number),
        show=show,
        read=read,
        picture=picture,
        canonical=canonical,
        parameters={"columns": columns, "rows": rows, "connect": connect},
    )
