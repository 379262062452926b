"""The server: seats of games over TCP, for programs that are unknown and may do anything.

Each program that connects takes the next free seat; when all seats of a game are taken it begins, and the next game
opens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from lazytree.arena.protocols import matches
from lazytree.arena.protocols.matches import Limits, Match
from lazytree.arena.protocols.refereeing import LONGEST, Fault
from lazytree.core.game import Game
from lazytree.playing.ending import Ending, format_ending

MOST_WAITING = 16  # lines that wait to be answered


async def line_from(reader: asyncio.StreamReader) -> str | None:
    """The next line; None at the end. Raises Fault where it is too long, or no text."""
    try:
        data = await reader.readuntil(b"\n")
    except (asyncio.IncompleteReadError, OSError):
        return None
    except asyncio.LimitOverrunError:
        raise Fault(f"it sent a line of more than {LONGEST:,} bytes") from None
    try:
        return data.decode().strip()
    except UnicodeDecodeError:
        raise Fault("it sent bytes that are no text") from None


async def say(writer: asyncio.StreamWriter, line: str, patience: float) -> None:
    """Sends a line. Raises Fault if the other end does not read it for `patience` seconds, or has left."""
    try:
        writer.write(f"{line}\n".encode(errors="replace"))
        async with asyncio.timeout(patience):  # `wait_for` forgets a cancellation where what it waits for is there
            await writer.drain()
    except TimeoutError:
        raise Fault("it does not read what it is told") from None
    except OSError:
        raise Fault("it has left") from None


class Line:
    """The lines that come over a connection. They are listened to while answers are being found."""

    def __init__(self, reader: asyncio.StreamReader, first: str) -> None:
        self.reader = reader
        self.heard: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)  # None: the end
        self.heard.put_nowait(first)
        self.fault = ""  # how it broke the protocol
        self.closed = False

    async def listen(self, at_the_end: Callable[[], object]) -> None:
        """Reads line after line; calls `at_the_end()` when there are no more."""
        try:
            while (line := await line_from(self.reader)) is not None:
                await self.heard.put(line)
        except Fault as fault:
            self.fault = str(fault)
        await self.heard.put(None)
        self.closed = True
        at_the_end()


MOST = 200  # connections at once; more are refused
PAUSE = 0.001  # seconds after each answer: so one connection with many questions does not keep the others waiting


class SeatRequest(NamedTuple):
    """What a server plays, and how."""

    game: Game[Any, Any]
    position: Any = None
    limits: Limits = Limits()
    by_lot: bool = False  # a coin says which seat plays first; else the one that is taken first, or the first port's
    seed: int | None = None  # of the coin and of the moves of chance; None: another one each time
    games: int | None = None  # after which the server ends; None: no limit
    patience: float = 10.0  # seconds in which a connection must say its first line, and read an answer
    grace: float = 5.0  # seconds in which questions are answered after the end of a game


@dataclass
class Room:
    """A game and those who sit at it. The match is a value; this is where it is kept."""

    number: int
    match: Match
    order: list[int]  # the player of each seat: seats are in the order of arrival, or of ports
    random: Random
    changed: asyncio.Event
    names: dict[int, str] = field(default_factory=dict)  # where each player is
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def become(self, after: Match) -> None:
        """Keeps the match, and wakes all who wait for a change."""
        self.match = after
        self.changed.set()
        self.changed = asyncio.Event()

    def hear(self, player: int, line: str) -> str | None:
        """The answer to a line, if there is one now. Rules that raise an error end the game as a draw."""
        before = self.match
        try:
            after, answer = matches.handle_line(before, player, line, monotonic(), self.random)
        except Exception as error:
            broken = Ending((0,) * len(before.game.players), f"the rules raised {type(error).__name__}: {error}")
            after, answer = before._replace(ended=broken), "error: the rules of the game failed"
        if after is not before:
            self.become(after)
        return answer


async def serve(wanted: SeatRequest, host: str, ports: Sequence[int], tell: Callable[[str], object]) -> None:
    """Serves games until it is cancelled, or until all wanted ones are over. `tell(line)` says what happens.

    One port has all seats; or there is a port for each player.

    Raises: ValueError unless there is one port or one for each player, if a port cannot be opened, and for limits that
    make no sense.
    """
    matches.match(wanted.game, wanted.position, wanted.limits)
    count = len(wanted.game.players)
    if len(ports) not in (1, count):
        raise ValueError(f"{wanted.game.name} has {count} players: give one port for all, or {count} ports")
    hosting = Hosting(wanted, tell, len(ports) > 1)
    servers = []
    try:
        for seat, port in enumerate(ports):
            servers.append(await _listening(hosting, host, port, seat))
        where = ", ".join(_address_text(server.sockets[0].getsockname()) for server in servers)
        tell(f"{wanted.game.name} at {where}: {count} seats a game (Ctrl-C ends the server)")
        await hosting.enough.wait()
        with suppress(TimeoutError):  # who is still there may ask how it has ended
            async with asyncio.timeout(wanted.grace):
                while hosting.open_connections:
                    await asyncio.sleep(0.02)
    finally:
        for server in servers:
            server.close()


async def _listening(hosting: Hosting, host: str, port: int, seat: int) -> asyncio.Server:
    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # the server ends, and this with it
            await hosting.meet(reader, writer, seat)

    try:
        return await asyncio.start_server(meet, host, port, limit=LONGEST)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or "ports are 0 to 65535"
        raise ValueError(f"{host}:{port} cannot be served: {reason}") from error


def _address_text(address: Any) -> str:
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Hosting:
    """The rooms of a server, and the conversations in them."""

    def __init__(self, wanted: SeatRequest, tell: Callable[[str], object], seat_a_port: bool) -> None:
        self.wanted, self.tell, self.seat_a_port = wanted, tell, seat_a_port
        self.random = Random(wanted.seed)
        self.waiting: list[Room] = []  # with a free seat
        self.clocks: set[asyncio.Task[None]] = set()
        self.begun = self.over = self.open_connections = 0
        self.enough = asyncio.Event()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seat: int) -> None:
        """One connection, from its first line to its end."""
        self.open_connections += 1
        try:
            if self.open_connections > MOST:
                raise Fault(f"there are more than {MOST} connections: come again later")
            first = await self._first(reader)
            room, player = self._seated(seat, writer)
            await self._talk(room, player, Line(reader, first), writer)
        except (Fault, TimeoutError) as fault:
            with suppress(Fault):
                await say(writer, f"error: {str(fault) or 'nothing was said'}", self.wanted.patience)
        finally:
            self.open_connections -= 1
            writer.close()
            asyncio.get_running_loop().call_later(self.wanted.patience, writer.transport.abort)  # if it never reads

    async def _first(self, reader: asyncio.StreamReader) -> str:
        """The first line, which must be a command. Raises Fault or TimeoutError otherwise: no seat is given away."""
        async with asyncio.timeout(self.wanted.patience):
            line = await line_from(reader)
        if line is None or not matches.is_match_command(self.wanted.game, line):
            raise Fault(f"this is a server of {self.wanted.game.name}: begin with a command such as id")
        return line

    def _seated(self, seat: int, writer: asyncio.StreamWriter) -> tuple[Room, int]:
        """A free seat, and its room; of a new room if no seat is free."""
        for room in self.waiting:
            free = [player for player in room.order if player not in room.names]
            wanted = room.order[seat] if self.seat_a_port else free[0]
            if wanted in free:
                break
        else:
            room = self._opened()
            wanted = room.order[seat if self.seat_a_port else 0]
        room.names[wanted] = _address_text(writer.get_extra_info("peername"))
        room.writers.append(writer)
        if len(room.names) == len(room.order):
            self._begin(room)
        return room, wanted

    def _opened(self) -> Room:
        self.begun += 1
        wanted, order = self.wanted, list(range(len(self.wanted.game.players)))
        if wanted.by_lot:
            self.random.shuffle(order)
        random = Random(self.random.getrandbits(64))
        here = matches.match(wanted.game, wanted.position, wanted.limits)
        self.waiting.append(Room(self.begun, here, order, random, asyncio.Event()))
        return self.waiting[-1]

    def _begin(self, room: Room) -> None:
        self.waiting.remove(room)
        seats = ", ".join(f"{name} is {room.names[player]}" for player, name in enumerate(self.wanted.game.players))
        self.tell(f"game {room.number}: {seats}")
        room.become(matches.start_match(room.match, monotonic(), room.random))
        clock = asyncio.create_task(self._keep_time(room))
        self.clocks.add(clock)
        clock.add_done_callback(self.clocks.discard)

    async def _keep_time(self, room: Room) -> None:
        """Ends the match where the time of the player to move is up; tells how it has ended, and closes the room."""
        while room.match.ended is None:
            changed, left = room.changed, matches.seconds_left(room.match, monotonic())
            if left <= 0:
                room.become(matches.lose_on_time(room.match))
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await changed.wait()
        count = len(room.match.record.moves)
        plies = f"{count} {'ply' if count == 1 else 'plies'}"
        self.tell(f"game {room.number}: {format_ending(room.match.game, room.match.ended)} ({plies})")
        self.over += 1
        if self.wanted.games is not None and self.over >= self.wanted.games:
            self.enough.set()
        await asyncio.sleep(self.wanted.grace)
        for writer in room.writers:
            writer.close()

    async def _talk(self, room: Room, player: int, line: Line, writer: asyncio.StreamWriter) -> None:
        """Answers line after line; who leaves or breaks the protocol has lost, or frees the seat before the game."""
        listening = asyncio.create_task(line.listen(lambda: room.become(room.match)))
        try:
            while (text := await line.heard.get()) is not None and text != "quit":
                await say(writer, await self._answer(room, player, line, text), self.wanted.patience)
                await asyncio.sleep(PAUSE)
            raise Fault(line.fault or "it has left")
        except Fault as fault:
            if room.match.since is None:
                room.names.pop(player, None)
                room.writers.remove(writer)
            room.become(matches.lose_seat(room.match, player, str(fault)))
            if line.fault:
                raise
        finally:
            listening.cancel()

    async def _answer(self, room: Room, player: int, line: Line, text: str) -> str:
        """The answer to a line, once there is one. Raises Fault where the other end leaves before."""
        while (answer := room.hear(player, text)) is None:
            if line.closed and line.heard.qsize() <= 1:  # what is left is the end
                raise Fault(line.fault or "it has left")
            await room.changed.wait()
        return answer
