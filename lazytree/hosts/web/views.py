"""What pages are told of a game: its view, and the stream of events that follows it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from lazytree.core.game import refuse_text
from lazytree.playing.one_line import one_line
from lazytree.session.reducer import is_alone, others_here
from lazytree.session.session import Permissions
from lazytree.session.view import SessionView, session_view

from .games import ServedGame
from .store import StoredGame

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


BEAT = 15.0  # seconds after which something is sent, so that a reader who is gone is noticed
SLOW = 20.0  # seconds that a reader may take to take what was sent


class Stream:
    """A response that goes on until its reader leaves, is too slow, or the server ends.

    A reader that `knows` a place and its `stamp` hears only what is new since then.
    """

    def __init__(
        self,
        game: ServedGame,
        actor: Permissions,
        ended: Callable[[], object],
        over: asyncio.Event,
        knows: int | None = None,
        stamp: int = -1,
    ) -> None:
        self._game, self._actor, self._ended, self._over = game, actor, ended, over
        self._knows, self._stamp = knows, stamp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        news, loop = asyncio.Event(), asyncio.get_running_loop()
        leave = self._game.runner.follow(lambda: loop.call_soon_threadsafe(news.set))
        gone = asyncio.ensure_future(_gone(receive))
        over = asyncio.ensure_future(self._over.wait())
        try:
            headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
            await _sent(send, {"type": "http.response.start", "status": 200, "headers": headers})
            stamp, knows, live, text = self._stamp, self._knows, "", "retry: 1000\n\n"
            while not (gone.done() or over.done()):
                news.clear()
                if self._game.runner.stamp != stamp:
                    stamp, live = self._game.runner.stamp, ""
                    view = self._game.known(self._actor)  # who has made the move has been answered with it
                    view = view or await run_in_threadpool(full_view, self._game, self._actor)
                    text += f"event: view\ndata: {view_news(view, knows)}\n\n"
                    knows = None if knows is None else last_of(view)
                if (line := self._game.live(is_alone(self._game.runner.session, self._actor))) != live:
                    live = line
                    text += f"event: live\ndata: {json.dumps(live)}\n\n"
                await _sent(send, {"type": "http.response.body", "body": text.encode(), "more_body": True})
                text = ""
                waiting = asyncio.ensure_future(news.wait())
                await asyncio.wait({waiting, gone, over}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                    text = ": still here\n\n"
            if over.done():
                await _sent(send, {"type": "http.response.body", "body": b"", "more_body": False})
        except (TimeoutError, OSError):
            return  # the reader is too slow, or gone
        finally:
            leave()
            gone.cancel()
            over.cancel()
            self._ended()


async def _gone(receive: Receive) -> None:
    """Returns when the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _sent(send: Send, message: dict[str, object]) -> None:
    async with asyncio.timeout(SLOW):  # `wait_for` of Python 3.11 loses a cancellation that comes as the send ends
        await send(message)
