"""The server: the application, a port, an address to print, and an end by Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from ipaddress import ip_address

import anyio.to_thread
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from lazytree.session.refusals import Refused

from .catalogue import Catalogue, ServerLimits
from .games import GameRegistry
from .guarding import Guard, refusal
from .routes import Routes, static
from .store import Store

THREADS = 16  # that answer requests


def application(registry: GameRegistry, names: Collection[str] = ()) -> Guard:
    """The ASGI application of the games of a registry. `names` are those by which browsers may know the server."""
    over = asyncio.Event()
    routes = Routes(registry, over)

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        await anyio.to_thread.run_sync(routes.games)  # the pictures of all games are drawn once
        yield
        over.set()
        registry.close()

    addresses = [
        Route("/", routes.start),
        Route("/new", routes.begin, methods=["POST"]),
        Route("/open", routes.open, methods=["POST"]),
        Route("/game/{id}", routes.show),
        Route("/game/{id}", routes.act_by_form, methods=["POST"]),
        Route("/game/{id}/act", routes.act, methods=["POST"]),
        Route("/game/{id}/view", routes.view),
        Route("/game/{id}/events", routes.events),
        Route("/game/{id}/record.json", routes.record),
        Route("/game/{id}/next", routes.next),
        Route("/game/{id}/seat/{secret}", routes.sit),
        Route("/static/{name}", static),
    ]
    app = Starlette(routes=addresses, lifespan=living, exception_handlers={Refused: _refused, HTTPException: _http})
    return Guard(GZipMiddleware(app, minimum_size=1_000, compresslevel=5), registry.limits, names, over)


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


SHARE = 0.001  # seconds that a thread may run on while others wait: requests need not wait for searches in Python


def serve(
    catalogue: Catalogue,
    data: str = ":memory:",
    host: str = "127.0.0.1",
    port: int = 8000,
    names: Collection[str] = (),
    limits: ServerLimits | None = None,
    tell: Callable[[str], object] = print,
) -> None:
    """Serves the games of a catalogue until Ctrl-C ends it; raises KeyboardInterrupt then.

    - `catalogue`: the games and bots that are offered.
    - `data`: the file in which games are kept, or `:memory:`.
    - `host`: the address of this machine at which browsers reach it.
    - `port`: its port; 0: any that is free.
    - `names`: names of this machine, by which browsers may know it.
    - `limits`: how much the server takes, keeps and does at once.
    - `tell`: called with the address once the server listens.

    Raises: ValueError if the port is taken, the host is none of this machine, or the file cannot keep games.
    """
    limits = limits or ServerLimits()
    listening = listener(host, port)
    store = Store(data, limits)
    server = server_of(application(GameRegistry(catalogue, store, limits), [host, *names]), limits)
    tell(address_of(listening))
    sys.setswitchinterval(SHARE)
    server.run(sockets=[listening])


def server_of(app: Guard, limits: ServerLimits) -> uvicorn.Server:
    """The server of an application: it writes nothing down of what is asked for, so that no secret link is."""
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        log_level=logging.ERROR,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http=Patient,
        lifespan="on",
        timeout_keep_alive=20,
        timeout_graceful_shutdown=2,
        limit_concurrency=limits.connections,
        h11_max_incomplete_event_size=32_768,
    )
    return _Server(config, app.over)


def address_of(listening: socket.socket) -> str:
    """The address of the first page, as it is typed on this machine."""
    place, number = listening.getsockname()[:2]
    return _address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(place, place), number)


def _address(place: str, port: int) -> str:
    return f"http://{f'[{place}]' if ':' in place else place}:{port}/"


def addresses_elsewhere(host: str, port: int, names: Collection[str] = ()) -> list[str] | None:
    """The addresses that people type on other machines, as far as they are known; None: this machine only is served.

    >>> addresses_elsewhere("127.0.0.1", 8000), addresses_elsewhere("192.0.2.7", 8000, ["den.local"])
    (None, ['http://192.0.2.7:8000/', 'http://den.local:8000/'])
    """
    family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = ip_address(str(place[0]).partition("%")[0])
    if found.is_loopback:
        return None
    places = [str(found)] if not found.is_unspecified else _own_places(family)
    return [_address(it, port) for it in dict.fromkeys((*places, *names))]


def _own_places(family: int) -> list[str]:
    """The numbers by which this machine is known in its network: the one that it would send from. Nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))  # no machine's address
        except OSError:
            return []
        return [asking.getsockname()[0]]


def listener(host: str, port: int) -> socket.socket:
    """The socket that listens at a port. Raises ValueError, which says what to do, where it cannot."""
    if not 0 <= port <= 65_535:
        raise ValueError(f"--port must be a number from 0 to 65535, not {port}")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind, socket.IPPROTO_TCP)  # asyncio sends at once where it knows that it is TCP
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(512)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(
            f"port {port} of {host} cannot be opened ({reason}): take another by --port, or 0 for any"
        ) from error
    return made


class _Server(uvicorn.Server):
    """uvicorn's server, which tells event streams to end before it waits for them."""

    def __init__(self, config: uvicorn.Config, over: asyncio.Event) -> None:
        super().__init__(config)
        self._over = over

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends streams, then all connections."""
        self._over.set()
        await super().shutdown(sockets)


class Patient(H11Protocol):
    """A connection that is closed where no whole request comes within some seconds."""

    PATIENCE = 20.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(transport)
        self._seen: object = None
        self._watch = self.loop.call_later(self.PATIENCE, self._look)

    def _look(self) -> None:
        """Closes the connection if no request has begun since the last look, and none is being answered."""
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.cycle is self._seen:
            self.transport.close()
            return
        self._seen = self.cycle
        self._watch = self.loop.call_later(self.PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no longer."""
        self._watch.cancel()
        super().connection_lost(exc)
