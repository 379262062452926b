"""What pages are told of a game: its view, and the stream of events that follows it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from lazytree.core.game import refuse_text
from lazytree.playing.one_line import one_line
from lazytree.session.reducer import is_alone
from lazytree.session.session import Permissions
from lazytree.session.view import SessionView, session_view

from .friends import friends_view
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
        friends = friends_view(stored, actor, game.company, f"/game/{game.id}")
        view: Data = {**view_of(game.id, stored, actor), "stamp": game.runner.stamp, "friends": friends}
        return {name: part for name, part in view.items() if name not in ("rules", "source")}

    return timed_view(game, game.shown(actor, made))


def timed_view(game: ServedGame, view: Data) -> Data:
    """A view with what the clocks say now."""
    if not view["friends"] or not view["friends"]["clock"]:
        return view
    clock = {**view["friends"]["clock"], "left": game.seconds_left()}
    return {**view, "friends": {**view["friends"], "clock": clock}}


def last_of(view: Data) -> int:
    """The last place of the line that a page shows."""
    return int(view["line"][-1]["place"]) if view["line"] else 0


def news(view: Data, knows: int | None) -> Data:
    """What a page lacks that has the layout of the board, and the moves up to this place; all of it, if it has neither.

    `known` is the place where the line leads through it: then `line` holds what comes after it. What led to a place
    never changes. `static/server_host.mjs` puts both together.
    """
    if knows is None:
        return view
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


BEAT = 15.0  # seconds after which something is sent, so that a reader who is gone is noticed
SLOW = 20.0  # seconds that a reader may take to take what was sent


async def game_events(
    game: ServedGame, actor: Permissions, over: asyncio.Event, knows: int | None = None, stamp: int = -1
) -> AsyncGenerator[str]:
    """The events of a game as a page reads them, until `over` is set: the server ends.

    A page that `knows` a place and its `stamp` hears only what is new since then.
    """
    changed, loop = asyncio.Event(), asyncio.get_running_loop()
    leave = game.follow(actor, lambda: loop.call_soon_threadsafe(changed.set))
    end, live, text = asyncio.ensure_future(over.wait()), "", "retry: 1000\n\n"
    try:
        while not end.done():
            changed.clear()
            if game.runner.stamp != stamp:
                stamp, live = game.runner.stamp, ""
                view = game.known(actor)  # who has made the move has been answered with it
                view = timed_view(game, view) if view else await run_in_threadpool(full_view, game, actor)
                text += f"event: view\ndata: {json.dumps(news(view, knows))}\n\n"
                knows = None if knows is None else last_of(view)
            if (line := game.live(is_alone(game.runner.session, actor))) != live:
                live = line
                text += f"event: live\ndata: {json.dumps(live)}\n\n"
            yield text
            waiting = asyncio.ensure_future(changed.wait())
            left = max(0.02, min((BEAT, *game.seconds_left())))  # the time of a player may be up before
            try:
                await asyncio.wait({waiting, end}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                text = ": still here\n\n" if waiting.cancel() else ""
            if min(game.seconds_left(), default=BEAT) <= 0:
                await run_in_threadpool(game.end_if_late)
    finally:
        leave()
        end.cancel()


class EventStream(StreamingResponse):
    """Events that are sent until their reader leaves or is too slow, or there are no more; then `ended` is called."""

    def __init__(self, events: AsyncGenerator[str], ended: Callable[[], object]) -> None:
        super().__init__(events, headers={"x-accel-buffering": "no"}, media_type="text/event-stream")
        self._events, self._ended = events, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            async with asyncio.timeout(SLOW):  # `wait_for` of Python 3.11 loses a cancellation that comes as it ends
                await send(message)

        try:
            async with aclosing(self._events):
                await super().__call__(scope, receive, sending)
        except (TimeoutError, OSError):
            return  # the reader is too slow, or gone
        finally:
            self._ended()
