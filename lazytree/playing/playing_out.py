"""Playouts: games played at random to their ends, and what they come to on average.

Both lanes draw the same numbers and calculate alike, so that a seed gives the same games in both.
"""

from __future__ import annotations

from itertools import starmap, zip_longest
from operator import add
from typing import NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, M, P, start_of
from lazytree.core.rules import in_parts, rules_of
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, check

from .dispatch import Asked
from .simulating import random_games

AT_ONCE = 2**16  # games of one call in machine code, which polls `stop` meanwhile
AT_ONCE_IN_PYTHON = 16  # games between which `stop` is polled
ALL_BITS = 2**64 - 1


class Playouts(NamedTuple):
    """What random games came to.

    >>> Playouts(0.5, 30, "python").value
    0.5
    """

    value: float | tuple[float, ...]  # FIRST's mean payoff; with more than two players one for each
    plies: int  # of all games together
    lane: str  # that played them


def playouts(
    game: Game[P, M],
    games: int,
    position: P | None = None,
    stats: Stats | None = None,
    *,
    seed: int = 1,
    plies: int = 10_000,
    lane: str | None = None,
    stop: Stop | None = None,
) -> Playouts:
    """The mean payoff of FIRST over so many random games from a position (default: the start), and their plies.

    Each move is as likely as any other; where chance moves, by the odds. A game that is not over after `plies` counts
    as a draw. The same `seed`, from 1 up, gives the same games in both lanes.

    Raises: ValueError if `games` or `seed` is less than 1; Stopped once `stop()` is true.

    >>> from lazytree.games import nim
    >>> playouts(nim(heaps=(1,)), 10)[:2]
    (1.0, 10)
    """
    at_least("games", games, 1)
    at_least("seed", seed, 1)
    at_least("plies", plies, 0)
    here, random = start_of(game, position), random_from(seed)
    asked = Asked(game, stats, lane, here=here, stop=stop)
    spent, seed = asked.stats, seed if seed <= ALL_BITS else random.randrange(1, ALL_BITS)

    def counted(paid: list[float], played: int, after: int, number: int) -> tuple[list[float], int, int, int]:
        spent.seen += played
        return paid, played, after, number

    with spent.timed():
        in_machine_code, in_python = random_games(game, in_python=False), random_games(game, in_python=True)
        totals, block, played, left, room = list[float](), list[float](), 0, games, AT_ONCE
        while left:
            check(stop)
            few = min(AT_ONCE_IN_PYTHON, left, room)
            block, count, seed, number = asked.answer(
                lambda: counted(*in_machine_code(here, min(AT_ONCE, left), plies, seed, stop, ()), min(AT_ONCE, left)),  # noqa: B023
                lambda: counted(*in_python(here, few, plies, seed, None, block), few),  # noqa: B023
            )
            played, left, room = played + count, left - number, room - number
            if left == 0 or room <= 0:  # Python adds up as many games as one call in machine code does
                totals, block, room = list(starmap(add, zip_longest(totals, block, fillvalue=0))), [], AT_ONCE
    whole = in_parts(rules_of(game))[1]
    means_of = tuple(total / whole / games for total in totals)
    return Playouts(means_of if len(game.players) > 2 else means_of[FIRST], played, asked.lane.name)
