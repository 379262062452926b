"""Progress of long work on a terminal: a line on standard error every few seconds, in place of the one before."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

from lazytree.compiler.llvm import is_compiling
from lazytree.core.progress import print_over_last_line, run_watcher
from lazytree.core.stats import Stats

EVERY = 2.0  # seconds


@contextmanager
def report_progress(
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
    say = tell or (print_over_last_line if terminal else lambda line: None)

    def watch() -> None:
        while not done.wait(every):
            counts = f"{stats.nodes:,} positions seen" if stats.nodes else f"{stats.grown:,} positions grown"
            parts = (counts if stats.nodes or stats.grown else "", where())
            say(f"… {', '.join(filter(None, parts)) or 'nothing counted yet'}")

    try:
        with run_watcher(watch, done):
            yield
    finally:
        if terminal:
            print_over_last_line("")


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
                print_over_last_line("compiling the rules…\n")
                return

    with run_watcher(watch, done):
        yield
