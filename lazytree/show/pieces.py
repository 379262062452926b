"""What stands on a board as SVG: stones, seeds, covered squares and dominoes; `stacks` has discs and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import cos, pi, sin

from lazytree.core.layout import WON

from .parts import (
    ON_CELL,
    RIM,
    by_look,
    circle,
    colour_of,
    domino_rectangle,
    dotted,
    group,
    places_of,
    shadows,
    square,
    stones_with_places,
    texts,
)
from .shapes import number
from .stacks import dice, reds, stacks
from .theme import line
from .view import BoardView

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
    yield from reds(view, [(stone, place) for stone, place in zip(view.stones, places_of(view, view.stones))])


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
        seeds = [spot for stone, place in stones_with_places(view, alike) for spot in _around(place, stone.height)]
        yield from dotted(seeds, 'stroke="#000" stroke-opacity="0.5"', 0.14)
        yield from dotted(seeds, f'stroke="{look.fill}"', 0.11)
    numbers = ((x, y, str(stone.height)) for stone, (x, y) in stones_with_places(view, view.stones))
    yield from texts(ON_CELL, 0.26, 0.36, numbers)


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
        yield from group(f'fill="{look.fill}" {RIM}', (square(x, y, SQUARE, 0.1) for x, y in places_of(view, alike)))


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
}
"""What draws each kind of piece."""
