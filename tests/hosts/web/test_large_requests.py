"""Requests that any page can make must not compute for long: sizes are bounded before a board is made (attack 14)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lazytree.cli.pages import least_cells
from lazytree.games import GAMES
from lazytree.hosts.web import ServerLimits
from lazytree.hosts.web.catalogue import settings_of
from lazytree.naming.words import parameters_of
from lazytree.session.refusals import Refused

from .conftest import Serve
from .served import Served

SIZES = ("rows", "columns", "size", "side")
LARGE = [(name, one) for name, game in GAMES.items() for one in parameters_of(game) if one in SIZES]
HUGE = """
from lazytree import Game
from lazytree.games import tic_tac_toe


def game(size: int = 3, wide: bool = False) -> Game:
    \"\"\"Takes for ever to make where it is large.\"\"\"
    while size > 3:
        pass
    if wide:
        cells = [0] * (1 << 40)
    return tic_tac_toe()
"""
PICTURE = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors"}
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate"}


@pytest.fixture
def unmade(monkeypatch: pytest.MonkeyPatch, served: Served) -> list[Any]:
    """What this process has tried to make, or to have made: nothing may be added where a request is refused."""
    made: list[Any] = []
    assert served.browser().get("/", headers=LINK).status_code == 200  # the first page's pictures have been drawn
    monkeypatch.setattr(served.registry, "make", lambda *given: made.append(given))
    monkeypatch.setattr(served.registry, "preview", lambda *given: made.append(given))
    return made


@pytest.mark.parametrize(
    "headers",
    [
        PICTURE,
        {**PICTURE, "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate"},
        {**PICTURE, "sec-fetch-dest": "script"},
        {**PICTURE, "sec-fetch-dest": "empty", "sec-fetch-mode": "cors"},
        {**PICTURE, "sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_no_part_of_a_page_of_others_is_computed(served: Served, unmade: list[Any], headers: dict[str, str]):
    """Every route that is read: what it would show is not even looked for."""
    for path in ("/", "/?game=konane&p.rows=9", "/?from=x.1", "/game/x", "/game/x?picked=1-2", "/game/x/view"):
        assert served.browser().get(path, headers=headers).status_code == 403
    for path in ("/game/x/events", "/game/x/record.json", "/game/x/seat/y", "/static/board.mjs"):
        assert served.browser().get(path, headers=headers).status_code == 403
    assert not unmade


def test_a_link_that_a_person_follows_opens_the_page(served: Served):
    board = served.begin("nim", "person", "link")
    for path in ("/", "/?game=konane&p.rows=9", board.address, board.links[1]):
        assert served.browser().get(path, headers=LINK).status_code == 200


@pytest.mark.parametrize(("name", "size"), LARGE)
def test_a_board_is_not_made_where_it_would_be_too_large(served: Served, name: str, size: str):
    """By a form, and by whatever begins a game: each has the bound of its own offer."""
    offer = served.registry.catalogue.entries[name]
    given = {one: "100" for one in (SIZES if size in ("rows", "columns") else (size,)) if one in offer.parameters}
    with pytest.raises(Refused, match="cells"):
        settings_of(offer, given, ServerLimits())
    answer = served.browser().get("/", params={"game": name, **{f"p.{one}": "100" for one in given}}, headers=LINK)
    assert (answer.status_code, "cells" in answer.text) == (413, True)


@pytest.mark.parametrize(("name", "size"), LARGE)
def test_no_board_has_fewer_cells_than_are_known_before(name: str, size: str):
    """So that none is refused that may be played on."""
    boards = ("hexhex", "rhombus", "square", "triangle", "triangular") if name == "selfo" else ("",)
    for number in (3, 6, 9):
        for board in boards:
            given: dict[str, Any] = {size: number, **({"board": board, "setup": "empty"} if board else {})}
            try:
                game = GAMES[name](**given)
            except ValueError:
                continue
            known = least_cells({**parameters_of(GAMES[name]), size: str(number)})
            assert game.layout is not None
            assert known <= len(game.layout.cells)


@pytest.mark.slow
def test_what_takes_too_long_or_too_much_is_ended(serve: Serve, tmp_path: Path):
    """A factory of a user's own, which says nothing of its size; the next one finds a process that works."""
    (tmp_path / "huge.py").write_text(HUGE, encoding="utf-8")
    served = serve(str(tmp_path / "huge.py"), making=1.0)
    for parameters, status in (({"size": "9"}, 413), ({"wide": "true"}, 400)):
        asked: dict[str, Any] = {"game": "huge.py", **{f"p.{name}": value for name, value in parameters.items()}}
        answer = served.browser().get("/", params=asked, headers=LINK)
        assert (answer.status_code, "emory" in answer.text) == (status, True)
        begun = {"game": "huge.py", "seats": ["person"] * 2, "parameters": parameters}
        assert served.browser().post("/new", json=begun).status_code == status
    assert served.browser().get("/?game=huge.py&p.size=2", headers=LINK).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/?game={0}",
        "/?game=konane&position={0}",
        "/?game=konane&p.opening={0}",
        "/?game=konane&p.{0}=1",
        "/?game=konane&s.0={0}&b.1={0}",
        "/?from={0}.1",
        "/?from={game}.{digits}",
        "{game}?picked={digits}-{0}",
        "{game}/view?knows={digits}",
        "{game}/events?knows=0&stamp=-{digits}&x={0}",
        "{game}/seat/{0}",
        "/game/{0}",
        "/static/{0}",
    ],
)
def test_whatever_is_long_in_an_address_is_answered(served: Served, path: str):
    """All routes that are read, with what can be long in them."""
    board = served.begin("konane", "person", "person")
    target = path.format("x" * 9_000, digits="9" * 9_000, game=board.address)
    with board.browser.stream("GET", target) as answer:
        assert answer.status_code < 500
