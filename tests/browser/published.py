"""A published page of a game, open in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lazytree import Game
from tests.helpers.waiting import LONG

PATIENCE = int(1_000 * LONG)  # milliseconds: the machine may be busy


class Published:
    """A page of a game, open in a browser, with all that it asked for and complained about."""

    def __init__(self, page: Any) -> None:
        self.page, self.asked, self.errors = page, list[str](), list[str]()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("dialog", lambda dialog: self.errors.append("a dialog") or dialog.dismiss())

    def goto(self, address: str) -> Published:
        self.page.goto(address)
        self.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
        return self

    def press(self, *names: str) -> None:
        """Clicks buttons of the table, one after another."""
        for name in names:
            self.page.get_by_role("button", name=name, exact=True).click()

    def who(self, *levels: str) -> None:
        """Says who plays each side."""
        for number, level in enumerate(levels):
            self.page.locator(".ltw-seats select").nth(number).select_option(label=level)

    def status(self) -> str:
        return str(self.page.inner_text(".ltw-status"))

    def waits_for(self, words: str) -> None:
        self.page.wait_for_function(
            "words => document.querySelector('.ltw-status').textContent === words", arg=words, timeout=PATIENCE
        )


Opening = Callable[..., Published]
"""A function that publishes a game and opens its page."""


@contextmanager
def opening(browser: Any, folder: Path) -> Iterator[Opening]:
    """A context manager in which pages of games are opened, each in a context of its own; it ends them."""
    from lazytree.hosts.pages import publish

    contexts, paths = list[Any](), dict[tuple[str, str], Path]()

    def open_page(
        game: Game[Any, Any],
        fragment: str = "",
        rules: str | None = None,
        dark: bool = False,
        perfect: bool = False,
        **size: int,
    ) -> Published:
        key = (game.name, f"{game.parameters} {perfect}")
        if key not in paths:
            paths[key] = publish(game, folder / f"{len(paths)}.html", rules=rules, perfect=perfect)
        scheme = "dark" if dark else "light"
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 800, **size}, color_scheme=scheme))
        return Published(contexts[-1].new_page()).goto(paths[key].as_uri() + fragment)

    yield open_page
    for context in contexts:
        context.close()
