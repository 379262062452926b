"""What lowering knows of the function that it emits: its builder, variables, loops, and where failed checks lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir

from ..inference.programs import Instance
from ..ir.core import Node, Target
from ..ir.errors import TRAPS, Trap
from .growth import proven_steps
from .module import TRAP, Module, word
from .proofs import assignments
from .values import I1, I64, Slot


class Frame:
    """One function while it is emitted. `statements` lowers those inside of an expression, a loop or a generator."""

    def __init__(self, module: Module, instance: Instance, statements: Callable[[Frame, list[Node]], None]) -> None:
        body, parameters = instance.core.body, instance.core.parameters
        self.module, self.instance, self.layout = module, instance, module.layout
        self.statements = partial(statements, self)
        self.copy_always = module.copy_always
        self.kinds = instance.variables
        self.function = module.functions[instance]
        self.context = self.function.args[0]
        self.entry = ir.IRBuilder(self.function.append_basic_block("entry"))
        self.b = ir.IRBuilder(self.function.append_basic_block("body"))
        self.slots: dict[str, list[Slot]] = {}
        self.assignments = assignments(body) + Counter(parameters)
        self.proven = proven_steps(zip(parameters, instance.arguments), body)  # sums that cannot overflow
        self.labels: dict[int, tuple[Any, Any]] = {}  # where break and continue of a loop go
        self.left: set[int] = set()  # loops that some break leaves
        self.splices: dict[int, tuple[Target, Callable[[], None]]] = {}  # what a yield sets, and what it does then
        self.reasons: Any = None  # of giving up, one for each check
        self.last_place = ""
        self.unwinding: Any = None

    def block(self) -> Any:
        return self.function.append_basic_block()

    def blocks(self, number: int) -> list[Any]:
        return [self.block() for _ in range(number)]

    def word(self, number: int) -> Any:
        """Where a word of the context lies."""
        return word(self.b, self.context, number)

    def alloca(self, kind: Any) -> Any:
        made = self.entry.alloca(kind)
        if isinstance(kind, ir.ArrayType):
            made.align = 16
        return made

    def intrinsic(self, name: str, kinds: list[Any], signature: Any = None) -> Any:
        return self.layout.module.declare_intrinsic(f"llvm.{name}", kinds, signature)

    def external(self, name: str, result: Any, arguments: list[Any]) -> Any:
        known = self.layout.module.globals.get(name)
        return known or ir.Function(self.layout.module, ir.FunctionType(result, arguments), name)

    def branch(self, test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> None:
        """Either action; what follows is marked unreachable if neither comes to its end."""
        yes, no, after = self.blocks(3)
        self.b.cbranch(test, yes, no)
        joined = False
        for block, action in ((yes, then), (no, other)):
            self.b.position_at_end(block)
            action()
            if not self.b.block.is_terminated:
                self.b.branch(after)
                joined = True
        self.b.position_at_end(after)
        if not joined:
            self.b.unreachable()

    def jump(self, block: Any) -> None:
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def enter(self, block: Any) -> None:
        """Jumps to a block and goes on there."""
        self.jump(block)
        self.b.position_at_end(block)

    def check(self, ok: Any, trap: Trap) -> None:
        after = self.block()
        self.b.cbranch(ok, after, self.trap(trap)).set_weights([1000, 1])
        self.b.position_at_end(after)

    def trap(self, trap: Trap) -> Any:
        """The block that gives up, to be branched to from here: it notes why and where, and returns."""
        if self.reasons is None:
            b = ir.IRBuilder(self.block())
            self.reasons = b.phi(I64)
            b.store(self.reasons, word(b, self.context, TRAP))
            b.branch(self.unwind())
        self.reasons.add_incoming(I64(self.module.site(self.last_place) * TRAPS + trap), self.b.block)
        return self.reasons.parent

    def unwind(self) -> Any:
        if self.unwinding is None:
            self.unwinding = self.block()
            nothing = ir.Constant(self.module.result_type(self.instance), ir.Undefined)
            b = ir.IRBuilder(self.unwinding)
            b.ret(b.insert_value(nothing, I1(1), len(nothing.type.elements) - 1))
        return self.unwinding
