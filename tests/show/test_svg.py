"""Drawings as values: in notebooks, in files, in rows."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.games import konane, tic_tac_toe
from lazytree.show import Drawing, draw_board, row
from lazytree.show.svg import DARK, LIGHT, STYLE, cut_text, fitting_size, frame_drawing, svg_text, words_wide
from tests.helpers.drawings import root_of

BOARD = draw_board(tic_tac_toe(), tic_tac_toe().start)
LARGE = draw_board(konane(), konane().start)


def test_a_notebook_shows_the_picture_on_its_page_and_the_text_beside_it():
    bundle = BOARD._repr_mimebundle_()
    assert bundle["text/html"] == bundle["image/svg+xml"] == BOARD._repr_svg_() == BOARD.svg
    assert bundle["text/plain"] == tic_tac_toe().show(tic_tac_toe().start)
    assert Drawing("<svg/>")._repr_mimebundle_()["text/plain"] == repr(Drawing("<svg/>"))


@pytest.mark.parametrize("name", ["board.svg", "BOARD.SVG"])
def test_an_svg_file_is_the_picture(tmp_path: Path, name: str):
    path = BOARD.save(tmp_path / name)
    assert path.read_text(encoding="utf-8") == BOARD.svg and path.name == name
    assert ElementTree.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_an_html_file_is_a_page_that_shows_the_picture(tmp_path: Path):
    page = draw_board(konane(), konane().start, caption="<b>石</b>").save(str(tmp_path / "board.html"))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and '<meta charset="utf-8">' in text
    assert "<svg" in text and "&lt;b&gt;石&lt;/b&gt;" in text and "<b>" not in text


@pytest.mark.parametrize("name", ["board.png", "board", "board.svg.gz"])
def test_other_files_are_refused_by_name(tmp_path: Path, name: str):
    with pytest.raises(ValueError, match=r"saved as \.svg or \.html, so 'board"):
        BOARD.save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_row_has_each_drawing_once_in_its_size_beside_the_others():
    both = row(BOARD, LARGE, captions=["small", "large"])
    inner = root_of(both).findall("svg")
    assert len(inner) == 2
    for drawing, part in zip((BOARD, LARGE), inner):
        own = root_of(drawing).attrib
        assert [part.attrib[name] for name in ("width", "height", "viewBox")] == [
            own[name] for name in ("width", "height", "viewBox")
        ]
        assert "style" not in part.attrib
    first, second = (float(part.attrib["x"]) for part in inner)
    assert first + float(inner[0].attrib["width"]) <= second
    assert float(root_of(both).attrib["width"]) >= second + float(inner[1].attrib["width"])
    assert both.svg.count("<style>") == 1
    assert {"small", "large"} <= {element.text for element in root_of(both).iter("text")}
    assert BOARD.text in both.text and LARGE.text in both.text


def test_what_is_too_wide_goes_into_a_new_row():
    parts = root_of(row(LARGE, LARGE, LARGE, wide=700)).findall("svg")
    places = [(float(part.attrib["x"]), float(part.attrib["y"])) for part in parts]
    assert places[0][1] == places[1][1] < places[2][1] and places[2][0] == places[0][0] < places[1][0]
    assert places[2][1] >= float(parts[0].attrib["height"])


def test_rows_can_be_put_into_rows():
    nested = row(row(BOARD, BOARD), LARGE)
    assert len(list(root_of(nested).iter("svg"))) == 5 and nested.svg.count("<style>") == 1


@pytest.mark.parametrize(
    ("drawings", "means", "mistake"),
    [
        ([], {}, "row needs drawings"),
        ([BOARD, BOARD], {"captions": ["one"]}, "2 drawings, but 1 captions"),
        ([Drawing("<svg/>")], {}, "must say its width and height"),
        ([[BOARD, BOARD]], {}, r"row takes Drawings, .*, not \[.*: row\(\*drawings\) takes those of a list"),
        ([BOARD, "<svg/>"], {}, "row takes Drawings, .*, not '<svg/>': draw_board makes one"),
        ([BOARD, BOARD], {"captions": "ab"}, "captions must be texts, .*, not 'ab'"),
        ([BOARD, BOARD], {"captions": [1, 2]}, r"captions must be texts, .*, not \[1, 2\]"),
        ([BOARD], {"captions": 3}, "captions must be texts, .*, not 3"),
        ([BOARD], {"wide": 0}, "wide must be a whole number of at least 1"),
    ],
)
def test_a_row_that_cannot_be_made_says_why(drawings, means, mistake):
    with pytest.raises(ValueError, match=mistake):
        row(*drawings, **means)


@given(st.text())
def test_any_text_can_be_written(text: str):
    element = ElementTree.fromstring(f'<text name="{svg_text(text)}">{svg_text(text)}</text>')
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    seen = "".join("\ufffd" if svg_text(letter) == "\ufffd" else letter for letter in lines)
    assert (element.text or "") == seen


@given(st.text(min_size=1), st.floats(0.01, 10), st.floats(0.01, 10))
def test_a_text_fits_and_is_never_larger_than_asked_for(words: str, size: float, width: float):
    fitted = fitting_size(words, size, width)
    assert 0 < fitted <= size and words_wide(words, fitted) <= width * (1 + 1e-9)
    assert fitted == size or words_wide(words, size) > width


@given(st.text(), st.floats(0.5, 10), st.floats(0.5, 10), st.floats(0.05, 0.5))
def test_a_text_that_is_cut_fits_is_legible_and_as_long_as_can_be(words: str, size: float, width: float, least: float):
    shown, own = cut_text(words, size, width, least)
    assert least <= own <= size
    if shown == words:
        assert words_wide(words, own) <= width * (1 + 1e-9)
        return
    begins = shown.removesuffix("…")
    assert own == least and words.startswith(begins)
    assert not begins or words_wide(shown, least) <= width
    assert words_wide(words[: len(begins) + 1] + "…", least) > width or len(begins) + 1 >= len(words)


def test_a_caption_of_any_length_can_be_read():
    for long in ("a long caption " * 6, "a long caption " * 6000):
        told = draw_board(tic_tac_toe(), tic_tac_toe().start, caption=long)
        (shown,) = re.findall('font-size="([0-9.]+)"[^>]*>(a long [^<]*)</text>', told.svg)
        assert float(shown[0]) == 0.25 and shown[1].endswith("…") and len(shown[1]) < 60
        assert root_of(told).attrib["aria-label"].endswith(long)
        (below,) = re.findall('font-size="([0-9.]+)"[^>]*>(a long [^<]*)</text>', row(BOARD, captions=[long]).svg)
        assert float(below[0]) == 9 and below[1].endswith("…")


def contrast(one: str, other: str) -> float:
    """How well one colour is read on another: from 1 to 21, as the W3C defines it (WCAG 2.1, contrast ratio)."""

    def luminance(colour: str) -> float:
        parts = (part / 255 for part in bytes.fromhex(colour[1:]))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_is_written_can_be_read_on_light_and_dark_pages(theme):
    """At least 4.5, as WCAG 2.1 asks of text (level AA)."""
    assert contrast(theme["ink"], theme["ground"]) >= 7
    assert contrast(theme["label"], theme["ground"]) >= 4.5


def test_every_colour_of_one_theme_is_in_the_other_and_in_the_style():
    assert set(LIGHT) == set(DARK)
    assert all(f"--lt-{name}:{colour}" in STYLE for theme in (LIGHT, DARK) for name, colour in theme.items())
    assert "<title>" not in frame_drawing([], (0, 0, 1, 1), 10).svg


def test_drawings_hold_no_instruction_that_a_page_would_run():
    assert (
        "<script" not in LARGE.svg
        and "onload" not in LARGE.svg
        and "http" not in LARGE.svg.replace("http://www.w3.org/2000/svg", "")
    )


def test_the_short_text_in_a_terminal_says_how_large_the_picture_is():
    assert repr(Drawing("<svg/>")) == "<Drawing: 6 characters of SVG>"
