"""Work on a game in slices: on any executor, with what is made for it made once in each process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import lru_cache, partial
from pickle import dumps, loads
from typing import Any, TypeVar

from lazytree.core.board import at_least
from lazytree.core.executing import in_this_process, on_executor
from lazytree.core.game import Game
from lazytree.core.processes import deaf_at_first, pool_of, stop

T = TypeVar("T")
R = TypeVar("R")
Executing = Callable[[Iterable[T], Callable[[T], R]], Iterator[Sequence[tuple[T, R]]]]
"""How tasks are worked on: groups of tasks with their results, in any order."""


class Work:
    """A function of a task about a game. In another process it is made anew, once, from the game and the rest."""

    def __init__(self, game: Game[Any, Any], *how: Any) -> None:
        self.game, self.how = game, how

    def __reduce__(self) -> Any:
        return made_again, (type(self), dumps(self.game), self.how)


@lru_cache(8)
def made_again(kind: type[Work], game: bytes, how: tuple[Any, ...]) -> Work:
    """The work on a pickled game: the same one each time."""
    return kind(loads(game), *how)


@contextmanager
def executing(processes: int, executor: Executor | None) -> Iterator[Executing[Any, Any]]:
    """A context manager that gives how tasks are worked on: by an executor, by new processes, or in this one.

    Raises: ValueError if `processes` is less than 1; WorkersDie, from the work, where they are gone.

    >>> with executing(1, None) as execute:
    ...     [*execute([1, 2], lambda task: task + 1)]
    [[(1, 2)], [(2, 3)]]
    """
    at_least("processes", processes, 1)
    if executor is not None or processes == 1:
        yield in_this_process if executor is None else partial(on_executor, executor=executor)
        return
    pool, finished = pool_of(processes), False
    try:
        with deaf_at_first():
            for _ in range(processes):
                pool.submit(os.getpid)
        yield partial(on_executor, executor=pool)
        finished = True
    finally:
        stop(pool, finished)
