"""Solving: who wins, and how soon, by principal variation search to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from lazytree.game import FIRST, Game, M, P
from lazytree.ratings import even
from lazytree.solving import Solution
from lazytree.solving import solve as solve_interpreted
from lazytree.stopping import Stop

from .deepening import fresh_memory, moves_along
from .errors import Trapped
from .running import Runner
from .scout import scout
from .searches import FAR, TO_THE_END
from .splitting import line_in


def solve(
    game: Game[P, M], position: P | None = None, *, megabytes: int = 1024, stop: Stop | None = None
) -> Solution[M]:
    """What `lazytree.solve` says: the payoff of FIRST under best play, in how many plies, and a best line.

    >>> from lazytree.games import tic_tac_toe
    >>> solve(tic_tac_toe()).value
    0
    """
    here = game.start if position is None else position
    try:
        line = tuple(best_line(game, here, megabytes, stop))
    except Trapped:  # it goes in circles, or too deep
        return solve_interpreted(game, here)
    end = reduce(game.play, line, here)
    return Solution(game.payoffs(end)[FIRST], len(line), line)


def best_line(game: Game[P, M], here: P, megabytes: int, stop: Stop | None) -> Iterator[M]:
    """The best moves of both to the end; Trapped where machine code cannot find them."""
    search, memory = Runner(game, scout, even).in_machine_code, fresh_memory(megabytes)
    while any(True for _ in game.moves(here)):
        won = search(memory, here, TO_THE_END, 0, 1, 0, 0, stop=stop) > 0  # first who, then how soon
        search(memory, here, TO_THE_END, *((0, FAR) if won else (-FAR, 1)), 0, 0, stop=stop)
        for move in moves_along(game, here, line_in(memory)):
            yield move
            here = game.play(here, move)
