"""Boards as SVG: cells, marks, texts, and what stands there: stones, seeds, covered squares, dominoes, discs, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.game import Game, P
from lazytree.core.layout import COLOURS, RED, WON, Colour, Label, Stone

from .svg import (
    BOARD,
    CELL,
    SHADED,
    Drawing,
    cut_text,
    fill,
    fitting_size,
    frame_drawing,
    line,
    number,
    outline,
    reach,
    svg_text,
    words_wide,
)
from .view import BoardView, Domino, Heat, Where, view_of

STILL, GOOD, BAD = "#f6efdf", "#0e737d", "#b0397e"
"""The colours of heat of strength 0, 1 and -1: no player has them, and people who see no red tell them apart."""
NEITHER = "#6b6355"  # of tags whose heat is about 0
WEAK, STRONG = 0.15, 0.3  # below, a heat is about 0; from the other on, what is written on a cell is on a tag
MARGIN, BELOW = 0.3, 0.7  # around the board, and the room of the caption, in cells
TAG, ON_STONE, WIDE = 0.6, 0.2, 0.86  # how far below the centre a tag ends, and its middle on stones; the widest text
TAG_TEXT, FREE_TEXT = (0.14, 0.2), (0.32, 0.42)  # sizes of texts on tags and on empty cells: least, and most
LEGIBLE = 8  # pixels: no value on a cell is smaller; one that would be wider than its cell then is in the tooltip only
SHARE = 0.035  # the size of such a text, as a part of the width of a board: what can be read on a phone
LABEL, NAME, CAPTION = 0.3, 0.22, 0.34  # sizes of texts: at the edge, in empty cells, below the board
OVER_DICE = 0.14  # that of the names of cells on which dice stand
READABLE, LOUD = 0.028, 0.05  # the least and the largest size of names, as parts of the width of a board
HALO = f'stroke="{CELL}" stroke-width="0.05" stroke-linejoin="round" paint-order="stroke"'
"""Around what is written on cells: frames and the colours of values leave room for it."""
OUTLINED = 'stroke="#fff" stroke-width="0.025"'  # tags on pieces: cells and pieces may have their colour
LEAST = 0.25  # size of a long caption, of which the beginning is shown where that is still too wide
LAST, FRAMED_LEGAL = 0.94, 0.87  # the frames of the last move and of legal moves, as parts of a cell
FRAMED = ("stack", "dice", "seeds", "figure", "covered", "letter")  # pieces that a ring would cross
NARROWEST = 4.0  # the least width of a drawing with a long caption


def draw_board(
    game: Game[P, Any],
    position: P,
    cell: int = 36,
    last: Iterable[Where] = (),
    legal: bool | Iterable[Where] = False,
    heat: Mapping[Any, Any] | None = None,
    marks: Iterable[tuple[Where, str]] = (),
    dominoes: Iterable[Domino] = (),
    caption: str | None = None,
) -> Drawing:
    """The drawing of a position.

    Cells are given by their names or their numbers.

    - `game`: the rules, with a layout.
    - `position`: what is drawn.
    - `cell`: the width of a cell in pixels.
    - `last`: the cells of the last move, such as `game.touched(before, move)`.
    - `legal`: cells to be marked as legal; True: all with which a legal move begins.
    - `heat`: gives cells a strength from -1 to 1, or a pair of strength and text.
    - `marks`: pairs of cell and "frame", "ring" or "diamond".
    - `dominoes`: pieces that cover several cells.
    - `caption`: the text of the picture; by default it says who moves.

    Raises: ValueError if the game has no layout, for what is no position of the game, for cells, strengths and marks
    that do not exist, for arguments of other kinds, for rules (`layout`, `stones`, `touched`, `show`) whose answers
    cannot be drawn, and if `cell` is not an int from 1 up.

    >>> from lazytree.games import konane
    >>> game = konane(rows=4, columns=4, opening="corner")
    >>> draw_board(game, game.start, legal=True).svg.count("<circle")
    16
    """
    return render_board(view_of(game, position, last, legal, heat, marks, dominoes, caption), cell)


def render_board(view: BoardView, cell: int = 36) -> Drawing:
    """The drawing of a view; a cell is `cell` pixels wide."""
    at_least("cell", cell, 1)
    box = _box(view)
    name = f"{view.name}: {view.caption}" if view.caption else view.name
    parts = [*_cells(view), *_above(view, LEGIBLE / cell), *_labels(view), *_caption(view, box)]
    return frame_drawing(parts, box, cell, name, view.text)


def small_board(view: BoardView, side: float) -> tuple[str, tuple[float, float]]:
    """The SVG of the cells and pieces of a view, `side` pixels wide or high at most, and its width and height."""
    cells = view.layout.cells
    lefts, tops, rights, bottoms = zip(*(_around(cell.x, cell.y, *reach(cell.shape)) for cell in cells))
    left, top, width, height = min(lefts), min(tops), max(rights) - min(lefts), max(bottoms) - min(tops)
    scale = side / max(width, height)
    parts = f'<path d="{"".join(map(outline, cells))}" {BOARD}/>{"".join(pieces_of(view))}'
    placed = f'<g transform="scale({number(scale)}) translate({number(-left)} {number(-top)})">{parts}</g>'
    return placed, (round(width * scale, 1), round(height * scale, 1))


def _box(view: BoardView) -> tuple[float, float, float, float]:
    """What is shown: left, top, width and height, in cells."""
    layout, size = view.layout, _readable(view, LABEL)
    boxes = [_around(cell.x, cell.y, *reach(cell.shape)) for cell in layout.cells]
    boxes += [_around(x, y, -0.15, -0.15, 0.15, 0.15) for side in layout.sides for x, y in side.points]
    for label in _names_outside(view):
        half = words_wide(label.text, size) / 2
        boxes.append(_around(label.x, label.y, -half, -size / 2, half, size / 2))
    lefts, tops, rights, bottoms = zip(*boxes)
    left, top, right, bottom = min(lefts) - MARGIN, min(tops) - MARGIN, max(rights) + MARGIN, max(bottoms) + MARGIN
    if view.caption:
        bottom += BELOW
        wider = max(0, min(NARROWEST, words_wide(view.caption, CAPTION) + 1) - (right - left))
        left, right = left - wider / 2, right + wider / 2
    return left, top, right - left, bottom - top


def _around(x: float, y: float, left: float, up: float, right: float, down: float) -> tuple[float, float, float, float]:
    return x + left, y + up, x + right, y + down


def _sides(view: BoardView) -> Iterator[str]:
    """The sides of the board that are a player's."""
    for side in view.layout.sides:
        data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in side.points)
        ends = 'stroke-linecap="round" stroke-linejoin="round"'
        yield f'<path d="{data}" fill="none" {line("edge", 0.2)} {ends}/>'
        look = f'fill="none" stroke="{colour_of(view, side.owner).fill}" stroke-width="0.15"'
        yield f'<path d="{data}" {look} {ends}/>'


def _cells(view: BoardView) -> Iterator[str]:
    """The cells, each with its name as a tooltip; a cell with heat in its colour. Framed cells lie on top."""
    framed = {mark.cell for mark in view.marks if mark.kind == "frame"}
    paths = _paths(view)
    yield f"<g {BOARD}>{''.join(path for at, path in enumerate(paths) if at not in framed)}</g>"
    if framed:
        cells = [view.layout.cells[at] for at in sorted(framed)]
        for colour, scale in ("event", 1.22), ("ground", 1.0):
            yield f'<path d="{"".join(outline(cell, scale) for cell in cells)}" {fill(colour)}/>'
        yield f"<g {BOARD}>{''.join(paths[at] for at in sorted(framed))}</g>"


def _paths(view: BoardView) -> list[str]:
    fills = dict.fromkeys(view.layout.shaded, f' fill="{SHADED}"')
    fills.update((each.cell, f' fill="{heat_colour(each.strength)}"') for each in view.heat)
    notes = _notes(view)
    return [
        f'<path data-cell="{at}" d="{outline(cell)}"{fills.get(at, "")}>'
        f"<title>{svg_text(f'{cell.name}: {notes[at]}' if notes.get(at) else cell.name)}</title></path>"
        for at, cell in enumerate(view.layout.cells)
    ]


def heat_colour(strength: float) -> str:
    """The colour of a strength from -1 to 1, as #rrggbb."""
    part, far = abs(strength), GOOD if strength >= 0 else BAD
    pairs = zip(bytes.fromhex(STILL[1:]), bytes.fromhex(far[1:]))
    return "#" + "".join(f"{int(near + part * (end - near) + 0.5):02x}" for near, end in pairs)


def _notes(view: BoardView) -> dict[int, str]:
    """What is said of cells: whose piece is there, how high it is, and what is said of their heat."""
    notes: dict[int, str] = {}
    for stone in view.stones:
        owner = view.players[stone.owner] if 0 <= stone.owner < len(view.players) else ""
        figure = view.layout.figure(stone.height)
        height = str(stone.height) if stone.height != 1 or view.layout.pieces != "stone" else ""
        notes[stone.cell] = " ".join(filter(None, [owner, figure.name if figure else height]))
    for each in view.heat:
        notes[each.cell] = ", ".join(filter(None, [notes.get(each.cell, ""), each.text, each.note]))
    return notes


def _last(view: BoardView) -> Iterator[str]:
    """The cells of the last move, framed inside; a domino that was laid is framed as a whole."""
    laid = [domino for domino in view.dominoes if set(domino.cells) <= set(view.last)]
    joined = {cell for domino in laid for cell in domino.cells}
    single = (outline(view.layout.cells[at], LAST) for at in view.last if at not in joined)
    frames = [*(f'<path d="{data}"/>' for data in single), *(domino_rectangle(view, domino, 0.82) for domino in laid)]
    yield from group(f'fill="none" {line("event", 0.06)} stroke-linejoin="round"', frames)


def _above(view: BoardView, least: float) -> Iterator[str]:
    """What lies above the cells, and is not clicked on: pieces, marks, legal moves, what is written on cells."""
    yield '<g pointer-events="none">'
    yield from _sides(view)
    yield from pieces_of(view)
    yield from _last(view)
    yield from _legal(view)
    yield from _marks(view)
    yield from _texts(view, least)
    yield "</g>"


def _legal(view: BoardView) -> Iterator[str]:
    """A dot on cells where a legal move begins; a ring around a stone, and a frame around what is larger than one.

    A cell with a value has none of them.
    """
    cells, told = view.layout.cells, {each.cell for each in view.heat if each.text}
    taken = {stone.cell for stone in view.stones}
    empty = dots((cells[at].x, cells[at].y) for at in view.legal if at not in taken and at not in told)
    if empty:
        yield f'<path d="{empty}" {line("legal", 0.22)} stroke-linecap="round"/>'
    framed = view.layout.pieces in FRAMED
    rings = (
        f'<path d="{outline(cells[at], FRAMED_LEGAL)}"/>' if framed else circle(cells[at].x, cells[at].y, 0.42)
        for at in view.legal
        if at in taken and at not in told
    )
    yield from group(f'fill="none" {line("legal", 0.06 if framed else 0.08)}', rings)


def _marks(view: BoardView) -> Iterator[str]:
    cells = view.layout.cells
    for mark in view.marks:
        cell = cells[mark.cell]
        if mark.kind == "ring":
            yield f'<circle cx="{number(cell.x)}" cy="{number(cell.y)}" r="0.24" fill="none" {line("event", 0.08)}/>'
        elif mark.kind == "diamond":
            data = f"M{number(cell.x)} {number(cell.y - 0.22)}l0.22 0.22-0.22 0.22-0.22-0.22z"
            yield f'<path d="{data}" {fill("event")} stroke="#000" stroke-opacity="0.6" stroke-width="0.04"/>'


def _texts(view: BoardView, least: float) -> Iterator[str]:
    """The texts of heat: in the middle of empty cells, strong ones on a tag; on pieces on a tag lower down.

    None is smaller than `least`: one that would be wider than its cell then stands in the tooltip only.
    """
    taken = {stone.cell for stone in view.stones}
    said = [each for each in view.heat if each.text and words_wide(each.text, least) <= 1]
    free = [each for each in said if each.cell not in taken]
    weak, strong = ([each for each in free if (abs(each.strength) >= STRONG) == it] for it in (False, True))
    yield from texts(ON_CELL, _size(view, FREE_TEXT), WIDE, _put(view, weak, 0), least)
    yield from _tags(view, strong, _size(view, FREE_TEXT), 0, least)
    lower = ON_STONE if view.layout.pieces == "stone" else TAG - max(_size(view, TAG_TEXT), least) / 2
    yield from _tags(view, [each for each in said if each.cell in taken], _size(view, TAG_TEXT), lower, least)


def _put(view: BoardView, heat: Iterable[Heat], lower: float) -> Iterator[tuple[float, float, str]]:
    """The texts of heat, and where they are."""
    cells = view.layout.cells
    return ((cells[each.cell].x, cells[each.cell].y + lower, each.text) for each in heat)


def _tags(view: BoardView, heat: Sequence[Heat], size: float, lower: float, least: float) -> Iterator[str]:
    """The texts of heat on tags of the colour of their strength; those on pieces are outlined."""
    grounds = [_tag(x, y, each, max(size, least), least) for each, (x, y, _) in zip(heat, _put(view, heat, lower))]
    yield from group(OUTLINED, grounds) if lower else grounds
    yield from texts("#fff", size, WIDE, _put(view, heat, lower), least)


def _size(view: BoardView, limits: tuple[float, float]) -> float:
    """The size of texts on cells: the more cells stand in a row, the larger a part of its cell a text takes."""
    across = [cell.x for cell in view.layout.cells]
    return min(limits[1], max(limits[0], SHARE * (max(across) - min(across) + 1)))


def _readable(view: BoardView, size: float) -> float:
    """The size of names, larger on boards of many cells, where a phone shows them with 9 pixels, and smaller on few."""
    across = [cell.x for cell in view.layout.cells]
    wide = max(across) - min(across) + 2
    return max(min(size, LOUD * wide), READABLE * wide)


def _names_outside(view: BoardView) -> list[Label]:
    """The names at the edges; those that are written larger stand farther from their cells, and cover none."""
    more = max(0.0, _readable(view, LABEL) - LABEL)
    return [_moved_away(view, label, more) for label in view.layout.labels] if more else list(view.layout.labels)


def _moved_away(view: BoardView, label: Label, more: float) -> Label:
    """A name whose size has grown by `more`, as far from the nearest cell as before."""
    near = min(view.layout.cells, key=lambda cell: (label.x - cell.x) ** 2 + (label.y - cell.y) ** 2)
    right, down = label.x - near.x, label.y - near.y
    far = hypot(right, down) or 1
    return Label(label.text, label.x + right / far * words_wide(label.text, more) / 2, label.y + down / far * more / 2)


def _tag(x: float, y: float, heat: Heat, size: float, least: float) -> str:
    wide = words_wide(heat.text, max(least, fitting_size(heat.text, size, WIDE))) + 0.1
    left, top = number(x - wide / 2), number(y - (size + 0.03) / 2)
    place = f'x="{left}" y="{top}" width="{number(wide)}" height="{number(size + 0.03)}"'
    colour = NEITHER if abs(heat.strength) < WEAK else GOOD if heat.strength > 0 else BAD
    return f'<rect {place} rx=".08" fill="{colour}"/>'


def _labels(view: BoardView) -> Iterator[str]:
    """The names at the edges; without them, the short names of empty cells and of cells with dice."""
    labels, look = _names_outside(view), fill("label")
    dice = not labels and view.layout.pieces == "dice"
    if dice:
        labels = [Label(cell.name, cell.x, cell.y - 0.4) for cell in view.layout.cells if len(cell.name) <= 4]
    elif not labels:
        taken = {*(stone.cell for stone in view.stones), *(each.cell for each in view.heat)}
        named = ((at, cell) for at, cell in enumerate(view.layout.cells) if len(cell.name) <= 4)
        labels = [Label(cell.name, cell.x, cell.y + 0.36) for at, cell in named if at not in taken]
    if not view.layout.labels:
        look = f'fill="{ON_CELL}" {HALO}' if dice else f'fill="{ON_CELL}" fill-opacity=".7"'
    size = OVER_DICE if dice else _readable(view, LABEL if view.layout.labels else NAME)
    words = (f'<text x="{number(x)}" y="{number(y + 0.35 * size)}">{svg_text(text)}</text>' for text, x, y in labels)
    yield from group(f'{look} font-size="{number(size)}" text-anchor="middle" pointer-events="none"', words)


def _caption(view: BoardView, box: tuple[float, float, float, float]) -> Iterator[str]:
    """Who moves, after a disc of their colour; or how the game has ended."""
    if not view.caption:
        return
    left, top, width, height = box
    x, y, room = left + MARGIN + 0.02, top + height - 0.5, width - 2 * MARGIN
    if view.mover >= 0 and view.layout.colours:
        look = f'fill="{colour_of(view, view.mover).fill}" {line("edge", 0.03)}'
        yield f'<circle cx="{number(x + 0.16)}" cy="{number(y)}" r="0.16" {look}/>'
        x, room = x + 0.46, room - 0.46
    words, size = cut_text(view.caption, CAPTION, room, LEAST)
    where = f'x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}"'
    yield f"<text {where} {fill('ink')}>{svg_text(words)}</text>"


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


def texts(
    ink: str, size: float, wide: float, words: Iterable[tuple[float, float, str]], least: float = 0
) -> Iterator[str]:
    """Short texts, centred at their places, as large as they fit into a width, but not below the size `least`."""
    by_size: dict[float, list[str]] = {}
    for x, y, text in words:
        own = max(least, fitting_size(text, size, wide))
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
DISC, DIE, LETTER = 0.34, 0.56, 0.5  # the radius of discs, the width of dice, the size of letters
TALLEST, THICK = 4, 0.06  # the most discs that a stack is drawn with, and how much higher each lies
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
RINGS = (12, 0.33), (8, 0.22)  # how many seeds lie around the number of a pit, and how far away


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
        seeds = [spot for stone, place in pits for spot in _seeds_around(place, stone.height)]
        yield from dotted(seeds, 'stroke="#000" stroke-opacity="0.5"', 0.14)
        yield from dotted(seeds, f'stroke="{look.fill}"', 0.11)
    pits = zip(view.stones, places_of(view, view.stones))
    counts = texts(ON_CELL, 0.26, 0.36, ((x, y, str(stone.height)) for stone, (x, y) in pits))
    yield from group(HALO, counts) if view.heat else counts


def _seeds_around(place: tuple[float, float], count: int) -> Iterator[tuple[float, float]]:
    """The places of seeds in rings around the centre of a pit, none just below it; there is room for 20."""
    for room, radius in RINGS:
        here = min(count, room)
        for seed in range(here):
            angle = pi * (2 * seed + 1 - here % 2) / here - pi / 2
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


def _written(view: BoardView) -> Iterator[str]:
    """Letters, those of players on discs of their colours."""
    for look, alike in by_look(view):
        owned = alike[0].owner >= 0
        if owned:
            discs = (circle(x, y, STONE) for x, y in places_of(view, alike))
            yield from group(f'fill="{look.fill}" {RIM}', discs)
        words = ((x, y, chr(stone.height)) for stone, (x, y) in zip(alike, places_of(view, alike)))
        yield from texts(look.ink if owned else ON_CELL, LETTER, WIDE, words)


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
    "letter": _written,
}
"""What draws each kind of piece."""
