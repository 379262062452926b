"""What is seen of each game's page at first: the board is high up, large on a wide screen, and whole on a phone.

Names of cells can be read there, nothing is wider than the narrowest windows, and paper shows the board and the moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lazytree.games import GAMES

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from tests.hosts.web.process import Running, running

from .test_server import Page, begins

SCREEN, TALL, PHONE = {"width": 1280, "height": 800}, {"width": 900, "height": 1200}, {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}, {"width": 180, "height": 400}
READ = 9  # pixels: the names of cells on a phone are not smaller
HIGHEST = 120  # pixels above the board
LARGE = 0.6  # of the window's height or width
BOARD = """() => {
  const svg = document.querySelector(".ltw-table .ltw-board svg");
  const { left, top, width, height } = svg.getBoundingClientRect();
  const { width: across, height: down } = svg.viewBox.baseVal;
  const cell = Math.min(width / across, height / down);
  return { left: left + scrollX, top: top + scrollY, width: cell * across, height: cell * down,
    bottom: top + scrollY + height, wide: document.documentElement.scrollWidth };
}"""
"""The board as it is drawn, without the margins that the shape of its place leaves, in pixels of the page."""
NAMES = """() => {
  const svg = document.querySelector(".ltw-table .ltw-picture svg");
  const frame = svg.getBoundingClientRect();
  const seen = ({ left, right, top, bottom }) =>
    right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom;
  return [...svg.querySelectorAll("g[pointer-events=none][font-size] > text")]
    .filter((it) => seen(it.getBoundingClientRect()))
    .map((it) => parseFloat(getComputedStyle(it).fontSize) * svg.getScreenCTM().a);
}"""
"""The sizes of the names of cells, in pixels of the page, as far as they are in the part of the board that is shown."""
PRINTED = """() => [...document.querySelectorAll("button, input, select, summary, .ltw-zoom, .ltw-overview")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest(".ltw-record, .ltw-seats"))
  .map((it) => it.outerHTML)"""
"""What can be used on the page, and is on paper, too."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(["--port", "0", "--data", "games.sqlite3"], tmp_path_factory.mktemp("server")) as running_one:
        yield running_one


@pytest.mark.parametrize("name", GAMES)
def test_the_board_is_high_up_large_on_a_screen_and_whole_on_a_phone(browser: Any, server: Running, name: str) -> None:
    shown = Page(browser, begins(server, name, second="person"))
    shown.begin()
    shown.page.wait_for_selector(".ltw-table .ltw-board svg")
    found = {}
    for window in (SCREEN, TALL, PHONE):
        shown.page.set_viewport_size(window)
        found = shown.page.evaluate(BOARD)
        assert found["top"] <= HIGHEST, (window, found)
        assert found["bottom"] <= window["height"] and found["wide"] <= window["width"], (window, found)
        if window != PHONE:
            parts = found["width"] / window["width"], found["height"] / window["height"]
            assert max(parts) >= LARGE, (window, found)
    sizes = shown.page.evaluate(NAMES)
    assert min(sizes, default=READ) >= READ - 0.05, sizes
    for window in NARROW:
        shown.page.set_viewport_size(window)
        assert shown.page.evaluate(BOARD)["wide"] <= window["width"], window
    shown.page.emulate_media(media="print")
    assert shown.page.evaluate(PRINTED) == []
    assert shown.errors == []
    shown.close()
