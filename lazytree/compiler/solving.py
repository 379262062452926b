"""Solving: who wins, and how soon, by principal variation search to the end of the game."""

from __future__ import annotations

from lazytree.game import FIRST, Game, M, P
from lazytree.ratings import even
from lazytree.solving import Solution
from lazytree.solving import solve as solve_interpreted
from lazytree.stopping import Stop

from .compiling import INTERPRETED
from .deepening import fresh_memory, moves_along
from .running import Runner
from .scout import scout
from .searches import FAR, TO_THE_END


def solve(
    game: Game[P, M], position: P | None = None, *, megabytes: int = 1024, stop: Stop | None = None
) -> Solution[M]:
    """What `lazytree.solve` says: the payoff of FIRST under best play, in how many plies, and a best line.

    >>> from lazytree.games import tic_tac_toe
    >>> solve(tic_tac_toe()).value
    0
    """
    here = game.start if position is None else position
    run, memory = Runner(game, scout, even), fresh_memory(megabytes)
    if run.lane == INTERPRETED:
        return solve_interpreted(game, here)
    line: list[M] = []
    while any(True for _ in game.moves(here)):
        won = run(memory, here, TO_THE_END, 0, 1, 0, 0, stop=stop) > 0  # first who, then how soon
        run(memory, here, TO_THE_END, *((0, FAR) if won else (-FAR, 1)), 0, 0, stop=stop)
        if run.lane == INTERPRETED:  # it goes in circles, or too deep
            return solve_interpreted(game, here)
        for move in moves_along(game, here, memory.counts):
            line.append(move)
            here = game.play(here, move)
    return Solution(game.payoffs(here)[FIRST], len(line), tuple(line))
