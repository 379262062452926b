"""Andantino: every stone next to two others, until five are in line or a ring holds an enemy.

Source: David L. Smith (1995).
"""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.bitsets import cells_of
from lazytree.core.game import FIRST, SECOND, Game, reading

from ..support.hexagons import grown, with_neighbours
from . import board as andantino_board
from .board import NOBODY, PLAYERS, Position, board_of, cut_off


def mover(position: Position) -> int:
    return position.mover


def payoffs(position: Position) -> tuple[int, int]:
    if position.winner == NOBODY:
        return 0, 0
    return (1, -1) if position.winner == FIRST else (-1, 1)


def next_to_two(stones: int, width: int) -> int:
    """The cells that have at least two of these stones for neighbours."""
    once = twice = 0
    for near in (stones << 1, stones >> 1, stones << width, stones >> width, stones << width + 1, stones >> width + 1):
        twice |= once & near
        once |= near
    return twice


def fives(cells: int, step: int) -> int:
    """The first cells of all lines of five in a set, along one axis."""
    two = cells & cells >> step
    four = two & two >> 2 * step
    return four & cells >> 4 * step


def has_five(stones: int, width: int) -> bool:
    return fives(stones, 1) | fives(stones, width) | fives(stones, width + 1) != 0


def count_fives(cells: int, width: int) -> int:
    return fives(cells, 1).bit_count() + fives(cells, width).bit_count() + fives(cells, width + 1).bit_count()


def touching_pairs(stones: int, width: int) -> int:
    """How many pairs of these stones are neighbours."""
    along, down, across = stones & stones >> 1, stones & stones >> width, stones & stones >> width + 1
    return along.bit_count() + down.bit_count() + across.bit_count()


def parts_around(stone: int, stones: int, width: int) -> int:
    """Into how many groups the neighbours of a stone among these fall: 2 or 3 where it may close a ring."""
    near = with_neighbours(stone, width) & stones & ~stone
    return near.bit_count() - touching_pairs(near, width)


def line_and_loners(stones: int, width: int) -> int:
    """The length of the longest line of these stones, minus the stones that touch none of the others."""
    along, down, across = stones & stones >> 1, stones & stones >> width, stones & stones >> width + 1
    touching = along | along << 1 | down | down << width | across | across << width + 1
    length = 1 if stones else 0
    while along | down | across:
        length += 1
        along, down, across = along & along >> 1, down & down >> width, across & across >> width + 1
    return length - (stones & ~touching).bit_count()


def andantino(side: int = 10) -> Game[Position, int]:
    """Andantino for Black, who is first, and White, on a hexagon with `side` cells along each edge, 3 or more.

    Black's first stone goes into the centre and White's first next to it. From then on a stone goes into an empty
    cell that touches at least two stones, of any colour.

    You win by five or more of your stones in a straight line; or by a ring: when, after your stone, an enemy stone
    lies in a region next to that stone which your stones cut off from the border. The ring may hold empty cells; the
    border does not help to close it. Playing into an enemy ring is allowed, and its owner wins by that only with a
    stone that borders the region. If no cell touches two stones, it is a draw.

    A move is written as in Havannah, the row's number and the column's letter: `10 J` is the centre for side 10.
    Ratings: "longest_line", Black's minus White's, stones that touch none of their colour counting -1 (after the report
    of a Maastricht course, 2019); "open_lines", the lines of five that Black could still fill minus those that White
    could; "weighed", ten times the first plus the second.

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

    Raises ValueError if `side` is not a whole number of at least 3.
    """
    board = board_of(side)
    width, inside, border, centre = board.width, board.inside, board.border, board.centre

    def moves(position: Position) -> Iterator[int]:
        stones = position.black | position.white
        if stones == 0:
            yield centre
        elif stones.bit_count() == 1:
            yield from cells_of(with_neighbours(stones, width) & inside & ~stones)
        elif position.winner == NOBODY:
            yield from cells_of(next_to_two(stones, width) & inside & ~stones)

    def play(position: Position, cell: int) -> Position:
        black, white, black_rings, white_rings, mover, _ = position
        stone = 1 << cell
        if mover == FIRST:
            black |= stone
            black_rings = rings_with(stone, black, black_rings)
            winner = FIRST if wins(stone, black, white, black_rings) else NOBODY
        else:
            white |= stone
            white_rings = rings_with(stone, white, white_rings)
            winner = SECOND if wins(stone, white, black, white_rings) else NOBODY
        return Position(black, white, black_rings, white_rings, 1 - mover, winner)

    def rings_with(stone: int, own: int, before: int) -> int:
        """The cells that these stones, now with this one, cut off from the border."""
        return cut_off(own, inside, border, width) if parts_around(stone, own, width) > 1 else before & ~stone

    def wins(stone: int, own: int, enemy: int, rings: int) -> bool:
        return has_five(own, width) or (rings != 0 and grown(with_neighbours(stone, width), rings, width) & enemy != 0)

    def longest_line(position: Position) -> int:
        """Black's longest line minus White's; a stone that touches no other of its colour counts -1."""
        return line_and_loners(position.black, width) - line_and_loners(position.white, width)

    def open_lines(position: Position) -> int:
        """Lines of five that Black could still fill minus lines that White could."""
        return count_fives(inside & ~position.white, width) - count_fives(inside & ~position.black, width)

    def weighed(position: Position) -> int:
        return 10 * longest_line(position) + open_lines(position)

    def read(text: str) -> Position:
        position = andantino_board.read(board, text)
        lines = has_five(position.black, width), has_five(position.white, width)
        caught = position.black_rings & position.white, position.white_rings & position.black
        for player in (FIRST, SECOND):
            has_won = position.winner == player
            if has_won != lines[player] and not (has_won and caught[player]):
                raise ValueError(f"five in line win, or a ring around an enemy; nothing else does: not so in\n{text}")
        return position

    def format_move(position: Position, cell: int) -> str:
        return andantino_board.cell_name(*divmod(cell, width))

    return Game(
        name="andantino",
        start=Position(0, 0, 0, 0, FIRST, NOBODY),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"weighed": weighed, "longest_line": longest_line, "open_lines": open_lines},
        format=format_move,
        parse=reading(moves, format_move),
        show=lambda position: andantino_board.show(board, position),
        read=read,
        picture=lambda position: andantino_board.picture(board, position),
        parameters={"side": side},
    )
