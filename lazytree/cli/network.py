"""The commands for games over TCP: `serve` gives seats, `join` takes one."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Generator, Iterator
from typing import Any

from lazytree.arena.protocols.joining import address, join
from lazytree.arena.protocols.matches import Limits
from lazytree.arena.protocols.refereeing import Clock
from lazytree.arena.protocols.serving import SeatRequest, serve
from lazytree.core.game import Game
from lazytree.naming.loading import factory_named
from lazytree.naming.words import game_named
from lazytree.playing.records import Record

from .commands import position_asked
from .seats import BY_LOT, PERSON, make_seat
from .table import mover_name


def serve_games(asked: Namespace) -> Iterator[str]:
    """No lines of its own: what happens at the server is printed when it does."""
    game = game_named(asked.game, asked.parameters)
    clock = Clock(asked.movetime if asked.clock_seconds is None else None, asked.clock_seconds, asked.increment)
    ports = [asked.port] if asked.ports is None else _ports(asked.ports)
    if asked.first not in (None, BY_LOT):
        raise ValueError(f"--first is {BY_LOT} or left out: the first player to come then begins, not {asked.first!r}")
    if asked.games is not None and asked.games < 1:
        raise ValueError(f"--games must be a whole number from 1 up, not {asked.games}")
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
    course = join(host, port, lambda game: _bot(game, asked.seat), own or None)
    return (yield from _told(course))


def _bot(game: Game[Any, Any], name: str) -> Any:
    return make_seat(game, name, hasty=name != PERSON)


def _told(course: Generator[Record[Any, Any], None, str]) -> Iterator[str]:
    seen = 0
    while True:
        try:
            so_far = next(course)
        except StopIteration as done:
            yield str(done.value)
            return
        for here, move in list(zip(so_far.positions, so_far.moves))[seen:]:
            yield f"{mover_name(so_far.game, here)}: {so_far.game.format(here, move)}"
        seen = len(so_far.moves)
        yield so_far.game.show(so_far.position)
