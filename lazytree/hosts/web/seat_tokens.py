"""Who sits where: a person who holds a secret, or a bot. The server keeps only digests of secrets."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from lazytree.session.session import Permissions, Seat

SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
"""What a secret looks like: 24 random bytes in letters that an address can have."""
MOST = 16  # secrets that a browser may send for one game


def new_secret() -> str:
    """A secret that cannot be guessed: 192 random bits.

    >>> bool(SECRET.fullmatch(new_secret()))
    True
    """
    return secrets.token_urlsafe(24)


def digest_of(secret: str) -> str:
    """What is kept of a secret: it can be recognized by it, and not be found again.

    >>> len(digest_of("any text"))
    64
    """
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


def cookie_of(purse: SeatTokens) -> str:
    """The secrets as the value of a cookie.

    >>> seat_tokens_of(cookie_of(SeatTokens(("a" * 32,), ("b" * 32,)))) == SeatTokens(("a" * 32,), ("b" * 32,))
    True
    """
    return ".".join([*(f"h{secret}" for secret in purse.held), *(f"g{secret}" for secret in purse.given)])


def seat_tokens_of(cookie: str) -> SeatTokens:
    """The secrets in the value of a cookie; what is none is left out.

    >>> seat_tokens_of("hgarbage..")
    SeatTokens(held=(), given=())
    """
    parts = [part for part in cookie.split(".")[:MOST] if SECRET.fullmatch(part[1:])]
    return SeatTokens(*(tuple(dict.fromkeys(part[1:] for part in parts if part[0] == kind)) for kind in "hg"))
