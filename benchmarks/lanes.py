"""Lazy trees in both lanes: `python benchmarks/lanes.py [--json] [game ...]`. Needs `lazy-game-trees[compiled]`.

The tree of each game is grown, ply after ply, to its end or to 20,000 positions: from the rules as they stand, and from
the same rules in machine code (compiled before). Both in turn, the best of some rounds counts. Printed: microseconds
of the processor a position, and how many times as fast the compiled rules grow it. Goal: 3 times for every game.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from extras import machine_code_needed
from options import options

from lazytree import Game, grow
from lazytree.compiler import compiled, rules_lane
from lazytree.games import GAMES
from lazytree.trees.collector import gc_paused

MOST = 20_000  # positions; the ply that they are reached in is grown to its end
ROUNDS = 7


def grown(game: Game[Any, Any]) -> tuple[float, int]:
    """Seconds of the processor, and how many positions."""
    growing = grow(game)
    ply = {growing(game.start)}
    with gc_paused():
        began = process_time()
        while ply and len(growing) < MOST:
            ply = {sub for node in ply for _, sub in node.branches}
        return process_time() - began, len(growing)


def compared(name: str) -> dict[str, Any]:
    game = GAMES[name](size=3, seed=2) if name == "dice_of_doom" else GAMES[name]()
    machine, best = compiled(game), {}
    for _ in range(ROUNDS):
        for way, rules in (("python", game), ("machine", machine)):
            seconds, positions = grown(rules)
            best[way] = min(best.get(way, seconds), seconds)
    each = {way: round(1e6 * seconds / positions, 2) for way, seconds in best.items()}
    return {"game": name, "positions": positions, **each, "ratio": round(best["python"] / best["machine"], 2)}


def main() -> None:
    options(__doc__, "--json", words="game")
    machine_code_needed()
    names = [word for word in sys.argv[1:] if word in GAMES] or [name for name in GAMES if lane_of(name) == "machine"]
    rows = []
    for row in map(compared, names):
        rows.append(row)
        if "--json" not in sys.argv:
            print(
                f"{row['game']:16} {row['positions']:>9,} positions   interpreted {row['python']:6.2f} us"
                f"   compiled {row['machine']:6.2f} us   {row['ratio']:5.2f} times as fast"
            )
    if "--json" in sys.argv:
        print(json.dumps(rows))


def lane_of(name: str) -> str:
    return rules_lane(GAMES[name]()).name


if __name__ == "__main__":
    main()
