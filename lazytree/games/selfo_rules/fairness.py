"""Whether a setup of Selfo is fair: how far apart each player's pieces are, and whether any are cut off."""

from __future__ import annotations

from collections.abc import Sequence

from lazytree.core.bitsets import Near, cells_of, joined_to, reach, rings

from .position import Sets


def is_fair(near: Near, sets: Sets, steps: Sequence[int], margin: int) -> bool:
    """Whether a setup gives no player a clear advantage.

    No player has won, the players' widest gaps differ by at most `margin`, and no piece is cut off from its set or can
    be by the next move of any player, who makes up to `steps[player]` steps.
    """
    gaps = [widest_gap(near, mine) for mine in sets]
    return min(gaps) > 0 and max(gaps) - min(gaps) <= margin and not may_be_cut_off(near, sets, steps)


def widest_gap(near: Near, mine: int) -> int:
    """A lower bound of the steps that make a set one group, whatever the other players do.

    However a set is divided in two parts, at least as many steps are needed to join them as there are cells between
    them, because a step brings them nearer by one at most. The bound is the largest of these gaps: the longest edge of
    the groups' minimum spanning tree. Raises ValueError where no steps lead from one part of the board to another.
    """
    everywhere = (1 << len(near)) - 1
    joined, widest = joined_to(near, mine & -mine, mine), 0
    while joined != mine:
        for gap, ring in enumerate(rings(near, joined, everywhere)):
            if ring & mine:
                joined = joined_to(near, joined | ring & mine, mine)
                widest = max(widest, gap)
                break
        else:
            raise ValueError("this board is in several parts that do not hang together: no set on it can be joined")
    return widest


def may_be_cut_off(near: Near, sets: Sets, steps: Sequence[int]) -> bool:
    """Whether some piece is, or can be by any player's next move, cut off by others from the rest of its set."""
    empty = (1 << len(near)) - 1 & ~sum(sets)
    return is_cut_off(near, sets) or any(
        is_cut_off(near, [*sets[:player], mine ^ (1 << source | 1 << target), *sets[player + 1 :]])
        for player, mine in enumerate(sets)
        for source in cells_of(mine)
        for target in cells_of(reach(near, source, empty, steps[player]))
    )


def is_cut_off(near: Near, sets: Sequence[int]) -> bool:
    """Whether some piece is cut off from the rest of its set by pieces of other players."""
    taken = sum(sets)
    return any(joined_to(near, mine & -mine, ~taken | mine) & mine != mine for mine in sets)
