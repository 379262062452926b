"""What a search cost: the one mutable object, made by the caller and handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(slots=True)
class Stats:
    """Counts of the work done by whatever it was handed to.

    >>> from lazytree import alphabeta, grow
    >>> from lazytree.games import nim
    >>> game, stats = nim(heaps=(1, 2)), Stats()
    >>> tree = grow(game, stats)(game.start)
    >>> stats.grown, stats.asked
    (1, 0)
    """

    grown: int = 0  # positions made into nodes
    asked: int = 0  # positions whose moves were asked for
    rated: int = 0  # static evaluations
    seen: int = 0  # nodes visited by searches
    inner: int = 0  # of these, nodes whose branches were looked at
    looked: int = 0  # branches looked at
    cutoffs: int = 0  # nodes left before their last branch
    hits: int = 0  # visits answered from memory
    seconds: float = 0.0  # spent searching
    clock: Callable[[], float] = field(default=perf_counter, repr=False, compare=False)

    @property
    def branching(self) -> float:
        """Branches looked at for each node whose branches were looked at; 0.0 before any search."""
        return self.looked / self.inner if self.inner else 0.0

    @contextmanager
    def timed(self) -> Iterator[Stats]:
        """Adds the time spent inside to `seconds`."""
        began = self.clock()
        try:
            yield self
        finally:
            self.seconds += self.clock() - began
