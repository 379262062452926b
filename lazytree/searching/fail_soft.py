"""The one search behind all that have a window: fail-soft alpha-beta with null windows, a table and an ordering.

A window (alpha, beta) says between which values the answer matters. An answer between the two is exact; one of at most
alpha means that the value is at most the answer; one of at least beta, that it is at least that.

At the root a move that comes before the best one in the order of the branches is asked whether it is as good, the
others whether they are better: of equal moves the line begins with the first, even if they are tried in another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from lazytree.core.game import CHANCE, FIRST, SECOND, M
from lazytree.core.stats import stats_or_new
from lazytree.core.stopping import raise_if_stopped
from lazytree.core.values import later, sooner
from lazytree.searching.chance import wide_open
from lazytree.searching.full_width import third_player_error
from lazytree.searching.ordering import Ordering
from lazytree.searching.protocol import Context, SearchResult
from lazytree.searching.tables import AT_LEAST, AT_MOST, EXACT, Bound, Line
from lazytree.trees.collector import collect_if_due, gc_paused
from lazytree.trees.labels import numbers_required
from lazytree.trees.recursion import Recursion, run_unrolled
from lazytree.trees.tree import Tree

GAP = 1 / 1024  # how wide a null window is where values are not ints


def above(value: float) -> float:
    """A bound a little higher, so that the value and this bound are a null window.

    Answers are right for any width of this window.
    """
    return value + (1 if isinstance(value, int) else GAP)


def below(value: float) -> float:
    """A bound a little lower."""
    return value - (1 if isinstance(value, int) else GAP)


def search_window(
    tree: Tree[float, M], alpha: float, beta: float, context: Context, scouting: bool = True
) -> SearchResult[float]:
    """The value in a window, the line that leads to it, and whether nothing was cut off.

    With `scouting`, a null window asks whether a branch is better than the first before it is searched in full.
    """
    if not alpha < beta:
        raise ValueError(f"alpha must be less than beta: no value lies between {alpha} and {beta}")
    table, order, stats, stop, chance = context
    at_chance, spent = chance or wide_open, stats_or_new(stats)
    cuts = 0  # cut leaves seen, or remembered

    def value(node: Tree[float, M], alpha: float, beta: float, ply: int) -> Recursion[tuple[float, Line]]:
        nonlocal cuts
        spent.nodes += 1
        raise_if_stopped(stop)
        branches = node.branches
        if not branches:
            if (cuts == 0 or table is not None) and not node.over:
                cuts += 1
            return node.label, ()
        if table is None:
            result: tuple[str, float, Line] = yield searched(node, alpha, beta, ply, None)
            return result[1:]
        key = table.key(node)
        known = table.get(key)
        if known is not None and decides_window(known, node.key, alpha, beta, ply):
            spent.hits += 1
            cuts += not known.exhaustive
            return known.value, known.line
        began, uncut = spent.nodes, cuts
        kind, worth, line = yield searched(node, alpha, beta, ply, known.line[0] if known and known.line else None)
        table.put(key, Bound(kind, worth, line, cuts == uncut, spent.nodes - began, node.key, ply == 0))
        return worth, line

    def searched(
        node: Tree[float, M], alpha: float, beta: float, ply: int, first: M | None
    ) -> Recursion[tuple[str, float, Line]]:
        spent.interior += 1
        if node.mover == CHANCE:
            kind, worth = yield at_chance(
                node, alpha, beta, lambda sub, low, high, plies: value(sub, low, high, ply + plies), spent
            )
            return kind, worth, ()
        low, high = alpha, beta
        upwards = mover_of(node) == FIRST
        best: float = -inf if upwards else inf
        line: Line = ()
        chosen = 0
        began = spent.nodes
        for number, move, sub in in_turn(node, order, ply, first):
            spent.branches += 1
            earlier = ply == 0 and number < chosen and low < best < high
            floor, ceiling = (
                (below(alpha) if earlier and upwards else alpha),
                (above(beta) if earlier and not upwards else beta),
            )
            if scouting and line and sub.branches and above(floor) < ceiling:
                null = (floor, above(floor)) if upwards else (below(ceiling), ceiling)
                worth, rest = yield value(sub, sooner(null[0]), sooner(null[1]), ply + 1)
                if floor < later(worth) < ceiling:
                    worth, rest = yield value(sub, sooner(floor), sooner(ceiling), ply + 1)
            else:
                worth, rest = yield value(sub, sooner(floor), sooner(ceiling), ply + 1)
            worth = later(worth)
            better = worth > best if upwards else worth < best
            if not line or better or (earlier and worth == best):
                best, line, chosen = worth, (move, rest), number
            if upwards:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                spent.cutoffs += 1
                break
        kind = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
        if order is not None and kind != (AT_MOST if upwards else AT_LEAST):  # some move was good enough
            order.learn(node.mover, ply, line[0], spent.nodes - began)
        return kind, best, line

    if stop is None:
        collect_if_due()
    with gc_paused(), spent.timed(), numbers_required(tree, "the search"):
        worth, line = run_unrolled(value(tree, alpha, beta, 0))
    return SearchResult(worth, flatten_line(line), cuts == 0)


def in_turn(
    node: Tree[Any, M], order: Ordering | None, ply: int, first: M | None
) -> Iterator[tuple[int, M, Tree[Any, M]]]:
    """The branches of a node in the order in which to try them, with their numbers."""
    if order is None:
        return ((number, move, sub) for number, (move, sub) in enumerate(node.branches))
    return order.branches(node, ply, first)


def mover_of(node: Tree[Any, Any]) -> int:
    """FIRST or SECOND; ValueError if it is a third player's turn."""
    try:
        if node.mover > SECOND:
            raise third_player_error(node.mover)
    except TypeError:
        raise third_player_error(node.mover) from None
    return node.mover


def decides_window(known: Bound, position: Any, alpha: float, beta: float, ply: int) -> bool:
    """Whether a bound says all that a window asks: inside of it the line, too, and that of this very position.

    At the root the line must begin with the first of equal moves, so that it must have been found at a root.
    """
    if known.kind == EXACT:
        return not alpha < known.value < beta or (known.position == position and (ply > 0 or known.at_root))
    return known.value >= beta if known.kind == AT_LEAST else known.value <= alpha


def flatten_line(line: Line) -> tuple[Any, ...]:
    """A line's moves, one after the other."""
    moves = []
    while line:
        move, line = line
        moves.append(move)
    return tuple(moves)
