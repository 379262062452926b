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

from .catalogue import Catalogue, Parameters, ServerLimits, maker

CELL = 36  # the width of a cell, in pixels


class Preview(NamedTuple):
    """A game that has not begun, as texts: another process can send it."""

    name: str
    players: tuple[str, ...]
    svg: str  # the board as it begins; empty where the game has none
    text: str  # the same in words
    dealt: bool = False  # whether its seed decides how it begins


def make_preview(shelf: Catalogue, bounds: ServerLimits, name: str, settings: Parameters, position: str) -> Preview:
    """The preview of a game that begins at the position in a text, or at its start if that is empty.

    Raises: Refused if there is no such game or position, or if its board is too large.
    """
    return preview_of(maker(shelf, bounds)(name, settings), position)


def preview_of(game: Game[Any, Any], position: str = "") -> Preview:
    """The preview of a game. Raises Refused where its rules cannot read or show the position."""
    with by_the_rules(game.name):
        first = game.read(position) if position else game.start
        svg = "" if game.layout is None else draw_board(game, first, CELL).svg
        dealt = not position and game.name in GAMES and any(True for _ in deals(game, GAMES[game.name], 1))
        return Preview(game.name, seen_names(game), svg, game.show(first), dealt)


WAIT = 3.0  # seconds by the clock for each of processor time: the machine may be busy
SETTING_UP = 60.0  # seconds in which a process must be ready
MEMORY = 2 << 30  # bytes that a process may take


class Rooms:
    """Processes that try games, as many as ask at once; they begin when they are needed."""

    def __init__(self, shelf: Catalogue, bounds: ServerLimits) -> None:
        self._shelf, self._bounds, self._again = shelf, bounds, pickle.dumps(shelf.again)
        self._free: Queue[Executor] = Queue()
        self._all: set[Executor] = set()
        self._lock, self._over = Lock(), False

    def preview(self, name: str, settings: Parameters, position: str = "") -> Preview:
        """The preview of a game, made in another process. Raises Refused where it takes too long, or cannot be.

        A shelf that says nothing of how another process can make it (`Shelf.again`) is used in this one.
        """
        if self._shelf.again is None:
            return make_preview(self._shelf, self._bounds, name, settings, position)
        room = self._room()
        try:
            asked = room.submit(try_game, self._again, self._bounds, name, settings, position)
            return asked.result(WAIT * self._bounds.making)
        except (BrokenExecutor, TimeoutError):
            with self._lock:
                self._all.discard(room)
            stop(room, finished=False)
            why = f"to make {name} of this size takes more than {self._bounds.making:g} seconds, or too much memory"
            raise Refused(TOO_LARGE, why) from None
        finally:
            if room in self._all:
                self._free.put(room)

    def _room(self) -> Executor:
        """A process that is free, or a new one, which is ready."""
        with suppress(Empty):
            return self._free.get_nowait()
        room = pool_of(1, set_up, self._again)
        with self._lock:
            if self._over:
                raise Refused(BUSY, "the server ends")
            self._all.add(room)
        with deaf_at_first(), suppress(BrokenExecutor, TimeoutError):  # what is wrong is said of what is asked for then
            room.submit(os.getpid).result(SETTING_UP)
        return room

    def close(self) -> None:
        """Ends all processes."""
        with self._lock:
            self._over = True
            for room in self._all:
                stop(room, finished=False)


# ---- in such a process


def set_up(again: bytes) -> None:
    """Makes the shelf. What rules print is thrown away; time and memory are left to the server, where they can be."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for out in (1, 2):
        os.dup2(nowhere, out)
    with suppress(ImportError, OSError, ValueError, AttributeError):
        os.nice(5)
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    shelf_from(again)


@cache
def shelf_from(again: bytes) -> Catalogue:
    """The shelf that a pickled function makes: once in each process."""
    shelf: Catalogue = pickle.loads(again)()
    return shelf


def try_game(again: bytes, bounds: ServerLimits, name: str, settings: Parameters, position: str) -> Preview:
    """The preview of a game. The process ends where that takes too much of its time, also if the server has ended."""
    _end_after(bounds.making)
    try:
        return make_preview(shelf_from(again), bounds, name, settings, position)
    finally:
        _end_after(0.0)


def _end_after(seconds: float) -> None:
    """Ends this process after `seconds` of processor time; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
