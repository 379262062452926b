"""Hex: join your two sides of the board. Its boards are ints, one bit a cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import sqrt

from lazytree.core.bitsets import around, cells_of, joined_to, near_on, set_of
from lazytree.core.board import Grid, at_least, hexes, letters
from lazytree.core.game import FIRST, SECOND, Game, reading

from .support.stones import (
    Position,
    carried,
    mine_and_theirs,
    mover,
    next_turn,
    picture_of_stones,
    read_stones,
    show_stones,
)

SWAP = -1
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))  # (row, column) to the six neighbours


def rhombus(size: int) -> Grid:
    """Hexagons in a rhombus, a1 in its top left, acute corner: columns by letters, rows by numbers."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    grid = hexes(cells, lambda row, column: f"{letters(column)}{row + 1}", AROUND)
    return grid._replace(places=tuple((column + row / 2, row * sqrt(3) / 2) for row, column in cells))


def bridges_among(near: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The two ends of every bridge, and the two cells that both ends touch, as sets of cells."""
    for one, other in combinations(range(len(near)), 2):
        between = near[one] & near[other]
        if between.bit_count() == 2 and not near[one] >> other & 1:
            yield 1 << one | 1 << other, between


def payoffs(position: Position) -> tuple[int, int]:
    return (-1, 1) if position.mover == FIRST else (1, -1)


def hex(size: int = 11, swap: bool = True) -> Game[Position, int]:
    """Hex: put a stone on any empty cell; X joins the first row to the last, O the left column to the right one.

    X begins. Exactly one player can join their sides, so the first to do so wins and there is no draw. With `swap`,
    O may answer the first stone by `swap` instead of a stone of its own: the stone is taken off and O has one on the
    cell that mirrors it in the long diagonal (a3 becomes c1), and it is the turn of X.
    A move is written as its cell; a1 and the last cell are the acute corners.

    >>> game = hex(size=3)
    >>> position = game.start
    >>> for move in "a3 swap b2".split():
    ...     position = game.play(position, game.parse(position, move))
    >>> print(game.show(position))
    1  . . O
    2   . X .
    3    . . .
         a b c
    O to move

    Raises ValueError unless `size` is at least 1 and `swap` is True or False.
    Source: Nash's and Hein's game; Browne, *Hex Bot* (2000).
    """
    at_least("size", size, 1)
    if not isinstance(swap, bool):
        raise ValueError(f"swap must be True or False, not {swap!r}")
    grid = rhombus(size)
    everywhere = (1 << size * size) - 1
    top, bottom = (set_of(range(row * size, row * size + size)) for row in (0, size - 1))
    left, right = (set_of(range(column, size * size, size)) for column in (0, size - 1))
    near = near_on(grid)
    starts, goals = (top, left), (bottom, right)  # of FIRST, of SECOND
    bridges = tuple(bridges_among(near))
    turned = tuple(reversed(range(size * size)))  # by half a turn, X still joins top and bottom
    diagonal = tuple(cell % size * size + cell // size for cell in range(size * size))

    def has_joined(stones: int, player: int) -> bool:
        return joined_to(near, stones & starts[player], room=stones) & goals[player] != 0

    def may_swap(position: Position) -> bool:
        return swap and position.mover == SECOND and not position.second and position.first.bit_count() == 1

    def moves(position: Position) -> Iterator[int]:
        _, theirs = mine_and_theirs(position)
        if not has_joined(theirs, 1 - position.mover):
            yield from cells_of(everywhere & ~(position.first | position.second))
            if may_swap(position):
                yield SWAP

    def play(position: Position, move: int) -> Position:
        if move == SWAP:
            return Position(0, carried(position.first, diagonal), FIRST)
        mine, theirs = mine_and_theirs(position)
        return next_turn(position.mover, mine | 1 << move, theirs)

    def stones_missing(mine: int, theirs: int, player: int) -> int:
        """With how few more stones the player could join both sides; more than there are cells if it is cut off."""
        empty = everywhere & ~(mine | theirs)
        reached, stones = joined_to(near, starts[player] & mine, room=mine), 0
        while not reached & goals[player] and stones <= size * size:
            added = (around(near, reached) | starts[player]) & empty
            reached, stones = joined_to(near, reached | added, room=mine), stones + 1
        return stones

    def distance(position: Position) -> int:
        """Stones that SECOND still lacks to join its sides, at least, minus those that FIRST lacks."""
        first, second, _ = position
        return stones_missing(second, first, SECOND) - stones_missing(first, second, FIRST)

    def number_of_bridges(mine: int, theirs: int) -> int:
        number = 0
        for ends, between in bridges:
            if mine & ends == ends and not (mine | theirs) & between:
                number += 1
        return number

    def bridges_held(position: Position) -> int:
        """Bridges of FIRST minus bridges of SECOND: pairs of stones that two empty cells join, whoever moves."""
        first, second, _ = position
        return number_of_bridges(first, second) - number_of_bridges(second, first)

    def canonical(position: Position) -> Position:
        first, second, mover = position
        return min(position, Position(carried(first, turned), carried(second, turned), mover))

    def format_move(position: Position, move: int) -> str:
        return "swap" if move == SWAP else grid.names[move]

    def read(text: str) -> Position:
        position = read_stones(grid, text)
        if has_joined(mine_and_theirs(position)[0], position.mover):
            raise ValueError(f"who is to move has won already in\n{text}")
        return position

    return Game(
        name="hex",
        start=Position(0, 0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("X", "O"),
        ratings={"distance": distance, "bridges": bridges_held},
        format=format_move,
        parse=reading(moves, format_move),
        show=partial(show_stones, grid),
        read=read,
        picture=partial(picture_of_stones, grid),
        canonical=canonical,
        parameters={"size": size, "swap": swap},
    )
