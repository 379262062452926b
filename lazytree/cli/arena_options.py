"""The options of the commands that let bots play many games."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable

LONGEST = 1_000  # plies of a game by default


def add_tournament_arguments(made: ArgumentParser, whole_number: Callable[[str], int]) -> None:
    """The options of `tournament`, beside those of the game, the clock and the limits."""
    add: Callable[..., object] = made.add_argument
    add(
        "--bots",
        nargs="+",
        required=True,
        metavar="BOT",
        help="think:depth=4, my_bots.py:greedy, port:60000, a command",
    )
    add("--also", nargs="+", default=[], metavar='"GAME ..."', help="further games, each with its parameters")
    add("--pairs", type=whole_number, metavar="N", help="openings, each played once in each seat: 10, or all listed")
    add("--openings", type=whole_number, default=4, metavar="PLIES", help="random moves of an opening: 4; 0: the start")
    add("--openings-file", metavar="FILE", help="openings, one a line, moves with ; between them")
    add("--balanced", type=whole_number, metavar="DEPTH", help="keep random openings that a search calls about even")
    add("--gauntlet", action="store_true", help="the first bot against all others")
    add("--permutations", action="store_true", help="of more than two players: all orders of seats")
    add("--processes", type=whole_number, default=1, metavar="N", help="that play at the same time: 1 if not given")
    add("--scheduler", metavar="ADDRESS", help="play on the workers of this Dask scheduler")
    add("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop when a sequential test of two bots decides")
    add("--store", metavar="FILE", help="keep each finished game there; the same command goes on")
    add("--judged", type=whole_number, metavar="PLIES", help="after this number of plies the exact value decides")
    for name, what in (("csv", "the games"), ("html", "a report, with games to replay"), ("plot", "a picture of Elo")):
        add(f"--{name}", metavar="FILE", help=f"write {what} to a file")
    made.set_defaults(plies=LONGEST)


def add_survey_arguments(
    made: ArgumentParser, whole_number: Callable[[str], int], seconds: Callable[[str], object]
) -> None:
    """The options of `survey`, beside those of the game."""
    add: Callable[..., object] = made.add_argument
    add("--rounds", type=whole_number, default=20, metavar="N", help="rounds of games: 20 if not given")
    add("--seconds", type=seconds, default=60, metavar="N|none", help="the most that it may take: 60")
    add("--levels", default="0,4,16,64,256", metavar="N,N", help="simulations of players of rising strength")
    add("--seed", type=whole_number, default=1, help="seed of all games: 1 if not given")
    add("--lane", choices=("python", "machine"), help="who plays: machine code if not given, if it can")
    add("--html", metavar="FILE", help="write a page with plots to a file")


def add_tuning_arguments(made: ArgumentParser, whole_number: Callable[[str], int]) -> None:
    """The options of `tune`, beside those of the game."""
    add: Callable[..., object] = made.add_argument
    add("--rating", metavar='"A,B,C"', help="ratings whose weights are tuned: all if not given")
    add("--numbers", metavar='"A,B"', help="parameters of the bot that are tuned, in place of weights")
    add("--start", metavar="X,Y,Z", help="the numbers to begin with: 1 each if not given")
    add("--bot", metavar="BOT", default="alphabeta:depth=2", help="the bot that plays: alphabeta:depth=2")
    ways = "play: guesses play each other (SPSA); fit: weights are fitted to results (Texel's method)"
    add("--method", choices=("play", "fit"), default="play", help=ways)
    for name, usual, what in (
        ("steps", 60, "how often the numbers are moved"),
        ("pairs", 4, "pairs of games at each step"),
        ("held-out", 100, "pairs of games that confirm what is found"),
        ("opening", 4, "random plies of openings"),
        ("seed", 1, "seed of openings, guesses and chance"),
        ("processes", 1, "how many play at the same time"),
    ):
        add(f"--{name}", type=whole_number, default=usual, metavar="N", help=f"{what}: {usual}")
    add("--scheduler", metavar="ADDRESS", help="play on the workers of this Dask scheduler")
    add("--store", metavar="FILE|none", help="where the work so far is kept: tune-….json")
