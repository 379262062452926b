"""Konane 8×8: the players of the classroom's exercises against each other, 20 games each way.

Random, two-ply breadth first, best first (the A* of game trees), minimax and alpha-beta; each reports the static
evaluations that it made, the branching factor that it saw, its cutoffs and its time. A game starts with the two
removals and two random jumps; the same 20 openings for every pair.

Source: the Pyro course page on Konane (after D. Kumar), which sets the exercise and prints no results.

`python examples/experiments/konane.py`: 4 minutes of the processor; with --quick, on 5×6 with one opening, 1 second.
"""

from __future__ import annotations

from itertools import islice, permutations
from typing import NamedTuple

from matches import Watch, openings, series, tally, watched
from tables import Cell, asked, print_table
from toolz import compose

from lazytree import Game, Stats, bots, deepen_tree, grow, prune, rate, searches
from lazytree.games import konane
from lazytree.games.konane_rules import Move, Position
from lazytree.searching.choosing import Bot
from lazytree.show.plots import Plot, plot_branching

RATING = "mobility"
PLIES_BEFORE = 4  # two removals and two jumps


class Player(NamedTuple):
    """A bot and what it cost."""

    bot: Bot[Position, Move]
    stats: Stats
    watch: Watch


def players(game: Game[Position, Move]) -> dict[str, Player]:
    """The players by their names, each with a `Stats` and a watch of its own."""
    stats = [Stats() for _ in range(5)]
    playing = {
        "random": bots.at_random(game, 1, stats[0]),
        "breadth first, 2 plies": bots.breadth_first(game, 2, RATING, stats[1]),
        "best first, 50 expansions": bots.best_first(game, 50, RATING, stats[2]),
        "minimax, 3 plies": bots.minimax(game, 3, RATING, stats[3]),
        "alpha-beta, 3 plies": bots.alphabeta(game, 3, RATING, stats[4]),
    }
    watches = [Watch() for _ in playing]
    return {
        name: Player(watched(bot, watch), stats, watch)
        for (name, bot), stats, watch in zip(playing.items(), stats, watches)
    }


def cost(player: Player) -> list[Cell]:
    """Static evaluations, cutoffs and milliseconds a move, and between them the branching factor."""
    spent, watch = player.stats, player.watch
    return [spent.rated / watch.moves, spent.branching, spent.cutoffs / watch.moves, 1000 * watch.a_move]


def branching(game: Game[Position, Move], position: Position, depth: int) -> Plot:
    """The plot of the effective branching of minimax and alpha-beta from a position, by depth."""
    look = lambda plies: compose(rate(game, RATING), prune(plies), grow(game))  # noqa: E731
    names = {"minimax": searches.minimax, "alpha-beta": searches.alphabeta}
    return plot_branching({name: islice(deepen_tree(look, position, search), depth) for name, search in names.items()})


def main() -> None:
    run = asked(__doc__)
    small = run.quick
    game = konane(rows=5, columns=6) if small else konane()
    starts = openings(game, 1 if small else 20, PLIES_BEFORE, seed=1)
    field = players(game)
    results = {
        (dark, light): series(game, [field[dark].bot, field[light].bot], starts)
        for dark, light in permutations(field, 2)
    }
    wins = {pair: tally(outcome.result for outcome in outcomes).wins for pair, outcomes in results.items()}
    print_table(
        f"Games out of {len(starts)} that dark (the row) won against light (the column)",
        ["dark", *(name.split(",")[0] for name in field)],
        [[dark, *(wins.get((dark, light)) for light in field)] for dark in field],
    )

    def won(name: str) -> int:
        as_dark = sum(wins[name, other] for other in field if other != name)
        return as_dark + sum(len(starts) - wins[other, name] for other in field if other != name)

    print_table(
        "Games won by each player, and the cost of a move",
        ["player", f"won of {2 * len(starts) * (len(field) - 1)}", "static evaluations", "branching", "cutoffs", "ms"],
        [[name, won(name), *cost(player)] for name, player in field.items()],
    )
    run.plot(lambda: branching(game, starts[0], 3 if small else 5))


if __name__ == "__main__":
    main()
