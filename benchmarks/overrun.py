"""How much longer than its limit each search thinks, on every game: the 99th percentile, in milliseconds.

    python benchmarks/overrun.py [SECONDS [TIMES [GAME ...]]]

With the defaults, 1 second and 100 times on all games, it runs for hours; `0.2 5 konane` gives an idea in a minute.
"""

from __future__ import annotations

import sys
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from toolz import compose

from lazytree import (
    Game,
    by_alphabeta,
    by_aspiration,
    by_mtdf,
    by_scout,
    by_search,
    deepen,
    expectimax,
    grow,
    maxn,
    prune,
    within,
)
from lazytree.games import GAMES
from lazytree.laws import random_positions
from lazytree.strategies import rated

FINDERS = {
    "alphabeta": by_alphabeta,
    "scout": by_scout,
    "aspiration": partial(by_aspiration, margin=10),
    "mtdf": by_mtdf,
    "expectimax": partial(by_search, expectimax),
}


def overrun(game: Game[Any, Any], finder: Any, seconds: float, position: Any) -> float:
    """Milliseconds past the limit; negative if the search ended by itself."""
    growing = grow(game)
    began = perf_counter()
    list(within(seconds)(deepen(lambda depth: compose(rated(game), prune(depth), growing), position, finder)))
    return (perf_counter() - began - seconds) * 1000


def main(seconds: float = 1, times: int = 100, names: tuple[str, ...] = tuple(GAMES)) -> None:
    for name in names:
        game = GAMES[name]()
        several = {"maxn": partial(by_search, maxn)}
        for search, finder in (FINDERS if len(game.players) == 2 else several).items():
            met = [
                position for position in random_positions(game, Random(1)) if any(True for _ in game.moves(position))
            ]
            chosen = [met[at * len(met) // times] for at in range(times)]
            late = sorted(overrun(game, finder(), seconds, position) for position in chosen)
            print(f"{name:16} {search:12} {late[int(0.99 * (times - 1))]:8.1f} ms", flush=True)


if __name__ == "__main__":
    numbers = [float(text) for text in sys.argv[1:3]]
    main(*numbers[:1], *(int(number) for number in numbers[1:]), *([tuple(sys.argv[3:])] if sys.argv[3:] else []))
