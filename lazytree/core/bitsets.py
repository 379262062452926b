"""Sets of cells as ints (bitsets), and connectivity on them. Cell 5 is in the set `cells` where `cells >> 5 & 1`.

The board is given as `near`: `near[cell]` is the set of that cell's neighbours. Any undirected graph can be given so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd

from lazytree.core.board import Grid

Near = tuple[int, ...]


def near_on(grid: Grid) -> Near:
    """The neighbours of each cell of a grid, one bitset a cell.

    >>> from lazytree.core.board import squares
    >>> [bin(neighbours) for neighbours in near_on(squares(1, 3))]
    ['0b10', '0b101', '0b10']
    """
    return tuple(set_of(neighbours) for neighbours in grid.neighbours)


def rays_on(grid: Grid) -> tuple[Near, ...]:
    """`rays_on(grid)[direction][cell]`: the cells from a cell to the border, without it, in each of the directions.

    >>> from lazytree.core.board import squares
    >>> [bin(ray) for ray in rays_on(squares(1, 3))[1]]    # to the right
    ['0b110', '0b100', '0b0']
    """
    return tuple(tuple(map(set_of, of_cells)) for of_cells in grid.rays)


def leaps_on(grid: Grid, *steps: tuple[int, int]) -> Near:
    """For each cell, the cells that one of these steps, as (rows down, columns to the right), leads to.

    >>> from lazytree.core.board import squares
    >>> [list(cells_of(cells)) for cells in leaps_on(squares(2, 3), (1, 2), (1, -2))]    # down, as a knight goes
    [[5], [], [3], [], [], []]
    """
    number = {place: cell for cell, place in enumerate(grid.coordinates)}
    return tuple(
        set_of(number[row + down, column + right] for down, right in steps if (row + down, column + right) in number)
        for row, column in grid.coordinates
    )


Line = tuple[int, int, int]
"""A line through a cell, without it: its cells of lower numbers, those of greater numbers, and both."""


def lines_along(ahead: Near, behind: Near) -> tuple[Line, ...]:
    """The line through each cell along two opposite rays, `ahead` towards lower numbers."""
    return tuple((before, after, before | after) for before, after in zip(ahead, behind))


def slide(line: Line, taken: int) -> int:
    """The cells that a piece reaches on a line where some cells are taken: up to the first of these, in both ways.

    Source: the subtraction of R. Hyatt's and G. Isenberg's "o ^ (o - 2r)" (chessprogramming wiki), for both at once.

    >>> from lazytree.core.board import squares
    >>> _, right, _, left = rays_on(squares(1, 8))
    >>> list(cells_of(slide(lines_along(left, right)[3], taken=set_of([0, 1, 5, 7]))))
    [1, 2, 4, 5]
    """
    before, after, both = line
    above = taken & after
    return both & (above ^ (above - (1 << (taken & before | 1).bit_length() - 1)))


def set_of(cells: Iterable[int]) -> int:
    """The bitset of the given cell numbers.

    >>> bin(set_of([4, 1, 2]))
    '0b10110'
    """
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_of(cells: int) -> Iterator[int]:
    """The cell numbers of a bitset, lowest first.

    >>> list(cells_of(0b10110))
    [1, 2, 4]
    """
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


def layers_of(numbers: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of the cells 0, 1, 2, ... as a sum: numbers, and sets of the cells to which each of them is added.

    The first is the least on all cells; what is above it is written in binary.

    >>> layers_of([5, 7, 11, 5]) == ((5, 2, 4), (0b1111, 0b0110, 0b0100))
    True
    """
    least = min(numbers)
    above = [number - least for number in numbers]
    unit = gcd(*above) or 1
    bits = range((max(above) // unit).bit_length())
    sets = (set_of(cell for cell, more in enumerate(above) if more // unit >> bit & 1) for bit in bits)
    return (least, *(unit << bit for bit in bits)), ((1 << len(numbers)) - 1, *sets)


def total_on(numbers: tuple[int, ...], sets: tuple[int, ...], cells: int) -> int:
    """The sum of the numbers of some cells, by the two of `layers_of`: in the same time however many cells they are.

    >>> total_on(*layers_of([5, 7, 11, 5]), set_of([1, 2]))
    18
    """
    return sum(number * (cells & layer).bit_count() for number, layer in zip(numbers, sets))


def neighbours_of(near: Near, cells: int) -> int:
    """The cells that are neighbours of at least one cell of `cells` (cells of `cells` among them, where they touch).

    >>> from lazytree.core.board import squares
    >>> list(cells_of(neighbours_of(near_on(squares(1, 5)), set_of([1, 4]))))
    [0, 2, 3]
    """
    found = 0
    for cell in cells_of(cells):
        found |= near[cell]
    return found


def rings(near: Near, start: int, through: int) -> Iterator[int]:
    """The cells at distance 1, 2, 3, ... from the set `start`, one bitset a distance (breadth-first search).

    A path may leave `start` and cells of `through`; other cells can be reached but not passed.

    >>> from lazytree.core.board import squares
    >>> [list(cells_of(ring)) for ring in rings(near_on(squares(1, 5)), set_of([1]), through=set_of([2]))]
    [[0, 2], [3]]
    """
    seen = start
    ring = neighbours_of(near, start) & ~seen
    while ring:
        yield ring
        seen |= ring
        ring = neighbours_of(near, ring & through) & ~seen


def connected_to(near: Near, start: int, room: int) -> int:
    """`start` and every cell of `room` that is connected to it by a path within `room` (flood fill).

    >>> from lazytree.core.board import squares
    >>> list(cells_of(connected_to(near_on(squares(1, 5)), set_of([0]), room=set_of([0, 1, 3, 4]))))
    [0, 1]
    """
    found = start
    fresh = neighbours_of(near, start) & room & ~found
    while fresh:
        found |= fresh
        fresh = neighbours_of(near, fresh) & room & ~found
    return found


def is_one_group(near: Near, cells: int) -> bool:
    """Whether the cells of a bitset are connected; true for the empty set.

    >>> from lazytree.core.board import squares
    >>> is_one_group(near_on(squares(1, 5)), set_of([1, 2])), is_one_group(near_on(squares(1, 5)), set_of([1, 3]))
    (True, False)
    """
    return connected_to(near, cells & -cells, cells) == cells


def groups(near: Near, cells: int) -> Iterator[int]:
    """The connected groups of a bitset, in the order of their lowest cells.

    >>> from lazytree.core.board import squares
    >>> [list(cells_of(group)) for group in groups(near_on(squares(1, 5)), set_of([0, 1, 3]))]
    [[0, 1], [3]]
    """
    while cells:
        group = connected_to(near, cells & -cells, cells)
        yield group
        cells &= ~group


def corner_of(cells: int, columns: int) -> int:
    """By how many cells a set that is not empty may be moved up and left on a board of `columns`: `cells >> n`.

    >>> corner_of(0b1000_0100_0000, columns=4), corner_of(0b0001_0010_0000, columns=4)
    (6, 4)
    """
    up = ((cells & -cells).bit_length() - 1) // columns * columns
    folded, rest = 0, cells >> up
    while rest:
        folded |= rest & (1 << columns) - 1
        rest >>= columns
    return up + (folded & -folded).bit_length() - 1


def reach(near: Near, cell: int, room: int, steps: int) -> int:
    """The cells of `room` that can be reached from a cell by 1 to `steps` steps, all of them onto cells of `room`.

    >>> from lazytree.core.board import squares
    >>> list(cells_of(reach(near_on(squares(1, 5)), 0, room=set_of([1, 2, 3, 4]), steps=2)))
    [1, 2]
    """
    found = near[cell] & room
    for _ in range(steps - 1):
        found |= neighbours_of(near, found) & room
    return found
