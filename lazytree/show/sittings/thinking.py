"""What is thought about at a board besides moves: the values of all legal moves, and whether a draw is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

from lazytree.core.game import CHANCE, Game
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, deadline, never
from lazytree.core.values import seen_by
from lazytree.playing.looking import deepen
from lazytree.playing.valuing import valued
from lazytree.searching.deepening import within

from .valued import MoveValue

SECONDS = 2.0


def values_found(
    game: Game[Any, Any],
    position: Any,
    stop: Stop = never,
    seconds: float = SECONDS,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[tuple[MoveValue, ...]]:
    """The values of all legal moves at depth 1, 2, 3 ..., each seen by the mover, the best first.

    It ends where all values are exact, after so many seconds, and where `stop()` is true; depth 1 is always finished.
    No values where the game is over.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> *_, found = values_found(game, game.start, seconds=60)  # all are exact long before
    >>> [(game.format(game.start, each.move), each.value, each.exact) for each in found]
    [('b-1', 999997, True), ('a-1', -999998, True), ('b-2', -999998, True)]
    """
    mover, late = game.mover(position), deadline(seconds, clock)
    depths = valued(game, position, None, Stats(), None, lambda: stop() or late())
    with suppress(Stopped):
        for found in depths:
            choices = zip(found.choices, found.exact)
            yield tuple(_seen(choice.move, mover, choice.value, exact) for choice, exact in choices)
            if all(found.exact) or stop() or late():
                return


def _seen(move: Any, mover: int, value: Any, exact: bool) -> MoveValue:
    return MoveValue(move, seen_by(mover, value), exact, value if isinstance(value, tuple) else ())


def takes_a_draw(game: Game[Any, Any], position: Any, player: int, stop: Stop = never, seconds: float = 1.0) -> bool:
    """Whether an engine that plays for this player takes a draw: where it does not think that it stands better.

    Where chance moves next, and with more than two players, it does not.

    >>> from lazytree.games import nim
    >>> takes_a_draw(nim(heaps=(1, 2)), nim(heaps=(1, 2)).start, player=0)
    False
    """
    if game.mover(position) == CHANCE or len(game.players) > 2:
        return False
    *_, answer = within(seconds)(deepen(game, position, stop=stop))
    return bool(seen_by(player, answer.value) <= 0)
