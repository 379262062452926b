"""Small functions are written out where they are called, from the bottom up; checks that cannot fail are left out.

The result of a function ends with the sign that a check has failed, which the caller tests at once: what surely fails
goes where that leads, and what never fails is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..codegen.text import Data, Instruction, StructType
from .control import come_from, reached, reverse_postorder
from .functions import ENDS, Function, number_of, phis, ways

SMALL, ONCE, MOST = 120, 400, 4000
"""Instructions: of what is written out wherever it is called, of what is called once, of what that makes."""


class Inliner:
    """The functions of a module, what each can reach, how often each is called, and which never fail."""

    def __init__(self, functions: dict[str, Function]) -> None:
        self.functions = functions
        self.calls = {name: [each for each in called(own) if each in functions] for name, own in functions.items()}
        self.below = {name: reached(self.calls[name], self.calls.__getitem__) for name in functions}
        self.often = Counter(each for own in functions.values() for each in called(own))
        self.sure: set[str] = set()
        self.frames = {name: frame_bytes(own) for name, own in functions.items()}

    def run(self, entries: Iterable[str]) -> dict[str, Function]:
        """The functions that are left, changed."""
        *below_all, _ = reverse_postorder({**self.calls, "": list(self.calls)}, "")[::-1]
        for name in below_all:
            own = self.functions[name]
            label: str | None = own.first
            waiting = list(own.blocks)[:0:-1]
            while label is not None:
                label = self.first_call(own, label) or (waiting.pop() if waiting else None)
            drop_unreached(own)
            if never_fails(own):
                self.sure.add(name)
        left = reached(entries, lambda name: self.functions.keys() & called(self.functions[name]))
        return {name: own for name, own in self.functions.items() if name in left}

    def first_call(self, own: Function, label: str) -> str | None:
        """Writes out the first call of a block that is to be: the label of what comes after it."""
        lines = own.blocks[label]
        for at, line in enumerate(lines):
            if line.op != "call" or line.more.name not in self.functions:
                continue
            other = self.functions[line.more.name]
            if other.name in self.sure:
                leave_out_check(lines, at)
            if self.is_written_out(own, other):
                self.frames[own.name] += self.frames[other.name]
                return write_out(own, label, at, other)
        return None

    def is_written_out(self, own: Function, other: Function) -> bool:
        """Whether a function takes the place of calls in another: its own frame must have room in what was promised."""
        if own.is_entry or other.is_entry or other is own or other.name in self.below[other.name]:
            return False
        if (frames := self.frames[own.name] + self.frames[other.name]) and frames > (own.promised or 0):
            return False
        size = other.size()
        worth = size <= SMALL or (self.often[other.name] == 1 and size <= ONCE)
        return worth and own.size() + size <= MOST


def frame_bytes(function: Function) -> int:
    """The most that a function's variables take in memory."""
    return sum(line.room + 16 for line in function.lines() if line.op == "alloca")


def called(function: Function) -> Iterable[str]:
    """The names of the functions that a function calls, once for each call."""
    return (line.more.name for line in function.lines() if line.op == "call")


# ---- whether a check in a function has failed


def failure(own: Function, line: Instruction, made: Mapping[str, Instruction]) -> int | None:
    """Whether a `ret` says that a check has failed: 0, 1, or None where that is not known."""
    kind = line.given[0].type
    whole = made.get(line.given[0].text)
    if not isinstance(kind, StructType) or whole is None or whole.more != len(kind.elements) - 1:
        return None
    number = number_of(whole.given[1])
    return None if number is None else int(number != 0)


def parts_put(own: Function) -> dict[str, Instruction]:
    """Where results of several parts come from."""
    return {line.result.text: line for line in own.lines() if line.op == "insertvalue" and line.result}


def never_fails(own: Function) -> bool:
    """Whether no `ret` of a function may say that a check has failed."""
    made = parts_put(own)
    return all(failure(own, line, made) == 0 for line in own.lines() if line.op == "ret")


def is_check(lines: list[Instruction], at: int) -> bool:
    """Whether the call at a place is followed by the test whether it failed, and by nothing else."""
    call, rest = lines[at], lines[at + 1 :]
    if len(rest) != 2 or call.result is None or not isinstance(call.result.type, StructType):
        return False
    part, end = rest
    last = len(call.result.type.elements) - 1
    is_flag = part.op == "extractvalue" and part.given[0].text == call.result.text and part.more == last
    return is_flag and end.op == "br" and [each.text for each in end.given] == [part.result and part.result.text]


def leave_out_check(lines: list[Instruction], at: int) -> None:
    """Goes on after a call that never fails."""
    if is_check(lines, at):
        lines[-1] = Instruction("br", None, (), lines[-1].more[1:])


# ---- one call


def write_out(own: Function, label: str, at: int, other: Function) -> str:
    """Puts a function in the place of a call: the label of what comes after it."""
    tag, lines = own.new_tag(), own.blocks[label]
    call, after = lines[at], f"{tag}after"
    rest = lines[at + 1 :]
    fails = rest[-1].more[0] if is_check(lines, at) and own.blocks[rest[-1].more[0]][0].op != "phi" else None
    given = {parameter.text: value for parameter, value in zip(other.args, call.given)}

    def renamed(data: Data) -> Data:
        if data.text in given:
            return given[data.text]
        return Data(data.type, f"%{tag}{data.text[1:]}") if data.text[0] == "%" else data

    slots, results, unsure, made = list[Instruction](), list[tuple[Data, str]](), False, parts_put(other)
    for name, others in other.blocks.items():
        copies = own.blocks[tag + name] = list[Instruction]()
        for line in others:
            copy = line._replace(
                result=line.result and renamed(line.result),
                given=[renamed(each) for each in line.given],
                more=[tag + each for each in line.more] if line.op in ENDS or line.op == "phi" else line.more,
            )
            if line.op == "alloca":
                slots.append(copy)
            elif line.op != "ret":
                copies.append(copy)
            elif fails is not None and failure(other, line, made) == 1:
                copies.append(Instruction("br", None, (), (fails,)))
            else:
                unsure = unsure or failure(other, line, made) != 0
                results.append((copy.given[0], tag + name))
                copies.append(Instruction("br", None, (), (after,)))
    for to in rest[-1].more if rest[-1].op in ENDS else ():
        come_from(own.blocks[to], label, after)
    if fails is not None and not unsure:
        rest[-1] = Instruction("br", None, (), rest[-1].more[1:])
    values, labels = [value for value, _ in results], [each for _, each in results]
    if not results:
        rest = [Instruction("unreachable", None, ())]
    elif call.result is not None:
        rest.insert(0, Instruction("phi", call.result, values, labels))
    own.blocks[after] = rest
    own.blocks[label] = [*lines[:at], Instruction("br", None, (), (tag + other.first,))]
    own.blocks[own.first][:0] = slots
    return after


def drop_unreached(own: Function) -> None:
    """Leaves out the blocks that control never comes to, and what phis say of them."""
    leads = {label: ways(lines) for label, lines in own.blocks.items()}
    kept = set(reverse_postorder(leads, own.first))
    own.blocks = {label: lines for label, lines in own.blocks.items() if label in kept}
    for label, lines in own.blocks.items():
        for number, line in enumerate(phis(lines)):
            from_there = [each in kept and label in leads[each] for each in line.more]
            pairs = [pair for pair, comes in zip(zip(line.given, line.more), from_there) if comes]
            lines[number] = line._replace(given=[value for value, _ in pairs], more=[each for _, each in pairs])
