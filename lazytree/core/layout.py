"""What a game shows: the cells of its board, once, and the stones that stand on them in a position.

Nothing here draws. `lazytree.show` makes pictures of it, pages and widgets make boards to click on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from lazytree.core.board import Grid

RED, WON = 1, 2
"""The bits of a stone's mark: a red piece is in it (DVONN), it is part of what has won."""

PIECES = ("stone", "stack", "dice", "seeds", "covered", "figure", "letter")
"""The kinds of piece that can be drawn: a stone; pieces on one another, a die with pips, seeds in a pit, each as many
as the stone's height; a square that is covered; one of the layout's figures, its number from 1 being the height; the
letter with the height as its code point, `ord(letter)`."""
SHAPES = ("square", "hexagon", "triangle", "triangle down", "circle")
"""The shapes of cells. A hexagon has a corner on top; a triangle is 1.4 wide, the others 1."""


class Cell(NamedTuple):
    """One cell of a board.

    >>> Cell("a1", x=0, y=0)
    Cell(name='a1', x=0, y=0, shape='square')
    """

    name: str  # what people type
    x: float  # centre, to the right; a cell is 1 wide
    y: float  # centre, downwards
    shape: str = "square"  # one of SHAPES


class Stone(NamedTuple):
    """What stands on one cell.

    >>> Stone(4, owner=1, height=3, mark=RED)
    Stone(cell=4, owner=1, height=3, mark=1)
    """

    cell: int  # its number in the layout's cells
    owner: int  # the player whose it is: FIRST, SECOND, ...; -1: of no player
    height: int = 1  # how many pieces, pips or seeds
    mark: int = 0  # the sum of the bits RED and WON that are true of it


class Colour(NamedTuple):
    """How a player's pieces look: the colour of the piece, and of what is written and drawn on it, as #rrggbb."""

    fill: str
    ink: str


class Figure(NamedTuple):
    """A piece that a game draws itself, such as a knight.

    The path is SVG path data of relative commands (m, l, h, v, c, a, z), which begins at the centre of the cell; a cell
    is 1 wide.

    >>> Figure("block", "B", "m-.3 -.3h.6v.6h-.6z").name
    'block'
    """

    name: str  # what is said of a cell on which it stands
    letter: str  # written in place of the drawing if there is little room
    path: str


class Side(NamedTuple):
    """A side of the board that is a player's, as Hex has four: a line through points, in the units of the cells."""

    owner: int
    points: tuple[tuple[float, float], ...]


class Label(NamedTuple):
    """A text at the edge of the board, such as the letter of a column, and its centre."""

    text: str
    x: float
    y: float


class Count(NamedTuple):
    """What is counted of each player, and stands beside the name: the cells with the player's pieces, by default all.

    >>> Count("seeds", heights=True).cells
    ()
    """

    word: str  # what is counted, such as "discs"
    cells: tuple[int, ...] = ()  # where: the numbers of cells; none: everywhere
    heights: bool = False  # whether a stack counts as many as its height


DARK, LIGHT = Colour("#2b2b33", "#f5f0e6"), Colour("#f5f0e6", "#2b2b33")
RUST, BLUE = Colour("#c0563b", "#ffffff"), Colour("#3f6f8f", "#f5f0e6")
GREEN, YELLOW = Colour("#4f7f4a", "#f5f0e6"), Colour("#e3b23c", "#2b2b33")
PURPLE, PINK = Colour("#76558f", "#f5f0e6"), Colour("#d99aa5", "#2b2b33")
COLOURS = (DARK, LIGHT, RUST, BLUE)
"""Those of the players, FIRST's first, where a game has no others."""
NAMED = {
    "black": DARK,
    "white": LIGHT,
    "red": RUST,
    "blue": BLUE,
    "green": GREEN,
    "yellow": YELLOW,
    "purple": PURPLE,
    "pink": PINK,
    "orange": Colour("#dd8632", "#2b2b33"),
    "brown": Colour("#7a5230", "#f5f0e6"),
    "grey": Colour("#8c8c92", "#2b2b33"),
}
"""How pieces look that are called by a colour."""
BESIDE = 0.85  # from the centre of the last cell of a row or a column to the centre of its label


@dataclass(frozen=True)
class Layout:
    """The board of a game, as it is drawn in every position.

    - `cells`, each with its name, place and shape.
    - `pieces`, what stands on them: one of PIECES.
    - `colours`, one for each player, FIRST's first; none where no piece is a player's, as in the heaps of Nim.
    - `sides` that are a player's, and `labels` at the edges; by default none.
    - `figures`, which are drawn where `pieces` is "figure".
    - `count`, what is counted of each player; None: nothing.
    - `shaded`, the numbers of the cells that are darker, as on a chessboard; by default none.

    >>> Layout((Cell("a", 0, 0), Cell("b", 1, 0))).cells[1].name
    'b'
    """

    cells: tuple[Cell, ...]
    pieces: str = "stone"
    colours: tuple[Colour, ...] = COLOURS
    sides: tuple[Side, ...] = ()
    labels: tuple[Label, ...] = ()
    figures: tuple[Figure, ...] = ()
    count: Count | None = None
    shaded: tuple[int, ...] = ()

    def figure(self, height: int) -> Figure | None:
        """The figure of a stone with this height; None if stones are no figures, or none has this number."""
        if self.pieces == "letter":
            return Figure(chr(height), chr(height), "")
        known = self.pieces == "figure" and 1 <= height <= len(self.figures)
        return self.figures[height - 1] if known else None


def name_of_colour(colour: Colour) -> str:
    """What a colour of pieces is called; empty for one without a name.

    >>> name_of_colour(LIGHT), name_of_colour(Colour("#123456", "#ffffff"))
    ('White', '')
    """
    return next((name.capitalize() for name, known in NAMED.items() if known.fill == colour.fill), "")


def colours_for(layout: Layout, players: Sequence[str]) -> tuple[Colour, ...]:
    """The colours of these players' pieces: those of the layout. Where it says none, a name of a colour is drawn so.

    A player who is called otherwise then has the colour of COLOURS at the same place, or, where that is a named one's,
    the next that is left.

    >>> cells = (Cell("a", 0, 0),)
    >>> [name_of_colour(colour) for colour in colours_for(Layout(cells), ("red", "Blue", "Ann"))]
    ['Red', 'Blue', 'Black']
    >>> [name_of_colour(colour) for colour in colours_for(Layout(cells, colours=(GREEN, PINK)), ("red", "blue"))]
    ['Green', 'Pink']
    """
    named = [NAMED.get(name.lower()) for name in players]
    if layout.colours != COLOURS or not any(named):
        return layout.colours
    left = iter([colour for colour in (*COLOURS, *NAMED.values()) if colour not in named])
    found = tuple(colour or next(left, DARK) for colour in named)
    return COLOURS if found == COLOURS[: len(found)] else found


def counts_of(layout: Layout, stones: Iterable[Stone], players: int) -> tuple[int, ...] | None:
    """What the layout counts of each player among these stones; None if it counts nothing.

    >>> layout = Layout((Cell("a", 0, 0), Cell("b", 1, 0)), "stack", count=Count("discs", heights=True))
    >>> counts_of(layout, [Stone(0, 1, 3), Stone(1, 1)], 2)
    (0, 4)
    """
    if layout.count is None:
        return None
    _, cells, heights = layout.count
    counted = [(owner, height if heights else 1) for cell, owner, height, _ in stones if not cells or cell in cells]
    return tuple(sum(many for owner, many in counted if owner == player) for player in range(players))


def layout_of_grid(
    grid: Grid,
    colours: Sequence[Colour] = COLOURS,
    pieces: str = "stone",
    sides: Sequence[Side] = (),
    count: Count | None = None,
) -> Layout:
    """The layout of a grid: its cells, in its order, with labels at rows and columns as far as the cells' names tell.

    A name such as `b3` or `10 J` has two parts. Where all cells of each row have one of them in common, it stands on
    the left of the row; where all cells of each column have the other, it stands below it, or above it on hexagons.

    >>> from lazytree.core.board import squares
    >>> [label.text for label in layout_of_grid(squares(2, 3)).labels]
    ['2', '1', 'a', 'b', 'c']
    """
    cells = (Cell(name, x, y, shape) for name, (x, y), shape in zip(grid.names, grid.places, _shapes(grid)))
    return Layout(tuple(cells), pieces, tuple(colours), tuple(sides), tuple(_labels(grid)), count=count)


def _shapes(grid: Grid) -> list[str]:
    """The shape of each cell as it is drawn: that of the grid, but every second triangle points down."""
    down = [grid.shape == "triangle" and (row + column) % 2 for row, column in grid.coordinates]
    return ["triangle down" if turned else grid.shape for turned in down]


def _labels(grid: Grid) -> Iterator[Label]:
    """The names of the rows, from the top, then those of the columns, from the left; none where names do not tell."""
    parts = [re.findall(r"[^\W\d]+|\d+", name) for name in grid.names]
    if grid.shape == "circle" or any(len(of_cell) != 2 for of_cell in parts):
        return
    rows, columns = _in_lines(grid, 0), _in_lines(grid, 1)
    of_rows = next((part for part in (1, 0) if all(_shared(parts, row, part) for row in rows)), None)
    if of_rows is None:
        return
    for row in rows:
        heights = [grid.places[cell][1] for cell in row]
        yield Label(parts[row[0]][of_rows], grid.places[row[0]][0] - BESIDE, (min(heights) + max(heights)) / 2)
    if all(_shared(parts, column, 1 - of_rows) for column in columns):
        end, (right, down) = _beyond_columns(grid, columns)
        for column in columns:
            x, y = grid.places[column[end]]
            yield Label(parts[column[0]][1 - of_rows], x + BESIDE * right, y + BESIDE * down)


def _in_lines(grid: Grid, axis: int) -> list[list[int]]:
    """The cells of each row (axis 0) or of each column (axis 1)."""
    numbers = sorted({place[axis] for place in grid.coordinates})
    return [[cell for cell, place in enumerate(grid.coordinates) if place[axis] == number] for number in numbers]


def _shared(parts: Sequence[Sequence[str]], cells: Sequence[int], part: int) -> bool:
    """Whether this part of their names is the same for all these cells."""
    return len({parts[cell][part] for cell in cells}) == 1


def _beyond_columns(grid: Grid, columns: Sequence[Sequence[int]]) -> tuple[int, tuple[float, float]]:
    """At which end of its cells a column has its label, 0 or -1, and the direction from the last cell to it."""
    column = max(columns, key=len)
    if grid.shape != "hexagon" or len(column) == 1:
        return -1, (0.0, 1.0)
    (x, y), (other_x, other_y) = (grid.places[cell] for cell in column[:2])
    length = hypot(x - other_x, y - other_y)
    return 0, ((x - other_x) / length, (y - other_y) / length)
