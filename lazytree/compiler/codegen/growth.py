"""Which counters cannot overflow: how far a variable can go from its start by steps, each as often as loops allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..ir.core import Assign, Count, Each, Node, Op, Splice, Target, Var, While, Yield
from ..ir.kinds import MOST, Bool, Int, Record, Row, Type, Vector, as_int
from .ending import most_rounds
from .proofs import FURTHEST, MOST_ROUNDS, names, parts


class Growth:
    """How far each variable can go that starts small and changes by steps, from how often each step is taken."""

    def __init__(self) -> None:
        self.starts: Counter[str] = Counter()
        self.changes: Counter[str] = Counter()
        self.steps: dict[str, list[Op]] = {}
        self.handed: Counter[int] = Counter()  # how often each generator yields

    def proven(self) -> set[Node]:
        """The steps that cannot overflow."""
        fine = [name for name in self.steps if self.starts[name] + self.changes[name] <= MOST]
        return {step for name in fine for step in self.steps[name]}

    def starts_at(self, name: str, kind: Type | None) -> None:
        self.starts[name] = max(self.starts[name], furthest(kind))

    def walk(self, part: Any, times: int) -> None:
        """`times`: how often this text is run at most."""
        match part:
            case Assign(target=Var(name=name), value=value):
                self.assigned(name, value, times)
            case Assign(target=target):
                self.given_up(target)
            case While(test=test, body=body):
                most = most_rounds(part)
                return self.walk([test, *body], times * ((MOST_ROUNDS if most is None else most) + 1))
            case Count(target=target, bounds=bounds, body=body):
                self.given_up(target)
                self.walk(bounds, times)
                return self.walk(body, times * rounds([each.type for each in bounds]))
            case Each(index=index, targets=targets, sequences=sequences, body=body, unrolled=unrolled):
                self.given_up([each for each in (index, *targets) if each is not None])
                self.walk(sequences, times)
                return self.walk(unrolled or body, times if unrolled else times * longest(sequences[0].type))
            case Splice(label=label, generator=generator, target=target, body=body):
                self.given_up(target)
                self.walk(generator, times)
                return self.walk(body, self.handed[label])
            case Yield(splice=label):
                self.handed[label] += times
        for each in parts(part) if isinstance(part, Node) else part.values() if isinstance(part, dict) else part:
            if isinstance(each, (Node, list, tuple, dict)):
                self.walk(each, times)
        return None

    def assigned(self, name: str, value: Node, times: int) -> None:
        step = step_of(name, value)
        if step is None:
            return self.starts_at(name, value.type)
        self.steps.setdefault(name, []).append(value)  # type: ignore[arg-type]
        self.changes[name] += times * furthest(step.type)
        return None

    def given_up(self, target: Target) -> None:
        for name in names(target):
            self.starts[name] = MOST + 1


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
        case Row(table=table, depth=depth):
            return table.lengths(depth)[1]
        case Record(items=items):
            return len(items)
    return MOST


def proven_steps(parameters: Iterable[tuple[str, Type]], body: list[Node]) -> set[Node]:
    """The `x + step` and `x - step` of a function that surely stay within 64 bits."""
    growth = Growth()
    for name, kind in parameters:
        growth.starts_at(name, kind)
    growth.walk(body, 1)
    return growth.proven()
