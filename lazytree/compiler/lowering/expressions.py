"""Lowering expressions: typed core expressions into LLVM instructions, every unproven step checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from ..language.core import Blank, Block, Call, Choose, Const, Fetch, Field, Item, Make, Node, Op, Replace, Set, Var
from ..language.errors import Refused, Trap
from ..language.kinds import (
    BOOL,
    SMALL,
    Fixed,
    Int,
    Record,
    Row,
    Table,
    Type,
    Vector,
    Words,
    as_int,
    width,
)
from .proofs import lowest_of
from .search import Scratch
from .values import BYTES, I1, I8, I32, I64, Value, constant

if TYPE_CHECKING:
    from ..inference.programs import Instance


class Expressions(Scratch):
    """Emits the expressions of one function; `Lowering` adds the statements and calls."""

    # ---- what lowering adds

    def table(self, kind: Fixed) -> Table | None:
        raise NotImplementedError

    def statements(self, nodes: list[Node]) -> None:
        raise NotImplementedError

    def invoke(self, instance: Instance, arguments: list[Value]) -> Value:
        raise NotImplementedError

    # ---- expressions

    def expression(self, node: Node) -> Value:
        match node:
            case Const(value=value):
                if isinstance(node.type, Fixed):
                    return Value(node.type)
                return self.row_of_constant(node.type) if isinstance(node.type, Row) else constant(value, self.layout)
            case Var(name=name):
                return self.variable(name)
            case Op() if (cells := lowest_of(node)) is not None and as_int(cells.type).low >= 0:  # type: ignore[arg-type]
                return self.lowest_cell(self.expression(cells))
            case Op(symbol=symbol, operands=operands):
                return self.operation(node, symbol, [self.expression(each) for each in operands])
            case Choose(test=test, then=then, other=other):
                assert node.type is not None
                chosen = self.holder(node.type)
                self.branch(
                    self.truth(self.expression(test)),
                    lambda: self.put(chosen, node.type, self.expression(then)),
                    lambda: self.put(chosen, node.type, self.expression(other)),
                )
                return self.held(chosen, node.type)
            case Make(cls=cls, items=items):
                values = [self.live(self.expression(each)) for each in items]
                return Value(Record(cls, tuple(value.type for value in values)), values)
            case Replace(base=base, fields=fields):
                return self.replaced(self.live(self.expression(base)), fields)
            case Field(base=base, name=name):
                record = self.live(self.expression(base))
                assert isinstance(record.type, Record)
                found: Value = record.data[record.type.cls._fields.index(name)]  # type: ignore[attr-defined]
                return found
            case Item(base=base, index=index):
                return self.item(self.expression(base), self.expression(index), node.type)
            case Set():
                return self.changed_vector(node, in_place=False)
            case Blank():
                made = self.fresh(node.type)
                size = made.type.length * self.layout.cell.width // 8  # type: ignore[union-attr]
                self.b.call(self.intrinsic("memset", [BYTES, I64]), [self.bytes(made), I8(0), I64(size), I1(0)])
                return made
            case Call(instance=instance, arguments=arguments):
                return self.invoke(instance, [self.expression(each) for each in arguments])  # type: ignore[arg-type]
            case Fetch(words=words, index=index):
                return self.fetched(self.expression(words), self.expression(index), node.type)
            case Block(body=body, result=result):
                self.statements(body)
                return self.expression(result)
        raise Refused(f"no {type(node).__name__} here")

    def row_of_constant(self, kind: Row) -> Value:
        return Value(kind, (I64(0), I64(kind.table.lengths(kind.depth)[1])))

    # ---- control

    def branch(self, test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> None:
        """Either action; what follows is marked unreachable if neither comes to its end."""
        yes, no, after = (self.function.append_basic_block() for _ in range(3))
        self.b.cbranch(test, yes, no)
        joined = False
        for block, action in ((yes, then), (no, other)):
            self.b.position_at_end(block)
            action()
            if not self.b.block.is_terminated:
                self.b.branch(after)
                joined = True
        self.b.position_at_end(after)
        if not joined:
            self.b.unreachable()

    # ---- comparisons

    def equal(self, value: Value, other: Value) -> Any:
        if isinstance(value.type, Record):
            same: Any = I1(1)
            for mine, yours in zip(value.data, other.data):
                same = self.b.and_(same, self.equal(self.live(mine), self.live(yours)))
            return same
        if isinstance(value.type, Vector):
            size = value.type.length * self.layout.cell.width // 8
            compare = self.external("memcmp", I32, [BYTES, BYTES, I64])
            order = self.b.call(compare, [self.bytes(value), self.bytes(other), I64(size)])
            return self.b.icmp_signed("==", order, I32(0))
        return self.compared("==", value, other)

    # ---- tuples, tables, boards

    def length(self, value: Value, kind: Int) -> Value:
        if isinstance(value.type, Row):
            return Value(kind, value.data[1])
        return self.number_constant(kind.low)

    def place(self, index: Value, length: Any, known: int | None) -> Any:
        """An index as Python counts it, from the end if negative, checked unless proven."""
        kind = as_int(index.type)
        proven = known is not None and -known <= kind.low and kind.high < known
        if proven and kind.low >= 0:
            return self.raw(index, 64)
        bits = max(width(kind), 64)
        x, n = self.raw(index, bits), self.b.zext(length, ir.IntType(bits)) if bits > 64 else length
        if kind.low < 0:
            x = self.b.select(self.b.icmp_signed("<", x, x.type(0)), self.b.add(x, n), x)
        if not proven:
            self.check(self.b.icmp_unsigned("<", x, n), Trap.INDEX)
        return self.narrowed(x, 64)

    def item(self, base: Value, index: Value, kind: Any) -> Value:
        if isinstance(base.type, Fixed) and (known_table := self.table(base.type)):
            base = self.row_of_constant(Row(known_table, 0))
        base = self.live(base)
        match base.type:
            case Words():
                start, length = base.data
                return Value(SMALL, self.b.load(self.b.gep(start, [self.place(index, length, None)])))
            case Vector(length=length):
                return self.cell_at(base, self.place(index, I64(length), length))
            case Row(table=table, depth=depth):
                known = table.fixed_length(depth)
                return self.row_item(base, self.place(index, base.data[1], known))
            case Record(items=items):
                where = as_int(index.type)
                if where.low == where.high and -len(items) <= where.low < len(items):
                    return base.data[where.low]  # type: ignore[no-any-return]
                return self.picked(base, self.place(index, I64(len(items)), len(items)), kind)
        raise Refused("a subscript of something that has no items")

    def cell_at(self, base: Value, place: Any) -> Value:
        kind = base.type
        assert isinstance(kind, Vector)
        loaded = self.b.load(self.b.gep(base.data, [I32(0), place], inbounds=True))
        return self.loaded(loaded, Int(kind.low, kind.high))

    def loaded(self, data: Any, kind: Int) -> Value:
        """A small int from memory, widened, its range told to LLVM."""
        bits = data.type.width
        if bits < 64 and kind.high - kind.low + 1 < 2**bits:
            ends = [data.type(kind.low & (2**bits - 1)), data.type((kind.high + 1) & (2**bits - 1))]
            data.set_metadata("range", self.layout.module.add_metadata(ends))
        want = ir.IntType(width(kind))
        return Value(kind, self.b.sext(data, want) if bits < want.width else data)

    def row_item(self, base: Value, place: Any) -> Value:
        row = base.type
        assert isinstance(row, Row)
        table, at = row.table, self.b.add(base.data[0], place)
        if row.depth + 1 == table.depth and table.record:
            names: tuple[str, ...] = table.record._fields  # type: ignore[attr-defined]
            first = self.b.mul(at, I64(len(names)))
            parts = [self.table_item(table, self.b.add(first, I64(number))) for number in range(len(names))]
            return Value(Record(table.record, (table.leaf,) * len(names)), parts)
        if row.depth + 1 == table.depth:
            made = self.table_item(table, at)
            return Value(BOOL, self.b.trunc(made.data, I1)) if table.truths else made
        return Value(Row(table, row.depth + 1), self.span(table, row.depth + 1, at))

    def table_item(self, table: Table, at: Any) -> Value:
        data = self.b.load(self.b.gep(self.layout.items(table), [I32(0), at], inbounds=True))
        return self.loaded(data, table.leaf)

    def span(self, table: Any, depth: int, at: Any) -> tuple[Any, Any]:
        """Where a row of that depth begins, and its length."""
        fixed = table.fixed_length(depth)
        if fixed is not None:
            return self.b.mul(at, I64(fixed)), I64(fixed)
        padding = self.layout.padding(table)
        if padding:
            lengths, longest = self.layout.lengths(table, padding, depth), Int(0, padding.widths[depth])
            length = self.b.load(self.b.gep(lengths, [I32(0), at], inbounds=True))
            return self.b.mul(at, I64(longest.high)), self.loaded(length, longest).data
        starts, most = self.layout.starts(table, depth), Int(0, table.starts[depth][-1])
        begin, end = (
            self.loaded(self.b.load(self.b.gep(starts, [I32(0), each], inbounds=True)), most).data
            for each in (at, self.b.add(at, I64(1)))
        )
        return begin, self.b.sub(end, begin)

    def picked(self, base: Value, place: Any, kind: Type) -> Value:
        chosen = self.holder(kind)
        after = self.function.append_basic_block()
        blocks = [self.function.append_basic_block() for _ in base.data]
        switch = self.b.switch(place, blocks[-1])
        for number, (block, value) in enumerate(zip(blocks, base.data)):
            if number < len(blocks) - 1:
                switch.add_case(I64(number), block)
            self.b.position_at_end(block)
            self.put(chosen, kind, value)
            self.b.branch(after)
        self.b.position_at_end(after)
        return self.held(chosen, kind)

    def replaced(self, base: Value, fields: dict[str, Node]) -> Value:
        assert isinstance(base.type, Record)
        names: tuple[str, ...] = base.type.cls._fields  # type: ignore[attr-defined]
        new = {name: self.live(self.expression(each)) for name, each in fields.items()}
        items = [new.get(name, old) for name, old in zip(names, base.data)]
        return Value(Record(base.type.cls, tuple(item.type for item in items)), items)

    def changed_vector(self, node: Set, in_place: bool) -> Value:
        """All places and values are worked out before the first cell changes."""
        base, kind = self.live(self.expression(node.base)), node.type
        assert isinstance(base.type, Vector) and isinstance(kind, Vector)
        changes = []
        for index, value in node.changes:
            place = self.place(self.expression(index), I64(kind.length), kind.length)
            new = self.expression(value)
            self.check_within(new, Int(kind.low, kind.high))
            changes.append((place, self.raw(new, self.layout.cell.width)))
        target = base if in_place else self.fresh(kind)
        if not in_place:
            self.copy(target.data, base)
        for place, cell in changes:
            self.b.store(cell, self.b.gep(target.data, [I32(0), place], inbounds=True))
        return Value(kind, target.data, target.memory)
