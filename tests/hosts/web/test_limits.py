"""What is bounded: searches, streams, sizes, numbers of games; and what follows a game by events."""

import asyncio
import json
import socket
import threading
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest

import lazytree.hosts.web.serving
import lazytree.session.runner
from lazytree.hosts.web import ServerLimits
from lazytree.hosts.web.searching import Job, Searchers
from lazytree.hosts.web.views import game_events
from lazytree.session.session import Permissions
from tests.helpers.marks import slow_unless
from tests.helpers.waiting import LONG, until

from .conftest import Serve
from .served import Board, Served, View, moves

ENDLESS = 10**6
"""Seconds that no search of a test takes: it ends when it is told to."""


def refusal_of(served: Served, asked: dict[str, Any]) -> tuple[int, str]:
    answer = served.browser().post("/new", json=asked)
    return answer.status_code, answer.json()["error"]


@pytest.mark.parametrize(
    ("game", "parameters", "told"),
    [
        ("konane", {"rows": "1000000"}, "at most 100"),
        ("andantino", {"side": "100000"}, "at most 100"),
        ("andantino", {"side": "30"}, "cells"),
        ("nim", {"heaps": "1000000"}, "at most 100"),
        ("nim", {"heaps": ",".join(["1"] * 4_000)}, "characters"),
        ("connect_four", {"columns": "1000"}, "at most 100"),
        ("connect_four", {"columns": "100", "rows": "100"}, "10,000 cells"),
        ("othello", {"rows": "1e3"}, "exponent"),
        ("hex", {"size": "٩٩٩٩٩"}, "at most 100"),  # digits of another script are numbers to Python
        ("konane", {"depth": "3"}, "no parameter"),
        ("konane", {f"p{number}": "1" for number in range(50)}, "at most 30"),
    ],
)
def test_parameters_are_bounded(served: Served, game: str, parameters: dict[str, str], told: str):
    status, why = refusal_of(served, {"game": game, "parameters": parameters, "seats": ["person", "person"]})
    assert status in (400, 413)
    assert told in why


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("deep_blue", "there is no bot"),
        ("think:threads=8", "threads must be 1"),
        ("think:table=games.table", "a table is a file of the server"),
        ("think:depth=1000000", "at most 100"),
        ("think:rating=" + "x" * 300, "characters"),
        ("think:rating=nothing", "nothing"),
        ("human", "there is no bot"),
        ("think:seconds=1:seconds=2", "seconds"),
    ],
)
def test_bots_are_bounded(served: Served, seat: str, told: str):
    status, why = refusal_of(served, {"game": "konane", "seats": ["person", seat]})
    assert status in (400, 413)
    assert told in why


@pytest.mark.parametrize(
    "bot",
    slow_unless(
        ["minimax:depth=9"],
        ["think:seconds=100", "minimax:depth=9", "mcts:simulations=100000000", "breadth_first:plies=9"],
    ),
)
def test_no_search_takes_longer_than_it_may(serve: Serve, bot: str):
    board = serve(seconds=0.3).begin("konane", bot, "person")
    view = board.settled()
    assert len(moves(view)) == 1
    if bot.startswith(("minimax", "breadth")):
        assert "think" in view["said"]


def test_searches_at_once_are_limited():
    running, most, lock, done = 0, 0, threading.Lock(), threading.Event()
    left = 12

    def work(stop: Any) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        sleep(0.02)
        with lock:
            running -= 1

    def ended(job: Any, found: Any) -> None:
        nonlocal left
        with lock:
            left -= 1
            if not left:
                done.set()

    searchers = Searchers(limits := ServerLimits(searches=3))
    for number in range(12):
        searchers.submit(Job(work, ended, limits, ("", str(number))))
    assert done.wait(LONG)
    searchers.close()
    assert most <= 3


def test_a_thread_goes_on_where_what_it_has_found_cannot_be_told(caplog: pytest.LogCaptureFixture):
    told = threading.Event()

    def fails(job: Any, found: Any) -> None:
        raise OSError("the page is closed")

    searchers = Searchers(limits := ServerLimits(searches=1))
    searchers.submit(Job(lambda stop: 1, fails, limits))
    searchers.submit(Job(lambda stop: 2, lambda job, found: told.set(), limits))
    assert told.wait(LONG)
    searchers.close()
    assert "the page is closed" in caplog.text


def test_a_game_waits_where_too_many_think_and_says_so(serve: Serve):
    served = serve(searches=1, waiting=1, seconds=ENDLESS)
    boards = [served.begin("konane", "think:depth=100", "person") for _ in range(3)]
    assert any("too many games" in board.view()["said"] for board in boards)
    for board in boards:  # nothing is lost: each one moves
        assert len(moves(told_to_move(board))) == 1


def told_to_move(board: Board) -> View:
    """What the page shows once the bot has moved, which is told so again and again: its search may not have begun."""
    return board.until(lambda view: moves(view) or not board.ask("move now"))


def test_a_long_game_ends(serve: Serve):
    board = serve(places=6).begin("nim", "person", "person")
    for _ in range(5):
        board.act("move", move=0)
    status, why = board.refused("move", move=0)
    assert (status, "6 positions" in why) == (413, True)


def test_the_number_of_games_is_bounded(serve: Serve):
    served = serve(games=3)
    boards = [served.begin("nim", "person", "person") for _ in range(3)]
    status, why = refusal_of(served, {"game": "nim", "seats": ["person", "person"]})
    assert (status, "3 games" in why) == (503, True)
    assert [board.view()["place"] for board in boards] == [0, 0, 0]


def test_games_are_let_go_of_and_come_back(serve: Serve):
    served = serve(loaded=2)
    boards = [served.begin("nim", "person", "person") for _ in range(6)]
    for board in boards:
        board.act("move", move=0)
    assert all(len(moves(board.view())) == 1 for board in boards)


def test_large_bodies_are_refused_whatever_they_say_of_their_length(served: Served):
    board = served.begin("nim", "person", "person")
    large = b"x" * 300_000
    browser = served.browser()
    for path in ("/new", "/open", board.address, f"{board.address}/act"):
        assert browser.post(path, content=large).status_code == 413

    def pieces() -> Any:
        for _ in range(30):
            yield large[:10_000]

    for path in ("/new", f"{board.address}/act"):
        with suppress(httpx.TransportError):  # the connection may be closed before all has been sent
            kind = {"content-type": "application/json"}
            assert browser.post(path, content=pieces(), headers=kind).status_code == 413


def test_a_record_that_is_too_long_or_too_large_is_refused(served: Served):
    long = {"game": "nim", "parameters": {}, "moves": ["a-1"] * 3_000}
    wide = {"game": "connect_four", "parameters": {"columns": 60, "rows": 60}, "moves": []}
    for record, told in ((long, "positions"), (wide, "cells")):
        answer = served.browser().post("/open", files={"record": ("r", json.dumps(record))})
        assert answer.status_code == 413
        assert told in answer.text


# ---- events


class Events:
    """What a page hears that follows a game."""

    def __init__(self, stream: httpx.Response) -> None:
        self._lines = stream.iter_lines()

    def next(self) -> tuple[str, Any]:
        """The next event."""
        kind = ""
        for line in self._lines:
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                return kind, json.loads(line.removeprefix("data: "))
        raise AssertionError("the stream has ended")

    def view(self) -> Any:
        """The next view."""
        while (event := self.next())[0] != "view":
            pass
        return event[1]

    def live(self) -> str:
        """The next line about a search."""
        while (event := self.next())[0] != "live" or not event[1]:
            pass
        return str(event[1])


def test_every_page_hears_of_a_move_and_each_sees_what_it_may(served: Served):
    mine = served.begin("tic_tac_toe", "person", "link")
    theirs, watcher = mine.elsewhere(1), mine.elsewhere()
    theirs.view()
    events = f"{mine.address}/events"
    with theirs.browser.stream("GET", events) as one, watcher.browser.stream("GET", events) as other:
        assert one.headers["content-type"].startswith("text/event-stream")
        heard, seen = Events(one), Events(other)
        assert (moves(heard.view()), moves(seen.view())) == ([], [])
        mine.act("move", move="b2")
        view = heard.view()
        assert (moves(view), len(view["moves"]), view["turn"]) == (["b2"], 8, "person")
        view = seen.view()
        assert (moves(view), view["moves"], view["turn"]) == (["b2"], [], "other")


def test_nothing_waits_on_when_a_page_is_gone(served: Served):
    board = served.begin("tic_tac_toe", "person", "link")
    game = served.registry.game(board.address.rpartition("/")[2])

    async def follow_and_leave() -> set[asyncio.Task[Any]]:
        events = game_events(game, Permissions(frozenset([0])), asyncio.Event())
        await anext(events)
        further = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.01)
        further.cancel()
        await asyncio.wait([further])
        await asyncio.sleep(0)
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert asyncio.run(follow_and_leave()) == set()


def test_a_page_hears_what_an_engine_thinks(serve: Serve):
    board = serve(seconds=ENDLESS).begin("konane", "think:depth=100", "person")
    with board.elsewhere().browser.stream("GET", f"{board.address}/events") as stream:
        events = Events(stream)
        assert events.view()["thinking"] == "opponent"
        until(lambda: "depth" in events.live())  # before, it may wait for its turn, or for the compiler
        board.act("move now")
        while (view := events.view())["thinking"]:
            pass
        assert len(moves(view)) == 1


def test_a_page_hears_that_the_engine_gets_ready(serve: Serve, monkeypatch: pytest.MonkeyPatch):
    """While code is being made, of whatever game, and the search has told nothing."""
    monkeypatch.setattr(lazytree.session.runner, "A_WHILE", 0.0)
    monkeypatch.setattr(lazytree.session.runner, "OFTEN", float("inf"))
    monkeypatch.setattr(lazytree.session.runner, "is_compiling", lambda: True)
    board = serve(seconds=ENDLESS).begin("konane", "think:depth=100", "person")
    with board.elsewhere().browser.stream("GET", f"{board.address}/events") as stream:
        events = Events(stream)
        until(lambda: events.live() == "the engine is getting ready: the rules are being compiled")
    board.act("move now")


@pytest.mark.slow
def test_streams_are_bounded_and_freed(serve: Serve):
    served = serve(streams=2)
    board = served.begin("nim", "person", "person")
    address = f"{board.address}/events"
    with served.browser().stream("GET", address) as one, served.browser().stream("GET", address) as other:
        heard = [Events(one), Events(other)]
        assert [events.next()[0] for events in heard] == ["view", "view"]
        third = served.browser().get(address)
        assert third.status_code == 503
        assert "/view" in third.json()["error"]
    until(lambda: is_open(served, address))  # those who leave are noticed


def is_open(served: Served, address: str) -> bool:
    """Whether a page that comes now may follow a game."""
    with served.browser().stream("GET", address) as stream:
        return stream.status_code == 200


class Impatient(lazytree.hosts.web.serving.Patient):
    PATIENCE = 0.3


def test_silent_and_slow_connections_hold_nothing(serve: Serve, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lazytree.hosts.web.serving, "Patient", Impatient)  # of this server alone
    served = serve(request=0.5)
    host, port = "127.0.0.1", int(served.address.rpartition(":")[2])
    begun = [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
    ]
    connections = []
    for number in range(60):
        connection = socket.create_connection((host, port), timeout=LONG)
        with suppress(ConnectionError):  # it may have waited too long already
            connection.sendall(begun[number % len(begun)])
        connections.append(connection)
    until(lambda: is_answered(served))
    for connection in connections:  # the server ends each of them
        with suppress(ConnectionError):
            while connection.recv(65_536):
                pass
        connection.close()


def is_answered(served: Served) -> bool:
    """Whether a page comes in the half second that it may take here."""
    with suppress(httpx.TransportError):
        return served.browser().get("/?game=nim").status_code == 200
    return False


@pytest.mark.slow
def test_the_store_is_the_only_file(serve: Serve, tmp_path: Path):
    served = serve()
    board = served.begin("nim", "person", "person", position="|||| / || / first to move")
    board.act("move", move=0)
    served.browser().post("/open", files={"record": ("../../x.json", "{}")})
    served.end()
    assert sorted(path.name.split("-")[0] for path in tmp_path.iterdir()) == ["games.sqlite3"]
