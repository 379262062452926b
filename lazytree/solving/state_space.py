"""State spaces: every position that play can reach, each once, and the value of the first."""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.at import At
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.showing import mime_bundle
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, check
from lazytree.solving.cycles import below
from lazytree.solving.exact import folded, room_for, too_many
from lazytree.trees.collector import quiet
from lazytree.trees.growing import grow
from lazytree.trees.recursion import EndlessTree


class _StateSpace(NamedTuple):
    """The items of a `StateSpace`."""

    positions: int  # distinct ones, the first included
    moves: int  # legal in all of them together
    value: float | tuple[float, ...]  # as `Solution.value`
    seconds: float
    lane: str  # "machine" or "python"


class StateSpace(_StateSpace):
    """All that play can reach from a position.

    >>> StateSpace(1, 0, 0, 0.0, "python").positions
    1
    """

    at: At[Any, Any] | None = None  # the position, with its game; no item of the tuple

    def __repr__(self) -> str:
        counted = f"{self.positions:,} positions, {self.moves:,} moves, value {self.value}"
        return f"<StateSpace: {counted}; {self.seconds:.3g} s, {self.lane}>"

    _repr_mimebundle_ = mime_bundle


def unfolded(
    game: Game[P, M], position: P, megabytes: int, stop: Stop | None
) -> tuple[int, int, float | tuple[float, ...]]:
    """How many positions and moves there are, and the value: the tree is grown, then folded."""
    spent, tree = Stats(), grow(game)(position)
    most = room_for(megabytes)
    with quiet():
        for _ in below(tree, spent):
            check(stop)
            if spent.seen > most:
                raise too_many(game, most, megabytes)
    try:
        payoffs = folded(game, tree, Stats())[position].payoffs
    except EndlessTree:
        raise in_circles(game) from None
    return spent.seen, spent.looked, payoffs[FIRST] if len(payoffs) == 2 else payoffs


def in_circles(game: Game[P, M]) -> ValueError:
    return ValueError(f"positions of {game.name} can be repeated: lazytree.solve values such a game")
