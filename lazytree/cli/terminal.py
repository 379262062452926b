"""The command `tui`: a game at a board in the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from lazytree.core.game import Game
from lazytree.core.stopping import Stop
from lazytree.hosts.widgets.opponent import Opponent
from lazytree.hosts.widgets.playing import host_session
from lazytree.naming.words import bot_named, game_named
from lazytree.session.jobs import Tell
from lazytree.session.session import Seat, new_session

from .commands import position_asked
from .seats import PERSON, SEATS, seats


def board(asked: Namespace) -> Iterator[str]:
    """The line that says how the game stands when the board is left. The board itself fills the terminal.

    Raises: ValueError without a terminal and, naming the extra, without textual.
    """
    game = game_named(asked.game, asked.parameters)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError(f"the board needs a terminal: lazytree play {asked.game} plays line by line")
    host = hosted(game, position_asked(game, asked), [getattr(asked, seat) for seat in SEATS], asked)
    host.run()
    yield host.view["caption"]


def hosted(game: Game[Any, Any], position: Any, wanted: list[str | None], asked: Namespace) -> Any:
    """The application with a game at its beginning. Raises ValueError, which names the extra, without textual."""
    try:
        app = import_module("lazytree.hosts.terminal.app")
    except ImportError as error:
        raise ValueError("the board in the terminal needs the extra `tui`: pip install 'lazytree[tui]'") from error
    names, random = seats(game, wanted), Random(asked.seed)
    taken = [Seat(name="a person") if name == PERSON else Seat(name, name=name) for name in names]
    limits = {"repetitions": asked.repetitions or None, "plies": asked.plies or None}
    bots = {name: _opponent(game, name) for name in names if name != PERSON}

    def bot_move(game: Game[Any, Any], name: str, position: Any, stop: Stop, tell: Tell) -> tuple[Any, str]:
        return bots[name](position, stop, tell), ""

    def hosting(module: str, view: Any, asked: Callable[[Any], object], *others: object) -> Any:
        return app.TerminalApp(game.layout, view, asked)

    return host_session(new_session(game, position, taken, random, **limits), bot_move, random, hosting)


def _opponent(game: Game[Any, Any], name: str) -> Opponent:
    """The bot of that name, which can be told to move now and tells what it thinks."""
    now: dict[str, Any] = {"stop": lambda: False, "tell": lambda progress: None}
    bot = bot_named(game, name, stop=lambda: now["stop"](), progress=lambda progress: now["tell"](progress))

    def play(position: Any, stop: Stop, tell: Tell) -> Any:
        now.update(stop=stop, tell=tell)
        return bot(position)

    return play
