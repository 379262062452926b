"""Looking ahead in a game: ever deeper, or to a depth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from time import perf_counter
from typing import Any

from toolz import compose

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, Game, M, P, Rating, start_of
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching import searches
from lazytree.searching.deepening import Answer, Deepening, Progress, ToDepth, deepen_tree, limits_of
from lazytree.searching.protocol import SearchResult
from lazytree.trees.growing import Grower, grow
from lazytree.trees.ratings import named_rating, rated
from lazytree.trees.stages import prune

from .dispatch import FAR, Asked, nearby

MEGABYTES = 64


def deepen(
    game: Game[P, M],
    position: P | None = None,
    rating: str | Rating[P] | None = None,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    threads: int = 1,
) -> Deepening[M]:
    """A lazy sequence of ever deeper answers about a position (default: the start): depth 1, 2, 3, ... plies.

    `rating` is one of the game's by name (default: its first), or any function of a position, seen by FIRST; with more
    than two players one of `game.standings`. The sequence ends where looking deeper would find the same. `within` and
    `until` limit it; `stop` is polled, and an unfinished depth is never answered; `progress` is called ten times a
    second. Machine code answers where the game compiles, on so many `threads`, with a table of `megabytes`; else
    Python does. Each answer names its `lane`; `lane="python"` keeps machine code out.

    Raises: ValueError where there is no move to choose, and if the game has no such rating.

    >>> from lazytree.games import tic_tac_toe
    >>> [(answer.depth, answer.value) for answer in deepen(tic_tac_toe())][-1]
    (9, 0)
    """
    return deepening(game, start_of(game, position), rating, stats or Stats(), lane, megabytes, threads)(
        stop, progress, clock
    )


def deepening(
    game: Game[P, M],
    position: P,
    rating: str | Rating[P] | None,
    stats: Stats,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    threads: int = 1,
    growing: Grower[P, M] | None = None,
) -> Callable[..., Deepening[M]]:
    """`deepen` of a position, still to be told its limits; in Python it goes on with the trees of `growing`."""
    from lazytree.compiler.entry_points.deepening import to_depth

    refuse_nothing_to_choose(game, position)
    asked = Asked(stats, lane)
    many = len(game.players) > 2 or game.odds is not None
    in_machine_code = None if asked.lane.name == "python" or many else to_depth(game, position, named_rating(game, rating), megabytes, threads)
    in_python: Callable[[], ToDepth] = cache(lambda: to_depth_in_python(game, position, rating, stats, growing))

    def found(depth: int, guess: Any, spent: Stats, poll: Stop) -> SearchResult[Any]:
        return asked.answer(
            lambda: in_machine_code(depth, guess, spent, poll), lambda: in_python()(depth, guess, spent, poll)
        )
