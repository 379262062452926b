"""Lists, dicts and sets, as the typed language asks them, by the names in `lazytree.compiler.inference.containers`.

A dict is a list of places, each with a key and a value, or left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .operations import plain


class Container:
    """What all of them are asked."""

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError

    def len(self) -> int:
        return len(self)

    def word(self) -> int:
        return id(self)

    def made(self) -> None:
        """Does nothing, as only inference asks how long a list is."""


class Items(Container):
    """A list."""

    def __init__(self) -> None:
        self.items: list[Any] = []

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def append(self, item: Any) -> None:
        self.items.append(item)

    add = append

    def value(self, at: int) -> Any:
        return self.items[at]

    item = value

    def keep(self, at: int, value: Any) -> None:
        self.items[at] = value

    set = keep

    def cut(self, size: int) -> None:
        del self.items[size:]

    def shift(self) -> None:
        del self.items[0]


class Deque(Items):
    """A list that counts how often its length has changed."""

    changes = 0

    def append(self, item: Any) -> None:
        super().append(item)
        self.changes += 1

    def cut(self, size: int) -> None:
        super().cut(size)
        self.changes += 1

    def shift(self) -> None:
        super().shift()
        self.changes += 1


class Members(Container):
    """A set."""

    def __init__(self) -> None:
        self.members: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.members.values())

    def has(self, member: Any) -> bool:
        return plain(member) in self.members

    def join(self, member: Any) -> None:
        self.members.setdefault(plain(member), member)

    def leave(self, member: Any) -> bool:
        there = self.has(member)
        self.members.pop(plain(member), None)
        return there

    def merge(self, other: Members) -> None:
        self.members.update(other.members)

    def become(self, other: Members) -> None:
        self.members = dict(other.members)

    def room(self, _more: int) -> None:
        """Does nothing, as any number has room."""

    def tidy(self) -> None:
        """Does nothing, as the set has done it."""

    def clear(self) -> None:
        self.members.clear()

    def unordered(self) -> Members:
        return self


class Part(Container):
    """The keys, the values or the items of a dict."""

    def __init__(self, places: Places, how: str) -> None:
        self.places, self.how = places, how

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Any]:
        for at in self.places.numbers():
            key, value = self.places.held(at)
            yield {"keys": key, "values": value, "items": (key, value)}[self.how]

    def find(self, key: Any) -> int:
        return self.places.find(key)


class Places(Container):
    """A dict."""

    def __init__(self) -> None:
        self.places: list[list[Any] | None] = []
        self.left = 0

    def __len__(self) -> int:
        return sum(each is not None for each in self.places)

    def __iter__(self) -> Iterator[Any]:
        return iter(Part(self, "keys"))

    def numbers(self) -> Iterator[int]:
        """The places of keys; RuntimeError if a key comes or goes meanwhile."""
        size, gone = len(self), self.left
        for at in range(len(self.places) + 1):
            if (len(self), self.left) != (size, gone):
                raise RuntimeError
            if at < len(self.places) and self.places[at] is not None:
                yield at

    def keys(self) -> Part:
        return Part(self, "keys")

    def values(self) -> Part:
        return Part(self, "values")

    def items(self) -> Part:
        return Part(self, "items")

    def find(self, key: Any) -> int:
        same = (at for at, each in enumerate(self.places) if each is not None and plain(each[0]) == plain(key))
        return next(same, -1)

    def place(self, key: Any) -> int:
        if (found := self.find(key)) < 0:
            self.places.append([key, None])
        return found if found >= 0 else len(self.places) - 1

    def last(self) -> int:
        return max((at for at, each in enumerate(self.places) if each is not None), default=-1)

    def drop(self, at: int) -> None:
        self.places[at] = None
        self.left += 1

    def clear(self) -> None:
        self.places.clear()
        self.left += 1

    def key(self, at: int) -> Any:
        return self.held(at)[0]

    def value(self, at: int) -> Any:
        return self.held(at)[1]

    def keep(self, at: int, value: Any) -> None:
        self.held(at)[1] = value

    def held(self, at: int) -> list[Any]:
        found = self.places[at]
        assert found is not None, "a place that was left is asked"
        return found


def marked(value: Any) -> int:
    """What is another number after a change in which Python's iterators over a value raise; 0 of other values."""
    if isinstance(value, Deque):
        return value.changes
    return len(value) if isinstance(value, (Members, Places, Part)) else 0
