"""Values: numbers seen by FIRST. Values beyond ±SURE are decided games and say how many plies away the end is.

The value of a position that is over is `WIN * payoffs[FIRST]`; ratings lie within ±SURE. When a value beyond ±SURE is
backed up one ply, it moves by one towards 0 (`later`). So an early win is higher than a late one, an early loss lower
than a late one, and the distance is counted from the node itself, on whatever path it was reached.
"""

from __future__ import annotations

from typing import Any, TypeVar

WIN = 1_000_000
SURE = WIN - 10_000

N = TypeVar("N", bound=float)


def later(value: N) -> N:
    """The value of a position backed up one ply: one nearer to 0 if it is beyond ±SURE, else unchanged.

    >>> later(WIN), later(-WIN), later(17)
    (999999, -999999, 17)
    """
    if value > SURE:
        return max(value - 1, SURE)  # type: ignore[return-value]
    if value < -SURE:
        return min(value + 1, -SURE)  # type: ignore[return-value]
    return value


def sooner(bound: N) -> N:
    """A bound of a search window passed down one ply: the number that `later` takes back to `bound`.

    >>> later(sooner(WIN - 3)) == WIN - 3
    True
    """
    if bound > SURE:
        return bound + 1  # type: ignore[return-value]
    if bound < -SURE:
        return bound - 1  # type: ignore[return-value]
    return bound


def one_ply_before(value: Any) -> Any:
    """A value, or one for each player, carried up one ply.

    >>> one_ply_before(WIN), one_ply_before((WIN, -WIN, 0))
    (999999, (999999, -999999, 0))
    """
    return tuple(map(later, value)) if isinstance(value, tuple) else later(value)


def seen_by(player: int, value: Any) -> Any:
    """A value as one player sees it: the greater, the better. A tuple has one number a player.

    >>> seen_by(0, 7), seen_by(1, 7), seen_by(2, (1, 5, 3))
    (7, -7, 3)
    """
    return value[player] if isinstance(value, tuple) else -value if player else value


def plies_to_end(value: float) -> int | None:
    """The number of plies to the end of the game, if a value decides it; None for a rating, a draw, or a mean of ends.

    >>> plies_to_end(WIN - 3), plies_to_end(-WIN), plies_to_end(12), plies_to_end(WIN - 0.5)
    (3, 0, None, None)
    """
    plies = -abs(value) % WIN
    return int(plies) if abs(value) > SURE and plies < WIN - SURE and plies == int(plies) else None
