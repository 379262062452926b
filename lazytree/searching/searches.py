"""The searches of the library as values of one protocol: a search for `best`, `ranked`, `explain`, `deepen_tree`.

Each is a function of a tree, a guess at its value and a `Context`, and returns a `SearchResult`. `lazytree.minimax`,
`lazytree.alphabeta` and so on are the same searches as functions from a tree to a number.

>>> from lazytree import best, grow, prune, rate, searches
>>> from lazytree.games import nim
>>> game = nim(heaps=(3, 4))
>>> tree = rate(game, abs)(grow(game)(game.start))
>>> game.format(game.start, best(tree, searches.scout))
'b-1'
>>> searches.aspiration(margin=10)(tree).value
999993
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from lazytree.core.game import M
from lazytree.core.texts import shorten
from lazytree.searching import full_width, windowed
from lazytree.searching.averages import mean_in_units
from lazytree.searching.chance import star_pruning
from lazytree.searching.fail_soft import above, below, search_window
from lazytree.searching.full_width import Worth, best_line, expectimax_below, maxn_below, minimax_below
from lazytree.searching.protocol import NOTHING, Context, Search, SearchResult
from lazytree.searching.windowed import by_null_windows, require_margin, search_around, with_table
from lazytree.trees.tree import Tree

__all__ = [
    "Context",
    "Search",
    "SearchResult",
    "alphabeta",
    "aspiration",
    "expectimax",
    "maxn",
    "minimax",
    "mtdf",
    "scout",
    "star_pruning",
]


def alphabeta(tree: Tree[float, M], guess: float | None = None, context: Context = NOTHING) -> SearchResult[float]:
    """Alpha-beta in a window wide open; it needs no guess.

    >>> from lazytree import make_tree
    >>> alphabeta(make_tree(lambda: 0, 0, [(number, make_tree(lambda n=number: n)) for number in (3, 7)]))[:3]
    (7, (7,), True)
    """
    return search_window(tree, -inf, inf, context, scouting=False)


def scout(tree: Tree[float, M], guess: float | None = None, context: Context = NOTHING) -> SearchResult[float]:
    """Principal variation search in a window wide open; it needs no guess.

    >>> from lazytree import Table, make_tree
    >>> scout(make_tree(lambda: 7), None, Context(table=Table(entries=1))).value
    7
    """
    return search_window(tree, -inf, inf, context)


def mtdf(tree: Tree[float, M], guess: float | None = None, context: Context = NOTHING) -> SearchResult[float]:
    """MTD(f) from the guess; then one more search, in a window around the value, for the line.

    >>> from lazytree import make_tree
    >>> mtdf(make_tree(lambda: 7), guess=5).value
    7
    """
    context = with_table(context)
    value = by_null_windows(tree, guess or 0, context)
    return search_window(tree, below(value), above(value), context)


def aspiration(margin: float) -> Search:
    """Principal variation search in a window of `margin` on either side of the guess.

    Raises: ValueError if the margin is not more than 0.

    >>> from lazytree import make_tree
    >>> aspiration(margin=2)(make_tree(lambda: 7), 5, Context()).value
    7
    """
    require_margin(margin)

    def aspired(tree: Tree[Any, Any], guess: Any = None, context: Context = NOTHING) -> SearchResult[Any]:
        return search_around(tree, guess or 0, margin, context)

    return aspired


def minimax(tree: Tree[float, M], guess: float | None = None, context: Context = NOTHING) -> SearchResult[float]:
    """Minimax: every node. Of the context it uses `stats` and `stop`.

    >>> from lazytree import Stats, make_tree
    >>> stats = Stats()
    >>> minimax(make_tree(lambda: 7), None, Context(stats=stats)).value, stats.nodes
    (7, 1)
    """
    return _result(tree, minimax_below(tree, context.stats, context.stop))


def expectimax(tree: Tree[float, M], guess: float | None = None, context: Context = NOTHING) -> SearchResult[float]:
    """Minimax with the exact mean where chance moves. Of the context it uses `stats` and `stop`.

    >>> from lazytree import CHANCE, make_tree
    >>> expectimax(make_tree(lambda: 0, CHANCE, [(coin, make_tree(lambda n=coin: n)) for coin in (1, 2)])).value
    Fraction(3, 2)
    """
    return _result(tree, expectimax_below(tree, context.stats, context.stop))


def maxn(
    tree: Tree[tuple[float, ...], M], guess: Any = None, context: Context = NOTHING
) -> SearchResult[tuple[float, ...]]:
    """Max^n, for any number of players. Of the context it uses `stats` and `stop`.

    >>> from lazytree import make_tree
    >>> leaves = [(label, make_tree(lambda label=label: label)) for label in ((9, 0, 1), (0, 0, 7))]
    >>> maxn(make_tree(lambda: (), 2, leaves)).line
    ((0, 0, 7),)
    """
    return _result(tree, maxn_below(tree, context.stats, context.stop))


def maxn_in_units(tree: Tree[Any, M], guess: Any = None, context: Context = NOTHING) -> SearchResult[Any]:
    """Max^n with means as both lanes have them for questions about a game: rounded down to a whole number of units.

    >>> from lazytree import CHANCE, make_tree
    >>> leaves = [(label, make_tree(lambda label=label: label)) for label in ((1, 0, 0), (0, 0, 1), (0, 0, 1))]
    >>> maxn_in_units(make_tree(lambda: (), CHANCE, leaves)).value
    (Fraction(21845, 65536), 0, Fraction(21845, 32768))
    """
    return _result(tree, maxn_below(tree, context.stats, context.stop, mean_in_units))


def _result(tree: Tree[Any, Any], worth: Worth[Any, Any]) -> SearchResult[Any]:
    """What is found where the value of every node is known."""
    whole = all(node.over for node in worth if not node.branches)
    return SearchResult(worth[tree], best_line(tree, worth), whole)


INSTEAD: Mapping[Any, str] = {
    **{vars(windowed)[name]: f"searches.{name}" for name in ("alphabeta", "scout", "mtdf")},
    **{vars(full_width)[name]: f"searches.{name}" for name in ("minimax", "expectimax", "maxn")},
    **dict.fromkeys((windowed.aspiration, aspiration), "searches.aspiration(margin)"),
}
"""What is taken for a search and is none, and what to take in its place."""


def require_search(search: Search) -> Search:
    """The search itself; ValueError, with what to take in its place, if it is none."""
    function: Any = getattr(search, "func", search)  # of a partial
    if not callable(function):
        raise ValueError(f"a search is wanted, such as searches.scout, not {shorten(search)}")
    for known, instead in INSTEAD.items():
        if function is known:
            raise ValueError(f"{known.__name__} returns no SearchResult, as a search does: take {instead}")
    return search


def search_for(players: int) -> Search:
    """The search that fits a number of players: alphabeta for two, maxn for more."""
    return alphabeta if players <= 2 else maxn
