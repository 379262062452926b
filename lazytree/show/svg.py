"""SVG: the colours that all drawings share, outlines of cells, texts, drawings and rows of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import pairwise
from math import cos, pi, sin
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.layout import Cell
from lazytree.core.texts import shorten

from .front_end import html_page

LIGHT: Mapping[str, str] = {
    "ground": "#f8f4eb",  # below everything
    "label": "#7b6a4d",  # the names of rows and columns
    "ink": "#2f2a22",  # captions
    "legal": "#12805a",
    "event": "#c98a12",  # the last move, what has won, marks
    "edge": "#8d744a",  # around what would not be told from the ground
}
DARK: Mapping[str, str] = {
    "ground": "#23211d",
    "label": "#b3a384",
    "ink": "#ece5d8",
    "legal": "#0f7a54",
    "event": "#f7bd45",
    "edge": "#7a6440",
}
CELL, SHADED, LINE = "#e2cba0", "#cdac78", "#b39561"  # of cells, also darker ones, and lines; dark pages shine through
BOARD = f'class="lt-board" fill="{CELL}" stroke="{LINE}" stroke-width=".03"'
"""The attributes of the group that the cells of a board are in."""
DIMMED = 0.74  # how opaque a board is on dark pages
FILLED = ("ground", "label", "ink", "legal", "event")
STROKED = ("legal", "event", "edge")


def fill(name: str) -> str:
    """The attributes of what is filled with a colour of the theme."""
    return f'class="lt-{name}" fill="{LIGHT[name]}"'


def line(name: str, width: float) -> str:
    """The attributes of lines in a colour of the theme."""
    return f'class="lt-{name}-line" stroke="{LIGHT[name]}" stroke-width="{width:g}"'


def _style() -> str:
    """A style sheet for what has a class: dark pages are known by what the reader prefers, or by the page's theme.

    The same colours are attributes, too, for viewers that read no style sheets. The themes are those of JupyterLab,
    marimo, VS Code and Sphinx, where a drawing is a part of the page.
    """
    themes = {**LIGHT, "board": "1"}, {**DARK, "board": str(DIMMED)}
    light, dark = (";".join(f"--lt-{name}:{colour}" for name, colour in theme.items()) for theme in themes)
    on_dark = ('[data-jp-theme-light="false"]', '[data-theme="dark"]', ".dark", ".vscode-dark")
    on_light = ('[data-jp-theme-light="true"]', '[data-theme="light"]', ".light", ".vscode-light")
    rules = [
        f".lazytree{{{light}}}",
        f"@media (prefers-color-scheme:dark){{.lazytree{{{dark}}}}}",
        ",".join(f"{page} .lazytree" for page in on_light) + f"{{{light}}}",
        ",".join(f"{page} .lazytree" for page in on_dark) + f"{{{dark}}}",
        ".lazytree .lt-board{opacity:var(--lt-board)}",
        *(f".lazytree .lt-{name}{{fill:var(--lt-{name})}}" for name in FILLED),
        *(f".lazytree .lt-{name}-line{{stroke:var(--lt-{name})}}" for name in STROKED),
    ]
    return f"<style>{''.join(rules)}</style>"


STYLE = _style()
"""The style sheet of every drawing, as a part of its SVG."""


POLYGONS: Mapping[str, tuple[int, float, float]] = {
    "square": (4, pi / 4, 0.5**0.5),
    "hexagon": (6, -pi / 2, 3**-0.5),
    "triangle": (3, -pi / 2, 1.4 * 3**-0.5),
    "triangle down": (3, pi / 2, 1.4 * 3**-0.5),
}
"""How many corners a shape has, the angle of the first, and how far they are from the centre."""
ROUND = 0.48  # the radius of a cell of any other shape


@cache
def corners(shape: str) -> tuple[tuple[float, float], ...]:
    """The corners of a cell, seen from its centre; of a round cell, those of the square around it."""
    if shape not in POLYGONS:
        return ((ROUND, ROUND), (-ROUND, ROUND), (-ROUND, -ROUND), (ROUND, -ROUND))
    count, turn, radius = POLYGONS[shape]
    angles = [turn + 2 * pi * corner / count for corner in range(count)]
    return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


def outline(cell: Cell, scale: float = 1) -> str:
    """The outline of a cell as the data of an SVG path; `scale` makes it smaller or larger."""
    x, y, steps = _steps(cell.shape, scale)
    return f"M{number(cell.x + x)} {number(cell.y + y)}{steps}"


@cache
def _steps(shape: str, scale: float) -> tuple[float, float, str]:
    """The first corner of a shape, and the steps from there around it, which are the same for all cells."""
    if shape not in POLYGONS:
        r = number(ROUND * scale)
        across = number(2 * ROUND * scale)
        return -ROUND * scale, 0, f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
    points = [(round(scale * x, 3), round(scale * y, 3)) for x, y in corners(shape)]
    steps = (_step(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))
    return *points[0], "".join(steps) + "z"


def _step(x: float, y: float) -> str:
    if abs(x) < 0.001:
        return f"v{number(y)}"
    return f"h{number(x)}" if abs(y) < 0.001 else f"l{number(x)} {number(y)}"


@lru_cache(maxsize=10_000)
def number(value: float) -> str:
    """A number as SVG has it, to three digits after the point."""
    text = f"{round(value, 3) + 0.0:g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@cache
def reach(shape: str) -> tuple[float, float, float, float]:
    """How far a cell reaches from its centre: to the left and up (both negative), to the right and down."""
    across, down = zip(*corners(shape))
    return min(across), min(down), max(across), max(down)


FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
"""The letters that are as wide as high."""
RADIUS = 6  # pixels, of the corners of a drawing
HEAD = re.compile(r"<svg\b[^>]*>")
"""What an SVG text begins with."""


class Drawing(NamedTuple):
    """A picture: an SVG text that a notebook shows, and the same in words.

    >>> Drawing("<svg/>")
    <Drawing: 6 characters of SVG>
    """

    svg: str
    text: str = ""

    def save(self, file: str | PathLike[str]) -> Path:
        """The path of a file into which the picture has been written: an SVG file, or a page that shows it.

        Raises: ValueError unless the name of the file ends with .svg or .html.
        """
        path = Path(fspath(file))
        if path.suffix.lower() not in (".svg", ".html"):
            raise ValueError(f"a drawing is saved as .svg or .html, so {path.name!r} must end with one of them")
        title = FORBIDDEN.sub("\ufffd", self.text.strip().split("\n")[0] or "lazytree")
        page = html_page(title, ":root { color-scheme: light dark; }", self.svg)
        path.write_text(self.svg if path.suffix.lower() == ".svg" else page, encoding="utf-8")
        return path

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """The picture as a part of the page, which knows the theme of the notebook; as SVG; and in words."""
        return {"text/html": self.svg, "image/svg+xml": self.svg, "text/plain": self.text or repr(self)}

    def __repr__(self) -> str:
        return f"<Drawing: {len(self.svg):,} characters of SVG>"


def row(*drawings: Drawing, captions: Sequence[str] = (), wide: int = 960) -> Drawing:
    """One drawing of several, side by side, with a caption below each; those that exceed `wide` pixels start a new row.

    Captions have 9 pixels at least: of longer ones the beginning is shown, with "…".

    Raises: ValueError without drawings, for what is no Drawing, if there are not as many captions as drawings (or
    none), and for a drawing that does not say its size in pixels.

    >>> from lazytree.games import tic_tac_toe
    >>> from lazytree.show import draw_board
    >>> board = draw_board(tic_tac_toe(), tic_tac_toe().start)
    >>> row(board, board, captions=["before", "after"]).svg.count("<svg")
    3
    """
    at_least("wide", wide, 1)
    if not drawings:
        raise ValueError("row needs drawings, as in row(draw_board(game, one), draw_board(game, other))")
    for drawing in drawings:
        if not isinstance(drawing, Drawing):
            hint = "row(*drawings) takes those of a list" if isinstance(drawing, list) else "draw_board makes one"
            raise ValueError(f"row takes Drawings, one after the other, not {shorten(drawing)}: {hint}")
    if not isinstance(captions, list | tuple) or not all(isinstance(caption, str) for caption in captions):
        raise ValueError(f'captions must be texts, such as ["before", "after"], not {shorten(captions)}')
    if captions and len(captions) != len(drawings):
        raise ValueError(
            f"there are {len(drawings)} drawings, but {len(captions)} captions: give one for each, or none"
        )
    told = list(captions) or [""] * len(drawings)
    places, (width, height) = _placed([_size(drawing) for drawing in drawings], 24 if captions else 0, wide)
    parts = []
    for drawing, caption, (x, y) in zip(drawings, told, places):
        across, down = _size(drawing)
        parts.append(_nested(drawing.svg, x, y))
        parts.append(words_at(x + across / 2, y + down + 16, *cut_text(caption, 14, across, 9)))
    texts = [f"{caption}\n{drawing.text}".strip() for drawing, caption in zip(drawings, told)]
    return frame_drawing(parts, (0, 0, width, height), 1, "a row of drawings", "\n\n".join(texts))


def _placed(
    sizes: Iterable[tuple[float, float]], below: float, wide: float
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """The left top corner of each drawing in its row, and the size of all rows; `below` is the room for captions."""
    gap, places = 12, []
    x = y = widest = tallest = 0.0
    for across, down in sizes:
        if x and x + across > wide:
            x, y, tallest = 0.0, y + tallest + gap, 0.0
        places.append((x, y))
        widest, tallest = max(widest, x + across), max(tallest, down + below)
        x += across + gap
    return places, (widest, y + tallest)


def _size(drawing: Drawing) -> tuple[float, float]:
    """How many pixels a drawing is wide and high."""
    head = HEAD.match(drawing.svg)
    found = [re.search(rf'\s{side}="([\d.]+)(?:px)?"', head[0]) for side in ("width", "height")] if head else []
    if len(found) != 2 or found[0] is None or found[1] is None:
        raise ValueError("a drawing in a row must say its width and height in pixels, as all that lazytree draws do")
    return float(found[0][1]), float(found[1][1])


def _nested(svg: str, x: float, y: float) -> str:
    """An SVG text as a part of another one, at a place; the style that all share is left out."""
    head = HEAD.match(svg)
    assert head is not None
    inner = re.sub(r'\s(style|xmlns|x|y)="[^"]*"', "", head[0])
    return inner.replace("<svg", f'<svg x="{x:g}" y="{y:g}"', 1) + svg[head.end() :].replace(STYLE, "")


@lru_cache(maxsize=10_000)
def svg_text(text: str) -> str:
    """A text as it stands in SVG, as content or in double quotes: escaped, without characters that XML forbids."""
    return escape(FORBIDDEN.sub("\ufffd", text))


def words_at(x: float, y: float, words: str, size: float) -> str:
    """The SVG of a text, horizontally centred at x with its baseline at y; empty for an empty text."""
    if not words:
        return ""
    where = f'x="{x:.3f}" y="{y:.3f}" font-size="{size:.3f}" text-anchor="middle"'
    return f"<text {where} {fill('ink')}>{svg_text(words)}</text>"


def fitting_size(words: str, size: float, width: float) -> float:
    """The largest font size up to `size` at which a text fits into a width."""
    return min(size, width / words_wide(words, 1)) if words else size


def cut_text(words: str, size: float, width: float, least: float) -> tuple[str, float]:
    """A text and the size at which it fits into a width: the text is cut, and ends with "…", if `least` is too wide."""
    own = fitting_size(words, size, width)
    if own >= least:
        return words, own
    words = words[: int(width / (0.62 * least)) + 1]
    while words and words_wide(words + "…", least) > width:
        words = words[:-1]
    return words + "…", least


def words_wide(words: str, size: float) -> float:
    """About how wide a text is, rather more than less: letters of East Asia and emoji count twice, % one and a half."""
    return 0.62 * size * (len(words) + len(WIDE.findall(words)) + words.count("%") / 2)


def frame_drawing(
    parts: Iterable[str],
    box: tuple[float, float, float, float],
    unit: float,
    name: str = "",
    text: str = "",
    narrowest: float = 0,
) -> Drawing:
    """The drawing of SVG parts on a ground of its own, so that it can be read on light and dark pages.

    `box` is what is shown: left, top, width, height; one unit is `unit` pixels. `name` is a short text alternative,
    `text` the long one. On a narrow page the drawing is made smaller, but not below `narrowest` pixels.
    """
    left, top, width, height = (number(part) for part in box)
    size = f'width="{int(box[2] * unit + 0.5)}" height="{int(box[3] * unit + 0.5)}"'
    least = f"min-width:{number(narrowest)}px;" if narrowest else ""
    seen = f'viewBox="{left} {top} {width} {height}" {size} style="max-width:100%;{least}height:auto"'
    told = f'role="img" aria-label="{svg_text(name)}"' if name else 'role="img"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="lazytree" {seen} {told} font-family="system-ui,sans-serif">'
    words = (f"<title>{svg_text(name)}</title>" if name else "") + (f"<desc>{svg_text(text)}</desc>" if text else "")
    place = f'x="{left}" y="{top}" width="{width}" height="{height}" rx="{number(RADIUS / unit)}"'
    ground = f"<rect {place} {fill('ground')}/>"
    return Drawing(f"{head}{words}{STYLE}{ground}{''.join(parts)}</svg>", text or name)
