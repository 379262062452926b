"""Searches with a window: alpha-beta, principal variation search (scout), MTD(f), aspiration, Star1 and Star2.

All give the value of `minimax` (of `expectimax` where chance moves), and read and add to a `table` and an `order` if
given one. They are fail-soft (see `finding`) and poll `stop`, raising Stopped.
"""

from __future__ import annotations

from math import inf
from typing import Any

from lazytree.core.game import M
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.core.values import WIN
from lazytree.searching.chance import star
from lazytree.searching.ordering import Ordering
from lazytree.searching.tables import Table
from lazytree.searching.windowed import SearchResult, above, below, find
from lazytree.trees.tree import Tree


def alphabeta(
    tree: Tree[float, M],
    alpha: float = -inf,
    beta: float = inf,
    stats: Stats | None = None,
    *,
    table: Table | None = None,
    order: Ordering | None = None,
    stop: Stop | None = None,
) -> float:
    """The value of `minimax` (of `expectimax` where chance moves), without a look at what cannot matter.

    Below a chance node the window is opened wide (see `star1`). `table` and `order` are read and added to.

    Source: Knuth and Moore, An analysis of alpha-beta pruning (1975); Fishburn, fail-soft (1983).

    >>> from lazytree import FIRST, SECOND, make_tree
    >>> def poison():
    ...     raise AssertionError("nobody needs to look here")
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> low = make_tree(poison, SECOND, [("c", leaf(2)), ("d", make_tree(poison))])
    >>> tree = make_tree(poison, FIRST, [("a", leaf(4)), ("b", low)])
    >>> alphabeta(tree)
    4
    """
    return find(tree, alpha, beta, stats, table=table, order=order, stop=stop, scouting=False).value


def scout(
    tree: Tree[float, M],
    alpha: float = -inf,
    beta: float = inf,
    stats: Stats | None = None,
    *,
    table: Table | None = None,
    order: Ordering | None = None,
    stop: Stop | None = None,
) -> float:
    """The same value by principal variation search: the first branch is looked into, of the others only whether they
    are better; those that are, again. It pays where the order is good.

    Source: Pearl, scout (1980); Marsland and Campbell (1982); Reinefeld, NegaScout (1983).

    >>> from lazytree import grow, prune, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> scout(rate(game, abs)(grow(game)(game.start)), table=Table(), order=Ordering())
    999997
    """
    return find(tree, alpha, beta, stats, table=table, order=order, stop=stop).value


def mtdf(
    tree: Tree[float, M],
    guess: float = 0,
    stats: Stats | None = None,
    *,
    table: Table | None = None,
    order: Ordering | None = None,
    stop: Stop | None = None,
) -> float:
    """The same value by null windows alone, from a first guess to where they close on it; the table is its memory.

    Source: Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms (1996).

    >>> from lazytree import SECOND, make_tree
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> mtdf(make_tree(lambda: 0, SECOND, [("a", leaf(7)), ("b", leaf(5))]))
    5
    """
    memory = table if table is not None else Table(megabytes=16)
    low, high, value = -inf, inf, guess
    while low < high:
        alpha, beta = (value, above(value)) if value == low else (below(value), value)
        value = find(tree, alpha, beta, stats, table=memory, order=order, stop=stop, scouting=False).value
        low, high = (value if value > alpha else low), (value if value < beta else high)
    return value


def aspiration(
    tree: Tree[float, M],
    guess: float = 0,
    margin: float = 1,
    stats: Stats | None = None,
    *,
    table: Table | None = None,
    order: Ordering | None = None,
    stop: Stop | None = None,
) -> float:
    """The same value by `scout` in a window of `margin` on either side of a guess; opened wide where it misses.

    Raises ValueError if the margin is not more than 0.

    >>> from lazytree import SECOND, make_tree
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> aspiration(make_tree(lambda: 0, SECOND, [("a", leaf(7)), ("b", leaf(5))]), guess=1, margin=2)
    5
    """
    return aspire(tree, guess, margin, stats, table=table, order=order, stop=stop).value


def star1(
    tree: Tree[float, M],
    alpha: float = -inf,
    beta: float = inf,
    stats: Stats | None = None,
    *,
    bounds: tuple[float, float] = (-WIN, WIN),
    table: Table | None = None,
    order: Ordering | None = None,
    stop: Stop | None = None,
) -> float:
    """`alphabeta` that prunes at chance nodes too: no label may lie outside `bounds`, the narrower, the better.

    Raises ValueError if it sees a label outside of them (games that pay margins need wider ones than ±WIN).

    Source: Ballard, The *-minimax search procedure for trees containing chance nodes (1983).
    """
    chance = star(*bounds, probing=False)
    return find(tree, alpha, beta, stats, table=table, order=order, stop=stop, scouting=False, chance=chance).value


def star2(
    tree: Tree[float, M],
    alpha: float = -inf,
    beta: float = inf,
    stats: Stats | None = None,
    *,
    bounds: tuple[float, float] = (-WIN, WIN),
    table: Table | None = None,
    order: Ordering | None = None,
    stop: Stop | None = None,
) -> float:
    """`star1` that first probes one reply in each branch of a chance node: prunes more, given a good order."""
    chance = star(*bounds, probing=True)
    return find(tree, alpha, beta, stats, table=table, order=order, stop=stop, scouting=False, chance=chance).value


def aspire(tree: Tree[float, M], guess: float, margin: float, stats: Stats | None, **means: Any) -> SearchResult:
    """What `aspiration` found."""
    if not margin > 0:
        raise ValueError(f"margin must be more than 0, not {margin}")
    low, high = guess - margin, guess + margin
    found = find(tree, low, high, stats, **means)
    if found.value <= low:
        return find(tree, -inf, high, stats, **means)
    return find(tree, low, inf, stats, **means) if found.value >= high else found
