"""Searches in threads: a few at once, the others wait in a fair queue; none takes longer than it may."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from threading import Condition, Thread
from time import monotonic
from typing import Any

from lazytree.core.stopping import Stop
from lazytree.session.refusals import BUSY, Refused
from lazytree.session.runner import Left, Task, Work

from .catalogue import ServerLimits

LOGGER = logging.getLogger("lazytree.hosts.web")
Client = tuple[str, str]
"""Who wants a search: a network address, and the browser at it; empty texts where they are not known."""
UNKNOWN: Client = ("", "")
TOO_MANY = "too many games let an engine think just now: try again in a while"


class Job(Task):
    """A search of a client, within its limits: see `within_limits`. `moved()` is called when its place has changed."""

    def __init__(
        self,
        work: Work,
        done: Callable[[Any, Any], object],
        limits: ServerLimits,
        client: Client = UNKNOWN,
        wanted: Callable[[], bool] = lambda: True,
        moved: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(partial(within_limits, work, limits, wanted), done)
        self.client, self.wanted, self.moved = client, wanted, moved


def within_limits(work: Work, limits: ServerLimits, wanted: Callable[[], bool], stop: Stop) -> Any:
    """What work finds until its time is up, or it has looked at as much as it may.

    `wanted()` says whether a page still waits for it. Raises Left if none does.
    """
    end, polls, is_left = monotonic() + limits.seconds, count(1), not wanted()

    def over() -> bool:
        nonlocal is_left
        is_left = is_left or not wanted()
        return is_left or stop() or next(polls) > limits.positions or monotonic() >= end

    try:
        return None if is_left else work(over)
    finally:
        if is_left:
            raise Left  # whatever it has found, or raised


class Searchers:
    """The threads that search, and those searches that wait for one of them.

    The next search is that of the network address that was served the longest ago, and there of the browser that was.
    With several threads, one client leaves one of them to others.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits, self._over, self._each = limits, False, max(1, limits.searches - 1)
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._served: dict[tuple[str, ...], int] = {}  # when an address, or a browser at it, was served
        self._order: dict[Job, int] | None = None  # how many searches come before each one that waits
        self._turns, self._change = count(1), Condition()
        for _ in range(limits.searches):
            Thread(target=self._run, daemon=True, name="search").start()

    def submit(self, job: Job) -> None:
        """Lets a search begin when a thread is free. Raises Refused where too many wait.

        Where as many wait as may, the last search of the client that has most of them gives way.
        """
        with self._change:
            if len(self._waiting) >= self._limits.waiting:
                last = self._giving_way(job.client)
                if last is None:
                    raise Refused(BUSY, TOO_MANY)
                self._waiting.remove(last)
                Thread(target=last.end, args=(Refused(BUSY, TOO_MANY),), daemon=True).start()  # not in this lock
            self._waiting.append(job)
            self._changed()

    def before(self, job: Job) -> int | None:
        """How many searches come before one that waits; None for one that does not."""
        with self._change:
            if self._order is None:
                self._order = {waits: place for place, waits in enumerate(self._in_order())}
            return self._order.get(job)

    def _giving_way(self, client: Client) -> Job | None:
        """The waiting search that gives way to one of this client: an unwanted one, or one of a client who has more."""
        for job in self._waiting:
            if job.dropped or not job.wanted():
                return job
        shares = Counter(part for job in self._waiting for part in _parts(job.client))
        shares.update(_parts(client))

        def share(job_client: Client) -> tuple[int, ...]:
            return tuple(shares[part] for part in _parts(job_client))

        if not self._waiting:
            return None
        last = max(reversed(self._waiting), key=lambda job: share(job.client))
        return last if share(last.client) > share(client) else None

    def _in_order(self) -> list[Job]:
        """The searches that wait, in the order in which they are to begin."""
        waiting, served, ordered, turns = list(self._waiting), dict(self._served), list[Job](), count(1 << 60)
        while waiting:
            job = _next(waiting, served)
            waiting.remove(job)
            ordered.append(job)
            served.update(dict.fromkeys(_parts(job.client), next(turns)))
        return ordered

    def _changed(self) -> None:
        """Lets threads look at the queue, and pages show their places in it."""
        self._order = None
        self._change.notify_all()
        here = {part for job in (*self._waiting, *self._running) for part in _parts(job.client)}
        self._served = {part: turn for part, turn in self._served.items() if part in here}

    def _taken(self) -> Job | None:
        """The search that begins now, in this thread; None if none does for a second."""
        with self._change:
            running = Counter(job.client for job in self._running)
            self._waiting = [job for job in self._waiting if not job.dropped]
            ready = [job for job in self._waiting if running[job.client] < self._each]
            if not ready:
                self._change.wait(1.0)
                return None
            job = _next(ready, self._served)
            self._waiting.remove(job)
            self._running.append(job)
            self._served.update(dict.fromkeys(_parts(job.client), next(self._turns)))
            self._changed()
            return job

    def _run(self) -> None:
        while not self._over:
            if (job := self._taken()) is None:
                continue
            try:
                job.moved()
                self._tell()
                job.run()
            except Exception:  # of `done`: the thread goes on, for others wait for it
                LOGGER.exception("what a search has found could not be told")
            with self._change:
                self._running.remove(job)
                self._changed()

    def _tell(self) -> None:
        """Lets the pages of all who wait show their places."""
        for job in list(self._waiting):
            job.moved()

    def close(self) -> None:
        """Lets no search begin any more."""
        self._over = True


def _parts(client: Client) -> tuple[tuple[str, ...], ...]:
    """An address, and the browser at it: both are served in turn."""
    return client[:1], client


def _next(waiting: Iterable[Job], served: dict[tuple[str, ...], int]) -> Job:
    """The search whose turn it is: of those of one client the first."""
    return min(waiting, key=lambda job: [served.get(part, 0) for part in _parts(job.client)])
