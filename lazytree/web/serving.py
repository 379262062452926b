"""The server: a port, an address to print, and an end by Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Collection

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .app import application
from .bounds import Bounds
from .offers import Shelf
from .store import Store


def serve(
    shelf: Shelf,
    data: str = ":memory:",
    host: str = "127.0.0.1",
    port: int = 8000,
    names: Collection[str] = (),
    bounds: Bounds | None = None,
    tell: Callable[[str], object] = print,
) -> None:
    """Serves the games of a shelf until Ctrl-C ends it; raises KeyboardInterrupt then.

    `data` is the file in which games are kept, or `:memory:`. Browsers reach it at `host` and `port`, 0 being any that
    is free; `names` are names of this machine, by which they may know it. `tell(address)` is called once it listens.

    Raises: ValueError where the port is taken, the host is none of this machine, or the file cannot keep games.
    """
    limits = bounds or Bounds()
    listening = listener(host, port)
    store = Store(data, limits)
    app = application(shelf, store, limits, [host, *names])
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        log_level=logging.ERROR,
        server_header=False,
        ws="none",
        http=Patient,
        lifespan="on",
        timeout_keep_alive=20,
        timeout_graceful_shutdown=2,
        limit_concurrency=limits.connections,
        h11_max_incomplete_event_size=32_768,
    )
    server = _Server(config, app)
    place, number = listening.getsockname()[:2]
    name = f"[{place}]" if ":" in place else place
    tell(f"http://{name}:{number}/")
    server.run(sockets=[listening])


def listener(host: str, port: int) -> socket.socket:
    """The socket that listens at a port. Raises ValueError, which says what to do, where it cannot."""
    if not 0 <= port <= 65_535:
        raise ValueError(f"--port must be a number from 0 to 65535, not {port}")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(512)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(
            f"port {port} of {host} cannot be had ({reason}): take another by --port, or 0 for any"
        ) from error
    return made


class _Server(uvicorn.Server):
    """uvicorn's server, which tells event streams to end before it waits for them."""

    def __init__(self, config: uvicorn.Config, app: Callable[..., object]) -> None:
        super().__init__(config)
        self._over: asyncio.Event = app._app.state.over  # type: ignore[attr-defined]

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
