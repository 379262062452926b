"""State spaces: every position that play can reach, each once, and the value of the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lazytree.core.at import At
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.showing import mime_bundle
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.core.value_texts import payoff_text
from lazytree.solving.cycles import nodes_below
from lazytree.solving.exact import fold_outcomes, positions_that_fit, too_many_error
from lazytree.trees.collector import gc_paused
from lazytree.trees.growing import grow
from lazytree.trees.recursion import EndlessTree

NOT_ALL = "not all was looked at in the time that there was"


class _StateSpace(NamedTuple):
    """The items of a `StateSpace`."""

    positions: int  # distinct ones, the first included
    moves: int  # legal in all of them together
    value: Any  # as `Solution.value`; None where not all was looked at: then there are more positions and moves
    seconds: float
    lane: str  # "machine" or "python"


class StateSpace(_StateSpace):
    """All that play can reach from a position.

    >>> StateSpace(1, 0, 0, 0.0, "python").positions
    1
    """

    at: At[Any, Any] | None = None  # the position, with its game; no item of the tuple
    reason: str = ""  # why the lane was Python, if it is known; no item of the tuple

    def __repr__(self) -> str:
        many, worth = (
            ("more than ", NOT_ALL)
            if self.value is None
            else ("", payoff_text(self.value, self.at.game if self.at else None))
        )
        counted = f"{many}{self.positions:,} positions, {many}{self.moves:,} moves, {worth}"
        return f"<StateSpace: {counted}; {self.seconds:.3g} s, {self.lane}>"

    _repr_mimebundle_ = mime_bundle


def unfold_in_python(
    game: Game[P, M],
    position: P,
    megabytes: int,
    stop: Stop | None,
    so_far: Callable[[int, int], object] = lambda positions, moves: None,
) -> tuple[int, int, float | tuple[float, ...]]:
    """How many positions and moves there are, and the value: the tree is grown, then folded.

    Where `stop` ends it, `so_far` is told how many positions and moves there are at least.
    """
    spent, tree = Stats(), grow(game)(position)
    most = positions_that_fit(megabytes)
    with gc_paused():
        for _ in nodes_below(tree, spent):
            if stop is not None and stop():
                so_far(spent.nodes, spent.branches)
                raise Stopped
            if spent.nodes > most:
                raise too_many_error(game, most, megabytes)
    try:
        payoffs = fold_outcomes(game, tree, Stats(), stop)[position].payoffs
    except EndlessTree:
        raise endless_game_error(game) from None
    except Stopped:
        so_far(spent.nodes, spent.branches)
        raise
    return spent.nodes, spent.branches, payoffs[FIRST] if len(payoffs) == 2 else payoffs


def endless_game_error(game: Game[P, M]) -> ValueError:
    """The error that says that positions of a game can be repeated."""
    return ValueError(f"positions of {game.name} can be repeated: lazytree.solve values such a game")
