"""The time to the first picture of a game's page: `python benchmarks/first_picture.py [--json] [GAME ...]`.

Each game's page is opened in Chromium (playwright; the file of the browser is /usr/bin/chromium, or CHROMIUM), each
time in a new context, which has nothing stored. A line tells milliseconds from the beginning of the navigation until
the next frame after the board is in the page, the median of some openings, and the longest of them:

- from a server, `lazytree web` on this machine (wanted: 1,000); the board of its HTML, which needs no script, and the
  table at which a click makes a move;
- from a file that `publish` has written, which makes machine code first (wanted: 500), and the bytes of the file
  (wanted: 250,000; chess: 400,000).

After each stand the milliseconds of the processor that the page's process has taken by then, the least of the openings:
what is left of the first figure on a machine with nothing else to do.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from options import options

sys.path.insert(0, str(Path(__file__).parents[1]))

from lazytree.games import GAMES
from lazytree.hosts.pages import publish
from tests.hosts.web.process import Running, running

OPENINGS = 5
PATIENCE = 60_000  # milliseconds

WATCH = """
window.seen = {};
const look = () => {
  for (const [name, where] of [["board", ".ltw-board svg"], ["table", ".ltw-table .ltw-board svg"]]) {
    if (name in window.seen || !document.querySelector(where)) continue;
    window.seen[name] = 0;
    requestAnimationFrame(() => setTimeout(() => (window.seen[name] = performance.now())));
  }
};
new MutationObserver(look).observe(document, { subtree: true, childList: true });
"""
PARTS = ("board", "table", "file")
SEEN = "() => window.seen?.board && window.seen?.table && [window.seen.board, window.seen.table]"


def opened(browser: Any, address: str) -> tuple[float, float, float]:
    """Milliseconds until the board, and until the table is shown; those of the processor until then."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    board, table = page.wait_for_function(SEEN, timeout=PATIENCE).json_value()
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return float(board), float(table), 1000 * metrics["ProcessTime"]


def address_of(browser: Any, server: Running, game: str) -> str:
    """The address of a new game on the server."""
    page = browser.new_page()
    page.goto(f"{server.address}/?{urlencode({'game': game, 's.0': 'person', 's.1': 'person'})}")
    page.locator("button.main").first.click()
    page.wait_for_url("**/game/*")
    address = str(page.url)
    page.close()
    return address


def measured(names: list[str]) -> Iterator[dict[str, Any]]:
    """What each game gives."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with running(["--port", "0", "--data", ":memory:"], Path(folder)) as server:
            for name in names:
                file = publish(GAMES[name](), Path(folder) / f"{name}.html")
                served = [opened(browser, address_of(browser, server, name)) for _ in range(OPENINGS)]
                filed = [opened(browser, file.as_uri()) for _ in range(OPENINGS)]
                yield {"game": name, **told(served, filed), "bytes": file.stat().st_size}
        browser.close()


def told(served: list[tuple[float, float, float]], filed: list[tuple[float, float, float]]) -> dict[str, list[int]]:
    """The median and the longest of each figure, and of the table and the file the least time of the processor."""
    (boards, tables, served_work), (_, files, filed_work) = zip(*served), zip(*filed)
    return {
        "board": [round(median(boards)), round(max(boards))],
        "table": [round(median(tables)), round(max(tables)), round(min(served_work))],
        "file": [round(median(files)), round(max(files)), round(min(filed_work))],
    }


def written(part: str, median: int, longest: int, work: int | None = None) -> str:
    """A figure in words."""
    return f"{part} {median:>5,} ms (at most {longest:>5,}{'' if work is None else f'; processor {work:>3}'})"


def main() -> None:
    """Prints a line for each game as it is done, and the largest of all medians."""
    asked = options(__doc__, "--json", words="game")
    found = []
    for each in measured(asked.game or sorted(GAMES)):
        found.append(each)
        if not asked.json:
            parts = (written(part, *each[part]) for part in PARTS)
            print(f"{each['game']:16} {'   '.join(parts)}   {each['bytes']:>7,} bytes", flush=True)
    slowest = {part: max(each[part][0] for each in found) for part in PARTS}
    print(json.dumps({"games": found, "slowest": slowest}) if asked.json else f"the slowest medians: {slowest}")


if __name__ == "__main__":
    main()
