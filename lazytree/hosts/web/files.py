"""The files of the front end: modules and style sheets as they are, and no other file."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from lazytree.session.refusals import NOT_FOUND, Refused
from lazytree.show.front_end import STATIC, static_text

TYPES = {".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


async def static(request: Request) -> Response:
    """A file of the front end; a browser that has it need not load it again."""
    name = request.path_params["name"]
    if name not in _names():
        raise Refused(NOT_FOUND, "there is nothing at this address")
    text, tag = _read(name)
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=TYPES["." + name.rpartition(".")[2]], headers=headers)


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in STATIC.iterdir() if path.suffix in TYPES)


@cache
def _read(name: str) -> tuple[str, str]:
    text = static_text(name)
    return text, f'"{sha256(text.encode()).hexdigest()[:20]}"'
