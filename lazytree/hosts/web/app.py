"""The application: its routes, and what lives as long as it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lazytree.session.refusals import Refused

from .files import static
from .game_registry import GameRegistry
from .game_routes import GameRoutes
from .guarding import Guard, refusal
from .start_routes import StartRoutes

THREADS = 16  # that answer requests


def application(hall: GameRegistry, names: Collection[str] = ()) -> Guard:
    """The ASGI application of a hall. `names` are those by which browsers may know the server."""
    over = asyncio.Event()
    start, game = StartRoutes(hall), GameRoutes(hall, over)

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        await anyio.to_thread.run_sync(start.games)  # the pictures of all games are drawn once
        yield
        over.set()
        hall.close()

    routes = [
        Route("/", start.show),
        Route("/new", start.begin, methods=["POST"]),
        Route("/open", start.open, methods=["POST"]),
        Route("/game/{id}", game.show),
        Route("/game/{id}", game.act_by_form, methods=["POST"]),
        Route("/game/{id}/act", game.act, methods=["POST"]),
        Route("/game/{id}/view", game.view),
        Route("/game/{id}/events", game.events),
        Route("/game/{id}/record.json", game.record),
        Route("/game/{id}/seat/{secret}", game.sit),
        Route("/static/{name}", static),
    ]
    app = Starlette(routes=routes, lifespan=living, exception_handlers={Refused: _refused, HTTPException: _http})
    return Guard(_compressed(app), hall.bounds, names, over)


def _compressed(app: ASGIApp) -> ASGIApp:
    """The application whose answers are compressed for who takes that; events are not: each is sent at once."""
    smaller = GZipMiddleware(app, minimum_size=1_000, compresslevel=5)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_stream = scope["type"] == "http" and scope["path"].endswith("/events")
        await (app if is_stream else smaller)(scope, receive, send)

    return answer


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal(request, error)


async def _http(request: Request, error: Exception) -> Response:
    """What Starlette refuses: an address that is not there, a method, a form that is none."""
    assert isinstance(error, HTTPException)
    why = "there is nothing at this address" if error.status_code == 404 else error.detail
    answer = refusal(request, Refused(error.status_code, why))
    answer.headers.update(error.headers or {})
    return answer
