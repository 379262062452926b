"""The shell: options, exit codes, errors in one line, Ctrl-C."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from . import commands, demo, table

Command = Callable[[Namespace], Iterator[str]]

WRONG, INTERRUPTED = 2, 130


class Parser(ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        options = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
        hint = f"; options here: {', '.join(options)}" if "unrecognized" in message else ""
        raise ValueError(message.replace("unrecognized arguments", "there is no option") + hint)


def parser() -> ArgumentParser:
    """The grammar of the command line."""
    top = Parser(prog="lazytree", description="Games as pure functions, their trees as lazy values.")
    kinds = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    _command(kinds, "demo", demo.demo, "see it at work: two games grown, rated, explained and played")
    games = _command(kinds, "games", commands.games, "list games, their parameters and ratings, and strategies")
    play = _on_game(kinds, "play", table.play, "play a game at the terminal")
    for seat in table.SEATS:
        default = "human" if seat == "first" else "think"
        play.add_argument(f"--{seat}", metavar="STRATEGY", default=default, help=f"who plays {seat}: {default}")
    play.add_argument("--seed", type=int, default=1, help="for chance: 1")
    perft = _on_game(kinds, "perft", commands.perft, "count the lines of play of 1 to --depth plies")
    rate = _on_game(kinds, "rate", commands.rate, "say what every move is worth")
    rate.add_argument("--rating", metavar="NAME", help="one of the game's ratings; its first if none is given")
    for command, depth in ((perft, 3), (rate, 3)):
        command.add_argument("--depth", type=_depth, default=depth, help=f"plies to look ahead: {depth}")
    solve = _on_game(kinds, "solve", commands.exact_solution, "find the exact value and a best line")
    for command in (games, perft, rate, solve):
        command.add_argument("--json", action="store_true", help="print JSON")
    return top


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(text)
    return int(text)


_depth.__name__ = "depth (a whole number of at least 1)"


def _command(kinds: Any, name: str, command: Command, about: str) -> ArgumentParser:
    made: ArgumentParser = kinds.add_parser(name, help=about, description=about)
    made.set_defaults(run=command)
    return made


def _on_game(kinds: Any, name: str, command: Command, about: str) -> ArgumentParser:
    made = _command(kinds, name, command, about)
    made.add_argument("game", metavar="GAME", help="see: lazytree games")
    made.add_argument("parameters", metavar="parameter=value", nargs="*", help="the game's own parameters")
    made.add_argument("--moves", default="", metavar='"...; ..."', help="start from the position after these moves")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code: 0, or 2 for a wrong word, or 130 after Ctrl-C."""
    try:
        asked = parser().parse_args(arguments)
        for line in asked.run(asked):
            print(line, flush=True)
    except ValueError as error:
        print(f"lazytree: {_in_one_line(error)}", file=sys.stderr)
        return WRONG
    except EOFError:
        print("\nthe input has ended, and so does the game", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has gone: say no more
    return 0


def _in_one_line(error: ValueError) -> str:
    return " ".join(str(error).split())
