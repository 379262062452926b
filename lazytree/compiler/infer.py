"""Inference: the type of every variable, expression and result of a program, widened until nothing changes.

Each function is inferred once for each shape of its arguments; the intervals of all its calls are joined. While a
result is not known yet, what depends on it is `Unsettled` and looked at again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType

from . import subset
from .core import (
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
from .errors import Refused
from .infer_expressions import Judge, Unsettled
from .kinds import Bool, Fixed, Int, Record, Row, Table, Type, Vector, Words, as_int, join, shape, thawed, widen
from .reader import Function, read_function
from .source import place

PATIENCE = 3  # changes of one type before it is widened
MOST_UNROLLED = 64


class WiderCells(Exception):  # noqa: N818 - a restart, not an error
    """Some board needs wider cells than this program has."""


@dataclass(eq=False)
class Instance:
    """A function for one shape of arguments: what inference knows of it."""

    core: Function
    name: str
    arguments: list[Type]
    variables: dict[str, Type] = field(default_factory=dict)
    result: Type | None = None
    emitted: Type | None = None
    callers: set[Instance] = field(default_factory=set)
    calls: set[Instance] = field(default_factory=set)
    changes: Counter[object] = field(default_factory=Counter)
    trouble: Refused | None = None

    @property
    def recursive(self) -> bool:
        reached: set[Instance] = set()
        front = set(self.calls)
        while front:
            reached |= front
            front = {each for called in front for each in called.calls} - reached
        return self in reached


class Program:
    """Functions inferred together. `cell` is how many bits a cell of a board has in machine code."""

    def __init__(self, cell: int = 8) -> None:
        self.cell = cell
        self.instances: dict[object, Instance] = {}
        self.waiting: list[Instance] = []
        self.stashed: Type | None = None
        self.fetching: set[Instance] = set()
        self.tables: dict[int, tuple[object, Table | None]] = {}

    def request(self, function: FunctionType, arguments: Mapping[str, Type]) -> Instance:
        """The instance for these arguments, by name; constant ones (functions, tables) are built in."""
        shapes = tuple((name, shape(kind)) for name, kind in arguments.items())
        key = function, shapes
        kinds: list[Type] = [kind for kind in arguments.values() if not isinstance(kind, Fixed)]
        if key not in self.instances:
            constants = {name: kind.value for name, kind in arguments.items() if isinstance(kind, Fixed)}
            core = read_function(function, constants)
            made = Instance(core, f"{function.__name__}.{len(self.instances)}", kinds)
            self.instances[key] = made
            self.wake(made)
        instance = self.instances[key]
        for position, kind in enumerate(kinds):
            old = instance.arguments[position]
            new = self.settled(instance, position, old, kind, instance.recursive)
            if new != old:
                instance.arguments[position] = new
                self.wake(instance)
        return instance

    def settled(self, instance: Instance, key: object, old: Type | None, new: Type, in_circles: bool = True) -> Type:
        """The join, widened if this type has changed often and depends on itself."""
        both = join(old, new)
        if in_circles and old is not None and both != old:
            instance.changes[key] += 1
            if instance.changes[key] > PATIENCE:
                both = self.clipped(widen(old, both))
        return both

    def keep_stashed(self, kind: Type, instance: Instance) -> None:
        """All that is ever stashed is of one type; who fetches it is looked at again."""
        new = self.settled(instance, "stashed", self.stashed, kind)
        if new != self.stashed:
            self.stashed = new
            for each in self.fetching:
                self.wake(each)

    def clipped(self, kind: Type) -> Type:
        """A board's cells within what machine code gives them: what goes beyond is checked as it is stored."""
        low, high = -(2 ** (self.cell - 1)), 2 ** (self.cell - 1) - 1
        if isinstance(kind, Vector):
            return Vector(kind.length, max(kind.low, low), min(kind.high, high))
        if isinstance(kind, Record):
            return Record(kind.cls, tuple(map(self.clipped, kind.items)))
        return kind

    def fitting(self, kind: Type) -> Type:
        """The same type; WiderCells if its boards do not fit."""
        clipped = self.clipped(kind)
        if clipped is not kind and clipped != kind:
            raise WiderCells
        return kind

    def wake(self, instance: Instance) -> None:
        if instance not in self.waiting:
            self.waiting.append(instance)

    def settle(self) -> None:
        """Infers until nothing changes; Refused, with file and line, if that cannot be."""
        while self.waiting:
            instance, others = self.waiting.pop(), len(self.waiting)
            if Inference(self, instance).run() and instance not in self.waiting:
                self.waiting.insert(others, instance)  # below what it calls
        for instance in self.instances.values():
            if instance.trouble:
                raise instance.trouble
            if instance.result is None:
                line = instance.core.source.__code__.co_firstlineno
                raise Refused(f"{instance.core.name} never returns", place(instance.core.source, line))

    def table(self, value: object) -> Table | None:
        """The constant as a table of ints; None if it is none. (A NamedTuple is a record: its items have kinds.)"""
        if id(value) not in self.tables:
            self.tables[id(value)] = value, _table(value)
        return self.tables[id(value)][1]


def _table(value: object) -> Table | None:
    if not isinstance(value, tuple) or hasattr(value, "_fields"):
        return None
    try:
        return Table(value)
    except Refused:
        return None


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
        lengths = {self.length(kind) for kind in kinds}
        if len(kinds) > 1 and (len(lengths) > 1 or None in lengths):
            raise Refused(subset.EQUALLY_LONG)
        if any(isinstance(kind, (Record, Fixed)) for kind in kinds):
            return self.unrolled(node, kinds)
        after = self.copy()
        most = self.longest(kinds[0])
        if node.index is not None:
            self.keep_all(node.index, Int(0, max(0, most - 1)))
        for target, kind in zip(node.targets, kinds):
            if target is not None:
                self.keep_all(target, self.item_of(kind))
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
        length = self.length(kinds[0]) or 0
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
                    self.keep_all(target, self.nth(kind, position))
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
        length = self.length(kind)
        if length != len(target):
            raise Refused(f"unpacking {length or 'an unknown number of'} values into {len(target)} names")
        for position, each in enumerate(target):
            self.keep_all(each, self.nth(kind, position))

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
