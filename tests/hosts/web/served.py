"""A server in a thread of this process, and browsers that ask it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, NamedTuple

from httpx import Client, Response

import lazytree.hosts.web
from lazytree.cli.pages import catalogue_of
from lazytree.hosts.web.games import GameRegistry
from lazytree.hosts.web.serving import address_of, application, listener, server_of
from lazytree.hosts.web.store import Store
from tests.helpers.waiting import LONG, until

View = dict[str, Any]


class Served:
    """A server that runs in this process until its `end`."""

    def __init__(self, data: str, own: str | None = None, limits: dict[str, Any] | None = None) -> None:
        self.limits = lazytree.hosts.web.ServerLimits(searches=2, request=LONG, making=LONG)._replace(**(limits or {}))
        store = Store(data, self.limits)
        self.registry = GameRegistry(catalogue_of(own, []), store, self.limits)
        self.app = application(self.registry, ["games.test"])
        self._server, listening = server_of(self.app, self.limits), listener("127.0.0.1", 0)
        self.address = address_of(listening).rstrip("/")
        self._thread = Thread(target=self._server.run, args=([listening],), daemon=True)
        self._thread.start()

    def browser(self) -> Client:
        """A browser without cookies."""
        return Client(base_url=self.address, timeout=LONG, verify=False, trust_env=False)  # no certificates to be read

    def end(self) -> None:
        """Ends the server."""
        self._server.should_exit = True
        self._thread.join(LONG)

    def begin(self, game: str, *seats: str, browser: Client | None = None, **more: Any) -> Board:
        """A game that a browser has begun."""
        asking = browser or self.browser()
        parameters = {name: str(value) for name, value in more.pop("parameters", {}).items()}
        asked = {"game": game, "seats": list(seats), "parameters": parameters, **more}
        answer = asking.post("/new", json=asked)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return Board(self, asking, told["address"], {int(at): link for at, link in told["links"].items()})


class Board(NamedTuple):
    """A game, as one browser sees it."""

    served: Served
    browser: Client
    address: str
    links: dict[int, str]

    def view(self) -> View:
        """What the page shows."""
        answer = self.browser.get(f"{self.address}/view")
        assert answer.status_code == 200, answer.text
        found: View = answer.json()
        return found

    def ask(self, do: str, **more: Any) -> Response:
        """The answer to an act at the place that is shown."""
        asked = {"action": do, **({} if "place" in more or do == "go" else {"place": self.view()["place"]}), **more}
        return self.browser.post(f"{self.address}/act", json=asked)

    def act(self, do: str, **more: Any) -> View:
        """What the page shows after an act."""
        answer = self.ask(do, **more)
        assert answer.status_code == 200, answer.text
        found: View = answer.json()
        return found

    def refused(self, do: str, **more: Any) -> tuple[int, str]:
        """The status and the reason of an act that is refused."""
        answer = self.ask(do, **more)
        return answer.status_code, answer.json()["error"]

    def elsewhere(self, seat: int | None = None, browser: Client | None = None) -> Board:
        """The game in another browser, which has opened the link of a seat, or only watches."""
        board = self._replace(browser=browser or self.served.browser())
        if seat is not None:
            answer = board.browser.get(self.links[seat])
            assert answer.status_code == 200, answer.text
        return board

    def settled(self) -> View:
        """What the page shows once no engine thinks any more."""
        return self.until(lambda view: not view["thinking"] and (view["turn"] != "opponent" or view["said"]))

    def until(self, sure: Callable[[View], object]) -> View:
        """What the page shows once something is true of it."""
        return until(lambda: view if sure(view := self.view()) else None, self.view)


def moves(view: View) -> list[str]:
    """The moves that led to the position on the board."""
    line: list[dict[str, Any]] = view["line"]
    shown = [move["place"] for move in line]
    return [move["text"] for move in line[: shown.index(view["place"]) + 1]] if view["place"] in shown else []
