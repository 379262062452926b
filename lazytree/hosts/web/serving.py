"""The server: a port, an address to print, and an end by Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable, Collection
from ipaddress import ip_address

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .app import application
from .catalogue import Catalogue
from .game_registry import GameRegistry
from .guarding import Guard
from .server_limits import ServerLimits
from .store import Store

SHARE = 0.001  # seconds that a thread may run on while others wait: requests need not wait for searches in Python


def serve(
    shelf: Catalogue,
    data: str = ":memory:",
    host: str = "127.0.0.1",
    port: int = 8000,
    names: Collection[str] = (),
    bounds: ServerLimits | None = None,
    tell: Callable[[str], object] = print,
) -> None:
    """Serves the games of a shelf until Ctrl-C ends it; raises KeyboardInterrupt then.

    - `shelf`: the games and bots that are offered.
    - `data`: the file in which games are kept, or `:memory:`.
    - `host`: the address of this machine at which browsers reach it.
    - `port`: its port; 0: any that is free.
    - `names`: names of this machine, by which browsers may know it.
    - `bounds`: how much the server takes, keeps and does at once.
    - `tell`: called with the address once the server listens.

    Raises: ValueError if the port is taken, the host is none of this machine, or the file cannot keep games.
    """
    limits = bounds or ServerLimits()
    listening = listener(host, port)
    store = Store(data, limits)
    server = server_of(application(GameRegistry(shelf, store, limits), [host, *names]), limits)
    tell(address_of(listening))
    sys.setswitchinterval(SHARE)
    server.run(sockets=[listening])


def server_of(app: Guard, bounds: ServerLimits) -> uvicorn.Server:
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
        limit_concurrency=bounds.connections,
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
