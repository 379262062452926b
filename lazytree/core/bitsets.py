"""Sets of cells held in one int: cell 5 is in the set where `cells >> 5 & 1`; and how they hang together.

`near[cell]` is the set of a cell's neighbours: all that is known of a board here, so any graph will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lazytree.core.board import Grid

Near = tuple[int, ...]


def near_on(grid: Grid) -> Near:
    """The neighbours of each cell of a board, as sets."""
    return tuple(set_of(neighbours) for neighbours in grid.neighbours)


def set_of(cells: Iterable[int]) -> int:
    """The set of these cells.

    >>> bin(set_of([4, 1, 2]))
    '0b10110'
    """
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_of(cells: int) -> Iterator[int]:
    """The cells of a set, lowest first.

    >>> list(cells_of(0b10110))
    [1, 2, 4]
    """
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


def around(near: Near, cells: int) -> int:
    """The cells next to at least one of these.

    >>> from lazytree.core.board import squares
    >>> list(cells_of(around(near_on(squares(1, 5)), set_of([1, 4]))))
    [0, 2, 3]
    """
    found = 0
    for cell in cells_of(cells):
        found |= near[cell]
    return found


def rings(near: Near, start: int, through: int) -> Iterator[int]:
    """The cells at 1, 2, 3, ... steps from a set, as far as steps lead: out of `start` and of cells in `through`.

    >>> from lazytree.core.board import squares
    >>> [list(cells_of(ring)) for ring in rings(near_on(squares(1, 5)), set_of([1]), through=set_of([2]))]
    [[0, 2], [3]]
    """
    seen = start
    ring = around(near, start) & ~seen
    while ring:
        yield ring
        seen |= ring
        ring = around(near, ring & through) & ~seen


def joined_to(near: Near, start: int, room: int) -> int:
    """`start` and all cells of `room` that hang together with it.

    >>> from lazytree.core.board import squares
    >>> list(cells_of(joined_to(near_on(squares(1, 5)), set_of([0]), room=set_of([0, 1, 3, 4]))))
    [0, 1]
    """
    found = start
    fresh = around(near, start) & room & ~found
    while fresh:
        found |= fresh
        fresh = around(near, fresh) & room & ~found
    return found


def is_one_group(near: Near, cells: int) -> bool:
    """Whether the cells of a set all hang together."""
    return joined_to(near, cells & -cells, cells) == cells


def groups(near: Near, cells: int) -> Iterator[int]:
    """The groups of cells of a set that hang together, by their lowest cells.

    >>> from lazytree.core.board import squares
    >>> [list(cells_of(group)) for group in groups(near_on(squares(1, 5)), set_of([0, 1, 3]))]
    [[0, 1], [3]]
    """
    while cells:
        group = joined_to(near, cells & -cells, cells)
        yield group
        cells &= ~group


def reach(near: Near, cell: int, room: int, steps: int) -> int:
    """The cells of `room` that 1 to `steps` steps within it lead to from a cell."""
    found = near[cell] & room
    for _ in range(steps - 1):
        found |= around(near, found) & room
    return found
