"""Andantino, side 10: what minimax, alpha-beta, its negamax form and scout see, and how long they take.

Depths 3 and 5, after 1, 3, 5 and 7 stones of a game of ours. All searches must find the same value, or this stops.
Minimax works each position out once, for equal positions share a subtree; the lines of play are in a column of their
own. The last search is the scout again, with a table and an ordering.

Source of the published seconds: a Maastricht course report on Andantino (2019), on its machine and after stones of
a game that it does not print in full: for scale only. What it calls PVS returns after its first child, so it is no
search of the whole tree.

`python examples/experiments/andantino.py`: 2 seconds of the processor; with --quick, one round in place of five, 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from time import process_time

from tables import Cell, print_table, quick
from toolz import compose

from lazytree import FIRST, Ordering, Stats, Table, Tree, alphabeta, foldtree, grow, minimax, prune, rate, scout
from lazytree.core.values import later, sooner
from lazytree.games import andantino
from lazytree.games.andantino_rules import Position

STONES = ("10 J", "9 J", "9 I", "10 K", "11 K", "8 I", "10 I")

PUBLISHED = {
    ("minimax", 3): (0.33, 0.79, 2.78, 5.59),
    ("minimax", 5): (10.3, 39.4, 183.0, 347.0),
    ("alphabeta", 5): (2.7, 6.4, 29.6, 44.5),
    ("scout", 5): (0.25, 0.19, 0.33, 0.31),
}
"""Seconds after 1, 3, 5 and 7 stones."""


game = andantino()


def negamax(tree: Tree[float, int], alpha: float = -inf, beta: float = inf, stats: Stats | None = None) -> float:
    """Alpha-beta with every value seen by the mover: one rule for both players, who must take turns."""
    spent = stats or Stats()
    spent.seen += 1
    if not tree.branches:
        return tree.label if tree.mover == FIRST else -tree.label
    best = -inf
    for _, sub in tree.branches:
        best = max(best, later(-negamax(sub, sooner(-beta), sooner(-max(alpha, best)), spent)))
        if best >= beta:
            break
    return best


def by_negamax(tree: Tree[float, int], stats: Stats) -> float:
    """The value of `negamax`, seen by FIRST."""
    value = negamax(tree, stats=stats)
    return value if tree.mover == FIRST else -value


def helped_scout(tree: Tree[float, int], stats: Stats) -> float:
    return scout(tree, stats=stats, table=Table(megabytes=16), order=Ordering())


Search = Callable[..., float]

SEARCHES: dict[str, Search] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "negamax": by_negamax,
    "scout": scout,
    "scout, table, ordering": helped_scout,
}

lines = foldtree(lambda label, parts: sum(parts) or 1)
"""How many lines of play a tree holds."""


def test_positions() -> dict[int, Position]:
    """Our positions, by their number of stones."""
    found, position = {}, game.start
    for stones, text in enumerate(STONES, 1):
        position = game.play(position, game.parse(position, text))
        found[stones] = position
    return {stones: found[stones] for stones in (1, 3, 5, 7)}


def measured(search: Search, position: Position, depth: int, rounds: int) -> tuple[float, int, float]:
    """What a search finds, how many positions it sees, and the ms of its fastest round, growth included."""
    times = []
    for _ in range(rounds):
        look = compose(rate(game, "longest_line"), prune(depth), grow(game))
        stats, began = Stats(), process_time()
        value = search(look(position), stats=stats)
        times.append(process_time() - began)
    return value, stats.seen, 1000 * min(times)


def rows(rounds: int) -> Iterator[list[Cell]]:
    """A row for each position, depth and search. Raises AssertionError where two searches disagree."""
    for depth, (column, (stones, position)) in product((3, 5), enumerate(test_positions().items())):
        plays, values = lines(compose(prune(depth), grow(game))(position)), set()
        for name, search in SEARCHES.items():
            value, seen, took = measured(search, position, depth, rounds)
            values.add(value)
            published = 1000 * PUBLISHED[name, depth][column] if (name, depth) in PUBLISHED else None
            yield [depth, stones, plays, name, int(value), seen, took, published]
        assert len(values) == 1, f"after {stones} stones, {depth} plies deep, the searches find {values}"


def main() -> None:
    heads = ["depth", "stones", "lines of play", "search", "value", "positions seen", "ms", "published ms"]
    print_table("The value of a position, and the cost of finding it", heads, rows(1 if quick(__doc__) else 5))
    print("\nThe searches agree on every value.")


if __name__ == "__main__":
    main()
