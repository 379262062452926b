"""The commands for programs: engine and referee speak UGI, engine also UCI; serve and join play over TCP."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from lazytree.arena import Clock, RefereedGame, engine, referee
from lazytree.arena.protocols.joining import address, join
from lazytree.arena.protocols.matches import Limits
from lazytree.arena.protocols.serving import SeatRequest, serve
from lazytree.arena.protocols.ugi import uci_engine
from lazytree.core.game import Game
from lazytree.core.stats import Stats
from lazytree.naming.loading import factory_named
from lazytree.naming.words import game_named
from lazytree.playing.ending import format_ending
from lazytree.playing.records import Record, save_record

from .commands import position_asked, report_progress
from .table import BY_LOT, PERSON, make_seat, mover_name, with_result


def clock_asked(asked: Namespace) -> Clock:
    """The time of programs that the options ask for."""
    return Clock(asked.movetime if asked.clock_seconds is None else None, asked.clock_seconds, asked.increment)


def speak(asked: Namespace) -> Iterator[str]:
    """No lines of its own: the engine reads commands from standard input and answers on standard output."""
    is_uci = asked.protocol == "uci"
    game = game_named(asked.game, [*(["notation=uci"] if is_uci else []), *asked.parameters])
    (uci_engine if is_uci else engine)(game, sys.stdin, _say, asked.resign)
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
    clock = clock_asked(asked)
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


def serve_games(asked: Namespace) -> Iterator[str]:
    """No lines of its own: what happens at the server is printed when it does."""
    game = game_named(asked.game, asked.parameters)
    clock = clock_asked(asked)
    ports = [asked.port] if asked.ports is None else _ports(asked.ports)
    if asked.first not in (None, BY_LOT):
        raise ValueError(f"--first is {BY_LOT} or left out: the first player to come then begins, not {asked.first!r}")
    wanted = SeatRequest(
        game,
        position_asked(game, asked),
        Limits(clock, asked.repetitions or None, asked.plies or None),
        asked.first == BY_LOT,
        asked.seed,
        asked.games,
    )
    asyncio.run(serve(wanted, asked.host, ports, lambda line: print(line, flush=True)))
    yield from ()


def _ports(text: str) -> list[int]:
    """The ports in `60000,60001`. Raises ValueError for other texts."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise ValueError(f"--ports are numbers with commas, as in 60000,60001, not {text!r}")
    return [int(part) for part in parts]


def take_seat(asked: Namespace) -> Iterator[str]:
    """The lines of a game on a server, as this seat sees it: each position in which it moves, the moves, the result."""
    host, port = address(asked.address)
    own = {} if asked.game is None else {(made := factory_named(asked.game))().name: made}
    seen = 0
    course = join(host, port, lambda game: make_seat(game, asked.seat, asked.seat != PERSON), own or None)
    for so_far in with_result(course):
        if isinstance(so_far, str):  # how the game has ended
            yield so_far
            return
        for here, move in list(zip(so_far.positions, so_far.moves))[seen:]:
            yield f"{mover_name(so_far.game, here)}: {so_far.game.format(here, move)}"
        seen = len(so_far.moves)
        yield so_far.game.show(so_far.position)
