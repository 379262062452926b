"""Looking to a fixed depth, as far as alpha-beta needs to see."""

from __future__ import annotations

from lazytree.core.game import Game, M, P, Rating
from lazytree.core.stats import Stats
from lazytree.searching.kernels import searches
from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.searches import FAR

from ..running import Runner
from .payoffs import told


def in_machine_code(game: Game[P, M], depth: int, rating: Rating[P], position: P, stats: Stats) -> float:
    """The value, seen by FIRST, `depth` plies ahead. It sees the positions that `lazytree.alphabeta` sees in the tree.

    Trapped where machine code cannot find it.
    """
    run, counts = Runner(game, searches.alphabeta, rating), Words(searches.SEEN + 1)
    with stats.timed():
        value: float = run.in_machine_code(counts, position, depth, -FAR, FAR)
    stats.nodes += counts[searches.SEEN]
    return told(game, value)
