"""The commands: where the function of each is, what it does, which arguments and options it takes."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any, NamedTuple

from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.naming.dealing import drawn_word

SECONDS = 60  # the most that `rate`, `perft`, `solve` and `survey` take, unless `--seconds` says otherwise
DEEPEST = 10_000
LONGEST = 1_000  # plies of a game of a tournament, unless `--plies` says otherwise
SEATS = ("first", "second", "third", "fourth")


class Option(NamedTuple):
    """An argument of a command, or an option: what `ArgumentParser.add_argument` is given."""

    names: tuple[str, ...]
    means: dict[str, Any]

    def add_to(self, parser: ArgumentParser) -> None:
        """Lets a parser take the option."""
        parser.add_argument(*self.names, **self.means)


class Command(NamedTuple):
    """A command: its function as `module:name`, imported when the command is given; what it does; what it takes."""

    run: str
    about: str
    takes: tuple[Option, ...] = ()


def option(*names: str, **means: Any) -> Option:
    """An option by its names. `metavar="N"` alone makes it a whole number."""
    return Option(names, {"type": whole_number, **means} if means.get("metavar") == "N" else means)


def whole_number(text: str) -> int:
    """An int, from text."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"it must be a whole number, not {text!r}") from None


def whole_from(least: int, most: int | None = None) -> Callable[[str], int]:
    """What reads a whole number within bounds from text."""

    def number(text: str) -> int:
        if (found := whole_number(text)) < least or (most is not None and found > most):
            bounds = f"{least} up" if most is None else f"{least} to {most}"
            raise ArgumentTypeError(f"it must be a whole number from {bounds}, not {text}")
        return found

    return number


def limit(text: str) -> int:
    """A number from 2 up, from text; 0 for `none`."""
    if text.lower() == "none":
        return 0
    if (number := whole_number(text)) < 2:
        raise ArgumentTypeError(f"it must be a whole number from 2 up, or none, not {text}")
    return number


def seconds(text: str) -> float | None:
    """A number of seconds, from text; None for `none`."""
    try:
        seconds = None if text.lower() == "none" else float(text)
    except ValueError:
        seconds = 0.0
    if seconds is not None and not seconds > 0:
        raise ArgumentTypeError(f"it must be a number of seconds above 0, or none, not {text!r}")
    return seconds


def clock(movetime: int) -> tuple[Option, ...]:
    """The options of a clock; `movetime` is the default, in seconds a move."""
    takes: dict[str, Any] = {"type": float, "metavar": "SECONDS"}
    return (
        option("--movetime", default=float(movetime), help=f"for each move: {movetime} if not given", **takes),
        option("--clock-seconds", help="for a whole game, in place of --movetime", **takes),
        option("--increment", default=0.0, help="that each move adds to it", **takes),
    )


def limits(
    seed: str = "seed of the chance moves: 1 if not given", default: int | None = 1, plies: int = 0
) -> tuple[Option, ...]:
    """The options that say what ends a game beside its rules, and what chance does."""
    takes: dict[str, Any] = {"type": limit, "metavar": "N|none"}
    return (
        option("--seed", type=whole_number, default=default, help=seed),
        option("--repetitions", default=3, help="occurrences of a position that make a draw: 3", **takes),
        option("--plies", default=plies, help=f"plies after which the game is drawn: {plies or 'none'}", **takes),
    )


NAMED = option("game", metavar="GAME", help="see: lazytree games; or a file such as mygame.py")
OWN = option("game", metavar="GAME", nargs="?", help="the file of your own game, if it is one")
PARAMETERS = option(
    "parameters",
    metavar="parameter=value",
    nargs="*",
    default=[],
    type=drawn_word,
    help="the game's own parameters; seed=random draws a seed",
)
GAME = (NAMED, PARAMETERS)
POSITION = (
    option("--position", metavar='".../..."', help="start here; - reads it from standard input"),
    option("--moves", default="", metavar='"...; ..."', help="start after these moves"),
)
PLAYERS = tuple(
    option(
        f"--{seat}",
        metavar="BOT",
        help=f"who plays {seat}: {'think' if at else 'human'} if not given; random: drawn by lot",
    )
    for at, seat in enumerate(SEATS)
)
LOOKED_UP = option("--table", metavar="FILE", help="an endgame table or a book (tabulate, book) that has moves")
LANE = option("--lane", choices=(PYTHON, MACHINE), help="who answers: machine code if not given, if it can")
TIME = option(
    "--seconds", type=seconds, default=SECONDS, metavar="N|none", help=f"the most that it may take: {SECONDS}"
)
DEPTH = option("--depth", type=whole_from(1, DEEPEST), default=3, help="plies to look ahead: 3 if not given")
PROCESSES = option("--processes", type=whole_from(1), default=1, metavar="N", help="that play at the same time: 1")
SCHEDULER = option("--scheduler", metavar="ADDRESS", help="play on the workers of this Dask scheduler")
PROTOCOL = option("--protocol", choices=("ugi", "uci"), default="ugi", help="uci: for programs that play chess")
RESIGN = option("--resign", action="store_true", help="engines give up where they are lost for sure")
MEGABYTES = option("--megabytes", type=whole_from(1), default=1024, metavar="N", help="the most memory to take: 1024")
JSON = option("--json", action="store_true", help="print JSON")

TOURNAMENT = (
    option(
        "--bots", nargs="+", required=True, metavar="BOT", help="think:depth=4, my.py:greedy, port:60000, or a command"
    ),
    option("--also", nargs="+", default=[], metavar='"GAME ..."', help="further games, each with its parameters"),
    option("--pairs", metavar="N", help="openings, each played once in each seat: 10, or all listed"),
    option("--openings", type=whole_number, default=4, metavar="PLIES", help="random moves first: 4; 0: the start"),
    option("--openings-file", metavar="FILE", help="openings, one a line, moves with ; between them"),
    option("--balanced", type=whole_number, metavar="DEPTH", help="random openings that a search calls about even"),
    option("--gauntlet", action="store_true", help="the first bot against all others"),
    option("--permutations", action="store_true", help="of more than two players: all orders of seats"),
    PROCESSES,
    SCHEDULER,
    option("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop when a sequential test of two decides"),
    option("--store", metavar="FILE", help="keep each finished game there; the same command goes on"),
    option("--judged", type=whole_number, metavar="PLIES", help="after this number of plies the exact value decides"),
    option("--csv", metavar="FILE", help="write the games to a file"),
    option("--html", metavar="FILE", help="write a report, with games to replay, to a file"),
    option("--plot", metavar="FILE", help="write a picture of Elo to a file"),
)
SURVEY = (
    option("--rounds", default=20, metavar="N", help="rounds of games: 20 if not given"),
    TIME,
    option("--levels", default="0,4,16,64,256", metavar="N,N", help="simulations of players of rising strength"),
    option("--seed", type=whole_number, default=1, help="seed of all games: 1 if not given"),
    LANE,
    option("--html", metavar="FILE", help="write a page with plots to a file"),
)
TUNING = (
    option("--rating", metavar='"A,B,C"', help="ratings whose weights are tuned: all if not given"),
    option("--numbers", metavar='"A,B"', help="parameters of the bot that are tuned, in place of weights"),
    option("--start", metavar="X,Y,Z", help="the numbers to begin with: 1 each if not given"),
    option("--bot", metavar="BOT", default="alphabeta:depth=2", help="the bot that plays: alphabeta:depth=2"),
    option(
        "--method",
        choices=("play", "fit"),
        default="play",
        help="play: guesses play each other (SPSA); fit: weights are fitted to results (Texel's method)",
    ),
    option("--steps", default=60, metavar="N", help="how often the numbers are moved: 60"),
    option("--pairs", default=4, metavar="N", help="pairs of games at each step: 4"),
    option("--held-out", default=100, metavar="N", help="pairs of games that confirm what is found: 100"),
    option("--opening", default=4, metavar="N", help="random plies of openings: 4"),
    option("--seed", default=1, metavar="N", help="seed of openings, guesses and chance: 1"),
    PROCESSES,
    SCHEDULER,
    option("--store", metavar="FILE|none", help="where the work so far is kept: tune-….json"),
)
REFEREE = (
    NAMED,
    option("words", metavar='parameter=value | "COMMAND"', nargs="*", default=[], help="a command a player"),
    option("--games", type=whole_from(1), default=1, help="how many, with sides changed: 1 if not given"),
)
SERVE = (
    option("--host", default="127.0.0.1", help="where it can be reached: 127.0.0.1, this machine alone"),
    option("--port", type=whole_number, default=60000, help="for all seats: 60000; 0: any that is free"),
    option("--ports", metavar="A,B", help="a port for each seat, as in 60000,60001"),
    option("--first", metavar="random", help="a coin says which seat plays first"),
    option("--games", type=whole_from(1), help="games after which the server ends: at Ctrl-C if not given"),
)
WEB = (
    option("game", metavar="GAME", nargs="?", help="the first game; or a file such as mygame.py, to offer it"),
    PARAMETERS,
    option("--host", default="127.0.0.1", help="127.0.0.1, which is this machine only, if not given"),
    option("--port", type=whole_number, default=8000, help="8000 if not given; 0: any that is free"),
    option("--name", action="append", default=[], help="a name by which browsers may know this machine"),
    option("--data", metavar="FILE", help="where games are kept; :memory: keeps them while the server runs"),
    LOOKED_UP,
    option("--searches", type=whole_from(1, 64), metavar="N", help="engines that think at once: one a core"),
)
TABLE = (
    option("--file", required=True, metavar="FILE", help="the table; the work on it is kept in FILE.part"),
    option("--processes", type=whole_from(1), default=1, metavar="N", help="that work at the same time: 1"),
    option("--scheduler", metavar="ADDRESS", help="work on the workers of this Dask scheduler"),
    MEGABYTES,
)
COIN = "of the coin and of the chance moves: another one each time if not given"
DRAWN = "of the openings, of chance and of bots that draw numbers: 1 if not given"

COMMANDS = {
    "demo": Command("demo:demo", "grow, rate, explain and play two games"),
    "games": Command("commands:games", "list games, their parameters and ratings, and bots", (JSON,)),
    "lane": Command("commands:lane", "say whether a game runs in machine code, and if not, why", (*GAME, JSON)),
    "play": Command(
        "table:play",
        "play a game at the terminal",
        (
            *(*GAME, *POSITION, *PLAYERS, *limits()),
            LOOKED_UP,
            option("--evaluate", action="store_true", help="say after each move what a second of search thinks"),
            *(RESIGN, JSON),
        ),
    ),
    "perft": Command(
        "commands:perft", "count the lines of play of 1 to --depth plies", (*GAME, *POSITION, DEPTH, LANE, TIME, JSON)
    ),
    "rate": Command(
        "commands:rate",
        "give the value of every move",
        (
            *(*GAME, *POSITION, DEPTH),
            option("--rating", metavar="NAME", help="one of the game's ratings: its first if not given"),
            *(LANE, TIME, JSON),
        ),
    ),
    "replay": Command(
        "table:replay",
        "show a saved game",
        (option("file", metavar="FILE", help="a game that `save` has written"), OWN),
    ),
    "rules": Command("commands:rules", "say how a game is played", GAME),
    "new": Command(
        "commands:new",
        "write a small game of your own to start from",
        (option("name", metavar="NAME", help="the name of the game: the file is NAME.py"),),
    ),
    "engine": Command("programs:speak", "play a game as a program that speaks UGI, or UCI", (*GAME, PROTOCOL, RESIGN)),
    "referee": Command(
        "programs:match",
        "play programs that speak UGI against each other",
        (*REFEREE, *POSITION, *clock(1), *limits(), JSON),
    ),
    "serve": Command(
        "programs:serve_games",
        "give seats of a game to programs and people, over TCP",
        (*GAME, *POSITION, *SERVE, *clock(300), *limits(COIN, None)),
    ),
    "join": Command(
        "programs:take_seat",
        "take a seat at such a server",
        (
            option("address", metavar="HOST:PORT", help="of the server"),
            OWN,
            option("--as", dest="seat", default="human", metavar="BOT", help="who plays there: human if not given"),
        ),
    ),
    "tournament": Command(
        "arena:play",
        "let bots and programs play against each other, many games",
        (*GAME, *TOURNAMENT, *clock(1), *limits(DRAWN, plies=LONGEST), JSON),
    ),
    "survey": Command(
        "arena:surveying", "say what rules are like: length, draws, advantage, skill, drama", (*GAME, *SURVEY, JSON)
    ),
    "tune": Command(
        "arena:tune", "find better weights of ratings, or other numbers of a bot, by play", (*GAME, *TUNING, JSON)
    ),
    "tui": Command("table:board", "play a game at a board in the terminal", (*GAME, *POSITION, *PLAYERS, *limits())),
    "solve": Command(
        "commands:exact_solution",
        "find the exact value and a best line",
        (
            *GAME,
            *POSITION,
            LOOKED_UP,
            option("--what", choices=("shortest", "winner"), default="shortest", help="winner: who wins, not how soon"),
            option("--threads", type=whole_from(1), default=1, metavar="N", help="of machine code: 1"),
            *(MEGABYTES, LANE, TIME),
            option("--proof", metavar="FILE", help="write a certificate: moves that prove the value"),
            option("--file", metavar="FILE", help="keep what is found there, and go on from it: the value, no line"),
            option("--each", type=whole_from(1), metavar="N", help="with --file: positions of a piece of the work"),
            JSON,
        ),
    ),
    "tabulate": Command(
        "tables:endgame_table",
        "write the exact value of every position that play can reach to a file",
        (*GAME, *POSITION, *TABLE, LANE, JSON),
    ),
    "book": Command(
        "tables:opening_book",
        "write value and best move of every position near the start to a file",
        (
            *(*GAME, *POSITION),
            option("--plies", type=whole_from(1), required=True, metavar="N", help="how far the book goes"),
            option("--depth", type=whole_from(1, DEEPEST), help="plies to search from there: solved if not given"),
            option("--seconds", type=seconds, metavar="N", help="to search from there, for each position"),
            *(*TABLE, LANE, JSON),
        ),
    ),
    "web": Command("pages:web", "serve games as pages, to play in browsers", WEB),
    "publish": Command(
        "pages:publish_page",
        "write one page that plays a game with no server and no network",
        (
            *GAME,
            option("-o", "--output", metavar="FILE", help="the page: GAME.html if not given"),
            option("--rating", metavar="NAME", help="what its engine looks ahead by: the first rating"),
            option(
                "--perfect",
                nargs="?",
                const=True,
                default=False,
                metavar="PROOF",
                help="a page that cannot lose: by a certificate (solve --proof), or solve the game now",
            ),
        ),
    ),
}
