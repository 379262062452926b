"""A store that is full: which games make room for others, and where they go."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from lazytree import load_record
from lazytree.cli.pages import catalogue_of
from lazytree.hosts.web import ServerLimits
from lazytree.hosts.web.games import GameRegistry
from lazytree.hosts.web.store import VERSION, Store
from lazytree.hosts.web.views import view_of
from lazytree.session.refusals import Refused
from lazytree.session.session import Permissions

HOUR, DAY = 3600.0, 24 * 3600.0
BOTH = Permissions(frozenset([0, 1]), owner=True)


class Full:
    """A registry that keeps three games, and a clock that is set by hand."""

    def __init__(self, folder: Path) -> None:
        self.now, self.path = 100 * DAY, folder / "games.sqlite3"
        self.limits = ServerLimits(games=3, searches=1)
        self.store = Store(str(self.path), self.limits, lambda: self.now)
        self.registry = GameRegistry(catalogue_of(None, []), self.store, self.limits)

    def begin(self, *moves: str, game: str = "tic_tac_toe") -> str:
        """A game in which these moves were made; no page has looked at it."""
        id = self.registry.begin(game, (), ["person", "person"]).id
        for move in moves:
            table = self.registry.game(id)
            asked = {"move": move} if move != "resign" else {}
            do = move if move == "resign" else "move"
            table.act(BOTH, {"action": do, "place": table.runner.session.place, **asked})
        return id

    def look(self, id: str) -> None:
        """A page looks at a game."""
        self.registry.game(id).sit(Permissions())

    def kept(self, *ids: str) -> list[bool]:
        """Which of these games are kept, in the store and at tables."""
        found = [self.store.load(id) is not None for id in ids]
        for id, there in zip(ids, found):
            if not there:
                with pytest.raises(Refused, match="no game"):
                    self.registry.game(id)
        return found

    def forgotten(self) -> list[str]:
        """The lines of the file beside the store."""
        file = self.path.with_name("games.forgotten.jsonl")
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Full]:
    full = Full(tmp_path)
    yield full
    full.registry.close()


def test_finished_games_go_first_then_those_untouched_the_longest(full: Full):
    oldest = full.begin("b2", "a1")
    full.now += DAY
    over = full.begin("b2", "resign")
    full.now += DAY
    younger = full.begin("c3")
    full.now += 10 * DAY
    fourth = full.begin("a3")
    assert full.kept(oldest, over, younger, fourth) == [True, False, True, True]
    full.now += DAY
    fifth = full.begin()
    assert full.kept(oldest, younger, fourth, fifth) == [False, True, True, True]
    records = [load_record(line) for line in full.forgotten()]
    assert [so_far.written() for so_far in records] == [["b2"], ["b2", "a1"]]
    assert records[0].ended is not None and "resigns" in records[0].ended.reason


def test_no_game_goes_that_was_looked_at_in_the_last_week(full: Full):
    games = [full.begin("b2") for _ in range(3)]
    full.now += 10 * DAY
    for id in games:
        full.look(id)
        full.now += 60
    full.now += 6 * DAY
    with pytest.raises(Refused, match="3 games are kept here"):
        full.begin()
    assert full.kept(*games) == [True, True, True]
    full.look(games[0])
    full.now += 2 * DAY
    full.begin()
    assert full.kept(*games) == [True, False, True]


def test_no_game_goes_in_which_something_was_done_in_the_last_hour(full: Full):
    games = [full.begin() for _ in range(3)]
    full.now += 0.9 * HOUR
    with pytest.raises(Refused):
        full.begin()
    full.now += 0.2 * HOUR
    full.begin()
    assert sum(full.kept(*games)) == 2


def test_a_store_does_not_fill_for_ever(full: Full):
    """Whatever was played in them, and also where many are begun."""
    for number in range(12):
        full.now += 8 * DAY
        full.look(full.begin(*["b2", "a1", "c3"][: number % 4]))
    assert (full.store.count(), len(full.forgotten())) == (3, 9)


def test_nothing_is_forgotten_that_cannot_be_written_down(full: Full):
    games = [full.begin("b2") for _ in range(3)]
    full.now += 8 * DAY
    full.path.with_name("games.forgotten.jsonl").mkdir()
    with pytest.raises(Refused, match="jsonl cannot be written"):
        full.begin()
    assert full.kept(*games) == [True, True, True]


def test_a_store_that_cannot_be_written_can_be_looked_at(full: Full):
    id = full.begin("b2")
    full.store._base.execute("pragma query_only = on")
    full.look(id)
    assert len(view_of(id, full.registry.game(id).stored, Permissions())["line"]) == 1


def test_what_the_rules_cannot_make_again_is_written_as_it_is_kept(full: Full):
    full.begin("b2")
    with sqlite3.connect(full.path) as base:
        base.execute("update places set word = 'z9' where number = 1")
    full.registry._games.clear()
    for _ in range(3):
        full.now += 8 * DAY
        full.begin()
    (line,) = full.forgotten()
    told = json.loads(line)
    assert "rules of tic_tac_toe have changed" in told["no record"]
    assert told["places"][1][3] == "z9"
    assert told["owner"] == told["seats"] == ""  # no digests of secrets beside the store


def test_a_store_of_the_first_version_is_read(tmp_path: Path):
    old = """
create table games (id text primary key, name text not null, settings text not null, begins text, owner text not null,
  seats text not null, at integer not null, endings text not null, asks text not null, version integer not null,
  waits integer not null, touched real not null) without rowid;
create table places (game text not null, number integer not null, before integer not null, move integer, word text,
  latest integer not null, primary key (game, number)) without rowid;
create table acts (game text not null, act text not null, at integer not null, primary key (game, act)) without rowid;
create index touched on games (touched);
insert into games values ('abcdefghijkl', 'nim', '[]', null, '', '[["person","",true],["at_random","",false]]', 1,
  '[]', '[]', 3, 1, 5.0);
insert into places values ('abcdefghijkl', 0, -1, null, null, 1), ('abcdefghijkl', 1, 0, 0, 'a-1', -1);
pragma user_version = 1;
"""
    with sqlite3.connect(tmp_path / "games.sqlite3") as base:
        base.executescript(old)
    for _ in range(2):  # it is renewed once
        full = Full(tmp_path)
        kept = full.registry.game("abcdefghijkl").stored
        assert [move["text"] for move in view_of("abcdefghijkl", kept, Permissions())["line"]] == ["a-1"]
        full.registry.close()
    with sqlite3.connect(tmp_path / "games.sqlite3") as base:
        assert base.execute("pragma user_version").fetchone() == (VERSION,)
