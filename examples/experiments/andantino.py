"""Andantino, side 10: what minimax, alpha-beta, its negamax form and scout see, and how long they take.

The experiments of a course report: depths 3 and 5, after 1, 3, 5 and 7 stones of a game of ours; then deepening
(`andantino_deepening.py`), odd depths only, 3 seconds of the processor in all, at most 20 plies. Positions are rated
as in the report. All searches must find the same value, or this stops. "Sorted" is as in the report's program: the
children of each node by their own rating, the best for its mover first. Minimax works each position out once, for equal
positions share a subtree; a table of its own compares it with alpha-beta like for like, visit by visit. The last search
is the scout again, with a table and an ordering.

Source: T. Stanczyk's report for a course at Maastricht (2019, tables 1 to 4), with its program
(tstanczyk95/Andantino on GitHub, code/game.py). Its seconds are those of its machine, after stones of a game that it
does not print in full: for scale only. What it calls PVS returns after its first child, so it is no search of the whole
tree: see the table about that.

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
    highfirst,
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

Search = Callable[..., float]


def negamax(tree: Tree[float, int], alpha: float = -inf, beta: float = inf, stats: Stats | None = None) -> float:
    """Alpha-beta with every value seen by the mover: one rule for both players, who must take turns."""
    spent = stats or Stats()
    spent.nodes += 1
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


def sorted_first(search: Search) -> Search:
    """The search of the same tree with sorted children, the best rated for its mover first, as in the report."""
    return lambda tree, stats: search(highfirst()(tree), stats=stats)


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
        stats.nodes += len(tree.branches)
        pick = max if tree.mover == FIRST else min
        tree = pick((sub for _, sub in tree.branches), key=lambda sub: sub.label)
    return tree.label


SEARCHES: dict[str, Search] = {
    "minimax": minimax,
    "alpha-beta": alphabeta,
    "alpha-beta, sorted": sorted_first(alphabeta),
    "negamax, sorted": sorted_first(by_negamax),
    "scout, sorted": sorted_first(scout),
    "scout, table, ordering": helped_scout,
}

lines = foldtree(lambda label, parts: sum(parts) or 1)
"""How many lines of play a tree holds."""

nodes = foldtree(lambda label, parts: 1 + sum(parts))
"""How many nodes a tree has, an equal position again on each line: what a minimax visits that shares nothing."""


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
    return value, stats.nodes, 1000 * min(times)


def rows(rounds: int) -> Iterator[list[Cell]]:
    """A row for each position, depth and search. Raises AssertionError where two searches disagree."""
    for depth, (column, (stones, position)) in product((3, 5), enumerate(test_positions().items())):
        plays, values = lines(look(depth)(position)), set()
        for name, search in SEARCHES.items():
            value, seen, took = measured(search, position, depth, rounds)
            values.add(value)
            yield [depth, stones, plays, name, int(value), seen, took, published_ms(name, depth, column)]
        assert len(values) == 1, f"after {stones} stones, {depth} plies deep, the searches find {values}"


def published_ms(name: str, depth: int, column: int) -> Cell:
    """The published time of a search; None for alpha-beta that does not sort, for the published one does."""
    if (name, depth) in SECONDS:
        return 1000 * SECONDS[name, depth][column]
    return None if name == "alpha-beta" else UNPUBLISHED


def rows_of_savings(deepest: int) -> Iterator[list[Cell]]:
    """A row for each position and depth: what alpha-beta saves of the visits of a minimax that shares nothing."""
    for depth, (column, (stones, position)) in product(range(3, deepest + 1, 2), enumerate(test_positions().items())):
        tree = look(depth)(position)
        visits, seen = nodes(tree), []
        for name in ("alpha-beta", "alpha-beta, sorted"):
            stats = Stats()
            SEARCHES[name](tree, stats=stats)
            seen.append(stats.nodes)
        published = SECONDS["minimax", depth][column] / SECONDS["alpha-beta, sorted", depth][column]
        yield [depth, stones, visits, *seen, *(visits / each for each in seen), published]


def rows_of_first_children(deepest: int) -> Iterator[list[Cell]]:
    """A row for each position and depth: what is missed by a search that returns after its first child."""
    for depth, (column, (stones, position)) in product(range(3, deepest + 1, 2), enumerate(test_positions().items())):
        value, seen, _ = measured(SEARCHES["scout, sorted"], position, depth, 1)
        its_value, its_seen, _ = measured(first_children, position, depth, 1)
        published = [1000 * SECONDS[name, depth][column] for name in ("alpha-beta, sorted", "scout, sorted")]
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
    heads = ["depth", "stones", "visits of minimax", "of alpha-beta", "sorted", "saved", "saved, sorted"]
    print_table(
        "What alpha-beta saves, visits against visits, as factors; published: seconds against seconds",
        [*heads, "published, sorted"],
        rows_of_savings(3 if small else 5),
    )
    heads = ["depth", "stones", "value", "its value", "positions sorted scout sees", "it sees"]
    print_table(
        "A search that returns after its first child, as the published PVS does",
        [*heads, "published alpha-beta, ms", "published PVS, ms"],
        rows_of_first_children(3 if small else 5),
    )
    print_deepening(game, RATING, test_positions(), 0.03 if small else 3)
    run.plot(lambda: plot_lines(seen_by_depth(printed), "depth", "positions seen, of all positions", log=True))


if __name__ == "__main__":
    main()
