"""Work on a game in slices: on any executor, with what is made for it made once in each process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from pickle import dumps, loads
from typing import Any, TypeVar

from lazytree.core.board import at_least
from lazytree.core.executing import in_processes, in_this_process, on_executor
from lazytree.core.game import Game

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


def executing(processes: int, executor: Executor | None) -> Executing[Any, Any]:
    """How tasks are worked on: by an executor, by new processes, or in this one.

    Raises: ValueError if `processes` is less than 1.

    >>> [*executing(1, None)([1, 2], lambda task: task + 1)]
    [[(1, 2)], [(2, 3)]]
    """
    at_least("processes", processes, 1)
    if executor is not None:
        return partial(on_executor, executor=executor)
    return in_this_process if processes == 1 else partial(in_processes, processes=processes)
