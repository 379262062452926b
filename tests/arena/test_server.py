"""The server on the loopback: whole games, and connections that do anything but play. Bounded in count and time."""

import asyncio
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from lazytree import bots
from lazytree.arena.protocols.joining import join
from lazytree.arena.protocols.matches import Limits
from lazytree.arena.protocols.refereeing import Clock
from lazytree.arena.protocols.serving import MOST, SeatRequest, serve
from lazytree.cli import main
from lazytree.games import dice_of_doom, konane, nim
from tests.helpers.waiting import LONG

HERE = "127.0.0.1"
WANTED = SeatRequest(nim(heaps=(2, 2)), limits=Limits(Clock(LONG)), seed=1, patience=LONG, grace=LONG)


class Person:
    """A connection that says lines and reads answers."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def says(self, *lines: str) -> list[str]:
        self.writer.write("".join(f"{line}\n" for line in lines).encode())
        return [await self.hears() for _ in lines]

    async def hears(self) -> str:
        return (await asyncio.wait_for(self.reader.readline(), LONG)).decode().strip()


async def comes(port: int) -> Person:
    return Person(*await asyncio.open_connection(HERE, port))


def served(
    scene: Callable[[list[int], list[str]], Awaitable[None]],
    wanted: SeatRequest = WANTED,
    ports: tuple[int, ...] = (0,),
) -> list[str]:
    """What a server tells while a scene is played at its ports."""
    told: list[str] = []
    heard: list[str] = []

    async def both() -> None:
        server = asyncio.create_task(serve(wanted, HERE, ports, told.append))
        while not told and not server.done():
            await asyncio.sleep(0.005)
        try:
            await scene([int(port) for port in re.findall(r":(\d+)", told[0])], told)
            heard.extend(told)
        finally:
            server.cancel()
            await asyncio.gather(server, return_exceptions=True)

    asyncio.run(asyncio.wait_for(both(), LONG))
    return heard


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_two_seats_play_a_game():
    async def scene(ports: list[int], told: list[str]) -> None:
        one, other = await comes(ports[0]), await comes(ports[0])
        assert await one.says("id", "move a-1") == [
            "0",
            "error: a seat is still empty: say wait, and you are told when it is your turn",
        ]
        assert await other.says("id") == ["1"]
        for mover, move in [(one, "a-2"), (other, "b-2")]:
            assert await mover.says("wait", f"move {move}") == ["your move", "ok"]
        end, board = await one.says("wait", "board")
        assert end == "over lost (second wins)"
        assert list(WANTED.game.read(board).heaps) == [0, 0]
        assert await other.says("result") == ["won"]

    told = served(scene)
    assert re.fullmatch(r"nim at 127.0.0.1:\d+: 2 seats a game \(Ctrl-C ends the server\)", told[0])
    assert re.fullmatch(r"game 1: first is 127.0.0.1:\d+, second is 127.0.0.1:\d+", told[1])
    assert told[2:] == ["game 1: second wins (2 plies)"]


def test_after_the_time_of_grace_a_game_is_closed():
    async def scene(ports: list[int], told: list[str]) -> None:
        one, other = await comes(ports[0]), await comes(ports[0])
        assert [*await one.says("id"), *await other.says("id")] == ["0", "1"]
        one.writer.write(b"move a-1\n")
        assert (await one.hears(), await other.hears()) in (("ok", ""), ("", ""))  # it may be closed before it says ok
        assert (await one.hears(), await other.hears()) == ("", "")

    assert served(scene, WANTED._replace(game=nim(heaps=(1,)), grace=0.0))[-1] == "game 1: first wins (1 ply)"


def test_after_the_last_game_a_server_answers_who_is_still_there_and_ends_when_all_have_left():
    """The player who has not moved comes late: half a second and more after the end."""

    async def ends() -> None:
        told: list[str] = []
        server = asyncio.create_task(serve(WANTED._replace(game=nim(heaps=(1,)), games=1), HERE, [0], told.append))
        await until(lambda: bool(told))
        port = int(told[0].split(":")[1])
        one, other = await comes(port), await comes(port)
        assert [*await one.says("id"), *await other.says("id"), *await one.says("move a-1")] == ["0", "1", "ok"]
        await until(lambda: told[-1] == "game 1: first wins (1 ply)")
        await asyncio.sleep(0.7)
        assert await other.says("result") == ["lost"] and not server.done()
        for person in (one, other):
            person.writer.close()
        await server

    asyncio.run(asyncio.wait_for(ends(), LONG))


def test_a_port_for_each_seat_and_a_coin():
    """The course's two ports: with the coin each of them is dark at some time, and the other one is light."""
    found = set()

    async def scene(ports: list[int], told: list[str]) -> None:
        for _ in range(12):
            one, other = await comes(ports[1]), await comes(ports[0])
            found.add((*(await other.says("id")), *(await one.says("id"))))
            one.writer.close()
            other.writer.close()

    served(scene, WANTED._replace(game=konane(), by_lot=True), (0, 0))
    assert found == {("0", "1"), ("1", "0")}


def test_the_third_connection_waits_for_the_next_game():
    async def scene(ports: list[int], told: list[str]) -> None:
        people = [await comes(ports[0]) for _ in range(4)]
        assert [(await person.says("id"))[0] for person in people] == ["0", "1", "0", "1"]
        await until(lambda: len(told) == 3)

    assert [line.split(":")[0] for line in served(scene)[1:]] == ["game 1", "game 2"]


MISCHIEF = {
    "it leaves": (b"", True, "it has left"),
    "it says quit": (b"quit\n", False, "it has left"),
    "a line of a megabyte": (b"x" * (1 << 20), False, "it sent a line of more than 65,536 bytes"),
    "bytes that are no text": (b"\xff\xfe\n", False, "it sent bytes that are no text"),
    "wrong lines": (b"fly\n" * 10, False, "10 of its lines were wrong"),
    "half a line": (b"move a-", True, "it has left"),
    "silence": (b"", False, "its time is up"),
}


@pytest.mark.parametrize("what", MISCHIEF)
def test_a_seat_that_misbehaves_loses_and_the_server_goes_on(what: str):
    data, leaves, reason = MISCHIEF[what]

    async def scene(ports: list[int], told: list[str]) -> None:
        one, other = await comes(ports[0]), await comes(ports[0])
        assert [*await one.says("id"), *await other.says("id")] == ["0", "1"]
        one.writer.write(data)
        if leaves:
            one.writer.close()
        assert await other.says("wait") == [f"over won (second wins: first has lost: {reason})"]
        again = await comes(ports[0])
        assert await again.says("id") == ["0"]

    clock = Clock(0.1, margin=0.1) if what == "silence" else Clock(LONG)
    told = served(scene, WANTED._replace(limits=Limits(clock)))
    assert told[-1].startswith(f"game 1: second wins: first has lost: {reason}")


def test_who_leaves_before_the_game_frees_the_seat():
    async def scene(ports: list[int], told: list[str]) -> None:
        gone = await comes(ports[0])
        assert await gone.says("id") == ["0"]
        gone.writer.write_eof()
        assert await gone.hears() == ""  # the server has seen that it leaves
        one, other = await comes(ports[0]), await comes(ports[0])
        assert [*await one.says("id"), *await other.says("id")] == ["0", "1"]

    assert len(served(scene)) == 2


def test_a_last_move_counts_even_if_its_player_leaves_at_once():
    async def scene(ports: list[int], told: list[str]) -> None:
        one, other = await comes(ports[0]), await comes(ports[0])
        await one.says("id")
        await other.says("id")
        one.writer.write(b"move a-1\n")
        one.writer.write_eof()
        assert await other.says("wait") == ["over lost (first wins)"]
        await until(lambda: len(told) == 3)

    assert served(scene, WANTED._replace(game=nim(heaps=(1,))))[-1] == "game 1: first wins (1 ply)"


def test_a_stranger_takes_no_seat():
    """A connection that begins with anything but a command is told so, and closed."""

    async def scene(ports: list[int], told: list[str]) -> None:
        web, garbage = await comes(ports[0]), await comes(ports[0])
        assert await web.says("GET / HTTP/1.1") == ["error: this is a server of nim: begin with a command such as id"]
        garbage.writer.write(b"\x00\xff" * 1000 + b"\n")
        assert await garbage.hears() == "error: it sent bytes that are no text"
        assert [await web.hears(), await garbage.hears()] == ["", ""]
        assert await (await comes(ports[0])).says("id") == ["0"]

    assert len(served(scene)) == 1


def test_who_says_nothing_takes_no_seat():
    async def scene(ports: list[int], told: list[str]) -> None:
        silent = [await comes(ports[0]) for _ in range(2)]
        for person in silent:
            assert [await person.hears(), await person.hears()] == ["error: nothing was said", ""]

    assert len(served(scene, WANTED._replace(patience=0.2))) == 1  # no game has begun


def test_a_hundred_connections():
    """Silent ones, ones that reset, floods, long lines, garbage: among them one game is played to its end."""

    async def scene(ports: list[int], told: list[str]) -> None:
        one, other = await comes(ports[0]), await comes(ports[0])
        await one.says("id")
        await other.says("id")
        crowd = [await comes(ports[0]) for _ in range(100)]
        for number, person in enumerate(crowd):
            if number % 5 == 1:
                person.writer.write(b"x" * (1 << 20))
            elif number % 5 == 2:
                person.writer.write(b"id\n" * 5000)  # and reads none of the answers
            elif number % 5 == 3:
                person.writer.write(os.urandom(5000) + b"\n")
            elif number % 5 == 4:  # leaves with a reset
                person.writer.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
                person.writer.transport.abort()
        for mover, move in [(one, "a-1"), (other, "b-1"), (one, "a-1"), (other, "b-1")]:
            assert await mover.says("wait", f"move {move}") == ["your move", "ok"]
        assert await one.says("wait") == ["over lost (second wins)"]
        for person in crowd:
            person.writer.transport.abort()

    descriptors = len(os.listdir("/proc/self/fd"))
    told = served(scene)
    assert "game 1: second wins (4 plies)" in told
    assert len(os.listdir("/proc/self/fd")) <= descriptors


def test_more_connections_than_can_be_kept_are_refused():
    async def scene(ports: list[int], told: list[str]) -> None:
        crowd = [await comes(ports[0]) for _ in range(MOST)]
        late = await comes(ports[0])
        refused = f"error: there are more than {MOST} connections: come again later"
        assert await late.hears() == refused
        for person in [*crowd, late]:
            person.writer.close()
        while (said := await (await comes(ports[0])).says("id")) == [refused]:
            await asyncio.sleep(0.01)  # the server has not seen yet that they have left
        assert said == ["0"]

    served(scene)


def test_rules_that_raise_an_error_end_their_game_only():
    def broken(position: NamedTuple, move: NamedTuple) -> object:
        if position == WANTED.game.start and tuple(move) == (1, 2):
            raise RuntimeError("out of cards")
        return WANTED.game.play(position, move)

    async def scene(ports: list[int], told: list[str]) -> None:
        one, other = await comes(ports[0]), await comes(ports[0])
        await one.says("id")
        await other.says("id")
        assert await one.says("move b-2") == ["error: the rules of the game failed"]
        said = "over drawn (a draw: the rules raised RuntimeError: out of cards)"
        assert await other.says("wait") == [said]

    served(scene, WANTED._replace(game=replace(WANTED.game, play=broken)))


@pytest.mark.parametrize("game", [konane(rows=4, columns=4), dice_of_doom(size=2, dice="rolled"), nim()])
def test_bots_join(game):
    """Two clients of ours, in threads, each with a bot; both see the same game."""
    seen, said = {}, {}

    def sit(port: int, name: int) -> None:
        course = join(HERE, port, lambda game: bots.at_random(game, name))
        records = []
        while True:
            try:
                records.append(next(course))
            except StopIteration as done:
                seen[name], said[name] = records, done.value
                return

    async def scene(ports: list[int], told: list[str]) -> None:
        await asyncio.gather(*[asyncio.to_thread(sit, ports[0], name) for name in (1, 2)])
        await until(lambda: len(told) == 3)

    told = served(scene, WANTED._replace(game=game, limits=Limits(Clock(LONG), plies=300)))
    assert seen[1][-1].written() == seen[2][-1].written()
    assert {word.split()[1] for word in said.values()} in ({"won", "lost"}, {"drawn"})
    assert told[-1].endswith(f"({len(seen[1][-1].moves)} plies)")


def test_what_cannot_be_served_is_named(capsys: pytest.CaptureFixture[str]):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        for words, said in {
            f"--port {port}": f"127.0.0.1:{port} cannot be served: ",
            "--port 70000": "127.0.0.1:70000 cannot be served: ",
            "--ports 1,2,3": "nim has 2 players: give one port for all, or 2 ports",
            "--ports x": "--ports are numbers with commas",
            "--first dark": "--first is random or left out",
            "--games 0": "--games must be a whole number from 1 up",
            "--movetime -1": "a clock has seconds above 0",
        }.items():
            assert main(["serve", "nim", *words.split()]) == 2
            assert said in capsys.readouterr().err


def test_servers_that_are_none_are_named(capsys: pytest.CaptureFixture[str]):
    def answers(data: bytes) -> int:
        server = socket.create_server((HERE, 0))

        def once() -> None:
            with server, server.accept()[0] as other:
                other.sendall(data)
                other.recv(100)

        Thread(target=once, daemon=True).start()
        return int(server.getsockname()[1])

    unheard = socket.socket()  # it has a port, at which no program listens
    unheard.bind((HERE, 0))
    silent = unheard.getsockname()[1]
    cases = {
        f"{HERE}:{silent}": f"there is no server at {HERE}:{silent}",
        f"{HERE}:{answers(b'')}": "has closed the connection",
        f"{HERE}:{answers(bytes(range(256)))}": "this is no saved record",
        f"{HERE}:{answers(b'error: full' + bytes([10]))}": "says: full",
        "nowhere": "'nowhere' is no address: write HOST:PORT",
    }
    for address, said in cases.items():
        assert main(["join", address, "--as", "at_random"]) == 2
        assert said in capsys.readouterr().err
    unheard.close()


@pytest.mark.process
def test_the_command_line_serves_and_joins_and_ends_at_ctrl_c(tmp_path: Path):
    command = [sys.executable, "-m", "lazytree"]
    with subprocess.Popen(
        [*command, "serve", "nim", "heaps=1,1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        port = re.findall(r":(\d+):", server.stdout.readline())[0]
        seats = [
            subprocess.Popen(
                [*command, "join", f"{HERE}:{port}", "--as", "at_random:seed=1"], stdout=subprocess.PIPE, text=True
            )
            for _ in range(2)
        ]
        lasts = sorted(seat.communicate(timeout=LONG)[0].splitlines()[-1] for seat in seats)
        assert lasts == ["over lost (second wins)", "over won (second wins)"]
        assert server.stdout.readline().startswith("game 1: first is ")
        assert server.stdout.readline() == "game 1: second wins (2 plies)\n"
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=LONG)
    assert out == ""
    assert err.split() == ["stopped"]


@pytest.mark.process
def test_a_server_hears_ctrl_c_while_all_clients_ask():
    """What is asked and answered at once leaves no moment in which nothing is there to be read."""
    with subprocess.Popen(
        [sys.executable, "-m", "lazytree", "serve", "nim", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        port = int(re.findall(r":(\d+)", server.stdout.readline())[0])
        connections = [socket.create_connection((HERE, port)) for _ in range(50)]

        def asks(connection: socket.socket) -> None:
            with suppress(OSError), connection:
                while True:
                    connection.sendall(b"moves\n" * 10)
                    connection.recv(1 << 16)

        asking = [Thread(target=asks, args=(connection,), daemon=True) for connection in connections]
        for thread in asking:
            thread.start()
        assert connections[-1].recv(1)  # all are heard
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=LONG) == 130
