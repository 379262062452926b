"""Finders: how `deepen` searches each tree. A finder takes a tree, a guess at its value, a `Stats` and a stop flag."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.alpha_beta import aspire, mtdf
from lazytree.searching.chance import Chance, wide_open
from lazytree.searching.choosing import Search, principal_variation, ranked
from lazytree.searching.ordering import Ordering
from lazytree.searching.tables import Table
from lazytree.searching.windowed import SearchResult, above, below, find
from lazytree.trees.tree import Tree

Finder = Callable[[Tree[Any, Any], Any, Stats, Stop], SearchResult]

DEFAULT_MEGABYTES = 64


def by_scout(table: Table | None = None, order: Ordering | None = None, chance: Chance = wide_open) -> Finder:
    """Principal variation search, with this table and ordering or new ones; `chance` may be `star(...)`."""
    means = _means(table, order)
    return lambda tree, guess, stats, stop: find(tree, stats=stats, stop=stop, chance=chance, **means)


def by_alphabeta(table: Table | None = None, order: Ordering | None = None, chance: Chance = wide_open) -> Finder:
    """The same without null windows."""
    means = _means(table, order) | {"scouting": False}
    return lambda tree, guess, stats, stop: find(tree, stats=stats, stop=stop, chance=chance, **means)


def by_aspiration(margin: float, table: Table | None = None, order: Ordering | None = None) -> Finder:
    """Principal variation search in a window of `margin` on either side of the value of the depth before."""
    means = _means(table, order)
    return lambda tree, guess, stats, stop: aspire(tree, guess, margin, stats, stop=stop, **means)


def by_mtdf(table: Table | None = None, order: Ordering | None = None) -> Finder:
    """MTD(f) from the value of the depth before; then a look into the window around the value, for the line."""
    means = _means(table, order)

    def found(tree: Tree[Any, Any], guess: Any, stats: Stats, stop: Stop) -> SearchResult:
        value = mtdf(tree, guess, stats, stop=stop, **means)
        return find(tree, below(value), above(value), stats, stop=stop, **means)

    return found


def by_search(search: Search) -> Finder:
    """Any search(tree, stats=..., stop=...): slower, for the best move and the line are searched for anew."""

    def found(tree: Tree[Any, Any], guess: Any, stats: Stats, stop: Stop) -> SearchResult:
        stopping = partial(search, stop=stop)
        value = ranked(tree, stopping, stats)[0].value
        return SearchResult(value, tuple(principal_variation(tree, stopping, stats)))

    return found


def _means(table: Table | None, order: Ordering | None) -> dict[str, Any]:
    return {
        "table": Table(megabytes=DEFAULT_MEGABYTES) if table is None else table,
        "order": Ordering() if order is None else order,
    }
