"""Clocks of two people who play in two browsers, as values: what is left to each, and since when one of them runs."""

from __future__ import annotations

import re
from typing import NamedTuple

from lazytree.session.refusals import WRONG, Refused, shown
from lazytree.session.session import PERSON, Session, player_to_move
from lazytree.session.variations import line_to

CLOCKS = {"": "none", "180+2": "3 minutes + 2 s", "300+3": "5 minutes + 3 s", "600+5": "10 minutes + 5 s"}
CLOCKS |= {"1800+20": "30 minutes + 20 s"}
"""The clocks that the form offers, in words: seconds for the game, and those that each move adds."""
MOST = 6 * 3600  # seconds


class Clock(NamedTuple):
    """The clocks of a game. Times are in seconds."""

    words: str  # such as "300+3"
    left: tuple[float, ...]  # to each player, at `since`
    since: float | None = None  # when the clock of the player to move began to run; None: none runs

    @property
    def increment(self) -> float:
        """What a move adds."""
        return float(self.words.partition("+")[2])


def new_clock(words: object, session: Session) -> Clock | None:
    """The clocks that a form asks for, such as "300+3"; None for an empty text. Raises Refused where it is none.

    >>> from random import Random
    >>> from lazytree.games import nim
    >>> from lazytree.session.session import Seat, new_session
    >>> new_clock("300+3", new_session(nim(), nim().start, (Seat(), Seat()), Random(0)))
    Clock(words='300+3', left=(300.0, 300.0), since=None)
    """
    if words == "":
        return None
    found = re.fullmatch(r"(\d{1,5})\+(\d{1,3})", words) if isinstance(words, str) else None
    if found is None or not 10 <= int(found[1]) <= MOST:
        example = f'seconds for the game, 10 to {MOST}, and seconds that each move adds, such as "300+3"'
        raise Refused(WRONG, f'"clock" must be {example}, not {shown(words)}')
    if len(session.seats) != 2 or any(seat.who != PERSON for seat in session.seats):
        raise Refused(WRONG, "clocks are for games of two players who are people")
    return Clock(str(words), (float(found[1]),) * 2)


def running_player(session: Session) -> int | None:
    """The player whose clock runs: the one to move, who has moved before. The first move of each takes no time."""
    mover, nodes = player_to_move(session), session.variations.nodes
    places = line_to(session.variations, session.place)[1:]
    moved = any(session.game.mover(nodes[nodes[place].before].position) == mover for place in places)
    return mover if moved else None


def seconds_left(clock: Clock, session: Session, now: float) -> tuple[float, ...]:
    """What is left to each player; less than nothing, if the time of one is up."""
    runs = None if clock.since is None else running_player(session)
    spent = now - (now if clock.since is None else clock.since)
    return tuple(left - spent * (player == runs) for player, left in enumerate(clock.left))


def clock_after(clock: Clock, before: Session, after: Session, now: float) -> Clock:
    """The clocks after a change of the game. Moves that are taken back give no time back."""
    if before.place == after.place and before.endings == after.endings:
        return clock
    left, runs = seconds_left(clock, before, now), running_player(before)
    made = before.place in line_to(after.variations, after.place)[:-1]
    grown = tuple(it + clock.increment * (made and player == runs) for player, it in enumerate(left))
    return Clock(clock.words, grown, None if running_player(after) is None else now)


def player_out_of_time(clock: Clock | None, session: Session, now: float) -> int | None:
    """The player who has no time left; None if neither has."""
    if clock is None or clock.since is None:
        return None
    return next((player for player, it in enumerate(seconds_left(clock, session, now)) if it <= 0), None)
