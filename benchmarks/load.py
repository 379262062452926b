"""Clients that play at a server of pages: how long it takes to answer, and whether a move is lost or doubled.

    python benchmarks/load.py --clients 200 --seconds 30

A server is started on this machine, in a process of its own, with a store in a new file. Each client begins a game of
Konane between people, plays random moves in it, one in every `--pause` seconds, and follows it by its stream of events,
as a page does. In the end each game is compared with what its client was answered. No request needs a search.

Before that, 16 requests at once, as a page of others makes them, ask for large boards, while a visitor opens the first
page.

The clients write HTTP by hand, on two connections each: a library would take more time than the server does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from collections import Counter
from contextlib import suppress
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

LONGEST = 600  # seconds, whatever is asked for
LATEST = 30.0  # seconds that an answer may take
PLACE = re.compile(rb'data: \{"name": "[a-z]+", "place": (\d+)')


class Manner(NamedTuple):
    """How the clients play."""

    clients: int
    seconds: float  # from when all games have begun
    pause: float  # seconds from one move of a client to its next


class Counted(NamedTuple):
    """What all clients have counted."""

    begun: list[float]  # seconds until a game has begun
    times: list[float]  # seconds from a move to its answer
    heard: list[float]  # seconds from a move to the event that tells of it
    errors: list[str]


class Client:
    """One browser, as far as this needs one."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, ""
        self._ends: tuple[StreamReader, StreamWriter] | None = None

    def _head(self, method: str, path: str, body: bytes = b"") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/json", *([f"Cookie: {self._cookie}"] if self._cookie else []), "", ""]
        return "\r\n".join(lines).encode() + body

    async def ask(self, path: str, asked: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
        reader, writer = self._ends
        method, body = ("GET", b"") if asked is None else ("POST", json.dumps(asked).encode())
        writer.write(self._head(method, path, body))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LATEST)
        if found := re.search(rb"(?i)set-cookie: ([^;]+);", head):
            self._cookie = found[1].decode()
        length = re.search(rb"(?i)content-length: (\d+)", head)
        assert length is not None, head
        return int(head.split()[1]), json.loads(await reader.readexactly(int(length[1])))

    async def places(self, address: str) -> Any:
        """The numbers of the places that the stream of a game tells of."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
        try:
            writer.write(self._head("GET", f"{address}/events"))
            while line := await reader.readline():
                if found := PLACE.match(line):
                    yield int(found[1])
        finally:
            writer.close()

    def close(self) -> None:
        """Ends the connection."""
        if self._ends is not None:
            self._ends[1].close()


async def begin(client: Client, number: int, spread: float, counted: Counted) -> tuple[str, Any]:
    """Begins a game; gives its address and what its page shows."""
    await asyncio.sleep(Random(number).random() * spread)
    began = perf_counter()
    status, begun = await client.ask("/new", {"game": "konane", "seats": ["person", "person"]})
    assert status == 201, begun
    counted.begun.append(perf_counter() - began)
    _, view = await client.ask(f"{begun['address']}/view")
    return begun["address"], view


async def play(
    client: Client, address: str, view: Any, seed: int, manner: Manner, ready: asyncio.Barrier, counted: Counted
) -> list[str]:
    """Plays until the time is over; gives the moves that were answered."""
    random, answered, sent = Random(seed), list[str](), dict[int, float]()
    following = asyncio.ensure_future(follow(client, address, sent, counted))
    await ready.wait()
    end = perf_counter() + manner.seconds
    await asyncio.sleep(random.random() * manner.pause)
    while perf_counter() < end and view["turn"] == "person":
        move = random.randrange(len(view["moves"]))
        text = view["moves"][move]["text"]
        place = view["place"]
        began = sent[place + 1] = perf_counter()
        asked = {"action": "move", "place": place, "move": move, "request_id": f"{seed}-{place}"}
        status, told = await client.ask(f"{address}/act", asked)
        counted.times.append(perf_counter() - began)
        if status != 200:
            counted.errors.append(f"{status} {told}")
            break
        view = told
        answered.append(text)
        await asyncio.sleep(max(0.0, manner.pause - (perf_counter() - began)))
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    return answered


async def follow(client: Client, address: str, sent: dict[int, float], counted: Counted) -> None:
    """Follows a game by its stream of events."""
    async for place in client.places(address):
        if place in sent:
            counted.heard.append(perf_counter() - sent.pop(place))


async def one(port: int, number: int, manner: Manner, ready: asyncio.Barrier, counted: Counted) -> tuple[int, int]:
    """The game of one client: how many moves were lost, and how many are kept that it was not told of."""
    client = Client(port)
    try:
        address, view = await begin(client, number, manner.clients / 50, counted)
        answered = await play(client, address, view, number, manner, ready, counted)
        _, record = await client.ask(f"{address}/record.json")
    except (OSError, AssertionError, asyncio.IncompleteReadError, TimeoutError) as error:
        counted.errors.append(f"{type(error).__name__}: {error}")
        return 0, 0
    finally:
        client.close()
    kept, same = record["moves"], 0
    while same < min(len(kept), len(answered)) and kept[same] == answered[same]:
        same += 1
    return len(answered) - same, len(kept) - same


async def load(port: int, manner: Manner) -> tuple[Counted, int, int]:
    """What all clients have counted; how many moves were lost, and how many doubled."""
    counted, ready = Counted([], [], [], []), asyncio.Barrier(manner.clients)
    each = await asyncio.gather(*(one(port, number, manner, ready, counted) for number in range(manner.clients)))
    return counted, sum(lost for lost, _ in each), sum(doubled for _, doubled in each)


def started(folder: str) -> tuple[subprocess.Popen[str], int]:
    """A server in a process of its own, and its port."""
    words = [sys.executable, "-m", "lazytree", "web", "--port", "0", "--data", os.path.join(folder, "games.sqlite3")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, int(process.stdout.readline().split("/ ")[0].rpartition(":")[2])


def told(what: str, times: list[float]) -> str:
    """A line with the middle and the tail of some times."""
    ordered = sorted(times) or [0.0]
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in (0.5, 0.99))
    return f"{what}: {len(times):,}, p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {ordered[-1] * 1000:.1f} ms"


LARGEST = ("game=lines_of_action&p.size=64", "game=selfo&p.side=37&p.setup=irregular")
"""Boards that are too large."""
SLOWEST = ("game=selfo&p.side=13&p.setup=irregular&p.random_steps=100", "game=dice_of_doom&p.size=22")
"""Slow ones of those that may be."""
PICTURE = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n"
LINK = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n"
FLOODS = {
    "the largest boards as pictures": (LARGEST, PICTURE),
    "the largest boards by links": (LARGEST, LINK),
    "slow boards by links": (SLOWEST, LINK),
}


async def flood(port: int) -> dict[str, tuple[str, list[float]]]:
    """The answers to 16 requests at once of a page of others, and how long a visitor's first pages take meanwhile."""
    found = {}
    await got(port, "/static/board.mjs", "")  # the server has begun: it tells its address before
    for what, (queries, headers) in FLOODS.items():
        floods = [asyncio.ensure_future(got(port, f"/?{queries[it % len(queries)]}", headers)) for it in range(16)]
        await asyncio.sleep(0.02)
        times = [(await got(port, "/", ""))[1] for _ in range(10)]
        answers = await asyncio.gather(*floods)
        statuses = ", ".join(f"{count} x {status}" for status, count in Counter(it[0] for it in answers).items())
        found[what] = f"{statuses}, the last after {max(it[1] for it in answers):.1f} s", times
    return found


async def got(port: int, path: str, headers: str) -> tuple[int, float]:
    """The status of a page, on a connection of its own, and the seconds until all of it is there."""
    began = perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{headers}\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), LATEST)
    writer.close()
    return int(answer.split()[1]), perf_counter() - began


def main() -> None:
    """Prints what the clients have counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds from one move of a client to its next")
    asked = parser.parse_args()
    manner = Manner(asked.clients, min(asked.seconds, LONGEST), asked.pause)
    with TemporaryDirectory() as folder:
        process, port = started(folder)
        try:
            flooded = asyncio.run(flood(port))
            most = manner.seconds + manner.clients / 50 + 60
            counted, lost, doubled = asyncio.run(asyncio.wait_for(load(port, manner), most))
        finally:
            process.terminate()
            process.wait(20)
    for what, (flooding, times) in flooded.items():
        print(told(f"first page while 16 ask for {what} ({flooding})", times))
    print(told("games begun", counted.begun))
    print(told("moves answered", counted.times))
    print(told("moves told by events", counted.heard))
    print(f"errors: {len(counted.errors)}{''.join(f'; {error}' for error in counted.errors[:3])}")
    print(f"lost: {lost}, doubled: {doubled}")


if __name__ == "__main__":
    main()
