"""Searches in threads: a few at once, the others wait; none takes longer than it may."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import Any

from lazytree.core.stopping import Stop

from .bounds import Bounds
from .mistakes import BUSY, Refused

LOGGER = logging.getLogger("lazytree.web")
Work = Callable[[Stop], Any]
"""What is done: a function of a flag that it polls."""


class Job:
    """A search that runs, or waits. `done(job, result)` is called at its end; an error is a result, too."""

    def __init__(self, work: Work, done: Callable[[Job, Any], object], bounds: Bounds) -> None:
        self._work, self._done, self._bounds = work, done, bounds
        self._stop, self._dropped = Event(), False
        self._end, self._polls = float("inf"), 0

    def stop(self) -> None:
        """Tells the search to come to its end: its result is what it has found by then."""
        self._stop.set()

    def drop(self) -> None:
        """Tells the search to come to its end; nobody wants to know its result."""
        self._dropped = True
        self._stop.set()

    def over(self) -> bool:
        """Whether the search is to end: it was told so, its time is up, or it has looked at as much as it may."""
        self._polls += 1
        return self._stop.is_set() or self._polls > self._bounds.positions or monotonic() >= self._end

    def run(self) -> None:
        """Does the work, unless nobody wants it any more."""
        if self._dropped:
            return
        self._end = monotonic() + self._bounds.seconds
        try:
            result = self._work(self.over)
        except BaseException as error:
            result = error
        if not self._dropped:
            self._done(self, result)


class Searchers:
    """The threads that search, and those searches that wait for one of them."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds, self._over = bounds, False
        self._queue: Queue[Job] = Queue(bounds.waiting)
        for _ in range(bounds.searches):
            Thread(target=self._run, daemon=True, name="search").start()

    def submit(self, work: Work, done: Callable[[Job, Any], object]) -> Job:
        """The search, which begins when a thread is free. Raises Refused where too many wait."""
        job = Job(work, done, self._bounds)
        try:
            self._queue.put_nowait(job)
        except Full:
            raise Refused(BUSY, "too many games let an engine think just now: try again in a while") from None
        return job

    def _run(self) -> None:
        while not self._over:
            try:
                job = self._queue.get(timeout=1.0)
            except Empty:
                continue
            try:
                job.run()
            except Exception:  # of `done`: the thread goes on, for others wait for it
                LOGGER.exception("what a search has found could not be told")

    def close(self) -> None:
        """Lets no search begin any more."""
        self._over = True
