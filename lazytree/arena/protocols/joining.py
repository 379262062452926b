"""The client: takes a seat at a server and lets a bot play there."""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from lazytree.core.game import Game
from lazytree.playing.records import Factories, Record, load_record

from .ugi import move_word

LONGEST = 1 << 24  # bytes of an answer: a record can be long
PATIENCE = 10.0  # seconds for the connection, and for every answer but the one to `wait`

Seat = Callable[[Game[Any, Any]], Callable[[Any], Any]]
"""What makes a bot for the game that is played."""


def join(host: str, port: int, seat: Seat, games: Factories | None = None) -> Generator[Record[Any, Any], None, str]:
    """The records of a game on a server, one for each turn of this seat and one at the end; returns how it has ended.

    `seat(game)` makes the bot that plays. `games` are those that the server may play, by name; by default the
    library's. Each record is asked for, and each move sent, as the records are read.

    Raises: ValueError if there is no server, if it breaks off or speaks another protocol, or plays a game that is
    not known; IllegalMove if the bot's move is not legal.
    """
    with _connected(host, port) as server:
        told = Server(server, f"{host}:{port}")
        so_far = load_record(told.answer("record"), games)
        bot = seat(so_far.game)
        while (said := told.answer("wait", None)) == "your move":
            so_far = load_record(told.answer("record"), games)
            yield so_far
            move = bot(so_far.position)
            so_far = so_far.play(move)
            told.answer(f"move {move_word(so_far.game, so_far.positions[-2], move)}")
        yield load_record(told.answer("record"), games)
        with suppress(ValueError):
            told.say("quit")
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


def _connected(host: str, port: int) -> socket.socket:
    try:
        return socket.create_connection((host, port), PATIENCE)
    except OSError as error:
        raise ValueError(f"there is no server at {host}:{port} ({error.strerror or error})") from error


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
            data = self.file.readline(LONGEST)
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
