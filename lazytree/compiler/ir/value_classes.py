"""Classes of values, equal where all of their fields are, and of things, each of which equals itself alone.

`dataclass(frozen=True)` compiles six functions for each class, these compile one: dozens of classes are made whenever
machine code is taken from the cache, more where it is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value_class(cls: type[T]) -> type[T]:
    """A class whose values are equal, and hash alike, where all fields are; the type checker refuses to change them.

    A class may bring its own `__eq__` and `__hash__`.

    >>> @value_class
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point(1) == (1, 0), len({Point(1), Point(1)})
    (Point(x=1, y=0), True, False, 1)
    """
    made: Any = thing_class(cls)
    names: tuple[str, ...] = made.__match_args__
    values: Any = attrgetter(*names) if names else lambda _: ()

    def same(self: Any, other: Any) -> bool:
        return self is other or (values(self) == values(other) if type(other) is made else NotImplemented)

    def number(self: Any) -> int:
        return hash(values(self))

    def text(self: Any) -> str:
        return f"{made.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    made.__repr__ = text
    if "__eq__" not in vars(cls):
        made.__eq__, made.__hash__ = same, number
    return made  # type: ignore[no-any-return]


@dataclass_transform(frozen_default=True, eq_default=False)
def thing_class(cls: type[T]) -> type[T]:
    """A class of things, each of which equals itself alone; the type checker refuses to change them.

    >>> @thing_class
    ... class Place:
    ...     name: str
    >>> Place("here").name, Place("here") == Place("here")
    ('here', False)
    """
    return open_class(cls)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def open_class(cls: type[T]) -> type[T]:
    """A class of things, each of which equals itself alone, whose fields may be given other values.

    >>> @open_class
    ... class Counter:
    ...     unit: str
    ...     seen: list[int] = field(default_factory=list)
    >>> Counter("plies").seen, Counter(unit="nodes", seen=[3]).seen
    ([], [3])
    """
    return dataclass(slots=True, eq=False, repr=False)(cls)
