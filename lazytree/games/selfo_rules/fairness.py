"""Whether a setup of Selfo is fair: how far apart each player's pieces are, and whether any are cut off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lazytree.core.bitsets import Near, cells_of, connected_to, groups, reach, rings

from .position import Sets


class Fairness(NamedTuple):
    """What is asked of a setup made by chance."""

    margin: int  # by how much the players' widest gaps may differ, and by how much their numbers of groups
    least_gap: int  # the least that a widest gap may be
    least_groups: int  # the least that a number of groups may be


def is_fair(near: Near, sets: Sets, steps: Sequence[int], asked: Fairness) -> bool:
    """Whether a setup is far from a win, and gives no player a clear advantage.

    The players' widest gaps are at least `asked.least_gap` and differ by at most `asked.margin`; likewise their numbers
    of groups. No piece is cut off from its set or can be by the next move of any player, who makes up to
    `steps[player]` steps.
    """
    counts = [sum(1 for _ in groups(near, mine)) for mine in sets]
    gaps = [widest_gap(near, mine) for mine in sets]
    far = min(gaps) >= asked.least_gap and min(counts) >= asked.least_groups
    alike = max(max(numbers) - min(numbers) for numbers in (gaps, counts)) <= asked.margin
    return far and alike and not may_be_cut_off(near, sets, steps)


def widest_gap(near: Near, mine: int) -> int:
    """A lower bound of the steps that make a set one group, for all replies of the other players.

    However a set is divided in two parts, at least as many steps are needed to join them as there are cells between
    them, because a step brings them nearer by one at most. The bound is the largest of these gaps: the longest edge of
    the groups' minimum spanning tree. Raises ValueError where no steps lead from one part of the board to another.
    """
    everywhere = (1 << len(near)) - 1
    joined, widest = connected_to(near, mine & -mine, mine), 0
    while joined != mine:
        for gap, ring in enumerate(rings(near, joined, everywhere)):
            if ring & mine:
                joined = connected_to(near, joined | ring & mine, mine)
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
    return any(walled_off(near, sets))


def walled_off(near: Near, sets: Sequence[int]) -> tuple[bool, ...]:
    """Whether each player's pieces can never meet, as long as the other players' pieces stay where they are.

    They are divided by pieces of others: no way over empty cells and own pieces leads from some of them to the rest.
    Else they can meet, given the turns: equal pieces on connected cells can be brought into any arrangement. Other
    players can stay, for they may pass: so where all are walled off, no player can win unless the others let it happen.

    >>> from lazytree.core.bitsets import near_on, set_of
    >>> from lazytree.core.board import squares
    >>> walled_off(near_on(squares(1, 6)), [set_of([0, 4]), set_of([2, 3])])
    (True, False)
    """
    taken = sum(sets)
    return tuple(connected_to(near, mine & -mine, ~taken | mine) & mine != mine for mine in sets)
