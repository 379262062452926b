"""Searches of chess: `python benchmarks/chess_searches.py [--json]`. Needs `lazy-game-trees[compiled]`.

Million positions a second of processor time that `search` sees, in machine code and on one thread, from the positions
of `chess_leaves.py`, with each rating: the fastest of some rounds. Then, as `first_use.py` measures it, the seconds of
the processor that the first use of chess takes, with an empty cache and with what that has left in it. Goals: 10
million positions a second, and 1 s.
"""

from __future__ import annotations

import json
import sys
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from chess_leaves import PROBLEMS
from extras import machine_code_needed
from first_use import USES, measured
from options import options

from lazytree import Game, search
from lazytree.core.lanes import MACHINE
from lazytree.games import chess

ROUNDS = 5
SHORT = 500_000  # positions that a search sees at least: it looks as deep as it must


def speed(game: Game[Any, Any], rating: str) -> tuple[int, float]:
    """How deep a search from the start looks, and million positions a second."""
    depth, nodes = 3, 0
    while nodes < SHORT:
        depth += 1
        nodes = search(game, depth, rating=rating, lane=MACHINE).nodes
    fastest = 0.0
    for _ in range(ROUNDS):
        began = process_time()
        nodes = search(game, depth, rating=rating, lane=MACHINE).nodes
        fastest = max(fastest, nodes / (process_time() - began) / 1e6)
    return depth, fastest


def main() -> None:
    asked = options(__doc__, "--json")
    machine_code_needed()
    speeds: dict[str, dict[str, float]] = {}
    for problem in PROBLEMS:
        game = chess(setup=problem.text)
        found = {rating: speed(game, rating) for rating in game.ratings}
        speeds[problem.name] = {rating: round(each, 2) for rating, (_, each) in found.items()}
        parts = (f"{rating} {each:.2f} ({depth} plies)" for rating, (depth, each) in found.items())
        print(f"position {problem.name}: {', '.join(parts)} million/s", file=sys.stderr)
    with TemporaryDirectory() as bytecode:
        first = {use: measured("chess", program, bytecode) for use, program in USES.items()}
    for use, times in first.items():
        print(f"first use, {use}: {times['cold']:.2f} s, cached {times['cached']:.3f} s", file=sys.stderr)
    if asked.json:
        print(json.dumps({"million positions a second": speeds, "first use": first}))


if __name__ == "__main__":
    main()
