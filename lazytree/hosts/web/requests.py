"""What a request holds: its cookies with the secrets of seats, its form, its JSON; all as plain values."""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from starlette.datastructures import UploadFile
from starlette.requests import Request

from lazytree.session.refusals import WRONG, Refused
from lazytree.session.session import Permissions, Seat

from .searching import Client

SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
"""What a secret looks like: 24 random bytes in letters that an address can have."""
MOST = 16  # secrets that a browser may send for one game


def new_secret() -> str:
    """A secret that cannot be guessed: 192 random bits."""
    return secrets.token_urlsafe(24)


def digest_of(secret: str) -> str:
    """What is kept of a secret: it can be recognized by it, and not be found again."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def permissions_of(seats: Sequence[Seat], owner: str, held: Iterable[str]) -> Permissions:
    """What a person who holds these secrets may do; `owner` is the digest of the secret of the game's maker."""
    digests = [digest_of(secret) for secret in held]

    def holds(digest: str) -> bool:
        return bool(digest) and any(hmac.compare_digest(digest, one) for one in digests)

    return Permissions(frozenset(number for number, seat in enumerate(seats) if holds(seat.token)), holds(owner))


class SeatTokens(NamedTuple):
    """The secrets that a browser keeps for one game, in a cookie."""

    held: tuple[str, ...] = ()  # that it plays with
    given: tuple[str, ...] = ()  # that are for others: the page shows their links


def cookie_of(tokens: SeatTokens) -> str:
    """The secrets as the value of a cookie.

    >>> seat_tokens_of(cookie_of(SeatTokens(("a" * 32,), ("b" * 32,)))) == SeatTokens(("a" * 32,), ("b" * 32,))
    True
    """
    return ".".join([*(f"h{secret}" for secret in tokens.held), *(f"g{secret}" for secret in tokens.given)])


def seat_tokens_of(cookie: str) -> SeatTokens:
    """The secrets in the value of a cookie; what is none is left out.

    >>> seat_tokens_of("hgarbage..")
    SeatTokens(held=(), given=())
    """
    parts = [part for part in cookie.split(".")[:MOST] if SECRET.fullmatch(part[1:])]
    return SeatTokens(*(tuple(dict.fromkeys(part[1:] for part in parts if part[0] == kind)) for kind in "hg"))


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
