"""A game as the server keeps it, as a value: its session, and what only the server knows of it."""

from __future__ import annotations

from typing import NamedTuple

from lazytree.session.session import Session

from .catalogue import Parameters

REPETITIONS, PLIES = 3, 1_000
"""After which a game is a draw."""


class StoredGame(NamedTuple):
    """A game as the server keeps it. The token of a seat is the digest of the secret that moves for a person."""

    name: str  # of its offer
    settings: Parameters
    owner: str  # the digest of the secret of the browser that has made it
    session: Session
    version: int = 0  # how often it has been written
