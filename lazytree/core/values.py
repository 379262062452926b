"""What values mean: numbers seen by FIRST, with room above the ratings for wins and how far off they are.

A position that is over is worth `WIN * payoffs[FIRST]`; a rating stays within ±SURE. Carried up one ply, a value
beyond ±SURE comes one nearer to 0 (`later`): so a win sooner beats a win later, and a loss later a loss sooner, and
the distance is counted from the node itself, right for every path that leads to it.
"""

from __future__ import annotations

from typing import TypeVar

WIN = 1_000_000
SURE = WIN - 10_000

N = TypeVar("N", bound=float)


def later(value: N) -> N:
    """The value of a position, seen from one ply before it.

    >>> later(WIN), later(-WIN), later(17)
    (999999, -999999, 17)
    """
    if value > SURE:
        return max(value - 1, SURE)  # type: ignore[return-value]
    if value < -SURE:
        return min(value + 1, -SURE)  # type: ignore[return-value]
    return value


def sooner(bound: N) -> N:
    """A window's bound, seen from one ply further down: what `later` brings back up to `bound`.

    >>> later(sooner(WIN - 3)) == WIN - 3
    True
    """
    if bound > SURE:
        return bound + 1  # type: ignore[return-value]
    if bound < -SURE:
        return bound - 1  # type: ignore[return-value]
    return bound


def plies_to_end(value: float) -> int | None:
    """How many plies off the end is that a value promises; None if it promises none (a rating, a draw).

    >>> plies_to_end(WIN - 3), plies_to_end(-WIN), plies_to_end(12)
    (3, 0, None)
    """
    return int(-abs(value) % WIN) if abs(value) > SURE else None
