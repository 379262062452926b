"""Functions that this package changes: copies of generated ones, whose instructions may be exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lazytree.core.errors import Refused

from ..codegen import text
from ..codegen.text import Data, Instruction, Kind
from . import encoding as wasm

ENDS = "br", "switch"


class Function:
    """A function: its blocks by their labels, the first one first.

    `promised` is how many bytes of the stack its callers leave for it, with all that may be written out in it; None of
    a function that nothing was promised for, which keeps nothing on the stack.
    """

    def __init__(self, source: text.Function) -> None:
        self.name, self.result, self.args = source.name, source.result, source.args
        self.is_entry, self.promised = not source.internal, source.promised
        self.blocks: dict[str, list[Instruction]] = {block.label: list(block.lines) for block in source.blocks}
        for lines in self.blocks.values():
            if lines[-1].op == "switch" and len(set(lines[-1].more)) == 1:
                lines[-1] = Instruction("br", None, (), lines[-1].more[:1])
        self.fresh = 0

    def lines(self) -> Iterator[Instruction]:
        """All its instructions."""
        for lines in self.blocks.values():
            yield from lines

    def size(self) -> int:
        """How many instructions it has."""
        return sum(map(len, self.blocks.values()))

    @property
    def first(self) -> str:
        """The label of the block where it begins."""
        return next(iter(self.blocks))

    def new_tag(self) -> str:
        """What names begin with that no others of the function have."""
        self.fresh += 1
        return f"{self.fresh}."

    def new_slot(self, kind: Kind) -> Data:
        """The address of a new variable."""
        made = Data(kind.as_pointer(), f"%{self.new_tag()}slot")
        self.blocks[self.first].insert(0, Instruction("alloca", made, (), kind))
        return made


def unknown(what: str) -> Refused:
    """The refusal of what this package does not know."""
    return Refused(f"{what} cannot be written as WebAssembly")


def ways(lines: Sequence[Instruction]) -> Sequence[str]:
    """The labels that a block leads to."""
    last = lines[-1]
    if last.op not in ENDS:
        return ()
    labels: Sequence[str] = last.more
    if last.op == "br" and last.given and (known := number_of(last.given[0])) is not None:
        return labels[:1] if known else labels[1:]
    return labels


def number_of(data: Data) -> int | None:
    """The number that an operand is written as; None of a value that is worked out."""
    return None if data.text[0] in "%@" else literal(data.text)


def literal(written: str) -> int:
    """The number of a constant, as its bits."""
    if written in ("undef", "zeroinitializer", "null", "false"):
        return 0
    return 1 if written == "true" else int(written, 16 if written.startswith("0x") else 10)


def phis(lines: Sequence[Instruction]) -> list[Instruction]:
    """The values of a block that depend on where control comes from."""
    count = 0
    while lines[count].op == "phi":
        count += 1
    return list(lines[:count])


def led_to(line: Instruction, old: str, new: str) -> Instruction:
    """An instruction that names a label, with another in its place."""
    return line._replace(more=[new if label == old else label for label in line.more])


# ---- Functions that code calls where an operation is too long to be written out: products, comparison of bytes


A, B, C, D, E = (wasm.get(number) for number in range(5))


class Helper(NamedTuple):
    """A function: the types of what it is given and of its results, and its body."""

    given: tuple[int, ...]
    results: tuple[int, ...]
    body: bytes


def helper(name: str) -> Helper:
    """The helper of a name: "far product", "memcmp", or "mul" and a number of words."""
    if name == "far product":
        return far_product()
    if name == "memcmp":
        return compared_bytes()
    if name.startswith("mul "):
        return wide_product(int(name[4:]))
    raise unknown(f"a call of {name}")


def far_product() -> Helper:
    """Whether a product of 64 bits overflows: divided by one of both, it does not give the other."""
    none = A + wasm.ZERO64 + wasm.IF + wasm.i32(0) + wasm.RETURN + wasm.END
    least = wasm.i64(-1) + wasm.EQ + wasm.IF + B + wasm.i64(-(2**63)) + wasm.EQ + wasm.RETURN + wasm.END
    code = none + A + least + A + B + wasm.MUL + A + b"\x7f" + B + wasm.NE
    return Helper((wasm.INT64, wasm.INT64), (wasm.INT32,), wasm.body_of([], code))


def compared_bytes() -> Helper:
    """`memcmp` of the C library: 0 of equal bytes."""
    byte, at, difference = wasm.PIECES[1].load + b"\x00", D, E
    apart = A + at + wasm.ADD32 + byte + B + at + wasm.ADD32 + byte + wasm.SUB32 + wasm.keep(4)
    loop = at + C + b"\x4f" + wasm.JUMP_IF + b"\x01"
    loop += apart + wasm.IF + difference + wasm.RETURN + wasm.END
    loop += at + wasm.i32(1) + wasm.ADD32 + wasm.put(3) + wasm.JUMP + b"\x00"
    code = wasm.BLOCK + wasm.LOOP + loop + wasm.END + wasm.END + wasm.i32(0)
    return Helper((wasm.INT32,) * 3, (wasm.INT32,), wasm.body_of([wasm.INT32, wasm.INT32], code))


def wide_product(count: int) -> Helper:
    """The product of two wide ints: (words, words) -> as many words, digit by digit of 32 bits, as by hand."""
    digits, carry, lower = 2 * count, wasm.get(4 * count), wasm.i64(2**32 - 1) + wasm.AND
    upper = wasm.i64(32) + wasm.SHR

    def digit(number: int) -> bytes:
        return wasm.get(number // 2) + (upper if number % 2 else lower)

    code = b""
    for i in range(digits):
        code += wasm.i64(0) + wasm.put(4 * count)
        for j in range(digits - i):
            at = digits + i + j
            code += digit(i) + digit(digits + j) + wasm.MUL + wasm.get(at) + wasm.ADD + carry + wasm.ADD
            code += wasm.keep(4 * count) + lower + wasm.put(at) + carry + upper + wasm.put(4 * count)
    for at in range(digits, 2 * digits, 2):
        code += wasm.get(at) + wasm.get(at + 1) + wasm.i64(32) + wasm.SHL + wasm.OR
    given = (wasm.INT64,) * count
    return Helper(given * 2, given, wasm.body_of([wasm.INT64] * (digits + 1), code))
