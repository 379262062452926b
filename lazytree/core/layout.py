"""What a game shows: the cells of its board, once, and the stones that stand on them in a position.

Nothing here draws. `lazytree.show` makes pictures of it, pages and widgets make boards to click on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

RED, WON = 1, 2
"""The bits of a stone's mark: a red piece is in it (DVONN), it is part of what has won."""

PIECES = ("stone", "stack", "dice", "seeds", "covered")
"""The kinds of piece that can be drawn: a stone; pieces on one another, a die with pips, seeds in a pit, each as many
as the stone's height; a square that is covered."""


class Cell(NamedTuple):
    """One cell of a board.

    >>> Cell("a1", x=0, y=0)
    Cell(name='a1', x=0, y=0, shape='square')
    """

    name: str  # what people type
    x: float  # centre, to the right; a cell is 1 wide
    y: float  # centre, downwards
    shape: str = "square"  # "square", "hexagon", "triangle" (1.4 wide), "triangle down" or "circle"


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


class Side(NamedTuple):
    """A side of the board that is a player's, as Hex has four: a line through points, in the units of the cells."""

    owner: int
    points: tuple[tuple[float, float], ...]


class Label(NamedTuple):
    """A text at the edge of the board, such as the letter of a column, and its centre."""

    text: str
    x: float
    y: float


DARK, LIGHT = Colour("#2b2b33", "#f5f0e6"), Colour("#f5f0e6", "#2b2b33")
RUST, BLUE = Colour("#c0563b", "#f5f0e6"), Colour("#3f6f8f", "#f5f0e6")


@dataclass(frozen=True)
class Layout:
    """The board of a game, as it is drawn in every position.

    - `cells`, each with its name, place and shape.
    - `pieces`, what stands on them: one of PIECES.
    - `colours`, one for each player, FIRST's first.
    - `sides` that are a player's, and `labels` at the edges; by default none.

    >>> Layout((Cell("a", 0, 0), Cell("b", 1, 0))).cells[1].name
    'b'
    """

    cells: tuple[Cell, ...]
    pieces: str = "stone"
    colours: tuple[Colour, ...] = (DARK, LIGHT, RUST, BLUE)
    sides: tuple[Side, ...] = ()
    labels: tuple[Label, ...] = ()
