"""Variables whose address goes nowhere as values: what was stored is used where it was loaded.

Where several ways meet a variable is a value that depends on the way (phi), unless it is the same one on each.
Source: Braun et al., "Simple and Efficient Construction of Static Single Assignment Form" (2013).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..codegen.text import ArrayType, Data, Instruction, Kind
from .control import Shape
from .functions import Function, unknown

Values = dict[str, Data]


def without_variables(function: Function, shape: Shape) -> None:
    """Changes a function so that it has no such variables."""
    if shape.before[shape.order[0]]:
        raise unknown("a function that begins with a loop")
    Variables(function, shape, variables_of(function.lines())).leave_out()


def variables_of(lines: Iterable[Instruction]) -> dict[str, Kind]:
    """The variables that are only read and written as a whole, with their types."""
    found, other = dict[str, Kind](), set[str]()
    accesses: dict[str, set[str]] = {}
    for line in lines:
        if line.op == "alloca" and line.result is not None and not isinstance(line.more, ArrayType):
            found[line.result.text] = line.more
        for number, data in enumerate(line.given):
            if data.text[0] == "%":
                if (kind := accessed(line, number)) is None:
                    other.add(data.text)
                else:
                    accesses.setdefault(data.text, set()).add(kind.text)
    other |= {name for name, kind in found.items() if not accesses.get(name, set()) <= {kind.text}}
    return {name: kind for name, kind in found.items() if name not in other}


def accessed(line: Instruction, number: int) -> Kind | None:
    """The type as which an instruction reads or writes at an operand; None if it does another thing with it."""
    if line.op == "load" and line.result is not None:
        return line.result.type  # type: ignore[no-any-return]
    return line.given[0].type if line.op == "store" and number == 1 else None


class Variables:
    """The variables of a function: their types; what each block reads before it sets it; which values are others."""

    def __init__(self, function: Function, shape: Shape, kinds: dict[str, Kind]) -> None:
        self.function, self.shape, self.kinds = function, shape, kinds
        self.wanted = self.read_later()
        self.same: Values = {}
        self.merged: dict[tuple[str, str], Instruction] = {}  # what depends on the way, by block and variable or result
        self.left: dict[str, Values] = {}  # what variables hold at the end of a block

    def read_later(self) -> dict[str, set[str]]:
        """The variables that are read after the beginning of each block, before they are set."""
        reads, sets = dict[str, set[str]](), dict[str, set[str]]()
        for label in self.shape.order:
            reads[label], sets[label] = set(), set()
            for line in self.function.blocks[label]:
                if line.op == "load" and (name := line.given[0].text) in self.kinds and name not in sets[label]:
                    reads[label].add(name)
                elif line.op == "store" and line.given[1].text in self.kinds:
                    sets[label].add(line.given[1].text)
        changed = True
        while changed:
            changed = False
            for label in reversed(self.shape.order):
                later = {name for to in self.shape.ways[label] for name in reads[to]} - sets[label]
                if not later <= reads[label]:
                    reads[label] |= later
                    changed = True
        return reads

    def value(self, data: Data) -> Data:
        """The value that stands for another one."""
        while data.text in self.same:
            data = self.same[data.text]
        return data

    def leave_out(self) -> None:
        """Changes the function."""
        blocks, order = self.function.blocks, self.shape.order
        for label in order:
            blocks[label] = list(self.without(label))
        for (label, name), line in self.merged.items():
            if name in self.kinds:
                values = [self.left[before].get(name, self.kinds[name].undefined()) for before in line.more]
                self.merged[label, name] = line._replace(given=values)
        self.leave_out_same()
        for (label, _), line in self.merged.items():
            if line.result is not None and line.result.text not in self.same:
                blocks[label].insert(0, line)
        for label in order:
            blocks[label] = list(map(self.with_values, blocks[label]))

    def with_values(self, line: Instruction) -> Instruction:
        """An instruction of the values that stand for those that it is given."""
        if self.same.keys().isdisjoint(each.text for each in line.given):
            return line
        return line._replace(given=[self.value(each) for each in line.given])

    def without(self, label: str) -> Iterable[Instruction]:
        """The instructions of a block without those that read and write variables."""
        before = self.shape.before[label]
        if len(before) == 1:
            now = {name: each for name, each in self.left[before[0]].items() if name in self.wanted[label]}
        else:
            now = {name: Data(self.kinds[name], f"{name}.{label}") for name in sorted(self.wanted[label]) if before}
            self.merged.update({(label, name): Instruction("phi", each, (), before) for name, each in now.items()})
        for line in self.function.blocks[label]:
            if line.op == "phi" and line.result is not None:
                self.merged[label, line.result.text] = line
            elif line.op == "load" and line.result is not None and (name := line.given[0].text) in self.kinds:
                self.same[line.result.text] = now.get(name, self.kinds[name].undefined())
            elif line.op == "store" and line.given[1].text in self.kinds:
                now[line.given[1].text] = self.value(line.given[0])
            elif line.op != "alloca" or line.result is None or line.result.text not in self.kinds:
                yield line
        self.left[label] = now

    def leave_out_same(self) -> None:
        """Leaves out what is the same value on each way, but for itself."""
        users: dict[str, list[tuple[str, str]]] = {}
        for at, line in self.merged.items():
            for each in line.given:
                users.setdefault(each.text, []).append(at)
        stack = list(self.merged)
        while stack:
            line = self.merged[stack.pop()]
            assert line.result is not None
            own = line.result.text
            if own in self.same:
                continue
            others = {each.text: each for each in map(self.value, line.given) if each.text != own}
            if len(others) == 1:
                ((text, only),) = others.items()
                self.same[own] = only
                again = users.pop(own, [])
                users.setdefault(text, []).extend(again)
                stack += again
