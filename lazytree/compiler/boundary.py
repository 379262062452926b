"""The boundary to Python: values packed for machine code, and what it answers made into values again.

Packing and unpacking are one generated expression each: `pack(position[0], ...)` costs less than a walk.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from pyrsistent import pvector

from .kinds import Bool, Int, Record, Type, Vector, Words, width
from .packing import Packing, leaf_bytes


class Foreign(Exception):  # noqa: N818 - the interpreted lane takes over
    """A value of another kind than machine code was made for."""


NOT_PACKED = (Foreign, struct.error, OverflowError, TypeError, AttributeError, IndexError, ValueError)


class Codec:
    """Values of some types, to and from bytes."""

    def __init__(self, kinds: tuple[Type, ...], cell: int) -> None:
        packing = Packing(kinds, cell)
        self.size = packing.size
        self.struct = struct.Struct("=" + "".join(packing.formats()))
        self.names: dict[str, Any] = {"pack": self.struct.pack, "pvector": pvector, "check": check, "number": int}
        arguments = ", ".join(f"a{number}" for number in range(len(kinds)))
        parts = [part for number, kind in enumerate(kinds) for part in self.taken(kind, f"a{number}", cell)]
        self.pack: Callable[..., bytes] = self.made(f"lambda {arguments}: pack({', '.join(parts)})")
        self.position = 0
        values = [self.given(kind) for kind in kinds]
        self.make: Callable[[Any], tuple[Any, ...]] = self.made(f"lambda u: ({''.join(v + ', ' for v in values)})")

    def made(self, text: str) -> Any:
        return eval(text, self.names)

    def unpack(self, data: Any, offset: int = 0) -> tuple[Any, ...]:
        return self.make(self.struct.unpack_from(data, offset))

    def each(self, data: Any, count: int) -> Iterator[tuple[Any, ...]]:
        """The first `count` values in a buffer."""
        return map(self.make, self.struct.iter_unpack(memoryview(data)[: count * self.size]))

    def name(self, value: object) -> str:
        name = f"n{len(self.names)}"
        self.names[name] = value
        return name

    def taken(self, kind: Type, path: str, cell: int) -> Iterator[str]:
        """The arguments of `pack` that a value at this path gives."""
        match kind:
            case Record(cls=cls, items=items):
                checked = f"check({path}, {self.name(cls)}, {len(items)})"
                for number, item in enumerate(items):
                    yield from self.taken(item, f"{checked if number == 0 else path}[{number}]", cell)
            case Vector(length=length):
                yield f"*check({path}, {self.name(type(pvector()))}, {length})"
            case Int() if width(kind) > 64:
                yield f"{path}.to_bytes({leaf_bytes(kind, cell)}, 'little', signed={kind.low < 0})"
            case Words():
                yield f"*{path}"
            case _:
                yield path

    def given(self, kind: Type) -> str:
        """The expression that makes the value again from the unpacked tuple `u`."""
        if isinstance(kind, Record):
            items = "".join(self.given(item) + ", " for item in kind.items)
            return f"({items})" if kind.cls is tuple else f"{self.name(kind.cls)}({items})"
        at, self.position = self.position, self.position + (kind.length if isinstance(kind, Vector) else 1)
        match kind:
            case Vector(length=length):
                return f"pvector(u[{at}:{at + length}])"
            case Bool():
                return f"(u[{at}] != 0)"
            case Int() if width(kind) > 64:
                return f"number.from_bytes(u[{at}], 'little', signed={kind.low < 0})"
        return f"u[{at}]"


def check(value: Any, cls: type, length: int) -> Any:
    if len(value) != length or type(value) is not cls:
        raise Foreign
    return value
