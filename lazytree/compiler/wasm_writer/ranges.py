"""Between which numbers an int lies, as far as what it is made of tells: checks that cannot fail are left out.

What a loop adds to itself is bounded by time: 2 ** 54 additions take half a year.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..codegen.text import Data, Instruction, IntType
from .functions import Function, number_of

Range = tuple[int, int]
ADDITIONS, MOST_ADDED = 2**54, 2**8
DEEPEST = 40  # steps from a value to what it is made of


def full(data: Data) -> Range:
    """All numbers of a type, with signs; of truths 0 and 1."""
    width = data.type.width if isinstance(data.type, IntType) else 64
    return (0, 1) if width == 1 else (-(1 << width - 1), (1 << width - 1) - 1)


def signed(number: int, data: Data) -> int:
    """A number with these bits, of a type with signs."""
    number &= (1 << data.type.width) - 1
    return number - (1 << data.type.width) if number > full(data)[1] > 1 else number


class Ranges:
    """The ranges of the ints of a function, worked out when they are asked for."""

    def __init__(self, function: Function, items: Mapping[str, Sequence[int]]) -> None:
        self.items = items  # of constants that are ints
        self.made = {line.result.text: line for line in function.lines() if line.result is not None}
        self.known: dict[str, Range] = {}
        self.depth = 0

    def of(self, data: Data) -> Range:
        """The least and the greatest number that a value may be, with signs."""
        if not isinstance(data.type, IntType):
            return full(data)
        if (number := number_of(data)) is not None:
            return (signed(number, data),) * 2
        line = self.made.get(data.text)
        if data.text not in self.known and line is not None:
            if self.depth > DEEPEST:
                return full(data)
            self.known[data.text] = full(data)  # what goes in circles may be anything
            self.depth += 1
            (low, high), (least, most) = OF[line.op](self, line) if line.op in OF else full(data), full(data)
            self.depth -= 1
            self.known[data.text] = (low, high) if least <= low <= high <= most else (least, most)
        return self.known.get(data.text, full(data))

    def of_result(self, line: Instruction) -> Range:
        """The range of a sum, difference or product, as if there were ints of any size."""
        (a, b), (c, d) = self.of(line.given[0]), self.of(line.given[1])
        op = line.more.name.split(".")[1][1:] if line.op == "call" else line.op
        if op == "add":
            return a + c, b + d
        if op == "sub":
            return a - d, b - c
        if line.given[0].text == line.given[1].text:
            return 0 if a < 0 < b else min(a * a, b * b), max(a * a, b * b)
        ends = a * c, a * d, b * c, b * d
        return min(ends), max(ends)

    def part(self, i: Instruction) -> Range:
        """The range of a part: of a sum, none that overflows goes on, and whether it can; what was put there."""
        line = self.made.get(i.given[0].text)
        while line is not None and line.op == "insertvalue":
            if line.more == i.more:
                return self.of(line.given[1])
            line = self.made.get(line.given[0].text)
        assert i.result is not None
        low, high = full(i.result)
        if line is None or not is_checked(line):
            return low, high
        least, most = self.of_result(line)
        if i.more == 1:
            return 0, int(least < -(2**63) or most >= 2**63)
        return max(low, least), min(high, most)

    def extended(self, i: Instruction) -> Range:
        """The range of the same number in more bits, or in fewer."""
        assert i.result is not None
        (low, high), (least, most) = self.of(i.given[0]), full(i.result)
        if i.op == "sext" and i.given[0].type.width == 1:
            return -1, 0
        if i.op == "zext" and low < 0:
            return 0, (1 << i.given[0].type.width) - 1
        return (low, high) if least <= low and high <= most else (least, most)

    def bits(self, i: Instruction) -> Range:
        """The range of an operation on bits."""
        assert i.result is not None
        (a, b), (c, d) = self.of(i.given[0]), self.of(i.given[1])
        if i.op == "xor" and (a, c) == (b, d):
            return (signed(a ^ c, i.result),) * 2
        if i.op == "and" and (a, c) == (b, d):
            return (signed(a & c, i.result),) * 2
        if i.op == "and" and max(a, c) >= 0:
            return 0, min(high for low, high in ((a, b), (c, d)) if low >= 0)
        if i.op in ("or", "xor") and min(a, c) >= 0:
            return 0, (1 << max(b, d).bit_length()) - 1
        if i.op == "ashr" and c == d and 0 <= c < i.result.type.width:
            return a >> c, b >> c
        if i.op == "lshr" and c == d and 0 <= c < i.result.type.width:
            return (a >> c, b >> c) if a >= 0 else (0, (1 << i.result.type.width - c) - 1) if c else (a, b)
        if i.op in ("udiv", "urem", "sdiv", "srem") and a >= 0 and c > 0:
            return (a // d, b // c) if i.op[1:] == "div" else (0, min(b, d - 1))
        return full(i.result)

    def read(self, i: Instruction) -> Range:
        """The range of what is read: of a constant that of all its items, or of the one that is read."""
        assert i.result is not None
        line = self.made.get(i.given[0].text)
        if line is None or line.op != "getelementptr" or len(line.given) != 3:
            items = self.items.get(i.given[0].text, ())
        else:
            items, (low, high) = self.items.get(line.given[0].text, ()), self.of(line.given[2])
            items = items[low : high + 1] if 0 <= low <= high < len(items) else items
        return (min(items), max(items)) if items else full(i.result)

    def tested(self, i: Instruction) -> Range:
        """The range of a comparison: one number where that is known."""
        known = self.compared(i.more, *i.given) if isinstance(i.given[0].type, IntType) else None
        return (0, 1) if known is None else (known, known)

    def chosen(self, i: Instruction) -> Range:
        """The range of one of two values."""
        (no, yes), (a, b), (c, d) = map(self.of, i.given)
        if no == yes:
            return (a, b) if yes else (c, d)
        return min(a, c), max(b, d)

    def counted(self, i: Instruction) -> Range:
        """The range of what a call gives: of bits that are counted."""
        assert i.result is not None
        name = i.more.name
        is_count = name.startswith(("llvm.ctpop", "llvm.cttz", "llvm.ctlz"))
        return (0, i.result.type.width) if is_count else full(i.result)

    def compared(self, how: str, one: Data, other: Data) -> int | None:
        """How two ints of one type surely compare: 1 if so, 0 if not; None where that is not known."""
        (a, b), (c, d) = self.of(one), self.of(other)
        if how in ("eq", "ne"):
            same = 1 if a == b == c == d else 0 if b < c or d < a else None
            return same if how == "eq" or same is None else 1 - same
        if how[0] == "u" and min(a, c) < 0:
            return None
        if how[1:] in ("gt", "le"):
            return None if (less := self.compared(f"{how[0]}lt", other, one)) is None else less ^ (how[1:] == "le")
        less = 1 if b < c else 0 if a >= d else None
        return less if how[1:] == "lt" or less is None else 1 - less

    def merged(self, i: Instruction) -> Range:
        """The range of a value that depends on the way: what it begins with, and what is added in circles."""
        assert i.result is not None
        seen, stack, added = {i.result.text}, [i], 0
        begin = list[Range]()
        while stack:
            for each in stack.pop().given:
                rest = self.step(each)
                if each.text in seen:
                    continue
                if rest is None or len(seen) > DEEPEST:
                    begin.append(self.of(each))
                else:
                    seen.add(each.text)
                    line, step = rest
                    added = max(added, step)
                    stack.append(line)
        low, high = min((low for low, _ in begin), default=0), max((high for _, high in begin), default=0)
        return low - added * ADDITIONS, high + added * ADDITIONS

    def step(self, data: Data) -> tuple[Instruction, int] | None:
        """What goes on with another value, as an instruction whose operand that is, and the most that it adds."""
        line = self.made.get(data.text)
        if line is not None and line.op == "phi":
            return line, 0
        if line is not None and line.op == "extractvalue" and line.more == 0:
            line = self.made.get(line.given[0].text)
            line = line if line is not None and is_checked(line) and "smul" not in line.more.name else None
        if line is None or (line.op not in ("add", "sub") and not is_checked(line)):
            return None
        low, high = self.of(line.given[1])
        most = max(-low, high)
        return (line._replace(given=line.given[:1]), most) if most <= MOST_ADDED else None


def is_checked(line: Instruction) -> bool:
    """Whether this is a sum, difference or product that says whether it overflows."""
    return line.op == "call" and line.more.name.startswith(("llvm.sadd.w", "llvm.ssub.w", "llvm.smul.w"))


OF: Mapping[str, Callable[[Ranges, Instruction], Range]] = {
    **dict.fromkeys(("add", "sub", "mul"), Ranges.of_result),
    **dict.fromkeys(("sext", "zext", "trunc"), Ranges.extended),
    **dict.fromkeys(("and", "or", "xor", "ashr", "lshr", "udiv", "urem", "sdiv", "srem"), Ranges.bits),
    "extractvalue": Ranges.part,
    "load": Ranges.read,
    "icmp": Ranges.tested,
    "select": Ranges.chosen,
    "call": Ranges.counted,
    "phi": Ranges.merged,
}
