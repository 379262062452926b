"""What the text of a function says of its loops: what they change, what they go over, which surely come to an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from ..frontend.source import parameters as argument_names
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
    Make,
    Node,
    Op,
    Return,
    Splice,
    Target,
    Var,
    While,
    Yield,
    all_nodes,
)
from ..ir.intervals import is_product
from ..ir.kinds import MOST, Bool, Fixed, Int, Record, Row, Type, Varying, Vector, Words, as_int, leaves

MOST_ROUNDS = 2**28  # of a while loop; beyond, a trap
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


# ---- Which `while` loops surely come to an end, and after how many rounds: each takes cells from a set, or shifts it
# away
#
# The set is a variable that is not below 0 and that the loop changes in one place, in each round. Such a loop needs no
# count of its rounds, and no look at the stop flag if it is short.


MOST_CALLS = 8  # calls within calls


class Shift(NamedTuple):
    """By how many bits a set of cells is shifted to the left, at least and at most; to the right below 0."""

    least: int = 0
    most: int = 0


def most_rounds(loop: While) -> int | None:
    """How many rounds a loop has at most; None where that is not known."""
    if any(isinstance(node, Continue) and node.label == loop.label for node in within(loop.body)):
        return None
    changed = assignments([loop.test, *loop.body])  # a `:=` in the test, too
    for node in loop.body:
        match node:
            case Assign(target=Var(name=name), value=value) if changed[name] == 1 and kept(loop.test, name):
                bits, shift = bits_of(name, value), kept(value, name)
                if bits is not None and is_rest(value, name):
                    return bits
                if bits is not None and shift and (by := max(shift.least, -shift.most)) > 0:
                    return bits // by + 1
    return None


def bits_of(name: str, value: Node) -> int | None:
    """How many cells the set in a variable may have, which a value reads; None where the variable may be below 0."""
    kinds = [node.type for node in within(value) if isinstance(node, Var) and node.name == name]
    if all(isinstance(kind, Int) and kind.low >= 0 for kind in kinds):
        return max((kind.high.bit_length() for kind in kinds if isinstance(kind, Int)), default=None)
    return None


def is_rest(value: Node, name: str) -> bool:
    """Whether a value is `x & x - 1`, for a variable x."""
    match value:
        case Op(symbol="&", operands=[Var(name=a), Op(symbol="-", operands=[Var(name=b), Const(value=1)])]):
            return a == b == name
    return False


def kept(node: Node, name: str, deep: int = 0) -> Shift | None:
    """How a variable is shifted, where all cells of a value are cells of it; None where that is not known.

    The variable is not below 0: then `x & y` holds no other cells than x has, whatever y is.
    """
    match node:
        case Var(name=own) if own == name:
            return Shift()
        case Op(symbol="&", operands=[one, other]):
            return kept(one, name, deep) or kept(other, name, deep)
        case Op(symbol="<<" | ">>" as symbol, operands=[shifted, Node(type=Int(low=low, high=high))]) if low >= 0:
            by = Shift(low, high) if symbol == "<<" else Shift(-high, -low)
            return together(by, kept(shifted, name, deep))
        case Call(instance=Instance() as called, arguments=arguments) if deep < MOST_CALLS:
            return kept_by_call(called, arguments, name, deep + 1)
    return None


def kept_by_call(called: Instance, arguments: list[Node], name: str, deep: int) -> Shift | None:
    """As `kept`, of a call of a function that only returns a value."""
    match called.core.body:
        case [Return(value=value)] if not assignments(value):
            for parameter, argument in zip(argument_names(called.core.source)[0], arguments):
                given = kept(argument, name, deep)
                if given and (shift := together(given, kept(value, parameter, deep))):
                    return shift
    return None


def together(one: Shift, other: Shift | None) -> Shift | None:
    """A shift by one and then by the other."""
    return None if other is None else Shift(one.least + other.least, one.most + other.most)


# ---- Which arithmetic cannot overflow: how far a variable can go from its start by steps, each as often as loops allow


DEEPEST = 50  # variables that are given what others hold


class Growth:
    """How far each variable can go: from what it is given, by steps, each as often as loops allow."""

    def __init__(self, rounds_of: Callable[[While], int | None]) -> None:
        self.rounds_of = rounds_of
        self.given: dict[str, list[Node | Type | None]] = {}
        self.steps: dict[str, list[tuple[Node, Node, int]]] = {}  # the sum, its step, how often it is taken
        self.arithmetic: list[Op] = []  # that may overflow, as far as types tell
        self.handed: Counter[int] = Counter()  # how often each generator yields
        self.known: dict[str, int] = {}  # how far variables go that have been looked at
        self.results: dict[Node, int] = {}  # how far the results of arithmetic go

    def proven(self) -> set[Node]:
        """The sums, differences, products and powers that cannot overflow."""
        fine: set[Node] = {each for each in self.arithmetic if self.furthest(each, DEEPEST) <= MOST}
        counters = [name for name in self.steps if self.far(name, None, DEEPEST) <= MOST]
        return fine | {made for name in counters for made, _, _ in self.steps[name]}

    def walk(self, part: Any, times: int) -> None:
        """`times`: how often this text is run at most."""
        match part:
            case Var() | Const():
                return None
            case Assign(target=target, value=value):
                self.assigned(target, value, times)
            case Op(symbol="+" | "-" | "*" | "**", type=Int() as kind) if furthest(kind) >= MOST and is_arithmetic(
                part
            ):
                self.arithmetic.append(part)
            case While(test=test, body=body):
                most = self.rounds_of(part)
                return self.walk([test, *body], times * ((MOST_ROUNDS if most is None else most) + 1))
            case Count(target=target, bounds=bounds, body=body):
                self.set(target)
                self.walk(bounds, times)
                return self.walk(body, times * rounds([each.type for each in bounds]))
            case Each(index=index, targets=targets, sequences=sequences, body=body, unrolled=unrolled):
                self.set([each for each in (index, *targets) if each is not None])
                self.walk(sequences, times)
                most = 1 if unrolled else min(longest(each.type) for each in sequences)
                return self.walk(unrolled or body, times * most)
            case Splice(label=label, generator=generator, target=target, body=body):
                self.set(target)
                self.walk(generator, times)
                return self.walk(body, self.handed[label])
            case Yield(splice=label):
                self.handed[label] += times
        for each in parts(part) if isinstance(part, Node) else part.values() if isinstance(part, dict) else part:
            if isinstance(each, (Node, list, tuple, dict)):
                self.walk(each, times)
        return None

    def assigned(self, target: Target, value: Node, times: int) -> None:
        """Notes what variables are given: a step from where they are, or another value."""
        match target, value:
            case list(), Make(items=items) if len(target) == len(items):
                for each, item in zip(target, items):
                    self.assigned(each, item, times)
            case list(), Const(value=tuple(items)) if all(type(item) is int for item in items):
                for each, item in zip(target, items):
                    self.set(each, Int(item, item))
            case Var(name=name), _ if (step := step_of(name, value)) is not None:
                self.steps.setdefault(name, []).append((value, step, times))
            case Var(), _:
                self.set(target, value)
            case _:
                self.set(target)

    def set(self, target: Target | None, value: Node | Type | None = None) -> None:
        """Notes that variables are given a value, or anything that they can hold."""
        for each in target if isinstance(target, list) else [target]:
            if isinstance(each, Var):
                self.given.setdefault(each.name, []).append(each.type if value is None else value)
            elif isinstance(each, list):
                self.set(each)

    def far(self, name: str, kind: Type | None, deep: int) -> int:
        """How far from 0 a variable can be at most, of this type."""
        if name not in self.known:
            if deep == 0 or name not in self.given:
                return furthest(kind)
            self.known[name] = MOST + 1  # while it is looked at
            start = max(self.furthest(each, deep - 1) for each in self.given[name])
            steps = (times * self.furthest(step, deep - 1) for _, step, times in self.steps.get(name, ()))
            self.known[name] = start + sum(steps)
        return min(self.known[name], furthest(kind))

    def furthest(self, given: Node | Type | None, deep: int) -> int:
        """How far from 0 a value can be at most; of arithmetic, how far it would be if ints had more than 64 bits."""
        kind = given.type if isinstance(given, Node) else given
        match given:
            case Var(name=name):
                return self.far(name, kind, deep)
            case Op(symbol="+" | "-" | "*" | "**" as symbol, operands=[one, other]) if isinstance(
                kind, Int
            ) and is_arithmetic(given):
                if given not in self.results:
                    self.results[given] = made = self.result(symbol, one, other, deep)
                    if furthest(kind) < MOST:  # it is not cut off there
                        self.results[given] = min(made, furthest(kind))
                return self.results[given]
        return furthest(kind)

    def result(self, symbol: str, one: Node, other: Node, deep: int) -> int:
        """How far from 0 the result of arithmetic can be at most."""
        a, b = self.furthest(one, deep), self.furthest(other, deep)
        if symbol == "**":
            return int(a**b)  # b is 2, 3 or 4
        return a * b if symbol == "*" else a + b


def is_arithmetic(node: Op) -> bool:
    """Whether an operation is a sum, a difference or a product; a power may be one."""
    return node.symbol != "**" or is_product(as_int(node.operands[1].type))  # type: ignore[arg-type]


def step_of(name: str, value: Node) -> Node | None:
    """The step of `x + step`, `x - step` or `step + x`, for a variable x; None for any other value."""
    match value:
        case Op(symbol="+" | "-", operands=[Var(name=own), step]) if own == name:
            return step
        case Op(symbol="+", operands=[step, Var(name=own)]) if own == name:
            return step
    return None


def furthest(kind: Type | None) -> int:
    """The greatest distance from 0."""
    if not isinstance(kind, (Int, Bool)):
        return MOST + 1
    own = as_int(kind)
    return max(abs(own.low), abs(own.high))


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


def proven_steps(
    parameters: Iterable[tuple[str, Type]], body: list[Node], rounds_of: Callable[[While], int | None] = most_rounds
) -> set[Node]:
    """The sums, differences, products and powers of a function that surely stay within 64 bits."""
    growth = Growth(rounds_of)
    for name, kind in parameters:
        growth.given[name] = [kind]
    growth.walk(body, 1)
    return growth.proven()


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
