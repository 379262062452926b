"""Solving: who wins, and how soon, by principal variation search to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from lazytree.core.game import FIRST, Game, M, P, start_of
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.solving.exact import Solution
from lazytree.solving.exact import solve as solve_interpreted
from lazytree.trees.ratings import even

from ..ir.errors import Trapped
from ..kernels.scout import Memory, scout
from ..kernels.searches import FAR, TO_THE_END
from ..running import Runner, watched
from .deepening import memories_for, moves_along, tallied
from .teamwork import search

MEGABYTES = 1024


def solve(
    game: Game[P, M],
    position: P | None = None,
    stats: Stats | None = None,
    *,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    threads: int = 1,
) -> Solution[M]:
    """What `lazytree.solve` says: the payoff of FIRST under best play, in how many plies, and a best line.

    There may be several best lines; those to a draw may have other lengths.

    >>> from lazytree.games import tic_tac_toe
    >>> solve(tic_tac_toe()).value
    0
    """
    here, spent = start_of(game, position), stats or Stats()
    try:
        return solved(game, here, spent, megabytes, stop, threads)
    except Trapped:  # it goes in circles, or too deep
        return solve_interpreted(watched(game, stop), here, spent)


def solved(
    game: Game[P, M],
    here: P,
    stats: Stats,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    threads: int = 1,
) -> Solution[M]:
    """The same; Trapped where machine code cannot find it."""
    memories = memories_for(threads, megabytes)
    with tallied(memories, stats, stop) as poll:
        line = tuple(best_line(game, here, memories, poll))
    end = reduce(game.play, line, here)
    return Solution(game.payoffs(end)[FIRST], len(line), line)


def best_line(game: Game[P, M], here: P, memories: Sequence[Memory], stop: Stop | None) -> Iterator[M]:
    """The best moves of both to the end; Trapped where machine code cannot find them."""
    run = Runner(game, scout, even)
    while any(True for _ in game.moves(here)):
        won, _ = search(run, memories, here, TO_THE_END, 0, 1, stop)  # first who, then how soon
        _, memory = search(run, memories, here, TO_THE_END, *((0, FAR) if won > 0 else (-FAR, 1)), stop)
        for move in moves_along(game, here, memory.counts):
            yield move
            here = game.play(here, move)
