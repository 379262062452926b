"""SVG: texts, colours, and the frame that makes a drawing of parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from lazytree.core.game import FIRST, SECOND

STONES: Mapping[int, tuple[str, str]] = {  # fill and ink of each player's stones
    FIRST: ("#2b2b33", "#f5f0e6"),
    SECOND: ("#f5f0e6", "#2b2b33"),
    2: ("#c0563b", "#f5f0e6"),
    3: ("#3f6f8f", "#f5f0e6"),
}
NAMED = {"black": STONES[FIRST], "dark": STONES[FIRST], "white": STONES[SECOND], "light": STONES[SECOND]}
BOARD, LINE, INK = "#d9b777", "#8a6a3a", "#2b2b33"


def stones_of(players: Iterable[str]) -> Mapping[int, tuple[str, str]]:
    """The colours (fill, ink) of each player's stones, by player; players who are named by a colour have that colour.

    >>> stones_of(("White", "Black"))[0] == STONES[1]
    True
    """
    named = {number: NAMED[name.lower()] for number, name in enumerate(players) if name.lower() in NAMED}
    return {**STONES, **named}


class Drawing(NamedTuple):
    """An SVG text that a notebook shows as a picture.

    >>> Drawing("<svg/>")
    <Drawing: 6 characters of SVG>
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing: {len(self.svg):,} characters of SVG>"


def words_at(x: float, y: float, words: str, size: float, ink: str) -> str:
    """The SVG of a text, horizontally centred at x with its baseline at y; empty for an empty text."""
    where = f'x="{x:.3f}" y="{y:.3f}" font-size="{size:.3f}" text-anchor="middle" font-family="sans-serif"'
    return f'<text {where} fill="{ink}">{escape(words)}</text>' if words else ""


def fitting(words: str, size: float, width: float) -> float:
    """The largest font size up to `size` at which a text fits into a width."""
    return min(size, width / (0.62 * len(words))) if words else size


def framed(parts: Iterable[str], box: tuple[float, float, float, float], unit: float) -> Drawing:
    """The drawing of SVG parts; `box` is what is shown: left, top, width, height; one unit is `unit` pixels."""
    left, top, width, height = box
    head = f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width * unit:.0f}" height="{height * unit:.0f}"'
    return Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(parts)}</svg>')
