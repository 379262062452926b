"""What every request passes through: whom it comes from, how large it is, how long it takes; headers of all answers."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Collection, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lazytree.session.refusals import NOT_YOURS, TOO_LARGE, Refused

from .catalogue import ServerLimits
from .pages import POLICY, mistake_page

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
MISDIRECTED, LATE = 421, 408


class Guard:
    """The application, behind what no request may pass that another page has made, or that takes too much.

    `over` is set when the server ends: streams of events end then.
    """

    def __init__(self, app: ASGIApp, limits: ServerLimits, names: Collection[str], over: asyncio.Event) -> None:
        self._app, self._limits, self._names = app, limits, frozenset(name.lower() for name in names)
        self.over = over

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        begun = asyncio.Event()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.set()
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            async with asyncio.timeout(None if scope["path"].endswith("/events") else self._limits.request):
                self._check(Headers(scope=scope), scope)
                await self._app(scope, self._counted(scope, receive), sending)
        except Refused as refused:
            if not begun.is_set():
                await refusal(Request(scope), refused)(scope, receive, sending)
        except TimeoutError:
            if not begun.is_set():
                late = Refused(LATE, f"the request took more than {self._limits.request:g} seconds")
                await refusal(Request(scope), late)(scope, receive, sending)

    def _check(self, headers: Headers, scope: Scope) -> None:
        """Raises Refused for an address that is not ours, and for what a page of another site sends."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._is_ours(host):
            raise Refused(MISDIRECTED, "this address is not served here: see --name for other names of this machine")
        if scope["method"] not in ("GET", "HEAD"):
            origin, site = headers.get("origin"), headers.get("sec-fetch-site")
            same = origin is None or origin.lower() == f"{scope['scheme']}://{host.lower()}"
            if site not in (None, "none", "same-origin") or not (same or (origin == "null" and site == "same-origin")):
                raise Refused(NOT_YOURS, "this was sent by a page of another origin")
        elif headers.get("sec-fetch-site") in ("cross-site", "same-site") and not _is_followed(headers):
            raise Refused(NOT_YOURS, "a page of another origin may lead here, and not load anything from here")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15 or int(length) > self._most(scope):
            raise Refused(TOO_LARGE, f"at most {self._most(scope):,} bytes are taken here")

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names this server: by a number, or a name of it. Names of others may lead here, too."""
        name = host.lower().rpartition(":")[0] if ":" in host and not host.endswith("]") else host.lower()
        if name in {"localhost", *self._names}:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _most(self, scope: Scope) -> int:
        return self._limits.upload + 5_000 if scope["path"] == "/open" else self._limits.body

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """The body of the request, as far as it is not too large."""
        count = 0

        async def receiving() -> MutableMapping[str, Any]:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if count > self._most(scope):
                raise Refused(TOO_LARGE, f"at most {self._most(scope):,} bytes are taken here")
            return message

        return receiving


def refusal(request: Request, refused: Refused, **more: Any) -> Response:
    """The answer that says that something cannot be: as JSON to a module, as a page to a person."""
    if wants_json(request):
        return JSONResponse({"error": refused.why, **more}, refused.status)
    return HTMLResponse(mistake_page(refused.status, refused.why), refused.status)


def wants_json(request: Request) -> bool:
    """Whether a request is one of a module, or of a program."""
    headers = request.headers
    accepted = headers.get("accept", "")
    if request.url.path.endswith(("/act", "/view", "/events")):
        return True
    return "application/json" in accepted or headers.get("content-type", "").startswith("application/json")


def _is_followed(headers: Headers) -> bool:
    """Whether a link was followed to a page here: no picture, frame or script of a page of others is loaded."""
    return headers.get("sec-fetch-dest") == "document" and headers.get("sec-fetch-mode", "navigate") == "navigate"
