"""Whole trees of 3×3 Dice of Doom, grown and rated: `python benchmarks/growth.py [--json] [seed ...]`.

Each board is done by lazytree (grow, rate, minimax) and by a twin that keeps a plain dict of tuples over the same
`moves` and `play`, in turn, each in a process of its own. Printed: the ratio of their times, the memory of lazytree's
tree a position, and how the time a position grows from the smallest board to the largest, against the twin's.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from time import process_time
from typing import Any

from options import options

from lazytree import FIRST, WIN, Game, grow, minimax, rate
from lazytree.core.values import later
from lazytree.games import dice_of_doom
from lazytree.trees.collector import gc_paused

SEEDS = (30, 1, 2, 38)  # about 11,000, 61,000, 364,000 and 947,000 positions


def lazytree_value(game: Game[Any, Any]) -> tuple[int, float, object]:
    growing = grow(game)
    tree = rate(game, lambda position: 0)(growing(game.start))
    value = minimax(tree)
    return len(growing), value, tree


def twin_value(game: Game[Any, Any]) -> tuple[int, float, object]:
    """Two passes over a dict: position -> tuple of children, then position -> value."""
    children: dict[Any, tuple[Any, ...]] = {}
    values: dict[Any, float] = {}
    with gc_paused():
        ahead = [game.start]
        while ahead:
            position = ahead.pop()
            if position not in children:
                below = tuple(game.play(position, move) for move in game.moves(position))
                children[position] = below
                ahead.extend(below)
        stack = [game.start]
        while stack:
            position = stack[-1]
            if position in values:
                stack.pop()
                continue
            below = children[position]
            unknown = [child for child in below if child not in values]
            if unknown:
                stack.extend(unknown)
                continue
            stack.pop()
            if below:
                choice = max if game.mover(position) == FIRST else min
                values[position] = later(choice([values[child] for child in below]))
            else:
                values[position] = WIN * game.payoffs(position)[FIRST]
    return len(children), values[game.start], children


def measured(way: str, seed: int) -> dict[str, float]:
    """One way on one board, in this process."""
    game = dice_of_doom(size=3, seed=seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = process_time()
    count, value, kept = (lazytree_value if way == "lazytree" else twin_value)(game)
    seconds = process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    del kept
    return {"positions": count, "value": value, "seconds": seconds, "bytes": 1024 * (peak - before) / count}


def apart(way: str, seed: int, rounds: int) -> dict[str, float]:
    """The fastest of some processes."""
    command = [sys.executable, __file__, "--one", way, str(seed)]
    runs = [json.loads(subprocess.check_output(command)) for _ in range(rounds)]
    return dict(min(runs, key=lambda run: run["seconds"]))


def main() -> None:
    if "--one" in sys.argv:
        print(json.dumps(measured(sys.argv[2], int(sys.argv[3]))))
        return
    options(__doc__, "--json", words="seed")
    seeds = [int(word) for word in sys.argv[1:] if word.isdecimal()] or SEEDS
    rows = []
    for seed in seeds:
        rounds = 3 if seed != seeds[-1] else 1
        ours, twin = apart("lazytree", seed, rounds), apart("twin", seed, rounds)
        assert (ours["positions"], ours["value"]) == (twin["positions"], twin["value"])
        rows.append((seed, ours, twin))
        print(
            f"seed {seed}: {ours['positions']:>9,.0f} positions, lazytree {ours['seconds']:.2f} s, "
            f"twin {twin['seconds']:.2f} s, ratio {ours['seconds'] / twin['seconds']:.2f}, "
            f"{ours['bytes']:.0f} bytes a position (the twin {twin['bytes']:.0f})",
            file=sys.stderr if "--json" in sys.argv else sys.stdout,
        )
    per = [(ours["seconds"] / ours["positions"], twin["seconds"] / twin["positions"]) for _, ours, twin in rows]
    growth = (per[-1][0] / per[0][0]) / (per[-1][1] / per[0][1])
    print(f"time a position, largest board to smallest, against the twin's: {growth:.2f}", file=sys.stderr)
    if "--json" in sys.argv:
        ratios = {f"3×3 seed {seed}, lazytree / twin": ours["seconds"] / twin["seconds"] for seed, ours, twin in rows}
        print(json.dumps({**ratios, "growth": growth, "bytes": [ours["bytes"] for _, ours, _ in rows]}))


if __name__ == "__main__":
    main()
