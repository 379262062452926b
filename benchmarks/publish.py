"""Published pages, and their engine beside native code: `python benchmarks/publish.py [--json] [GAME ...]`.

For each game, its page is written to a file, and opened from there in Chromium (playwright; the file of the browser is
/usr/bin/chromium, or CHROMIUM). A line tells:

- positions a second, of the same search to the same depth from the start: in native code, and in the page's own worker,
  by turns, the best of some rounds each; and the share that the page reaches (wanted: 0.5). Seconds are those of the
  processor, of the worker's thread, as Linux tells them. Where a search takes milliseconds, one worker does many, each
  with an empty table: how long a browser takes to optimize the code is seen in the next figure;
- milliseconds from opening the file until an answer of the engine is read in the page, when a hint is asked for
  as soon as there is a button for it; the median of some openings (wanted: 1000);
- the bytes of the page (wanted: 250,000), and seconds that writing it takes (wanted: 3), on the clock and of the
  processor. The compiler itself is imported before.

The last line is the median over the games.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from options import options

from lazytree import Game, Stats
from lazytree.games import GAMES, tic_tac_toe
from lazytree.hosts.pages import publish
from lazytree.machine.deepening import search_to_depth
from lazytree.trees.ratings import resolve_standing, resolve_two_player_rating

ROUNDS = 3
SECONDS = 1.0  # of a search in native code, about
MEGABYTES = 32  # of a table, as in pages
MOST_SEARCHES = 40  # in a round, of a game that is known to its end in no time
PATIENCE = 60_000  # milliseconds

FIRST_ANSWER = """
new MutationObserver(() => {
  if (window.asked && /(depth|games)/.test(document.querySelector(".ltw-live")?.textContent ?? ""))
    window.answered ??= performance.now();
  if (window.asked || !document.querySelector("#table[data-ready]")) return;
  window.asked = true;
  [...document.querySelectorAll("button")].find((button) => button.textContent === "Hint").click();
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
BEGIN = """
() => {
  const { code, layout } = JSON.parse(document.getElementById("game").textContent);
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  const script = document.querySelector('script[type="module"]').textContent;
  window.searcher ??= new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  window.searcher.postMessage({ begin: { code: bytes, layout } });
}
"""
SEARCH = """
(depth) => new Promise((done, failed) => {
  let seen = 0;
  window.searcher.onmessage = ({ data }) => {
    if (data.said) seen = data.said.seen;
    else if (data.error) failed(new Error(data.error));
    else done(seen);
  };
  const { layout } = JSON.parse(document.getElementById("game").textContent);
  const position = Uint8Array.from(layout.start);
  window.searcher.postMessage({ id: depth, ask: "think", position, depth, sampled: false });
})
"""


def judge_of(game: Game[Any, Any]) -> Any:
    """The rating that a page looks ahead by."""
    return resolve_two_player_rating(game, None) if len(game.players) == 2 else resolve_standing(game, None)


def native(game: Game[Any, Any], depth: int, searches: int = 1) -> tuple[int, float]:
    """Positions that are seen by deepening to a depth, in a number of searches, and seconds."""
    seen, spent = 0, 0.0
    for _ in range(searches):
        stats, guess, look = Stats(), 0.0, search_to_depth(game, game.start, judge_of(game), MEGABYTES, 1)
        began = process_time()
        for each in range(1, depth + 1):
            found = look(each, guess, stats, lambda: False)
            if found.exhaustive:
                break
            guess = found.value if not isinstance(found.value, tuple) else 0.0
        seen, spent = seen + stats.nodes, spent + process_time() - began
    return seen, spent


def depth_of(game: Game[Any, Any]) -> int:
    """The depth that native code reaches in about this time; its optimized code is made by then."""
    depth = 2
    while depth < 30 and min(native(game, depth)[1] for _ in range(3)) < SECONDS / 3:
        depth += 1
    return depth


def written(game: Game[Any, Any], path: Path) -> dict[str, Any]:
    """The bytes of a game's page, and what writing it takes."""
    began, before = perf_counter(), process_time()
    publish(game, path)
    seconds, processor = perf_counter() - began, process_time() - before
    return {"bytes": path.stat().st_size, "seconds": round(seconds, 1), "processor": round(processor, 1)}


def first_answer(browser: Any, path: Path) -> float:
    """Milliseconds from opening a page until an answer of its engine is read."""
    page = browser.new_page()
    page.add_init_script(FIRST_ANSWER)
    page.goto(path.as_uri())
    page.wait_for_function("() => window.answered", timeout=PATIENCE)
    found = float(page.evaluate("window.answered"))
    page.close()
    return found


def in_page(page: Any, depth: int, searches: int) -> tuple[int, float]:
    """As `native`, in a worker of a page."""
    seen, spent = 0, 0.0
    for _ in range(searches):
        page.evaluate(BEGIN)
        before, began = page.evaluate(SEARCH, 1), worked()
        seen, spent = seen + page.evaluate(SEARCH, depth) - before, spent + worked() - began
    return seen, spent


def worked() -> float:
    """Seconds of the processor that the workers of this program's browser have taken."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    front, spent = [os.getpid()], 0
    while front:
        process = front.pop()
        front += [child for child, parent in parents.items() if parent == process]
        for thread in Path(f"/proc/{process}/task").glob("*"):
            with suppress(OSError):
                if (thread / "comm").read_text().startswith("DedicatedWorker"):
                    spent += int((thread / "schedstat").read_text().split()[0])
    return spent / 1e9


def rates(browser: Any, game: Game[Any, Any], path: Path) -> dict[str, Any]:
    """Positions a second in native code, and in a page."""
    depth = depth_of(game)
    searches = max(1, min(MOST_SEARCHES, int(SECONDS / 3 / max(1e-9, native(game, depth)[1]))))
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
    turns = [(native(game, depth, searches), in_page(page, depth, searches)) for _ in range(ROUNDS)]
    page.close()
    here, there = (max(seen / spent for seen, spent in column) for column in zip(*turns))
    return {"depth": depth, "native": round(here), "page": round(there), "share": round(there / here, 2)}


def compared(names: list[str]) -> Iterator[dict[str, Any]]:
    """What each game gives."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        publish(tic_tac_toe())  # what is imported and prepared once
        for name in names:
            game, file = GAMES[name](), Path(folder) / f"{name}.html"
            told = written(game, file)
            answered = median(first_answer(browser, file) for _ in range(ROUNDS))
            yield {"game": name, **rates(browser, game, file), "answer": round(answered), **told}
        browser.close()


def main() -> None:
    """Prints a line for each game as it is done, and the median."""
    asked = options(__doc__, "--json", words="game")
    found = []
    for each in compared(asked.game or sorted(GAMES)):
        found.append(each)
        if not asked.json:
            print(
                f"{each['game']:16} depth {each['depth']:2}   native {each['native']:>11,} a second"
                f"   page {each['page']:>11,}   share {each['share']:.2f}   first answer {each['answer']:>5,} ms"
                f"   {each['bytes']:>7,} bytes in {each['seconds']} s ({each['processor']} s of the processor)",
                flush=True,
            )
    share = median(each["share"] for each in found)
    print(json.dumps({"games": found, "median": share}) if asked.json else f"median of the shares: {share:.2f}")


if __name__ == "__main__":
    main()
