"""The swarm of any game whose board is drawn: its cells' neighbours are those that touch in the drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import dist, sqrt
from typing import Any

from lazytree.core.board import Coordinates, Grid
from lazytree.core.game import Game
from lazytree.core.layout import Layout
from lazytree.show.checked_rules import layout_of, stones_in
from lazytree.swarm import Law, Swarm, exponential

REACH = {"square": 1.0, "hexagon": 1.0, "triangle": 1.4 / sqrt(3)}
"""How far apart the centres of two cells are that share an edge."""


def swarm_on(game: Game[Any, Any]) -> Swarm[Any]:
    """The swarm of a game: its board as it is drawn, its stones as they stand there, the law of `exponential`.

    Raises: ValueError if the game has no layout, or one of cells of which it cannot be seen which are neighbours.

    >>> from lazytree.games import konane
    >>> swarm_on(konane(rows=2, columns=2)).grid.neighbours
    ((1, 2), (0, 3), (0, 3), (1, 2))
    """
    grid = grid_of(layout_of(game))
    largest = max([1, *Counter(stone.owner for stone in stones_in(game, game.start) if stone.owner >= 0).values()])
    return Swarm(grid, exponential(largest, len(grid.names)), sides_of(game), len(game.players))


def law_of(swarm: Swarm[Any], law: Callable[..., Law], part: Any) -> Swarm[Any]:
    """The swarm with another law, in which the largest group has so great a part (from 0 to 0.99) of the full power."""
    pieces, cells = len(swarm.law) - 1, len(swarm.grid.names)
    return swarm._replace(law=law(pieces, cells, part / pieces))


def sides_of(game: Game[Any, Any]) -> Callable[[Any, int], tuple[int, int]]:
    """The function from position and player to the cells of that player's stones, and of all others', as bitsets."""

    def sides(position: Any, player: int) -> tuple[int, int]:
        mine, theirs = 0, 0
        for stone in stones_in(game, position):
            if stone.owner == player:
                mine |= 1 << stone.cell
            elif stone.owner >= 0:
                theirs |= 1 << stone.cell
        return mine, theirs

    return sides


def grid_of(layout: Layout) -> Grid:
    """The cells of a layout as a grid without rays. Raises ValueError for round cells, and for cells of two shapes."""
    shapes = {cell.shape.removesuffix(" down") for cell in layout.cells}
    shape = shapes.pop() if len(shapes) == 1 else "several shapes"
    if shape not in REACH:
        raise ValueError(f"cells of the shape {shape!r} do not say which are neighbours: give the swarm, swarm=...")
    places = tuple((cell.x, cell.y) for cell in layout.cells)
    coordinates = tuple(_coordinates(shape, x, y) for x, y in places)
    names = tuple(cell.name for cell in layout.cells)
    return Grid(shape, coordinates, names, places, tuple(_neighbours(places, REACH[shape])), ())


def _neighbours(places: tuple[tuple[float, float], ...], reach: float) -> Iterator[tuple[int, ...]]:
    for here in places:
        yield tuple(cell for cell, there in enumerate(places) if 0.1 < dist(here, there) < reach + 0.05)


def _coordinates(shape: str, x: float, y: float) -> Coordinates:
    """The row and the column of a cell by its centre: the inverse of the places in `lazytree.core.board`."""
    if shape == "square":
        return round(y), round(x)
    if shape == "triangle":
        return int(y / (0.7 * sqrt(3))), round(x / 0.7)
    row = round(y / (sqrt(3) / 2))
    return row, round(x + row / 2)
