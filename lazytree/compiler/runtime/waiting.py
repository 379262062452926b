"""Work that takes long is done by another thread, while the calling one hears Ctrl-C and polls a flag."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from lazytree.core.stopping import HAS_THREADS, Stop
from lazytree.searching.kernels.memory import Flag

from ..llvm import new_lock
from .tab import polling

T = TypeVar("T")
POLLED = 0.005  # seconds
ENDLESS = POLLED if sys.platform == "win32" else None  # there a thread that waits without an end does not hear Ctrl-C
PATIENT = 0.5  # seconds that a thread waits for more work: starting one takes longer than a small search
STACK = 2**26  # bytes of its thread's stack; they take memory only as they are used
DEEPEST = 50_000  # calls in one another
DEEP_STACK = 2**29
_STARTING, _DEEP = new_lock(), new_lock()


def interruptible(work: Callable[[], T], flag: Flag, stop: Stop | None) -> T:
    """What `work` gives, in another thread, while this one polls `stop` and hears Ctrl-C: either sets the flag.

    Ctrl-C is raised once the work has ended: it ends soon after its flag is set. Without threads, machine
    code polls by itself.
    """
    if not HAS_THREADS:
        return polling(work, flag, stop)
    answer = started(work)
    try:
        answer.wait(stop, flag)
    except BaseException:  # Ctrl-C, or a mistake in `stop`
        flag.set()
        answer.ended.wait()
        raise
    return answer.taken()


def left_alone(work: Callable[[], T]) -> T:
    """What `work` gives, in another thread that Ctrl-C does not end: for what cannot be stopped, but ends."""
    answer = begun(work)
    answer.ended.wait()
    return answer.taken()


def begun(work: Callable[[], T]) -> Answer[T]:
    """Work in another thread, whose end the process waits for: LLVM must not be at work while the process ends."""
    answer = Answer(work)
    if not HAS_THREADS:
        answer.work()
        return answer
    with stacks_of(STACK):
        threading.Thread(target=answer.work, daemon=False).start()
    return answer


def with_room(work: Callable[[], T]) -> T:
    """What `work` gives, in a thread with so large a stack that it may call itself DEEPEST times.

    The limit of Python is one for all threads; it is as before once no such work goes on. Raises: RecursionError where
    that is not enough.
    """
    if not HAS_THREADS:
        return work()
    answer = Answer(work)
    with _DEEP:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, DEEPEST))
        try:
            with stacks_of(DEEP_STACK):
                thread = threading.Thread(target=answer.work, daemon=False)
                thread.start()
            thread.join()
        finally:
            answer.ended.wait()
            sys.setrecursionlimit(before)
    return answer.taken()


class Ended:
    """Whether some work has ended: set once. A small search takes less time than a threading.Event, so it is none."""

    def __init__(self) -> None:
        self.over, self.lock = False, threading.Lock()
        self.lock.acquire()

    def set(self) -> None:
        """Once: it has ended."""
        self.over = True
        self.lock.release()

    def is_set(self) -> bool:
        """Whether it has ended."""
        return self.over

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it has ended, after that many seconds at most; Ctrl-C is heard meanwhile."""
        if not self.over and self.lock.acquire(timeout=-1 if seconds is None else seconds):
            self.lock.release()  # for the next one that waits
        return self.over


class Answer(Generic[T]):
    """What some work has found: a result or an error, once it has ended."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.tasks = [work]
        self.ended = Ended()  # a join that Ctrl-C interrupts takes the thread for ended (Python 3.11)
        self.result: T
        self.error: BaseException | None = None

    def work(self, before_the_end: Callable[[], object] = lambda: None) -> None:
        """Does the work; what a thread runs."""
        try:
            self.result = self.tasks.pop()()  # kept nowhere: what it holds is free before the end is told
        except BaseException as error:
            self.error = error
        before_the_end()
        self.ended.set()

    def wait(self, stop: Stop | None, flag: Flag) -> None:
        """Waits for the end; sets the flag once `stop` says True."""
        while not self.ended.wait(ENDLESS if stop is None else POLLED):
            if stop is not None and stop():
                flag.set()

    def taken(self) -> T:
        """The result, once; the error of the work is raised."""
        error, self.error = self.error, None
        try:
            if error is not None:
                raise error
            return self.result
        finally:
            del error  # so that no circle keeps what the work had in hand


def worked(tasks: SimpleQueue[Answer[Any]]) -> None:
    """What a thread runs that does one piece of work after another, as long as there is always more of it soon."""
    while True:
        try:
            answer = tasks.get(timeout=PATIENT)
        except Empty:
            try:
                _IDLE.remove(tasks)
            except ValueError:  # it was taken just now
                answer = tasks.get()
            else:
                return
        answer.work(lambda: _IDLE.append(tasks))
        del answer  # what the work had in hand


_IDLE: list[SimpleQueue[Answer[Any]]] = []
if hasattr(os, "register_at_fork"):  # threads do not live on in the child
    os.register_at_fork(after_in_child=_IDLE.clear)


def started(work: Callable[[], T]) -> Answer[T]:
    """A thread at work, which the end of the process does not wait for, with a stack of a size of its own."""
    answer = Answer(work)
    if not HAS_THREADS:
        answer.work()
        return answer
    try:
        tasks = _IDLE.pop()
    except IndexError:
        tasks = SimpleQueue()
        with stacks_of(STACK):
            threading.Thread(target=worked, args=(tasks,), daemon=True).start()
    tasks.put(answer)
    return answer


@contextmanager
def stacks_of(size: int) -> Iterator[None]:
    """Threads that are started inside have stacks of that many bytes, where the system lets them."""
    with _STARTING:
        before = threading.stack_size()
        with suppress(ValueError, RuntimeError):  # not on every system
            threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
