"""Progress of long work on a terminal: a line on standard error every few seconds, in place of the one before."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from lazytree.compiler.llvm import is_compiling
from lazytree.core.stats import Stats

EVERY = 2.0  # seconds
CLEARED = "\r\x1b[K"  # back to the start of the line, which is empty then


@contextmanager
def watched(
    stats: Stats,
    tell: Callable[[str], object] | None = None,
    every: float = EVERY,
    where: Callable[[], str] = lambda: "",
) -> Iterator[None]:
    """A context manager that calls `tell(text)` every `every` seconds with the positions grown or seen so far.

    `where()` is added: how far the work has come. By default the text is printed on standard error, if that is a
    terminal.
    """
    done, terminal = Event(), tell is None and sys.stderr.isatty()
    say = tell or (over_the_last if terminal else lambda line: None)

    def watch() -> None:
        while not done.wait(every):
            counts = f"{stats.seen:,} positions seen" if stats.seen else f"{stats.grown:,} positions grown"
            parts = (counts if stats.seen or stats.grown else "", where())
            say(f"… {', '.join(filter(None, parts)) or 'nothing counted yet'}")

    try:
        with beside(watch, done):
            yield
    finally:
        if terminal:
            over_the_last("")


@contextmanager
def saying_when_compiling(after: float = 1.0, every: float = 0.25) -> Iterator[None]:
    """A context manager that says once, on a terminal, that the rules are compiled, if that takes `after` seconds."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()

    def watch() -> None:
        waited = 0.0
        while not done.wait(every):
            waited = waited + every if is_compiling() else 0.0
            if waited >= after:
                over_the_last("compiling the rules…\n")
                return

    with beside(watch, done):
        yield


@contextmanager
def beside(watch: Callable[[], None], done: Event) -> Iterator[None]:
    """A context manager beside which a thread watches, until `done` is set at its end."""
    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def over_the_last(line: str) -> None:
    """Prints a line over the one before, on standard error."""
    print(f"{CLEARED}{line}", end="", file=sys.stderr, flush=True)
