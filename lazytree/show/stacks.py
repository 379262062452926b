"""Pieces on one another, on a board as SVG: discs and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lazytree.core.layout import RED, Stone

from .parts import RIM, by_look, circle, dotted, group, shadows, square, stones_with_places, texts
from .view import BoardView

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
    yield from shadows(((x, y + lift(stone)) for stone, (x, y) in stones_with_places(view, view.stones)), 2 * DISC)
    for look, alike in by_look(view):
        discs = (
            circle(x, y + lift(stone) - THICK * level, DISC)
            for stone, (x, y) in stones_with_places(view, alike)
            for level in range(levels(stone))
        )
        yield from group(f'fill="{look.fill}" {RIM}', discs)
    tops = [(stone, (x, y - lift(stone))) for stone, (x, y) in stones_with_places(view, view.stones)]
    yield from reds(view, tops)
    for look, alike in by_look(view):
        own = [(x, y - lift(stone), stone.height) for stone, (x, y) in stones_with_places(view, alike)]
        yield from numbers(look.ink, own)


def dice(view: BoardView) -> Iterator[str]:
    """Dice on one another, the highest one with a pip for each; from 7 on with a number."""
    for look, alike in by_look(view):
        drawn = (
            square(x, y + lift(stone) - THICK * level, DIE, 0.12)
            for stone, (x, y) in stones_with_places(view, alike)
            for level in range(levels(stone))
        )
        yield from group(f'fill="{look.fill}" {RIM}', drawn)
        tops = [(x, y - lift(stone), stone.height) for stone, (x, y) in stones_with_places(view, alike)]
        pips = ((x + 0.16 * dx, y + 0.16 * dy) for x, y, height in tops for dx, dy in PIPS.get(height, ()))
        yield from dotted(pips, f'stroke="{look.ink}"', 0.11)
        yield from numbers(look.ink, [top for top in tops if top[2] not in PIPS])


def reds(view: BoardView, tops: Iterable[tuple[Stone, tuple[float, float]]]) -> Iterator[str]:
    """Rings on the pieces of players that have a red piece in them."""
    red = (circle(*place, 0.27) for stone, place in tops if stone.mark & RED and stone.owner >= 0)
    yield from group(f'fill="none" stroke="{MARKED_RED}" stroke-width="0.07"', red)


def numbers(ink: str, places: Iterable[tuple[float, float, int]]) -> Iterator[str]:
    """The heights of stacks that are higher than 1."""
    yield from texts(ink, 0.34, 0.5, ((x, y, str(height)) for x, y, height in places if height > 1))


def levels(stone: Stone) -> int:
    """How many pieces of a stack are drawn."""
    return max(1, min(stone.height, TALLEST))


def lift(stone: Stone) -> float:
    """How far below the centre of its cell the lowest disc of a stack lies, and above it the highest one."""
    return THICK * (levels(stone) - 1) / 2
