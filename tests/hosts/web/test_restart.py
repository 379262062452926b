"""Whatever happens to the server, what it has answered is kept, and nothing is done twice."""

import random
import re
import socket
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lazytree import load_record, record
from lazytree.cli import main
from lazytree.cli.pages import catalogue_of
from lazytree.games import tic_tac_toe
from lazytree.hosts.web import ServerLimits
from lazytree.hosts.web.games import GameRegistry
from lazytree.hosts.web.store import Store
from lazytree.hosts.web.views import view_of
from lazytree.session.refusals import Refused
from lazytree.session.session import Permissions
from tests.helpers.waiting import LONG, until

from .conftest import Serve
from .process import running
from .served import Board, Served, View, moves

STEP = st.one_of(
    st.tuples(st.just("move"), st.integers(0, 8)),
    st.tuples(st.sampled_from(["undo", "redo", "resign", "draw"]), st.just(0)),
    st.tuples(st.just("go"), st.integers(0, 12)),
)
EPHEMERAL = ("stamp", "hint", "said")


def lasting_parts(view: View) -> View:
    return {name: part for name, part in view.items() if name not in EPHEMERAL}


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    steps=st.lists(st.tuples(st.integers(0, 1), STEP), max_size=12),
    who=st.sampled_from([("person", "person"), ("person", "link")]),
    game=st.sampled_from(["tic_tac_toe", "kalah"]),
)
def test_a_hall_that_is_made_again_shows_the_same_to_all(steps: Any, who: Any, game: str):
    with TemporaryDirectory() as folder:
        store, limits = Store(f"{folder}/games", ServerLimits()), ServerLimits()
        catalogue = catalogue_of(None, [])
        first = GameRegistry(catalogue, store, limits)
        begun = first.begin(game, (), who)
        table = first.game(begun.id)
        mine, all_of_it = Permissions(frozenset([0]), owner=True), Permissions(frozenset([0, 1]), owner=True)
        seats = [mine, Permissions(frozenset([1]))] if "link" in who else [all_of_it, all_of_it]
        table.sit(seats[1])
        for seat, (do, to) in steps:
            asked = {"action": do, "place": table.runner.session.place, "move": to, "target": to}
            if do == "go":
                del asked["place"]
            with suppress(Refused):
                table.act(seats[seat], asked)
        second = GameRegistry(catalogue, Store(f"{folder}/games", limits), limits)
        again = second.game(begun.id)
        again.sit(seats[1])  # who has come and done nothing is known once a page is shown again
        for hands in (*seats, Permissions()):
            assert lasting_parts(view_of(begun.id, again.stored, hands)) == lasting_parts(
                view_of(begun.id, table.stored, hands)
            )
        assert again.runner.session.variations == table.runner.session.variations
        first.close()
        second.close()


def again(board: Board, served: Served) -> Board:
    """The game in the same browser, on a server that has started again."""
    browser = served.browser()
    for name, value in board.browser.cookies.items():
        browser.cookies.set(name, value)
    return board._replace(served=served, browser=browser)


@pytest.mark.process
def test_a_bot_that_was_to_move_moves_after_the_restart(tmp_path: Path):
    words = ["--port", "0", "--data", str(tmp_path / "games.sqlite3")]
    with running(words, tmp_path) as first:
        client = httpx.Client(base_url=first.address, timeout=LONG, verify=False, trust_env=False)
        begun = client.post("/new", json={"game": "konane", "seats": ["person", "think:seconds=25"]}).json()
        view = act(client, begun["address"], {"action": "move", "place": 0, "move": 0})
        assert view["thinking"] == "opponent"
        first.kill()
    with running(words, tmp_path) as second:
        again = httpx.Client(
            base_url=second.address, timeout=LONG, cookies=client.cookies, verify=False, trust_env=False
        )

        def moved() -> View | None:
            view: View = again.get(f"{begun['address']}/view").json()
            if view["turn"] == "person":
                return view
            again.post(f"{begun['address']}/act", json={"action": "move now", "place": view["place"]})
            return None

        view = until(moved)
        assert view is not None and len(moves(view)) == 2


def act(client: httpx.Client, address: str, asked: dict[str, Any]) -> View:
    """What the page shows after an act."""
    answer = client.post(f"{address}/act", json=asked)
    assert answer.status_code == 200, answer.text
    found: View = answer.json()
    return found


def killed_while_playing(tmp_path: Path, seed: int) -> None:
    """A game of one browser, in which the server is killed at any time, again and again.

    What was answered must be there afterwards; what was not is asked for again, and must be done once.
    """
    words, dice = ["--port", "0", "--data", str(tmp_path / "games.sqlite3")], random.Random(seed)
    game, seats = tic_tac_toe(), ["person", "person"]
    so_far, pending, cookies, address = record(game), dict[str, Any](), None, ""
    for life in range(4):
        with running(words, tmp_path) as server:
            client = httpx.Client(base_url=server.address, timeout=LONG, cookies=cookies, verify=False, trust_env=False)
            if not address:
                address = client.post("/new", json={"game": "tic_tac_toe", "seats": seats}).json()["address"]
            cookies = client.cookies
            view = client.get(f"{address}/view").json()
            found = moves(view)
            assert found[: len(so_far.moves)] == so_far.written()
            assert len(found) <= len(so_far.moves) + len(pending.keys() & {"move"})
            killer = threading.Timer(dice.random() * 0.06, server.kill)
            if life < 3:
                killer.start()
            with suppress(httpx.TransportError):
                while legal := list(game.moves(so_far.position)):
                    if not pending:
                        at, number = view["place"], dice.randrange(len(legal))
                        pending = {"action": "move", "place": at, "move": number, "request_id": f"{life}-{at}"}
                    view = act(client, address, pending)
                    so_far, pending = so_far.play(legal[pending["move"]]), {}
                    assert moves(view) == so_far.written()
            if life < 3:
                killer.join()
                continue
            assert view["turn"] == "over"
            assert load_record(client.get(f"{address}/record.json").text).written() == so_far.written()


@pytest.mark.process
def test_a_server_that_is_killed_loses_and_doubles_nothing(tmp_path: Path):
    killed_while_playing(tmp_path, seed=1)


@pytest.mark.minutes
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_server_that_is_killed_again_and_again(tmp_path: Path, seed: int):
    killed_while_playing(tmp_path, seed)


def test_two_browsers_race_for_a_move_and_one_wins(serve: Serve):
    served = serve()
    board = served.begin("tic_tac_toe", "person", "person")
    browsers = [again(board, served) for _ in range(8)]
    for at in range(4):
        answers: list[httpx.Response] = []
        barrier = threading.Barrier(8)

        def race(browser: Board, at: int = at, answers: Any = answers, barrier: Any = barrier) -> None:
            barrier.wait()
            asked = {"action": "move", "place": at, "move": browsers.index(browser) % 3}
            answers.append(browser.browser.post(f"{browser.address}/act", json=asked))

        threads = [threading.Thread(target=race, args=(browser,)) for browser in browsers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        assert all("gone on" in answer.json()["error"] for answer in answers if answer.status_code == 409)
        assert len(moves(board.view())) == at + 1


def test_two_servers_of_one_store_double_nothing(serve: Serve):
    first, second = serve(), serve()
    board = first.begin("tic_tac_toe", "person", "person")
    other = again(board, second)
    assert moves(other.view()) == []
    board.act("move", move="b2")
    status, why = other.refused("move", place=0, move=0)
    assert (status, "another server" in why) == (409, True)
    assert moves(board.view()) == moves(other.view()) == ["b2"]
    other.act("move", move="a1")  # the other server goes on from there
    status, why = board.refused("move", place=1, move=1)
    assert (status, "another server" in why) == (409, True)
    assert moves(board.view()) == moves(other.view()) == ["b2", "a1"]


@pytest.mark.slow
def test_a_bot_that_comes_later_than_that_of_another_server_has_not_moved(serve: Serve):
    """Both servers let it think; the one that is told to move first moves."""
    first, second = serve(seconds=10**6), serve(seconds=10**6)
    board = first.begin("konane", "think:depth=100", "person")
    other = again(board, second)
    assert board.view()["thinking"] == other.view()["thinking"] == "opponent"
    board.act("move now")
    line = moves(board.settled())
    assert len(line) == 1
    other.act("move now")
    late = other.settled()
    assert (moves(late), late["turn"], "another server" in late["said"]) == (line, "person", True)


def test_a_bot_thinks_again_where_another_server_has_changed_something_else(serve: Serve):
    """A seat has another link at the other server: what was found here is not kept, and looked for once more."""
    first, second = serve(seconds=10**6), serve(seconds=10**6)
    board = first.begin("konane", "think:depth=100", "link")
    runner = second.registry.game(board.address.rpartition("/")[2]).runner
    bot, other = runner.session.seats
    runner.change(runner.session._replace(seats=(bot, other._replace(token="0" * 64))))
    assert board.view()["version"] == 0
    board.act("move now")
    board.until(lambda view: view["version"] == 1 and view["thinking"] == "opponent")
    board.act("move now")
    assert len(moves(board.settled())) == 1


# ---- the command


@pytest.mark.slow
def test_the_command_says_where_it_is_and_ends_with_one_line(tmp_path: Path):
    with running(["konane", "rows=6", "--port", "0", "--data", ":memory:"], tmp_path) as server:
        assert server.line.startswith("http://127.0.0.1:")
        assert "?game=konane&p.rows=6" in server.line
        assert "in memory" in server.line
        with httpx.stream("GET", f"{server.address}/", verify=False, trust_env=False) as page:
            assert page.status_code == 200
        code, said = server.interrupt()
        assert (code, said.strip()) == (130, "stopped")


@pytest.mark.process
def test_the_command_says_what_others_type_and_what_they_can_do(tmp_path: Path):
    """Where the server is for other machines, too."""
    with running(["--host", "0.0.0.0", "--port", "0", "--data", ":memory:", "--name", "den.local"], tmp_path) as server:
        assert server.process.stdout is not None
        others, risk = server.process.stdout.readline(), server.process.stdout.readline()
        assert server.address.startswith("http://127.0.0.1:")
        port = server.address.rpartition(":")[2]
        assert "0.0.0.0" not in server.line + others
        assert re.fullmatch(rf"on other machines: http://\S+:{port}/ or http://den.local:{port}/\n", others)
        assert "begin games" in risk and "nothing is encrypted" in risk
        typed = others.split()[3]
        assert httpx.get(typed, trust_env=False).status_code == 200


@pytest.mark.process
def test_a_port_in_use_is_one_line_that_says_what_to_do(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with running(["--port", str(taken.getsockname()[1]), "--data", ":memory:"], tmp_path) as server:
            assert server.process.wait(LONG) == 2
        said = server.log.read_text(encoding="utf-8")
    assert len(said.splitlines()) == 1
    assert "--port" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing"], "there is no game 'nothing'"),
        (["konane", "rows=x"], "rows must be a whole number"),
        (["--port", "70000"], "--port must be"),
        (["--host", "192.0.2.1"], "--port"),
        (["--data", "/dev/null/games"], "--data FILE"),
        (["--data", __file__, "--port", "0"], "--data FILE"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], told: str
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["web", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert told in said.err


@pytest.mark.process
def test_an_event_stream_ends_with_the_server_and_tokens_are_in_no_output(tmp_path: Path):
    with running(["--port", "0", "--data", ":memory:"], tmp_path) as server:
        client = httpx.Client(base_url=server.address, timeout=LONG, verify=False, trust_env=False)
        begun = client.post("/new", json={"game": "nim", "seats": ["person", "link"]}).json()
        client.get(begun["links"]["1"])
        with client.stream("GET", f"{begun['address']}/events") as stream:
            next(stream.iter_lines())
            code, said = server.interrupt()
        assert code == 130
        assert server.process.stdout is not None
        said += server.line + server.process.stdout.read()
        assert not [link for link in begun["links"].values() if link.rpartition("/")[2] in said]


def test_a_request_that_reads_does_not_write_the_store(serve: Serve):
    """Pages, views, records and links of seats, in browsers that sit there, come anew, or watch; a move does write."""
    served = serve()
    board = served.begin("tic_tac_toe", "person", "link")
    base = served.registry.store._base
    before = base.total_changes
    for browser in (board.browser, board.elsewhere(1).browser, board.elsewhere().browser):
        for part in ("", "/view", "/record.json", "?picked=4"):
            assert browser.get(f"{board.address}{part}").status_code == 200
    assert board.view()["seats"][1]["who"] == "a person"  # who has come is known all the same
    assert base.total_changes == before
    board.act("move", move=0)
    assert base.total_changes > before
