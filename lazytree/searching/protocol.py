"""The one protocol of a search: from a tree, a guess at its value and a context to what was found.

`lazytree.searches` has the searches of the library in this form. A search of one's own is any function of it:
`best`, `ranked`, `principal_variation`, `explain`, `variety` and `deepen_tree` take them all alike.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Protocol, TypedDict, TypeVar

from lazytree.core.lanes import PYTHON
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.chance import Chance
from lazytree.searching.ordering import Ordering
from lazytree.searching.tables import Table
from lazytree.trees.tree import Tree

V = TypeVar("V")


class SearchResult(NamedTuple, Generic[V]):
    """What a search found in a tree.

    >>> SearchResult(3, ("a", "b")).value
    3
    """

    value: V  # seen by FIRST, counted from the root; with more than two players one number a player
    line: tuple[Any, ...] = ()  # where the value is exact: best moves of all sides, until chance moves
    exhaustive: bool = False  # no cut leaf was seen: looking deeper would find the same
    lane: str = PYTHON  # or MACHINE: where it was found
    depth: int = 0  # at which it was found, where that is deeper than asked for
    reason: str = ""  # why it was found in Python, where machine code was asked first


class Context(NamedTuple):
    """What a search uses beside the tree, and changes: all of it may be left out.

    >>> Context(stats=Stats()).table is None
    True
    """

    table: Table | None = None  # bounds of nodes: read and added to
    order: Ordering | None = None  # moves that proved good: read and added to
    stats: Stats | None = None  # what the search cost is added
    stop: Stop | None = None  # polled at every node: once it says True, the search raises Stopped
    chance: Chance | None = None  # what is done at chance nodes, such as star_pruning(low, high); None: the whole mean


class SearchOptions(TypedDict, total=False):
    """The fields of `Context` as keywords: functions that search take them as `**means`."""

    table: Table | None
    order: Ordering | None
    stats: Stats | None
    stop: Stop | None
    chance: Chance | None


class Search(Protocol):
    """A function of a tree, of a guess at its value (None: no guess) and of a context.

    >>> def first_leaf(tree, guess, context):
    ...     return SearchResult(tree.label) if not tree.branches else first_leaf(tree.branches[0][1], guess, context)
    >>> search: Search = first_leaf
    """

    def __call__(self, tree: Tree[Any, Any], guess: Any, context: Context, /) -> SearchResult[Any]: ...


NOTHING = Context()
"""The context of a search that is given nothing."""


def context_of(means: SearchOptions) -> Context:
    """The context that keywords say; TypeError if there is one that no search has."""
    unknown = sorted(set(means) - set(Context._fields))
    if unknown:
        raise TypeError(f"a search has no keyword {unknown[0]!r}; it has: {', '.join(Context._fields)}")
    return Context(**means)
