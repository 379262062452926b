"""What the text of a function says of its loops: what they change, what they go over, how long they may take."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from ..inference.containers import rounds_known
from ..inference.programs import Instance
from ..ir.core import (
    Assign,
    Call,
    Const,
    Continue,
    Count,
    Each,
    Field,
    Node,
    Op,
    Splice,
    Var,
    While,
    Yield,
    all_nodes,
    assignments,
    parts,
)
from ..ir.kinds import Int

FURTHEST = 2**31  # bounds of a range; beyond, a trap


def within(part: Any) -> list[Node]:
    """The nodes of a piece of code whose types are known, from the outside in; what is assigned to is left out."""
    return all_nodes(part, True)


def reads(node: Node) -> set[str]:
    """The variables that an expression reads."""
    return {each.name for each in within(node) if isinstance(each, Var)}


# ---- loops


def is_untouched(sequence: Node, changed: Counter[str]) -> bool:
    """Whether a loop's body leaves alone what the loop goes over."""
    while isinstance(sequence, Field):
        sequence = sequence.base
    return isinstance(sequence, Var) and not changed[sequence.name]


def lowest_of(node: Op) -> Node | None:
    """x, where the node is `(x & -x).bit_length() - 1`: the lowest cell of a set; None elsewhere."""
    match node:
        case Op(
            symbol="-", operands=[Op(symbol="bit_length", operands=[Op(symbol="&", operands=[Var() as x, minus])]), one]
        ):
            match minus, one:
                case Op(symbol="-", operands=[Const(value=0), Var(name=name)]), Const(value=1) if name == x.name:
                    return x
    return None


def weight(nodes: list[Node]) -> int:
    """How many nodes a piece of code has, each function that it calls counted once, recursive ones left out."""
    size, front = 0, [nodes]
    reached: set[Any] = set()
    while front:
        body = list(within(front.pop()))
        size += len(body)
        called: list[Any] = [node.instance for node in body if isinstance(node, Call) and node.instance]
        new = {each for each in called if not each.recursive} - reached
        reached |= new
        front += [each.core.body for each in new]
    return size


def most_rounds(loop: While) -> int | None:
    """How many rounds `while cells:` has at most that takes the lowest cell from a set in each; None of other loops."""
    match loop:
        case While(
            test=Var(name=name, type=Int(low=low, high=high)),
            body=[*body, Assign(target=Var(name=a), value=Op(symbol="&", operands=[Var(name=b), less]))],
        ) if low >= 0 and a == b == name and is_less(less, name) and not assignments(body)[name]:
            goes_on = any(isinstance(each, Continue) and each.label == loop.label for each in within(body))
            return None if goes_on else high.bit_length()
    return None


def is_less(node: Node, name: str) -> bool:
    """Whether this is `x - 1`, for a variable x."""
    match node:
        case Op(symbol="-", operands=[Var(name=own), Const(value=1)]):
            return own == name
    return False


# ---- how long code may run before it polls: loops that may take long poll in each round, short ones do not


SHORT = 2**20  # steps: about a millisecond
MOST_BETWEEN = 2**8  # rounds of a loop between two polls
ANY_NUMBER = 2**62


class Long(NamedTuple):
    """A loop that may run for long."""

    steps: int  # of a round
    between: int  # rounds from one poll to the next, a power of two


class Pace(dict[Instance, "Stretch"]):
    """Functions with their steps counted, each when it is first asked for."""

    def __missing__(self, instance: Instance) -> Stretch:
        self[instance] = made = Stretch(self, instance)
        return made


class Stretch:
    """How many steps a function takes between two polls, at most; `long`: the loops that poll, by their labels.

    A recursive function polls when it is entered: in one, calls of such functions do not count.
    """

    def __init__(self, pace: Pace, instance: Instance) -> None:
        self.pace, self.recursive = pace, instance.recursive
        self.long: dict[int, Long] = {}
        self.handed: dict[int, int] = {}  # steps of the loops that consume each generator
        self.whole = self.steps(instance.core.body)

    def steps(self, part: Any) -> int:
        match part:
            case list() | tuple():
                return sum(map(self.steps, part))
            case dict():
                return self.steps(list(part.values()))
            case While():
                return self.loop(part.label, most_rounds(part) or ANY_NUMBER, [part.test, part.body])
            case Each(unrolled=[_, *_]):
                return self.steps([part.sequences, part.unrolled])
            case Count(bounds=given) | Each(sequences=given):
                return self.loop(part.label, rounds_known(part).high, part.body) + self.steps(given)
            case Splice():
                self.handed[part.label] = self.steps(part.body)
                return self.steps(part.generator)
            case Yield():
                return self.handed[part.splice] + self.steps(part.value)
            case Call(instance=Instance() as called) if not (self.recursive and called.recursive):
                return self.pace[called].whole + self.steps(part.arguments)
            case Node():
                return 1 + self.steps(parts(part, True))
        return 0

    def loop(self, label: int, times: int, body: Any) -> int:
        each = 1 + self.steps(body)
        if times * each <= SHORT:
            return times * each
        if label in self.long:  # an item's copy of a loop
            each = max(each, self.long[label].steps)
        self.long[label] = Long(each, between(each))
        return 2 * each * self.long[label].between


def between(steps: int) -> int:
    """After how many rounds, a power of two, a loop polls whose rounds take that many steps."""
    return 1 << min(MOST_BETWEEN, max(1, SHORT // steps)).bit_length() - 1
