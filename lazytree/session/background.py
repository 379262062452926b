"""Work in the background: in a thread that can be told to stop, so that a notebook never waits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

from lazytree.core.stopping import Stop

Work = Callable[[Stop], Any]
"""What is done in the background: a function of a flag that it polls, if it can."""


class Left(Exception):  # noqa: N818 - no error of ours
    """The result of work that no page waits for any more."""


class Task:
    """Work that runs in a thread of its own, from when it is made; `done(task, result)` is called there at its end.

    An error of the work is its result. A task that was dropped is told to stop, and its result is not passed on.

    >>> results = []
    >>> Task(lambda stop: 6 * 7, lambda task, result: results.append(result)).wait()
    >>> results
    [42]
    """

    def __init__(self, work: Work, done: Callable[[Task, Any], object]) -> None:
        self._work, self._done = work, done
        self._stop, self._dropped = Event(), False
        self._thread = _thread(self._run)
        self._thread.start()

    def stop(self) -> None:
        """Tells the work to come to its end: its result is what it has found by then."""
        self._stop.set()

    def drop(self) -> None:
        """Cancels the work: it is told to stop, and its result is not passed on."""
        self._dropped = True
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Returns when the work is done, or after `seconds`."""
        self._thread.join(seconds)

    @property
    def dropped(self) -> bool:
        """Whether the work was cancelled."""
        return self._dropped

    def _run(self) -> None:
        try:
            result = self._work(self._stop.is_set)
        except BaseException as error:
            result = error
        if not self._dropped:
            self._done(self, result)


def _thread(target: Callable[[], None]) -> Thread:
    """A thread that ends with the program. In marimo it is one of marimo's, which may tell the page what is new."""
    if (marimo := sys.modules.get("marimo")) is not None and marimo.running_in_notebook():
        kind: Any = marimo.Thread
        return kind(target=target, daemon=True)  # type: ignore[no-any-return]
    return Thread(target=target, daemon=True)
