"""What the text of a function says of its loops: what they change, what they go over, how long they may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from ..inference.programs import Instance
from ..ir.core import (
    Assign,
    Block,
    Call,
    Choose,
    Const,
    Continue,
    Count,
    Each,
    Field,
    If,
    Node,
    Op,
    Splice,
    Target,
    Var,
    While,
    Yield,
    all_nodes,
)
from ..ir.kinds import MOST, Bool, Fixed, Int, Record, Row, Type, Varying, Vector, Words, as_int, leaves

NO_CODE = ("int", "str", "bool", "type")  # types of fields, as they are written
ASSIGNING = {Assign, Count, Each, Splice, Yield}  # few of all nodes
FURTHEST = 2**31  # bounds of a range; beyond, a trap


def parts(node: Node) -> tuple[Any, ...]:
    """The parts of a node that are code; what it assigns to is left out."""
    return reader_of(type(node))(node)  # type: ignore[arg-type]


@cache
def reader_of(kind: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    """How the parts of a node of this class are read: the fields that may hold code."""
    left_out = ("type", "place", "target", "targets", "instance", *(("index",) if kind is Each else ()))
    held = [each.name for each in fields(kind) if each.type not in NO_CODE and each.name not in left_out]
    if kind is Const or not held:
        return lambda node: ()
    return attrgetter(*held) if len(held) > 1 else lambda node: (getattr(node, held[0]),)


def within(part: Any) -> list[Node]:
    """The nodes of a piece of code whose types are known, from the outside in; what is assigned to is left out."""
    return all_nodes(part, parts)


def names(target: Target | None) -> Iterable[str]:
    """The names that a target assigns."""
    if isinstance(target, Var):
        yield target.name
    for each in target if isinstance(target, list) else ():
        yield from names(each)


def assignments(nodes: Any) -> Counter[str]:
    """How often each variable is assigned in the text."""
    found: Counter[str] = Counter()
    targets: dict[int, Target] = {}
    for node in within(nodes):
        if type(node) not in ASSIGNING:
            continue
        if isinstance(node, (Assign, Count)):
            found.update(names(node.target))
        elif isinstance(node, Each):
            for _ in node.unrolled or (None,):
                found.update(names([each for each in (node.index, *node.targets) if each is not None]))
        elif isinstance(node, Splice):
            targets[node.label] = node.target
            found.update(names(node.target))
        elif isinstance(node, Yield) and node.splice in targets:
            found.update(names(targets[node.splice]))
    return found


def reads(node: Node) -> set[str]:
    """The variables that an expression reads."""
    return {each.name for each in within(node) if isinstance(each, Var)}


# ---- loops


def is_untouched(sequence: Node, changed: Counter[str]) -> bool:
    """Whether a loop's body leaves alone what the loop goes over."""
    while isinstance(sequence, Field):
        sequence = sequence.base
    return isinstance(sequence, Var) and not changed[sequence.name]


def leading_test(node: Each, changed: Counter[str]) -> Op | None:
    """The comparison of the cell with something fixed that a loop's whole body hangs on, if there is one.

    `changed` says how often the body assigns each variable.
    """
    body, target = node.body, node.targets[0]
    if len(node.targets) != 1 or node.backwards or len(body) != 1 or not isinstance(body[0], If) or body[0].other:
        return None
    own = [name for each in (node.index, target) for name in names(each)]
    if any(changed[name] for name in own):
        return None  # after the loop the variables hold what the body left in them
    test: Node = body[0].test
    while (first := first_of_and(test)) is not None:
        test = first
    if not isinstance(test, Op) or test.symbol not in ("==", "!=", "<", "<=", ">", ">="):
        return None
    cell, other = test.operands
    fixed = isinstance(other, Const) or (isinstance(other, Var) and not changed[other.name] and other.name not in own)
    return test if isinstance(cell, Var) and isinstance(target, Var) and cell.name == target.name and fixed else None


def first_of_and(test: Node) -> Node | None:
    """a, where the test is `a and b`: kept in a variable, then b if that is true, else the variable."""
    match test:
        case Block(
            body=[Assign(target=Var(name=kept), value=first)],
            result=Choose(test=Var(name=tested), other=Var(name=otherwise)),
        ) if kept == tested == otherwise:
            return first
    return None


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
CELLS = 32  # of a board that are copied in one step
ANY_NUMBER = 2**62
APART = {While, Count, Each, Splice, Yield, Call}  # their steps are counted in ways of their own


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
                return self.loop(label, most_rounds(part) or ANY_NUMBER, self.steps(test) + self.steps(body))
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
                known = 1 if self.recursive and called.recursive else self.pace[called].whole
                return known + self.steps(arguments) + copied(part.type)
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


def rounds(bounds: list[Type | None]) -> int:
    """How many rounds a range with these bounds has at most."""
    start, stop = [Int(0, 0), *map(within_range, bounds)][-2:] if len(bounds) < 3 else map(within_range, bounds[:2])
    return max(stop.high - start.low, start.high - stop.low, 0)


def within_range(kind: Type | None) -> Int:
    """The interval of an int, as far as it lies within FURTHEST of 0; all of that range for other types."""
    own = as_int(kind) if isinstance(kind, (Int, Bool)) else Int(-FURTHEST, FURTHEST)
    return Int(max(own.low, -FURTHEST), min(own.high, FURTHEST))


def longest(kind: Type | None) -> int:
    """How many items a sequence of this type has at most."""
    match kind:
        case Vector(length=length):
            return length
        case Varying():
            return kind.room
        case Row(table=table, depth=depth):
            return table.lengths(depth)[1]
        case Record(items=items):
            return len(items)
    return MOST
