"""Runs functions of the typed language: each call has its variables in a dict, loops are left by exceptions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import is_dataclass, replace
from typing import Any

from pyrsistent import PVector

from lazytree.compiler.frontend.source import parameters
from lazytree.compiler.inference.programs import Instance, Program
from lazytree.compiler.ir import core
from lazytree.compiler.ir.classes import SetOf
from lazytree.compiler.ir.core import Each, Node, Op, Splice, Target, Var
from lazytree.compiler.ir.kinds import Fixed, Record, Varying
from lazytree.core.errors import Trap, Trapped

from .checking import Wrong, checked, holds
from .containers import Container, Deque, Items, Members, Places, marked
from .generators import Generated
from .operations import item, operated


class Leave(Exception):  # noqa: N818 - how `break` and `continue` get to their loop
    def __init__(self, label: int, again: bool) -> None:
        self.label, self.again = label, again


class Result(Exception):  # noqa: N818 - how `return` gets to the call
    def __init__(self, value: Any) -> None:
        self.value = value


def run(program: Program, instance: Instance, *arguments: Any) -> tuple[Any, list[Any]]:
    """What a function returns for these arguments, and what it emits; Trapped, or Wrong."""
    if not all(map(holds, instance.arguments, arguments)):
        raise Trapped(Trap.OUTSIDE, "the arguments")
    emitted: list[Any] = []
    return called(program, instance, dict(zip(instance.core.parameters, arguments)), emitted), emitted


def called(program: Program, instance: Instance, variables: dict[str, Any], emitted: list[Any]) -> Any:
    frame = Frame(program, instance, variables, emitted)
    for name, value in variables.items():
        frame.keep(name, value)
    try:
        frame.statements(instance.core.body)
    except Result as result:
        if isinstance(instance.result, Varying) and not holds(instance.result, result.value):
            raise Trapped(Trap.OVERFLOW, instance.name) from None  # as where a board changes: its cells have no room
        return checked(result.value, instance.result, instance.name)
    raise Wrong(f"{instance.name} ends without a result")


def with_item(items: Any, place: int, new: Any) -> Any:
    """A tuple or a text with one item exchanged."""
    if isinstance(items, str):
        return items[:place] + new + items[place + 1 or len(items) :]
    made = list(tuple.__iter__(items))
    made[place] = new
    return tuple(made)


class Frame:
    """One call."""

    def __init__(self, program: Program, instance: Instance, variables: dict[str, Any], emitted: list[Any]) -> None:
        self.program, self.instance, self.variables, self.emitted = program, instance, variables, emitted
        self.splices: dict[int, Splice] = {}
        self.give: Any = None  # of a generator that is a value: what hands an item on

    # ---- variables

    def keep(self, name: str, value: Any) -> None:
        value = value.form(value.items) if isinstance(value, SetOf) else value
        self.variables[name] = checked(value, self.instance.variables.get(name), f"{self.instance.name}, {name}")

    def assign(self, target: Target | None, value: Any) -> None:
        if isinstance(target, Var):
            self.keep(target.name, value)
        elif target is not None:
            items = list(tuple.__iter__(value)) if isinstance(value, tuple) else list(value)
            if len(items) != len(target):
                raise Trapped(Trap.RAISED, self.instance.name)
            for each, one in zip(target, items, strict=True):
                self.assign(each, one)

    # ---- expressions

    def value(self, node: Node) -> Any:
        return checked(self.value_of(node), node.type, node.place or self.instance.name)

    def value_of(self, node: Node) -> Any:
        if node.asked is not None:
            return self.value(node.asked)
        match node:
            case core.Const(value=value):
                return value
            case Var(name=name):
                kind = self.instance.variables.get(name)
                return kind.value if isinstance(kind, Fixed) else self.variables[name]
            case Op(operands=operands):
                return operated(node, [self.value(each) for each in operands])
            case core.Choose(test=test, then=then, other=other):
                return self.value(then if self.value(test) else other)
            case core.Make(cls=cls, items=items):
                given = [self.value(each) for each in items]
                return cls(*given) if is_dataclass(cls) else tuple.__new__(cls, given)
            case core.Replace(base=base, fields=fields):
                old: Any = self.value(base)
                new = {name: self.value(each) for name, each in fields.items()}
                if is_dataclass(old):
                    return replace(old, **new)  # type: ignore[type-var]
                parts = zip(type(old)._fields, tuple.__iter__(old))
                return tuple.__new__(type(old), [new.get(name, part) for name, part in parts])
            case core.NoResult():
                return None
            case core.Begin():
                return self.begun(node)
            case core.NewContainer(kind=kind):
                return {"list": Items, "deque": Deque, "range": Items, "set": Members}.get(kind.name, Places)()
            case core.Ask(how="mark" | "mark for good", base=base):
                return marked(self.value(base))
            case core.Ask(how=how, base=base, given=given):
                asked = getattr(self.value(base), how)
                try:
                    return asked(*[self.value(each) for each in given])
                except (IndexError, KeyError):
                    raise Trapped(Trap.RAISED, node.place) from None
            case core.Given(value=value):
                found = self.value(value)
                if found is None:
                    raise Trapped(Trap.RAISED, node.place)
                return found
            case core.Member(cls=cls, value=value):
                try:
                    return cls(self.value(value))
                except ValueError:
                    raise Trapped(Trap.RAISED, node.place) from None
            case core.Field(base=base, name=name):
                record: Any = self.value(base)
                if is_dataclass(record):
                    return getattr(record, name)
                return tuple.__getitem__(record, type(record)._fields.index(name))
            case core.Item(base=base, index=index):
                return item(self.value(base), self.value(index), node.place)
            case core.Set():
                return self.changed(node)
            case core.Span(base=base, start=start, stop=stop, step=step):
                whole: Any = self.value(base)
                ends = slice(*(None if each is None else self.value(each) for each in (start, stop)), step)
                return tuple(tuple.__iter__(whole))[ends] if isinstance(whole, tuple) else whole[ends]
            case core.Call():
                return self.call(node)
            case core.Block(body=body, result=result):
                self.statements(body)
                return self.value(result)
        raise NotImplementedError(type(node).__name__)

    def changed(self, node: core.Set) -> Any:
        """A board with some cells changed; a cell that its bytes cannot hold is a trap."""
        board, most = self.value(node.base), 2 ** (self.program.cell - 1)
        if isinstance(node.type, Record):
            return self.exchanged(node, board)
        changes = []
        for index, value in node.changes:
            place, new = self.value(index), self.value(value)
            item(board, place, node.place)
            if isinstance(new, int) and not -most <= new < most:
                raise Trapped(Trap.OVERFLOW, node.place)
            changes.append((place, new))
        for place, new in changes:
            board = board.set(place, new) if node.form not in (tuple, str) else with_item(board, place, new)
        return board

    def exchanged(self, node: core.Set, items: Any) -> Any:
        """A tuple with some items exchanged."""
        changes = [(self.value(index), self.value(value)) for index, value in node.changes]
        for place, new in changes:
            item(items, place, node.place)
            items = items.set(place, new) if isinstance(items, PVector) else with_item(items, place, new)
        return items

    def call(self, node: core.Call) -> Any:
        return called(self.program, node.instance, self.given_to(node), self.emitted)  # type: ignore[arg-type]

    def given_to(self, node: core.Call) -> dict[str, Any]:
        """The arguments of a call by the names of the parameters."""
        function: Any = node.function
        instance: Any = node.instance
        names, _ = parameters(function)
        given = dict(zip(names, [self.value(each) for each in node.arguments]))
        return {name: given[name] for name in instance.core.parameters}

    def begun(self, node: core.Begin) -> Generated:
        """A generator of which nothing has run yet."""
        instance: Any = node.call.instance
        frame = Frame(self.program, instance, {}, self.emitted)
        for name, value in self.given_to(node.call).items():
            frame.keep(name, value)

        def run(give: Any) -> None:
            frame.give = give
            with suppress(Result):
                frame.statements(instance.core.body)

        return Generated(run)

    # ---- statements

    def statements(self, nodes: list[Node]) -> None:
        for node in nodes:
            self.statement(node)

    def statement(self, node: Node) -> None:
        match node:
            case core.Assign(value=core.Unset()):
                pass
            case core.Assign(target=target, value=value):
                self.assign(target, self.value(value))
            case core.If(test=test, then=then, other=other):
                self.statements(then if self.value(test) else other)
            case core.While(label=label, test=test, body=body):
                while self.value(test) and self.goes_on(label, body):
                    pass
            case core.Count(label=label, target=target, bounds=bounds, body=body):
                ends = [int(self.value(each)) for each in bounds]
                if len(ends) == 3 and ends[2] == 0:
                    raise Trapped(Trap.RAISED, node.place)
                for number in range(*ends):
                    self.assign(target, number)
                    if not self.goes_on(label, body):
                        break
            case Each():
                self.each(node)
            case Splice(label=label, generator=generator):
                self.splices[label] = node
                self.goes_on(label, generator)
            case core.Yield(splice=label, value=value):
                self.yielded(self.splices[label], self.value(value))
            case core.Suspend(value=value):
                self.give(self.value(value))
            case core.Break(label=label):
                raise Leave(label, again=False)
            case core.Continue(label=label):
                raise Leave(label, again=True)
            case core.Return(value=value):
                raise Result(self.value(value))
            case core.Raise(trap=trap):
                raise Trapped(trap, node.place)
            case core.Emit(index=index, value=value):
                self.value(index)
                self.emitted.append(checked(self.value(value), self.instance.emitted, node.place))
            case core.Evaluate(value=value):
                self.value(value)
            case core.Store() if node.asked is not None:
                self.value(node.asked)
            case _:
                raise NotImplementedError(type(node).__name__)

    def goes_on(self, label: int, body: list[Node]) -> bool:
        """One round of a loop; False after its `break`."""
        try:
            self.statements(body)
        except Leave as leave:
            if leave.label != label:
                raise
            return leave.again
        return True

    def yielded(self, splice: Splice, value: Any) -> None:
        """The body of the loop over a generator; its `break` leaves the generator, too."""
        self.assign(splice.target, value)
        if not self.goes_on(splice.label, splice.body):
            raise Leave(splice.label, again=False)

    def each_of(self, node: Each, container: Container) -> None:
        """A loop over a list, a dict or a set, which may change meanwhile."""
        try:
            for number, item in enumerate(container):
                if node.index is not None:
                    self.assign(node.index, number)
                for target in node.targets:
                    self.assign(target, item)
                if not self.goes_on(node.label, node.body):
                    break
        except RuntimeError:  # it has other keys or members now
            raise Trapped(Trap.RAISED, node.place) from None

    def each(self, node: Each) -> None:
        rows = [self.value(each) for each in node.sequences]
        if len(rows) == 1 and isinstance(rows[0], Container) and not node.backwards:
            self.each_of(node, rows[0])
            return
        items = [tuple.__iter__(row) if isinstance(row, tuple) else iter(row) for row in rows]
        rounds = enumerate(zip(*items, strict=node.strict))
        for number, parts in reversed(list(rounds)) if node.backwards else rounds:
            if node.index is not None:
                self.assign(node.index, number)
            for target, part in zip(node.targets, parts):
                self.assign(target, part)
            if not self.goes_on(node.label, node.unrolled[number] if node.unrolled else node.body):
                break
