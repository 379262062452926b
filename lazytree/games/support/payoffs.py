"""Payoffs of two players that several games pay: the last mover wins, or the player who is ahead does."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.game import FIRST, P

from .arguments import one_of
from .turns import HasMover


def last_mover_wins(position: HasMover) -> tuple[int, int]:
    """-1 for the player to move, who has no move left, and 1 for the other one.

    >>> from lazytree.games import nim
    >>> over = nim(heaps=(0, 0)).start
    >>> last_mover_wins(over)
    (-1, 1)
    """
    return (-1, 1) if position.mover == FIRST else (1, -1)


def paid_by_lead(lead: Callable[[P], int], score: str) -> Callable[[P], tuple[int, int]]:
    """The payoffs of a game that is counted.

    `lead` is what FIRST has minus what SECOND has. With `score="win"` it pays 1 to the player who has more and -1 to
    the other, 0 for equal counts; with `score="margin"` it pays the lead itself and its negation.

    Raises: ValueError for any other `score`.

    >>> paid_by_lead(sum, "win")((3, 4)), paid_by_lead(sum, "margin")((3, 4))
    ((1, -1), (7, -7))
    """
    paid = paid_for_lead(score)

    def payoffs(position: P) -> tuple[int, int]:
        first = paid(lead(position))
        return first, -first

    return payoffs


def paid_for_lead(score: str) -> Callable[[int], int]:
    """What FIRST is paid for a lead: itself with `score="margin"`, 1, 0 or -1 with `score="win"`.

    Raises: ValueError for any other `score`.

    >>> paid_for_lead("win")(-7), paid_for_lead("margin")(-7)
    (-1, -7)
    """
    one_of("score", score, "win", "margin")
    return (lambda lead: lead) if score == "margin" else (lambda lead: (lead > 0) - (lead < 0))
