"""Andantino, side 10: what minimax, alpha-beta, its negamax form and scout see, and how long they take.

The experiments of a course report: depths 3 and 5, after 1, 3, 5 and 7 stones of a game of ours; then deepening
(`andantino_deepening.py`), odd depths only, 3 seconds of the processor a depth, at most 20 plies. Positions are rated
as in the report. All searches must find the same value, or this stops. Minimax works each position out once, for equal
positions share a subtree; the lines of play are in a column of their own. The last search is the scout again, with a
table and an ordering.

Source: T. Stanczyk's report for a course at Maastricht (2019), with its program (tstanczyk95/Andantino on GitHub). Its
seconds are those of its machine, after stones of a game that it does not print in full: for scale only. What it calls
PVS returns after its first child, so it is no search of the whole tree: see the table about that.

`python examples/experiments/andantino.py`: 2 minutes of the processor; with --quick, 3 seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import inf
from time import process_time
from typing import Any

from andantino_deepening import print_deepening
from andantino_published import SECONDS
from tables import UNPUBLISHED, Cell, asked, print_table
from toolz import compose

from lazytree import (
    FIRST,
    Ordering,
    Stats,
    Table,
    Tree,
    alphabeta,
    foldtree,
    grow,
    minimax,
    prune,
    rate,
    scout,
)
from lazytree.core.values import later, sooner
from lazytree.games import andantino
from lazytree.games.andantino_rules import LastStonePosition
from lazytree.show.plots import plot_lines

STONES = ("10 J", "9 J", "9 I", "10 K", "11 K", "8 I", "10 I")
AFTER = (1, 3, 5, 7)  # stones
RATING = "last_stone"

game = andantino(last_stone=True)


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


def first_children(tree: Tree[float, int], stats: Stats) -> float:
    """What a search finds that returns after its first child: of each move, the end of the line of first children.

    Below each move the child that is rated best for its mover comes first, as in the report. No other is searched.
    """
    ends = [end_of_first_children(sub, stats) for _, sub in tree.branches]
    return max(ends) if tree.mover == FIRST else min(ends)


def end_of_first_children(tree: Tree[float, int], stats: Stats) -> float:
    while tree.branches:
        stats.seen += len(tree.branches)
        pick = max if tree.mover == FIRST else min
        tree = pick((sub for _, sub in tree.branches), key=lambda sub: sub.label)
    return tree.label


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


def test_positions() -> dict[int, LastStonePosition]:
    """Our positions, by their number of stones."""
    found, position = {}, game.start
    for stones, text in enumerate(STONES, 1):
        position = game.play(position, game.parse(position, text))
        found[stones] = position
    return {stones: found[stones] for stones in AFTER}


def look(depth: int) -> Callable[[LastStonePosition], Tree[float, int]]:
    """The pipeline for a depth, with nothing grown yet."""
    return compose(rate(game, RATING), prune(depth), grow(game))


def measured(search: Search, position: LastStonePosition, depth: int, rounds: int) -> tuple[float, int, float]:
    """What a search finds, how many positions it sees, and the ms of its fastest round, growth included."""
    times = []
    for _ in range(rounds):
        tree, stats = look(depth)(position), Stats()
        began = process_time()
        value = search(tree, stats=stats)
        times.append(process_time() - began)
    return value, stats.seen, 1000 * min(times)


def rows(rounds: int) -> Iterator[list[Cell]]:
    """A row for each position, depth and search. Raises AssertionError where two searches disagree."""
    for depth, (column, (stones, position)) in product((3, 5), enumerate(test_positions().items())):
        plays, values = lines(look(depth)(position)), set()
        for name, search in SEARCHES.items():
            value, seen, took = measured(search, position, depth, rounds)
            values.add(value)
            published = 1000 * SECONDS[name, depth][column] if (name, depth) in SECONDS else UNPUBLISHED
            yield [depth, stones, plays, name, int(value), seen, took, published]
        assert len(values) == 1, f"after {stones} stones, {depth} plies deep, the searches find {values}"


def rows_of_first_children(deepest: int) -> Iterator[list[Cell]]:
    """A row for each position and depth: what is missed by a search that returns after its first child."""
    for depth, (column, (stones, position)) in product(range(3, deepest + 1, 2), enumerate(test_positions().items())):
        value, seen, _ = measured(scout, position, depth, 1)
        its_value, its_seen, _ = measured(first_children, position, depth, 1)
        published = [1000 * SECONDS[name, depth][column] for name in ("alphabeta", "scout")]
        yield [depth, stones, int(value), int(its_value), seen, its_seen, *published]


def seen_by_depth(printed: Iterable[Sequence[Any]]) -> dict[str, list[tuple[int, int]]]:
    """How many positions each search sees in all test positions, by depth, from the rows of the first table."""
    seen: Counter[tuple[str, int]] = Counter()
    for depth, _, _, name, _, count, *_ in printed:
        seen[name, depth] += count
    return {name: [(depth, seen[name, depth]) for depth in (3, 5)] for name in SEARCHES}


def main() -> None:
    run = asked(__doc__)
    small = run.quick
    heads = ["depth", "stones", "lines of play", "search", "value", "positions seen", "ms", "published ms"]
    printed = print_table("The value of a position, and the cost of finding it", heads, rows(1 if small else 5))
    print("\nThe searches agree on every value.")
    heads = ["depth", "stones", "value", "its value", "positions scout sees", "it sees"]
    print_table(
        "A search that returns after its first child, as the published PVS does",
        [*heads, "published alpha-beta, ms", "published PVS, ms"],
        rows_of_first_children(3 if small else 5),
    )
    print_deepening(game, RATING, test_positions(), 0.03 if small else 3)
    run.plot(lambda: plot_lines(seen_by_depth(printed), "depth", "positions seen, of all positions", log=True))


if __name__ == "__main__":
    main()
