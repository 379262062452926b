"""Seats: who sits at a table, made from the name of a bot, a factory of bots, or the command of a program."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from lazytree.arena.protocols.programs import Fault, Program
from lazytree.arena.protocols.refereeing import Clock, ask_for_move, introduce
from lazytree.core.game import Game, IllegalMove
from lazytree.core.stats import Stats
from lazytree.core.texts import shorten
from lazytree.core.user_errors import user_error
from lazytree.naming.words import OWN_BOT, bot_named
from lazytree.playing.bots import BOTS
from lazytree.playing.ending import Ending
from lazytree.playing.records import Record

from .outside_players import Stranger, is_port

Factory = Callable[[Game[Any, Any]], Callable[[Any], Any]]
"""A function from a game to a bot."""


class Move(NamedTuple):
    """A move, and what it cost."""

    move: Any
    seconds: float  # of a clock on the wall
    work: float  # seconds of the processor, as far as this process has used it


@dataclass(frozen=True)
class Seat:
    """One player of one game, as the referee knows it: `choose` gives a move, or raises Fault or IllegalMove."""

    choose: Callable[[Record[Any, Any], Sequence[float], int], Move]
    stats: Stats  # what its searches count
    close: Callable[[], object] = lambda: None
    over: Callable[[Record[Any, Any], Ending], object] = lambda so_far, ended: None  # is told how the game has ended


def is_command(name: str) -> bool:
    """Whether a name is the command of a program that speaks UGI, not a bot.

    >>> is_command("think:depth=4,rating=mobility"), is_command("lazytree engine konane")
    (False, True)
    """
    head = name.partition(":")[0].strip()
    if head in BOTS or OWN_BOT.fullmatch(name.strip()) or is_port(name):
        return False
    return bool(name.split()[1:]) or shutil.which(name) is not None


def seat_for(game: Game[Any, Any], name: str, factory: Factory | None, player: int, seed: int, clock: Clock) -> Seat:
    """The seat of a player: a bot of its own for this game, or a program that is started now.

    A bot that draws numbers, and whose name gives no seed, gets one that follows from `seed` and the seat.

    Raises: ValueError for a wrong name, and where a program cannot be started.
    """
    if factory is None and is_port(name):
        return stranger_at(game, name, player, clock)
    if factory is None and is_command(name):
        return program_at(game, shlex.split(name), player, clock)
    stats = Stats()
    if factory is not None:
        bot = factory(game)
        if not callable(bot):
            raise ValueError(f"{name} must return a bot, which is a function of a position, not {shorten(bot)}")
    else:
        own = Random(f"{seed} {player}").randrange(1, 2**31)
        bot = bot_named(game, name, stats=stats, seed=own)
    return Seat(choosing(bot), stats)


def choosing(bot: Callable[[Any], Any]) -> Callable[[Record[Any, Any], Sequence[float], int], Move]:
    """The moves of a bot in this process. Each error that it raises becomes a Fault: a bot loses by it.

    Errors of the game's own rules and ratings that a bot of the library has met are raised: they are no bot's fault.
    """

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        began, worked = perf_counter(), process_time()
        try:
            move = bot(so_far.position)
        except IllegalMove:
            raise
        except (Exception, SystemExit) as error:
            if (theirs := user_error(error)) is not None and theirs.rule is not None and theirs.alone:
                raise
            raise Fault(f"it raised {type(error).__name__}: {error}") from error
        return Move(move, perf_counter() - began, process_time() - worked)

    return choose


def empty_seat(reason: str) -> Seat:
    """The seat of a player that has been given up: it loses, for this reason, when it is to move."""

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        raise Fault(reason)

    return Seat(choose, Stats())


def stranger_at(game: Game[Any, Any], name: str, player: int, clock: Clock) -> Seat:
    """The seat of the next program that connects to a port. Raises ValueError if the port cannot be opened."""
    stranger = Stranger(game, name, player, clock)

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        began = perf_counter()
        return Move(stranger.move(so_far, used), perf_counter() - began, 0.0)

    return Seat(choose, Stats(), stranger.close, stranger.over)


def program_at(game: Game[Any, Any], command: Sequence[str], player: int, clock: Clock) -> Seat:
    """The seat of a program, introduced at its first move. Raises ValueError where it cannot be started."""
    program, met = Program(command), list[bool]()

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        if not met:
            introduce(program)
            met.append(True)
        return Move(*ask_for_move(game, program, clock, so_far, player, used, ahead), 0.0)

    return Seat(choose, Stats(), program.close)
