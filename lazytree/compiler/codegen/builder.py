"""What writes instructions: each method adds one at the end of a block, and gives its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .text import I1, VOID, Block, Data, Function, Instruction, Kind, Module, several

SIGNED = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
UNSIGNED = {"<": "ult", "<=": "ule", ">": "ugt", ">=": "uge", "==": "eq", "!=": "ne"}
ORDERED = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq"}
UNORDERED = {"!=": "une"}


def binary(name: str) -> Callable[..., Data]:
    """The method for an instruction of this name on two values of one type; `flags` say what LLVM may rely on."""
    return lambda b, x, y, flags="": b.given(x.type, name, (x, y), note=flags)


def comparison(name: str, symbols: dict[str, str]) -> Callable[[Builder, str, Data, Data], Data]:
    """The method for a comparison."""
    return lambda b, symbol, x, y: b.given(I1, name, (x, y), symbols[symbol])


def conversion(name: str) -> Callable[[Builder, Data, Kind], Data]:
    """The method for an instruction that makes a value of another type."""
    return lambda b, x, kind: x if x.type.text == kind.text else b.given(kind, name, (x,))


class Phi(Data):
    """A value that depends on the block from which control comes."""

    __slots__ = ("block", "labels", "values")

    def __init__(self, kind: Kind, text: str, block: Block) -> None:
        super().__init__(kind, text)
        self.block = block
        self.values: list[Data] = []
        self.labels: list[str] = []

    def add_incoming(self, value: Data, block: Block) -> None:
        """Its value where control comes from a block."""
        self.values.append(value)
        self.labels.append(block.label)


class Builder:
    """Writes at the end of `block`."""

    def __init__(self, module: Module, block: Block) -> None:
        self.module, self.block = module, block

    def position_at_end(self, block: Block) -> None:
        """From now on writes there."""
        self.block = block

    def done(self, op: str, given: Sequence[Data], more: Any = None, note: str = "") -> None:
        """Writes an instruction that has no result."""
        self.block.lines.append(Instruction(op, None, given, more, note))

    def given(self, kind: Any, op: str, given: Sequence[Data], more: Any = None, note: str = "") -> Data:
        """The result of an instruction, which is written."""
        made = Data(kind, self.block.function.new_name())
        self.block.lines.append(Instruction(op, made, given, more, note))
        return made

    # ---- numbers

    add, sub, mul = map(binary, ("add", "sub", "mul"))
    sdiv, udiv, srem, urem = map(binary, ("sdiv", "udiv", "srem", "urem"))
    shl, lshr, ashr, and_, or_, xor = map(binary, ("shl", "lshr", "ashr", "and", "or", "xor"))
    fadd, fsub, fmul, fdiv = map(binary, ("fadd", "fsub", "fmul", "fdiv"))
    icmp_signed, icmp_unsigned = comparison("icmp", SIGNED), comparison("icmp", UNSIGNED)
    fcmp_ordered, fcmp_unordered = comparison("fcmp", ORDERED), comparison("fcmp", UNORDERED)
    sext, zext, trunc = map(conversion, ("sext", "zext", "trunc"))
    sitofp, uitofp, fptosi = map(conversion, ("sitofp", "uitofp", "fptosi"))
    ptrtoint, inttoptr, same_bits = map(conversion, ("ptrtoint", "inttoptr", "bitcast"))

    def not_(self, x: Data) -> Data:
        """All bits turned over."""
        return self.xor(x, x.type(-1))

    def fneg(self, x: Data) -> Data:
        """The float with the other sign."""
        return self.given(x.type, "fneg", (x,))

    def select(self, test: Data, then: Data, other: Data) -> Data:
        """One of two values."""
        return self.given(then.type, "select", (test, then, other))

    def ctpop(self, x: Data) -> Any:
        """How many bits are 1."""
        return self.intrinsic("ctpop", [x.type], x.type, [x])

    def ctlz(self, x: Data) -> Any:
        """How many bits above the highest 1 are 0."""
        return self.intrinsic("ctlz", [x.type], x.type, [x, I1(0)])

    def cttz(self, x: Data, never_0: bool = False) -> Any:
        """How many bits below the lowest 1 are 0."""
        return self.intrinsic("cttz", [x.type], x.type, [x, I1(never_0)])

    # ---- memory

    def alloca(self, kind: Kind, align: int = 0) -> Data:
        """The address of room on the stack, for a value of a type."""
        return self.given(kind.as_pointer(), "alloca", (), kind, aligned(align))

    def load(self, place: Data, align: int = 0, within: tuple[int, int] | None = None) -> Data:
        """The value at an address; `within`: from where it lies, and up to what."""
        kind = place.type.pointee
        note = f", !range {self.module.note(several([kind(each) for each in within]))}" if within else ""
        return self.given(kind, "load", (place,), note=f"{aligned(align)}{note}")

    def load_atomic(self, place: Data, order: str, align: int) -> Data:
        """The value at an address, read as a whole."""
        return self.given(place.type.pointee, "load atomic", (place,), note=f" {order}{aligned(align)}")

    def atomic_rmw(self, change: str, place: Data, new: Data, order: str) -> Data:
        """The value at an address before it is changed, in one step."""
        return self.given(new.type, "atomicrmw", (place, new), change, f" {order}")

    def store(self, data: Data, place: Data, align: int = 0) -> None:
        """Writes a value to an address."""
        self.done("store", (data, place), note=aligned(align))

    def gep(self, place: Data, indices: Sequence[Data], inbounds: bool = False) -> Data:
        """An address that many values further, and within an array."""
        whole = place.type.pointee
        kind = whole if len(indices) == 1 else whole.element
        sure = "inbounds " if inbounds else ""
        return self.given(kind.as_pointer(), "getelementptr", (place, *indices), whole, sure)

    def cast(self, place: Data, kind: Kind) -> Data:
        """The same address, of values of another type. No instruction: LLVM has one type of addresses."""
        return Data(kind.as_pointer(), place.text)

    # ---- values made of others

    def extract_value(self, whole: Data, place: int) -> Data:
        """One of several values."""
        return self.given(whole.type.elements[place], "extractvalue", (whole,), place)

    def insert_value(self, whole: Data, part: Data, place: int) -> Data:
        """Several values, with another one at a place."""
        return self.given(whole.type, "insertvalue", (whole, part), place)

    # ---- calls, and where control goes

    def call(self, function: Function, given: Sequence[Data]) -> Any:
        """What a function gives; None of one that gives nothing."""
        if function.result is VOID:
            return self.done("call", given, function)
        return self.given(function.result, "call", given, function)

    def intrinsic(self, name: str, kinds: Sequence[Kind], result: Kind, given: Sequence[Data]) -> Any:
        """What a function gives that LLVM itself has for values of these types."""
        whole = ".".join(["llvm", name, *(kind.spelled for kind in kinds)])
        return self.call(self.module.function(whole, result, [each.type for each in given]), given)

    def phi(self, kind: Kind) -> Phi:
        """A value that depends on where control comes from."""
        made = Phi(kind, self.block.function.new_name(), self.block)
        self.block.lines.append(Instruction("phi", made, made.values, made.labels))
        return made

    def end(self, op: str, given: Sequence[Data], labels: Sequence[str] = (), note: str = "") -> None:
        """Writes the last instruction of a block."""
        self.done(op, given, labels, note)
        self.block.ended = True

    def branch(self, block: Block) -> None:
        """Goes on in a block."""
        self.end("br", (), (block.label,))

    def cbranch(self, test: Data, then: Block, other: Block, weights: tuple[int, int] | None = None) -> None:
        """Goes on in one of two blocks; `weights` say how often in each."""
        often = weights and f'!"branch_weights", i32 {weights[0]}, i32 {weights[1]}'
        note = f", !prof {self.module.note(often)}" if often else ""
        self.end("br", (test,), (then.label, other.label), note)

    def switch(self, number: Data, blocks: Sequence[Block]) -> None:
        """Goes on in the block of a number; in the first one for numbers that there are not."""
        self.end("switch", (number,), [block.label for block in blocks])

    def ret(self, data: Data) -> None:
        """Returns a value."""
        self.end("ret", (data,))

    def unreachable(self) -> None:
        """Says that control never comes here."""
        self.end("unreachable", ())


def aligned(align: int) -> str:
    """A part of an instruction: the address is a multiple of this."""
    return f", align {align}" if align else ""
