"""How far machine code looks: `python benchmarks/reached.py [--json] [--solve]`. Needs `lazy-game-trees[compiled]`.

Andantino after 1, 3, 5 and 7 stones (the game of examples/experiments/andantino.py; the source's stones are not all
printed): seconds of the processor for the exact value 5 plies deep, by minimax on the lazy tree of the compiled rules
and by `deepen`; and the depth that `deepen` finishes in 3 seconds of the wall's clock. Goals: minimax after 7 stones in
1 s (published: 347 s), `deepen` to 5 plies in 0.05 s, and depth 12 in 3 s.

`--solve`: then Konane 6×6, whole, after each opening (a minute or two): who wins, the seconds and the largest memory
of the process. Published: the second player wins both. Goals: 120 s and 4 GB.
"""

from __future__ import annotations

import json
import resource
import sys
from itertools import islice
from time import perf_counter, process_time
from typing import Any

from extras import machine_code_needed
from options import options

from lazytree import FIRST, deepen, grow, minimax, prune, rate, solve, within
from lazytree.compiler import compiled
from lazytree.games import andantino, konane

STONES = ("10 J", "9 J", "9 I", "10 K", "11 K", "8 I", "10 I")
PLIES, SECONDS, ROUNDS = 5, 3.0, 5
RATING = "longest_line"


def positions(game: Any) -> dict[int, Any]:
    """By their number of stones."""
    found, position = {}, game.start
    for number, text in enumerate(STONES, 1):
        position = game.play(position, game.parse(position, text))
        found[number] = position
    return {number: found[number] for number in (1, 3, 5, 7)}


def by_minimax(game: Any, position: Any) -> float:
    return minimax(rate(game, game.ratings[RATING])(prune(PLIES)(grow(game)(position))))


def by_deepen(game: Any, position: Any) -> float:
    *_, answer = islice(deepen(game, position, RATING), PLIES)
    return answer.value


def timed(search: Any, game: Any, position: Any) -> tuple[float, float]:
    """The value, and the seconds of the fastest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        value = search(game, position)
        times.append(process_time() - began)
    return value, min(times)


def andantino_rows() -> list[dict[str, Any]]:
    game, rows = compiled(andantino()), []
    for stones, position in positions(game).items():
        (value, slow), (same, fast) = timed(by_minimax, game, position), timed(by_deepen, game, position)
        if value != same:
            raise SystemExit(f"after {stones} stones minimax finds {value}, deepen {same}")
        *_, last = within(SECONDS)(deepen(game, position, RATING))
        rows.append({"stones": stones, "value": value, "minimax": slow, "deepen": fast, "depth": last.depth})
    return rows


def konane_row(opening: str) -> dict[str, Any]:
    game = konane(rows=6, columns=6, opening=opening)
    began = perf_counter()
    solution = solve(game)
    seconds = perf_counter() - began
    winner = "first" if solution.value * (1 if game.mover(game.start) == FIRST else -1) > 0 else "second"
    gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {"opening": opening, "winner": winner, "plies": solution.plies, "seconds": seconds, "gigabytes": gigabytes}


def main() -> None:
    options(__doc__, "--json", "--solve")
    machine_code_needed()
    rows = andantino_rows()
    solved = [konane_row(opening) for opening in ("corner", "centre")] if "--solve" in sys.argv else []
    if "--json" in sys.argv:
        print(json.dumps(rows + solved))
        return
    for row in rows:
        print(
            f"andantino after {row['stones']} stones   {PLIES} plies: value {row['value']:3}, "
            f"minimax {row['minimax']:.2f} s, deepen {1000 * row['deepen']:5.1f} ms   "
            f"in {SECONDS:.0f} s: depth {row['depth']}"
        )
    for row in solved:
        print(
            f"konane 6×6, {row['opening']:6}   the {row['winner']} player wins, {row['plies']} plies   "
            f"{row['seconds']:.0f} s, {row['gigabytes']:.1f} GB"
        )


if __name__ == "__main__":
    main()
