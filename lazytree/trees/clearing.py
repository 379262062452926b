"""Clearing: trees that are no longer needed are taken apart little by little, while other work goes on.

To free a tree of a million nodes at once takes a second, in which a clock may run; its nodes and the stage that made
them hold on to each other, so that else only a full run of the garbage collector frees them. A node that is taken
apart is still a value: what is below it is made again when it is read.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from lazytree.core.stopping import Stop
from lazytree.trees.branches import Lift, Lifted
from lazytree.trees.collector import MANY, collect_young
from lazytree.trees.tree import UNMADE, Tree

AT_ONCE = 4_000
"""Steps for MANY objects that were made: they free at least as many, in a few milliseconds."""


class Clearing:
    """What is still to be cleared away, as iterators: each item that is read from one is a step, which takes no time.

    >>> clearing = Clearing()
    >>> clearing.put_off(iter(range(5)))
    >>> clearing.work(3), clearing.work(3), clearing.work(3)
    (3, 2, 0)
    """

    def __init__(self) -> None:
        self._tasks: deque[Iterator[object]] = deque()
        self._in_use: list[Iterator[object]] = []

    def put_off(self, *tasks: Iterable[object]) -> None:
        """Adds tasks, to be done later."""
        self._tasks.extend(map(iter, tasks))

    def when_done(self, task: Iterable[object]) -> None:
        """Adds a task that must wait for `done`."""
        self._in_use.append(iter(task))

    def done(self) -> None:
        """Says that what was in use no longer is."""
        self.put_off(*self._in_use)
        self._in_use.clear()

    def work(self, steps: int = AT_ONCE) -> int:
        """Clears away in at most `steps` steps; returns how many were done."""
        made = 0
        while self._tasks and made < steps:
            now = sum(1 for _ in islice(self._tasks[0], steps - made))
            made += now
            if made < steps:
                self._tasks.popleft()
        return made

    def beside(self, stop: Stop) -> Stop:
        """The same flag, which also clears away whenever it is polled, as fast as objects are made."""

        def poll() -> bool:
            if gc.get_count()[0] > MANY:
                self.work()
                collect_young()
            return stop()

        return poll


def dismantle(tree: Tree[Any, Any]) -> Iterator[None]:
    """The steps that take the stages of a tree apart, a node at each; what `grow` made stays as it is."""
    ahead: list[Lift[Any, Any]] = []
    met: set[int] = set()

    def sever(node: Tree[Any, Any]) -> None:
        branches = node._branches
        node._branches = UNMADE
        if isinstance(branches, Lifted) and id(branches._lift) not in met:
            met.add(id(branches._lift))
            ahead.append(branches._lift)

    while isinstance(tree.origin, Tree):
        sever(tree)
        tree = tree.origin
    for lift in ahead:  # grows while it is read
        while lift:
            sever(lift.popitem()[1])
            yield
