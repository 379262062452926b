"""Who sits at the table: bots that show their progress, and people who answer at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, fields, replace
from inspect import signature
from random import Random
from shutil import get_terminal_size
from typing import Any

from lazytree.core.estimates import format_duration
from lazytree.core.game import Game
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, interruptible, never
from lazytree.naming.words import bot_named
from lazytree.playing.bots import BOTS, human
from lazytree.searching.choosing import Bot
from lazytree.searching.deepening import Progress
from lazytree.session.words import line_text

from .texts import cost, format_result_value, in_plies

SEATS = ("first", "second", "third", "fourth")
PERSON, BY_LOT = "human", "random"


def seats(game: Game[Any, Any], wanted: Sequence[str | None], coin: Random | None = None) -> list[str]:
    """The bot of each player by name: those wanted, by default "human" for the first player and "think" for others.

    If one of them is "random", it is filled as by default, and then the coin says who plays which side.

    Raises: ValueError if a bot is wanted for a seat that the game does not have.
    """
    count = len(game.players)
    for seat, text in zip(SEATS[count:], wanted[count:]):
        if text is not None:
            raise ValueError(f"{game.name} has {count} players, {', '.join(game.players)}: there is no --{seat}")
    by_lot = BY_LOT in wanted
    named = [None if text == BY_LOT else text for text in wanted]
    names = [text or (PERSON if seat == "first" else "think") for seat, text in zip(SEATS, named)]
    names = [*names, *["think"] * (count - len(SEATS))][:count]
    return (coin or Random()).sample(names, count) if by_lot else names


def make_seat(game: Game[Any, Any], name: str, hasty: bool) -> Bot[Any, Any]:
    """The bot of that name, which also shows its progress and prints the cost of each move.

    If `hasty`, Ctrl-C makes a bot that can be stopped move immediately, with the best move found so far.
    """
    stats, seat = Stats(), Seat(game)
    terminal = sys.stderr.isatty()
    outside = {"stop": lambda: seat.stop(), "progress": seat.show if terminal else None}
    bot = bot_named(game, name, ask=ask, tell=print, stats=stats, **outside)
    can_stop = hasty and "stop" in signature(BOTS.get(name.partition(":")[0].strip(), human)).parameters

    def telling(position: Any) -> Any:
        before, seat.position = replace(stats), position
        with interruptible() if can_stop else nullcontext(never) as seat.stop:
            move = bot(position)
        print("\r\x1b[K" if terminal else "", end="", file=sys.stderr)
        if stats.nodes > before.nodes:
            print(f"  ({cost(since(before, stats))})", file=sys.stderr, flush=True)
        return move

    return telling


@dataclass
class Seat:
    """The state of one seat while its bot thinks."""

    game: Game[Any, Any]
    position: Any = None
    stop: Stop = never

    def show(self, progress: Progress[Any]) -> None:
        """Prints the progress of a search in a line that the next one overwrites."""
        line = f"  {format_progress(self.game, self.position, progress)}"
        wide = get_terminal_size().columns - 1  # a line that wraps could not be overwritten
        print(f"\r\x1b[K{line[:wide]}", end="", file=sys.stderr, flush=True)


def format_progress(game: Game[Any, Any], position: Any, progress: Progress[Any]) -> str:
    """The progress of a search in one line: its depth, the best line so far with its value, how much was seen.

    >>> from lazytree.games import tic_tac_toe
    >>> format_progress(tic_tac_toe(), tic_tac_toe().start, Progress(3, 4, (4, 0), 120, 900.0, None, 1))
    '3 plies deep, best b2 a3 (value 1), 120 positions, 900 a second'
    """
    value = "" if progress.value is None else f" ({format_result_value(game, progress.value)})"
    best = "" if progress.best is None else f", best {line_text(game, position, progress.line)}{value}"
    rate = f"{progress.nodes:,} positions, {progress.per_second:,.0f} a second"
    needs = "" if progress.needs is None else f", this depth takes {format_duration(progress.needs)}"
    return f"{in_plies(progress.depth)} deep{best}, {rate}{needs}"


def since(before: Stats, after: Stats) -> Stats:
    """The difference of two `Stats`, count by count."""
    counts = [field.name for field in fields(Stats) if field.compare]
    return Stats(**{name: getattr(after, name) - getattr(before, name) for name in counts})


def ask(prompt: str) -> str:
    """An answer from the terminal, where a line can be edited. Raises EOFError at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401 - gives `input` its history and its keys
    try:
        return input(prompt)
    except RuntimeError as error:  # there is no terminal, not even an empty one
        raise EOFError from error
