"""Watching work that takes long: a line on standard error every few seconds, none where the answer comes soon."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from lazytree.core.stats import Stats

EVERY = 2.0  # seconds


@contextmanager
def watched(stats: Stats, tell: Callable[[str], object] | None = None, every: float = EVERY) -> Iterator[None]:
    """Inside, `tell` is told every so many seconds how much has been grown or seen; on standard error, if not given."""
    done = Event()
    say = tell or (lambda line: print(line, file=sys.stderr, flush=True))

    def watch() -> None:
        while not done.wait(every):
            say(f"… {stats.grown:,} positions grown" if stats.grown > 1 else f"… {stats.seen:,} positions seen")

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
