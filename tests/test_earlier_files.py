"""Files of earlier versions open, and what is in them goes on; commit 402d8bb has written those in tests/earlier."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from time import sleep

import pytest

from lazytree.arena import Tunable, Tuning, tune
from lazytree.arena.protocols.ugi import engine
from lazytree.arena.tournaments.store import open_store
from lazytree.arena.tuning import digest, read_state
from lazytree.games import tic_tac_toe
from lazytree.playing.records import load_record

EARLIER = Path(__file__).parent / "earlier"


def database(name: str, path: Path) -> str:
    """The path of a database made anew from what was in an earlier one."""
    with sqlite3.connect(path) as made:
        made.executescript((EARLIER / name).read_text(encoding="utf-8"))
    made.close()
    return str(path)


def test_records_load_and_go_on() -> None:
    """One of each game, one that begins elsewhere, one that was resigned."""
    for saved in json.loads((EARLIER / "records.json").read_text(encoding="utf-8")):
        record = load_record(saved["text"])
        assert record.game.show(record.position) == saved["shown"]
        assert (record.ended.reason if record.ended else None) == saved.get("ended")
        for move in list(record.game.moves(record.position))[:1]:
            assert record.ended or record.play(move).moves[:-1] == record.moves


def test_games_of_a_servers_store_go_on(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    from lazytree.cli.pages import catalogue_of
    from lazytree.hosts.web.catalogue import ServerLimits
    from lazytree.hosts.web.games import GameRegistry
    from lazytree.hosts.web.store import Store
    from lazytree.session.session import Permissions, has_ended

    limits = ServerLimits()
    store = Store(database("server_store.sql", tmp_path / "games"), limits)
    registry = GameRegistry(catalogue_of(None, []), store, limits)
    both = Permissions(frozenset([0, 1]), owner=True)
    stored = [registry.game(id) for id in ("OglDQYl6rWIf", "RSUpqX11HoB0", "yWTHFRKUY86E")]
    played, resigned, new = (each.runner.session for each in stored)
    served = stored[0]
    served.act(both, {"action": "move", "place": played.place, "move": "c1"})
    assert served.runner.session.position == played.game.play(played.position, 8)
    registry.close()
    assert played.game.show(played.position).splitlines()[:3] == ["3  X . O", "2  . X .", "1  . . ."]
    assert (len(played.variations.nodes), played.place) == (5, 4)  # one move was taken back, and is remembered
    ended = has_ended(resigned)
    assert resigned.game.parameters["seeds"] == 3 and ended is not None and ended.payoffs == (-1, 1)
    assert new.game.parameters["heaps"] == (1, 2) and new.position == new.game.start


def test_a_tournament_goes_on_from_its_store(tmp_path: Path) -> None:
    with open_store(database("tournament_store.sql", tmp_path / "games")) as store:
        found = store.read("8c06838ffaaa1fda")
        assert found.damaged == 0
        assert [(key[1], key[2][0], game.payoffs) for key, game in sorted(found.games.items())] == [
            (0, "alphabeta:depth=2", (1, -1)),
            (0, "at_random", (-1, 1)),
            (1, "alphabeta:depth=2", (1, -1)),
            (1, "at_random", (-1, 1)),
        ]
        store.add("another", found.games.values())
        assert store.read("another") == found


@pytest.mark.slow
def test_tuning_goes_on_from_its_file(tmp_path: Path) -> None:
    """It names the plan by the rules' text, too, which may have changed since: here it is given today's name."""
    ratings = Tunable("alphabeta:depth=1", names=("mobility", "stones"))
    plan = Tuning("konane rows=4 columns=4", ratings, (-1.0, 0.5), method="fit", pairs=3, held_out=4, opening=2)
    saved = json.loads((EARLIER / "tuning.json").read_text(encoding="utf-8"))
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"plan": digest(plan), "state": saved["state"]}), encoding="utf-8")
    state = read_state(path, plan)
    assert state is not None and state.step == 2
    found = tune(plan, state)
    assert (list(found.found), found.margin.score) == (saved["found"], 0.875)  # as it was then


def test_an_engine_answers_what_was_asked_of_an_earlier_one() -> None:
    talk = json.loads((EARLIER / "ugi.json").read_text(encoding="utf-8"))
    told: Queue[str] = Queue()

    def lines() -> Iterator[str]:
        for line in talk["heard"]:
            yield line
            while line.startswith("go") and not any(answer.startswith("bestmove") for answer in told.queue):
                sleep(0.01)

    engine(tic_tac_toe(), lines(), told.put)
    answers = [line for line in told.queue if not line.startswith("info")]
    assert [line for line in answers if line in talk["told"]] == talk["told"]
    assert all(line.startswith("option") for line in answers if line not in talk["told"])
