"""Lanes: the same questions asked of machine code where a game compiles, of Python where it does not.

The compiler is imported where it is used, so that who needs none of it does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from typing import Any

from lazytree.core.game import Game, M, P, Rating
from lazytree.core.lanes import COMPILED, INTERPRETED, Lane
from lazytree.core.stats import Stats
from lazytree.searching.alpha_beta import alphabeta
from lazytree.searching.choosing import Search
from lazytree.searching.deepening import Answer, Deepening
from lazytree.solving import exact as solving
from lazytree.solving.exact import Solution
from lazytree.trees import growing
from lazytree.trees.ratings import even
from lazytree.trees.tree import Tree


def lane_of(game: Game[P, M], rating: Rating[P] = even, search: str = "scout") -> Lane:
    """The lane that looks ahead in a game with a rating, or that counts its `lines`; and why it is not machine code.

    Asked again after a search, it also says how often machine code has given a question back to Python.

    The first call compiles, which takes some tenths of a second, or less once it has been done on this machine.
    """
    from lazytree.compiler.entry_points.counting import lines
    from lazytree.compiler.kernels.scout import scout
    from lazytree.compiler.running import Runner

    run = Runner(game, lines if search == "lines" else scout, rating)
    if run.lane == INTERPRETED:
        return Lane(INTERPRETED, str(run.function))
    trapped, last = run.traps.told()
    return Lane(COMPILED, last, trapped=trapped)


def leaves_in(lane: Lane, game: Game[P, M], position: P) -> Iterator[int]:
    """How many lines of play there are of 1, 2, 3 ... plies."""
    if lane.name == INTERPRETED:
        return growing.perft_counts(game, position)
    from lazytree.compiler import perft

    return (perft(game, depth, position) for depth in count(1))


def solution_in(lane: Lane, game: Game[P, M], position: P, stats: Stats) -> tuple[Solution[M], Lane]:
    """The exact value of a position and a best line; and the lane that found it."""
    if lane.name == INTERPRETED:
        return solving.solve(game, position, stats), lane
    from lazytree.compiler.entry_points.solving import solved, solved_in_python
    from lazytree.compiler.ir.errors import Trapped

    try:
        return solved(game, position, stats), lane
    except Trapped as trapped:
        return solved_in_python(game, position, stats), Lane(INTERPRETED, str(trapped))


def search_in(lane: Lane, game: Game[P, M], rating: Rating[P], plies: int) -> Search:
    """`alphabeta`, of trees that are cut so many plies below their root."""
    if lane.name == INTERPRETED:
        return alphabeta
    from lazytree.compiler import alphabeta as at_once
    from lazytree.compiler import deepen

    def search(tree: Tree[Any, M], stats: Stats | None = None) -> Any:
        position = tree.key
        if plies == 0 or not tree.branches:
            return at_once(game, 0, rating, position, stats)
        *_, answer = islice(deepen(game, position, rating, stats), plies)
        return answer.value

    return search


def deepening_of(game: Game[P, M], rating: Rating[P]) -> Callable[..., Deepening[M]] | None:
    """`deepen` in machine code, as a function of position and means; None if there is none."""
    if lane_of(game, rating).name == INTERPRETED:
        return None
    from lazytree.compiler import deepen

    return partial(deepen, game, rating=rating)


def mcts_in_machine_code() -> Callable[..., Callable[[Any], Iterator[Answer[Any]]]]:
    """`mcts` that samples in machine code where a game compiles."""
    from lazytree.compiler import mcts

    return mcts
