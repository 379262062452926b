"""Lowering expressions: typed core expressions into LLVM instructions, every unproven step checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from .core import Blank, Block, Call, Choose, Const, Fetch, Field, Item, Make, Node, Op, Replace, Set, Var
from .errors import Refused, Trap
from .intervals import arithmetic, is_small, shift_count
from .kinds import (
    BOOL,
    LEAST,
    SMALL,
    Bool,
    Fixed,
    Int,
    Record,
    Row,
    Table,
    Type,
    Vector,
    Words,
    as_int,
    join,
    leaves,
    width,
)
from .values import BYTES, FRESH, I1, I8, I32, I64, OWNED, Layout, Slot, Value, constant

if TYPE_CHECKING:
    from .infer import Instance

MIX = 0x9E3779B97F4A7C15


class Expressions:
    """Emits the expressions of one function; `Lowering` adds the statements and calls."""

    b: ir.IRBuilder
    entry: ir.IRBuilder
    layout: Layout
    function: ir.Function
    slots: dict[str, list[Slot]]
    kinds: dict[str, Type]
    copy_always: bool

    # ---- what lowering adds

    def table(self, kind: Fixed) -> Table | None:
        raise NotImplementedError

    def check(self, ok: Any, trap: Trap) -> None:
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

    def live(self, value: Value) -> Value:
        """A constant as a run-time value; any other as it is."""
        if isinstance(value.type, Fixed):
            return constant(value.type.value, self.layout)
        return value

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

    # ---- variables and memory

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

    def converted(self, value: Value, kind: Type) -> Value:
        """The same value, represented as its variable's type wants it."""
        if isinstance(kind, Fixed):
            return value
        value = self.live(value)
        if isinstance(kind, Record):
            return Value(kind, [self.converted(item, part) for item, part in zip(value.data, kind.items)])
        if isinstance(kind, Bool):
            return Value(kind, self.truth(value))
        if isinstance(kind, Int):
            return Value(kind, self.raw(value, width(kind)))
        return Value(kind, value.data, value.memory)

    # ---- numbers

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

    def operation(self, node: Node, symbol: str, values: list[Value]) -> Value:
        if symbol in ("==", "!="):
            equal = self.equal(self.live(values[0]), self.live(values[1]))
            return Value(BOOL, equal if symbol == "==" else self.b.not_(equal))
        match symbol:
            case "<" | "<=" | ">" | ">=":
                return Value(BOOL, self.compared(symbol, *values))
            case "not":
                return Value(BOOL, self.b.not_(self.truth(values[0])))
            case "bool":
                return Value(BOOL, self.truth(values[0]))
            case "len":
                return self.length(values[0], as_int(node.type))  # type: ignore[arg-type]
            case "digest":
                return Value(SMALL, self.digested(self.live(values[0])))
            case "&" | "|" | "^" if isinstance(node.type, Bool):
                make = {"&": self.b.and_, "|": self.b.or_, "^": self.b.xor}[symbol]
                return Value(BOOL, make(*map(self.truth, values)))
        kind = as_int(node.type)  # type: ignore[arg-type]
        return Value(kind, self.number(symbol, values, kind))

    def number(self, symbol: str, values: list[Value], kind: Int) -> Any:
        bits = width(kind)
        match symbol:
            case "+" | "-" | "*":
                return self.arithmetic(symbol, values, kind)
            case "&" | "|" | "^":
                make = {"&": self.b.and_, "|": self.b.or_, "^": self.b.xor}[symbol]
                return make(self.raw(values[0], bits), self.raw(values[1], bits))
            case "<<" | ">>":
                return self.shifted(symbol, values[0], values[1], kind)
            case "//" | "%":
                return self.divided(symbol, values[0], values[1])
            case "min" | "max":
                return self.extreme(symbol, values[0], values[1], kind)
            case "int":
                return self.raw(values[0], bits)
            case "abs":
                zero = Value(Int(0, 0), I64(0))
                opposite, _ = arithmetic("-", Int(0, 0), as_int(values[0].type))
                negated = Value(opposite, self.arithmetic("-", [zero, values[0]], opposite))
                return self.extreme("max", values[0], negated, kind)
        return self.counted(symbol, values[0])

    def arithmetic(self, symbol: str, values: list[Value], kind: Int) -> Any:
        a, b = (as_int(value.type) for value in values)
        bits = width(kind)
        x, y = (self.raw(value, bits) for value in values)
        if arithmetic(symbol, a, b)[1]:
            name = {"+": "sadd", "-": "ssub", "*": "smul"}[symbol]
            signature = ir.FunctionType(ir.LiteralStructType([I64, I1]), [I64, I64])
            both = self.b.call(self.intrinsic(f"{name}.with.overflow", [I64], signature), [x, y])
            self.check(self.b.not_(self.b.extract_value(both, 1)), Trap.OVERFLOW)
            return self.b.extract_value(both, 0)
        make = {"+": self.b.add, "-": self.b.sub, "*": self.b.mul}[symbol]
        return make(x, y, flags=("nsw",) if all(map(is_small, (a, b, kind))) else ())

    def shifted(self, symbol: str, value: Value, count: Value, kind: Int) -> Any:
        a, asked = as_int(value.type), as_int(count.type)
        allowed = shift_count(symbol, a, asked)
        if allowed != asked:
            self.check(self.within(count, allowed), Trap.SHIFT)
        if symbol == "<<":
            bits = max(width(kind), -(-(allowed.high + 1) // 64) * 64)
            made = self.b.shl(self.raw(value, bits), self.raw(count, bits))
            return self.narrowed(made, width(kind))
        bits = width(a)
        x, y = self.raw(value, bits), self.raw(Value(allowed, self.raw(count, 64)), max(bits, 64))
        y = self.narrowed(y, bits)
        if allowed.high >= bits:
            far = self.b.icmp_unsigned(">=", y, y.type(bits))
            y = self.b.select(far, y.type(bits - 1), y)
            if a.low >= 0:
                return self.narrowed(self.b.select(far, x.type(0), self.b.lshr(x, y)), width(kind))
        return self.narrowed((self.b.lshr if a.low >= 0 else self.b.ashr)(x, y), width(kind))

    def narrowed(self, data: Any, bits: int) -> Any:
        return self.b.trunc(data, ir.IntType(bits)) if data.type.width > bits else data

    def divided(self, symbol: str, value: Value, divisor: Value) -> Any:
        a, d = as_int(value.type), as_int(divisor.type)
        x, y = self.raw(value, 64), self.raw(divisor, 64)
        if d.low <= 0 <= d.high:
            self.check(self.b.icmp_unsigned("!=", y, I64(0)), Trap.DIVISION)
        if a.low >= 0 and d.low >= 0:
            return (self.b.udiv if symbol == "//" else self.b.urem)(x, y)
        if a.low == LEAST and d.low <= -1 <= d.high:
            self.check(self.b.icmp_signed("!=", y, I64(-1)), Trap.OVERFLOW)
        rest = self.b.srem(x, y)
        uneven = self.b.icmp_signed("!=", rest, I64(0))
        apart = self.b.and_(uneven, self.b.icmp_signed("<", self.b.xor(rest, y), I64(0)))
        if symbol == "%":
            return self.b.select(apart, self.b.add(rest, y), rest)
        return self.b.sub(self.b.sdiv(x, y), self.b.zext(apart, I64))

    def extreme(self, symbol: str, value: Value, other: Value, kind: Int) -> Any:
        """min or max; of equals the first."""
        bits = max(width(as_int(value.type)), width(as_int(other.type)), width(kind))
        first = self.compared("<=" if symbol == "min" else ">=", value, other)
        return self.narrowed(self.b.select(first, self.raw(value, bits), self.raw(other, bits)), width(kind))

    def counted(self, symbol: str, value: Value) -> Any:
        bits = width(as_int(value.type))
        x = self.raw(value, bits)
        if symbol == "bit_count":
            return self.narrowed(self.b.ctpop(x), 64)
        return self.narrowed(self.b.sub(x.type(bits), self.b.ctlz(x, I1(0))), 64)

    def within(self, value: Value, allowed: Int) -> Any:
        """Whether an int lies in an interval; what its own interval proves is left out."""
        own = as_int(value.type)
        ok: Any = I1(1)
        if own.low < allowed.low:
            ok = self.compared(">=", value, self.number_constant(allowed.low))
        if own.high > allowed.high:
            ok = self.b.and_(ok, self.compared("<=", value, self.number_constant(allowed.high)))
        return ok

    def number_constant(self, value: int) -> Value:
        return constant(value, self.layout)

    # ---- comparisons

    def compared(self, symbol: str, value: Value, other: Value) -> Any:
        a, b = as_int(value.type), as_int(other.type)
        both = join(a, b)
        assert isinstance(both, Int)
        compare = self.b.icmp_signed if both.low < 0 else self.b.icmp_unsigned
        return compare(symbol, self.raw(value, width(both)), self.raw(other, width(both)))

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

    def external(self, name: str, result: Any, arguments: list[Any]) -> Any:
        known = self.layout.module.globals.get(name)
        return known or ir.Function(self.layout.module, ir.FunctionType(result, arguments), name)

    # ---- tuples, tables, boards

    def length(self, value: Value, kind: Int) -> Value:
        if isinstance(value.type, Row):
            return Value(kind, value.data[1])
        return self.number_constant(kind.low)

    def place(self, index: Value, length: Any, known: int | None) -> Any:
        """An index as Python counts it, from the end if negative, checked unless proven."""
        kind = as_int(index.type)
        if known is not None and kind.low >= 0 and kind.high < known:
            return self.raw(index, 64)
        bits = max(width(kind), 64)
        x, n = self.raw(index, bits), self.b.zext(length, ir.IntType(bits)) if bits > 64 else length
        if kind.low < 0:
            x = self.b.select(self.b.icmp_signed("<", x, x.type(0)), self.b.add(x, n), x)
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

    def check_within(self, value: Value, allowed: Int) -> None:
        own = as_int(value.type)
        if own.low < allowed.low or own.high > allowed.high:
            self.check(self.within(value, allowed), Trap.OVERFLOW)

    # ---- moves in scratch memory

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

    # ---- keys of tables

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
