"""Retrograde analysis: games that go in circles, worked through from their ends backwards.

Source: Ströhlein, Untersuchungen über kombinatorische Spiele (1970); Thompson, Retrograde analysis (1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from lazytree.core.game import FIRST, SECOND, M
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, check
from lazytree.trees.lazy import quiet
from lazytree.trees.tree import A, Tree


class End(NamedTuple):
    """What can be forced from a node: FIRST's payoff, and after how many plies."""

    payoff: float
    plies: int


Ends = dict[Tree[float, M], End]
Before = Mapping[Tree[float, M], list[Tree[float, M]]]
WaysOut = dict[Tree[float, M], int]
NOBODY_FORCES = End(0, 0)


def retrograde(tree: Tree[float, M], stats: Stats | None = None, stop: Stop | None = None) -> Ends[M]:
    """What can be forced from each node of a finite tree of two players, cyclic or not; where nobody can force an end
    that is better than 0 for him, 0. A leaf's label is FIRST's payoff; a win comes soon, a loss late.

    >>> from lazytree import make_tree
    >>> branches = [("wait", lambda: tree), ("win", lambda: make_tree(lambda: 1))]
    >>> tree = make_tree(lambda: 0, FIRST, ((move, sub()) for move, sub in branches))
    >>> retrograde(tree)[tree]
    End(payoff=1, plies=1)
    """
    with quiet(), (spent := stats or Stats()).timed():
        nodes = [of_two(node) for node in below(tree, spent, stop)]
        before = nodes_before(nodes)
        ends: Ends[M] = {}
        for player in (FIRST, SECOND):
            _force(player, [node for node in nodes if not node.branches], before, ends)
        return {node: ends.get(node, NOBODY_FORCES) for node in nodes}


def below(tree: Tree[A, M], stats: Stats, stop: Stop | None = None) -> Iterator[Tree[A, M]]:
    """A node and all below it, each once. Raises Stopped once the flag is up."""
    met = {tree: None}
    ahead = [tree]
    for node in ahead:  # it grows while it is read
        check(stop)
        stats.seen += 1
        stats.inner += bool(node.branches)
        stats.looked += len(node.branches)
        fresh = {sub: None for _, sub in node.branches if sub not in met}
        met.update(fresh)
        ahead.extend(fresh)
        yield node


def of_two(node: Tree[float, M]) -> Tree[float, M]:
    """The node itself. Raises ValueError where neither FIRST nor SECOND moves."""
    if node.branches and node.mover not in (FIRST, SECOND):
        raise ValueError("positions come round again here: such a game is solved for two players without chance")
    return node


def nodes_before(nodes: Iterable[Tree[float, M]]) -> Before[M]:
    """The nodes from which a branch leads to each node, one for each such branch."""
    before: dict[Tree[float, M], list[Tree[float, M]]] = {node: [] for node in nodes}
    for node in before:
        for _, sub in node.branches:
            before[sub].append(node)
    return before


def _force(player: int, leaves: Iterable[Tree[float, M]], before: Before[M], ends: Ends[M]) -> None:
    """Adds to `ends` all that the player can force to be better than 0 for him, his highest payoffs first."""
    sign = 1 if player == FIRST else -1
    ways_out: WaysOut[M] = {node: len(node.branches) for node in before}  # to where he has not forced anything yet
    by_payoff: dict[float, list[Tree[float, M]]] = {}
    for leaf in leaves:
        by_payoff.setdefault(leaf.label * sign, []).append(leaf)
    for payoff in sorted((payoff for payoff in by_payoff if payoff > 0), reverse=True):
        plies, reached = 0, by_payoff[payoff]
        while reached:
            ends.update((node, End(payoff * sign, plies)) for node in reached)
            plies, reached = plies + 1, list(dict.fromkeys(_one_ply_before(player, reached, before, ways_out, ends)))


def _one_ply_before(
    player: int, reached: Iterable[Tree[float, M]], before: Before[M], ways_out: WaysOut[M], ends: Ends[M]
) -> Iterator[Tree[float, M]]:
    """The nodes from which the player has just become able to force his way to these."""
    for node in reached:
        for earlier in before[node]:
            ways_out[earlier] -= 1
            if earlier not in ends and (earlier.mover == player or ways_out[earlier] == 0):
                yield earlier
