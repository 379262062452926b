"""Inference of statements: which variables get a value, and of what type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..language import subset
from ..language.core import (
    Assign,
    Break,
    Continue,
    Count,
    Each,
    Emit,
    Evaluate,
    If,
    Node,
    Raise,
    Return,
    Splice,
    Stash,
    Store,
    Target,
    Var,
    While,
    Yield,
    copied,
)
from ..language.errors import Refused
from ..language.kinds import Bool, Fixed, Int, Record, Row, Type, Words, as_int, join, thawed
from .expressions import Judge, Unsettled
from .sequences import item_of, length_of, longest, nth

if TYPE_CHECKING:
    from .programs import Instance, Program

MOST_UNROLLED = 64


class Inference(Judge):
    """One walk through a function's statements. `assigned` holds what surely has a value; None: unreachable."""

    def __init__(self, program: Program, instance: Instance) -> None:
        super().__init__(program, instance)
        self.leaving: dict[int, set[str] | None] = {}
        self.splices: dict[int, tuple[Target, list[set[str]]]] = {}

    def run(self) -> bool:
        """Whether it must be looked at again: a variable's type changed after its use, as happens in loops."""
        instance = self.instance
        result = instance.result
        instance.trouble = None
        names = instance.core.parameters
        self.assigned = set(names)
        for name, kind in zip(names, instance.arguments):
            self.keep(name, kind)
        self.statements(instance.core.body)
        if self.assigned is not None and not instance.trouble:
            raise Refused("a function returns a value on every path", self.last_place)
        if instance.result != result:
            for caller in instance.callers:
                self.program.wake(caller)
        return self.stale

    def statements(self, nodes: list[Node]) -> None:
        for node in nodes:
            if self.assigned is None:
                return
            self.last_place = node.place or self.last_place
            try:
                self.statement(node)
            except Unsettled as unsettled:
                self.instance.trouble = Refused(str(unsettled), self.last_place)
            except Refused as refused:
                raise refused.at(self.last_place) from None

    def statement(self, node: Node) -> None:
        match node:
            case Assign(target=target, value=value):
                self.assign(target, value)
            case If(test=test, then=then, other=other):
                self.truth(test)
                self.either(lambda: self.statements(then), lambda: self.statements(other))
            case While(label=label, test=test, body=body):
                self.truth(test)
                after = self.assigned if not self.always(test) else None
                self.body(label, body, after)
            case Count(label=label, target=target, bounds=bounds, body=body):
                after = self.assigned
                item = self.counted([as_int(self.expression(each)) for each in bounds])
                after = self.copy()
                self.keep_all(target, item)
                self.body(label, body, after)
            case Each():
                self.each(node)
            case Splice(label=label, generator=generator, target=target, body=body):
                self.splice(label, generator, target, body)
            case Yield(splice=label, value=value):
                kind = self.expression(value)
                target, states = self.splices[label]
                before = self.copy()
                self.keep_all(target, kind)
                states.append(self.assigned or set())
                self.assigned = before
            case Break(label=label):
                self.leaving[label] = self.both(self.leaving.get(label), self.assigned)
                self.assigned = None
            case Continue() | Raise():
                self.assigned = None
            case Return(value=value):
                kind = self.program.fitting(thawed(self.expression(value)))
                self.instance.result = self.program.settled(
                    self.instance, "result", self.instance.result, kind, self.instance.recursive
                )
                self.assigned = None
            case Store(words=words, index=index, value=value):
                if not isinstance(self.expression(words), Words):
                    raise Refused(subset.NO_SIDE_EFFECT)
                as_int(self.expression(index)), as_int(self.expression(value))
            case Stash(words=words, index=index, value=value):
                self.expression(words), as_int(self.expression(index))
                self.program.keep_stashed(self.program.fitting(thawed(self.expression(value))), self.instance)
            case Emit(index=index, value=value):
                as_int(self.expression(index))
                kind = self.program.fitting(thawed(self.expression(value)))
                self.instance.emitted = join(self.instance.emitted, kind)
            case Evaluate(value=value):
                self.expression(value)

    # ---- loops

    def body(self, label: int, body: list[Node], after: set[str] | None) -> None:
        """A loop's body; afterwards holds what was assigned before it, or at every break."""
        after = None if after is None else set(after)
        self.leaving.pop(label, None)
        self.statements(body)
        self.assigned = self.both(after, self.leaving.pop(label, None))

    def counted(self, bounds: list[Int]) -> Int:
        start, stop = (Int(0, 0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = bounds[2] if len(bounds) == 3 else Int(1, 1)
        up = Int(start.low, max(start.low, stop.high - 1))
        down = Int(min(stop.low + 1, start.high), start.high)
        return up if step.low > 0 else down if step.high < 0 else Int(min(up.low, down.low), max(up.high, down.high))

    def each(self, node: Each) -> None:
        kinds = [self.sequence(each) for each in node.sequences]
        lengths = {length_of(kind) for kind in kinds}
        if len(kinds) > 1 and (len(lengths) > 1 or None in lengths):
            raise Refused(subset.EQUALLY_LONG)
        if any(isinstance(kind, (Record, Fixed)) for kind in kinds):
            return self.unrolled(node, kinds)
        after = self.copy()
        most = longest(kinds[0])
        if node.index is not None:
            self.keep_all(node.index, Int(0, max(0, most - 1)))
        for target, kind in zip(node.targets, kinds):
            if target is not None:
                self.keep_all(target, item_of(kind))
        return self.body(node.label, node.body, after)

    def sequence(self, node: Node) -> Type:
        kind = self.expression(node)
        if isinstance(kind, Fixed) and (table := self.program.table(kind.value)):
            node.type = kind = Row(table, 0)
        elif isinstance(kind, Fixed) and not isinstance(kind.value, tuple):
            node.type = kind = thawed(kind)
        if isinstance(kind, (Int, Bool, Words)):
            raise Refused("`for` goes over a PVector, a tuple, a table, range, enumerate, zip, reversed or a generator")
        return kind

    def unrolled(self, node: Each, kinds: list[Type]) -> None:
        length = length_of(kinds[0]) or 0
        if length > MOST_UNROLLED:
            raise Refused("a long loop over a tuple that is no table of ints")
        node.unrolled = node.unrolled or [copied(node.body) for _ in range(length)]
        self.leaving.pop(node.label, None)
        for position in reversed(range(length)) if node.backwards else range(length):
            if self.assigned is None:
                break
            if node.index is not None:
                self.keep_all(node.index, Int(position, position))
            for target, kind in zip(node.targets, kinds):
                if target is not None:
                    self.keep_all(target, nth(kind, position))
            before = self.copy()
            self.statements(node.unrolled[position])
            self.assigned = before if self.assigned is None else self.both(before, self.assigned)
        self.assigned = self.both(self.assigned, self.leaving.pop(node.label, None))

    def splice(self, label: int, generator: list[Node], target: Target, body: list[Node]) -> None:
        states: list[set[str]] = []
        self.splices[label] = target, states
        self.leaving.pop(label, None)
        self.statements(generator)
        after = self.assigned
        if states:
            self.assigned = set.intersection(*states)
            self.statements(body)
        self.assigned = self.both(after, self.leaving.pop(label, None))

    # ---- variables

    def assign(self, target: Target, value: Node) -> None:
        try:
            kind = self.expression(value)
        except Unsettled:
            self.mark(target)
            raise
        self.keep_all(target, kind)

    def mark(self, target: Target) -> None:
        for each in target if isinstance(target, list) else [target]:
            if isinstance(each, Var) and self.assigned is not None:
                self.assigned.add(each.name)
            elif isinstance(each, list):
                self.mark(each)

    def keep_all(self, target: Target, kind: Type) -> None:
        if isinstance(target, Var):
            target.type = self.keep(target.name, kind)
            return
        length = length_of(kind)
        if length != len(target):
            raise Refused(f"unpacking {length or 'an unknown number of'} values into {len(target)} names")
        for position, each in enumerate(target):
            self.keep_all(each, nth(kind, position))

    def keep(self, name: str, kind: Type) -> Type:
        old = self.instance.variables.get(name)
        if old is not None or not isinstance(kind, Fixed):
            self.program.fitting(kind)
        new = self.program.settled(self.instance, name, old, kind, name in self.used)
        if new != old:
            self.instance.variables[name] = new
            self.stale |= name in self.used
        if self.assigned is not None:
            self.assigned.add(name)
        return new
