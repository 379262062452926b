"""Loops of a few rounds, whose number is known, are written out: then what a round does is known when it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..codegen.text import Data, Instruction
from .control import Shape, reached
from .functions import ENDS, Function, number_of, phis

ROUNDS, MOST = 16, 240
"""The most rounds that are written out, and the most instructions that they make."""
GOES_ON = {"slt": int.__lt__, "ult": int.__lt__, "sgt": int.__gt__, "ne": int.__ne__}


class Loop(NamedTuple):
    """A loop: where it begins, where it goes back, all its blocks, how many rounds it has, and where it leads then."""

    head: str
    back: str
    blocks: list[str]
    rounds: int
    inside: str
    after: str


def without_short_loops(function: Function, shape: Shape) -> Shape:
    """Changes a function whose variables have addresses: writes out its short loops, the inner ones first."""
    if function.dispatched:
        return shape
    for head in reversed(shape.order):
        if any(shape.number[each] >= shape.number[head] for each in shape.before[head]):
            loop = short_loop(function, shape, head)
            if loop is not None and write_out(function, loop):
                shape = Shape(function)
    return shape


def short_loop(function: Function, shape: Shape, head: str) -> Loop | None:
    """The loop that begins at a block, if it counts by a variable to a number that is known; else None."""
    lines, last = function.blocks[head], function.blocks[head][-1]
    backs = [each for each in shape.before[head] if shape.number[each] >= shape.number[head]]
    ways_in = [each for each in shape.before[head] if each not in backs]
    if len(backs) != 1 or len(ways_in) != 1 or not last.given or lines[0].op == "phi" or last.op != "br":
        return None
    made = {line.result.text: line for line in lines if line.result is not None}
    test = made.get(last.given[0].text)
    if test is None or test.op != "icmp" or test.more not in GOES_ON:
        return None
    counter = made.get(test.given[0].text)
    top = constant(function, made, test.given[1])
    if counter is None or counter.op != "load" or top is None:
        return None
    inside = {each for each in shape.order if shape.dominates(head, each)}
    blocks = reached(backs[0], lambda label: shape.before[label] if label != head else (), inside)
    count = rounds(function, shape, counter.given[0].text, blocks, ways_in[0], backs[0], top, test.more)
    if count is None or last.more[0] not in blocks or last.more[1] in blocks:
        return None
    if count * sum(len(function.blocks[each]) for each in blocks) > MOST:
        return None
    return Loop(head, backs[0], [each for each in shape.order if each in blocks], count, *last.more)


def constant(function: Function, made: dict[str, Instruction], data: Data) -> int | None:
    """The number of an operand: as it is written, or the only one that its variable is ever set to."""
    line = made.get(data.text)
    if line is None or line.op != "load":
        return number_of(data)
    stored = [each.given[0] for each in function.lines() if is_set(each, line.given[0].text)]
    return number_of(stored[0]) if len(stored) == 1 else None


def is_set(line: Instruction, name: str) -> bool:
    """Whether an instruction sets a variable, or does something with its address."""
    return line.op != "load" and any(each.text == name for each in line.given)


def rounds(
    function: Function, shape: Shape, name: str, blocks: Iterable[str], before: str, back: str, top: int, how: str
) -> int | None:
    """How often a loop goes round that counts by a variable; None if that is not known, or too often."""
    sets = {each: [line for line in function.blocks[each] if is_set(line, name)] for each in shape.order}
    where = [each for each in shape.order if sets[each]]
    if len(where) != 2 or where[1] != back or where[0] in blocks or any(len(sets[each]) != 1 for each in where):
        return None
    while before != where[0] and len(shape.before[before]) == 1:
        (before,) = shape.before[before]
    made = {line.result.text: line for line in function.blocks[back] if line.result is not None}
    start, added = number_of(sets[where[0]][0].given[0]), made.get(sets[back][0].given[0].text)
    if before != where[0] or start is None or added is None or added.op != "add":
        return None
    counted, step = made.get(added.given[0].text), constant(function, made, added.given[1])
    if counted is None or counted.op != "load" or counted.given[0].text != name or not step:
        return None
    number = start
    for count in range(ROUNDS + 1):
        if not GOES_ON[how](number, top):
            return count or None
        number += step
    return None


def write_out(function: Function, loop: Loop) -> bool:
    """Writes out a loop, unless one of its values is used after it."""
    own = {line.result.text for each in loop.blocks for line in function.blocks[each] if line.result is not None}
    for label, lines in function.blocks.items():
        for line in lines if label not in loop.blocks else ():
            for number, data in enumerate(line.given):
                if data.text in own and (line.op != "phi" or line.more[number] not in loop.blocks):
                    return False
    parts = {each: function.blocks[each] for each in loop.blocks}
    tags = ["", *(function.new_tag() for _ in range(loop.rounds))]
    for tag, following in zip(tags, [*tags[1:], ""]):
        is_last = tag == tags[-1]
        for label in (loop.head,) if is_last else loop.blocks:
            lines = [renamed(line, tag, own, loop.blocks) for line in parts[label]]
            if label == loop.head:
                lines[-1] = Instruction("br", None, (), (loop.after if is_last else tag + loop.inside,))
            elif label == loop.back:
                lines[-1] = lines[-1]._replace(
                    more=[following + loop.head if each == tag + loop.head else each for each in lines[-1].more]
                )
            function.blocks[tag + label] = lines
    for label, lines in function.blocks.items():
        if lines[0].op == "phi" and not any(label == tag + each for tag in tags for each in loop.blocks):
            for number, line in enumerate(phis(lines)):
                lines[number] = from_all_rounds(line, loop, tags, own)
    return True


def renamed(line: Instruction, tag: str, own: set[str], blocks: list[str]) -> Instruction:
    """An instruction of a loop, of a round whose names begin with a tag."""
    more = line.more
    if line.op in ENDS or line.op == "phi":
        more = [tag + each if each in blocks else each for each in more]
    result = line.result and named(line.result, tag, own)
    return line._replace(result=result, given=[named(each, tag, own) for each in line.given], more=more)


def named(data: Data, tag: str, own: set[str]) -> Data:
    """A value of a loop, of a round whose names begin with a tag."""
    return Data(data.type, f"%{tag}{data.text[1:]}") if data.text in own and tag else data


def from_all_rounds(line: Instruction, loop: Loop, tags: list[str], own: set[str]) -> Instruction:
    """What depends on the way, after a loop that is written out: the test leads there from the last round only."""
    pairs = list[tuple[Data, str]]()
    for value, label in zip(line.given, line.more):
        if label not in loop.blocks:
            pairs.append((value, label))
        else:
            each_round = tags[-1:] if label == loop.head else tags[:-1]
            pairs += [(named(value, tag, own), tag + label) for tag in each_round]
    return line._replace(given=[value for value, _ in pairs], more=[label for _, label in pairs])
