"""SVG: drawings, what they share in colours and frame, and rows of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.texts import shorten

from .shapes import number
from .theme import STYLE, fill

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
"""The letters that are as wide as high."""
RADIUS = 6  # pixels, of the corners of a drawing
HEAD = re.compile(r"<svg\b[^>]*>")
"""What an SVG text begins with."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
</head>
<body>
{svg}
</body>
</html>
"""


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
        title = svg_text(self.text.strip().split("\n")[0] or "lazytree")
        page = self.svg if path.suffix.lower() == ".svg" else PAGE.format(title=title, svg=self.svg)
        path.write_text(page, encoding="utf-8")
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
    """A text as it stands in SVG, as content or in double quotes: escaped, without characters that XML forbids.

    >>> svg_text('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape(FORBIDDEN.sub("\ufffd", text))


def words_at(x: float, y: float, words: str, size: float, ink: str = "") -> str:
    """The SVG of a text, horizontally centred at x with its baseline at y; empty for an empty text.

    `ink` is its colour; without it, the text has the ink of the theme, which is light on dark pages.
    """
    if not words:
        return ""
    where = f'x="{x:.3f}" y="{y:.3f}" font-size="{size:.3f}" text-anchor="middle"'
    colour = f'fill="{ink}"' if ink else fill("ink")
    return f"<text {where} {colour}>{svg_text(words)}</text>"


def fitting_size(words: str, size: float, width: float) -> float:
    """The largest font size up to `size` at which a text fits into a width."""
    return min(size, width / words_wide(words, 1)) if words else size


def cut_text(words: str, size: float, width: float, least: float) -> tuple[str, float]:
    """A text and the size at which it fits into a width: the text is cut and ends with "…" where `least` is too wide.

    >>> cut_text("dark to move", 1, 6.2, 0.5), cut_text("dark to move and win", 1, 3.1, 0.5)
    (('dark to move', 0.8333333333333334), ('dark to m…', 0.5))
    """
    own = fitting_size(words, size, width)
    if own >= least:
        return words, own
    words = words[: int(width / (0.62 * least)) + 1]
    while words and words_wide(words + "…", least) > width:
        words = words[:-1]
    return words + "…", least


def words_wide(words: str, size: float) -> float:
    """About how wide a text is, rather more than less; letters of East Asia and emoji count twice, % half as much more.

    >>> words_wide("a1", 0.5), words_wide("碁", 1)
    (0.62, 1.24)
    """
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
