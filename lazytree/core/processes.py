"""Processes of this machine that work for this one: they end with it, and leave Ctrl-C to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

ENDING = 20.0
"""Seconds that processes which are ended are waited for."""


def pool_of(processes: int, begin: Callable[..., object] | None = None, *given: Any) -> Executor:
    """New processes, which end when this one does, however it ends; Ctrl-C is heard by this one alone.

    Each of them first calls `begin(*given)`, if that is given.
    """
    from concurrent.futures import ProcessPoolExecutor  # imports multiprocessing
    from multiprocessing import get_context

    context = get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(begin, given))


def _begin(begin: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    """What a new process does first: it leaves Ctrl-C to its parent, and watches whether it still has one.

    What bots print goes to the standard error: the standard output is for results.
    """
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


@contextmanager
def deaf_at_first() -> Iterator[None]:
    """A context manager: processes that are started inside do not hear Ctrl-C, also while they are being imported.

    A Ctrl-C of that moment is heard afterwards. (Windows has no such mask.)
    """
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stop(executor: Executor, finished: bool) -> None:
    """Closes a pool; what is under way in it is ended, unless all has finished.

    It waits for processes that are ended, but not long: their semaphores are given back then.
    """
    workers: dict[int, Any] = getattr(executor, "_processes", None) or {}  # Python 3.14 has terminate_workers for this
    for process in [] if finished else list(workers.values()):
        with suppress(OSError, ValueError):
            process.terminate()
    closing = Thread(target=executor.shutdown, kwargs={"wait": True, "cancel_futures": True}, daemon=True)
    closing.start()
    closing.join(None if finished else ENDING)
