"""What all pieces on a board are drawn of, as SVG: circles, dots, rectangles, texts, and the colours of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lazytree.core.layout import COLOURS, RED, Colour, Stone

from .shapes import number
from .svg import fitting_size, svg_text
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
    cells = view.layout.cells
    return ((cells[stone.cell].x, cells[stone.cell].y) for stone in stones)


def stones_with_places(view: BoardView, stones: Iterable[Stone]) -> Iterator[tuple[Stone, tuple[float, float]]]:
    """These stones, each with the place of its cell."""
    cells = view.layout.cells
    return ((stone, (cells[stone.cell].x, cells[stone.cell].y)) for stone in stones)


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
        by_size.setdefault(own, []).append(
            f'<text x="{number(x)}" y="{number(y + 0.35 * own)}">{svg_text(text)}</text>'
        )
    for own, alike in by_size.items():
        yield from group(f'fill="{ink}" font-size="{number(own)}" text-anchor="middle"', alike)


def square(x: float, y: float, width: float, corner: float) -> str:
    """A square around a place, its corners rounded."""
    return rectangle(x, y, 0, 0, width, corner)


def rectangle(x: float, y: float, right: float, down: float, width: float, corner: float) -> str:
    """A rectangle around the places from x, y as far to the right and down: `width` wider, its corners rounded."""
    place = f'x="{number(x - width / 2)}" y="{number(y - width / 2)}"'
    size = f'width="{number(right + width)}" height="{number(down + width)}"'
    return f'<rect {place} {size} rx="{number(corner)}"/>'


def domino_rectangle(view: BoardView, domino: Domino, width: float) -> str:
    """A rectangle over all cells of a domino; it is `width` wide where the domino is one cell wide."""
    xs, ys = zip(*((view.layout.cells[cell].x, view.layout.cells[cell].y) for cell in domino.cells))
    return rectangle(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), width, 0.1)
