"""A published page against native code: `python benchmarks/publish.py [--json] [GAME ...]`.

For each game the same search to the same depth from the same position: in native code, and as WebAssembly in Chromium
(playwright; the file of the browser is /usr/bin/chromium, or CHROMIUM). Positions a second in both, in turns, the best
of some rounds; the bytes of the page, and the seconds that writing it takes.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from options import options

from lazytree import Game, Stats
from lazytree.compiler.entry_points.deepening import to_depth
from lazytree.games import GAMES
from lazytree.publishing import publish, wasm
from lazytree.show.front_end import front_end
from lazytree.trees.ratings import named_rating, named_standing

ROUNDS = 3
SECONDS = 1.0  # of a search in native code, about
MEGABYTES = 32
SEARCH = """
  const game = await wasm_game_mjs.wasmGame(Uint8Array.from(atob(code), (each) => each.charCodeAt(0)), layout);
  const look = () => {
    const search = engine(game, megabytes);
    const began = performance.now();
    let seen = 0;
    for (const answer of search.deepen(game.start, { depth })) seen = answer.seen;
    return [seen, (performance.now() - began) / 1000];
  };
  look(); // the browser makes fast code of what runs for some time
  return look();
"""


def native(game: Game[Any, Any], rating: Any, depth: int) -> tuple[int, float]:
    """Positions seen by deepening to a depth, and seconds."""
    stats, look, guess, began = Stats(), to_depth(game, game.start, rating, MEGABYTES, 1), 0.0, perf_counter()
    for each in range(1, depth + 1):
        found = look(each, guess, stats, lambda: False)
        if found.whole:
            break
        guess = found.value if not isinstance(found.value, tuple) else 0.0
    return stats.seen, perf_counter() - began


def depth_of(game: Game[Any, Any], rating: Any) -> int:
    """The depth that native code reaches in about this time."""
    depth = 2
    while depth < 30 and native(game, rating, depth)[1] < SECONDS / 3:
        depth += 1
    return depth


def compared(names: list[str]) -> Iterator[dict[str, Any]]:
    """What each game gives."""
    from playwright.sync_api import sync_playwright

    modules = front_end("wasm_search.mjs").replace("export ", "")
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in names:
            game = GAMES[name]()
            rating = named_rating(game, None) if len(game.players) == 2 else named_standing(game, None)
            began = perf_counter()
            size = publish(game, f"{folder}/page.html").stat().st_size
            written, made, depth = perf_counter() - began, wasm(game), depth_of(game, rating)
            page = browser.new_page()
            given = [base64.b64encode(made.code).decode(), dict(made.layout), depth, MEGABYTES]
            program = f"async ([code, layout, depth, megabytes]) => {{ {modules}\n{SEARCH} }}"
            rates: list[tuple[float, float]] = []
            for _ in range(ROUNDS):
                seen, spent = native(game, rating, depth)
                there, took = page.evaluate(program, given)
                rates.append((seen / spent, there / took))
            page.close()
            here, in_page = (max(column) for column in zip(*rates))
            yield {
                "game": name, "depth": depth, "native": round(here), "page": round(in_page),
                "share": round(in_page / here, 2), "module": len(made.code), "bytes": size,
                "seconds": round(written, 1),
            }  # fmt: skip
        browser.close()


def main() -> None:
    """Prints a line for each game as it is done, and the median."""
    asked = options(__doc__, "--json", words="game")
    found = []
    for each in compared(asked.game or sorted(GAMES)):
        found.append(each)
        if not asked.json:
            print(
                f"{each['game']:16} depth {each['depth']:2}: {each['native']:>12,} positions a second native,"
                f" {each['page']:>12,} in the page, {each['share']:.2f}; module {each['module']:,} bytes,"
                f" page {each['bytes']:,} bytes in {each['seconds']} s",
                flush=True,
            )
    share = median(each["share"] for each in found)
    print(json.dumps({"games": found, "median": share}) if asked.json else f"median of the shares: {share:.2f}")


if __name__ == "__main__":
    main()
