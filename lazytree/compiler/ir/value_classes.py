"""Classes of values: equal where all of their fields are."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value_class(cls: type[T]) -> type[T]:
    """A class whose values are equal, and hash alike, where all fields are; the type checker refuses to change them.

    It does what `dataclass(frozen=True, slots=True)` does in a quarter of the time: that compiles six functions for
    each class, and a dozen of classes are made whenever machine code is taken from the cache. A class may bring
    its own `__eq__` and `__hash__`.

    >>> @value_class
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point(1) == (1, 0), len({Point(1), Point(1)})
    (Point(x=1, y=0), True, False, 1)
    """
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    names: tuple[str, ...] = made.__match_args__
    fields: Any = attrgetter(*names) if names else lambda _: ()

    def same(self: Any, other: Any) -> bool:
        return fields(self) == fields(other) if type(other) is made else NotImplemented

    def number(self: Any) -> int:
        return hash(fields(self))

    def text(self: Any) -> str:
        return f"{made.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    made.__repr__ = text
    if "__eq__" not in vars(cls):
        made.__eq__, made.__hash__ = same, number
    return made  # type: ignore[no-any-return]
