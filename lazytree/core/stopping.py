"""Stopping a search: flags that searches poll."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real
from threading import Event, current_thread, main_thread
from time import perf_counter
from typing import Any

from lazytree.core.texts import shorten

HAS_THREADS = sys.platform != "emscripten"
"""Whether threads can be started: in a browser tab they cannot."""
THREAD_TIME: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)
"""The processor's seconds of this thread; in a browser, which does not count these, those of a clock."""
Stop = Callable[[], bool]
"""A flag: a function that searches call at every node. Once it returns True they raise Stopped."""


class Stopped(Exception):  # noqa: N818 - not an error
    """Raised by a question that its `stop` flag ended before the answer was known; where `seconds` did, it says so.

    `known` is what was found by then, if the question has parts.

    >>> raise_if_stopped(lambda: True)
    Traceback (most recent call last):
    lazytree.core.stopping.Stopped
    """

    def __init__(self, said: str = "", known: tuple[Any, ...] = ()) -> None:
        super().__init__(*([said] if said else []))
        self.known = known


def never() -> bool:
    """The flag that never stops a search: False.

    >>> never()
    False
    """
    return False


def raise_if_stopped(stop: Stop | None) -> None:
    """Raises Stopped if there is a flag and it returns True.

    >>> raise_if_stopped(None), raise_if_stopped(never)
    (None, None)
    """
    if stop is not None and stop():
        raise Stopped


def require_function(what: str, thing: object) -> None:
    """Raises ValueError, naming the argument `what`, unless the thing is None or can be called.

    >>> require_function("stop", True)
    Traceback (most recent call last):
    ValueError: stop must be a function, not True
    """
    if thing is not None and not callable(thing):
        raise ValueError(f"{what} must be a function, not {shorten(thing)}")


def deadline(seconds: float, clock: Callable[[], float] = perf_counter) -> Stop:
    """A flag that is False now and True once `seconds` of `clock` have passed.

    Raises: ValueError unless `seconds` is a number above 0.

    >>> ticks = iter(range(10))
    >>> late = deadline(2, clock=lambda: next(ticks))
    >>> late(), late(), late()
    (False, True, True)
    """
    if not isinstance(seconds, Real) or isinstance(seconds, bool) or not seconds > 0:
        raise ValueError(f"seconds must be a number above 0, not {shorten(seconds)}")
    end = clock() + float(seconds)
    return lambda: clock() >= end


def either(one: Stop | None, other: Stop | None) -> Stop | None:
    """A flag that is True as soon as one of two flags is; None if both are None.

    >>> either(None, None), either(never, None) is never, either(never, lambda: True)()
    (None, True, True)
    """
    if one is None or other is None:
        return other if one is None else one
    return lambda: one() or other()


def limited(stop: Stop | None, seconds: float | None, clock: Callable[[], float] = perf_counter) -> Stop | None:
    """A flag that is True as soon as `stop` is, or once `seconds` of `clock` have passed from now on; None: no limit.

    >>> limited(None, None), limited(lambda: True, 5)()
    (None, True)
    """
    return stop if seconds is None else either(stop, deadline(seconds, clock))


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
