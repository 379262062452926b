"""Konane 8×8: the players of the classroom's exercises against each other, 20 games each way.

Random, two-ply breadth first, best first (the A* of game trees), minimax and alpha-beta; each reports the static
evaluations that it made, the branching factor that it saw, its cutoffs and its time. A game starts with the two
removals and two random jumps; the same 20 openings for every pair.

Source: the Pyro course page on Konane (after D. Kumar), which sets the exercise and prints no results.

`python examples/experiments/konane.py`: 5 minutes of the processor; with --quick, on 5×6 with one opening, 1 second.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from tables import Cell, asked, print_table
from toolz import compose

from lazytree import Game, deepen_tree, grow, prune, rate, searches
from lazytree.arena import tournament
from lazytree.arena.tournaments.openings import opening_record
from lazytree.arena.tournaments.results import OfPlayer, of_players
from lazytree.games import konane
from lazytree.games.konane_rules import Move, Position
from lazytree.show.plots import Plot, plot_branching

RATING = "mobility"
PLIES_BEFORE = 4  # two removals and two jumps

PLAYERS: Mapping[str, str] = {
    "random": "at_random",
    "breadth first, 2 plies": f"breadth_first:plies=2,rating={RATING}",
    "best first, 50 expansions": f"best_first:expansions=50,rating={RATING}",
    "minimax, 3 plies": f"minimax:depth=3,rating={RATING}",
    "alpha-beta, 3 plies": f"alphabeta:depth=3,rating={RATING}",
}


def cost(player: OfPlayer) -> list[Cell]:
    """Static evaluations, branching, cutoffs and milliseconds, for a move."""
    return [player.rated, player.branching, player.cutoffs, 1000 * player.work]


def branching(game: Game[Position, Move], position: Position, depth: int) -> Plot:
    """The plot of the effective branching of minimax and alpha-beta from a position, by depth."""
    look = lambda plies: compose(rate(game, RATING), prune(plies), grow(game))  # noqa: E731
    names = {"minimax": searches.minimax, "alpha-beta": searches.alphabeta}
    return plot_branching({name: islice(deepen_tree(look, position, search), depth) for name, search in names.items()})


def main() -> None:
    run = asked(__doc__)
    small = run.quick
    game = konane(rows=5, columns=6) if small else konane()
    found = tournament(game, PLAYERS, 1 if small else 20, openings=PLIES_BEFORE)
    starts = dict.fromkeys(played.opening for played in found.games)
    wins = dict.fromkeys((played.players for played in found.games), 0)
    for played in found.games:
        wins[played.players] += played.payoffs[0] > 0
    print_table(
        f"Games out of {len(starts)} that dark (the row) won against light (the column)",
        ["dark", *(name.split(",")[0] for name in PLAYERS)],
        [[dark, *(wins.get((dark, light)) for light in PLAYERS)] for dark in PLAYERS],
    )
    games = 2 * len(starts) * (len(PLAYERS) - 1)
    print_table(
        "Games won by each player, and the cost of a move",
        ["player", f"won of {games}", "static evaluations", "branching", "cutoffs", "ms"],
        [[player.name, player.wins, *cost(player)] for player in of_players(found.games, PLAYERS)],
    )
    run.plot(lambda: branching(game, opening_record(game, next(iter(starts))).position, 3 if small else 5))


if __name__ == "__main__":
    main()
