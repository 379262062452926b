"""Symmetries of a board. Each is a tuple `to`: cell number c comes to lie on cell number to[c]."""

from __future__ import annotations

from cmath import exp
from collections.abc import Callable, Sequence
from itertools import takewhile
from math import pi

from pyrsistent import PVector, pvector

from lazytree.core.bitsets import cells_of
from lazytree.core.board import Grid

from .stones import Position

Symmetry = tuple[int, ...]
TURNS = tuple(exp(2j * pi * number / 24) for number in range(24))
"""Squares need quarters of a whole turn, hexagons sixths; mirrors may lie half-way between."""


def carried(stones: int, to: Sequence[int]) -> int:
    """The set of cells onto which a symmetry, or a new numbering, carries those of a set.

    >>> bin(carried(0b011, to=(2, 1, 0)))
    '0b110'
    """
    found = 0
    for cell in cells_of(stones):
        found |= 1 << to[cell]
    return found


def flips_of(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """The symmetries of a rectangle, the first of which moves nothing: flipped left to right, top to bottom, both.

    >>> flips_of(2, 2)
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
    """
    last = (0, rows - 1), (0, columns - 1)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return tuple(
        tuple(abs(flip - row) * columns + abs(flop - column) for row, column in cells)
        for flip in last[0]
        for flop in last[1]
    )


def symmetries_of(grid: Grid) -> tuple[Symmetry, ...]:
    """The turns and mirror images of a board that keep its cells and their neighbours; the first moves nothing.

    >>> from lazytree.core.board import hexhex, rhombus, squares, triangle
    >>> [len(symmetries_of(grid)) for grid in (squares(3, 3), squares(2, 3), hexhex(3), triangle(3), rhombus(2, 3))]
    [8, 4, 12, 6, 2]
    """
    centre = sum(complex(*place) for place in grid.places) / len(grid.places)
    places = [complex(*place) - centre for place in grid.places]
    cells = {rounded(place): cell for cell, place in enumerate(places)}
    found = {tuple(range(len(places))): None}
    for one in (places, [place.conjugate() for place in places]):
        for turn in TURNS:
            to = tuple(takewhile(lambda cell: cell >= 0, (cells.get(rounded(turn * place), -1) for place in one)))
            if len(set(to)) == len(places):
                found[to] = None
    return tuple(to for to in found if keeps_neighbours(grid, to))


def rounded(place: complex) -> complex:
    """A place that is the same one for places that are as good as equal."""
    return complex(round(place.real, 6), round(place.imag, 6))


def keeps_neighbours(grid: Grid, to: Symmetry) -> bool:
    """Whether neighbours come to lie on neighbours."""
    return all({to[near] for near in grid.neighbours[cell]} == {*grid.neighbours[to[cell]]} for cell in range(len(to)))


def renumbered(to: Symmetry, numbers: Sequence[int]) -> Symmetry:
    """The symmetry for cells that have other numbers; what is no cell's number stays.

    >>> renumbered((1, 0), numbers=(0, 3))
    (3, 1, 2, 0)
    """
    found = list(range(max(numbers) + 1))
    for number, cell in zip(numbers, to):
        found[number] = numbers[cell]
    return tuple(found)


def least_board(symmetries: Sequence[Symmetry], board: PVector[int]) -> PVector[int]:
    """The least of the boards that symmetries make of a board; among them are those that undo each of them.

    >>> least_board([(0, 1, 2), (2, 1, 0)], pvector([1, 1, 0]))
    pvector([0, 1, 1])
    """
    return pvector(min(tuple(board[cell] for cell in to) for to in symmetries))


def least_of(symmetries: Sequence[Symmetry]) -> Callable[[Position], Position]:
    """The `canonical` of a game of stones: the least of a position and of what the symmetries make of it.

    >>> canonical = least_of([(2, 1, 0)])
    >>> canonical(Position(first=0b100, second=0b010, mover=0))
    Position(first=1, second=2, mover=0)
    """
    each = tuple(symmetries)

    def canonical(position: Position) -> Position:
        first, second, mover = position
        least = position
        for symmetry in each:
            least = min(least, Position(carried(first, symmetry), carried(second, symmetry), mover))
        return least

    return canonical
