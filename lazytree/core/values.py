"""Values: numbers seen by FIRST. Values beyond ±SURE are decided games and say how many plies away the end is.

The value of a position that is over is `WIN * payoffs[FIRST]`; ratings lie within ±SURE. When a value beyond ±SURE is
backed up one ply, it moves by one towards 0 (`later`). So an early win is higher than a late one, an early loss lower
than a late one, and the distance is counted from the node itself: it does not depend on the path to the node.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any, NamedTuple, TypeVar

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


def is_clear(value: float) -> bool:
    """Whether the value of an end is whole wins, or far enough from these that no other end some plies away has it.

    >>> [is_clear(WIN * payoff) for payoff in (1, -2, 0.5, 2.5, 1.995, 1.001, 0.995)]
    [True, True, True, True, False, False, False]
    """
    rest = round(abs(value)) % WIN
    return abs(value) <= SURE or rest == 0 or WIN - SURE <= rest <= SURE


class End(NamedTuple):
    """The end that values of more than two players lead to: what it pays each of them, and how far away it is."""

    payoffs: tuple[float, ...]  # in thousandths
    plies: int | None  # None where the values do not tell


def end_of(values: Sequence[Any], exact: bool = False) -> End | None:
    """The end that the values of all players tell, in a game without chance; None where they are ratings.

    One value beyond ±SURE says that all come from an end. `exact`: they come from one in any case.

    >>> end_of((2 * WIN - 3, WIN - 3, 0)), end_of((4, 2, 0)), end_of((WIN - 3, -WIN / 2, -WIN / 2)).payoffs
    (End(payoffs=(2, 1, 0), plies=3), None, (1, -0.5, -0.5))
    """
    decided = [value for value in values if abs(value) > SURE]
    if not decided and not exact:
        return None
    plies = next((plies for plies in map(plies_to_end, decided) if plies is not None), None)
    late = [(0 if abs(value) <= SURE else plies or 0) * (1 if value > 0 else -1) for value in values]
    return End(tuple(_in_thousandths((value + more) / WIN) for value, more in zip(values, late)), plies)


def verdict(payoffs: Sequence[float], player: int) -> str:
    """What an end is for one of more than two players: a "win", a "shared win", a "draw" of all, or a "loss".

    It is a win if each other player is paid less.

    >>> verdict((2, 1, 0), 0), verdict((1, 1, -2), 0), verdict((0, 0, 0), 2), verdict((2, 1, 0), 1)
    ('win', 'shared win', 'draw', 'loss')
    """
    top = max(payoffs)
    if payoffs[player] < top:
        return "loss"
    return "win" if payoffs.count(top) == 1 else "draw" if min(payoffs) == top else "shared win"


def _in_thousandths(number: float) -> float:
    near = floor(number * 1000 + 0.5) / 1000
    return int(near) if near == int(near) else near
