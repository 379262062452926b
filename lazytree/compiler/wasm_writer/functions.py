"""Functions that this package changes: copies of generated ones, whose instructions may be exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lazytree.core.errors import Refused

from ..codegen import text
from ..codegen.text import Data, Instruction, Kind

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
