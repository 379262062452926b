"""A game as the server keeps it, as a value: the sitting, who plays, what has been asked for."""

from __future__ import annotations

from typing import NamedTuple

from lazytree.core.game import CHANCE
from lazytree.show.sittings.sitting import Sitting, ended

from .offers import Parameters
from .seats import PERSON, Hands, Seat

REPETITIONS, PLIES = 3, 1_000
"""After which a game is a draw."""


class Ask(NamedTuple):
    """What a player has asked the others for: a draw, or to show another place."""

    player: int
    place: int | None = None  # None: a draw


class Kept(NamedTuple):
    """A game as the server keeps it."""

    name: str  # of its offer
    settings: Parameters
    seats: tuple[Seat, ...]
    owner: str  # the digest of the secret of who has made it
    here: Sitting
    asks: frozenset[Ask] = frozenset()
    version: int = 0  # how often it has been written


def mover_of(kept: Kept) -> int | None:
    """The player to move, or None where nobody is."""
    if ended(kept.here) is not None:
        return None
    mover = kept.here.game.mover(kept.here.position)
    return None if mover == CHANCE else mover


def bot_to_move(kept: Kept) -> str:
    """The bot that is to move, as text; empty where none is."""
    mover = mover_of(kept)
    return "" if mover is None or kept.seats[mover].who == PERSON else kept.seats[mover].who


def waits_for_bot(kept: Kept) -> bool:
    """Whether a bot is to move that has not moved here before: where it has, somebody looks back."""
    return bool(bot_to_move(kept)) and not kept.here.course.here.after


def people(seats: tuple[Seat, ...]) -> frozenset[int]:
    """The players who are people."""
    return frozenset(number for number, seat in enumerate(seats) if seat.who == PERSON)


def others(kept: Kept, hands: Hands) -> frozenset[int]:
    """The people at the board for whom somebody else moves: those whose browsers have been here."""
    return frozenset(it for it in people(kept.seats) - hands.players if kept.seats[it].taken)


def is_alone(kept: Kept, hands: Hands) -> bool:
    """Whether somebody may look into things without telling them to an opponent: no other person plays.

    A seat that is for somebody else, by its link, is another person's also before that one has come.
    """
    return (bool(hands.players) or hands.owner) and not people(kept.seats) - hands.players
