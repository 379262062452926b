"""What one walk of inference through a function knows: which variables surely have a value, and how loops are left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..ir.core import Ask, Block, Call, Evaluate, Node, Op, Target
from ..ir.kinds import Fixed, Int, Type
from .programs import Instance, Program


class Unsettled(Exception):  # noqa: N818 - not an error: ask again later
    """The type depends on a result that is not known yet."""


class NoneUsed(Unsettled):
    """None is used as if it were a value: what may be None is that as well, once more is known of it."""


DEEPEST = 8  # functions that are inferred inside of one another: more of them take too much of Python's stack


class Walk:
    """`assigned` holds what surely has a value; None: unreachable. `statements` infers those inside of others.

    `infer` infers another function.
    """

    def __init__(
        self,
        program: Program,
        instance: Instance,
        statements: Callable[[Walk, list[Node]], None],
        infer: Callable[[Program, Instance], None],
    ) -> None:
        self.program, self.instance = program, instance
        self.statements, self.infer = partial(statements, self), infer
        self.assigned: set[str] | None = set(instance.core.parameters)
        self.last_place = instance.where
        self.used: set[str] = set()
        self.stale = False  # whether a variable's type has changed after its use
        self.leaving: dict[int, set[str] | None] = {}  # what has a value at the breaks of a loop
        self.rounds: dict[int, Int] = {}  # how many rounds loops have, by their labels
        self.splices: dict[int, tuple[Target, list[set[str]]]] = {}  # what a yield sets, and what has a value then

    def copy(self) -> set[str] | None:
        return None if self.assigned is None else set(self.assigned)

    def called_now(self, called: Instance) -> None:
        """Infers a function that waits for it where it is called: this walk goes on with what it gives now."""
        program = self.program
        while called in program.waiting and called.heard is None and program.depth < DEEPEST:
            program.within_reason(called.core.source)
            program.waiting.remove(called)
            program.depth += 1
            try:
                self.infer(program, called)
            finally:
                program.depth -= 1
        if self.instance.heard is not None:
            self.instance.heard.add(called)

    def either(self, then: Callable[[], Any], other: Callable[[], Any]) -> tuple[Any, Any]:
        before = self.copy()
        first = then()
        after, self.assigned = self.assigned, before
        second = other()
        self.assigned = both(after, self.assigned)
        return first, second


def both(a: set[str] | None, b: set[str] | None) -> set[str] | None:
    """What is assigned on both of two ways; None stands for a way that is never taken."""
    return b if a is None else a if b is None else a & b


def keep(w: Walk, name: str, kind: Type) -> Type:
    """Joins a type into that of a variable, and gives the joined type."""
    if w.assigned is not None:
        w.assigned.add(name)
    old = w.instance.variables.get(name)
    if old is not None and (old is kind or old == kind):
        return kind
    if old is not None or not isinstance(kind, Fixed):
        w.program.fitting(kind)
    new = w.program.settled(w.instance, name, old, kind, name in w.used)
    if new != old:
        w.instance.variables[name] = new
        w.stale |= name in w.used
    return new


def told(node: Any, kind: Any, *parts: Any) -> Any:
    """The node that is asked in place of another one: the same as before, if that does the same."""
    made = kind(*parts)
    if not isinstance(node.asked, kind) or what(node.asked) != what(made):
        node.asked = made
        node.asked.place = node.place
    return node.asked


def what(node: Any) -> Any:
    """What a node that is asked does."""
    match node:
        case Ask(how=how):
            return how
        case Op(symbol="not", operands=[Call() as call]) | Block(body=[Evaluate(value=Call() as call)]):
            return call.function
    return node.symbol if isinstance(node, Op) else node.function
