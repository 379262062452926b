"""Searches with a window, each a function from a rated tree to its value: alphabeta, scout, mtdf, aspiration.

All give the value of `minimax` (of `expectimax` where chance moves). The keywords that they share are the fields of
`Context`: `stats`, `table`, `order`, `stop`, `chance`.
"""

from __future__ import annotations

from math import inf
from typing import Unpack

from lazytree.core.game import M
from lazytree.searching.fail_soft import above, below, search_window
from lazytree.searching.protocol import Context, SearchOptions, SearchResult, context_of
from lazytree.searching.tables import Table
from lazytree.trees.tree import Tree


def alphabeta(tree: Tree[float, M], alpha: float = -inf, beta: float = inf, **means: Unpack[SearchOptions]) -> float:
    """The value of a rated tree, seen by FIRST, without a look at what cannot change it.

    Exact if it lies between `alpha` and `beta`; an answer of at most alpha is an upper bound, one of at least beta a
    lower one. `means` are the fields of `searches.Context`: `stats` is told what the search cost, `table` and `order`
    are read and added to, `stop` is polled. Below a chance node the window is opened wide, unless `chance` is a
    `searches.star_pruning(low, high)`.

    Raises: ValueError if alpha is not less than beta, and where a third player moves; Stopped if `stop` says so.
    Source: Knuth and Moore, An analysis of alpha-beta pruning (1975); Fishburn, fail-soft (1983).

    >>> from lazytree import FIRST, SECOND, make_tree
    >>> def poison():
    ...     raise AssertionError("this label need not be looked at")
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> low = make_tree(poison, SECOND, [("c", leaf(2)), ("d", make_tree(poison))])
    >>> tree = make_tree(poison, FIRST, [("a", leaf(4)), ("b", low)])
    >>> alphabeta(tree)
    4
    """
    return search_window(tree, alpha, beta, context_of(means), scouting=False).value


def scout(tree: Tree[float, M], alpha: float = -inf, beta: float = inf, **means: Unpack[SearchOptions]) -> float:
    """The value of a rated tree, seen by FIRST, by principal variation search.

    The first branch of a node is searched in the whole window; of the others it is asked only whether they are
    better, and those that are get searched again. That saves work where the order of the moves is good. The window,
    `means` and what is raised are those of `alphabeta`.

    Source: Pearl, scout (1980); Marsland and Campbell (1982); Reinefeld, NegaScout (1983).

    >>> from lazytree import Ordering, Table, grow, prune, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> scout(rate(game, abs)(grow(game)(game.start)), table=Table(), order=Ordering())
    999997
    """
    return search_window(tree, alpha, beta, context_of(means)).value


def mtdf(tree: Tree[float, M], guess: float = 0, **means: Unpack[SearchOptions]) -> float:
    """The value of a rated tree, seen by FIRST, by null windows alone: from a first guess to where they meet.

    The table is its memory: without one it makes one of 16 megabytes.

    Raises: ValueError where a third player moves; Stopped if `stop` says so.
    Source: Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms (1996).

    >>> from lazytree import SECOND, make_tree
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> mtdf(make_tree(lambda: 0, SECOND, [("a", leaf(7)), ("b", leaf(5))]))
    5
    """
    return by_null_windows(tree, guess, with_table(context_of(means)))


def aspiration(tree: Tree[float, M], guess: float = 0, margin: float = 1, **means: Unpack[SearchOptions]) -> float:
    """The value of a rated tree, seen by FIRST, by `scout` in a window of `margin` on either side of a guess.

    Where the value lies outside, the window is opened on that side and the tree searched again.

    Raises: ValueError if the margin is not more than 0, and where a third player moves; Stopped if `stop` says so.

    >>> from lazytree import SECOND, make_tree
    >>> leaf = lambda value: make_tree(lambda: value)
    >>> aspiration(make_tree(lambda: 0, SECOND, [("a", leaf(7)), ("b", leaf(5))]), guess=1, margin=2)
    5
    """
    return search_around(tree, guess, require_margin(margin), context_of(means)).value


def with_table(context: Context) -> Context:
    """The context, with a table if it has none."""
    return context if context.table is not None else context._replace(table=Table(megabytes=16))


def by_null_windows(tree: Tree[float, M], guess: float, context: Context) -> float:
    """The value that null windows close on."""
    low, high, value = -inf, inf, guess
    while low < high:
        alpha, beta = (value, above(value)) if value == low else (below(value), value)
        value = search_window(tree, alpha, beta, context, scouting=False).value
        low, high = (value if value > alpha else low), (value if value < beta else high)
    return value


def search_around(tree: Tree[float, M], guess: float, margin: float, context: Context) -> SearchResult[float]:
    """What is found in a window around a guess, or in one that is open on the side where the value lies."""
    low, high = guess - margin, guess + margin
    found = search_window(tree, low, high, context)
    if found.value <= low:
        return search_window(tree, -inf, high, context)
    return search_window(tree, low, inf, context) if found.value >= high else found


def require_margin(margin: float) -> float:
    """A margin that is more than 0; ValueError if it is not."""
    if not margin > 0:
        raise ValueError(f"margin must be more than 0, not {margin}")
    return margin
