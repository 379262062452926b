"""Every position of 3×3 Dice of Doom, grown and rated, beside Land of Lisp's code: `python benchmarks/dice.py`.

Each board is done by lazytree in machine code (`unfold`), the smaller ones by lazytree in Python too, and, where SBCL
is installed, by the book's functions (`lisp/dice_of_doom.lisp`). All must find as many positions, worth the same.
Printed: processor seconds, the best of some rounds, compiling not counted in either language; and the ratio. With
`--json`: the ratios.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from extras import machine_code_needed
from options import options

from lazytree import Game, grow, minimax, rate, unfold
from lazytree.games import dice_of_doom
from lazytree.games.dice_of_doom_rules import dice_of, owner_of
from lazytree.trees.ratings import even

SEEDS = (251, 3663, 2940)  # 46,286, 273,038 and 1,279,322 positions
IN_PYTHON = 300_000  # positions, at most
ROUNDS = 3
LISP = Path(__file__).parent / "lisp" / "dice_of_doom.lisp"


class SearchResult(NamedTuple):
    """What one way says of a board: how many positions it has, and what it is worth to a."""

    positions: int
    value: int
    seconds: float


def timed(work: Callable[[], tuple[int, int]]) -> SearchResult:
    began = process_time()
    positions, value = work()
    return SearchResult(positions, value, process_time() - began)


def in_machine_code(game: Game[Any, Any]) -> tuple[int, int]:
    space = unfold(game)
    assert space.lane == "machine" and isinstance(space.value, int)
    return space.positions, space.value


def in_python(game: Game[Any, Any]) -> tuple[int, int]:
    growing = grow(game)
    value = minimax(rate(game, even)(growing(game.start)))
    return len(growing), (value > 0) - (value < 0)


def in_lisp(game: Game[Any, Any]) -> SearchResult:
    """The book rates a win 1, a tie 1/2 and a loss 0."""
    hexes = " ".join(f"({owner_of(stack)} {dice_of(stack)})" for stack in game.start.board)
    command = ["sbcl", "--dynamic-space-size", "4096", "--script", str(LISP), f"({hexes})"]
    positions, rating, growing, rating_it = subprocess.check_output(command, text=True).split()
    return SearchResult(int(positions), int(2 * Fraction(rating) - 1), float(growing) + float(rating_it))


def fastest(measure: Callable[[], SearchResult], rounds: int = ROUNDS) -> SearchResult:
    return min((measure() for _ in range(rounds)), key=lambda found: found.seconds)


def measured(game: Game[Any, Any], with_lisp: bool) -> dict[str, SearchResult]:
    """What each way finds; ValueError if they do not find the same."""
    unfold(game)  # compiles
    found = {"machine code": fastest(lambda: timed(lambda: in_machine_code(game)))}
    if found["machine code"].positions <= IN_PYTHON:
        found["Python"] = fastest(lambda: timed(lambda: in_python(game)), rounds=1)
    if with_lisp:
        found["SBCL"] = fastest(lambda: in_lisp(game))
    if len({each[:2] for each in found.values()}) > 1:
        raise ValueError(f"they differ about {game.parameters['board']}: {found}")
    return found


def main() -> None:
    options(__doc__, "--json")
    machine_code_needed()
    with_lisp = shutil.which("sbcl") is not None
    describe = sys.stderr if "--json" in sys.argv else sys.stdout
    if not with_lisp:
        print("sbcl is not installed (Debian: apt-get install sbcl): lazytree alone", file=describe)
    ratios = {}
    for seed in SEEDS:
        found = measured(dice_of_doom(size=3, seed=seed), with_lisp)
        ours = found["machine code"]
        line = ", ".join(f"{way} {each.seconds:.3f} s" for way, each in found.items())
        if with_lisp:
            ratios[f"3×3 seed {seed}, SBCL / lazytree"] = found["SBCL"].seconds / ours.seconds
            line += f", SBCL / machine code {found['SBCL'].seconds / ours.seconds:.1f}"
        print(f"{ours.positions:>9,} positions: {line}", file=describe, flush=True)
    if "--json" in sys.argv:
        print(json.dumps(ratios))


if __name__ == "__main__":
    main()
