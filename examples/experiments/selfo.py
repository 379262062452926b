"""Selfo and its swarm: the engine against itself on the five published setups, then against other players.

The engine makes the move after which the swarm's rating is best: one ply. Every game starts with two random moves;
the third repetition of a position, or the 200th ply, is a draw. The players that look 2 and 3 plies ahead with the
same rating (alpha-beta) are met on a smaller board, hexhex of side 4 with pieces dropped at random, a new board for
each pair of games.

Source: C. Albarracín, thesis, Málaga 2010: setup 1, 20 games: Black won 9, White 0, 11 draws, 0.54 s a move, 22.8 s a
game; setup 2, 15 games: 1, 1, 13, 0.49 s a move, 47 s a game. It prints nothing for setups 3 to 5.

`python examples/experiments/selfo.py`: 80 seconds of the processor; with --quick, games of 10 plies, 2 seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest
from statistics import fmean

from matches import Outcome, Watch, both_ways, openings, series, tally, watched
from tables import UNPUBLISHED, Cell, print_table, quick

from lazytree import Game, bots, play_game, think
from lazytree.games import selfo
from lazytree.games.selfo_rules import Move, Position, self_organization
from lazytree.searching.choosing import Bot

Selfo = Game[Position, Move]

PUBLISHED = {1: ("9/11/0", 540, 22.8), 2: ("1/13/1", 490, 47.0)}
"""Games won by Black, drawn, won by White; milliseconds a move; seconds a game."""

GAMES = {1: 20, 2: 15, 3: 15, 4: 15, 5: 15}
MOST = 200  # plies


def against_itself(setup: int, games: int, most: int) -> tuple[list[Cell], Outcome[Position]]:
    """The row of a setup, and how its last game ended."""
    game, watch = selfo(setup=setup, swap=False), Watch()
    engine = watched(think(game, 1, "swarm"), watch)
    outcomes = series(game, [engine, engine], openings(game, games, plies=2, seed=setup), most)
    black, draws, white = tally(outcome.result for outcome in outcomes)
    groups = [game.standings["groups"](outcome.end) for outcome in outcomes]
    results, a_move, a_game = PUBLISHED.get(setup, (UNPUBLISHED,) * 3)
    left = "/".join(f"{-fmean(side):.1f}" for side in zip(*groups))
    won = f"{black}/{draws}/{white}"
    plies = fmean(outcome.plies for outcome in outcomes)
    took = watch.seconds / games
    row: list[Cell] = [setup, games, won, results, 1000 * watch.a_move, a_move, plies, took, a_game, left]
    return row, outcomes[-1]


def print_setups(small: bool) -> None:
    """The engine against itself, and the last position of the last game on each setup."""
    runs = [against_itself(setup, 1 if small else games, 10 if small else MOST) for setup, games in GAMES.items()]
    print_table(
        "The swarm against itself: Black won/drawn/White won, and the number of groups at the end",
        ["setup", "games", "won", "published", "ms a move", "published", "plies", "s a game", "published", "groups"],
        [row for row, _ in runs],
    )
    boards = [selfo(setup=setup).show(outcome.end).splitlines()[:-1] for setup, (_, outcome) in zip(GAMES, runs)]
    for some in (boards[:3], boards[3:]):
        print("\nThe last positions on setups", ", ".join(str(1 + boards.index(board)) for board in some), end="\n\n")
        for lines in zip_longest(*some, fillvalue=""):
            print("    " + "   ".join(line.ljust(28) for line in lines).rstrip())


def opponents(small: bool) -> Iterator[tuple[str, Selfo, list[Position], str, Bot[Position, Move]]]:
    """Where the swarm plays, and against whom: board, game, starts, name and bot."""
    large = selfo(setup=1, swap=False)
    starts = openings(large, 1 if small else 10, plies=2, seed=1)
    yield "setup 1", large, starts, "random", bots.at_random(large, seed=1)
    yield "setup 1", large, starts, "greedy: fewest groups, 1 ply", think(large, 1, "groups")
    boards = [selfo(setup="irregular", side=4, seed=seed, swap=False) for seed in range(1, 2 if small else 11)]
    game, starts = boards[0], [board.start for board in boards]
    yield "side 4", game, starts, "random", bots.at_random(game, seed=1)
    yield "side 4", game, starts, "greedy: fewest groups, 1 ply", think(game, 1, "groups")
    for plies in (2,) if small else (2, 3):
        yield "side 4", game, starts, f"swarm in alpha-beta, {plies} plies", think(game, plies, "swarm")


def matches(small: bool) -> Iterator[list[Cell]]:
    """A row for each opponent."""
    for board, game, starts, name, bot in opponents(small):
        ours, theirs = Watch(), Watch()
        swarm, other = watched(think(game, 1, "swarm"), ours), watched(bot, theirs)
        won = both_ways(game, swarm, other, starts, 10 if small else MOST)
        yield [board, name, 2 * len(starts), "/".join(map(str, won)), 1000 * ours.a_move, 1000 * theirs.a_move]


def print_self_organization(small: bool) -> None:
    """One number a side, in steps of ten turns: how many turns ago its pieces moved, on the mean."""
    game = selfo(setup=2, swap=False)
    (start,) = openings(game, 1, plies=2, seed=1)
    engine = think(game, 1, "swarm")
    record = islice(play_game(game, [engine, engine], start), 21 if small else 101)
    measures = enumerate(self_organization(game, record))
    rows = [[turn, *measure] for turn, measure in measures if turn % 10 == 0]
    print_table("Self-organization on setup 2: turns since a piece last moved, mean", ["turn", *game.players], rows)


def main() -> None:
    small = quick(__doc__)
    print_setups(small)
    heads = ["board", "against", "games", "won/drawn/lost", "ms a move", "its ms a move"]
    print_table("The swarm, 1 ply, against others", heads, matches(small))
    print_self_organization(small)


if __name__ == "__main__":
    main()
