"""How many positions searches see, on fixed positions at fixed depths: exact counts, the same on every machine.

    python benchmarks/efficiency.py

prints the table of docs/searches.md. Alphabeta in the game's own order looks at each depth once, from nothing; the
others deepen from depth 1, and all that they see on the way is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from options import options
from toolz import compose

from lazytree import Game, Stats, alphabeta, deepen_tree, grow, prune, rate, searches
from lazytree.games import andantino, connect_four, dvonn, konane


class Case(NamedTuple):
    """Positions of a game after a number of plies of random play, to be searched to a depth."""

    game: Game[Any, Any]
    rating: str
    plies: int
    depth: int
    positions: int = 3


CASES = (
    Case(konane(), "mobility", plies=24, depth=7, positions=1),
    Case(andantino(), "weighed", plies=8, depth=7, positions=1),
    Case(dvonn(placement="random"), "heights", plies=20, depth=5, positions=1),
    Case(connect_four(), "column_weights", plies=12, depth=7),
)

SEARCHES: dict[str, searches.Search] = {
    "alphabeta, ordered": searches.alphabeta,
    "scout, ordered": searches.scout,
    "mtdf, ordered": searches.mtdf,
}


class Row(NamedTuple):
    """Positions seen in all positions of a case."""

    case: Case
    plain: int  # by alphabeta in the game's own order
    ordered: dict[str, int]  # by each of SEARCHES, with a table and an ordering


def positions(case: Case, seed: int = 1) -> Iterator[Any]:
    """The positions of a case, the same every time; none is over."""
    random, found = Random(seed), 0
    while found < case.positions:
        position = case.game.start
        for _ in range(case.plies):
            moves = list(case.game.moves(position))
            if not moves:
                break
            position = case.game.play(position, random.choice(moves))
        if any(True for _ in case.game.moves(position)):
            found += 1
            yield position


def measured(case: Case) -> Row:
    """The counts of a case. Raises AssertionError if two searches disagree about a value."""
    plain, ordered = 0, dict.fromkeys(SEARCHES, 0)
    for position in positions(case):
        look = look_of(case)
        stats = Stats()
        value = alphabeta(look(case.depth)(position), stats=stats)
        plain += stats.nodes
        for name, search in SEARCHES.items():
            answer = next(answer for answer in deepen_tree(look, position, search) if answer.depth == case.depth)
            assert answer.value == value, f"{name} says {answer.value}, alphabeta {value}, at {position!r}"
            ordered[name] += answer.nodes
    return Row(case, plain, ordered)


def look_of(case: Case) -> Callable[[int], Callable[[Any], Any]]:
    """The pipeline for each depth, all on one growing tree."""
    growing = grow(case.game)
    return lambda depth: compose(rate(case.game, case.game.ratings[case.rating]), prune(depth), growing)


def table(rows: list[Row]) -> Iterator[str]:
    """The rows as a table in Markdown."""
    yield f"| game | rating | plies played | depth | alphabeta | {' | '.join(SEARCHES)} | alphabeta / scout |"
    yield "|---|---|" + "---:|" * (len(SEARCHES) + 4)
    for case, plain, ordered in rows:
        counts = " | ".join(f"{seen:,}" for seen in ordered.values())
        ratio = plain / ordered["scout, ordered"]
        words = f"| {case.game.name} | {case.rating} | {case.plies} | {case.depth}"
        yield f"{words} | {plain:,} | {counts} | {ratio:.1f} |"


if __name__ == "__main__":
    options(__doc__)
    for line in table([measured(case) for case in CASES]):
        print(line)
