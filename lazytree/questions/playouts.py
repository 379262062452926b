"""Playouts: games played at random to their ends, and what they come to on average.

Both lanes draw the same numbers and calculate alike, so that a seed gives the same games in both.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import starmap, zip_longest
from operator import add
from typing import NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, M, P, position_or_start
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.core.seeds import random_from
from lazytree.core.showing import mime_bundle
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, raise_if_stopped

from .dispatch import Question
from .mcts import random_games

AT_ONCE = 2**16  # games of one call in machine code, which polls `stop` meanwhile
AT_ONCE_IN_TIME = 2**8  # of one call where time is limited, so that a call that is cut short has played few
AT_ONCE_IN_PYTHON = 16  # games between which `stop` is polled
ALL_BITS = 2**64 - 1


class _Playouts(NamedTuple):
    """The items of `Playouts`."""

    value: float | tuple[float, ...]  # FIRST's mean payoff; with more than two players one for each
    plies: int  # of all games together
    lane: str  # that played them
    games: int = 0  # that were played
    reason: str = ""  # why it was Python; empty if it was machine code


class Playouts(_Playouts):
    """What random games came to.

    >>> Playouts(0.5, 30, "python", 4)
    <Playouts: 0.5 on average of 4 games, 30 plies; python>
    """

    def __repr__(self) -> str:
        mean = " : ".join(f"{each:.4g}" for each in (self.value if isinstance(self.value, tuple) else (self.value,)))
        return f"<Playouts: {mean} on average of {self.games:,} games, {self.plies:,} plies; {self.lane}>"

    _repr_mimebundle_ = mime_bundle


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
    seconds: float | None = None,
) -> Playouts:
    """The mean payoff of FIRST over `games` random games from a position, and their plies.

    Each move is as likely as any other; where chance moves, by the odds. If `seconds` pass before all games are played,
    the mean is that of the games that were played by then, at least one; `Playouts.games` is their number.

    - `game`: the rules.
    - `games`: the number of games, at least 1.
    - `position`: where they begin (default: the start).
    - `stats`: a `Stats` that counts the work.
    - `seed`: of the moves, from 1 up: the same games in both lanes.
    - `plies`: a game that is not over after this number of plies counts as a draw.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `stop`: a function that is polled; once it returns True the work ends.
    - `seconds`: the limit of time.

    Raises: ValueError if `games` or `seed` is less than 1; Stopped once `stop()` is true.

    >>> from lazytree.games import nim
    >>> playouts(nim(heaps=(1,)), 10)[:2]
    (1.0, 10)
    """
    at_least("games", games, 1)
    at_least("seed", seed, 1)
    at_least("plies", plies, 0)
    here, random = position_or_start(game, position), random_from(seed)
    asked = Question(game, stats, lane, here=here, seconds=seconds, stop=stop)
    spent, seed = asked.stats, seed if seed <= ALL_BITS else random.randrange(1, ALL_BITS)

    def counted(paid: list[float], played: int, after: int, number: int) -> tuple[list[float], int, int, int]:
        spent.nodes += played
        return paid, played, after, number

    with spent.timed():
        in_machine_code = cache(partial(random_games, game, in_python=False))
        in_python = random_games(game, in_python=True)
        asked.compiling(in_machine_code)
        totals, block, played, left = list[float](), list[float](), 0, games
        room = many = AT_ONCE if seconds is None else AT_ONCE_IN_TIME

        def closed() -> None:
            """Adds the block to the totals: each lane adds up as many games at a time as the other one."""
            nonlocal totals, block, room
            totals, block, room = list(starmap(add, zip_longest(totals, block, fillvalue=0))), [], many

        def by_machine_code() -> tuple[list[float], int, int, int]:
            closed()  # what Python has begun
            number = min(many, left)
            return counted(*in_machine_code()(here, number, plies, seed, stop, ()), number)

        while left:
            raise_if_stopped(stop)
            if left < games and asked.stop is not None and asked.stop():
                break
            few = min(AT_ONCE_IN_PYTHON if seconds is None else 1, left, room)
            block, count, seed, number = asked.answer(
                by_machine_code,
                lambda: counted(*in_python(here, few, plies, seed, None, block), few),  # noqa: B023
            )
            played, left, room = played + count, left - number, room - number
            if room <= 0:
                closed()
        closed()
    whole, done = with_whole_payoffs(rules_of(game))[1], games - left
    means_of = tuple(total / whole / done for total in totals)
    mean = means_of if len(game.players) > 2 else means_of[FIRST]
    return Playouts(mean, played, asked.lane.name, done, asked.lane.reason)
