"""Short ways that part and meet again at once: both are gone, and what depended on the way is chosen by the test.

A processor cannot guess well which way a position leads; where it guesses wrong, both ways were shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..codegen.text import BINARY, Data, Instruction, IntType
from .functions import Function, phis, ways

SHORT = 4  # instructions on a way
PLAIN = {*BINARY, "icmp", "zext", "sext", "trunc", "select", "extractvalue", "insertvalue"}
PLAIN -= {"sdiv", "udiv", "srem", "urem"}
"""Operations that may be done for nothing: they do not trap, and are short."""


def without_short_ways(function: Function) -> None:
    """Changes a function whose variables are values: chooses in place of going short ways."""
    blocks = function.blocks
    often = Counter(to for lines in blocks.values() for to in dict.fromkeys(ways(lines)))
    for label in list(blocks)[::-1]:
        while label in blocks and (meeting := short_ways(function, label, often)) is not None:
            (yes, no), last = sides(function, label, meeting), blocks[label][-1]
            for side in (yes, no):
                if side != label:
                    blocks[label][-1:-1] = blocks.pop(side)[:-1]
            for number, line in enumerate(phis(blocks[meeting])):
                one, other = (line.given[line.more.index(side)] for side in (yes, no))
                rest = [pair for pair in zip(line.given, line.more) if pair[1] not in (yes, no)]
                chosen = one
                if one.text != other.text:
                    assert line.result is not None
                    chosen = Data(one.type, f"{line.result.text}.{label}")
                    blocks[label].insert(-1, Instruction("select", chosen, (last.given[0], one, other)))
                values, labels = zip(*rest, (chosen, label))
                blocks[meeting][number] = line._replace(given=values, more=labels)
            blocks[label][-1] = Instruction("br", None, (), (meeting,))
            often[meeting] -= 1


def sides(function: Function, label: str, meeting: str) -> list[str]:
    """The blocks from which control comes to the meeting: those of both ways, or the one where they part."""
    return [label if each == meeting else each for each in function.blocks[label][-1].more]


def short_ways(function: Function, label: str, often: Counter[str]) -> str | None:
    """Where the two ways from a block meet, if both are short and nothing else; else None."""
    last = function.blocks[label][-1]
    if last.op != "br" or len(ways(function.blocks[label])) < 2 or last.more[0] == last.more[1]:
        return None
    ends = [function.blocks[each][-1].more[0] for each in last.more if is_short(function.blocks[each], often[each])]
    meeting = ends[0] if len(ends) == 2 and ends[0] == ends[1] else None
    for one, other in (last.more, last.more[::-1]):
        if is_short(function.blocks[one], often[one]) and function.blocks[one][-1].more == (other,):
            meeting = other
    if meeting is None or meeting == label:
        return None
    ways_in = sides(function, label, meeting)
    merged = [[line.given[line.more.index(side)] for side in ways_in] for line in phis(function.blocks[meeting])]
    different = [one for one, other in merged if one.text != other.text]
    return meeting if len(different) <= SHORT and all(is_chosen(each) for each in different) else None


def is_short(lines: Sequence[Instruction], often: int) -> bool:
    """Whether a block is a short way that only one other block leads to."""
    last = lines[-1]
    plain = len(lines) <= SHORT + 1 and all(line.op in PLAIN and is_chosen(line.result) for line in lines[:-1])
    return often == 1 and plain and last.op == "br" and len(last.more) == 1


def is_chosen(data: Data | None) -> bool:
    """Whether a value is short enough to be chosen between two."""
    return data is not None and (not isinstance(data.type, IntType) or data.type.width <= 128)
