"""Searches: what a rated tree is worth. All agree on the value; they differ in how much of the tree they look at.

A value is seen by FIRST and counted from the node itself (see `worth`). A leaf is a node without branches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from lazytree.core.game import CHANCE, FIRST, SECOND, M
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.core.texts import shorten
from lazytree.core.values import later, one_ply_before, seen_by
from lazytree.searching.averages import Average, mean
from lazytree.trees.collector import collect_if_due, gc_paused
from lazytree.trees.labels import first_leaf, numbers_required, require_numbers_for_each, unrated_by_each_error
from lazytree.trees.recursion import EndlessTree, Recursion, run_unrolled
from lazytree.trees.tree import Tree

V = TypeVar("V")

COMING: Any = object()  # in place of a value that is being worked out


def minimax(tree: Tree[float, M], stats: Stats | None = None, stop: Stop | None = None) -> float:
    """The value of a rated tree, seen by FIRST: the highest branch where FIRST moves, the lowest where SECOND does.

    Each shared node is worked out once.

    Raises: EndlessTree on a tree with a cycle or without an end, ValueError where chance moves (see `expectimax`) or
    a third player does (see `maxn`), Stopped if `stop` says so.

    >>> from toolz import pipe
    >>> from lazytree import grow, rate
    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> pipe(game.start, grow(game), rate(game, game.ratings["open_lines"]), minimax)      # a draw
    0
    """
    return minimax_below(tree, stats, stop)[tree]


def expectimax(tree: Tree[float, M], stats: Stats | None = None, stop: Stop | None = None) -> float:
    """The value of a rated tree, seen by FIRST, where chance moves too: at its nodes the mean of the branches.

    The mean is exact, by the odds of the moves: an int or a Fraction. Elsewhere the value is that of `minimax`.

    Raises: EndlessTree on a tree with a cycle or without an end, ValueError where a third player moves.

    >>> from lazytree import make_tree
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> expectimax(make_tree(lambda: 0, CHANCE, [("head", leaf(1)), ("tail", leaf(4))]))
    Fraction(5, 2)
    """
    return expectimax_below(tree, stats, stop)[tree]


def best_or_mean(node: Tree[float, M], values: Sequence[float]) -> float:
    """What `expectimax` makes of the values of a node's branches."""
    if node.mover == CHANCE:
        return mean(odds_of(node), list(map(later, values)))
    return later(_choice(node.mover)(values))  # the best is the best, one ply later


def odds_of(node: Tree[Any, M]) -> list[int]:
    """The weights of a chance node's branches."""
    return [node.odds(move) for move, _ in node.branches]


def maxn(tree: Tree[tuple[float, ...], M], stats: Stats | None = None, stop: Stop | None = None) -> tuple[float, ...]:
    """The values of a tree for all players, one number each, if every mover maximizes its own number.

    Labels are one number a player (`rate_each`). Of moves that are equal for the mover the first counts. The stages
    `paranoid(player)` and `best_reply(player)` are other ways to look at many players.

    Raises: EndlessTree on a tree with a cycle or without an end, ValueError if a label is no tuple.
    Source: Luckhardt and Irani, An algorithmic solution of N-person games (1986).

    >>> from lazytree import make_tree
    >>> leaf = lambda *label: make_tree(lambda: label)
    >>> maxn(make_tree(lambda: (), 2, [("a", leaf(9, 0, 1)), ("b", leaf(0, 0, 7)), ("c", leaf(5, 5, 7))]))
    (0, 0, 7)
    """
    return maxn_below(tree, stats, stop)[tree]


Worth = Mapping[Tree[V, M], V]
"""The value of a node and of every node below it."""


def minimax_below(tree: Tree[float, M], stats: Stats | None, stop: Stop | None) -> Worth[float, M]:
    """The values that `minimax` finds."""
    with numbers_required(tree, "minimax"):
        return back_up_values(tree, lambda node, values: later(_choice(node.mover)(values)), stats, stop)


def expectimax_below(tree: Tree[float, M], stats: Stats | None, stop: Stop | None) -> Worth[float, M]:
    """The values that `expectimax` finds."""
    with numbers_required(tree, "expectimax"):
        return back_up_values(tree, best_or_mean, stats, stop)


def maxn_below(
    tree: Tree[tuple[float, ...], M], stats: Stats | None, stop: Stop | None, average: Average = mean
) -> Worth[tuple[float, ...], M]:
    """The values that `maxn` finds; `average` is that of the branches of a chance node."""
    require_numbers_for_each(tree, "maxn")
    try:
        return back_up_values(tree, partial(best_for_mover, average), stats, stop)
    except TypeError as error:
        if not isinstance(first_leaf(tree).label, tuple):
            raise unrated_by_each_error("maxn") from error
        raise


def best_for_mover(
    average: Average, node: Tree[tuple[float, ...], M], values: Sequence[tuple[float, ...]]
) -> tuple[float, ...]:
    """What `maxn` makes of the values of a node's branches."""
    carried = [one_ply_before(value) for value in values]
    if node.mover == CHANCE:
        return tuple(average(odds_of(node), column) for column in zip(*carried))
    return max(carried, key=lambda value: value[node.mover])


def best_line(tree: Tree[V, M], worth: Worth[V, M]) -> tuple[M, ...]:
    """The best moves of all sides, of equals the first, until chance moves or the tree ends."""
    line: list[M] = []
    while tree.branches and tree.mover != CHANCE:
        move, tree = max(tree.branches, key=lambda branch: seen_by(tree.mover, one_ply_before(worth[branch[1]])))
        line.append(move)
    return tuple(line)


BackUp = Callable[[Tree[V, M], Sequence[V]], V]
"""From a node and the values of its branches to its own value."""


def back_up_values(
    tree: Tree[V, M], back_up: BackUp[V, M], stats: Stats | None = None, stop: Stop | None = None
) -> dict[Tree[V, M], V]:
    """The value of a node and of every node below it, each worked out once; `back_up` says how."""
    spent = stats_or_new(stats)
    worth: dict[Tree[V, M], V] = {}

    def value(node: Tree[V, M]) -> Recursion[V]:
        if stop is not None:
            raise_if_stopped(stop)
        branches = node.branches
        if not branches:
            worth[node] = node.label
            return node.label
        spent.interior += 1
        worth[node] = COMING
        values: list[V] = []
        for _, sub in branches:
            known = worth.get(sub)
            if known is None:
                known = yield value(sub)
            elif known is COMING:
                raise EndlessTree(f"{sub.key!r} comes round again: bound the tree first, with prune(depth)")
            else:
                spent.hits += 1
            values.append(known)
        spent.branches += len(values)
        worth[node] = result = back_up(node, values)
        return result

    if stop is None:
        collect_if_due()
    try:
        with gc_paused(), spent.timed():
            run_unrolled(value(tree))
    finally:
        spent.nodes += len(worth)
    return worth


def _choice(mover: int) -> Callable[..., float]:
    if mover == FIRST:
        return max
    if mover == SECOND:
        return min
    if mover == CHANCE:
        raise ValueError("chance moves in this game: take expectimax, or alphabeta, in place of minimax")
    raise third_player_error(mover)


def third_player_error(mover: object) -> ValueError:
    """The error for a mover that is neither FIRST nor SECOND nor CHANCE, in a search for two players."""
    if isinstance(mover, int):
        told = "this game has more than two players"
        return ValueError(f"{told} (the mover is {mover}): take maxn, or paranoid(player) and alphabeta")
    return ValueError(f"the mover must be a player, 0, 1, ..., or CHANCE (-1), not {shorten(mover)}")
