"""Processes in which games are tried before the server makes them: each is ended where it takes too long.

A game's factory is any function, and its board may be huge: a thread that makes it could not be ended.
"""

from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from functools import cache
from queue import Empty, Queue
from threading import Lock
from typing import Any, NamedTuple

from lazytree.core.game import Game
from lazytree.core.processes import deaf_at_first, pool_of, stop
from lazytree.games import GAMES
from lazytree.naming.dealing import deals
from lazytree.playing.announcing import seen_names
from lazytree.session.refusals import BUSY, TOO_LARGE, Refused, by_the_rules
from lazytree.show.boards import draw_board
from lazytree.show.text_boards import is_drawn, with_text_board

from .catalogue import Catalogue, Parameters, ServerLimits, maker

CELL = 36  # the width of a cell, in pixels


class Preview(NamedTuple):
    """A game that has not begun, as texts: another process can send it."""

    name: str
    players: tuple[str, ...]
    svg: str  # the board as it begins; empty where the game has none
    text: str  # the same in words
    dealt: bool = False  # whether its seed decides how it begins


def preview_of(game: Game[Any, Any], position: str = "") -> Preview:
    """The preview of a game that begins at the position in a text, or at its start if that is empty.

    Raises: Refused where its rules cannot read or show the position.
    """
    with by_the_rules(game.name):
        first = game.read(position) if position else game.start
        drawn = with_text_board(game)
        svg = draw_board(drawn, first, CELL).svg if is_drawn(drawn, first) else ""
        dealt = not position and game.name in GAMES and any(True for _ in deals(game, GAMES[game.name], 1))
        return Preview(game.name, seen_names(game), svg, game.show(first), dealt)


WAIT = 3.0  # seconds by the clock for each of processor time: the machine may be busy
SETTING_UP = 60.0  # seconds in which a process must be ready
MEMORY = 2 << 30  # bytes that a process may take


class TrialProcesses:
    """Processes that try games, as many as ask at once; they begin when they are needed."""

    def __init__(self, catalogue: Catalogue, limits: ServerLimits) -> None:
        self._catalogue, self._limits, self._again = catalogue, limits, pickle.dumps(catalogue.again)
        self._free: Queue[Executor] = Queue()
        self._all: set[Executor] = set()
        self._lock, self._over = Lock(), False

    def preview(self, name: str, settings: Parameters, position: str = "") -> Preview:
        """The preview of a game, made in another process. Raises Refused where it takes too long, or cannot be.

        A catalogue that says nothing of how another process can make it (`Catalogue.again`) is used in this one.
        """
        if self._catalogue.again is None:
            return preview_of(maker(self._catalogue, self._limits)(name, settings), position)
        process = self._process()
        try:
            asked = process.submit(try_game, self._again, self._limits, name, settings, position)
            return asked.result(WAIT * self._limits.making)
        except (BrokenExecutor, TimeoutError):
            with self._lock:
                self._all.discard(process)
            stop(process, finished=False)
            why = f"to make {name} of this size takes more than {self._limits.making:g} seconds, or too much memory"
            raise Refused(TOO_LARGE, why) from None
        finally:
            if process in self._all:
                self._free.put(process)

    def _process(self) -> Executor:
        """A process that is free, or a new one, which is ready."""
        with suppress(Empty):
            return self._free.get_nowait()
        process = pool_of(1, set_up, self._again)
        with self._lock:
            if self._over:
                raise Refused(BUSY, "the server ends")
            self._all.add(process)
        with deaf_at_first(), suppress(BrokenExecutor, TimeoutError):  # what is wrong is said of what is asked for then
            process.submit(os.getpid).result(SETTING_UP)
        return process

    def close(self) -> None:
        """Ends all processes."""
        with self._lock:
            self._over = True
            for process in self._all:
                stop(process, finished=False)


# ---- in such a process


def set_up(again: bytes) -> None:
    """Makes the catalogue. What rules print is thrown away; time and memory are left to the server, if they can be."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for out in (1, 2):
        os.dup2(nowhere, out)
    with suppress(ImportError, OSError, ValueError, AttributeError):
        os.nice(5)
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    catalogue_from(again)


@cache
def catalogue_from(again: bytes) -> Catalogue:
    """The catalogue that a pickled function makes: once in each process."""
    catalogue: Catalogue = pickle.loads(again)()
    return catalogue


def try_game(again: bytes, limits: ServerLimits, name: str, settings: Parameters, position: str) -> Preview:
    """The preview of a game. The process ends where that takes too much of its time, also if the server has ended."""
    _end_after(limits.making)
    try:
        return preview_of(maker(catalogue_from(again), limits)(name, settings), position)
    finally:
        _end_after(0.0)


def _end_after(seconds: float) -> None:
    """Ends this process after `seconds` of processor time; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
