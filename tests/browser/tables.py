"""The table in a page with a strict content security policy; the widget of a notebook answers, without a notebook."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

from lazytree.show.front_end import static_text

from .published import PATIENCE

ORIGIN = "http://table.test"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"
)
SHEETS = ("theme.css", "widgets.css", "table.css")
PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>a table</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{"".join(f'<link rel="stylesheet" href="{name}">' for name in SHEETS)}
<script type="module" src="host.mjs"></script></head><body class="ltw-page"><main></main></body></html>"""
HOST = """
import { table } from "./table.mjs";
const listeners = new Set();
const data = {};
const model = {
  get: (name) => data[name],
  on: (name, listener) => listeners.add([name, listener]),
  off: (name, listener) => listeners.forEach((it) => it[0] === name && it[1] === listener && listeners.delete(it)),
  send: (message) => window.ask(JSON.stringify(message)),
};
window.show = (name, value) => {
  const begun = "view" in data;
  data[name] = value;
  if (!("view" in data)) return;
  if (!begun) table({ model, el: document.querySelector("main") });
  else listeners.forEach(([key, listener]) => key === `change:${name}` && listener());
};
"""
KINDS = {"mjs": "text/javascript", "css": "text/css"}

NEXT = """() => {
  const next = document.querySelector(".ltw-more .ltw-move") ?? document.querySelector(".ltw-next");
  const { x, y, width, height } = next?.getBoundingClientRect() ?? {};
  return next && [x + width / 2, y + height / 2];
}"""
"""The middle of what a person may click next to go on with a move: a button, or the first cell marked as legal."""


def click_next(page: Any) -> None:
    """A click that goes on with a move; none while the click before it is still on its way."""
    if spot := page.evaluate(NEXT):
        page.mouse.click(*spot)
    else:
        page.wait_for_timeout(20)


class Table:
    """A page that shows what a widget shows, and asks it what the page asks."""

    def __init__(self, page: Any, widget: Any, errors: list[str]) -> None:
        self.page, self.widget, self.errors = page, widget, errors
        self._shown: tuple[Any, Any] = (None, None)

    def shown(self) -> dict[str, Any]:
        """Brings the page up to date with its widget; gives the view."""
        view, live = self.widget.view, self.widget.live
        if live != self._shown[1]:
            self.page.evaluate("live => window.show('live', live)", live)
        if view is not self._shown[0]:
            self.page.evaluate("view => window.show('view', view)", view)
        self._shown = (view, live)
        return dict(view)

    def rested(self) -> dict[str, Any]:
        """The view that the page shows when no engine thinks any more."""
        self.page.wait_for_timeout(5)
        return self.until(lambda view: not view["thinking"] and self.widget.view["thinking"] == "")

    def until(self, sure: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The view, once it is what is waited for."""
        late = monotonic() + PATIENCE / 1_000
        while not sure(view := self.shown()):
            assert monotonic() < late, view
            self.page.wait_for_timeout(5)
        return view

    def close(self) -> None:
        """Ends the page."""
        self.page.context.close()


def opened(
    browser: Any, widget: Any, width: int = 1280, height: int = 900, dark: bool = False, **context: Any
) -> Table:
    """A page of a browser with the table of a widget; what goes wrong in it is noted."""
    made = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", **context
    )
    page, errors = made.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(ORIGIN).lstrip("/")
        text = PAGE if not name else HOST if name == "host.mjs" else static_text(name) if name != "favicon.ico" else ""
        kind = KINDS.get(name.rpartition(".")[2], "text/html")
        route.fulfill(body=text, content_type=f"{kind}; charset=utf-8", headers={"Content-Security-Policy": POLICY})

    page.route(f"{ORIGIN}/**", answer)
    page.expose_function("ask", lambda message: widget._handle_custom_msg(json.loads(message), []))
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("window.show !== undefined")
    table = Table(page, widget, errors)
    table.shown()
    return table
