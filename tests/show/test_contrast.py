"""What is written can be read, on light and dark pages: contrasts are at least those of WCAG 2.2, criterion 1.4.3."""

from __future__ import annotations

import re

import pytest

from lazytree.core.layout import COLOURS
from lazytree.show.boards import BAD, GOOD, NEITHER, ON_CELL, STRONG, heat_colour
from lazytree.show.front_end import static_text
from lazytree.show.svg import CELL, DARK, DIMMED, LIGHT

LEAST = 4.5

Colour = tuple[float, float, float]


def colour(text: str) -> Colour:
    """#rrggbb or #rgb as three numbers from 0 to 255."""
    digits = text.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def over(above: Colour, share: float, below: Colour) -> Colour:
    """A colour that lies over another one, so far opaque."""
    red, green, blue = (share * one + (1 - share) * other for one, other in zip(above, below))
    return red, green, blue


def luminance(of: Colour) -> float:
    parts = [part / 255 for part in of]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: Colour, other: Colour) -> float:
    """From 1 to 21.

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def variables(name: str) -> list[dict[str, Colour]]:
    """The colours of each block of a style sheet that names some: of light pages and dark ones, in turns."""
    blocks = re.findall(r"\{([^{}]*--ltw-ink:[^{}]*)\}", static_text(name))
    return [{key: colour(value) for key, value in re.findall(r"--ltw-(\w+): (#\w+)", block)} for block in blocks]


PAIRS = [
    *(("ink", ground) for ground in ("ground", "face", "soft", "mat")),
    *(("dim", ground) for ground in ("ground", "face", "soft", "mat")),
    *(("accent", ground) for ground in ("ground", "face")),
    ("face", "accent"),  # a button that is pressed
    *((tone, ground) for tone in ("good", "bad") for ground in ("ground", "face", "soft")),
]


@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_words_of_a_page_are_told_from_what_is_below_them(pair: tuple[str, str]):
    themes = variables("table.css")
    assert len(themes) == 4
    for theme in themes:
        assert contrast(theme[pair[0]], theme[pair[1]]) >= LEAST


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_of_a_drawing_are_told_from_what_is_below_them(theme: dict[str, str]):
    ground = colour(theme["ground"])
    cell = over(colour(CELL), 1 if theme is LIGHT else DIMMED, ground)
    for words in ("label", "ink"):
        assert contrast(colour(theme[words]), ground) >= LEAST
    assert contrast(colour(ON_CELL), cell) >= LEAST


@pytest.mark.parametrize("share", [1, DIMMED])
def test_values_on_cells_can_be_read_up_to_the_strength_from_which_on_they_have_tags(share: float):
    ground = colour(LIGHT["ground"] if share == 1 else DARK["ground"])
    for strength in (step * STRONG / 20 for step in range(-20, 21)):
        assert contrast(colour(ON_CELL), over(colour(heat_colour(strength)), share, ground)) >= LEAST, strength


@pytest.mark.parametrize("tag", [GOOD, BAD, NEITHER])
def test_values_on_tags_can_be_read(tag: str):
    assert contrast(colour("#fff"), colour(tag)) >= LEAST


def test_numbers_on_pieces_can_be_read():
    for piece in COLOURS:
        assert contrast(colour(piece.ink), colour(piece.fill)) >= LEAST


def test_the_formula_is_that_of_the_guidelines():
    """The published example: #777 on white has 4.48, #767676 has 4.54."""
    white = colour("#fff")
    assert [round(contrast(colour(grey), white), 2) for grey in ("#777777", "#767676")] == [4.48, 4.54]
