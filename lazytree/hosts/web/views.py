"""What a page shows of a game: the same for all who may do the same."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from lazytree.core.game import refuse_text
from lazytree.playing.one_line import one_line
from lazytree.session.reducer import others_here
from lazytree.session.session import Permissions
from lazytree.session.view import SessionView, session_view

from .served_game import ServedGame
from .stored_game import StoredGame

Data = dict[str, Any]


def view_of(id: str, stored: StoredGame, actor: Permissions) -> SessionView:
    """What a page shows of the game of this name to an actor; `static/server_host.mjs` passes it on."""
    session = stored.session
    link = "" if session.game.read is refuse_text else f"/?from={id}.{session.place}"
    view = session_view(session, actor, link=link)
    off = [name for name in view["disabled_actions"] if name not in ("new", "save")]
    return {**view, "disabled_actions": off, "version": stored.version, "again": again_of(stored)}


def full_view(game: ServedGame, actor: Permissions) -> Data:
    """What a page shows to an actor; the page has the rules and their source already."""

    def made(stored: StoredGame) -> Data:
        view: Data = {**view_of(game.id, stored, actor), "stamp": game.runner.stamp}
        return {name: part for name, part in view.items() if name not in ("rules", "source")}

    view: Data = game.remembered(actor, made)
    return view


def view_news(view: Data, knows: int | None = None) -> str:
    """What a page shows, as JSON; only what it lacks (`news`), if it knows a place already."""
    return json.dumps(view if knows is None else news(view, knows))


def last_of(view: Data) -> int:
    """The last place of the line that a page shows."""
    return int(view["line"][-1]["place"]) if view["line"] else 0


def news(view: Data, knows: int) -> Data:
    """What a page lacks that has the layout of the board, and the moves up to this place.

    `known` is the place where the line leads through it: then `line` holds what comes after it. What led to a place
    never changes. `static/server_host.mjs` puts both together.

    >>> news({"board": None, "line": [{"place": 1}, {"place": 5}]}, 1)
    {'board': None, 'line': [{'place': 5}], 'known': 1}
    >>> news({"board": None, "line": [{"place": 2}]}, 1)
    {'board': None, 'line': [{'place': 2}]}
    """
    board = view["board"] and {name: part for name, part in view["board"].items() if name != "layout"}
    places = [0, *(move["place"] for move in view["line"])]
    if knows not in places:
        return view | {"board": board}
    return view | {"board": board, "line": view["line"][places.index(knows) :], "known": knows}


def link_of(stored: StoredGame, place: int) -> str:
    """The address of the form that begins a game at a position. Raises ValueError where it has no text."""
    line = one_line(stored.session.game, stored.session.variations.nodes[place].position)
    return f"{again_of(stored)}&{urlencode([('position', line)])}"


def again_of(stored: StoredGame) -> str:
    """The address of the form that begins such a game again, with the same seats."""
    settings = [(f"p.{name}", value) for name, value in stored.settings]
    seats = [(f"s.{number}", seat.who) for number, seat in enumerate(stored.session.seats)]
    return "/?" + urlencode([("game", stored.name), *settings, *seats])


def waits_for(stored: StoredGame, actor: Permissions, view: Data) -> bool:
    """Whether an actor's page will change without the actor: a bot thinks, or another person moves."""
    return bool(view["thinking"]) or view["turn"] in ("other", "opponent") or bool(others_here(stored.session, actor))
