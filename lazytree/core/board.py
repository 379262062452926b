"""Geometry of boards: the cells, their names, their places, their neighbours and the lines through them.

A grid is built once, when a game is made; rules then read its nested tuples of ints by cell number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from lazytree.core.texts import shorten

Coordinates = tuple[int, int]  # (row, column), both counted from 0 at the top left

ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIAGONAL = ((-1, 1), (1, 1), (1, -1), (-1, -1))
HEXAGONAL = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # opposite directions lie three apart


MOST_CELLS = 4096
"""The largest board that is built: 64 by 64."""


class Grid(NamedTuple):
    """The cells of a board, numbered from 0 in reading order (left to right, top to bottom).

    >>> squares(2, 2).rays[1]                   # to the right, of each cell
    ((1,), (), (3,), ())
    """

    shape: str  # of a cell, for drawing: "square", "hexagon", "triangle" or "circle"
    coordinates: tuple[Coordinates, ...]
    names: tuple[str, ...]  # as they are typed, one a cell
    places: tuple[tuple[float, float], ...]  # the centre of each cell: x to the right, y down, in cell widths
    neighbours: tuple[tuple[int, ...], ...]  # neighbours[cell], in the order of the directions
    rays: tuple[tuple[tuple[int, ...], ...], ...]  # rays[direction][cell]: the cells after it up to the border


def letters(number: int) -> str:
    """The name of the column with this number, counted from 0: a, b, ..., z, aa, ab, ...

    >>> letters(0), letters(25), letters(26)
    ('a', 'z', 'aa')
    """
    return (letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def squares(rows: int, columns: int, diagonals: bool = False) -> Grid:
    """A rectangle of squares named as in chess: columns by letters from the left, rows by numbers from the bottom.

    Neighbours share an edge; with `diagonals`, or a corner. Raises ValueError unless both sizes are ints from 1 up.

    >>> grid = squares(2, 3)
    >>> grid.names
    ('a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> grid.neighbours[0]
    (1, 3)
    """
    at_least("rows", rows, 1)
    at_least("columns", columns, 1)
    at_most("rows times columns", rows * columns, MOST_CELLS)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return _grid(
        "square",
        cells,
        ORTHOGONAL + DIAGONAL if diagonals else ORTHOGONAL,
        name=lambda row, column: f"{letters(column)}{rows - row}",
        place=lambda row, column: (float(column), float(row)),
    )


def row_then_column(row: int, column: int) -> str:
    """The name of a hexagonal cell: its row as a letter, then its column as a number: a1, a2, ..., k11.

    >>> row_then_column(10, 10)
    'k11'
    """
    return f"{letters(row)}{column + 1}"


def hexes(
    cells: Iterable[Coordinates],
    name: Callable[[int, int], str] = row_then_column,
    directions: Sequence[Coordinates] = HEXAGONAL,
) -> Grid:
    """A grid of hexagons with the given coordinates, in any shape.

    The neighbours of (row, column) are (row, column±1), (row±1, column), (row+1, column+1) and (row-1, column-1).
    `name(row, column)` is a cell's name; `directions` are those of neighbours and rays, in order.

    >>> hexes([(0, 0), (0, 1), (1, 1)]).neighbours
    ((1, 2), (2, 0), (0, 1))
    """
    return _grid("hexagon", sorted(cells), directions, name, lambda row, column: (column - row / 2, row * sqrt(3) / 2))


def hexhex(side: int, name: Callable[[int, int], str] = row_then_column) -> Grid:
    """A hexagon of hexagons, `side` cells along each edge. Raises ValueError unless `side` is an int from 1 up.

    >>> len(hexhex(6).names), hexhex(6).names[-1]
    (91, 'k11')
    """
    at_least("side", side, 1)
    at_most("the number of cells", 3 * side * (side - 1) + 1, MOST_CELLS)
    span = range(2 * side - 1)
    return hexes([(row, column) for row in span for column in span if abs(row - column) < side], name)


def rhombus(
    rows: int,
    columns: int,
    name: Callable[[int, int], str] = row_then_column,
    directions: Sequence[Coordinates] = HEXAGONAL,
) -> Grid:
    """A parallelogram of hexagons; its top-left and bottom-right corners are the obtuse ones (three neighbours).

    `directions` are the six steps to the neighbours, as (row, column): their order is that of each cell's neighbours.
    Raises ValueError unless both sizes are ints from 1 up.

    >>> len(rhombus(3, 3).neighbours[0]), len(rhombus(3, 3).neighbours[2])
    (3, 2)
    """
    at_least("rows", rows, 1)
    at_least("columns", columns, 1)
    at_most("rows times columns", rows * columns, MOST_CELLS)
    return hexes([(row, column) for row in range(rows) for column in range(columns)], name, directions)


def triangle(side: int, name: Callable[[int, int], str] = row_then_column) -> Grid:
    """A triangle of hexagons: one cell in the first row, `side` in the last. Raises ValueError if `side` is below 1.

    >>> triangle(3).names
    ('a1', 'b1', 'b2', 'c1', 'c2', 'c3')
    """
    at_least("side", side, 1)
    at_most("the number of cells", side * (side + 1) // 2, MOST_CELLS)
    return hexes([(row, column) for row in range(side) for column in range(row + 1)], name)


def triangular(side: int) -> Grid:
    """A hexagon of triangles, `side` of them along each edge: 6·side² cells, each with 3 neighbours or, on the edge, 2.

    Cells are named as in `hexhex`, and have no rays. In the coordinates (row, column) a column is half a triangle wide;
    where row + column is even the triangle points up. Raises ValueError unless `side` is an int from 1 up.

    >>> triangular(1).names
    ('a1', 'a2', 'a3', 'b1', 'b2', 'b3')
    >>> triangular(1).neighbours
    ((1, 3), (0, 2), (1, 5), (4, 0), (3, 5), (4, 2))
    """
    at_least("side", side, 1)
    at_most("the number of cells", 6 * side * side, MOST_CELLS)
    starts = [max(2 * side - 2 - row, row - 1) for row in range(2 * side)]
    cells = [(row, column) for row, start in enumerate(starts) for column in range(start, 6 * side - 3 - start)]
    number = {cell: at for at, cell in enumerate(cells)}

    def around(row: int, column: int) -> Iterator[int]:
        above_or_below = (row - 1 if (row + column) % 2 else row + 1, column)
        for cell in ((row, column - 1), (row, column + 1), above_or_below):
            if cell in number:
                yield number[cell]

    return Grid(
        "triangle",
        tuple(cells),
        tuple(row_then_column(row, column - starts[row]) for row, column in cells),
        tuple((0.7 * column, 0.7 * sqrt(3) * (row + (1 if (row + column) % 2 else 2) / 3)) for row, column in cells),
        tuple(tuple(around(*cell)) for cell in cells),
        (),
    )


def graph(
    neighbours: Sequence[Sequence[int]], names: Sequence[str] = (), places: Sequence[tuple[float, float]] = ()
) -> Grid:
    """A board that is any undirected graph; it has no rays, and is drawn in a row unless `places` are given.

    `neighbours[cell]` lists the neighbours of a cell. Raises ValueError where an edge is given one way only.

    >>> graph([(1,), (0, 2), (1,)]).names
    ('1', '2', '3')
    """
    count = len(neighbours)
    for cell, near in enumerate(neighbours):
        for other in near:
            if not 0 <= other < count or cell not in neighbours[other]:
                raise ValueError(
                    f"cell {cell} has neighbour {other}, but {other} does not list {cell}: give each edge both ways"
                )
    return Grid(
        "circle",
        tuple((0, cell) for cell in range(count)),
        tuple(names) or tuple(str(cell + 1) for cell in range(count)),
        tuple(places) or tuple((float(cell), 0.0) for cell in range(count)),
        tuple(tuple(near) for near in neighbours),
        (),
    )


def cell_named(grid: Grid, name: str) -> int:
    """The number of the cell with this name; upper and lower case are equal, spaces are ignored.

    Raises: ValueError if the board has no such cell.

    >>> cell_named(squares(2, 3), " B1 ")
    4
    """
    wanted = "".join(name.split()).lower()
    for cell, its_name in enumerate(grid.names):
        if its_name.replace(" ", "").lower() == wanted:
            return cell
    raise ValueError(
        f"there is no cell {name!r}; this board has {len(grid.names)} cells, {grid.names[0]} to {grid.names[-1]}"
    )


def at_least(what: str, number: int, least: int) -> None:
    """Raises ValueError, naming the argument `what`, unless `number` is an int (no bool) of at least `least`.

    >>> at_least("rows", 0, 1)
    Traceback (most recent call last):
    ValueError: rows must be a whole number of at least 1, not 0
    """
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        raise ValueError(f"{what} must be a whole number of at least {least}, not {shorten(number)}")


def at_most(what: str, number: int, most: int) -> None:
    """Raises ValueError, naming the argument `what`, if `number` is greater than `most`.

    >>> at_most("rows", 10_000, 4096)
    Traceback (most recent call last):
    ValueError: rows must be at most 4,096, not 10,000
    """
    if number > most:
        raise ValueError(f"{what} must be at most {most:,}, not {number:,}")


def _grid(
    shape: str,
    cells: Sequence[Coordinates],
    directions: Sequence[Coordinates],
    name: Callable[[int, int], str],
    place: Callable[[int, int], tuple[float, float]],
) -> Grid:
    number = {cell: at for at, cell in enumerate(cells)}

    def ray(cell: Coordinates, direction: Coordinates) -> Iterator[int]:
        row, column = cell
        while (cell := (row + direction[0], column + direction[1])) in number:
            yield number[cell]
            row, column = cell

    rays = tuple(tuple(tuple(ray(cell, direction)) for cell in cells) for direction in directions)
    near = tuple(tuple(lines[cell][0] for lines in rays if lines[cell]) for cell in range(len(cells)))
    return Grid(
        shape, tuple(cells), tuple(name(*cell) for cell in cells), tuple(place(*cell) for cell in cells), near, rays
    )
