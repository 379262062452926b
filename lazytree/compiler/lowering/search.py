"""Lowering what only searches use: moves kept in scratch memory, digests that tables are keyed by."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ..language.kinds import Int, Record, Type, Vector, as_int, leaves, width
from .numbers import Numbers
from .values import I64, Value

MIX = 0x9E3779B97F4A7C15


class Scratch(Numbers):
    """Emits `stash`, `fetch` and `digest`."""

    def place(self, index: Value, length: Any, known: int | None) -> Any:
        raise NotImplementedError

    def stash_place(self, words: Value, index: Value, kind: Any) -> list[tuple[Type, Any]]:
        """Where each leaf of the index-th stashed value lies."""
        sizes = [(leaf, width(as_int(leaf)) // 64 or 1) for leaf in leaves(kind)]
        stride = sum(size for _, size in sizes)
        start, length = words.data
        at = self.place(index, self.b.udiv(length, I64(max(1, stride))), None)
        place, found = self.b.mul(at, I64(stride)), []
        for leaf, size in sizes:
            found.append((leaf, self.b.gep(start, [place])))
            place = self.b.add(place, I64(size))
        return found

    def stashed(self, words: Value, index: Value, value: Value, kind: Type) -> None:
        parts = self.converted(value, kind).leaves()
        for (_, place), leaf in zip(self.stash_place(words, index, kind), parts):
            data = self.b.zext(leaf.data, I64) if leaf.data.type.width == 1 else leaf.data
            self.b.store(data, self.b.bitcast(place, data.type.as_pointer()), align=8)

    def fetched(self, words: Value, index: Value, kind: Any) -> Value:
        places = iter(self.stash_place(words, index, kind))

        def build(part: Type) -> Value:
            if isinstance(part, Record):
                return Value(part, [build(item) for item in part.items])
            leaf, place = next(places)
            bits = max(64, width(as_int(leaf)))
            data = self.b.load(self.b.bitcast(place, ir.IntType(bits).as_pointer()), align=8)
            return Value(leaf, self.narrowed(data, width(as_int(leaf)) if isinstance(leaf, Int) else 1))

        return build(kind)

    def digested(self, value: Value) -> Any:
        """A number that mixes every bit of the value."""
        total: Any = I64(0x243F6A8885A308D3)
        for leaf in value.leaves():
            for word in self.words_of(leaf):
                total = self.b.mul(self.b.xor(total, word), I64(MIX))
                total = self.b.xor(total, self.b.lshr(total, I64(29)))
        return total

    def words_of(self, leaf: Value) -> list[Any]:
        if isinstance(leaf.type, Vector):
            size = leaf.type.length * self.layout.cell.width // 8
            return [self.word_at(leaf, at, min(8, size - at)) for at in range(0, size, 8)]
        bits = width(as_int(leaf.type))
        whole = self.raw(leaf, max(bits, 64))
        return [self.narrowed(self.b.lshr(whole, whole.type(at)), 64) for at in range(0, max(bits, 64), 64)]

    def word_at(self, leaf: Value, at: int, size: int) -> Any:
        kind = ir.IntType(8 * size)
        loaded = self.b.load(self.b.bitcast(self.b.gep(self.bytes(leaf), [I64(at)]), kind.as_pointer()), align=1)
        return self.b.zext(loaded, I64) if size < 8 else loaded
