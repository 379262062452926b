"""Work that takes long is done by another thread, while the calling one hears Ctrl-C and polls a flag."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from lazytree.core.stopping import Stop

from .forking import new_lock
from .memory import Flag

T = TypeVar("T")
POLLED = 0.005  # seconds
ENDLESS = POLLED if sys.platform == "win32" else None  # there a thread that waits without an end does not hear Ctrl-C
STACK = 2**26  # bytes of its thread's stack; they take memory only as they are used
_STARTING = new_lock()


def interruptible(work: Callable[[], T], flag: Flag, stop: Stop | None) -> T:
    """What `work` gives, in another thread, while this one polls `stop` and hears Ctrl-C: either sets the flag.

    Ctrl-C is raised once the work has ended: it ends soon after its flag is set.
    """
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
    answer = started(work, daemon=False)  # LLVM must not be at work while the process ends
    answer.ended.wait()
    return answer.taken()


class Answer(Generic[T]):
    """What a thread finds: a result or an error, once it has ended."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.tasks = [work]
        self.ended = threading.Event()  # a join that Ctrl-C interrupts takes the thread for ended (Python 3.11)
        self.result: T
        self.error: BaseException | None = None

    def work(self) -> None:
        """Does the work; what this thread runs."""
        try:
            self.result = self.tasks.pop()()  # kept nowhere: what it holds is free before the end is told
        except BaseException as error:
            self.error = error
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


def started(work: Callable[[], T], daemon: bool = True) -> Answer[T]:
    """A thread at work, with a stack of a size of its own."""
    answer = Answer(work)
    thread = threading.Thread(target=answer.work, daemon=daemon)
    with _STARTING:
        before = threading.stack_size()
        with suppress(ValueError, RuntimeError):  # not on every system
            threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return answer
