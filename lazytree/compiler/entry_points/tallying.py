"""Statistics of searches in machine code: what they have counted so far, whenever somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop


@contextmanager
def tallied(memories: Sequence[Any], counted: Mapping[str, int], stats: Stats, stop: Stop | None) -> Iterator[Stop]:
    """A flag like `stop`; whenever it is polled, what machine code has counted meanwhile is added to `stats`.

    `memories` have `counts`, in which `counted` says which word is which count of `Stats`.
    """

    counts = [memory.counts.words for memory in memories]
    taken = itemgetter(*counted.values())

    def totals() -> Iterator[int]:
        return iter(taken(counts[0])) if len(counts) == 1 else map(sum, zip(*map(taken, counts)))

    before = [getattr(stats, name) - total for name, total in zip(counted, totals())]

    def tally() -> None:
        for name, start, total in zip(counted, before, totals()):
            setattr(stats, name, start + total)

    def poll() -> bool:
        tally()
        return stop is not None and stop()

    try:
        with stats.timed():
            yield poll
    finally:
        tally()
