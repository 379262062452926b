"""Signal fields as SVG: the strength of a signal of a swarm on each cell, and the swarm of a game as it is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from math import dist, log1p, sqrt
from typing import Any

from lazytree.core.bitsets import cells_of
from lazytree.core.board import Coordinates, Grid
from lazytree.core.game import FIRST, Game, P
from lazytree.core.layout import Layout
from lazytree.playing.announcing import seen_names
from lazytree.show.view import layout_of, stones_in
from lazytree.swarm import MILLION, Law, Signal, Swarm, centre_of, exponential, most_important, signals, swarm_score

from .boards import draw_board, render_board
from .svg import Drawing, row
from .view import BoardView, view_of

REACH = {"square": 1.0, "hexagon": 1.0, "triangle": 1.4 / sqrt(3)}
"""How far apart the centres of two cells are that share an edge."""


def swarm_on(game: Game[Any, Any]) -> Swarm[Any]:
    """The swarm of a game: its board as it is drawn, its stones as they stand there, the law of `exponential`.

    Raises: ValueError if the game has no layout, or one of cells of which it cannot be seen which are neighbours.
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


def draw_field(
    game: Game[P, Any],
    position: P,
    signal: Signal,
    centroid: int | None = None,
    important: Collection[int] = (),
    cell: int = 36,
) -> Drawing:
    """The drawing of a signal's strengths on the board of its position, darker where stronger; its group is framed.

    Shades are logarithmic, because signals fade exponentially, and equal in all drawings; below a millionth a signal
    looks as if it were 0. A tooltip shows a cell's name and its strength in millionths, to seven digits.

    - `game`: the rules, with a layout.
    - `position`: the one that the signal is of.
    - `signal`: of a group.
    - `centroid`: a cell to mark by a diamond.
    - `important`: cells to mark by rings.
    - `cell`: the width of a cell in pixels.

    Raises: ValueError if the game has no layout, the signal is not of this position, or a cell to mark is not on the
    board.

    >>> from lazytree.games import selfo
    >>> from lazytree.games.selfo_rules import swarm_of
    >>> from lazytree.swarm import signals
    >>> game = selfo()
    >>> signal = signals(swarm_of(game), game.start)[0]
    >>> draw_field(game, game.start, signal).svg.count("data-cell")
    91
    """
    return render_board(field_view(game, position, signal, centroid, important), cell)


def field_view(
    game: Game[P, Any], position: P, signal: Signal, centroid: int | None = None, important: Collection[int] = ()
) -> BoardView:
    """What the picture of a signal shows; arguments and errors are those of `draw_field`."""
    plain = view_of(game, position)
    _check(plain, signal, [*important, *([] if centroid is None else [centroid])])
    marks = [(at, "frame") for at in signal.group] + [(at, "ring") for at in important]
    marks += [] if centroid is None else [(centroid, "diamond")]
    pieces = "1 piece" if len(signal.group) == 1 else f"{len(signal.group)} pieces"
    caption = f"The signal of {seen_names(game)[signal.colour]}, from {pieces}"
    heat = {at: (loudness(strength), "", f"{strength:.7g}") for at, strength in enumerate(signal.strengths)}
    return view_of(game, position, heat=heat, marks=marks, caption=caption, mover=signal.colour)


def _check(view: BoardView, signal: Signal, marked: Collection[int]) -> None:
    count, strengths = len(view.layout.cells), signal.strengths
    if len(strengths) != count:
        raise ValueError(
            f"the signal has strengths for {len(strengths)} cells, but the board has {count}: "
            "take one of signals(swarm, position)"
        )
    if min(strengths) < 0 or max(strengths) > MILLION:
        raise ValueError(f"strengths must be 0 to {MILLION}, not {min(strengths)} to {max(strengths)}")
    owners = {stone.cell: stone.owner for stone in view.stones}
    if not signal.group or any(owners.get(at) != signal.colour for at in signal.group):
        raise ValueError("the signal's group is not in this position: take one of signals(swarm, position)")
    for at in marked:
        if at not in range(count):
            raise ValueError(f"a cell to mark must be a number from 0 to {count - 1}, not {at!r}")


def draw_scheme(game: Game[P, Any], position: P, swarm: Swarm[P], player: int = FIRST, cell: int = 26) -> Drawing:
    """The swarm's strategy for a player, in four drawings: signals, centroid, most important group, score.

    On each cell the strongest signal of the player's groups; then the centroid, a diamond; the signal of the group that
    is strongest there, the group in rings; and, on the player's pieces, what they hear of it, in thousandths. Their
    mean, in millionths, is the score. A cell is `cell` pixels wide.

    Raises: ValueError if the game has no layout.
    Source: after figure 5.4 of D. D. Albarracín Molina's thesis, Málaga 2010.

    >>> from lazytree.games import selfo
    >>> from lazytree.games.selfo_rules import swarm_of
    >>> game = selfo()
    >>> draw_scheme(game, game.start, swarm_of(game)).svg.count("data-cell") // 91
    4
    """
    mine = swarm.sides(position, player)[0]
    spot = centre_of(swarm)(position, player)
    group = tuple(cells_of(most_important(swarm)(position, player, spot)))
    own = [signal for signal in signals(swarm, position) if signal.colour == player]
    (important,) = (signal for signal in own if signal.group == group)
    score = swarm_score(swarm)(position, player)
    heat = {at: (loudness(strength), "") for at, strength in enumerate(important.strengths)}
    told = {at: (heat[at][0], f"{round(important.strengths[at] / 1000, 2):g}") for at in cells_of(mine)}
    framed = [(at, "frame") for signal in own for at in signal.group]
    rings = [(at, "ring") for at in group]
    here, name = [(spot, "diamond")], seen_names(game)[player]
    return row(
        draw_board(game, position, cell, heat=loudest_heat(own), marks=framed, caption=f"{name}: {len(own)} groups"),
        draw_board(game, position, cell, marks=here, caption=f"{name}'s pieces are around {swarm.grid.names[spot]}"),
        draw_board(game, position, cell, heat=heat, marks=[*here, *rings], caption="strongest at the centroid"),
        draw_board(game, position, cell, heat=told, marks=rings, caption=f"mean, in millionths: {score:,.0f}"),
        captions=("signals of every group →", "centroid →", "most important group →", "score"),
        wide=1400,
    )


def loudness(strength: float) -> float:
    """How strongly a strength in millionths is coloured, from 0 to 1."""
    return log1p(strength) / log1p(MILLION)


def loudest_heat(signals: Iterable[Signal]) -> dict[int, tuple[float, str, str]]:
    """The strongest signal on each cell where one is heard: FIRST's teal, others' magenta; shades are logarithmic.

    >>> loudest_heat([Signal(0, (0,), (1_000_000, 0)), Signal(1, (), (5, 0))])
    {0: (1.0, '', '1000000 millionths')}
    """
    loud, heat = list(signals), dict[int, tuple[float, str, str]]()
    for cell, heard in enumerate(zip(*(signal.strengths for signal in loud))):
        strength = max(heard)
        if strength >= 1:
            shade = loudness(strength)
            owner = loud[heard.index(strength)].colour
            heat[cell] = (-shade if owner else shade, "", f"{strength:.7g} millionths")
    return heat
