"""Lazy sequences: their items are made one by one, only as far as they are read, and kept."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from threading import RLock
from typing import Generic, TypeVar, overload

T = TypeVar("T")

GROWING = RLock()
"""Held while a sequence makes its next item, so that threads may share one tree."""


class LazySource(Generic[T]):
    """Items that are taken from a source one by one, when needed, and kept. After an error the source is read again."""

    __slots__ = ("_drawing", "made", "whole")

    def __init__(self) -> None:
        self.made: list[T] | tuple[T, ...] = []  # so far; for reading only
        self.whole = False  # everything has been made
        self._drawing: Iterator[T] | None = None

    @abstractmethod
    def _ask(self) -> Iterable[T]:
        """The source, to be read from its start."""

    def reaches(self, index: int) -> bool:
        """Whether there is an item at this index; makes the items up to it."""
        while (made := len(self.made)) <= index:
            if not self.make(made):
                return False
        return True

    def make(self, index: int) -> bool:
        """Makes the next item, the one at `index`; whether there is one. Safe in several threads."""
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
        """The items of the source from `index` on; the source is read again if it can be."""
        source = self._ask()
        try:
            self._drawing = iter(source) if index == 0 or isinstance(source, Once) else islice(source, index, None)
        except TypeError as error:
            raise self._no_source(source, error) from None
        return self._drawing

    def _no_source(self, source: object, error: TypeError) -> Exception:
        """The error for a source that cannot be read."""
        return error

    def all_made(self) -> Sequence[T]:
        """All items."""
        while not self.whole:
            self.reaches(len(self.made))
        return self.made


class Remembered(LazySource[T], Sequence[T]):
    """A lazy sequence: each item of the source is read at most once, when it is needed, and kept.

    It never ends early: after an error the source is read again, or, if it can be read only once, raises again.

    >>> items = Remembered(lambda: range(5))
    >>> items[1], items
    (1, <2 items so far>)
    """

    __slots__ = ("_source",)

    def __init__(self, source: Callable[[], Iterable[T]]) -> None:
        super().__init__()
        self._source = source

    def _ask(self) -> Iterable[T]:
        return self._source()

    @property
    def seen(self) -> int:
        """The number of items made so far."""
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
            return tuple(islice(self, index.start, index.stop, index.step)) if is_forward(index) else tuple(self)[index]
        if index < 0:
            index += len(self)
        if index < 0 or not self.reaches(index):
            raise IndexError(f"there are only {len(self)} items")
        return self.made[index]

    def __repr__(self) -> str:
        return f"<{self.seen} items{'' if self.whole else ' so far'}>"


def is_forward(index: slice) -> bool:
    """Whether a slice can be read from the start, without knowing where the sequence ends."""
    return (
        all(bound is None or bound >= 0 for bound in (index.start, index.stop, index.step)) and index.stop is not None
    )


def lazy_sequence(source: Iterable[T]) -> Remembered[T]:
    """A lazy sequence of the items of `source`: each is made when it is first read, then kept.

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
    """A source that can be read only once: a second reading goes on after the first; an error is raised again."""

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
