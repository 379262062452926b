"""Looking to a fixed depth, as far as alpha-beta needs to see."""

from __future__ import annotations

from lazytree.core.board import at_least
from lazytree.core.errors import Trapped
from lazytree.core.game import Game, M, P, Rating, start_of
from lazytree.core.stats import Stats
from lazytree.searching import windowed
from lazytree.trees.growing import grow
from lazytree.trees.ratings import named_rating, rate
from lazytree.trees.stages import prune

from ..compiling import interpreted, original
from ..kernels import searches
from ..kernels.searches import FAR
from ..running import Runner, for_two_without_chance
from ..runtime.memory import Words


def alphabeta(
    game: Game[P, M],
    depth: int,
    rating: str | Rating[P] | None = None,
    position: P | None = None,
    stats: Stats | None = None,
) -> float:
    """The value of a position, seen by FIRST, `depth` plies ahead; as many positions are seen as in the lazy tree.

    For two players without chance: ValueError elsewhere.

    >>> from lazytree.games import tic_tac_toe
    >>> alphabeta(tic_tac_toe(), 9)
    0
    """
    at_least("depth", depth, 0)
    for_two_without_chance(game, "lazytree.expectimax or lazytree.maxn")
    here, spent, judged = start_of(game, position), stats or Stats(), named_rating(game, rating)
    try:
        return in_machine_code(game, depth, judged, here, spent)
    except Trapped:
        plain = original(game)
        tree = rate(plain, interpreted(judged))(prune(depth)(grow(plain)(here)))
        return windowed.alphabeta(tree, stats=spent)


def in_machine_code(game: Game[P, M], depth: int, rating: Rating[P], position: P, stats: Stats) -> int:
    """The same; Trapped where machine code cannot find it."""
    run, counts = Runner(game, searches.alphabeta, rating), Words(searches.SEEN + 1)
    with stats.timed():
        value: int = run.in_machine_code(counts, position, depth, -FAR, FAR)
    stats.seen += counts[searches.SEEN]
    return value
