"""Which arithmetic cannot overflow: how far a variable can go from its start by steps, each as often as loops allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ..ir.core import Assign, Const, Count, Each, Make, Node, Op, Splice, Target, Var, While, Yield
from ..ir.kinds import MOST, Bool, Int, Record, Row, Type, Varying, Vector, as_int
from ..ir.powers import is_product
from .ending import most_rounds
from .proofs import FURTHEST, MOST_ROUNDS, parts

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
