"""What lowering knows of the function that it emits: its builder, variables, loops, and where failed checks lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from lazytree.core.errors import Trap

from ..abi import ARENA, STEPS, STOP, TRAP, trap_code
from ..inference.programs import Instance
from ..ir.core import Node, Splice, Target
from ..library import words
from .module import Module, word
from .proofs import assignments
from .text import I1, I64, WORD_POINTER, ArrayType, Block, Builder, Function
from .values import Slot, Value

LEAST = 3  # instructions of a block, or about that


class Frame:
    """One function while it is emitted: its LLVM builder `b`, the slots of its variables, and where its loops go on.

    `statements` lowers statements inside of an expression, a loop or a generator.
    """

    def __init__(self, module: Module, instance: Instance, statements: Callable[[Frame, list[Node]], None]) -> None:
        body, parameters = instance.core.body, instance.core.parameters
        self.module, self.instance, self.layout = module, instance, module.layout
        self.statements = partial(statements, self)
        self.kinds = instance.variables
        self.function = module.functions[instance]
        self.context = self.function.args[0]
        self.entry = Builder(module.llvm, self.function.append_block())
        self.b = Builder(module.llvm, self.function.append_block())
        self.slots: dict[str, list[Slot]] = {}
        self.assignments = assignments(body) + Counter(parameters)
        self.long = module.pace[instance].long  # loops that may run for long, with the steps of a round
        self.labels: dict[int, tuple[Any, Any]] = {}  # where break and continue of a loop go
        self.left: set[int] = set()  # loops that some break leaves
        self.copies = 1  # of what is emitted now, in loops over generators
        self.filled: dict[str, Callable[[Value], None]] = {}  # what puts items into lists that become tuples at once
        self.splices: dict[int, tuple[Target, Callable[[], None]]] = {}  # what a yield sets, and what it does then
        self.consumers: dict[int, Splice] = {}  # the loops over generators that are emitted
        self.arena: Any = None  # where dicts lie, once that was asked for
        self.rounds: dict[int, Any] = {}  # where its room began, of loops whose rounds give it back
        self.room: Any = (
            None  # of a generator that is a value: its frame, in which all lies that others keep on the stack
        )
        self.mark: Any = None  # where its room began, if the function gives it back
        self.trusted = instance.core.source.__globals__ is words.__dict__  # nothing in its text fails
        self.checks = 0  # how many there are, with the calls, in which others may fail
        self.reasons: Any = None  # of giving up, one for each check
        self.last_place = ""
        self.unwinding: Any = None

    def block(self) -> Block:
        """A new block; Refused where the function has grown too long."""
        self.module.grown(LEAST * len(self.function.blocks))
        return self.function.append_block()

    def blocks(self, number: int) -> list[Any]:
        """Several new blocks."""
        return [self.block() for _ in range(number)]

    def word(self, number: int) -> Any:
        """Where a word of the context lies."""
        return word(self.b, self.context, number)

    def alloca(self, kind: Any) -> Any:
        """Room on the stack, made where the function begins; of a generator that is a value in its frame."""
        if self.room is not None:
            return self.room.taken(kind)
        return self.entry.alloca(kind, align=16 if isinstance(kind, ArrayType) else 0)

    def external(self, name: str, result: Any, arguments: list[Any]) -> Function:
        """A function of the C library."""
        return self.module.llvm.function(name, result, arguments)

    def branch(self, test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> None:
        """Emits either action, by a test; what follows is marked unreachable if neither leads there."""
        yes, no, after = self.blocks(3)
        self.b.cbranch(test, yes, no)
        joined = False
        for block, action in ((yes, then), (no, other)):
            self.b.position_at_end(block)
            action()
            if not self.b.block.ended:
                self.b.branch(after)
                joined = True
        self.b.position_at_end(after)
        if not joined:
            self.b.unreachable()

    def one_of(self, number: Any, actions: list[Callable[[], Any]]) -> None:
        """Emits one of several actions, by its number."""
        after, blocks = self.block(), self.blocks(len(actions))
        self.b.switch(number, blocks)
        for block, action in zip(blocks, actions):
            self.b.position_at_end(block)
            action()
            self.enter(after)

    def jump(self, block: Any) -> None:
        """Goes to a block, unless the block at work has ended."""
        if not self.b.block.ended:
            self.b.branch(block)

    def enter(self, block: Any) -> None:
        """Jumps to a block and goes on there."""
        self.jump(block)
        self.b.position_at_end(block)

    def check(self, ok: Any, trap: Trap) -> None:
        """A trap unless `ok`."""
        after = self.block()
        self.b.cbranch(ok, after, self.trap(trap), weights=(1000, 1))
        self.b.position_at_end(after)

    def trap(self, trap: Trap) -> Any:
        """The block that gives up, to branch to from here: it notes why and where, and returns."""
        self.checks += 1
        if self.reasons is None:
            b = Builder(self.module.llvm, self.block())
            self.reasons = b.phi(I64)
            b.store(self.reasons, word(b, self.context, TRAP))
            b.branch(self.unwind())
        self.reasons.add_incoming(I64(trap_code(self.module.site(self.last_place), trap)), self.b.block)
        return self.reasons.block

    def unwind(self) -> Any:
        """The block that returns to the caller, with the sign that a check has failed."""
        if self.unwinding is None:
            self.unwinding = self.block()
            nothing = self.module.result_type(self.instance).undefined()
            b = Builder(self.module.llvm, self.unwinding)
            b.ret(b.insert_value(nothing, I1(1), len(nothing.type.elements) - 1))
        return self.unwinding


MOST_COUNTED = 2**12  # steps from one poll to the next, where a host is asked for more


def arena(f: Frame) -> Any:
    """Where the arena of the context lies; asked for where the function begins."""
    if f.arena is None:
        b = f.entry
        f.arena = b.inttoptr(b.load(word(b, f.context, ARENA)), WORD_POINTER)
    return f.arena


def poll(f: Frame, steps: int) -> None:
    """Gives up if the stop flag is set, or if the call has taken more steps than it is allowed."""
    if f.module.hosted:
        return ask_for_more(f, steps)
    flag = f.b.inttoptr(f.b.load(f.word(STOP)), WORD_POINTER)
    f.check(f.b.icmp_unsigned("==", f.b.load_atomic(flag, "monotonic", 8), I64(0)), Trap.STOPPED)
    if f.module.counted:
        left = f.b.sub(f.b.load(f.word(STEPS)), I64(steps))
        f.b.store(left, f.word(STEPS))
        f.check(f.b.icmp_signed(">", left, I64(0)), Trap.LONG)
    return None


def ask_for_more(f: Frame, steps: int) -> None:
    """Gives up if the call has no steps left, and the host gives it no more.

    A host learns by its clock how many steps to give: what is counted here is far more than what is taken, mostly.
    """
    left = f.b.sub(f.b.load(f.word(STEPS)), I64(min(steps, MOST_COUNTED)))
    f.b.store(left, f.word(STEPS))
    ask, after = f.blocks(2)
    f.b.cbranch(f.b.icmp_signed(">", left, I64(0)), after, ask, weights=(1000, 1))
    f.b.position_at_end(ask)
    more = f.b.call(f.external("more", I64, []), [])
    f.b.store(more, f.word(STEPS))
    f.check(f.b.icmp_signed(">", more, I64(0)), Trap.LONG)
    f.enter(after)


def poll_in_loop(f: Frame, label: int, number: Any = None, at_most: int = 0) -> None:
    """Polls in a loop that may run for long: once in some rounds, if a number tells rounds apart.

    It gives up, too, if that number has grown beyond `at_most`.
    """
    if label in f.rounds:
        f.b.store(f.rounds[label], f.b.gep(f.arena, [I64(words.TOP)], inbounds=True))
    if label not in f.long or f.trusted:
        return None
    steps, between = f.long[label]
    if number is None or (between == 1 and not at_most):
        return poll(f, steps)
    seldom = f.b.icmp_unsigned("==", f.b.and_(number, I64(between - 1)), I64(0))
    now, after = f.blocks(2)
    f.b.cbranch(seldom, now, after, weights=(1, between))
    f.b.position_at_end(now)
    poll(f, steps * between)
    if at_most:
        f.check(f.b.icmp_unsigned("<", number, I64(at_most)), Trap.ENDLESS)
    return f.enter(after)
