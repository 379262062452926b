"""DVONN: the engine at 1 to 4 plies against random play and against itself, and the mean length of random games.

The engine deepens ply by ply with a scout, and rates a position as the source does: cells owned and heights. Games
start from deals of all 49 pieces; each deal is played twice, with the seats exchanged. Four plies play half of them.

Source: K. Burm, *DVONN* (2001), and Hoyte's description. Published: 100,000 games of players that pick a stack that
can move, then its target, took 33.155 moves on the mean, passes not counted. 10,000 games of `stack_first` must agree
within three standard errors, or this stops.

`python examples/experiments/dvonn.py`: 3 minutes of the processor; with --quick, one deal, at most 2 plies and 300
random games, 1 second.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import sqrt
from random import Random
from statistics import fmean, stdev

from matches import Tally, Watch, both_ways, watched
from tables import Cell, asked, print_table
from toolz import compose

from lazytree import Table, bots, deepen_tree, grow, is_over, prune, rate
from lazytree.games import dvonn
from lazytree.games.dvonn_rules import Move, Position, dealt, stack_first
from lazytree.searching.choosing import Bot
from lazytree.show.plots import plot_lines

PUBLISHED_LENGTH = 33.155
RANDOM = 0  # plies that the random player looks ahead

game = dvonn(placement="random")
rating = "pegs_and_heights"


def engine(depth: int) -> Bot[Position, Move]:
    """The bot that looks at most `depth` plies ahead."""

    def bot(position: Position) -> Move:
        grown = grow(game)
        look = lambda plies: compose(rate(game, rating), prune(plies), grown)  # noqa: E731
        answers = deepen_tree(look, position, table=Table(megabytes=16))
        *_, answer = islice(answers, depth)
        return answer.best

    return bot


def player(plies: int) -> Bot[Position, Move]:
    return bots.at_random(game, seed=1) if plies == RANDOM else engine(plies)


def name_of(plies: int) -> str:
    return "random" if plies == RANDOM else "1 ply" if plies == 1 else f"{plies} plies"


def length(seed: int) -> int:
    """How many moves a game of `stack_first` against itself takes, passes not counted."""
    position, choose, moves = dealt(seed), stack_first(Random(seed)), 0
    while not is_over(game, position):
        move = choose(position)
        moves += move.source >= 0
        position = game.play(position, move)
    return moves


def lengths(games: int) -> tuple[float, float]:
    """The mean length of that many games, and its standard error."""
    found = [length(seed) for seed in range(games)]
    return fmean(found), stdev(found) / sqrt(games)


def matches(depths: range, deals: int) -> tuple[dict[tuple[int, int], Tally], dict[int, Watch]]:
    """The results of each pair, seen by the player with more plies, and the time that each player took."""
    watches = {plies: Watch() for plies in depths}
    players = {plies: watched(player(plies), watch) for plies, watch in watches.items()}
    results = {}
    for fewer, more in combinations(depths, 2):
        starts = [dealt(seed) for seed in range(deals if more < 4 else (deals + 1) // 2)]
        results[more, fewer] = both_ways(game, players[more], players[fewer], starts)
    return results, watches


def rows(depths: range, deals: int) -> Iterator[list[Cell]]:
    results, watches = matches(depths, deals)
    for more in depths[1:]:
        scores = [results.get((more, fewer)) for fewer in depths[:-1]]
        texts = ["/".join(map(str, score)) if score else None for score in scores]
        yield [name_of(more), *texts, 1000 * watches[more].a_move]


def main() -> None:
    run = asked(__doc__)
    small = run.quick
    depths, deals, games = (range(3), 1, 300) if small else (range(5), 8, 10_000)
    heads = ["engine", *map(name_of, depths[:-1]), "ms a move"]
    printed = print_table("Games won/drawn/lost by the engine (the row)", heads, rows(depths, deals))
    mean, error = lengths(games)
    off = abs(mean - PUBLISHED_LENGTH) / error
    print_table(
        "Moves in a random game (stack_first)",
        ["games", "mean", "standard error", "published", "off by, standard errors"],
        [[games, f"{mean:.3f}", f"{error:.3f}", str(PUBLISHED_LENGTH), off]],
    )
    took = [(plies, float(row[-1] or 0)) for plies, row in zip(depths[1:], printed)]
    run.plot(lambda: plot_lines({"engine": took}, "plies", "ms a move", log=True))
    assert off < 3, f"a mean of {mean} is {off:.2f} standard errors off the published one"


if __name__ == "__main__":
    main()
