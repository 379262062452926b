"""Clients that play at a server of pages: how long it takes to answer, and whether a move is lost or doubled.

    python benchmarks/load.py --clients 200 --seconds 30

A server is started on this machine, in a process of its own, with a store in a new file. Each client begins a game of
Konane between people, plays random moves in it, one every second of its own (`--pause`), and follows it by its stream
of events, as a page does. In the end each game is compared with what its client was answered. No request needs a search.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
from contextlib import suppress
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import httpx

LONGEST = 600  # seconds, whatever is asked for


class Counted(NamedTuple):
    """What all clients have counted."""

    times: list[float]  # seconds from a move to its answer
    late: list[float]  # seconds from a move to the event that tells of it
    errors: list[str]


async def play(
    client: httpx.AsyncClient, number: int, end: float, pause: float, counted: Counted
) -> tuple[str, list[str]]:
    """Plays until the time is over; gives the address of the game, and the moves that were answered."""
    random = Random(number)
    await asyncio.sleep(random.random() * pause)
    begun = await client.post("/new", json={"game": "konane", "seats": ["person", "person"]})
    begun.raise_for_status()
    address, answered = begun.json()["address"], list[str]()
    sent: dict[int, float] = {}
    view = (await client.get(f"{address}/view")).json()
    following = asyncio.ensure_future(follow(client, address, sent, counted))
    act = 0
    while perf_counter() < end and view["turn"] == "person":
        move, act = random.randrange(len(view["moves"])), act + 1
        text = view["moves"][move]["text"]
        began = sent[view["at"] + 1] = perf_counter()
        try:
            asked = {"do": "move", "at": view["at"], "move": move, "act": f"{number}-{act}"}
            answer = await client.post(f"{address}/act", json=asked)
            counted.times.append(perf_counter() - began)
            if answer.status_code == 200:
                view = answer.json()
                answered.append(text)
            else:
                counted.errors.append(f"{answer.status_code} {answer.text[:100]}")
        except httpx.HTTPError as error:
            counted.errors.append(f"{type(error).__name__}: {error}")
        await asyncio.sleep(max(0.0, pause - (perf_counter() - began)))
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    return address, answered


async def follow(client: httpx.AsyncClient, address: str, sent: dict[int, float], counted: Counted) -> None:
    """Follows a game by its stream of events."""
    try:
        async with client.stream("GET", f"{address}/events") as stream:
            async for line in stream.aiter_lines():
                if line.startswith('data: {"name"'):
                    at = json.loads(line.removeprefix("data: "))["at"]
                    if at in sent:
                        counted.late.append(perf_counter() - sent.pop(at))
    except httpx.HTTPError as error:
        counted.errors.append(f"stream: {type(error).__name__}: {error}")


async def load(address: str, clients: int, seconds: float, pause: float) -> tuple[Counted, int, int]:
    """What the clients have counted; how many moves were lost, and how many were made that nobody has sent."""
    counted = Counted([], [], [])
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=30, verify=False, trust_env=False) as shared:
        end = perf_counter() + seconds

        async def one(number: int) -> tuple[str, list[str]]:
            own = httpx.AsyncClient(base_url=address, limits=limits, timeout=30, verify=False, trust_env=False)
            async with own:
                return await play(own, number, end, pause, counted)

        games = await asyncio.gather(*(one(number) for number in range(clients)))
        lost = more = 0
        for game, answered in games:
            kept = (await shared.get(f"{game}/record.json")).json()["moves"]
            same = 0
            while same < min(len(kept), len(answered)) and kept[same] == answered[same]:
                same += 1
            lost, more = lost + len(answered) - same, more + len(kept) - same
    return counted, lost, more


def started(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own, and its address."""
    words = [sys.executable, "-m", "lazytree", "web", "--port", "0", "--data", os.path.join(folder, "games.sqlite3")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().split("/ ")[0]


def told(what: str, times: list[float]) -> str:
    """A line with the middle and the tail of some times."""
    ordered = sorted(times) or [0.0]
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in (0.5, 0.99))
    return f"{what}: {len(times):,}, p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {ordered[-1] * 1000:.1f} ms"


def main(words: list[str] | None = None) -> Any:
    parser = argparse.ArgumentParser(description="Clients that play at a server of pages.")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds from one move of a client to its next")
    asked = parser.parse_args(words)
    with TemporaryDirectory() as folder:
        process, address = started(folder)
        try:
            work = load(address, asked.clients, min(asked.seconds, LONGEST), asked.pause)
            counted, lost, more = asyncio.run(asyncio.wait_for(work, min(asked.seconds, LONGEST) + 60))
        finally:
            process.terminate()
            process.wait(20)
    print(told("moves answered", counted.times))
    print(told("moves told by events", counted.late))
    print(f"errors: {len(counted.errors)}{''.join(f'; {error}' for error in counted.errors[:3])}")
    print(f"lost: {lost}, doubled: {more}")
    return counted


if __name__ == "__main__":
    main()
