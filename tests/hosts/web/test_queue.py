"""Who thinks next: browsers are served in turn, and no engine thinks for a page that is closed."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Queue
from threading import Event
from typing import Any

import pytest

import lazytree.hosts.web.games
from lazytree.hosts.web import ServerLimits
from lazytree.hosts.web.searching import Client, Job, Left, Searchers
from lazytree.session.refusals import Refused
from tests.helpers.waiting import LONG, until

from .conftest import Serve
from .served import Board, moves

ENDLESS = 10**6
"""Seconds that no search of a test takes: it ends when it is told to."""


class Line:
    """Searches of one thread that begin when they are let: who is served, in which order, and what came of it."""

    def __init__(self, **limits: int) -> None:
        self.limits = ServerLimits(**{"searches": 1, **limits})
        self.searchers, self.begun, self.ended = Searchers(self.limits), Queue[str](), dict[str, Any]()
        self._go = Event()
        self.jobs: dict[str, Job] = {}
        self.ask("first", ("nowhere", ""))
        assert self.begun.get(timeout=LONG) == "first"

    def ask(self, name: str, client: Client, wanted: Any = lambda: True) -> None:
        """A search of a client, which waits until the line is let go."""

        def work(stop: Any) -> str:
            self.begun.put(name)
            self._go.wait(LONG)
            return name

        self.jobs[name] = Job(work, lambda job, found: self.ended.update({name: found}), self.limits, client, wanted)
        self.searchers.submit(self.jobs[name])

    def places(self) -> dict[str, int | None]:
        """How many come before each one."""
        return {name: self.searchers.before(job) for name, job in self.jobs.items()}

    def served(self) -> list[str]:
        """Who is served, from now on, in this order."""
        self._go.set()
        until(lambda: len(self.ended) == len(self.jobs))
        return [self.begun.get_nowait() for _ in range(self.begun.qsize())]


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.searchers.close()


def test_browsers_are_served_in_turn(line: Line):
    for number in range(4):
        line.ask(f"greedy {number}", ("a", "x"))
    line.ask("honest", ("b", "y"))
    line.ask("greedy 4", ("a", "z"))  # another browser at the same address does not come before other addresses
    order = ["greedy 0", "honest", "greedy 4", "greedy 1", "greedy 2", "greedy 3"]
    assert line.places() == {"first": None, **{name: at for at, name in enumerate(order)}}
    assert line.served() == order


def test_many_browsers_at_one_address_are_one_turn(line: Line):
    for number in range(50):
        line.ask(f"cookie {number}", ("a", str(number)))
    line.ask("honest", ("b", ""))
    assert line.places()["honest"] == 1
    line.served()


def test_a_search_that_no_page_waits_for_does_not_begin(line: Line):
    line.ask("left", ("a", ""), wanted=lambda: False)
    line.ask("here", ("a", ""))
    assert line.served() == ["here"]
    assert isinstance(line.ended["left"], Left)


def test_a_full_queue_takes_the_last_search_of_who_has_most():
    line = Line(waiting=4)
    for number in range(4):
        line.ask(f"greedy {number}", ("a", ""))
    with pytest.raises(Refused, match="too many games"):
        line.ask("greedy 4", ("a", ""))
    del line.jobs["greedy 4"]
    line.ask("honest", ("b", ""))
    until(lambda: isinstance(line.ended.get("greedy 3"), Refused))
    assert line.places()["honest"] == 1
    assert line.served() == ["greedy 0", "honest", "greedy 1", "greedy 2"]
    line.searchers.close()


def test_one_client_leaves_a_thread_to_others():
    limits, running, most, stops = ServerLimits(searches=3), Event(), list[str](), Event()

    def work(name: str) -> Any:
        return lambda stop: (most.append(name), running.set(), stops.wait(LONG))

    searchers = Searchers(limits)
    for _ in range(5):
        searchers.submit(Job(work("greedy"), lambda job, found: None, limits, ("a", "")))
    until(lambda: len(most) == 2)
    searchers.submit(Job(work("honest"), lambda job, found: None, limits, ("b", "")))
    until(lambda: "honest" in most)
    assert most == ["greedy", "greedy", "honest"]
    stops.set()
    searchers.close()


# ---- at tables


@pytest.mark.slow
def test_an_honest_bot_moves_while_another_client_has_many_tables(serve: Serve):
    """Attack of issue 23: 122 tables of one browser, each with a search that takes as long as it may."""
    served = serve(searches=2, seconds=ENDLESS)
    greedy = served.browser()
    greedy.get("/")
    tables = [served.begin("konane", "think:seconds=100", "person", browser=greedy) for _ in range(30)]
    for board in tables:
        board.view()
    honest = served.begin("konane", "think:depth=1,lane=python", "person")
    assert len(moves(honest.settled())) == 1
    assert not [board for board in tables if moves(board.view())]


def test_a_page_says_which_place_in_the_queue_it_has(serve: Serve):
    served = serve(searches=1, seconds=ENDLESS)
    boards = [served.begin("konane", "think:depth=100", "person") for _ in range(3)]
    for board in boards:
        board.view()
    assert "waits for its turn, after another one" in boards[2].browser.get(boards[2].address).text
    told_to_move(boards[0])
    until(lambda: "waits for its turn, which is the next" in boards[2].browser.get(boards[2].address).text)
    for board in boards:
        told_to_move(board)


def told_to_move(board: Board) -> None:
    """Waits until the bot has moved, which is told so again and again: its search may not have begun."""
    board.until(lambda view: moves(view) or not board.ask("move now"))


def test_no_bot_thinks_at_a_table_that_is_left(serve: Serve, monkeypatch: pytest.MonkeyPatch):
    """Also one that thinks already; it thinks again when a page looks."""
    monkeypatch.setattr(lazytree.hosts.web.games, "LOOKED", 0.3)
    served = serve(searches=1, seconds=ENDLESS)
    board = served.begin("konane", "think:depth=100", "person")
    table = served.registry.game(board.address.rpartition("/")[2])
    assert table.runner.idle  # no page has looked yet
    assert board.view()["thinking"] == "opponent"
    until(lambda: table.runner.idle)
    assert not moves(board.view())
    told_to_move(board)
    assert len(moves(board.settled())) == 1
