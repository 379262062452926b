"""The pictures of pages in docs/, taken anew: python docs/screenshots.py [FOLDER], by default docs/.

It needs the extra `test`, for playwright, and Chromium. board.png is a published page of Konane after six moves, with
the values of all moves; chess.png one of chess, where a pawn is about to be promoted; explore.png is the explorer of a
tree, along the line that a search has found.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from lazytree import Stats, deepen, grow, rate
from lazytree.games import chess, konane
from lazytree.hosts.pages import publish
from lazytree.hosts.widgets.host import style
from lazytree.session import exploration
from lazytree.show.front_end import front_end

DOCS = Path(__file__).parent
GAME = konane(rows=6, columns=6, opening="corner")
MOVES = ["a4-a6", "c5-a5", "a6-a4", "d6-b6", "b3-b5", "a3-a5"]
PROMOTING = "r1bqk2r/pP3ppp/2n1pn2/3p4/3P4/5N2/PP2PPPP/R1BQKB1R w KQkq - 0 9"
STILL = """const model = { get: (name) => ({ view, live: "" })[name], on() {}, off() {}, send() {} };
widget.render({ model, el: document.querySelector("main") });"""


@contextmanager
def browser_page(width: int, height: int) -> Iterator[Any]:
    """A context manager that gives a page of Chromium."""
    path = which("chromium") or which("chromium-browser") or which("google-chrome")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path)
        yield browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        browser.close()


def board(file: Path) -> None:
    """A published page after some moves, with the values of all legal moves."""
    with TemporaryDirectory() as folder, browser_page(1000, 620) as page:
        page.goto(publish(GAME, Path(folder) / "konane.html", "mobility").as_uri())
        seat = page.locator(".ltw-seats select").nth(1)
        seat.select_option(label="a person")
        for ply, move in enumerate(MOVES, 1):
            page.get_by_placeholder("type a move").fill(move)
            page.get_by_role("button", name="Play", exact=True).click()
            page.get_by_text(f"{ply} of {ply}").wait_for()
        seat.select_option(label="strong")
        page.get_by_text("All 2 legal moves").click()
        page.get_by_role("button", name="Values").click()
        page.wait_for_timeout(8_000)  # it looks deeper for five seconds
        page.screenshot(path=file)


def promotion(file: Path) -> None:
    """A published page of chess that asks, at the pawn, what it becomes."""
    game = chess(setup=PROMOTING)
    names = [cell.name for cell in game.layout.cells] if game.layout else []
    with TemporaryDirectory() as folder, browser_page(1000, 620) as page:
        page.goto(publish(game, Path(folder) / "chess.html", "squares").as_uri())
        for seat in (0, 1):
            page.locator(".ltw-seats select").nth(seat).select_option(label="a person")
        for cell in ("b7", "a8"):
            page.locator(f'.ltw-board [data-cell="{names.index(cell)}"]').first.click()
        page.wait_for_timeout(1_000)
        page.screenshot(path=file)


def explorer(file: Path) -> None:
    """The explorer, unfolded along the line of a search four plies deep."""
    stats = Stats()
    tree = rate(GAME, "mobility", stats)(grow(GAME, stats)(GAME.start))
    *_, found = islice(deepen(GAME, rating="mobility"), 4)
    here = exploration.unfold_best_line(exploration.new_exploration(tree, stats, own=True), 3)
    view = exploration.data_of(exploration.along_line(here._replace(found=found)))
    module = front_end("explore_widget.mjs").replace("export default", "const widget =")
    with browser_page(900, 520) as page:
        page.set_content(f"<style>body {{ margin: 8px }} {style()}</style><main></main>")
        page.add_script_tag(content=f"{module}\nconst view = {json.dumps(view)};\n{STILL}", type="module")
        page.wait_for_timeout(500)
        page.locator(".ltw-widget").screenshot(path=file)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    for name, take in {"board.png": board, "chess.png": promotion, "explore.png": explorer}.items():
        take(folder / name)
        print(folder / name)
