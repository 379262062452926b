"""Retrograde analysis: values of games in which positions can be repeated, computed backwards from their ends.

Source: Ströhlein, Untersuchungen über kombinatorische Spiele (1970); Thompson, Retrograde analysis (1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from lazytree.core.game import FIRST, SECOND, M
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.trees.collector import gc_paused
from lazytree.trees.tree import A, Tree


class End(NamedTuple):
    """The result that can be forced from a node: FIRST's payoff, and the number of plies to the end."""

    payoff: float
    plies: int


Ends = dict[Tree[Any, M], End]
Before = Mapping[Tree[Any, M], list[Tree[Any, M]]]
WaysOut = dict[Tree[Any, M], int]
NOT_FORCED = End(0, 0)  # neither player can force an end: a draw


def retrograde(tree: Tree[Any, M], stats: Stats | None = None, stop: Stop | None = None) -> Ends[M]:
    """The result of perfect play from each node of a finite tree of two players, which may have cycles.

    A leaf's label is FIRST's payoff, or an `End` that is known to be forced from there. A player forces the highest
    payoff above 0 in the fewest plies, the opponent delays it. Where neither player can force a payoff above 0 for
    themselves, the result is `End(0, 0)`, a draw.
    `stats` counts the nodes; `stop` is polled all the time.

    Raises: ValueError if chance or a third player moves; Stopped once `stop()` is true.

    >>> from lazytree import make_tree
    >>> branches = [("wait", lambda: tree), ("win", lambda: make_tree(lambda: 1))]
    >>> tree = make_tree(lambda: 0, FIRST, ((move, sub()) for move, sub in branches))
    >>> retrograde(tree)[tree]
    End(payoff=1, plies=1)
    """
    with gc_paused(), (spent := stats or Stats()).timed():
        nodes = [require_two_players(node) for node in nodes_below(tree, spent, stop)]
        before = nodes_before(nodes, stop)
        ends: Ends[M] = {}
        for player in (FIRST, SECOND):
            _force(player, [node for node in nodes if not node.branches], before, ends, stop)
        return {node: ends.get(node, NOT_FORCED) for node in nodes}


def polled(things: Iterable[A], stop: Stop | None) -> Iterator[A]:
    """The same things, one after the other. Raises Stopped once `stop()` is true."""
    for thing in things:
        raise_if_stopped(stop)
        yield thing


def nodes_below(tree: Tree[A, M], stats: Stats, stop: Stop | None = None) -> Iterator[Tree[A, M]]:
    """A node and all nodes below it, each once. Raises Stopped once `stop()` is true."""
    met = {tree: None}
    ahead = [tree]
    for node in polled(ahead, stop):  # it grows while it is read
        stats.nodes += 1
        stats.interior += bool(node.branches)
        stats.branches += len(node.branches)
        fresh = {sub: None for _, sub in node.branches if sub not in met}
        met.update(fresh)
        ahead.extend(fresh)
        yield node


def require_two_players(node: Tree[A, M]) -> Tree[A, M]:
    """The node, unchanged. Raises ValueError where chance or a third player moves."""
    if node.branches and node.mover not in (FIRST, SECOND):
        raise ValueError(
            "this game can repeat positions, and such a game can be solved only for two players without chance"
        )
    return node


def nodes_before(nodes: Iterable[Tree[Any, M]], stop: Stop | None) -> Before[M]:
    """For each node the nodes from which a branch leads to it, once for each such branch."""
    before: dict[Tree[Any, M], list[Tree[Any, M]]] = {node: [] for node in nodes}
    for node in polled(before, stop):
        for _, sub in node.branches:
            before[sub].append(node)
    return before


def _force(player: int, leaves: Iterable[Tree[Any, M]], before: Before[M], ends: Ends[M], stop: Stop | None) -> None:
    """Adds to `ends` the nodes from which the player can force a payoff above 0, the player's highest payoffs first."""
    sign = 1 if player == FIRST else -1
    ways_out: WaysOut[M] = {node: len(node.branches) for node in before}  # branches to nodes not forced so far
    by_payoff: dict[float, dict[int, list[Tree[Any, M]]]] = {}
    for leaf in leaves:
        end = leaf.label if isinstance(leaf.label, End) else End(leaf.label, 0)
        by_payoff.setdefault(end.payoff * sign, {}).setdefault(end.plies, []).append(leaf)
    for payoff in sorted((payoff for payoff in by_payoff if payoff > 0), reverse=True):
        plies, reached, later = 0, list[Tree[Any, M]](), by_payoff[payoff]
        while reached or later:
            reached.extend(later.pop(plies, ()))
            ends.update((node, End(payoff * sign, plies)) for node in reached)
            plies, reached = (
                plies + 1,
                list(dict.fromkeys(_one_ply_before(player, polled(reached, stop), before, ways_out, ends))),
            )


def _one_ply_before(
    player: int, reached: Iterable[Tree[Any, M]], before: Before[M], ways_out: WaysOut[M], ends: Ends[M]
) -> Iterator[Tree[Any, M]]:
    """The nodes from which the player can force play to the nodes `reached`, and could not force anything before."""
    for node in reached:
        for earlier in before[node]:
            ways_out[earlier] -= 1
            if earlier not in ends and (earlier.mover == player or ways_out[earlier] == 0):
                yield earlier
