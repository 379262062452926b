"""The options of the commands that let bots play many games."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable

LONGEST = 1_000  # plies of a game, if nothing else is said


def takes_tournament(made: ArgumentParser, whole_number: Callable[[str], int]) -> None:
    """The options of `tournament`, beside those of the game, the clock and the limits."""
    add: Callable[..., object] = made.add_argument
    add("--bots", nargs="+", required=True, metavar="BOT", help="think:depth=4, my_bots.py:greedy, or a UGI command")
    add("--also", nargs="+", default=[], metavar='"GAME ..."', help="further games, each with its parameters")
    add("--pairs", type=whole_number, metavar="N", help="openings, each played once in each seat: 10, or all listed")
    add("--openings", type=whole_number, default=4, metavar="PLIES", help="random moves of an opening: 4; 0: the start")
    add("--openings-file", metavar="FILE", help="openings, one a line, moves with ; between them")
    add("--balanced", type=whole_number, metavar="DEPTH", help="keep random openings that a search calls about even")
    add("--gauntlet", action="store_true", help="the first bot against all others")
    add("--permutations", action="store_true", help="of more than two players: all orders of seats")
    add("--processes", type=whole_number, default=1, metavar="N", help="that play at the same time: 1 if not given")
    add("--scheduler", metavar="ADDRESS", help="play on the workers of this Dask scheduler")
    add("--store", metavar="FILE", help="keep each finished game there; the same command goes on")
    add("--judged", type=whole_number, metavar="PLIES", help="after so many plies the exact value decides")
    for name, what in (("csv", "the games"), ("html", "a report, with games to replay"), ("plot", "a picture of Elo")):
        add(f"--{name}", metavar="FILE", help=f"write {what} to a file")
    made.set_defaults(plies=LONGEST)
