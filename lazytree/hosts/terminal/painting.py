"""A board as coloured characters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import hypot
from typing import Any, NamedTuple

from lazytree.core.layout import RED, WON, Layout, Side
from lazytree.show.boards import BAD, GOOD
from lazytree.show.places import TextPlace, spots

GROUND, INK, LABEL = "#23211d", "#ece5d8", "#b3a384"
SHADES = ("#a98752", "#9d7c48", "#b59260")  # of cells, so that neighbours differ
LAST, NEXT, PICKED, HINT = "#c98a12", "#4f8f6a", "#12805a", "#8a63a8"
RED_PIECE, NOBODY = "#c62828", "#5d4a2b"


class Size(NamedTuple):
    """How large a cell is, in characters."""

    wide: int
    tall: int


SMALL, LARGE, HUGE = Size(4, 1), Size(6, 3), Size(10, 5)
SIZES = (Size(14, 7), HUGE, Size(8, 4), LARGE, Size(4, 2), SMALL)


class Glyph(NamedTuple):
    """A character with its colours."""

    text: str = " "
    ink: str = INK
    ground: str = GROUND
    bold: bool = False


class ShownOnBoard(NamedTuple):
    """What is shown of a board besides its stones."""

    picked: Collection[int] = ()
    ahead: Collection[int] = ()  # cells that may be picked next
    hint: Collection[int] = ()
    cursor: int | None = None
    heat: Mapping[int, float] = {}  # strengths, -1 to 1
    told: Mapping[int, str] = {}  # what is written of them


class Painting(NamedTuple):
    """A board in lines of characters, and where its cells are in it."""

    lines: tuple[tuple[Glyph, ...], ...]
    spots: tuple[TextPlace, ...]  # the top left character of each cell
    size: Size

    def cell_at(self, line: int, column: int) -> int | None:
        """The cell at a place of the painting; None if there is none."""
        for cell, spot in enumerate(self.spots):
            if 0 <= line - spot.line < self.size.tall and 0 <= column - spot.column < self.size.wide:
                return cell
        return None


def size_for(layout: Layout, wide: int, tall: int) -> Size:
    """The largest size of a cell with which a board fits into `wide` columns and `tall` lines; small, if none does."""
    for size in SIZES:
        places = spots(layout, size.wide)
        lines = max(spot.line for spot in places) + 1
        columns = max(spot.column for spot in places) + 2 * size.wide
        if lines * size.tall + 2 <= tall and columns + LARGE.wide <= wide:
            return size
    return SMALL


def paint_board(layout: Layout, board: Mapping[str, Any], shown: ShownOnBoard, size: Size) -> Painting:
    """A board, as `as_data` gives it, with its labels around it."""
    placed = spots(layout, size.wide)
    left, above = size.wide, int(any(label.y < min(cell.y for cell in layout.cells) for label in layout.labels))
    places = tuple(TextPlace(above + spot.line * size.tall, left + spot.column) for spot in placed)
    tall = max(spot.line for spot in places) + size.tall + 1
    wide = max(spot.column for spot in places) + size.wide * 2
    lines = [[Glyph()] * wide for _ in range(tall)]
    stones = {stone["cell"]: stone for stone in board["stones"]}
    laid = {cell: domino["owner"] for domino in board["dominoes"] for cell in domino["cells"]}
    for cell, spot in enumerate(places):
        ground = _ground(cell, placed[cell], board, shown, size, layout.cells[cell].shape == "hexagon")
        if cell in laid:
            ground = layout.colours[laid[cell]].fill
        block = _block(layout, cell, stones.get(cell), ground, shown, size)
        for row, glyphs in enumerate(block):
            lines[spot.line + row][spot.column : spot.column + size.wide] = glyphs
    _label(lines, layout, places, size)
    return Painting(tuple(map(tuple, lines)), places, size)


def _ground(
    cell: int, spot: TextPlace, board: Mapping[str, Any], shown: ShownOnBoard, size: Size, hexagons: bool
) -> str:
    """The colour of a cell: what it is in the choice, how good it is, whether the last move touched it."""
    across = 2 * spot.column // size.wide  # in halves of a cell: rows of hexagons are shifted by one
    plain = SHADES[(across + 3 * spot.line) // 2 % (3 if hexagons else 2)]
    if cell in shown.picked:
        return PICKED
    if cell in shown.hint:
        return HINT
    if cell in shown.heat:
        strength = shown.heat[cell]
        return mix_colours(plain, GOOD if strength > 0 else BAD, 0.25 + 0.75 * abs(strength))
    if cell in board["last"]:
        return LAST
    return mix_colours(plain, NEXT, 0.6) if cell in shown.ahead else plain


def mix_colours(one: str, other: str, share: float) -> str:
    """The colour between two, of which the other has this share.

    >>> mix_colours("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _block(
    layout: Layout, cell: int, stone: Mapping[str, Any] | None, ground: str, shown: ShownOnBoard, size: Size
) -> list[list[Glyph]]:
    """The characters of a cell."""
    rows = [[Glyph(" ", INK, ground) for _ in range(size.wide)] for _ in range(size.tall)]
    middle = size.tall // 2
    if stone is not None:
        fill, ink = _colours(layout, stone)
        text = _text(layout, stone).center(size.wide - 2)[: size.wide - 2]
        for at, letter in enumerate(text, 1):
            for row in rows[1:-1]:
                row[at] = Glyph(" ", ink, fill)
            if size.tall > 1:
                rows[0][at], rows[-1][at] = Glyph("▄", fill, ground), Glyph("▀", fill, ground)
            rows[middle][at] = Glyph(letter, ink, fill, bold=True)
    elif cell in shown.ahead:
        rows[middle][size.wide // 2 - (size.wide == SMALL.wide)] = Glyph("·", INK, ground, bold=True)
    if size.tall > 1 and (told := shown.told.get(cell, "")) and len(told) <= size.wide - 2:
        line = rows[middle if stone is None else -1]
        for at, letter in enumerate(told.center(size.wide)):
            if letter != " " or stone is None:
                line[at] = Glyph(letter, INK, ground, bold=True)
    if not layout.labels and size.tall > 1:
        for at, letter in enumerate(layout.cells[cell].name[: size.wide - 1]):
            rows[0][at] = Glyph(letter, GROUND, ground)
    if cell == shown.cursor:
        for row in rows[size.tall // 2 :]:
            row[0], row[-1] = Glyph("[", INK, ground, bold=True), Glyph("]", INK, ground, bold=True)
    return rows


def _colours(layout: Layout, stone: Mapping[str, Any]) -> tuple[str, str]:
    """The colour of a stone and of what is written on it."""
    owner = stone["owner"]
    if owner < 0:
        return (RED_PIECE if stone["mark"] & RED else NOBODY), INK
    colour = layout.colours[owner]
    if stone["mark"] & RED:
        is_dark = sum(int(colour.fill[at : at + 2], 16) for at in (1, 3, 5)) < 384
        return colour.fill, "#ff6b5e" if is_dark else RED_PIECE
    return colour.fill, LAST if stone["mark"] & WON else colour.ink


def _text(layout: Layout, stone: Mapping[str, Any]) -> str:
    """What is written on a stone: a figure's letter, how many pieces it is if that matters, a star on what has won."""
    if figure := layout.figure(stone["height"]):
        return figure.letter
    counted = layout.pieces in ("stack", "dice", "seeds")
    return str(stone["height"]) if counted else "★" if stone["mark"] & WON else ""


def _label(lines: list[list[Glyph]], layout: Layout, places: Sequence[TextPlace], size: Size) -> None:
    """Writes the labels where they stand beside the cells, as far as nothing else stands there.

    A label at a side that is a player's has that player's colours.
    """
    for label in layout.labels:
        colour = next((layout.colours[side.owner] for side in layout.sides if _is_at(side, label.x, label.y)), None)
        ink, ground = (LABEL, GROUND) if colour is None else (colour.ink, colour.fill)
        near = min(range(len(places)), key=lambda cell: _distance(layout, cell, label.x, label.y))
        cell, spot = layout.cells[near], places[near]
        beside = abs(label.y - cell.y) < 0.5
        line = spot.line + size.tall // 2 if beside else spot.line - 1 if label.y < cell.y else spot.line + size.tall
        shift = round((label.x - cell.x) * size.wide)
        column = spot.column + (shift if not beside else -len(label.text) - 1 if label.x < cell.x else size.wide + 1)
        column += 0 if beside else (size.wide - len(label.text)) // 2
        for at, letter in enumerate(label.text):
            inside = 0 <= line < len(lines) and 0 <= column + at < len(lines[line])
            if inside and lines[line][column + at] == Glyph():
                lines[line][column + at] = Glyph(letter, ink, ground)


def _is_at(side: Side, x: float, y: float) -> bool:
    """Whether a place is less than the width of a cell away from the middle part of a side."""
    inner = side.points[1:-1] or side.points
    return any(hypot(x - across, y - down) < 1 for across, down in inner)


def _distance(layout: Layout, cell: int, x: float, y: float) -> float:
    return (layout.cells[cell].x - x) ** 2 + (layout.cells[cell].y - y) ** 2
