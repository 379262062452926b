"""The program: options, exit codes, error messages of one line, Ctrl-C."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from time import perf_counter
from traceback import print_exception
from typing import Any, NoReturn

from lazytree.arena.tournaments.executing import WorkersDie
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.release import release
from lazytree.core.starting import INTERRUPTED, heeds_sigterm, restore_interrupt
from lazytree.core.user_errors import describe_user_error
from lazytree.games import GAMES
from lazytree.naming.dealing import drawn_word
from lazytree.trees.recursion import EndlessTree

from . import commands, demo, pages, programs, table, writing
from .arena_options import add_survey_arguments, add_tuning_arguments
from .limits import Unfinished
from .options import (
    SECONDS,
    add_address_options,
    add_game_arguments,
    add_join_options,
    add_limit_options,
    add_program_options,
    add_server_options,
    add_table_options,
    add_tournament_options,
    depth,
    seconds,
    whole_number,
)
from .seats import SEATS
from .watching import saying_when_compiling

Command = Callable[[Namespace], Iterator[str]]


def _later(module: str, name: str) -> Command:
    """A command whose module is imported when the command is given: others do without what it imports."""

    def command(asked: Namespace) -> Iterator[str]:
        yield from getattr(import_module(f"lazytree.cli.{module}"), name)(asked)

    return command


WRONG, UNFINISHED = 2, 3


class Parser(ArgumentParser):
    """An argument parser that raises ValueError, with a message of one line."""

    def error(self, message: str) -> NoReturn:
        if message.endswith("required: GAME"):
            message = f"which game? there are: {', '.join(GAMES)}"
        if message.endswith("required: COMMAND"):
            message = f"which command? there are: {', '.join(COMMANDS)}"
        raise ValueError(message)

    def options(self) -> list[str]:
        """The names of all options, such as --json."""
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]


COMMANDS: dict[str, tuple[Command, str]] = {
    "demo": (demo.demo, "grow, rate, explain and play two games"),
    "games": (commands.games, "list games, their parameters and ratings, and bots"),
    "lane": (commands.lane, "say whether a game runs in machine code, and if not, why"),
    "play": (table.play, "play a game at the terminal"),
    "perft": (commands.perft, "count the lines of play of 1 to --depth plies"),
    "rate": (commands.rate, "give the value of every move"),
    "replay": (table.replay, "show a saved game"),
    "rules": (writing.rules, "say how a game is played"),
    "new": (writing.new, "write a small game of your own to start from"),
    "engine": (programs.speak, "play a game as a program that speaks UGI"),
    "referee": (programs.match, "play programs that speak UGI against each other"),
    "serve": (_later("network", "serve_games"), "give seats of a game to programs and people, over TCP"),
    "join": (_later("network", "take_seat"), "take a seat at such a server"),
    "tournament": (_later("tournament", "play"), "let bots and programs play against each other, many games"),
    "survey": (_later("surveying", "surveying"), "say what rules are like: length, draws, advantage, skill, drama"),
    "tune": (_later("tuning", "tuning"), "find better weights of ratings, or other numbers of a bot, by play"),
    "tui": (_later("terminal", "board"), "play a game at a board in the terminal"),
    "solve": (commands.exact_solution, "find the exact value and a best line"),
    "web": (pages.web, "serve games as pages, to play in browsers"),
    "publish": (_later("publishing", "publish_page"), "write one page that plays a game with no server and no network"),
}


def parser() -> Parser:
    """The grammar of the command line."""
    top = Parser(prog="lazytree", description="Games as pure functions, their trees as lazy values.")
    top.add_argument("--version", action="version", version=f"lazytree {release() or 'that is not installed'}")
    kinds = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    made = {name: _command(kinds, name, *what) for name, what in COMMANDS.items()}
    for name in ("play", "perft", "rate", "solve", "serve", "tui"):
        add_game_arguments(made[name])
    add_program_options(made["referee"])
    add_tournament_options(made["tournament"])
    add_tuning_arguments(made["tune"], whole_number)
    add_survey_arguments(made["survey"], whole_number, seconds)
    add_address_options(made["web"])
    add_server_options(made["serve"])
    add_join_options(made["join"])
    for name in ("play", "perft", "rate", "solve", "referee", "serve", "tui"):
        made[name].add_argument("--position", metavar='".../..."', help="start here; - reads it from standard input")
        made[name].add_argument("--moves", default="", metavar='"...; ..."', help="start after these moves")
    for name in ("lane", "rules", "engine", "publish", "tune", "survey"):
        add_game_arguments(made[name])
    made["publish"].add_argument("-o", "--output", metavar="FILE", help="the page: GAME.html if not given")
    made["publish"].add_argument("--rating", metavar="NAME", help="what its engine looks ahead by: the first rating")
    made["engine"].add_argument("--resign", action="store_true", help="it gives up where it is lost for sure")
    made["replay"].add_argument("file", metavar="FILE", help="a game that `save` has written")
    made["replay"].add_argument("game", metavar="GAME", nargs="?", help="the file of your own game, if it is one")
    made["new"].add_argument("name", metavar="NAME", help="the name of the game: the file is NAME.py")
    for seat in SEATS:
        default = "human" if seat == "first" else "think"
        for name in ("play", "tui"):
            made[name].add_argument(
                f"--{seat}", metavar="BOT", help=f"who plays {seat}: {default} if not given; random: drawn by lot"
            )
    add_table_options(made["play"])
    add_limit_options(made["tui"])
    for name in ("perft", "rate"):
        made[name].add_argument("--depth", type=depth, default=3, help="plies to look ahead: 3 if not given")
    made["rate"].add_argument("--rating", metavar="NAME", help="one of the game's ratings: its first if not given")
    for name in ("perft", "rate", "solve"):
        made[name].add_argument(
            "--lane", choices=(PYTHON, MACHINE), help="who answers: machine code if not given, if it can"
        )
        made[name].add_argument(
            "--seconds", type=seconds, default=SECONDS, metavar="N|none", help=f"the most that it may take: {SECONDS}"
        )
    for name in ("games", "lane", "perft", "play", "rate", "referee", "solve", "tournament", "tune", "survey"):
        made[name].add_argument("--json", action="store_true", help="print JSON")
    return top


def _command(kinds: Any, name: str, command: Command, about: str) -> Parser:
    made: Parser = kinds.add_parser(name, help=about, description=about, allow_abbrev=False)
    made.set_defaults(run=command, parser=made)
    return made


def read(arguments: Sequence[str] | None) -> Namespace:
    """The parsed command line; parameters of the game may also stand between options."""
    asked, others = parser().parse_known_args(_with_position(sys.argv[1:] if arguments is None else arguments))
    for word in others:
        if word == "--interpreted" and "lane" in asked:
            raise ValueError(f"--interpreted is called --lane {PYTHON} now")
        if word.startswith("-") or "parameters" not in asked:
            raise ValueError(f"{asked.command} has no option {word!r}; it has: {', '.join(asked.parser.options())}")
        asked.parameters.append(drawn_word(word))
    return asked


def _with_position(words: Sequence[str]) -> list[str]:
    """The words of the command line, with `--position` and its text as one word: the text may begin with a dash."""
    if "--position" not in words[:-1]:
        return list(words)
    at = words.index("--position")
    return [*words[:at], f"--position={words[at + 1]}", *words[at + 2 :]]


def run() -> NoReturn:
    """The program: `main`, then exit. After Ctrl-C it exits immediately, even if other threads still run.

    SIGTERM does what Ctrl-C does: what is known is told.
    """
    heeds_sigterm()
    code = main()
    if code == INTERRUPTED:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def main(arguments: Sequence[str] | None = None, clock: Callable[[], float] = perf_counter) -> int:
    """The exit code of one command, whose lines are printed: 0, 2 for a mistake, 3 if unfinished, 130 after Ctrl-C.

    `arguments` are the words of the command line, by default those of this process; `--seconds` are those of `clock`.

    >>> main(["perft", "nim", "heaps=1,2", "--depth", "3", "--lane", "python"])
    3 5 3
    0
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        restore_interrupt()
        _replace_what_cannot_be_encoded()
        asked = read(arguments)
        asked.clock, asked.command_line = clock, words
        with saying_when_compiling():
            for line in asked.run(asked):
                print(line, flush=True)
    except Unfinished as unfinished:
        print(f"lazytree: {unfinished}", file=sys.stderr)
        return UNFINISHED
    except EOFError:
        print("\nthe input has ended, so the game ends here", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _print_no_more()  # the reader has closed the pipe
    except Exception as error:
        said = _in_words(error)
        if said is None:
            raise  # a bug of ours
        if sys.flags.dev_mode:
            print_exception(error)
        print(f"lazytree: {as_typed(' '.join(said.split()), words)}", file=sys.stderr)
        return WRONG
    return 0


def as_typed(said: str, words: Sequence[str]) -> str:
    """What an error says, with the lane as it was written in the command.

    >>> as_typed('leave out lane="machine"', ["rate", "nim", "--lane", "machine"])
    'leave out --lane machine'
    >>> as_typed('leave out lane="machine"', ["play", "nim", "--first", "think:lane=machine"])
    'leave out lane=machine'
    """
    option = any(word.startswith("--lane") for word in words)
    return said.replace(f'lane="{MACHINE}"', f"--lane {MACHINE}" if option else f"lane={MACHINE}")


HOW = "python -X dev -m lazytree … shows the whole traceback"


def _in_words(error: Exception) -> str | None:
    """What is said of an error: of a mistake what it says itself, of a user's code where it raised; None for bugs."""
    if (said := describe_user_error(error)) is not None:
        return f"{said} ({HOW})"
    if isinstance(error, ValueError | EndlessTree | WorkersDie):
        return str(error)
    if isinstance(error, MemoryError):
        return "not enough memory: choose a smaller board or depth"
    if isinstance(error, OSError):
        _print_no_more()
        return f"the answer cannot be written: {error.strerror}"
    return None


def _print_no_more() -> None:
    """Makes standard output a place where nothing is kept, so that Python's own last flush is no error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _replace_what_cannot_be_encoded() -> None:
    """Makes standard output print a question mark for each character that the terminal cannot show."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
