"""Sets of hexagonal cells, each held in one int: the cell in row r and column c is bit r * width + c.

The neighbours of a whole set are then a few shifts, which is faster than to look them up cell by cell as
`lazytree.core.bitsets` does for any board. A hexagon fills its bounding square but for two corners, and these keep
rows apart: `width` need only be the number of columns. Shifts also reach cells that the board lacks: mask them.
"""

from __future__ import annotations


def with_neighbours(cells: int, width: int) -> int:
    """The cells of a set and all that lie next to one of them.

    >>> bin(with_neighbours(1 << 4, width=3))     # around the centre of a hexagon of side 2
    '0b110111011'
    """
    after = cells | cells << 1
    before = cells | cells >> 1
    return after | after << width | before | before >> width


def surrounded(cells: int, width: int) -> int:
    """The cells of a set whose six neighbours are all in it.

    >>> bin(surrounded(0b110111011, width=3))
    '0b10000'
    """
    after = cells & cells << 1
    before = cells & cells >> 1
    return after & after << width & before & before >> width


def grown(seed: int, room: int, width: int) -> int:
    """The cells of `room` to which steps within `room` lead from those of `seed` that lie in it.

    >>> bin(grown(0b000000001, room=0b000101001, width=3))
    '0b1001'
    """
    reached = seed & room
    while True:
        further = with_neighbours(reached, width) & room
        if further == reached:
            return reached
        reached = further
