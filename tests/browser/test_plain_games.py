"""Four games as a stranger writes them, without `layout`: each is played to its end from its page alone, by clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lazytree import is_over, load_record

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from tests.helpers import plain_games
from tests.helpers.plain_games import PLAIN
from tests.hosts.web.process import running

from .tables import click_next
from .test_server import MOST, Page

FILE = Path(plain_games.__file__)
PHONE = {"width": 390, "height": 844}
DRAWN = {"draughts": True, "card_game": False, "dots_and_boxes": True, "dice_race": True}
"""Whether the text that `show` writes is a grid, so that it becomes a board to click on."""


@pytest.mark.parametrize("name", DRAWN)
def test_a_game_without_a_layout_is_played_from_its_page_alone(browser: Any, tmp_path: Path, name: str) -> None:
    with running(["--port", "0", "--data", ":memory:", f"{FILE}:{name}"], tmp_path) as server:
        page = Page(browser, f"{server.address}/?game={FILE.name}:{name}&s.1=person")
        page.page.set_viewport_size(PHONE)
        page.begin()
        page.until("table.dataset.turn")
        assert (page.page.locator(".ltw-board svg").count() == 1) == DRAWN[name]
        widest, before = 0, -1
        for _ in range(MOST):
            if page.rests() == "over":
                break
            click_next(page.page)
            if (made := len(page.steps())) != before:
                widest, before = max(widest, page.page.evaluate("document.documentElement.scrollWidth")), made
        text = page.context.request.get(f"{page.page.url}/record.json").text()
        played = load_record(text, games={make().name: make for make in PLAIN})
        assert is_over(played.game, played.position)
        assert page.steps() == played.written()
        assert widest <= PHONE["width"]
        assert page.errors == []
        page.close()
