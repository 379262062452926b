"""More than two players: pruning in max^n, and best-reply, which makes one opponent of all."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import inf

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, SECOND, M
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.core.values import SURE, later
from lazytree.searching.averages import mean
from lazytree.trees.branches import Branches, Lift, Lifted, Listed
from lazytree.trees.collector import gc_paused
from lazytree.trees.labels import NUMBERS, missing_number_error, require_numbers_for_each
from lazytree.trees.lazy_sequences import Remembered
from lazytree.trees.recursion import Recursion, run_unrolled
from lazytree.trees.tree import Tree, require_stage_arguments, stage

Values = tuple[float, ...]


def shallow_maxn(
    tree: Tree[Values, M],
    total: float,
    lowest: float = 0,
    stats: Stats | None = None,
    stop: Stop | None = None,
) -> tuple[float, ...]:
    """The value of `maxn` with shallow pruning: what a player is sure of, the player before cannot have.

    No label sums up to more than `total`, and no number in it is less than `lowest` (at least -SURE). Raises
    ValueError if it sees one that is not so.

    Source: Korf, Multi-player alpha-beta pruning (1991).

    >>> from lazytree import make_tree
    >>> def poison():
    ...     raise AssertionError("this label need not be looked at")
    >>> leaf = lambda *label: make_tree(lambda: label)
    >>> third_has_7 = make_tree(poison, 2, [("c", leaf(3, 0, 7)), ("d", make_tree(poison))])
    >>> shallow_maxn(make_tree(poison, 0, [("a", leaf(4, 3, 3)), ("b", third_has_7)]), total=10)
    (4, 3, 3)
    """
    require_numbers_for_each(tree, "shallow_maxn")
    if not -SURE <= lowest <= SURE:
        raise ValueError(f"lowest must lie within ±{SURE:,}, not {lowest}: add to the labels what they lack")
    spent = stats or Stats()
    worth: dict[Tree[Values, M], Values] = {}

    def value(node: Tree[Values, M], player: int, sure: float) -> Recursion[Values]:
        """The node's value; where it gives `player` no more than `sure`, any value that gives no more."""
        spent.nodes += 1
        raise_if_stopped(stop)
        if not node.branches:
            worth[node] = checked(node.label)
            return node.label
        spent.interior += 1
        if node.mover == CHANCE:
            worth[node] = yield expected(node)
            return worth[node]
        best: Values = ()
        for _, sub in node.branches:
            spent.branches += 1
            carried = yield of_branch(sub, node.mover, best[node.mover] if best else -inf)
            if not best or carried[node.mover] > best[node.mover]:
                best = carried
            if node.mover != player and later_most(best, node.mover) <= sure:
                spent.cutoffs += 1
                return tuple(sure if at == player else number for at, number in enumerate(best))
        worth[node] = best
        return best

    def later_most(best: Values, mover: int) -> float:
        """The most that another player can still have, one ply up, where the mover has so much."""
        return later(total - best[mover] - (len(best) - 2) * lowest)

    def of_branch(sub: Tree[Values, M], player: int, sure: float) -> Recursion[Values]:
        known = worth.get(sub)
        if known is None:
            known = yield value(sub, player, sure)
        else:
            spent.hits += 1
        return tuple(map(later, known))

    def expected(node: Tree[Values, M]) -> Recursion[Values]:
        odds: list[int] = []
        values: list[Values] = []
        for move, sub in node.branches:
            spent.branches += 1
            odds.append(node.odds(move))
            values.append((yield of_branch(sub, CHANCE, -inf)))
        return tuple(mean(odds, column) for column in zip(*values))

    def checked(label: Values) -> Values:
        if min(label) < lowest or sum(label) > total:
            raise ValueError(f"a label, {label}, has less than {lowest} or sums up to more than {total}")
        return label

    with gc_paused(), spent.timed():
        return run_unrolled(value(tree, CHANCE, -inf))


def best_reply(player: int) -> Callable[[Tree[Values, M]], Tree[float, M]]:
    """A tree of many players as one of two: between two turns of `player` only one opponent chooses a move.

    The other opponents make their first move: put the likely ones there, with `highfirst`. `player` is FIRST, all
    others are SECOND; the labels are the numbers of `player`. It looks further ahead than `paranoid` at the same cost.

    Sources: Schadd and Winands, Best reply search for multiplayer games (2011), in which the others pass; Esser,
    Gras, Winands, Schadd and Lanctot, BRS+ (2013), in which, as here, they make a legal move.

    >>> from lazytree import alphabeta, make_tree
    >>> leaves = [(label, make_tree(lambda label=label: label)) for label in ((4, 3, 3), (1, 5, 4))]
    >>> alphabeta(best_reply(0)(make_tree(lambda: (), 1, leaves)))
    1
    """
    require_stage_arguments(player, "best_reply(player)")
    at_least("player", player, 0)

    def own(node: Tree[Values, M]) -> float:
        try:
            return node.label[player]
        except (IndexError, TypeError):
            raise missing_number_error(node.label, player) from None

    def side(node: Tree[Values, M]) -> int:
        return CHANCE if node.mover == CHANCE else FIRST if node.mover == player else SECOND

    def staged(tree: Tree[Values, M]) -> Tree[float, M]:
        require_numbers_for_each(tree, f"best_reply({player})")

        def while_free(node: Tree[Values, M], free: Lift[M, float]) -> Branches[float, M]:
            if side(node) != SECOND:
                return Lifted(node.branches, free)
            return Listed(
                Remembered(
                    lambda: ((move, (chosen if at else free)(sub)) for at, (move, sub) in enumerate(node.branches))
                )
            )

        def once_chosen(node: Tree[Values, M], chosen: Lift[M, float]) -> Branches[float, M]:
            if side(node) == SECOND:
                return Lifted(Listed(tuple(islice(node.branches, 1))), chosen)
            return Lifted(node.branches, chosen if side(node) == CHANCE else free)

        free = stage(own, while_free, side, context=("free",), labels=NUMBERS)
        chosen = stage(own, once_chosen, side, context=("chosen",), labels=NUMBERS)
        return free(tree)

    return staged
