"""Chance nodes in searches with a window: the mean of what may come, and how little of it need be looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, isinf
from typing import Any

from lazytree.core.game import CHANCE, FIRST
from lazytree.core.stats import Stats
from lazytree.core.values import later, sooner
from lazytree.searching.averages import Average, mean, mean_in_units
from lazytree.searching.tables import AT_LEAST, AT_MOST, EXACT
from lazytree.trees.recursion import Recursion
from lazytree.trees.tree import Tree

Value = Callable[[Tree[float, Any], float, float, int], Recursion[tuple[float, Any]]]
"""A search of a subtree in a window, to a number of plies: (value, line)."""

Chance = Callable[[Tree[float, Any], float, float, Value, Stats], Recursion[tuple[str, float]]]
"""What a search does at a chance node: what is known of the value (EXACT, AT_LEAST, AT_MOST) and how much it is."""


def by_mean(average: Average) -> Chance:
    """What a search does at chance nodes to find a mean, each branch searched in a window wide open."""

    def at_chance(
        node: Tree[float, Any], alpha: float, beta: float, value: Value, spent: Stats
    ) -> Recursion[tuple[str, float]]:
        odds: list[int] = []
        values: list[float] = []
        for move, sub in node.branches:
            spent.branches += 1
            odds.append(node.odds(move))
            worth, _ = yield value(sub, -inf, inf, 1)
            values.append(later(worth))
        return EXACT, average(odds, values)

    return at_chance


wide_open = by_mean(mean)
"""The exact mean."""

in_units = by_mean(mean_in_units)
"""The mean in units, as both lanes have it for questions about a game."""


def star_pruning(low: float, high: float, probing: bool = False) -> Chance:
    """What a search with a window does at chance nodes to prune there too: Star1, or with `probing` Star2.

    No label lies below `low` or above `high`, seen by FIRST: the narrower, the more is pruned; (-WIN, WIN) holds
    wherever payoffs do not go beyond 1. Each branch is searched in the window in which it can still change the
    result, all others being as good or as bad as they can be. Probing first looks at one reply in each branch, which
    bounds the branch from one side: it prunes more where the order of the moves is good.

    Raises: ValueError, from the search, if it sees a label outside of the bounds.
    Source: Ballard, The `*-minimax` search procedure for trees containing chance nodes (1983).

    >>> from lazytree import CHANCE, FIRST, alphabeta, make_tree
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> roll = make_tree(lambda: 0, CHANCE, [("low", leaf(1)), ("high", leaf(8))])
    >>> alphabeta(make_tree(lambda: 0, FIRST, [("sure", leaf(5)), ("roll", roll)]), chance=star_pruning(-8, 8))
    5
    """

    def at_chance(
        node: Tree[float, Any], alpha: float, beta: float, value: Value, spent: Stats
    ) -> Recursion[tuple[str, float]]:
        subtrees = [sub for _, sub in node.branches]
        known = Mean([node.odds(move) for move, _ in node.branches], min(low, 0), max(high, 0), alpha, beta)
        for at, sub in enumerate(subtrees if probing else ()):
            if sub.mover == CHANCE or not sub.branches or isinf(beta if sub.mover == FIRST else alpha):
                continue
            least, most = known.window(at)
            worth, _ = yield value(sub.branches[0][1], sooner(sooner(least)), sooner(sooner(most)), 2)
            worth = later(later(worth))
            known.learn(at, worth, sub.mover == FIRST and worth > least, sub.mover != FIRST and worth < most)
            if known.settled():
                spent.cutoffs += 1
                return known.kind(), known.worth()
        for at, sub in enumerate(subtrees):
            spent.branches += 1
            least, most = known.window(at)
            worth, _ = yield value(sub, sooner(least), sooner(most), 1)
            worth = later(worth)
            known.learn(at, worth, worth > least, worth < most)
            if known.settled() and sub is not subtrees[-1]:
                spent.cutoffs += 1
                break
        return known.kind(), known.worth()

    return at_chance


class Mean:
    """What is known of a mean while its parts become known: each lies between its low and its high."""

    def __init__(self, odds: list[int], low: float, high: float, alpha: float, beta: float) -> None:
        self.odds, self.bounds = odds, (low, high)  # carried up, values come nearer to 0: it lies between the two
        self.lows, self.highs = [low] * len(odds), [high] * len(odds)
        self.alpha, self.beta = alpha, beta

    def window(self, at: int) -> tuple[float, float]:
        """What one part must be worth to decide anything, the others being as good, or as bad, as they can be."""
        return self._share(self.alpha, self.highs, at), self._share(self.beta, self.lows, at)

    def _share(self, bound: float, others: Sequence[float], at: int) -> float:
        rest = weighted_sum(self.odds[:at] + self.odds[at + 1 :], [*others[:at], *others[at + 1 :]])
        share = as_exact(bound) * sum(self.odds) - rest
        return share if isinf(share) else Fraction(share) / self.odds[at]  # type: ignore[return-value]

    def learn(self, at: int, worth: float, is_low: bool, is_high: bool) -> None:
        """One part is at least, at most, or exactly so much."""
        low, high = self.bounds
        if not low <= worth <= high:
            raise ValueError(f"a label lies outside the bounds, {low} to {high}: give wider ones; it came to {worth}")
        if is_low:
            self.lows[at] = max(self.lows[at], worth)
        if is_high:
            self.highs[at] = min(self.highs[at], worth)

    def settled(self) -> bool:
        """Whether the mean is outside of its window, whatever the parts still to come."""
        return self.kind() != EXACT

    def kind(self) -> str:
        """What `worth` is to the mean."""
        if self.lows == self.highs:
            return EXACT
        if weighted_sum(self.odds, self.lows) >= as_exact(self.beta) * sum(self.odds):
            return AT_LEAST
        return AT_MOST if weighted_sum(self.odds, self.highs) <= as_exact(self.alpha) * sum(self.odds) else EXACT

    def worth(self) -> float:
        return mean(self.odds, self.highs if self.kind() == AT_MOST else self.lows)


def weighted_sum(odds: Sequence[int], values: Sequence[float]) -> float:
    """The sum of values times their odds, exactly."""
    return sum(weight * as_exact(value) for weight, value in zip(odds, values))


def as_exact(number: float) -> float:
    """A number as a Fraction where it is a finite float, so that sums of it are exact."""
    return Fraction(number) if isinstance(number, float) and not isinf(number) else number  # type: ignore[return-value]
