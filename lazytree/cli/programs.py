"""The commands for programs: `engine` speaks UGI, `referee` plays two programs that do against each other."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from lazytree.arena import Clock, RefereedGame, engine, referee
from lazytree.core.game import Game
from lazytree.core.stats import Stats
from lazytree.naming.words import game_named
from lazytree.playing.ending import format_ending
from lazytree.playing.records import Record, save_record

from .commands import position_asked
from .watching import report_progress


def speak(asked: Namespace) -> Iterator[str]:
    """No lines of its own: the engine reads commands from standard input and answers on standard output."""
    engine(game_named(asked.game, asked.parameters), sys.stdin, _say, asked.resign)
    yield from ()


def _say(line: str) -> None:
    """Prints a line in one piece: two threads speak here."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def match(asked: Namespace) -> Iterator[str]:
    """The lines that tell each game between the programs, and the points of each in the end."""
    game = game_named(asked.game, [word for word in asked.words if "=" in word and " " not in word])
    commands = [_command(word) for word in asked.words if not ("=" in word and " " not in word)]
    if len(commands) != len(game.players):
        raise ValueError(
            f"{game.name} has {len(game.players)} players: write a command for each, in quotes, as in "
            f'lazytree referee {asked.game} "lazytree engine {asked.game}" "python my_engine.py"'
        )
    if asked.games < 1:
        raise ValueError(f"--games must be a whole number from 1 up, not {asked.games}")
    clock = Clock(asked.movetime if asked.clock_seconds is None else None, asked.clock_seconds, asked.increment)
    position, points = position_asked(game, asked), [0.0] * len(commands)
    limits, now = (asked.repetitions or None, asked.plies or None), [""]
    try:
        with report_progress(Stats(), where=lambda: now[0]):
            for number in range(asked.games):
                turn = number % len(commands)
                seats = [*commands[turn:], *commands[:turn]]  # programs change sides from game to game

                def watch(so_far: Record[Any, Any], of: str = f"game {number + 1} of {asked.games}") -> None:
                    now[0] = f"{of}, {len(so_far.moves)} plies"

                found = referee(game, seats, clock, position, asked.seed + number, *limits, watch)
                for seat, payoff in enumerate(found.ended.payoffs):
                    points[(seat + turn) % len(commands)] += payoff
                yield _told(game, number, found, asked.json)
    finally:  # after Ctrl-C, too
        if not asked.json:
            sums = ", ".join(f"{shlex.join(command)} {sum_:g}" for command, sum_ in zip(commands, points))
            print(f"points: {sums}", flush=True)


def _command(text: str) -> list[str]:
    """The words of a command. Raises ValueError if there are none."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is no command: {error}") from None
    if not words:
        raise ValueError("a command is empty: write one for each player, in quotes")
    return words


def _told(game: Game[Any, Any], number: int, found: RefereedGame, as_json: bool) -> str:
    """A game in one line."""
    if as_json:
        saved: dict[str, Any] = json.loads(save_record(found.record))
        more = {"payoffs": found.ended.payoffs, "ended": found.ended.reason, "seconds": found.used}
        return json.dumps(saved | more)
    return f"game {number + 1}: {format_ending(game, found.ended)} ({len(found.record.moves)} plies)"
