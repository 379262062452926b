"""The server in a process of its own, and Chromium: whole games by clicks, two browsers, a server that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from lazytree import is_over, load_record
from lazytree.playing.announcing import format_turn
from lazytree.playing.records import Record

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from tests.hosts.web.process import Running, running
from tests.hosts.web.served import Served

from .published import PATIENCE
from .tables import click_next

GAMES: dict[str, dict[str, str]] = {
    "dice_of_doom": {"size": "2", "board": "a3,b1,b2,a3"},
    "konane": {"rows": "4", "columns": "4", "opening": "corner"},
    "dvonn": {"placement": "random", "seed": "3"},
    "selfo": {"side": "3", "setup": "a1 b3 d4 e5 / a3 b1 d2 e3", "swap": "false"},
    "andantino": {"side": "3"},
}
ENGINE = "think:depth=1,lane=python"
MOST = 3_000  # clicks, and short waits for the server, of one game


class Page:
    """A page of a game in a browser of its own, and what has gone wrong in it."""

    def __init__(self, browser: Any, address: str, **context: Any) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 1000}, **context)
        self.page, self.errors = self.context.new_page(), list[str]()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._noted)
        self.page.goto(address)

    def _noted(self, said: Any) -> None:
        """Keeps what went wrong; the page that leads on from the link of a seat has no icon."""
        if said.type == "error" and not said.location["url"].endswith("favicon.ico"):
            self.errors.append(said.text)

    def begin(self) -> str:
        """Begins the game of the form; its address."""
        self.page.locator("button.main").first.click()
        self.page.wait_for_url("**/game/*")
        return str(self.page.url)

    def until(self, words: str, *data: Any) -> Any:
        """Waits until a function of the table, and of these data, is true."""
        return self.page.wait_for_function(
            f"(data) => {{ const table = document.querySelector('.ltw-table'); return table && ({words}); }}", arg=data
        )

    def rests(self) -> str:
        """Whose turn it is, when no engine thinks."""
        return str(self.until(RESTS).json_value())

    def move(self) -> None:
        """A move by clicks, whichever comes first."""
        before = len(self.steps())
        for _ in range(MOST):
            if self.rests() != "person" or len(self.steps()) != before:
                return
            click_next(self.page)

    def steps(self) -> list[str]:
        """The moves that the page shows, in words."""
        return list(self.page.locator(".ltw-record td .ltw-step").all_inner_texts())

    def record(self) -> Record[Any, Any]:
        """What has been played, as the server saves it."""
        answer = self.context.request.get(f"{self.page.url.split('?')[0]}/record.json")
        return load_record(answer.text())

    def close(self) -> None:
        """Ends the browser."""
        self.context.close()


RESTS = """['over', 'other'].includes(table.dataset.turn) ? table.dataset.turn
  : document.querySelector('.ltw-more .ltw-move, .ltw-next') && table.dataset.turn === 'person' ? 'person' : ''"""


def begins(server: Running, game: str, first: str = "person", second: str = ENGINE, **settings: str) -> str:
    """The address of the form with which this game begins."""
    fields = {"game": game, "s.0": first, "s.1": second}
    return f"{server.address}/?{urlencode(fields | {f'p.{name}': value for name, value in settings.items()})}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that many tests share."""
    with running(["--port", "0", "--data", "games.sqlite3"], tmp_path_factory.mktemp("server")) as running_one:
        yield running_one


PROMISE = [pytest.param(name, marks=pytest.mark.promise) if name == "konane" else name for name in GAMES]


@pytest.mark.parametrize("name", PROMISE)
def test_a_whole_game_by_clicks_against_an_engine(browser: Any, server: Running, name: str):
    game = Page(browser, begins(server, name, **GAMES[name]))
    game.begin()
    for _ in range(MOST):
        if game.rests() == "over":
            break
        click_next(game.page)
    played = game.record()
    assert game.steps() == played.written()
    said = game.page.locator(".ltw-status").inner_text()
    if is_over(played.game, played.position):
        assert said.endswith(format_turn(played.game, played.position))  # after what chance has rolled
    else:
        assert said == "Draw: the same position 3 times"
    assert not game.errors
    game.close()


def test_back_another_try_and_a_link_to_the_position(browser: Any, server: Running):
    game = Page(browser, begins(server, "konane", second="person", **GAMES["konane"]))
    game.begin()
    for _ in range(3):
        game.move()
    line = game.steps()
    game.page.get_by_role("button", name="Back", exact=True).click()
    game.until("table.querySelector('.ltw-where').textContent === '2 of 3'")
    game.page.get_by_role("button", name="To the start").click()
    game.until("table.querySelector('.ltw-where').textContent === '0 of 3'")
    game.page.get_by_role("button", name="To the last move").click()
    game.until("table.querySelector('.ltw-where').textContent === '3 of 3'")
    assert game.steps() == line
    shown = game.record().position
    game.page.get_by_role("button", name="Link").click()
    address = game.page.get_by_label("The address of this position").input_value()
    other = Page(browser, address)
    other.begin()
    assert other.record().position == shown
    assert not game.errors + other.errors
    game.close(), other.close()


def test_a_game_is_saved_and_goes_on_from_its_file(browser: Any, server: Running, tmp_path: Path):
    game = Page(browser, begins(server, "konane", second="person", **GAMES["konane"]))
    game.begin()
    for _ in range(3):
        game.move()
    line = game.steps()
    with game.page.expect_download() as waited:
        game.page.get_by_role("button", name="Save").click()
    waited.value.save_as(file := tmp_path / "game.json")
    assert load_record(file.read_text(encoding="utf-8")).written() == line
    other = Page(browser, server.address)
    other.page.locator("input[type=file]").set_input_files(file)
    other.page.get_by_role("button", name="Open").click()
    other.until("table.querySelectorAll('.ltw-record td .ltw-step').length === data[0]", len(line))
    assert other.steps() == line
    game.close(), other.close()


def test_two_browsers_share_a_game_by_its_links_and_a_third_one_watches(browser: Any, server: Running):
    first = Page(browser, begins(server, "konane", second="link", **GAMES["konane"]))
    address = first.begin()
    second = Page(browser, first.page.get_by_label("Send this to who plays").input_value())
    third = Page(browser, address)
    for page in (first, second, third):
        page.until("table.dataset.turn")
    assert (first.rests(), third.page.locator(".ltw-next").count()) == ("person", 0)
    assert [page.page.get_by_role("button", name="Hint").count() for page in (first, second, third)] == [0, 0, 0]
    for count in range(1, 5):
        mover = first if count % 2 else second
        mover.rests()
        mover.move()
        for page in (first, second, third):
            page.until("table.querySelectorAll('.ltw-record td .ltw-step').length === data[0]", count)
    assert first.steps() == second.steps() == third.steps()
    assert not first.errors + second.errors + third.errors
    first.close(), second.close(), third.close()


def test_two_people_play_by_a_link_with_three_clicks_on_each_side(browser: Any, server: Running):
    """From "New game" to the friend's first move; then words, an offer, a rematch, a lost connection."""
    mine = Page(browser, begins(server, "tic_tac_toe"), permissions=["clipboard-read", "clipboard-write"])
    mine.begin()

    def press(page: Page, *names: str) -> None:
        for name in names:
            page.page.get_by_role("button", name=name, exact=True).click()

    press(mine, "Resign", "Really resign?")
    press(mine, "New game")  # the first click; what is chosen then is of use to this test only
    mine.page.get_by_label("You play").select_option("1")
    mine.page.get_by_label("Clocks").select_option("300+3")
    press(mine, "Play with a friend", "Copy link")  # the second and the third
    theirs = Page(browser, mine.page.evaluate("navigator.clipboard.readText()"))  # the friend's first click
    assert theirs.rests() == "person"
    click_next(theirs.page)  # the second
    mine.until("!document.querySelector('dialog[open]') && table.dataset.turn === 'person'")
    assert len(mine.steps()) == 1
    told = "document.querySelector('.ltw-told').textContent"
    mine.until(f"{told} === 'Red is here'")
    assert [who.splitlines()[0] for who in mine.page.locator(".ltw-who").all_inner_texts()] == ["here5:00", "you5:00"]
    mine.page.get_by_label("Say something").select_option("Good luck!")
    theirs.until(f"{told} === 'Blue: Good luck!'")
    mine.move()
    press(mine, "Undo")
    theirs.until("table.querySelector('.ltw-status').textContent.includes('asks to take back')")
    press(theirs, "Agree")
    mine.until("table.querySelector('.ltw-where').textContent === '1 of 2'")
    press(mine, "Resign", "Really resign?", "Rematch")
    theirs.until("table.querySelector('.ltw-status').textContent.includes('rematch')")
    before = mine.page.url
    press(theirs, "Agree")
    for page in (mine, theirs):
        page.page.wait_for_url(lambda url: "/game/" in url and url != before and "next" not in url)
    assert (mine.rests(), theirs.rests()) == ("person", "other")  # the second player begins now
    mine.context.set_offline(True)
    mine.page.get_by_text("Connection lost, trying again …").wait_for(timeout=1_000)
    mine.context.set_offline(False)
    mine.page.get_by_text("Connected again").wait_for()
    switch = theirs.page.get_by_label("Sound")
    assert not switch.is_checked()
    switch.check()
    switch.evaluate("it => delete it.dataset.played")
    mine.move()
    theirs.until("document.querySelector('[data-played]').dataset.played === 'move'")
    assert not theirs.errors
    mine.close(), theirs.close()


@contextmanager
def elsewhere(page: Any, body: str) -> Iterator[None]:
    """A page of another site, with this in it, open in a browser."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        page.goto(f"http://localhost:{site.server_port}/")  # another site than 127.0.0.1
        yield
        site.shutdown()


def test_a_player_who_follows_a_link_of_another_site_plays(browser: Any, server: Running):
    """Such as one in a message that is read in a browser; a game of others is watched."""
    game = Page(browser, begins(server, "konane", second="link", **GAMES["konane"]))
    address = game.begin()
    with elsewhere(game.page, f'<a href="{address}">the game</a>'):
        game.page.get_by_text("the game").click()
        assert game.rests() == "person"
    game.move()
    assert len(game.steps()) == 1
    other = Page(browser, "about:blank")
    with elsewhere(other.page, f'<a href="{address}">the game</a>'):
        other.page.get_by_text("the game").click()
        assert other.rests() == "other"
    game.close(), other.close()


def test_a_page_of_another_site_lets_the_server_compute_nothing(browser: Any, monkeypatch: pytest.MonkeyPatch):
    """Pictures and frames whose addresses name large boards are asked for, and not computed; a link opens the form."""
    served, made, asked = Served(":memory:"), list[Any](), list[str]()
    preview = served.registry.preview
    monkeypatch.setattr(served.registry, "preview", lambda *given: made.append(given) or preview(*given))
    page, address = Page(browser, "about:blank").page, f"{served.address}/?game=lines_of_action&p.size=16"
    page.on("request", lambda request: request.url == address and asked.append(request.resource_type))
    parts = f'<img src="{address}"><iframe src="{address}"></iframe><link rel="stylesheet" href="{address}">'
    with elsewhere(page, f'{parts}<script src="{address}"></script><a href="{address}">a form</a>'):
        page.wait_for_load_state("load")
        assert ({*asked} >= {"image", "document", "stylesheet", "script"}, made) == (True, [])
        page.get_by_text("a form").click()
        page.locator("button.main").first.wait_for()
        assert len(made) == 1
    page.context.close()
    served.end()


def test_a_page_says_that_its_engine_waits_for_its_turn(browser: Any, tmp_path: Path):
    """With JavaScript and without; once it is its turn, it thinks."""
    words = ["--port", "0", "--data", ":memory:", "--searches", "1"]
    with running(words, tmp_path) as server:
        first = Page(browser, begins(server, "konane", first="think:seconds=25", second="person"))
        first.begin()
        first.until("table.querySelector('.ltw-live').textContent.includes('depth')")
        second = Page(browser, begins(server, "konane", first="think:seconds=25", second="person"))
        second.begin()
        second.until("table.querySelector('.ltw-live').textContent.includes('waits for its turn, which is the next')")
        plain = Page(browser, "about:blank", java_script_enabled=False)
        plain.page.goto(second.page.url)
        assert "waits for its turn, which is the next" in plain.page.locator(".ltw-live").inner_text()
        first.page.get_by_role("button", name="Move now").click()
        second.until("table.querySelector('.ltw-live').textContent.includes('depth')")
        assert not first.errors + second.errors
        first.close(), second.close(), plain.close()


def test_a_server_that_is_killed_and_begins_again_has_lost_nothing(browser: Any, tmp_path: Path):
    with running(["--port", "0", "--data", "games.sqlite3"], tmp_path) as server:
        game = Page(browser, begins(server, "konane", **GAMES["konane"]))
        game.begin()
        game.move()
        game.rests()
        before = game.steps()
        port = server.address.rpartition(":")[2]
        server.kill()
    with running(["--port", port, "--data", "games.sqlite3"], tmp_path):
        assert len(before) >= 2
        assert game.rests() == "person"
        game.move()  # the page goes on, without being loaded again
        game.until("table.querySelectorAll('.ltw-record td .ltw-step').length > data[0]", len(before))
        game.rests()
        assert game.steps()[: len(before)] == before
        assert game.record().written() == game.steps()
        game.page.reload()
        game.rests()
        assert game.record().written() == game.steps()
        game.close()


def test_a_whole_game_without_javascript(browser: Any, server: Running):
    game = Page(browser, begins(server, "konane", second="at_random", **GAMES["konane"]), java_script_enabled=False)
    game.begin()
    for turn in range(200):
        if game.page.locator(".ltw-status").inner_text().endswith("wins"):
            break
        links, buttons = game.page.locator("#board a"), game.page.locator("button.ltw-move")
        if turn % 2 and links.count():
            links.first.click()
        elif buttons.count():
            buttons.first.click()
        else:
            game.page.reload()  # as the page itself does after a while
    played = game.record()
    assert is_over(played.game, played.position)
    assert game.page.locator(".ltw-status").inner_text() == format_turn(played.game, played.position)
    game.close()


def test_the_pages_fit_a_narrow_screen(browser: Any, server: Running):
    for name in ("dvonn", "dice_of_doom"):
        game = Page(browser, begins(server, name, **GAMES[name]))
        game.page.set_viewport_size({"width": 360, "height": 740})
        assert game.page.evaluate("document.documentElement.scrollWidth") <= 360
        game.begin()
        game.rests()
        assert game.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert not game.errors
        game.close()
