"""Stopping: flags that searches poll, so that whoever waits may say "enough"."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from time import perf_counter

Stop = Callable[[], bool]
"""A flag that searches poll at every node: once it says True they raise Stopped."""


class Stopped(Exception):  # noqa: N818 - not an error
    """A search was told to stop before it knew the value."""


def never() -> bool:
    """The flag that is never up."""
    return False


def check(stop: Stop | None) -> None:
    """Raises Stopped if the flag is up."""
    if stop is not None and stop():
        raise Stopped


def deadline(seconds: float, clock: Callable[[], float] = perf_counter) -> Stop:
    """A flag that goes up in so many seconds.

    >>> ticks = iter(range(10))
    >>> late = deadline(2, clock=lambda: next(ticks))
    >>> late(), late(), late()
    (False, True, True)
    """
    end = clock() + seconds
    return lambda: clock() >= end


@contextmanager
def interruptible() -> Iterator[Stop]:
    """A flag that Ctrl-C puts up, once; the next Ctrl-C interrupts as ever. Never up outside the main thread."""
    flag = Event()
    if current_thread() is not main_thread():
        yield flag.is_set
        return

    def interrupted(number: int, frame: object) -> None:
        flag.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield flag.is_set
    finally:
        signal.signal(signal.SIGINT, before)
