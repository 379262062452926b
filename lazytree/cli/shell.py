"""The program: options, exit codes, error messages of one line, Ctrl-C."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from time import perf_counter
from traceback import print_exception
from typing import NoReturn

from lazytree.core.executing import WorkersDie
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.release import release
from lazytree.core.starting import INTERRUPTED, heeds_sigterm, restore_interrupt
from lazytree.core.user_errors import describe_user_error
from lazytree.games import GAMES
from lazytree.naming.dealing import drawn_word
from lazytree.trees.recursion import EndlessTree

from .commands import Unfinished, saying_when_compiling
from .options import COMMANDS

WRONG, UNFINISHED = 2, 3


class Parser(ArgumentParser):
    """An argument parser that raises ValueError, with a message of one line."""

    def error(self, message: str) -> NoReturn:
        if message.endswith("required: GAME"):
            message = f"which game? there are: {', '.join(GAMES)}"
        if message.endswith("required: COMMAND"):
            message = f"which command? there are: {', '.join(COMMANDS)}"
        raise ValueError(re.sub(r"^argument (--\S+): it must", r"\1 must", message))

    def options(self) -> list[str]:
        """The names of all options, such as --json."""
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]


def parser() -> Parser:
    """The grammar of the command line."""
    top = Parser(prog="lazytree", description="Games as pure functions, their trees as lazy values.")
    top.add_argument("--version", action="version", version=f"lazytree {release() or 'that is not installed'}")
    kinds = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for name, command in COMMANDS.items():
        made = kinds.add_parser(name, help=command.about, description=command.about, allow_abbrev=False)
        made.set_defaults(parser=made)
        for option in command.takes:
            option.add_to(made)
    return top


def read(arguments: Sequence[str] | None) -> Namespace:
    """The parsed command line; parameters of the game may also stand between options."""
    asked, others = parser().parse_known_args(_with_position(sys.argv[1:] if arguments is None else arguments))
    for word in others:
        if word == "--interpreted" and "lane" in asked:
            raise ValueError(f"--interpreted is called --lane {PYTHON} now")
        if word.startswith("-") or "parameters" not in asked:
            raise ValueError(f"{asked.command} has no option {word!r}; it has: {', '.join(asked.parser.options())}")
        asked.parameters = [*asked.parameters, drawn_word(word)]
    return asked


def function_of(command: str) -> Callable[[Namespace], Iterator[str]]:
    """The function of a command, whose module is imported now: others do without what it imports."""
    module, _, name = COMMANDS[command].run.partition(":")
    function: Callable[[Namespace], Iterator[str]] = getattr(import_module(f"lazytree.cli.{module}"), name)
    return function


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
            for line in function_of(asked.command)(asked):
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
