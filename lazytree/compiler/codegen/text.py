"""LLVM's text form: types, values, blocks of instructions, functions and modules, as far as code generation needs them.

A value is its type and its text. Instructions are values as well: LLVM's text is printed from them, and what makes
WebAssembly without LLVM (`wasm_writer`) reads them as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from struct import pack, unpack
from typing import Any, NamedTuple


class Kind:
    """A type of LLVM: how it is written, how names of LLVM's functions spell it, how many bytes it takes at most."""

    __slots__ = ("pointer", "size", "spelled", "text")

    def __init__(self, text: str, size: int = 8, spelled: str = "") -> None:
        self.text, self.size, self.spelled = text, size, spelled or text
        self.pointer: Pointer | None = None

    def as_pointer(self) -> Pointer:
        """The type of addresses of such values."""
        if self.pointer is None:
            self.pointer = Pointer(self)
        return self.pointer

    def zeros(self) -> Data:
        """The value whose bits are 0."""
        return Data(self, "zeroinitializer")

    def undefined(self) -> Data:
        """A value that may be any."""
        return Data(self, "undef")


class IntType(Kind):
    """Ints of that many bits."""

    __slots__ = ("width",)

    def __init__(self, width: int) -> None:
        super().__init__(f"i{width}", max(8, width // 8))
        self.width = width

    def __call__(self, number: int) -> Data:
        """A constant."""
        return Data(self, self.literal(number))

    def literal(self, number: int) -> str:
        """How a constant is written."""
        return str(int(number))


class DoubleType(Kind):
    """Floats of 64 bits."""

    __slots__ = ()

    def __call__(self, number: float) -> Data:
        """A constant."""
        return Data(self, self.literal(number))

    def literal(self, number: float) -> str:
        """How a constant is written."""
        return f"0x{unpack('>Q', pack('>d', number))[0]:016x}"


class Pointer(Kind):
    """Addresses of values of a type: LLVM itself has one type of addresses."""

    __slots__ = ("pointee",)

    def __init__(self, pointee: Kind) -> None:
        super().__init__("ptr", spelled="p0")
        self.pointee: Any = pointee


class ArrayType(Kind):
    """That many items of a type, in memory."""

    __slots__ = ("count", "element")

    def __init__(self, element: Any, count: int) -> None:
        super().__init__(f"[{count} x {element.text}]", count * max(8, getattr(element, "width", 64)) // 8 + 16)
        self.element, self.count = element, count

    def __call__(self, numbers: Iterable[Any]) -> Data:
        """A constant."""
        kind = f"{self.element.text} "
        return Data(self, f"[{', '.join([kind + each for each in map(self.element.literal, numbers)])}]")


class StructType(Kind):
    """Values of several types."""

    __slots__ = ("elements",)

    def __init__(self, elements: Sequence[Kind]) -> None:
        super().__init__(f"{{{', '.join(each.text for each in elements)}}}", sum(each.size for each in elements))
        self.elements = elements


integer: Callable[[int], IntType] = cache(IntType)
VOID, F64 = Kind("void", 0), DoubleType("double", spelled="f64")
I1, I8, I32, I64 = (integer(bits) for bits in (1, 8, 32, 64))
BYTES, WORD_POINTER = I8.as_pointer(), I64.as_pointer()


class Data:
    """A value in machine code: a constant, an argument, or what an instruction gives."""

    __slots__ = ("text", "type")

    def __init__(self, type_: Any, text: str) -> None:
        self.type: Any = type_
        self.text = text


class Global(Data):
    """A constant in memory, and its address; `held` may be settled later."""

    __slots__ = ("held",)

    def __init__(self, kind: Kind, name: str, held: Data | None) -> None:
        super().__init__(kind.as_pointer(), f'@"{name}"')
        self.held = held

    def __str__(self) -> str:
        assert self.held is not None
        return f"{self.text} = internal constant {self.held.type.text} {self.held.text}"


class Instruction(NamedTuple):
    """An instruction: `op` as LLVM calls it, its result if it has one, and the values that it is given.

    `more` is what else it says: how it compares, the place of a part, the labels that it leads to or comes from, the
    function that is called, the type that there is room for. `note` is what only LLVM is told: flags, alignment,
    ranges, how often control goes where.
    """

    op: str
    result: Data | None
    given: Sequence[Data]
    more: Any = None
    note: str = ""

    def __str__(self) -> str:
        line = FORMS.get(self.op, plain_form)(self)
        return line if self.result is None else f"{self.result.text} = {line}"

    @property
    def room(self) -> int:
        """How many bytes its result takes at most, or the room that it makes."""
        if self.op == "alloca":
            return int(self.more.size)
        return 0 if self.result is None else int(self.result.type.size)


def written(data: Data) -> str:
    """A value with its type."""
    return f"{data.type.text} {data.text}"


def several(given: Sequence[Data]) -> str:
    """Values with their types."""
    return ", ".join(map(written, given))


def plain_form(i: Instruction) -> str:
    """The name, and the values with their types: `store`, `ret`, `select` ..."""
    return f"{i.op} {several(i.given)}{i.note}" if i.given else i.op


def of_one_type(i: Instruction, how: str) -> str:
    """The name, how it is done, and two values of one type."""
    one, other = i.given
    return f"{i.op} {how}{one.type.text} {one.text}, {other.text}"


def load_form(i: Instruction) -> str:
    """An address; the note says how it is read."""
    return f"{i.op} {i.result.type.text}, {several(i.given)}{i.note}"  # type: ignore[union-attr]


def phi_form(i: Instruction) -> str:
    """A value for each block that control comes from."""
    ways = ", ".join(f"[{value.text}, %{label}]" for value, label in zip(i.given, i.more))
    return f"phi {i.result.type.text} {ways}"  # type: ignore[union-attr]


def branch_form(i: Instruction) -> str:
    """The block where control goes on, or one of two by a test."""
    labels = ", ".join(f"label %{label}" for label in i.more)
    return f"br {several(i.given)}, {labels}{i.note}" if i.given else f"br {labels}"


def switch_form(i: Instruction) -> str:
    """The block of each number, the first one for all others."""
    kind, (first, *rest) = i.given[0].type.text, i.more
    cases = " ".join(f"{kind} {number}, label %{label}" for number, label in enumerate(rest, 1))
    return f"switch {several(i.given)}, label %{first} [{cases}]"


BINARY = (
    *("add", "sub", "mul", "sdiv", "udiv", "srem", "urem", "shl", "lshr", "ashr", "and", "or", "xor"),
    *("fadd", "fsub", "fmul", "fdiv"),
)
CONVERSIONS = "sext", "zext", "trunc", "sitofp", "uitofp", "fptosi", "ptrtoint", "inttoptr", "bitcast"
FORMS: dict[str, Callable[[Instruction], str]] = {
    **dict.fromkeys(BINARY, lambda i: of_one_type(i, i.note)),
    **dict.fromkeys(("icmp", "fcmp"), lambda i: of_one_type(i, f"{i.more} ")),
    **dict.fromkeys(CONVERSIONS, lambda i: f"{i.op} {several(i.given)} to {i.result.type.text}"),  # type: ignore[union-attr]
    **dict.fromkeys(("extractvalue", "insertvalue"), lambda i: f"{i.op} {several(i.given)}, {i.more}"),
    **dict.fromkeys(("load", "load atomic"), load_form),
    "alloca": lambda i: f"alloca {i.more.text}{i.note}",
    "atomicrmw": lambda i: f"atomicrmw {i.more} {several(i.given)}{i.note}",
    "getelementptr": lambda i: f"getelementptr {i.note}{i.more.text}, {several(i.given)}",
    "call": lambda i: f'call {i.more.result.text} @"{i.more.name}"({several(i.given)})',
    "phi": phi_form,
    "br": branch_form,
    "switch": switch_form,
}


class Block:
    """Instructions that run one after another; the last one leads elsewhere."""

    __slots__ = ("ended", "function", "label", "lines")

    def __init__(self, function: Function, label: str) -> None:
        self.function, self.label, self.ended = function, label, False
        self.lines: list[Instruction] = []

    def __str__(self) -> str:
        return "\n  ".join([f"{self.label}:", *map(str, self.lines)])


class Function:
    """A function: only declared while it has no block."""

    def __init__(self, name: str, result: Kind, arguments: Sequence[Kind], internal: bool = False) -> None:
        self.name, self.result, self.internal = name, result, internal
        self.args = [Data(kind, f"%a{number}") for number, kind in enumerate(arguments)]
        self.unlike: range = range(0)  # arguments whose memory no other argument leads to
        self.promised: int | None = None  # bytes of the stack that its callers leave for it, once that is settled
        self.noinline = False
        self.always_inline = False
        self.recursive = False  # each of its calls keeps a frame of its own on the stack: LLVM makes no loop of them
        self.as_it_is = False  # LLVM takes it for no function of that name that it knows
        self.blocks: list[Block] = []
        self.number = 0  # of names that have been given out

    def new_name(self) -> str:
        """A name for a value that no other of the function has."""
        self.number += 1
        return f"%v{self.number}"

    def append_block(self) -> Block:
        """A new block, the last one."""
        self.number += 1
        self.blocks.append(Block(self, f"b{self.number}"))
        return self.blocks[-1]

    def __str__(self) -> str:
        head = f'{self.result.text} @"{self.name}"'
        if not self.blocks:
            known = " nobuiltin" if self.as_it_is else ""
            return f"declare {head}({', '.join(each.type.text for each in self.args)}){known}"
        given = ", ".join(
            f"{each.type.text}{' noalias' if number in self.unlike else ''} {each.text}"
            for number, each in enumerate(self.args)
        )
        before, after = "internal " if self.internal else "", " noinline" if self.noinline else ""
        after += " alwaysinline" if self.always_inline and not self.noinline else ""
        after += ' "disable-tail-calls"="true"' if self.recursive else ""
        body = "\n".join(map(str, self.blocks))
        return f"define {before}{head}({given}){after} {{\n{body}\n}}"


class Module:
    """Functions, constants and notes; `str` is the text that LLVM reads."""

    def __init__(self) -> None:
        self.functions: dict[str, Function] = {}
        self.constants: list[Global] = []
        self.notes: dict[str, str] = {}

    def function(self, name: str, result: Kind, arguments: Sequence[Kind], internal: bool = False) -> Function:
        """The function of a name, a new one if there is none."""
        if name not in self.functions:
            self.functions[name] = Function(name, result, arguments, internal)
        return self.functions[name]

    def constant(self, kind: Kind, name: str, held: Data | None = None) -> Global:
        """A new constant in memory; the name is a hint."""
        self.constants.append(made := Global(kind, f"{name}.{len(self.constants)}.", held))
        return made

    def note(self, text: str) -> str:
        """The name of a note to LLVM on an instruction."""
        return self.notes.setdefault(text, f"!{len(self.notes)}")

    def __str__(self) -> str:
        notes = (f"{name} = !{{{text}}}" for text, name in self.notes.items())
        return "\n".join([*map(str, self.constants), *map(str, self.functions.values()), *notes, ""])


# ---- What writes instructions: each method adds one at the end of a block, and gives its result


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

    def cttz(self, x: Data) -> Any:
        """How many bits below the lowest 1 are 0."""
        return self.intrinsic("cttz", [x.type], x.type, [x, I1(0)])

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
