"""A seat for a program that connects: by the client of the library, and by any program that speaks its lines."""

import socket
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest

from lazytree import bots
from lazytree.arena import Clock, Terms, match
from lazytree.arena.protocols import joining as strangers
from lazytree.arena.protocols.joining import join
from tests.helpers.ports import free_port
from tests.helpers.waiting import LONG


def in_a_thread(work: Any) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_who_joins_plays_all_games_of_a_match(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(strangers, "GRACE", LONG)
    port, endings = free_port(), list[str]()

    def comes_again_and_again() -> None:
        while len(endings) < 4:
            game = join("127.0.0.1", port, lambda rules: bots.minimax(rules, 4))
            with suppress(ValueError):
                while True:
                    try:
                        next(game)
                    except StopIteration as done:
                        endings.append(done.value)
                        break

    stranger = in_a_thread(comes_again_and_again)
    found = match("nim heaps=1,2", {"here": "minimax:depth=4", "stranger": f"port:{port}"}, 2, openings=0)
    stranger.join(LONG)
    alone = match("nim heaps=1,2", {"here": "minimax:depth=4", "stranger": "minimax:depth=4"}, 2, openings=0)
    assert [(game.players, game.moves, game.payoffs) for game in found.games] == [
        (game.players, game.moves, game.payoffs) for game in alone.games
    ]
    assert [ending.split()[1] for ending in endings] == ["lost", "won"] * 2  # who moves first wins, perfectly played


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["id", "quit"], "it has left"),
        (["id", "wait", "resign"], "first resigns"),
        (["id", "wait"] + ["move z-9"] * 10, "10 of its lines were wrong"),
        (["id", "wait"], "its time is up"),
    ],
)
def test_who_leaves_resigns_or_is_late_has_lost(lines: list[str], reason: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(strangers, "GRACE", 0.0)
    port = free_port()

    def speaks() -> None:
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), LONG) as connection:
                file = connection.makefile("rw", newline="\n")
                for line in lines:
                    file.write(f"{line}\n")
                    file.flush()
                    if not file.readline():
                        return
                file.readline()
                return

    in_a_thread(speaks)
    late = reason == "its time is up"
    terms = Terms(clock=Clock(movetime=0.5 if late else LONG, margin=0.0))
    found = match(
        "nim heaps=1,2",
        {"stranger": f"port:{port}", "here": "minimax"},
        1,
        openings=0,
        terms=terms,
        enough=lambda games: True,
    )
    assert found.games[0].loser == 0 and found.games[0].payoffs == (-1, 1)
    assert found.games[0].reason == f"first has lost: {reason}"


def test_a_port_is_of_one_machine_and_must_be_free():
    port = free_port()
    with pytest.raises(ValueError, match="its games are played here"):
        match("nim heaps=1,2", [f"port:{port}", "minimax"], 1, openings=0, processes=2)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ValueError, match="cannot be served"):
        match("nim heaps=1,2", [f"port:{taken.getsockname()[1]}", "minimax"], 1, openings=0)
    with pytest.raises(ValueError, match="is no address"):
        match("nim heaps=1,2", ["port:somewhere", "minimax"], 1, openings=0)
