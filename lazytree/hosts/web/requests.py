"""What a request holds: its cookie, its form, its JSON; all as plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request

from lazytree.session.refusals import WRONG, Refused

from .searching import Client
from .seat_tokens import SeatTokens, seat_tokens_of

BROWSER = "browser"
"""The name of the cookie by which browsers at one address are told apart, so that each is served in its turn."""


def cookie_name(id: str) -> str:
    """The name of the cookie with the secrets of a game."""
    return f"seat-{id}"


def seat_tokens_in(request: Request, id: str) -> SeatTokens:
    """The secrets that the browser holds for a game."""
    return seat_tokens_of(request.cookies.get(cookie_name(id), ""))


async def json_in(request: Request) -> Mapping[str, Any]:
    """The JSON object that was sent. Raises Refused if it is none."""
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise Refused(WRONG, f"the request is no JSON: {type(error).__name__}") from error
    if not isinstance(found, dict):
        raise Refused(WRONG, 'the request must be a JSON object, such as {"action": "move", "place": 0, "move": 1}')
    return found


async def form_in(request: Request, files: tuple[str, ...] = ()) -> dict[str, str]:
    """The fields of the form that was sent, as texts; of fields that are there twice, the last one counts."""
    found = {}
    async with request.form(max_files=len(files), max_fields=80, max_part_size=250_000) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                if name in files:
                    found[name] = _text(await value.read())
            else:
                found[name] = value
    return found


def _text(given: bytes) -> str:
    try:
        return given.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(WRONG, "this file is no text") from None


def whole(text: str) -> int | str:
    """A text of a form as a number, if it is one; else itself, and who wants a number says so."""
    return int(text) if text.isdecimal() and len(text) < 10 else text


def client_of(request: Request) -> Client:
    """Who asks: the network address, and the browser at it."""
    return (request.client.host if request.client else "", request.cookies.get(BROWSER, "")[:64])


def place_in(text: str) -> int | None:
    """A number in an address, if it is one: of a place, or of a stamp."""
    return int(text) if text.isdecimal() and len(text) < 16 else None
