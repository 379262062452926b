"""Players over TCP: a bot that takes a seat at a server, and a seat of a tournament for a program that connects."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from threading import Condition, Thread
from time import monotonic, perf_counter
from typing import Any

from lazytree.arena.protocols.matches import Limits, Match, handle_line, is_match_command, match, seconds_left
from lazytree.arena.protocols.refereeing import LONGEST, Clock, Fault
from lazytree.arena.protocols.ugi import move_word
from lazytree.core.game import Game
from lazytree.playing.ending import Ending
from lazytree.playing.records import Factories, Record, load_record

LONGEST_ANSWER = 1 << 24  # bytes of an answer: a record can be long
PATIENCE = 10.0  # seconds for the connection, and for every answer but the one to `wait`

Seat = Callable[[Game[Any, Any]], Callable[[Any], Any]]  # what makes a bot for the game that is played


def join(host: str, port: int, seat: Seat, games: Factories | None = None) -> Generator[Record[Any, Any], None, str]:
    """The records of a game on a server, one for each turn of this seat and one at the end; returns how it has ended.

    `seat(game)` makes the bot that plays. `games` are those that the server may play, by name; by default the
    library's. Each record is asked for, and each move sent, as the records are read.

    Raises: ValueError if there is no server, if it breaks off or speaks another protocol, or plays a game that is
    not known; IllegalMove if the bot's move is not legal.
    """
    try:
        connected = socket.create_connection((host, port), PATIENCE)
    except OSError as error:
        raise ValueError(f"there is no server at {host}:{port} ({error.strerror or error})") from error
    with connected as server:
        other = Server(server, f"{host}:{port}")
        so_far = load_record(other.answer("record"), games)
        bot = seat(so_far.game)
        while (said := other.answer("wait", None)) == "your move":
            so_far = load_record(other.answer("record"), games)
            yield so_far
            move = bot(so_far.position)
            so_far = so_far.play(move)
            other.answer(f"move {move_word(so_far.game, so_far.positions[-2], move)}")
        yield load_record(other.answer("record"), games)
        with suppress(ValueError):
            other.say("quit")
        return said


def address(text: str) -> tuple[str, int]:
    """The host and the port of a text such as `localhost:60000`. Raises ValueError for other texts.

    >>> address("localhost:60000"), address(":60000"), address("[::1]:80")
    (('localhost', 60000), ('127.0.0.1', 60000), ('::1', 80))
    """
    host, colon, port = text.rpartition(":")
    if not (colon and port.isdecimal() and 0 < int(port) < 1 << 16):
        raise ValueError(f"{text!r} is no address: write HOST:PORT, as in localhost:60000")
    return host.strip("[]") or "127.0.0.1", int(port)


class Server:
    """The other end of a connection, which answers a line by a line."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        self.connection, self.name = connection, name
        self.file = connection.makefile("rb")

    def say(self, line: str) -> None:
        """Sends a line. Raises ValueError if the server has closed the connection."""
        try:
            self.connection.sendall(f"{line}\n".encode())
        except OSError:
            raise ValueError(f"the server at {self.name} has closed the connection") from None

    def answer(self, line: str, seconds: float | None = PATIENCE) -> str:
        """The answer to a line. Raises ValueError if there is none in time (None: no limit), or it is an error."""
        self.say(line)
        self.connection.settimeout(seconds)
        try:
            data = self.file.readline(LONGEST_ANSWER)
        except TimeoutError:
            raise ValueError(f"the server at {self.name} did not answer within {seconds:g} seconds") from None
        except OSError:
            data = b""
        if not data.endswith(b"\n"):
            raise ValueError(f"the server at {self.name} has closed the connection")
        text = data.decode(errors="replace").strip()
        if text.startswith("error"):
            raise ValueError(f"the server at {self.name} says: {text.removeprefix('error:').strip()}")
        return text


A_PORT = re.compile(r"port:(?P<where>.+)")
"""The name of a seat for a program: `port:60000` on this machine alone, `port:HOST:60000` where HOST reaches it."""

ARRIVAL = 120.0  # seconds in which a player must come to a game
GRACE = 5.0  # seconds in which a program may ask how a game has ended


def is_port(name: str) -> bool:
    """Whether a name is a seat for outside programs."""
    return A_PORT.fullmatch(name.strip()) is not None


@cache
def port_of(name: str) -> socket.socket:
    """The open port of such a name, which stays open between games. Raises ValueError if it cannot be opened."""
    where = name.strip().removeprefix("port:")
    host, port = address(where if ":" in where else f":{where}")
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise ValueError(f"{where} cannot be served: {error.strerror}") from error


class OutsidePlayer:
    """The player at a seat for one game: a connection that is answered line by line, in a thread of its own."""

    def __init__(self, game: Game[Any, Any], name: str, player: int, clock: Clock) -> None:
        """Waits for a connection. Raises ValueError if the port cannot be opened."""
        self.server, self.player, self.left = port_of(name), player, ""
        self.match: Match = match(game, limits=Limits(clock, None, None))
        self.connection: socket.socket | None = None
        self.changed, self.closed = Condition(), False
        Thread(target=self._talk, daemon=True).start()

    def choose(self, so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> tuple[Any, float, float]:
        """The move that the program makes, the seconds it took, and none of the processor's.

        Raises: Fault where none comes in time, or the program has left.
        """
        began = perf_counter()
        with self.changed:
            if not self.changed.wait_for(lambda: self.connection is not None, ARRIVAL):
                raise Fault(f"no player has come within {ARRIVAL:g} seconds")
            self.match = self.match._replace(record=so_far, since=monotonic(), used=tuple(used), held="")
            self.changed.notify_all()
            while len(self.match.record.moves) == len(so_far.moves) and self.match.ended is None:
                left = seconds_left(self.match, monotonic())
                if self.left or left <= 0:
                    raise Fault(self.left or "its time is up")
                self.changed.wait(min(left, 1.0))
            if len(self.match.record.moves) > len(so_far.moves):
                return self.match.record.moves[len(so_far.moves)], perf_counter() - began, 0.0
            assert self.match.ended is not None
            raise Fault(self.match.ended.reason.partition(" has lost: ")[2] or self.match.ended.reason)

    def over(self, so_far: Record[Any, Any], ended: Ending) -> None:
        """Tells the program how the game has ended, if it asks; then the connection is closed."""
        with self.changed:
            self.match = self.match._replace(record=so_far, ended=ended)
            self.changed.notify_all()
            self.changed.wait_for(lambda: bool(self.left) or self.connection is None, GRACE)

    def close(self) -> None:
        """Closes the connection."""
        with self.changed:
            self.closed = True
            connection, self.connection = self.connection, None
            self.changed.notify_all()
        if connection is not None:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    # ---- the thread of the connection

    def _talk(self) -> None:
        """Answers line after line, of the first connection that begins with a command."""
        with suppress(OSError):
            while not self.closed:
                self.server.settimeout(0.2)
                try:
                    connection, _ = self.server.accept()
                except TimeoutError:
                    continue
                if self.closed:
                    connection.close()
                elif self._answers(connection):
                    return

    def _answers(self, connection: socket.socket) -> bool:
        """Whether the connection has taken the seat; it has, once it is answered."""
        connection.settimeout(10.0)
        seated = False
        with connection, connection.makefile("rb") as lines, suppress(OSError):
            while data := lines.readline(LONGEST):
                line = data.decode(errors="replace").strip()
                if not seated and not is_match_command(self.match.game, line):
                    connection.sendall(b"error: begin with a command such as id\n")
                    return False
                if not seated:
                    seated = True
                    connection.settimeout(None)
                    with self.changed:
                        self.connection = connection
                        self.changed.notify_all()
                if line == "quit" or len(data) >= LONGEST:
                    break
                connection.sendall(f"{self._answer(line)}\n".encode(errors="replace"))
        if seated:
            with self.changed:
                self.left = "it has left"
                self.changed.notify_all()
        return seated

    def _answer(self, line: str) -> str:
        """The answer to a line, once there is one."""
        with self.changed:
            while True:
                after, answer = handle_line(self.match, self.player, line, monotonic(), Random(0))
                if after is not self.match:
                    self.match = after
                    self.changed.notify_all()
                if answer is not None:
                    return answer
                if self.closed:
                    raise OSError
                self.changed.wait(1.0)
