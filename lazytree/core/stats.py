"""The cost of a search: counts in the one mutable object of the library, made by the caller and passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from lazytree.core.lanes import Lane
from lazytree.core.showing import mime_bundle
from lazytree.core.texts import shorten

COUNTS = "nodes", "grown", "expanded", "rated", "in_machine_code", "interior", "branches", "cutoffs", "hits"


@dataclass(slots=True)
class Stats:
    """Counts of the work done by the functions that it was passed to (`stats=`); counts add up from call to call.

    `seconds` is in seconds of `clock`.

    >>> from lazytree import alphabeta, grow
    >>> from lazytree.games import nim
    >>> game, stats = nim(heaps=(1, 2)), Stats()
    >>> tree = grow(game, stats)(game.start)
    >>> stats.grown, stats.expanded
    (1, 0)
    >>> stats
    <Stats: 1 grown; 0 s>
    """

    grown: int = 0  # positions made into nodes of a tree
    expanded: int = 0  # positions whose moves were listed
    rated: int = 0  # calls of ratings (static evaluations)
    nodes: int = 0  # nodes visited by searches, in both lanes
    in_machine_code: int = 0  # of these, nodes that machine code visited
    interior: int = 0  # of these, nodes whose branches were read
    branches: int = 0  # branches read
    cutoffs: int = 0  # nodes left before their last branch
    hits: int = 0  # visits answered from a table
    seconds: float = 0.0  # spent in searches
    lane: Lane | None = field(default=None, repr=False, compare=False)  # that answered last; None: not asked
    clock: Callable[[], float] = field(default=perf_counter, repr=False, compare=False)

    def __repr__(self) -> str:
        counts = [f"{getattr(self, name):,} {name.replace('_', ' ')}" for name in COUNTS if getattr(self, name)]
        lane = f", {self.lane.name}" if self.lane else ""
        return f"<Stats: {', '.join(counts) or 'nothing was counted'}; {self.seconds:.3g} s{lane}>"

    _repr_mimebundle_ = mime_bundle

    @property
    def branching(self) -> float:
        """The mean number of branches read at a node whose branches were read; 0.0 before any search."""
        return self.branches / self.interior if self.interior else 0.0

    @contextmanager
    def timed(self) -> Iterator[Stats]:
        """A context manager that adds the time spent inside it to `seconds`."""
        began = self.clock()
        try:
            yield self
        finally:
            self.seconds += self.clock() - began


def stats_or_new(stats: Stats | None) -> Stats:
    """The `Stats` that a function counts in: the one it was given, or a new one.

    >>> stats_or_new(None).nodes
    0
    """
    if stats is not None and not isinstance(stats, Stats):
        raise ValueError(f"stats must be a Stats(), in which the work is counted, not {shorten(stats)}")
    return stats or Stats()
