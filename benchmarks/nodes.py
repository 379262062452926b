"""What the rules cost, interpreted: `python benchmarks/nodes.py [--json]`.

A plain alpha-beta over `moves`, `play` and a rating, no tree, no table, no order: microseconds of the processor a node,
the best of some rounds. Then the swarm rating of Selfo positions, in microseconds each, and a whole one-ply move.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from options import options

from lazytree import FIRST, WIN, Game, think
from lazytree.games import andantino, connect_four, dvonn, konane, othello, selfo
from lazytree.playing.random_games import random_positions

ROUNDS = 5
CONTESTS = (  # game, rating, depth, plies played at random before, most microseconds that we allow ourselves
    (dvonn(placement="random"), "heights", 3, 6, 25),
    (dvonn(placement="random"), "mobility", 3, 6, 25),
    (andantino(), "longest_line", 4, 7, 5),
    (andantino(), "open_lines", 4, 7, 5),
    (connect_four(), "column_weights", 6, 0, 5),
    (konane(opening="centre"), "stones", 4, 6, None),
    (othello(), "discs", 4, 6, None),
)


def value(
    game: Game[Any, Any],
    rating: Callable[[Any], float],
    position: Any,
    depth: int,
    alpha: float,
    beta: float,
    seen: list[int],
) -> float:
    """Alpha-beta by plain recursion."""
    seen[0] += 1
    if depth == 0:
        return rating(position)
    upwards, best = game.mover(position) == FIRST, None
    for move in game.moves(position):
        below = value(game, rating, game.play(position, move), depth - 1, alpha, beta, seen)
        if best is None or (below > best if upwards else below < best):
            best = below
        alpha, beta = (max(alpha, best), beta) if upwards else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return WIN * game.payoffs(position)[FIRST] if best is None else best


def shortest(run: Callable[[], object]) -> float:
    """Seconds of the processor, the fewest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        run()
        times.append(process_time() - began)
    return min(times)


def a_node(game: Game[Any, Any], rating: str, depth: int, plies: int) -> float:
    """Microseconds a node of one search."""
    *_, position = random_positions(game, Random(1), 1, plies)
    seen = [0]
    seconds = shortest(lambda: value(game, game.ratings[rating], position, depth, -2 * WIN, 2 * WIN, seen))
    return 1e6 * seconds * ROUNDS / seen[0]


def a_swarm_rating() -> tuple[float, float]:
    """Microseconds of the slowest swarm rating on some positions of 91 cells, and milliseconds of a one-ply move."""
    game = selfo(setup=1)
    positions = list(random_positions(game, Random(1), 2, 60))
    swarm = game.ratings["swarm"]
    slowest = max(shortest(lambda: swarm(position)) for position in positions)  # noqa: B023
    return 1e6 * slowest, 1e3 * shortest(lambda: think(game, 1, rating="swarm")(game.start))


def main() -> None:
    options(__doc__, "--json")
    figures: dict[str, float] = {}
    for game, rating, depth, plies, most in CONTESTS:
        cost = a_node(game, rating, depth, plies)
        figures[f"{game.name}, {rating}: µs a node"] = cost
        print(
            f"{game.name:14} {rating:16} {cost:6.1f} µs a node{f', at most {most} wanted' if most else ''}",
            file=sys.stderr,
        )
    rating_cost, move_cost = a_swarm_rating()
    figures["selfo, swarm rating: µs"], figures["selfo, one-ply swarm move: ms"] = rating_cost, move_cost
    print(f"selfo, the slowest swarm rating of 91 cells: {rating_cost:.0f} µs, at most 1000 wanted", file=sys.stderr)
    print(f"selfo, a one-ply swarm move: {move_cost:.0f} ms, less than 60 wanted", file=sys.stderr)
    if "--json" in sys.argv:
        print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))


if __name__ == "__main__":
    main()
