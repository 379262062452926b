"""Statistics of searches in machine code: what they have counted so far, whenever somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop


@contextmanager
def tallied(memories: Sequence[Any], counted: Mapping[str, int], stats: Stats, stop: Stop | None) -> Iterator[Stop]:
    """A flag like `stop`; whenever it is polled, what machine code has counted meanwhile is added to `stats`.

    `memories` have `counts`, in which `counted` says which word is which count of `Stats`.
    """

    def total(word: int) -> int:
        return sum(memory.counts[word] for memory in memories)

    before = {name: getattr(stats, name) - total(word) for name, word in counted.items()}

    def tally() -> None:
        for name, word in counted.items():
            setattr(stats, name, before[name] + total(word))

    def poll() -> bool:
        tally()
        return stop is not None and stop()

    try:
        with stats.timed():
            yield poll
    finally:
        tally()
