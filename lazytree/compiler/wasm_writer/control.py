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
    """Gives the loop of `head`, which has several ways in, one: a block that goes on by a variable."""
    kept_in_variables(function)
    blocks, top = function.blocks, shape.above[head]
    inside = {label for label in shape.order if label != top and shape.dominates(top, label)}
    part = reached([head], lambda x: inside.intersection(shape.ways[x]))
    part &= reached([head], lambda x: inside.intersection(shape.before[x]))
    entries = [label for label in shape.order if label in part and not part.issuperset(shape.before[label])]
    if len(entries) < 2:
        raise unknown("a loop with several ways in")
    tag = function.new_tag()
    variable, now = function.new_slot(I32), Data(I32, f"%{tag}now")
    for number, label in enumerate(entries):
        for each in shape.before[label]:
            way = f"{tag}{'back' if each in part else 'in'}{number}"
            store = Instruction("store", None, (I32(number), variable))
            blocks[way] = [store, Instruction("br", None, (), (tag,))]
            blocks[each][-1] = led_to(blocks[each][-1], label, way)
    blocks[tag] = [Instruction("load", now, (variable,)), Instruction("switch", None, (now,), entries)]


def kept_in_variables(function: Function) -> None:
    """Changes a function so that no block reads what is worked out in another one: variables hold that."""
    blocks = function.blocks
    for lines in blocks.values():
        for number, line in enumerate(phis(lines)):
            assert line.result is not None
            place = function.new_slot(line.result.type)
            for value, each in zip(line.given, line.more):
                blocks[each].insert(-1, Instruction("store", None, (value, place)))
            lines[number] = Instruction("load", line.result, (place,))
    made = {line.result.text: line.result for line in function.lines() if line.result and line.op != "alloca"}
    own = {line.result.text: label for label, lines in blocks.items() for line in lines if line.result}
    reads = [(each.text, label) for label, lines in blocks.items() for line in lines for each in line.given]
    far = dict.fromkeys(name for name, label in reads if name in made and own[name] != label)
    places = {name: function.new_slot(made[name].type) for name in far}
    for label, lines in blocks.items():
        blocks[label] = []
        for line in lines:
            here = {each.text: each for each in line.given if each.text in places and own[each.text] != label}
            read = {name: Data(each.type, f"%{function.new_tag()}read") for name, each in here.items()}
            blocks[label] += [Instruction("load", data, (places[name],)) for name, data in read.items()]
            blocks[label].append(line._replace(given=[read.get(each.text, each) for each in line.given]))
            if line.result is not None and line.result.text in places:
                blocks[label].append(Instruction("store", None, (line.result, places[line.result.text])))


def reached(start: Iterable[str], ways: Callable[[str], Iterable[str]]) -> set[str]:
    """All that can be reached from some, with these."""
    seen = set(start)
    stack = list(seen)
    while stack:
        new = [each for each in ways(stack.pop()) if each not in seen]
        seen.update(new)
        stack += new
    return seen
