"""Executing: tasks on any executor of `concurrent.futures`, in the order in which they are done, none lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeVar

from lazytree.naming.raised import noted

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 256
"""Tasks that an executor of the user's own is given at a time."""

TRIES = 3
"""Times that workers may die in a row, without one task done, before it is given up."""

ENDING = 20.0
"""Seconds that processes which are ended are waited for."""

DEATHS = ("KilledWorker", "FutureCancelledError", "CommClosedError", "FutureLostError")
"""Errors of Dask that say that a worker is gone; by name, for Dask need not be installed."""


class WorkersDie(RuntimeError):  # noqa: N818 - not theirs alone
    """Raised where workers die again and again, and no task is done."""


def in_this_process(tasks: Iterable[T], work: Callable[[T], R]) -> Generator[tuple[T, R], None, None]:
    """Each task with its result, one after the other.

    >>> list(in_this_process([1, 2], str))
    [(1, '1'), (2, '2')]
    """
    for task in tasks:
        yield task, work(task)


def in_processes(tasks: Iterable[T], work: Callable[[T], R], processes: int) -> Generator[tuple[T, R], None, None]:
    """Each task with its result as soon as it is known, worked out by so many new processes of this machine.

    If one of them dies, new ones are started, and what was under way is done again. Raises WorkersDie where this does
    not help.
    """
    return _executed(tasks, work, lambda: pool_of(processes), 2 * processes, own=True)


def on_executor(tasks: Iterable[T], work: Callable[[T], R], executor: Executor) -> Generator[tuple[T, R], None, None]:
    """Each task with its result as soon as it is known, worked out by an executor, which is left open.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as threads:
    ...     sorted(on_executor([1, 2], str, threads))
    [(1, '1'), (2, '2')]
    """
    return _executed(tasks, work, lambda: executor, AHEAD, own=False)


def _executed(
    tasks: Iterable[T], work: Callable[[T], R], make: Callable[[], Executor], ahead: int, own: bool
) -> Generator[tuple[T, R], None, None]:
    waiting, running = deque(tasks), dict[Future[R], T]()
    executor, deaths, finished = make(), 0, False
    try:
        while waiting or running:
            died: BaseException | None = None
            try:
                while waiting and len(running) < ahead:
                    with deaf_at_first() if own else nullcontext():
                        running[executor.submit(noted, work, waiting[0])] = waiting[0]
                    waiting.popleft()
            except BrokenExecutor as error:
                died = error
            done = wait(running, return_when=FIRST_COMPLETED).done if running else set()
            for future in done:
                task = running.pop(future)
                try:
                    result = future.result()
                except (Exception, CancelledError) as error:
                    if not is_death(error):
                        raise
                    died = error
                    waiting.appendleft(task)
                    continue
                deaths = 0
                yield task, result
            if died is not None:
                deaths += 1
                if deaths > TRIES or (isinstance(died, BrokenExecutor) and not own):
                    raise WorkersDie(_why(died, own)) from died
                if own:
                    waiting.extendleft(running.values())
                    running.clear()
                    executor.shutdown(wait=False, cancel_futures=True)
                    executor = make()
        finished = True
    finally:
        for future in running:
            future.cancel()
        if own:
            stop(executor, finished)


def is_death(error: BaseException) -> bool:
    """Whether an error says that a worker is gone, not that the task is wrong.

    >>> is_death(ValueError()), is_death(BrokenExecutor())
    (False, True)
    """
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ in DEATHS


def _why(error: BaseException, own: bool) -> str:
    fix = (
        "is there not enough memory? A script that starts processes needs `if __name__ == '__main__':` around its calls"
        if own
        else "what is done is in the store, and the call can be made again with a new executor"
    )
    return f"the workers die ({type(error).__name__}): {fix}"


def pool_of(processes: int) -> Executor:
    """New processes, which end when this one does, however it ends; Ctrl-C is heard by this one alone."""
    from concurrent.futures import ProcessPoolExecutor  # imports multiprocessing
    from multiprocessing import get_context

    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_begin)


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


def _begin() -> None:
    """What a new process does first: it leaves Ctrl-C to its parent, and watches whether it still has one.

    What bots print goes to the standard error: the standard output is for results.
    """
    import signal
    import sys
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def stop(executor: Executor, finished: bool) -> None:
    """Closes a pool; what is under way in it is ended, unless all has finished.

    It waits for processes that are ended, but not long: their semaphores are given back then.
    """
    from threading import Thread

    workers: dict[int, Any] = getattr(executor, "_processes", None) or {}  # Python 3.14 has terminate_workers for this
    for process in [] if finished else list(workers.values()):
        with suppress(OSError, ValueError):
            process.terminate()
    closing = Thread(target=executor.shutdown, kwargs={"wait": True, "cancel_futures": True}, daemon=True)
    closing.start()
    closing.join(None if finished else ENDING)
