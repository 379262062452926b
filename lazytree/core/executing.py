"""Executing: tasks on any executor of `concurrent.futures`, in the order in which they are done, none lost.

Short tasks go to workers in batches, whose results come as groups: what a worker has done in a tenth of a second.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import nullcontext
from itertools import islice
from platform import node
from threading import get_ident
from time import perf_counter
from typing import TypeVar

from lazytree.core.processes import deaf_at_first, pool_of, stop
from lazytree.core.stopping import Stop, interruptible
from lazytree.core.user_errors import with_error_note

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 16  # batches that an executor of the user's own is given at first; later two for each worker that has answered
GROUP = 0.1  # seconds: a worker that has worked so long on a batch begins no further task of it
MOST = 256  # tasks of a batch
TRIES = 3  # times that workers may die in a row, without one task done, before it is given up

LOOK = 0.2  # seconds between two looks whether Ctrl-C was typed
SILENCE = 5.0  # seconds without a result after which an executor of the user's own is asked whether it takes tasks

DEATHS = ("KilledWorker", "FutureCancelledError", "CommClosedError", "FutureLostError", "ClosedClientError")
"""Errors of Dask that say that a worker, or the scheduler, is gone; by name, for Dask need not be installed."""

Group = list[tuple[T, R]]  # tasks with their results


class WorkersDie(RuntimeError):  # noqa: N818 - not theirs alone
    """Raised where workers die again and again, and no task is done."""


def in_this_process(tasks: Iterable[T], work: Callable[[T], R]) -> Generator[Group[T, R], None, None]:
    """Each task with its result, one after the other: groups of one."""
    for task in tasks:
        yield [(task, work(task))]


def in_processes(tasks: Iterable[T], work: Callable[[T], R], processes: int) -> Generator[Group[T, R], None, None]:
    """Each task with its result as soon as it is known, worked out by new processes of this machine.

    If one of them dies, new ones are started, and what was under way is done again. Raises WorkersDie where this does
    not help.
    """
    return execute(tasks, work, lambda: pool_of(processes), lambda met: 2 * processes, own=True)


def on_executor(tasks: Iterable[T], work: Callable[[T], R], executor: Executor) -> Generator[Group[T, R], None, None]:
    """Each task with its result as soon as it is known, worked out by an executor, which is left open."""
    return execute(tasks, work, lambda: executor, lambda met: max(AHEAD, 2 * met), own=False)


def execute(
    tasks: Iterable[T], work: Callable[[T], R], make: Callable[[], Executor], ahead: Callable[[int], int], own: bool
) -> Generator[Group[T, R], None, None]:
    """`ahead` says how many batches are under way, of the number of workers that have answered.

    Ctrl-C is raised between two steps: inside a pool it would leave locks as they are, and the pool would hang or fail.
    """
    with interruptible() as stopped:
        yield from _execute(tasks, work, make, ahead, own, stopped)


def _execute(
    tasks: Iterable[T],
    work: Callable[[T], R],
    make: Callable[[], Executor],
    ahead: Callable[[int], int],
    own: bool,
    stopped: Stop,
) -> Generator[Group[T, R], None, None]:
    fresh, again, running = iter(tasks), deque[T](), dict[Future[tuple[list[R], tuple[str, int, int]]], list[T]]()
    executor, deaths, size, met, finished = make(), 0, 1, set[tuple[str, int, int]](), False
    try:
        while True:
            died: BaseException | None = None
            wrong: BaseException | None = None
            while len(running) < ahead(len(met)) and (batch := _taken(again, fresh, size)):
                try:
                    with deaf_at_first() if own else nullcontext():
                        running[executor.submit(work_on, work, batch)] = batch
                except Exception as error:
                    again.extendleft(reversed(batch))
                    died = refusal(error, own)
                    break
            if not running and died is None:
                break
            done = first_done(running, None if own else SILENCE, stopped) if running else set()
            if stopped():
                raise KeyboardInterrupt
            if running and not done:  # it may be gone without a word, as Dask's where the scheduler dies
                try:
                    executor.submit(os.getpid).cancel()
                except Exception as error:
                    died = refusal(error, own)
            for future in done:
                batch = running.pop(future)
                try:
                    results, worker = future.result()
                except (Exception, CancelledError) as error:
                    again.extendleft(reversed(batch))
                    if is_death(error):
                        died = error
                    else:
                        wrong = error  # raised when what others have done is handed on
                    continue
                deaths = 0
                met.add(worker)
                again.extendleft(reversed(batch[len(results) :]))
                size = min(MOST, 2 * len(batch)) if len(results) == len(batch) else len(results)
                yield list(zip(batch, results))
            if wrong is not None:
                raise wrong
            if died is not None:
                deaths += 1
                if deaths > TRIES or (isinstance(died, BrokenExecutor) and not own):
                    raise WorkersDie(_why(died, own)) from died
                if own:
                    again.extendleft(task for batch in running.values() for task in batch)
                    running.clear()
                    executor.shutdown(wait=False, cancel_futures=True)
                    executor = make()
        finished = True
    finally:
        for future in running:
            future.cancel()
        if own:
            stop(executor, finished)


def first_done(running: Iterable[Future[R]], seconds: float | None, stopped: Stop) -> set[Future[R]]:
    """The futures that are done, as soon as there is one; none after these seconds, or once it is stopped."""
    began = perf_counter()
    while True:
        done = wait(running, LOOK, FIRST_COMPLETED).done
        if done or stopped() or (seconds is not None and perf_counter() - began >= seconds):
            return done


def refusal(error: Exception, own: bool) -> Exception:
    """The error with which an executor has refused a task, where another executor may help.

    Raises: the error, where it does not say that workers are gone; WorkersDie where the executor is the user's own.
    """
    if not is_death(error):
        raise error
    if not own:
        raise WorkersDie(_why(error, own)) from error
    return error


def _taken(again: deque[T], fresh: Iterator[T], most: int) -> list[T]:
    """At most `most` tasks: those that are to be done again come first."""
    back = [again.popleft() for _ in range(min(most, len(again)))]
    return [*back, *islice(fresh, most - len(back))]


def work_on(work: Callable[[T], R], batch: Sequence[T]) -> tuple[list[R], tuple[str, int, int]]:
    """What a worker makes of a batch: the results of its first task, and of further ones as long as there is time.

    The worker is named beside them: its machine, process and thread.

    A task that raises an error, and is not the first, is left: it is the first one of a later batch.
    """
    done, began = list[R](), perf_counter()
    for task in batch:
        try:
            done.append(with_error_note(work, task))
        except Exception:
            if not done:
                raise
            break
        if perf_counter() - began >= GROUP:
            break
    return done, (node(), os.getpid(), get_ident())


def is_death(error: BaseException) -> bool:
    """Whether an error says that a worker is gone, not that the task is wrong."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ in DEATHS


def _why(error: BaseException, own: bool) -> str:
    fix = (
        "is there not enough memory? A script that starts processes needs `if __name__ == '__main__':` around its calls"
        if own
        else "what is done is in the store, and the call can be made again with a new executor"
    )
    return f"the workers die ({type(error).__name__}): {fix}"
