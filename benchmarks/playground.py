"""The playground in Chromium: `python benchmarks/playground.py [--rounds N]`. Needs npm and playwright.

The page is built as the site has it, and served by this machine. Printed are seconds by the clock, and after the stroke
those of the processor that the page's process took, which are what is left on a machine with nothing else to do:

- cold, each time in a new browser, which has nothing stored: from the beginning of the navigation until the board of
  the first example is there, and until its bot has answered the first move (wanted: 10);
- of the first six examples, from a key that changes a number in `play` until the new board is there, and until its
  rules are machine code, which was made anew; the pause of 0.25 s in which one may go on typing is part of both
  (wanted: 1).

The medians of some rounds, and the load of the machine. Chromium is /usr/bin/chromium, or CHROMIUM.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

BUILD = Path(__file__).parents[1] / "docs" / "playground" / "build.py"
EXAMPLES = 6  # those without chance, and with a board
PATIENCE = 90_000  # milliseconds: the machine may be busy


class Took(NamedTuple):
    """Seconds by the clock, and of the processor."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:5.2f} / {self.processor:4.2f} s"


class Files(SimpleHTTPRequestHandler):
    """Files as any server of a site gives them."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *words: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[tuple[str, tuple[str, ...]]]:
    """A context manager: the address of the playground, and the names of its examples."""
    spec = spec_from_file_location("build_playground", BUILD)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with TemporaryDirectory() as folder:
        module.build(Path(folder) / "playground")
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            names = tuple(module.example(name)["name"] for name in module.EXAMPLES)
            yield f"http://127.0.0.1:{server.server_port}/playground/index.html", names
            server.shutdown()


class Tab:
    """The playground in a tab of a new browser."""

    def __init__(self, playwright: Any) -> None:
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        self.browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        self.page = self.browser.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def processor(self) -> float:
        """Seconds of the processor that the page's process has taken."""
        metrics = {each["name"]: each["value"] for each in self.session.send("Performance.getMetrics")["metrics"]}
        return float(metrics["ProcessTime"])

    def timed(self, work: Callable[[], object]) -> Took:
        """How long some work takes in the page."""
        clock, processor = monotonic(), self.processor()
        work()
        return Took(monotonic() - clock, self.processor() - processor)

    def board(self) -> None:
        """Waits for a board that was not there before."""
        self.page.wait_for_selector(".ltw-table:not([data-seen])")
        self.page.evaluate("document.querySelector('.ltw-table').dataset.seen = 'true'")

    def answered(self) -> None:
        """Makes a move of Nim, and waits for that of the bot."""
        self.page.locator(".ltg-table [data-cell='1']").click()
        self.page.locator(".ltw-more .ltw-move").first.click()
        self.page.wait_for_function("() => document.querySelectorAll('.ltw-record td .ltw-step').length === 2")

    def told(self, words: str) -> None:
        """Waits until the page says this of the rules."""
        told = "document.querySelector('.ltg-told').textContent"
        self.page.wait_for_function(f"words => {told}.includes(words)", arg=words)

    def rested(self) -> None:
        """Waits until nothing is worked out any more: the laws were tried, for 5 s or on 20 games."""
        self.told("Searched in")
        self.page.wait_for_timeout(6_000)

    def in_play(self) -> None:
        """Begins a number in the first line of `play`."""
        self.page.locator(".cm-line", has_text="def play(").click()
        self.page.keyboard.press("End")
        self.page.keyboard.type("\nunused = 1")

    def board_after_key(self) -> None:
        """Types a digit, and waits for the new board; what was said of the old rules is wiped out."""
        self.page.evaluate("document.querySelector('.ltg-told').textContent = ''")
        self.page.keyboard.type("1")
        self.board()


def cold(tab: Tab, address: str) -> tuple[Took, Took]:
    """A visit of a browser that has nothing stored: until the board is there, and until the bot has moved."""
    clock, processor = monotonic(), tab.processor()
    tab.page.goto(address, wait_until="commit")
    tab.board()
    board = Took(monotonic() - clock, tab.processor() - processor)
    tab.answered()
    return board, Took(monotonic() - clock, tab.processor() - processor)


def edits(tab: Tab, name: str, rounds: int) -> Iterator[tuple[Took, Took]]:
    """An example whose rules are changed: until the new board is there, and until the rules are machine code."""
    if tab.page.get_by_label("Examples").input_value() != name:
        tab.page.get_by_label("Examples").select_option(label=name)
        tab.board()
    tab.rested()
    tab.in_play()
    tab.board()
    for _ in range(rounds):
        tab.rested()
        board = tab.timed(tab.board_after_key)
        compiled = tab.timed(lambda: tab.told("Searched in"))
        yield board, Took(board.clock + compiled.clock, board.processor + compiled.processor)


def medians(measured: list[tuple[Took, Took]]) -> list[Took]:
    """Of several pairs the medians."""
    return [Took(*map(median, zip(*each))) for each in zip(*measured)]


def main() -> None:
    """Measures, and prints lines."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    with served() as (address, names), sync_playwright() as playwright:
        visits = list[tuple[Took, Took]]()
        for _ in range(rounds):
            tab = Tab(playwright)
            visits.append(cold(tab, address))
            tab.browser.close()
        board, answered = medians(visits)
        print(f"cold: the board after {board}, the bot's first move after {answered}", flush=True)
        tab = Tab(playwright)
        tab.page.goto(address)
        tab.board()
        for name in names[:EXAMPLES]:
            board, compiled = medians(list(edits(tab, name, rounds)))
            print(f"{name:16} edited: the board after {board}, machine code after {compiled}", flush=True)
        tab.browser.close()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
