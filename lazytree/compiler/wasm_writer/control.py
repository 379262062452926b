"""The shape of control: the order of blocks, dominators, and one way only into each loop.

Sources: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001); Ramsey, "Beyond Relooper" (2022).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..codegen.text import I32, Data, Instruction
from .functions import Function, led_to, phis, unknown, ways

Labels = Mapping[str, Sequence[str]]


class Shape:
    """The blocks of a function in reverse postorder, what leads to each, and its immediate dominator.

    What cannot be reached is left out. `number` is a block's place in the order: control goes back where it is not
    greater than that of the block before.
    """

    def __init__(self, function: Function) -> None:
        self.ways: Labels = {label: ways(lines) for label, lines in function.blocks.items()}
        self.order = reverse_postorder(self.ways, function.first)
        self.number = {label: number for number, label in enumerate(self.order)}
        self.before: dict[str, list[str]] = {label: [] for label in self.order}
        for label in self.order:
            for each in dict.fromkeys(self.ways[label]):
                self.before[each].append(label)
        self.above = self.dominators()

    def dominators(self) -> dict[str, str]:
        """The immediate dominator of each block; of the first itself."""
        above = {self.order[0]: self.order[0]}
        changed = True
        while changed:
            changed = False
            for label in self.order[1:]:
                known = [each for each in self.before[label] if each in above]
                new = known[0]
                for each in known[1:]:
                    new = self.meeting(above, each, new)
                if above.get(label) != new:
                    above[label], changed = new, True
        return above

    def meeting(self, above: Mapping[str, str], one: str, other: str) -> str:
        """The nearest block that dominates both."""
        while one != other:
            if self.number[one] > self.number[other]:
                one = above[one]
            else:
                other = above[other]
        return one

    def dominates(self, one: str, other: str) -> bool:
        """Whether control goes through one block on each way to another."""
        while self.number[other] > self.number[one]:
            other = self.above[other]
        return one == other

    def second_way_in(self) -> str | None:
        """A block that control goes back to from one that it does not dominate; None if there is none."""
        for label in self.order:
            for each in self.before[label]:
                if self.number[each] >= self.number[label] and not self.dominates(label, each):
                    return label
        return None


def reverse_postorder(ways: Labels, first: str) -> list[str]:
    """All labels that can be reached, each before those that it leads to, but for ways back."""
    seen, ended, stack = {first}, list[str](), [(first, iter(ways[first]))]
    while stack:
        label, rest = stack[-1]
        following = next((each for each in rest if each not in seen), None)
        if following is None:
            ended.append(label)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(ways[following])))
    return ended[::-1]


def shaped(function: Function) -> Shape:
    """The shape of a function, which is changed: its loops get one way in, ways of a switch lead to no phi."""
    apart(function)
    while True:
        shape = Shape(function)
        head = shape.second_way_in()
        if head is None:
            return shape
        dispatch(function, shape, head)


def apart(function: Function) -> None:
    """Puts a block on each way of a switch to a block where other ways lead, and values may depend on them."""
    often = Counter(to for lines in function.blocks.values() for to in ways(lines))
    for label, lines in list(function.blocks.items()):
        last = lines[-1]
        if last.op == "switch":
            for to in dict.fromkeys(last.more):
                if often[to] > 1 or function.blocks[to][0].op == "phi":
                    between = f"{function.new_tag()}{to}"
                    function.blocks[between] = [Instruction("br", None, (), (to,))]
                    lines[-1] = led_to(lines[-1], to, between)
                    come_from(function.blocks[to], label, between)


def come_from(lines: list[Instruction], old: str, new: str) -> None:
    """Says in the phis of a block that control comes from another one."""
    for number, line in enumerate(phis(lines)):
        lines[number] = led_to(line, old, new)


def dispatch(function: Function, shape: Shape, head: str) -> None:
    """Gives the loop of `head`, which has several ways in, one: a block that goes on by a variable.

    What depends on the way goes through variables as well.
    """
    blocks, top = function.blocks, shape.above[head]
    inside = {label for label in shape.order if label != top and shape.dominates(top, label)}
    part = reached(head, lambda label: shape.ways[label], inside) & reached(head, lambda x: shape.before[x], inside)
    entries = [label for label in shape.order if label in part and not part.issuperset(shape.before[label])]
    if len(entries) < 2:
        raise unknown("a loop with several ways in")
    tag = function.new_tag()
    variable = function.new_slot(f"{tag}way", I32)
    for label in entries:
        for number, line in enumerate(phis(blocks[label])):
            assert line.result is not None
            place = function.new_slot(f"{tag}{label}.{number}", line.result.type)
            for value, each in zip(line.given, line.more):
                blocks[each].insert(-1, Instruction("store", None, (value, place)))
            blocks[label][number] = Instruction("load", line.result, (place,))
    for number, label in enumerate(entries):
        for each in shape.before[label]:
            way = f"{tag}{'back' if each in part else 'in'}{number}"
            blocks[way] = [
                Instruction("store", None, (I32(number), variable)),
                Instruction("br", None, (), (tag,)),
            ]
            blocks[each][-1] = led_to(blocks[each][-1], label, way)
    number_now = Data(I32, f"%{tag}now")
    blocks[tag] = [
        Instruction("load", number_now, (variable,)),
        Instruction("switch", None, (number_now,), entries),
    ]
    function.dispatched = True


def reached(start: str, ways: Callable[[str], Iterable[str]], inside: set[str]) -> set[str]:
    """All that can be reached from a block without leaving some."""
    seen, stack = {start}, [start]
    while stack:
        for each in ways(stack.pop()):
            if each in inside and each not in seen:
                seen.add(each)
                stack.append(each)
    return seen
