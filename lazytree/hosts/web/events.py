"""The stream of events that a page follows a game by: each change of what it shows, and lines about a search."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from lazytree.session.reducer import is_alone
from lazytree.session.session import Permissions

from .served_game import ServedGame
from .views import full_view, last_of, view_news

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
