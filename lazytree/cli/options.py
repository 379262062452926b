"""The options that commands take, and what their values may be."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from lazytree.naming.dealing import drawn_word

from .arena_options import add_tournament_arguments

SECONDS = 60
"""The most that `rate`, `perft` and `solve` take, unless `--seconds` says otherwise."""

DEEPEST = 10_000

PARAMETERS = "the game's own parameters; seed=random draws a seed"


def add_game_arguments(made: ArgumentParser) -> None:
    """The arguments that name a game and its parameters."""
    made.add_argument("game", metavar="GAME", help="see: lazytree games; or a file such as mygame.py")
    made.add_argument("parameters", metavar="parameter=value", nargs="*", default=[], type=drawn_word, help=PARAMETERS)


def add_program_options(made: ArgumentParser) -> None:
    """The options that say which programs play, and how long."""
    made.add_argument("game", metavar="GAME", help="see: lazytree games; or a file such as mygame.py")
    made.add_argument("words", metavar='parameter=value | "COMMAND"', nargs="*", default=[], help="a command a player")
    made.add_argument("--games", type=whole_number, default=1, help="how many, with sides changed: 1 if not given")
    add_clock_options(made, 1)
    add_limit_options(made)


def add_clock_options(made: ArgumentParser, movetime: int) -> None:
    """The options of a clock; `movetime` is the default, in seconds a move."""
    text = f"for each move: {movetime} if not given"
    made.add_argument("--movetime", type=float, default=float(movetime), metavar="SECONDS", help=text)
    made.add_argument("--clock-seconds", type=float, metavar="SECONDS", help="for a whole game, in place of --movetime")
    made.add_argument("--increment", type=float, default=0.0, metavar="SECONDS", help="that each move adds to it")


def add_tournament_options(made: ArgumentParser) -> None:
    """The options of a tournament."""
    add_game_arguments(made)
    add_clock_options(made, 1)
    add_limit_options(made, "of the openings, of chance and of bots that draw numbers: 1 if not given")
    add_tournament_arguments(made, whole_number)


def add_server_options(made: ArgumentParser) -> None:
    """The options of a server."""
    made.add_argument("--host", default="127.0.0.1", help="where it can be reached: 127.0.0.1, this machine alone")
    made.add_argument("--port", type=whole_number, default=60000, help="for all seats: 60000; 0: any that is free")
    made.add_argument("--ports", metavar="A,B", help="a port for each seat, as in 60000,60001")
    made.add_argument("--first", metavar="random", help="a coin says which seat plays first")
    made.add_argument("--games", type=whole_number, help="games after which the server ends: at Ctrl-C if not given")
    add_clock_options(made, 300)
    add_limit_options(made, "of the coin and of the chance moves: another one each time if not given", None)


def add_join_options(made: ArgumentParser) -> None:
    """The options of a program that joins a server."""
    made.add_argument("address", metavar="HOST:PORT", help="of the server")
    made.add_argument("game", metavar="GAME", nargs="?", help="the file of your own game, if it is one")
    made.add_argument("--as", dest="seat", default="human", metavar="BOT", help="who plays there: human if not given")


def add_table_options(made: ArgumentParser) -> None:
    """The options that say how a game is played at the table."""
    add_limit_options(made)
    made.add_argument("--evaluate", action="store_true", help="say after each move what a second of search thinks")
    made.add_argument("--resign", action="store_true", help="engines give up where they are lost for sure")


def add_address_options(made: ArgumentParser) -> None:
    """The options that say where the server is reached, and where it keeps games."""
    made.add_argument(
        "game", metavar="GAME", nargs="?", help="the first game; or a file such as mygame.py, to offer it"
    )
    made.add_argument("parameters", metavar="parameter=value", nargs="*", default=[], type=drawn_word, help=PARAMETERS)
    made.add_argument("--host", default="127.0.0.1", help="127.0.0.1, which is this machine only, if not given")
    made.add_argument("--port", type=whole_number, default=8000, help="8000 if not given; 0: any that is free")
    made.add_argument("--name", action="append", default=[], help="a name by which browsers may know this machine")
    made.add_argument("--data", metavar="FILE", help="where games are kept; :memory: keeps them while the server runs")
    made.add_argument("--searches", type=limit_of_searches, metavar="N", help="engines that think at once: one a core")


def limit_of_searches(text: str) -> int:
    """How many engines think at once, from text."""
    if not 1 <= (number := whole_number(text)) <= 64:
        raise ArgumentTypeError(f"it must be a whole number from 1 to 64, not {text}")
    return number


def add_limit_options(
    made: ArgumentParser, seed: str = "seed of the chance moves: 1 if not given", default: int | None = 1
) -> None:
    """The options that say what ends a game beside its rules, and what chance does."""
    made.add_argument("--seed", type=whole_number, default=default, help=seed)
    made.add_argument(
        "--repetitions", type=limit, default=3, metavar="N|none", help="occurrences of a position that make a draw: 3"
    )
    made.add_argument(
        "--plies", type=limit, default=0, metavar="N|none", help="plies after which the game is drawn: none"
    )


def limit(text: str) -> int:
    """A number from 2 up, from text; 0 for `none`."""
    if text.lower() == "none":
        return 0
    if (number := whole_number(text)) < 2:
        raise ArgumentTypeError(f"it must be a whole number from 2 up, or none, not {text}")
    return number


def whole_number(text: str) -> int:
    """An int, from text."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"it must be a whole number, not {text!r}") from None


def depth(text: str) -> int:
    """A number of plies, from text."""
    if not 1 <= (depth := whole_number(text)) <= DEEPEST:
        raise ArgumentTypeError(f"it must be a whole number from 1 to {DEEPEST}, not {text}")
    return depth


def seconds(text: str) -> float | None:
    """A number of seconds, from text; None for `none`."""
    try:
        seconds = None if text.lower() == "none" else float(text)
    except ValueError:
        seconds = 0.0
    if seconds is not None and not seconds > 0:
        raise ArgumentTypeError(f"it must be a number of seconds above 0, or none, not {text!r}")
    return seconds
