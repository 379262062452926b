"""Lowering's memory: slots for variables, copies of vectors, one representation made of another."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ..language.errors import Trap
from ..language.kinds import Bool, Fixed, Int, Record, Row, Type, Vector, Words, as_int, leaves, width
from .values import BYTES, FRESH, I1, I64, OWNED, Layout, Slot, Value, constant


class Storage:
    """What the lowering of a function knows of its memory."""

    b: ir.IRBuilder
    entry: ir.IRBuilder
    layout: Layout
    function: ir.Function
    slots: dict[str, list[Slot]]
    kinds: dict[str, Type]
    copy_always: bool

    def row_item(self, base: Value, place: Any) -> Value:
        raise NotImplementedError

    def check(self, ok: Any, trap: Trap) -> None:
        raise NotImplementedError

    def alloca(self, kind: Any) -> Any:
        made = self.entry.alloca(kind)
        if isinstance(kind, ir.ArrayType):
            made.align = 16
        return made

    def new_slot(self, kind: Type, alias: bool) -> Slot:
        if isinstance(kind, Vector) and not alias:
            return Slot(kind, [self.alloca(self.layout.array(kind.length))])
        return Slot(kind, [self.alloca(each) for each in self.layout.of_leaf(kind)], alias and isinstance(kind, Vector))

    def holder(self, kind: Type) -> list[Slot]:
        """Memory for a choice: of vectors only the address is kept."""
        return [self.new_slot(leaf, alias=True) for leaf in leaves(kind)]

    def put(self, slots: list[Slot], kind: Any, value: Value) -> None:
        for slot, leaf in zip(slots, self.converted(value, kind).leaves()):
            if slot.alias:
                slot.memory = leaf.memory if slot.memory in (leaf.memory, "") else OWNED
                self.b.store(leaf.data, slot.cells[0])
            elif isinstance(slot.type, Vector):
                self.copy(slot.cells[0], leaf)
            elif isinstance(slot.type, (Row, Words)):
                for cell, part in zip(slot.cells, leaf.data):
                    self.b.store(part, cell)
            else:
                self.b.store(leaf.data, slot.cells[0])

    def held(self, slots: list[Slot], kind: Any) -> Value:
        rest = iter(slots)

        def build(part: Type) -> Value:
            if isinstance(part, Record):
                return Value(part, [build(item) for item in part.items])
            if isinstance(part, Fixed):
                return Value(part)
            slot = next(rest)
            if isinstance(part, (Row, Words)):
                return Value(part, tuple(self.b.load(cell) for cell in slot.cells))
            if isinstance(part, Vector) and not slot.alias:
                return Value(part, slot.cells[0], OWNED)
            return Value(part, self.b.load(slot.cells[0]), slot.memory if slot.alias else FRESH)

        return build(kind)

    def variable(self, name: str) -> Value:
        if isinstance(self.kinds[name], Fixed):
            return Value(self.kinds[name])
        return self.held(self.slots[name], self.kinds[name])

    def fresh(self, kind: Any) -> Value:
        return Value(kind, self.alloca(self.layout.array(kind.length)), FRESH)

    def snapshot(self, value: Value) -> Value:
        """The same value, safe from what its variables become."""
        if isinstance(value.type, Record):
            return Value(value.type, [self.snapshot(item) for item in value.data])
        if isinstance(value.type, Vector) and (value.memory == OWNED or self.copy_always):
            made = self.fresh(value.type)
            self.copy(made.data, value)
            return made
        return value

    def copy(self, target: Any, value: Value) -> None:
        size = value.type.length * self.layout.cell.width // 8  # type: ignore[union-attr]
        if size:
            move = self.intrinsic("memcpy", [BYTES, BYTES, I64])
            self.b.call(move, [self.b.bitcast(target, BYTES), self.bytes(value), I64(size), I1(0)])

    def bytes(self, value: Value) -> Any:
        return self.b.bitcast(value.data, BYTES)

    def intrinsic(self, name: str, kinds: list[Any], signature: Any = None) -> Any:
        return self.layout.module.declare_intrinsic(f"llvm.{name}", kinds, signature)

    def external(self, name: str, result: Any, arguments: list[Any]) -> Any:
        known = self.layout.module.globals.get(name)
        return known or ir.Function(self.layout.module, ir.FunctionType(result, arguments), name)

    def converted(self, value: Value, kind: Type) -> Value:
        """The same value, represented as its variable's type wants it."""
        if isinstance(kind, Fixed):
            return value
        value = self.live(value)
        if isinstance(kind, Record) and isinstance(value.type, Row):
            items = [self.row_item(value, I64(number)) for number in range(len(kind.items))]
            value = Value(kind, items)
        if isinstance(kind, Record):
            return Value(kind, [self.converted(item, part) for item, part in zip(value.data, kind.items)])
        if isinstance(kind, Bool):
            return Value(kind, self.truth(value))
        if isinstance(kind, Int):
            return Value(kind, self.raw(value, width(kind)))
        return Value(kind, value.data, value.memory)

    def live(self, value: Value) -> Value:
        """A constant as a run-time value; any other as it is."""
        if isinstance(value.type, Fixed):
            return constant(value.type.value, self.layout)
        return value

    def raw(self, value: Value, bits: int) -> Any:
        """An int modulo 2 ** bits."""
        kind = as_int(value.type)
        have, want = value.data.type.width, ir.IntType(bits)
        if have == bits:
            return value.data
        if have > bits:
            return self.b.trunc(value.data, want)
        signed = kind.low < 0 and not isinstance(value.type, Bool)
        return (self.b.sext if signed else self.b.zext)(value.data, want)

    def truth(self, value: Value) -> Any:
        if value.data.type.width == 1:
            return value.data
        return self.b.icmp_unsigned("!=", value.data, value.data.type(0))
