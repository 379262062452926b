"""Progress of long work: a line on standard error every few seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from lazytree.core.stats import Stats

EVERY = 2.0  # seconds


@contextmanager
def watched(stats: Stats, tell: Callable[[str], object] | None = None, every: float = EVERY) -> Iterator[None]:
    """A context manager that calls `tell(text)` every `every` seconds with the positions grown or seen so far.

    By default the text is printed on standard error.
    """
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
