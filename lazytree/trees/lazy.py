"""Laziness: sequences made only as far as they are looked at, recursion as deep as it must be, the collector quiet."""

from __future__ import annotations

import gc
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from threading import RLock
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

GROWING = RLock()
"""Held while a sequence makes its next item, so that threads may share one tree."""


class EndlessTree(Exception):  # noqa: N818 - the name that the user reads
    """A walk met a tree that has no end on some line."""


class Drawn(Generic[T]):
    """Items drawn from a source one by one, and kept. It never ends early: a source that raised is asked afresh."""

    __slots__ = ("_drawing", "made", "whole")

    def __init__(self) -> None:
        self.made: list[T] | tuple[T, ...] = []  # so far; for reading only
        self.whole = False  # everything has been made
        self._drawing: Iterator[T] | None = None

    @abstractmethod
    def _ask(self) -> Iterable[T]:
        """The source, from its start."""

    def reaches(self, index: int) -> bool:
        """Whether there is an item at this index; makes the items up to it."""
        while (made := len(self.made)) <= index:
            if not self.make(made):
                return False
        return True

    def make(self, index: int) -> bool:
        """Makes the next item, the one at `index`; False if there is none."""
        with GROWING:
            items = self.made
            if self.whole or len(items) > index:  # nothing is left, or another thread was faster
                return len(items) > index
            try:
                for item in self._drawing or self._drawn(index):
                    items.append(item)  # type: ignore[union-attr]  # a list, until all is made
                    return True
            except BaseException:
                self._drawing = None
                raise
            self._drawing = None
            self.made = tuple(items)
            self.whole = True
            return False

    def _drawn(self, index: int) -> Iterator[T]:
        """The source, asked (again) for the items from `index` on."""
        source = self._ask()
        self._drawing = iter(source) if index == 0 or isinstance(source, Once) else islice(source, index, None)
        return self._drawing

    def all_made(self) -> Sequence[T]:
        """All items, to the last."""
        while not self.whole:
            self.reaches(len(self.made))
        return self.made


class Remembered(Drawn[T], Sequence[T]):
    """A sequence that draws on its source at most once for each item, and only as far as somebody looks.

    It never ends early: where the source raised, it is asked afresh, or, if it can be read only once, raises again.
    """

    __slots__ = ("_source",)

    def __init__(self, source: Callable[[], Iterable[T]]) -> None:
        super().__init__()
        self._source = source

    def _ask(self) -> Iterable[T]:
        return self._source()

    @property
    def seen(self) -> int:
        """How many items have been made so far."""
        return len(self.made)

    def __iter__(self) -> Iterator[T]:
        return iter(self.made) if self.whole else self._read()

    def _read(self) -> Iterator[T]:
        at = 0
        while True:
            made = self.made
            if at < len(made):
                yield made[at]
                at += 1
            elif not self.make(at):
                return

    def __len__(self) -> int:
        return len(self.all_made())

    def __bool__(self) -> bool:
        return bool(self.made) or self.reaches(0)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return tuple(islice(self, index.start, index.stop, index.step)) if forward(index) else tuple(self)[index]
        if index < 0:
            index += len(self)
        if index < 0 or not self.reaches(index):
            raise IndexError(f"there are only {len(self)} items")
        return self.made[index]

    def __repr__(self) -> str:
        return f"<{self.seen} items{'' if self.whole else ' so far'}>"


def forward(index: slice) -> bool:
    """Whether a slice can be read from the start without knowing the end."""
    return (
        all(bound is None or bound >= 0 for bound in (index.start, index.stop, index.step)) and index.stop is not None
    )


def lazy_sequence(source: Iterable[T]) -> Remembered[T]:
    """The items of `source`, each made when first looked at, then kept.

    >>> from itertools import count
    >>> squares = lazy_sequence(n * n for n in count())
    >>> squares[3], squares.seen
    (9, 4)
    """
    if isinstance(source, Remembered):
        return source
    drawing = iter(source)
    again = Once(drawing) if drawing is source else source
    return Remembered(lambda: again)


class Once(Iterator[T]):
    """A source that can be read only once: asked again it goes on; after an error it has nothing but that to say."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source = source
        self._error: BaseException | None = None

    def __next__(self) -> T:
        if self._error is not None:
            raise self._error
        try:
            item = next(self._source)
        except StopIteration:
            raise
        except BaseException as error:
            self._error = error
            raise
        return item


Recursion = Generator["Recursion[Any]", Any, T]
"""A recursive function written as a generator: it yields its calls of itself and is sent their values."""

DEEPEST = 100_000


def too_deep() -> EndlessTree:
    """What is raised past DEEPEST."""
    return EndlessTree(f"{DEEPEST:,} plies deep without an end: bound the tree first, with prune(depth)")


def unrolled(call: Recursion[T]) -> T:
    """The value of a recursion, worked out on a stack of its own: no depth that a game has is too deep.

    Raises EndlessTree past 100,000 calls within one another.

    >>> def length(n):
    ...     return 0 if n == 0 else 1 + (yield length(n - 1))
    >>> unrolled(length(50_000))
    50000
    """
    stack: list[Recursion[Any]] = [call]
    push, pop = stack.append, stack.pop
    value: Any = None
    while stack:
        try:
            push(stack[-1].send(value))
            value = None
        except StopIteration as done:
            pop()
            value = done.value
        else:
            if len(stack) > DEEPEST:
                raise too_deep()
    return value  # type: ignore[no-any-return]


@contextmanager
def quiet() -> Iterator[None]:
    """No cyclic garbage collection inside: it would walk a big tree over and over while it grows.

    What has been made inside counts as old afterwards, so that no walk is made up for at once (see `tidy`).
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > MANY and gc.get_freeze_count() == 0:
            HEAP.made += gc.get_count()[0]
            gc.freeze()  # to where it is not walked, and from there
            gc.unfreeze()  # to the oldest: neither takes any time
        gc.enable()


@dataclass
class Heap:
    """What the collector must be reminded of."""

    made: int = 0  # objects that became old in `quiet` since the last walk
    kept: int = 0  # objects that the last walk left


HEAP = Heap()
MANY = 10_000  # objects that may be walked at any time: a millisecond
TOO_MANY = 1_500_000  # that may be made before they are walked: a few hundred megabytes


def tidy() -> None:
    """Has the collector walk everything, if as much has been made in `quiet` since it did as there was.

    To be called where time is plenty: as something big begins, not while somebody waits for it to end.
    """
    if gc.isenabled() and HEAP.made > max(TOO_MANY, HEAP.kept):
        gc.collect()
        gc.freeze()
        HEAP.made, HEAP.kept = 0, gc.get_freeze_count()
        gc.unfreeze()
