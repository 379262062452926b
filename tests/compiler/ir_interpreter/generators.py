"""Generators that are values: each runs in a thread of its own, which waits while it is not asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from lazytree.core.errors import Trap, Trapped

from .containers import Container


class Generated(Container):
    """A generator: `run` is given what hands an item on, and comes to its end or raises."""

    def __init__(self, run: Callable[[Callable[[Any], None]], None]) -> None:
        self.asked, self.answered = threading.Semaphore(0), threading.Semaphore(0)
        self.item: Any = None
        self.more = self.at_work = False
        self.error: BaseException | None = None
        self.ended = False
        self.thread = threading.Thread(target=self.begin, args=(run,), daemon=True)

    def begin(self, run: Callable[[Callable[[Any], None]], None]) -> None:
        self.asked.acquire()
        try:
            run(self.give)
        except BaseException as error:
            self.error = error
        self.ended = True
        self.more = False
        self.answered.release()

    def give(self, item: Any) -> None:
        self.item, self.more = item, True
        self.answered.release()
        self.asked.acquire()

    def resume(self) -> bool:
        if self.at_work:
            raise Trapped(Trap.RAISED, "a generator that asks itself")
        if self.ended:
            return False
        if self.thread.ident is None:
            self.thread.start()
        self.at_work = True
        self.asked.release()
        self.answered.acquire()
        self.at_work = False
        if self.error is not None:
            raise self.error
        return self.more

    def value(self) -> Any:
        return self.item

    def __iter__(self) -> Iterator[Any]:
        while self.resume():
            yield self.item
