"""Stopping a search: flags that searches poll."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from time import perf_counter

from lazytree.core.mistakes import in_words

Stop = Callable[[], bool]
"""A flag: a function that searches call at every node. Once it returns True they raise Stopped."""


class Stopped(Exception):  # noqa: N818 - not an error
    """Raised by a search that its `stop` flag ended before the value was known.

    >>> check(lambda: True)
    Traceback (most recent call last):
    lazytree.core.stopping.Stopped
    """


def never() -> bool:
    """The flag that never stops a search: False.

    >>> never()
    False
    """
    return False


def check(stop: Stop | None) -> None:
    """Nothing. Raises Stopped if there is a flag and it returns True.

    >>> check(None), check(never)
    (None, None)
    """
    if stop is not None and stop():
        raise Stopped


def a_function(what: str, thing: object) -> None:
    """Nothing. Raises ValueError, naming the argument `what`, unless the thing is None or can be called.

    >>> a_function("stop", True)
    Traceback (most recent call last):
    ValueError: stop must be a function, not True
    """
    if thing is not None and not callable(thing):
        raise ValueError(f"{what} must be a function, not {in_words(thing)}")


def deadline(seconds: float, clock: Callable[[], float] = perf_counter) -> Stop:
    """A flag that is False now and True once `seconds` of `clock` have passed.

    >>> ticks = iter(range(10))
    >>> late = deadline(2, clock=lambda: next(ticks))
    >>> late(), late(), late()
    (False, True, True)
    """
    end = clock() + seconds
    return lambda: clock() >= end


@contextmanager
def interruptible() -> Iterator[Stop]:
    """A context manager whose flag becomes True at the first Ctrl-C inside; the second one raises KeyboardInterrupt.

    In threads other than the main one the flag stays False, for Python delivers signals to the main thread only.

    >>> with interruptible() as stop:
    ...     stop()
    False
    """
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
