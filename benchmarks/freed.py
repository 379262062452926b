"""How much memory games leave behind that are gone: `python benchmarks/freed.py [games]`.

Compiled without a cache, compiled from it, and refused; each game has tables and closures of its own. Wanted: less
than 10 kB a game.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from extras import machine_code_needed
from options import options

from lazytree.compiler import compiled, rules_lane
from lazytree.games import tic_tac_toe

FIRST_ONES = 30  # games that are not counted: what is loaded once is loaded then


def compiling(number: int) -> Any:
    table = tuple(range(number, number + 500))

    def moves(position: Any) -> Any:
        for cell, stone in enumerate(position.board):
            if stone < 0 and table[cell] >= 0:
                yield cell

    return replace(tic_tac_toe(), moves=moves)


def the_same(number: int) -> Any:
    return compiling(1)


def refused(number: int) -> Any:
    table = tuple(range(number, number + 500))

    def moves(position: Any) -> Any:
        return [cell for cell, stone in enumerate(position.board) if stone < 0 and table[cell] >= 0]

    return replace(tic_tac_toe(), moves=moves)


def resident() -> int:
    """Bytes."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def left(make: Callable[[int], Any], games: int) -> float:
    """Kilobytes that a game leaves behind."""
    for number in range(FIRST_ONES):
        use(make(number))
    before = resident()
    for number in range(FIRST_ONES, FIRST_ONES + games):
        use(make(number))
    return (resident() - before) / games / 1024


def use(game: Any) -> None:
    rules_lane(game)
    list(compiled(game).moves(game.start))


def main() -> None:
    options(__doc__, words="games")
    machine_code_needed()
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as folder:
        for name, make, cache in (
            ("machine", compiling, "off"),
            ("from the cache", the_same, folder),
            ("refused", refused, "off"),
        ):
            os.environ["LAZYTREE_CACHE"] = cache
            print(f"{name}: {left(make, games):.2f} kB", flush=True)


if __name__ == "__main__":
    main()
