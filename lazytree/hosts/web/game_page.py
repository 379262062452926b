"""The page of a game: to be played on without JavaScript, too, by links on the board and by buttons."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from lazytree.session.actions import BY_NAME
from lazytree.session.session import Permissions
from lazytree.session.view import PlayedMove, picture_of

from .choosing import fitting_paths, linked_board, picked_in
from .markup import Child, Markup, data, element, join_markup
from .pages import hidden, page, picture, post
from .stored_game import StoredGame
from .views import Data, waits_for

FEW = 60  # moves that are buttons; more are a list
SCRIPTED = ("values", "look", "new", "save", "open", "link")
"""Actions that need JavaScript, or are links here."""


def game_page(
    id: str,
    stored: StoredGame,
    actor: Permissions,
    view: Data,
    constant: Data,
    picked: str,
    said: str = "",
    live: str = "",
) -> str:
    """The page of a game. `picked` are the cells of a move that is being chosen; `constant` is what never changes.

    `said` is what went wrong, `live` a line about who thinks.
    """
    address, game = f"/game/{id}", stored.session.game
    moves = view["moves"]
    cells = picked_in(picked, moves)
    plain = element(
        "div",
        element("div", _board(stored, view, cells, address), class_="ltw-board", id="board"),
        element("div", *_panel(address, view, cells, said, live), class_="ltw-panel"),
        class_="ltw-widget",
    )
    texts = (_rules(constant), element("details", element("summary", "Board in words"), element("pre", view["text"])))
    plain = element("div", plain, _seats(view), *texts, id="plain")
    refresh = 2 if view["thinking"] else 4
    waits = waits_for(stored, actor, view) and not cells
    rest = (_links(view, constant), data({"view": view, "constant": constant}, id="game"))
    main = element("main", element("h1", game.name), plain, element("div", id="table"), *rest)
    title = f"{game.name}: {view['caption']}"
    return page(title, main, refresh=refresh if waits else None, script="server_page.mjs")


def _board(stored: StoredGame, view: Data, cells: Sequence[int], address: str) -> Markup:
    if stored.session.game.layout is None:
        return element("pre", view["text"])
    hint = view["hint"]["path"] if view["hint"] else []
    return picture(linked_board(picture_of(stored.session), view["moves"], cells, address, hint))


def _panel(address: str, view: Data, cells: Sequence[int], said: str, live: str) -> list[Child]:
    status = view["caption"] + (" …" if view["thinking"] else "")
    advice = element("p", f"Hint: {view['hint']['text']}") if view["hint"] else None
    why = said or view["said"]
    return [
        element("p", status, class_="ltw-status", role="status"),
        element("p", live, class_="ltw-live") if live else None,
        element("p", why, class_="why", role="alert") if why else None,
        advice,
        _moves(address, view, cells),
        _actions(address, view),
        _line(address, view),
    ]


def _form(address: str, view: Data, *inside: Child, **attributes: str) -> Markup:
    return post(address, hidden(place=str(view["place"]), request_id=secrets.token_urlsafe(9)), *inside, **attributes)


def _moves(address: str, view: Data, cells: Sequence[int]) -> Markup | None:
    """The legal moves, or those that go on from the chosen cells: as buttons, or in a list where they are many."""
    moves = view["moves"]
    left = fitting_paths(moves, cells)
    if not left:
        return None
    words = "Your move goes on:" if cells else "Your move, here or on the board:" if view["board"] else "Your move:"
    label = element("p", words, id="moves")
    if len(left) <= FEW:
        shown = [element("button", moves[at]["text"], name="move", value=str(at), class_="ltw-move") for at in left]
        return _form(address, view, label, element("div", *shown, class_="ltw-acts"))
    options = [element("option", moves[at]["text"], value=str(at)) for at in left]
    choice = element("select", *options, name="move", aria_labelledby="moves")
    return _form(address, view, label, element("div", choice, element("button", "Move"), class_="ltw-acts"))


def _actions(address: str, view: Data) -> Markup:
    buttons = [
        element("button", BY_NAME[name].label, name="action", value=name, disabled=name in view["disabled_actions"])
        for name in view["actions"]
        if name not in SCRIPTED
    ]
    links = [element("a", "Save", href=f"{address}/record.json", download=True) if "save" in view["actions"] else None]
    links += [element("a", "Begin here", href=view["link"]) if view["link"] else None]
    links += [element("a", "New game", href=view["again"])]
    more = element("p", *_spaced(links), class_="links")
    return join_markup(_form(address, view, *buttons, class_="ltw-acts") if buttons else None, more)


def _spaced(parts: Sequence[Markup | None]) -> list[Child]:
    return [piece for part in parts if part for piece in (part, " ")]


def _line(address: str, view: Data) -> Markup:
    """The moves so far and those that were taken back, as buttons that lead there."""
    may = "undo" in view["actions"]
    start = _step(view, {"place": 0, "text": "Start", "mover": 0}, "", may)
    steps = [_step(view, move, f"{number}. ", may) for number, move in enumerate(view["line"], 1)]
    tried = [_step(view, move, "", may) for move in view["tried"]] if len(view["tried"]) > 1 else []
    also = element("div", element("span", "Tried here:"), *tried, class_="ltw-line") if tried else None
    inside = (element("div", start, *steps, class_="ltw-line"), also)
    form = post(address, hidden(action="go", request_id=secrets.token_urlsafe(9)), *inside)
    return element("div", form if may else join_markup(*inside), class_="ltw-record")


def _step(view: Data, move: PlayedMove, number: str, may: bool) -> Markup:
    current = "true" if move["place"] == view["place"] else None
    words = number + move["text"]
    if not may:
        return element("span", words, class_="ltw-step", aria_current=current)
    return element("button", words, name="target", value=str(move["place"]), class_="ltw-step", aria_current=current)


def _seats(view: Data) -> Markup:
    """Who plays."""
    rows = [
        element("li", element("b", seat["name"]), f": {seat['who']}{', you' if seat['yours'] else ''}")
        for seat in view["seats"]
    ]
    return element("section", element("h2", "Who plays"), element("ul", *rows, class_="seats"))


def _links(view: Data, constant: Data) -> Markup | None:
    """The links of the seats that this browser has, or gives away."""
    links = constant["links"]
    rows = [_given(seat["name"], links[str(at)]) for at, seat in enumerate(view["seats"]) if str(at) in links]
    return element("section", *rows, class_="links-of-seats") if rows else None


def _given(player: str, link: dict[str, str]) -> Markup:
    mine = f"The link of {player}, to play on in another browser"
    words = mine if link["yours"] else f"Send this to who plays {player}"
    field = element("input", value=link["address"], readonly=True, aria_label=words)
    if link["yours"]:
        return element("details", element("summary", words), field)
    return element("p", element("b", words + ": "), field)


def _rules(constant: Data) -> Markup:
    rules = element("details", element("summary", "Rules"), element("pre", constant["rules"]))
    source = element("details", element("summary", "Source"), element("pre", constant["source"]))
    parts = [rules if constant["rules"] else None, source if constant["source"] else None]
    return element("section", *parts, class_="rules")
