"""How long code may run before it polls: loops that may take long poll in each round, short ones do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..inference.programs import Instance
from ..ir.core import Call, Const, Count, Each, Node, Op, Splice, Var, While, Yield
from ..ir.kinds import Bool, Fixed, Int, Type, Vector, Words, leaves
from .proofs import longest, most_rounds, parts, rounds

SHORT = 2**20  # steps: about a millisecond
MOST_BETWEEN = 2**8  # rounds of a loop between two polls
CELLS = 32  # of a board that are copied in one step
ANY_NUMBER = 2**62
APART = {While, Count, Each, Splice, Yield, Call}  # their steps are counted in ways of their own


class Long(NamedTuple):
    """A loop that may run for long."""

    steps: int  # of a round
    between: int  # rounds from one poll to the next, a power of two


class Pace:
    """How many steps each function takes between two polls, at most."""

    def __init__(self, rounds_of: Callable[[While], int | None] = most_rounds) -> None:
        self.rounds_of = rounds_of
        self.functions: dict[Instance, int] = {}
        self.loops: dict[Instance, dict[int, Long]] = {}  # that poll, by their labels
        self.at_work: set[Instance] = set()
        self.circles = 0  # how often a function was asked for that is looked at

    def of_function(self, instance: Instance) -> int:
        """The steps of a call. A recursive function polls when it is entered: its next call does not count here."""
        self.circles += instance in self.at_work
        if instance not in self.functions:
            self.functions[instance] = 1  # while it is looked at
            self.at_work.add(instance)
            self.functions[instance] = self.look_at(instance).whole
            self.at_work.remove(instance)
        return self.functions[instance]

    def long_loops(self, instance: Instance) -> dict[int, Long]:
        """The loops that poll, by their labels."""
        return self.loops[instance] if instance in self.loops else self.look_at(instance).long

    def look_at(self, instance: Instance) -> Stretch:
        """A function with its steps counted: kept for later, unless one was asked for whose steps are not known yet."""
        before, stretch = self.circles, Stretch(self)
        stretch.whole = stretch.steps(instance.core.body)
        if self.circles == before:
            self.functions.setdefault(instance, stretch.whole)  # a recursive one may have its steps already
            self.loops[instance] = stretch.long
        return stretch


class Stretch:
    """One function while its steps are counted."""

    def __init__(self, pace: Pace) -> None:
        self.pace, self.whole = pace, 0
        self.long: dict[int, Long] = {}
        self.handed: dict[int, int] = {}  # steps of the loops that consume each generator

    def steps(self, part: Any) -> int:
        match part:
            case Const() | Var():
                return 1
            case list() | tuple():
                return sum(map(self.steps, part))
            case None:
                return 0
            case Op(operands=operands):
                return 1 + copied(part.type) + self.steps(operands)
            case Node() if type(part) not in APART:
                return 1 + copied(part.type) + self.steps(parts(part))
            case While(label=label, test=test, body=body):
                times = self.pace.rounds_of(part)
                return self.loop(label, ANY_NUMBER if times is None else times, self.steps(test) + self.steps(body))
            case Count(label=label, bounds=bounds, body=body):
                return self.loop(label, rounds([each.type for each in bounds]), self.steps(body)) + self.steps(bounds)
            case Each(sequences=sequences, unrolled=unrolled) if unrolled:
                return self.steps([sequences, unrolled])
            case Each(label=label, sequences=sequences, body=body):
                return self.loop(label, min(map(length_of, sequences)), self.steps(body)) + self.steps(sequences)
            case Splice(label=label, generator=generator, body=body):
                self.handed[label] = self.steps(body)
                return self.steps(generator)
            case Yield(splice=label, value=value):
                return self.handed[label] + self.steps(value)
            case Call(instance=Instance() as called, arguments=arguments):
                return self.pace.of_function(called) + self.steps(arguments) + copied(part.type)
            case Call():
                return 1 + copied(part.type) + self.steps(parts(part))
            case dict():
                return self.steps(list(part.values()))
        return 0

    def loop(self, label: int, times: int, each: int) -> int:
        each += 1
        if times * each <= SHORT:
            return times * each
        if label in self.long:  # an item's copy of a loop
            each = max(each, self.long[label].steps)
        self.long[label] = Long(each, between(each))
        return 2 * each * self.long[label].between


def between(steps: int) -> int:
    """After how many rounds, a power of two, a loop polls whose rounds take that many steps."""
    return 1 << min(MOST_BETWEEN, max(1, SHORT // steps)).bit_length() - 1


def length_of(sequence: Node) -> int:
    """How many rounds a loop over a sequence has at most."""
    kind = sequence.type
    return len(kind.value) if isinstance(kind, Fixed) and hasattr(kind.value, "__len__") else longest(kind)


def copied(kind: Type | None) -> int:
    """How many steps it takes to copy a value's boards."""
    if kind is None or isinstance(kind, (Fixed, Int, Bool, Words)):
        return 0
    return sum(leaf.length for leaf in leaves(kind) if isinstance(leaf, Vector)) // CELLS
