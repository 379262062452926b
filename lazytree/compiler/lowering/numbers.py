"""Lowering numbers: arithmetic, shifts, comparisons; what intervals do not prove is checked."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ..language.core import Node, Op
from ..language.errors import Trap
from ..language.intervals import arithmetic, is_small, shift_count
from ..language.kinds import BOOL, LEAST, SMALL, Bool, Int, as_int, join, width
from .memory import Storage
from .values import I1, I64, Value, constant


class Numbers(Storage):
    """Emits operations on ints and bools."""

    def equal(self, value: Value, other: Value) -> Any:
        raise NotImplementedError

    def length(self, value: Value, kind: Int) -> Value:
        raise NotImplementedError

    def digested(self, value: Value) -> Any:
        raise NotImplementedError

    proven: set[Node]  # sums that cannot overflow

    def operation(self, node: Op, symbol: str, values: list[Value]) -> Value:
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
        if node in self.proven:
            return Value(kind, self.plain(symbol, values, kind))
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
        if not arithmetic(symbol, a, b)[1]:
            return self.plain(symbol, values, kind)
        name = {"+": "sadd", "-": "ssub", "*": "smul"}[symbol]
        signature = ir.FunctionType(ir.LiteralStructType([I64, I1]), [I64, I64])
        x, y = (self.raw(value, 64) for value in values)
        both = self.b.call(self.intrinsic(f"{name}.with.overflow", [I64], signature), [x, y])
        self.check(self.b.not_(self.b.extract_value(both, 1)), Trap.OVERFLOW)
        return self.b.extract_value(both, 0)

    def plain(self, symbol: str, values: list[Value], kind: Int) -> Any:
        """A sum, difference or product that cannot overflow."""
        make = {"+": self.b.add, "-": self.b.sub, "*": self.b.mul}[symbol]
        x, y = (self.raw(value, width(kind)) for value in values)
        return make(
            x, y, flags=("nsw",) if is_small(kind) and all(is_small(as_int(each.type)) for each in values) else ()
        )

    def lowest_cell(self, cells: Value) -> Value:
        """The lowest bit of a set, -1 if it is empty."""
        kind, x = as_int(cells.type), cells.data
        lowest = self.narrowed(self.b.cttz(x, I1(0)), 64)
        empty = self.b.icmp_unsigned("==", x, x.type(0))
        return Value(Int(-1, kind.high.bit_length() - 1), self.b.select(empty, I64(-1), lowest))

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

    def compared(self, symbol: str, value: Value, other: Value) -> Any:
        a, b = as_int(value.type), as_int(other.type)
        both = join(a, b)
        assert isinstance(both, Int)
        compare = self.b.icmp_signed if both.low < 0 else self.b.icmp_unsigned
        return compare(symbol, self.raw(value, width(both)), self.raw(other, width(both)))

    def check_within(self, value: Value, allowed: Int) -> None:
        own = as_int(value.type)
        if own.low < allowed.low or own.high > allowed.high:
            self.check(self.within(value, allowed), Trap.OVERFLOW)
