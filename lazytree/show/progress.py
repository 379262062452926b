"""A bar that moves while something long is worked out: a widget in notebooks, a line in terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Event
from typing import Any

from lazytree.core.progress import run_watcher
from lazytree.core.stats import Stats

EVERY = 0.2  # seconds


@contextmanager
def progress_bar(
    what: str = "", stats: Stats | None = None, every: float = EVERY, bar: Callable[..., Any] | None = None
) -> Iterator[Stats]:
    """A context manager that shows how many positions have been seen, or grown, and how many a second.

    It gives a `Stats`, the one that it is given or a new one: hand it to what takes long, as `stats=`. `what` is
    written beside the bar, which is brought up to date each time `every` seconds have passed. `bar` makes the bar; by
    default tqdm does, which knows whether it is in a notebook or a terminal.

    Raises: ImportError, which names the extra, without tqdm.

    >>> from functools import partial
    >>> from lazytree import perft
    >>> from lazytree.games import tic_tac_toe
    >>> from tqdm import tqdm
    >>> with progress_bar("counting", bar=partial(tqdm, disable=True)) as stats:
    ...     perft(tic_tac_toe(), 3)
    504
    """
    spent = Stats() if stats is None else stats
    shown, done = (bar or _tqdm())(desc=what or None, unit=" positions", unit_scale=True), Event()

    def show() -> None:
        counted = max(spent.nodes, spent.grown)
        if counted > shown.n:
            shown.update(counted - shown.n)

    def watch() -> None:
        while not done.wait(every):
            show()

    try:
        with run_watcher(watch, done):
            yield spent
    finally:
        show()
        shown.close()


def _tqdm() -> Callable[..., Any]:
    try:
        made: Callable[..., Any] = import_module("tqdm.auto").tqdm
    except ImportError as error:
        raise ImportError("progress bars need the extra `notebook`: pip install 'lazytree[notebook]'") from error
    return made
