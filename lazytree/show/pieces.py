"""What stands on a board as SVG: stones, seeds, covered squares, dominoes, discs and dice on one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, pi, sin

from lazytree.core.layout import COLOURS, RED, WON, Colour, Stone

from .svg import fitting_size, line, number, svg_text
from .view import BoardView, Domino

NOBODY, RED_PIECE = Colour("#8f8577", "#fff"), Colour("#b8392c", "#f5f0e6")
"""The colours of pieces of no player, and of red ones."""
ON_CELL = "#3a2f1c"  # what is written on an empty cell, on light and on dark pages
RIM = 'stroke="#000" stroke-opacity="0.4" stroke-width="0.03"'


def colour_of(view: BoardView, owner: int, mark: int = 0) -> Colour:
    """The colours of a player's pieces, or of a piece of no player; escaped."""
    colours = view.layout.colours or COLOURS
    found = colours[owner % len(colours)] if owner >= 0 else RED_PIECE if mark & RED else NOBODY
    return Colour(*map(svg_text, found))


def places_of(view: BoardView, stones: Iterable[Stone]) -> Iterator[tuple[float, float]]:
    """Where the cells of these stones are."""
    return ((cell.x, cell.y) for stone in stones for cell in [view.layout.cells[stone.cell]])


def circle(x: float, y: float, radius: float) -> str:
    """A circle, whose colours are those of the group that it stands in."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def dots(places: Iterable[tuple[float, float]]) -> str:
    """The data of a path whose round ends are dots."""
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in places)


def group(attributes: str, parts: Iterable[str]) -> Iterator[str]:
    """A group of parts; nothing if there are none."""
    inside = "".join(parts)
    if inside:
        yield f"<g {attributes}>{inside}</g>"


def dotted(places: Iterable[tuple[float, float]], colour: str, width: float) -> Iterator[str]:
    """Dots of one colour and width."""
    data = dots(places)
    if data:
        yield f'<path d="{data}" fill="none" stroke-linecap="round" stroke-width="{number(width)}" {colour}/>'


def shadows(places: Iterable[tuple[float, float]], width: float) -> Iterator[str]:
    """The shadows of pieces of one width: dots a little to the right and below."""
    return dotted(((x + 0.02, y + 0.04) for x, y in places), 'stroke="#000" stroke-opacity="0.25"', width)


def by_look(view: BoardView) -> Iterator[tuple[Colour, list[Stone]]]:
    """The stones that look alike, with their colours."""
    looks: dict[Colour, list[Stone]] = {}
    for stone in view.stones:
        looks.setdefault(colour_of(view, stone.owner, stone.mark if stone.owner < 0 else 0), []).append(stone)
    yield from looks.items()


def texts(ink: str, size: float, wide: float, words: Iterable[tuple[float, float, str]]) -> Iterator[str]:
    """Short texts, centred at their places, as large as they fit into a width."""
    by_size: dict[float, list[str]] = {}
    for x, y, text in words:
        own = fitting_size(text, size, wide)
        drawn = f'<text x="{number(x)}" y="{number(y + 0.35 * own)}">{svg_text(text)}</text>'
        by_size.setdefault(own, []).append(drawn)
    for own, alike in by_size.items():
        yield from group(f'fill="{ink}" font-size="{number(own)}" text-anchor="middle"', alike)


def rectangle(x: float, y: float, right: float, down: float, width: float, corner: float) -> str:
    """A rectangle around the places from x, y as far to the right and down: `width` wider, its corners rounded."""
    place = f'x="{number(x - width / 2)}" y="{number(y - width / 2)}"'
    size = f'width="{number(right + width)}" height="{number(down + width)}"'
    return f'<rect {place} {size} rx="{number(corner)}"/>'


def domino_rectangle(view: BoardView, domino: Domino, width: float) -> str:
    """A rectangle over all cells of a domino; it is `width` wide where the domino is one cell wide."""
    xs, ys = zip(*((view.layout.cells[cell].x, view.layout.cells[cell].y) for cell in domino.cells))
    return rectangle(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), width, 0.1)


MARKED_RED = "#d8402f"  # the ring on stacks with a red piece
DISC, DIE = 0.36, 0.58  # the radius of discs, the width of dice
TALLEST, THICK = 4, 0.07  # the most discs that a stack is drawn with, and how much higher each lies
PIPS: Mapping[int, Sequence[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
"""Where the pips of a die are, in steps from its centre."""


def stacks(view: BoardView) -> Iterator[str]:
    """Discs on one another, with their number on the highest one."""
    yield from shadows((next(levels(view, stone)) for stone in view.stones), 2 * DISC)
    for look, alike in by_look(view):
        discs = (circle(x, y, DISC) for stone in alike for x, y in levels(view, stone))
        yield from group(f'fill="{look.fill}" {RIM}', discs)
    yield from reds(view.stones, tops(view, view.stones))
    for look, alike in by_look(view):
        yield from numbers(view, look.ink, alike)


def dice(view: BoardView) -> Iterator[str]:
    """Dice on one another, the highest one with a pip for each; from 7 on with a number."""
    for look, alike in by_look(view):
        drawn = (rectangle(x, y, 0, 0, DIE, 0.12) for stone in alike for x, y in levels(view, stone))
        yield from group(f'fill="{look.fill}" {RIM}', drawn)
        spots = ((x, y, PIPS.get(stone.height, ())) for stone, (x, y) in zip(alike, tops(view, alike)))
        pips = ((x + 0.16 * dx, y + 0.16 * dy) for x, y, steps in spots for dx, dy in steps)
        yield from dotted(pips, f'stroke="{look.ink}"', 0.11)
        yield from numbers(view, look.ink, [stone for stone in alike if stone.height not in PIPS])


def reds(stones: Iterable[Stone], places: Iterable[tuple[float, float]]) -> Iterator[str]:
    """Rings on the pieces of players that have a red piece in them, at their places."""
    red = (circle(*place, 0.27) for stone, place in zip(stones, places) if stone.mark & RED and stone.owner >= 0)
    yield from group(f'fill="none" stroke="{MARKED_RED}" stroke-width="0.07"', red)


def numbers(view: BoardView, ink: str, stones: Iterable[Stone]) -> Iterator[str]:
    """The heights of stacks that are higher than 1."""
    high = [stone for stone in stones if stone.height > 1]
    yield from texts(ink, 0.34, 0.5, ((x, y, str(stone.height)) for stone, (x, y) in zip(high, tops(view, high))))


def levels(view: BoardView, stone: Stone) -> Iterator[tuple[float, float]]:
    """The centre of each piece of a stack that is drawn, from the lowest up; that of its cell is in their middle."""
    count = max(1, min(stone.height, TALLEST))
    for x, y in places_of(view, [stone]):
        yield from ((x, y + THICK * ((count - 1) / 2 - level)) for level in range(count))


def tops(view: BoardView, stones: Iterable[Stone]) -> Iterator[tuple[float, float]]:
    """The centres of the highest pieces of stacks."""
    return ([*levels(view, stone)][-1] for stone in stones)


STONE, SQUARE = 0.38, 0.9  # the radius of stones, the width of covered squares
RINGS = (12, 0.35), (8, 0.24)  # how many seeds lie around the number of a pit, and how far away


def pieces_of(view: BoardView) -> Iterator[str]:
    """The SVG of everything that stands or lies on a board."""
    yield from _dominoes(view)
    yield from DRAWN.get(view.layout.pieces, _stones)(view)
    won = [stone for stone in view.stones if stone.mark & WON]
    rings = [circle(*place, 0.41) for place in places_of(view, won)]
    yield from group('fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="0.11"', rings)
    yield from group(f'fill="none" {line("event", 0.08)}', rings)


def _stones(view: BoardView) -> Iterator[str]:
    """Stones with a shadow and a glint; those that are higher than 1 are stacks."""
    if any(stone.height > 1 for stone in view.stones):
        yield from stacks(view)
        return
    yield from shadows(places_of(view, view.stones), 2 * STONE)
    for look, alike in by_look(view):
        yield from group(f'fill="{look.fill}" {RIM}', (circle(x, y, STONE) for x, y in places_of(view, alike)))
    yield from _glints(places_of(view, view.stones), STONE)
    yield from reds(view.stones, places_of(view, view.stones))


def _glints(places: Iterable[tuple[float, float]], radius: float) -> Iterator[str]:
    r, start, high = radius * 0.74, radius * 0.66, radius * 0.33
    steps = f"a{number(r)} {number(r)} 0 0 1 {number(start - high)} -{number(start - high)}"
    data = "".join(f"M{number(x - start)} {number(y - high)}{steps}" for x, y in places)
    if data:
        look = 'fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="0.06" stroke-linecap="round"'
        yield f'<path d="{data}" {look}/>'


def _seeds(view: BoardView) -> Iterator[str]:
    """Seeds around their number."""
    for look, alike in by_look(view):
        pits = zip(alike, places_of(view, alike))
        seeds = [spot for stone, place in pits for spot in _around(place, stone.height)]
        yield from dotted(seeds, 'stroke="#000" stroke-opacity="0.5"', 0.14)
        yield from dotted(seeds, f'stroke="{look.fill}"', 0.11)
    pits = zip(view.stones, places_of(view, view.stones))
    yield from texts(ON_CELL, 0.26, 0.36, ((x, y, str(stone.height)) for stone, (x, y) in pits))


def _around(place: tuple[float, float], count: int) -> Iterator[tuple[float, float]]:
    """The places of seeds in rings around the centre of a pit; there is room for 20."""
    for room, radius in RINGS:
        here = min(count, room)
        for seed in range(here):
            angle = 2 * pi * seed / here - pi / 2
            yield place[0] + radius * cos(angle), place[1] + radius * sin(angle)
        count -= here


def _covered(view: BoardView) -> Iterator[str]:
    """Squares that are covered."""
    for look, alike in by_look(view):
        squares = (rectangle(x, y, 0, 0, SQUARE, 0.1) for x, y in places_of(view, alike))
        yield from group(f'fill="{look.fill}" {RIM}', squares)


def _figures(view: BoardView) -> Iterator[str]:
    """The figures of the layout, in the colours of their players; stones where one has no figure."""
    if not all(view.layout.figure(stone.height) for stone in view.stones):
        yield from _stones(view)
        return
    for look, alike in by_look(view):
        paths = []
        for stone, (x, y) in zip(alike, places_of(view, alike)):
            figure = view.layout.figure(stone.height)
            paths.append(f'<path d="M{number(x)} {number(y)}{svg_text(figure.path if figure else "")}"/>')
        yield from group(f'fill="{look.fill}" stroke="{look.ink}" stroke-opacity="0.9" stroke-width="0.03"', paths)


def _dominoes(view: BoardView) -> Iterator[str]:
    """Pieces that lie on several cells in a row or a column."""
    for domino in view.dominoes:
        yield from group(f'fill="{colour_of(view, domino.owner).fill}" {RIM}', [domino_rectangle(view, domino, SQUARE)])


DRAWN: Mapping[str, Callable[[BoardView], Iterator[str]]] = {
    "stone": _stones,
    "stack": stacks,
    "dice": dice,
    "seeds": _seeds,
    "covered": _covered,
    "figure": _figures,
}
"""What draws each kind of piece."""
