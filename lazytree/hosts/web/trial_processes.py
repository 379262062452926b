"""Processes in which games are tried before the server makes them: each is ended where it takes too long.

A game's factory is any function, and its board may be huge: a thread that makes it could not be ended.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Timer
from typing import IO, Any, NamedTuple

from lazytree.core.game import Game
from lazytree.games import GAMES
from lazytree.naming.dealing import deals
from lazytree.session.refusals import TOO_LARGE, Refused, by_the_rules
from lazytree.show.boards import draw_board

from .catalogue import Catalogue, Parameters, ServerLimits, maker

CELL = 36
"""The width of a cell, in pixels."""


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
        return Preview(game.name, tuple(game.players), svg, game.show(first), dealt)


HEAD = struct.Struct(">Q")  # how many bytes come then
WAIT = 3.0  # seconds by the clock for each of processor time: the machine may be busy
SETTING_UP = 60.0  # seconds in which a process must be ready
MEMORY = 2 << 30  # bytes that a process may take


class Rooms:
    """Processes that try games, as many as ask at once; they begin when they are needed."""

    def __init__(self, shelf: Catalogue, bounds: ServerLimits) -> None:
        self._shelf, self._bounds = shelf, bounds
        self._free: Queue[_Room] = Queue()
        self._all: set[_Room] = set()
        self._lock, self._over = Lock(), False

    def preview(self, name: str, settings: Parameters, position: str = "") -> Preview:
        """The preview of a game, made in another process. Raises Refused where it takes too long, or cannot be.

        A shelf that says nothing of how another process can make it (`Shelf.again`) is used in this one.
        """
        if self._shelf.again is None:
            return make_preview(self._shelf, self._bounds, name, settings, position)
        room = self._room()
        try:
            answer = room.ask((name, settings, position), WAIT * self._bounds.making)
        except (EOFError, OSError):
            room.close()
            with self._lock:
                self._all.discard(room)
            why = f"to make {name} of this size takes more than {self._bounds.making:g} seconds, or too much memory"
            raise Refused(TOO_LARGE, why) from None
        self._free.put(room)
        if isinstance(answer, Preview):
            return answer
        raise Refused(*answer)

    def _room(self) -> _Room:
        """A process that is free, or a new one."""
        try:
            return self._free.get_nowait()
        except Empty:
            assert self._shelf.again is not None
            room = _Room((self._shelf.again, self._bounds))
            with self._lock:
                self._all.add(room)
                if self._over:
                    room.close()
            return room

    def close(self) -> None:
        """Ends all processes."""
        with self._lock:
            self._over = True
            for room in self._all:
                room.close()


class _Room:
    """One process, with the pipes that lead there."""

    def __init__(self, given: tuple[Callable[[], Catalogue], ServerLimits]) -> None:
        places = os.pathsep.join(place or os.getcwd() for place in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import work; work()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": places},
            start_new_session=True,  # Ctrl-C is for the server, which ends it
        )
        self._given: Any = given

    def ask(self, asked: object, seconds: float) -> Any:
        """What the process answers. Raises EOFError where it does not in time: then it has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        if self._given is not None:
            _send(self._process.stdin, self._given)
            self._in_time(SETTING_UP)
            self._given = None
        _send(self._process.stdin, asked)
        return self._in_time(seconds)

    def _in_time(self, seconds: float) -> Any:
        assert self._process.stdout is not None
        timer = Timer(seconds, self._process.kill)
        timer.start()
        try:
            return _received(self._process.stdout)
        finally:
            timer.cancel()

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for end in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                end.close()  # type: ignore[union-attr]


def _send(out: IO[bytes], thing: object) -> None:
    said = pickle.dumps(thing)
    out.write(HEAD.pack(len(said)) + said)
    out.flush()


def _received(ends: IO[bytes]) -> Any:
    """What was sent. Raises EOFError where the other process has ended."""
    head = ends.read(HEAD.size)
    if len(head) < HEAD.size or len(said := ends.read(HEAD.unpack(head)[0])) < HEAD.unpack(head)[0]:
        raise EOFError
    return pickle.loads(said)


def work() -> None:
    """What a process does: it makes the shelf, then a preview for each request, until nothing more is asked for."""
    asks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what rules print is no answer
    _be_modest()
    again, bounds = _received(asks)
    shelf = again()
    _send(answers, "ready")
    with suppress(EOFError):
        while True:
            name, settings, position = _received(asks)
            _at_most(bounds.making)
            try:
                answer: object = make_preview(shelf, bounds, name, settings, position)
            except Refused as refused:
                answer = refused.status, refused.why
            _send(answers, answer)
            _at_most(0.0)


def _at_most(seconds: float) -> None:
    """Ends this process after `seconds` of processor time, also if the server has ended; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _be_modest() -> None:
    """Leaves time to the server, and takes no more memory than may be, where the system can see to it."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        os.nice(5)
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
