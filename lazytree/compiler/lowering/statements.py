"""Lowering: a typed function into LLVM instructions, statement by statement; every variable has a slot on the stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import ir

from ..inference.programs import Instance
from ..language.core import (
    Assign,
    Break,
    Call,
    Continue,
    Count,
    Each,
    Emit,
    If,
    Node,
    Raise,
    Return,
    Set,
    Splice,
    Stash,
    Store,
    Target,
    Var,
    While,
    Yield,
)
from ..language.errors import TRAPS, Trap
from ..language.kinds import Fixed, Int, Record, Row, Type, Vector, leaves
from .growth import proven_steps
from .loops import Loops
from .module import OUT, ROOM, STACK, STOP, TRAP, Module, vectors, word
from .packing import Packing
from .proofs import assignments
from .values import BYTES, FROZEN, I1, I32, I64, WORD_POINTER, Slot, Value, constant


class Lowering(Loops):
    """Emits one function."""

    def __init__(self, module: Module, instance: Instance) -> None:
        self.module, self.instance = module, instance
        self.layout, self.copy_always = module.layout, module.copy_always
        self.kinds = instance.variables
        self.function = module.functions[instance]
        self.entry = ir.IRBuilder(self.function.append_basic_block("entry"))
        self.b = ir.IRBuilder(self.function.append_basic_block("body"))
        self.slots: dict[str, list[Slot]] = {}
        self.assignments = assignments(instance.core.body) + Counter(instance.core.parameters)
        self.proven = proven_steps(zip(instance.core.parameters, instance.arguments), instance.core.body)
        self.labels: dict[int, tuple[Any, Any]] = {}
        self.splices: dict[int, tuple[Target, Callable[[], None]]] = {}
        self.reasons: Any = None  # of giving up, one for each check
        self.left: set[int] = set()  # loops that some break leaves
        self.last_place = ""
        self.unwinding: Any = None

    def run(self) -> None:
        given = iter(self.function.args[1 + len(vectors(self.instance.result)) :])
        arguments = [self.argument(kind, given) for kind in self.instance.arguments]
        if self.instance.recursive:
            self.guard_recursion()
        for name, value in zip(self.instance.core.parameters, arguments):
            self.keep(name, value)
        self.statements(self.instance.core.body)
        if not self.b.block.is_terminated:
            self.b.unreachable()
        self.entry.branch(self.function.blocks[1])

    def argument(self, kind: Type, given: Iterator[Any]) -> Value:
        if isinstance(kind, Record):
            return Value(kind, [self.argument(item, given) for item in kind.items])
        parts = tuple(next(given) for _ in self.layout.of_leaf(kind))
        return Value(kind, parts[0] if len(parts) == 1 else parts, FROZEN)

    def guard_recursion(self) -> None:
        frame = self.b.ptrtoint(self.b.call(self.module.frame_address(), [I32(0)]), I64)
        limit = self.b.load(word(self.b, self.function.args[0], STACK))
        self.check(self.b.icmp_unsigned(">", frame, limit), Trap.RECURSION)
        flag = self.b.inttoptr(self.b.load(word(self.b, self.function.args[0], STOP)), WORD_POINTER)
        stop = self.b.load_atomic(flag, "monotonic", 8)
        self.check(self.b.icmp_unsigned("==", stop, I64(0)), Trap.STOPPED)

    def table(self, kind: Fixed) -> Any:
        return self.module.program.table(kind.value)

    # ---- checks

    def check(self, ok: Any, trap: Trap) -> None:
        after = self.function.append_basic_block()
        self.b.cbranch(ok, after, self.trap(trap)).set_weights([1000, 1])
        self.b.position_at_end(after)

    def trap(self, trap: Trap) -> Any:
        """The block that gives up, to be branched to from here: it notes why and where, and returns."""
        if self.reasons is None:
            b = ir.IRBuilder(self.function.append_basic_block())
            self.reasons = b.phi(I64)
            b.store(self.reasons, word(b, self.function.args[0], TRAP))
            b.branch(self.unwind())
        self.reasons.add_incoming(I64(self.module.site(self.last_place) * TRAPS + trap), self.b.block)
        return self.reasons.parent

    def unwind(self) -> Any:
        if self.unwinding is None:
            self.unwinding = self.function.append_basic_block()
            nothing = ir.Constant(self.module.result_type(self.instance), ir.Undefined)
            b = ir.IRBuilder(self.unwinding)
            b.ret(b.insert_value(nothing, I1(1), len(nothing.type.elements) - 1))
        return self.unwinding

    def invoke(self, instance: Instance, arguments: list[Value], outs: list[Value] | None = None) -> Value:
        outs = [self.fresh(kind) for kind in vectors(instance.result)] if outs is None else outs
        runtime = [value for value in arguments if not isinstance(value.type, Fixed)]
        given = [self.converted(value, kind) for value, kind in zip(runtime, instance.arguments)]
        datas = [part for value in given for leaf in value.leaves() for part in self.parts(leaf)]
        called = self.module.function(instance)
        result = self.b.call(called, [self.function.args[0], *(out.data for out in outs), *datas])
        failed = self.b.extract_value(result, len(result.type.elements) - 1)
        after = self.function.append_basic_block()
        self.b.cbranch(failed, self.unwind(), after).set_weights([1, 1000])
        self.b.position_at_end(after)
        return self.assembled(instance.result, result, iter(outs))

    def parts(self, leaf: Value) -> list[Any]:
        return list(leaf.data) if isinstance(leaf.data, tuple) else [leaf.data]

    def assembled(self, kind: Any, result: Any, outs: Iterator[Value]) -> Value:
        position = iter(range(len(result.type.elements)))

        def build(part: Type) -> Value:
            if isinstance(part, Record):
                return Value(part, [build(item) for item in part.items])
            if isinstance(part, Vector):
                return next(outs)
            if isinstance(part, Row):
                return Value(part, tuple(self.b.extract_value(result, next(position)) for _ in range(2)))
            return Value(part, self.b.extract_value(result, next(position)))

        return build(kind)

    # ---- statements

    def statements(self, nodes: list[Node]) -> None:
        for node in nodes:
            if self.b.block.is_terminated:
                return
            self.last_place = node.place or self.last_place
            self.statement(node)

    def statement(self, node: Node) -> None:
        match node:
            case Assign(target=target, value=value):
                if not self.set_in_place(target, value):
                    self.assign(target, self.expression(value))
            case If(test=test, then=then, other=other):
                truth = self.truth(self.expression(test))
                self.branch(truth, lambda: self.statements(then), lambda: self.statements(other))
            case While():
                self.repeat(node)
            case Count(label=label, target=target, bounds=bounds, body=body):
                self.count(label, target, [self.expression(each) for each in bounds], body)
            case Each():
                self.each(node)
            case Splice():
                self.splice(node)
            case Yield(splice=label, value=value):
                self.hand_over(label, self.expression(value))
            case Break(label=label):
                self.left.add(label)
                self.b.branch(self.labels[label][0])
            case Continue(label=label):
                self.b.branch(self.labels[label][1])
            case Return(value=Call(instance=Instance() as called, arguments=arguments)) if self.passes_on(called):
                given = [self.expression(each) for each in arguments]
                outs = [Value(kind, out) for kind, out in zip(vectors(called.result), self.function.args[1:])]
                self.give_back(self.invoke(called, given, outs))
            case Return(value=value):
                self.give_back(self.converted(self.expression(value), self.instance.result))  # type: ignore[arg-type]
            case Raise():
                self.b.branch(self.trap(Trap.RAISED))
            case Store(words=words, index=index, value=value):
                memory, place = self.expression(words), self.expression(index)
                new = self.expression(value)
                self.check_within(new, Int(-(2**63), 2**63 - 1))
                start, length = memory.data
                self.b.store(self.raw(new, 64), self.b.gep(start, [self.place(place, length, None)]))
            case Stash(words=words, index=index, value=value):
                memory, at = self.expression(words), self.expression(index)
                self.stashed(memory, at, self.expression(value), self.module.program.stashed)  # type: ignore[arg-type]
            case Emit(index=index, value=value):
                self.emit(self.expression(index), self.expression(value))
            case _:
                self.expression(node.value)  # type: ignore[attr-defined]

    def passes_on(self, called: Instance) -> bool:
        """Whether a call's result is this function's own: its boards go straight to where they are wanted."""
        return called.result == self.instance.result and not self.copy_always

    def give_back(self, value: Value) -> None:
        outs = iter(self.function.args[1:])
        result: Any = ir.Constant(self.module.result_type(self.instance), ir.Undefined)
        position = 0
        for leaf in list(value.leaves()):
            if isinstance(leaf.type, Vector):
                out = next(outs)
                if leaf.data is not out:
                    self.copy(out, leaf)
            else:
                for part in self.parts(leaf):
                    result = self.b.insert_value(result, part, position)
                    position += 1
        self.b.ret(self.b.insert_value(result, I1(0), position))

    def emit(self, index: Value, value: Value) -> None:
        """Packs an answer into the room that Python gave; beyond it, answers are only counted."""
        kind = self.instance.emitted
        packing = Packing((kind,) if kind else (), self.layout.cell.width)
        number = self.raw(index, 64)
        room = self.b.load(word(self.b, self.function.args[0], ROOM))

        def store() -> None:
            out = self.b.inttoptr(self.b.load(word(self.b, self.function.args[0], OUT)), BYTES)
            base = self.b.gep(out, [self.b.mul(number, I64(packing.size))])
            packed = self.converted(value, kind)  # type: ignore[arg-type]
            for leaf, (_, at) in zip(packed.leaves(), packing.leaves):
                place = self.module.at(self.b, base, leaf.type, at)
                if isinstance(leaf.type, Vector):
                    self.copy(place, leaf)
                else:
                    self.module.store_number(self.b, leaf.data, leaf.type, place)

        self.branch(self.b.icmp_unsigned("<", number, room), store, lambda: None)

    # ---- variables

    def set_in_place(self, target: Target, value: Node) -> bool:
        """board = board.set(...) changes the variable's own bytes."""
        if self.copy_always or not isinstance(target, Var) or not isinstance(value, Set):
            return False
        own = self.slots.get(target.name)
        if not isinstance(value.base, Var) or value.base.name != target.name or own is None or own[0].alias:
            return False
        value.type = self.kinds[target.name]
        self.changed_vector(value, in_place=True)
        return True

    def assign(self, target: Target, value: Value) -> None:
        if isinstance(target, Var):
            self.keep(target.name, value)
            return
        items = [self.snapshot(item) for item in self.items(value, len(target))]
        for each, item in zip(target, items):
            self.assign(each, item)

    def items(self, value: Value, length: int) -> list[Value]:
        value = self.row_if_table(value)
        if isinstance(value.type, Row):
            return [self.row_item(value, I64(number)) for number in range(length)]
        if isinstance(value.type, Vector):
            return [self.cell_at(value, I64(number)) for number in range(length)]
        return list(value.data)

    def row_if_table(self, value: Value) -> Value:
        if isinstance(value.type, Fixed):
            table = self.table(value.type)
            return self.row_of_constant(Row(table, 0)) if table else constant(value.type.value, self.layout)
        return value

    def keep(self, name: str, value: Value) -> None:
        kind = self.kinds[name]
        if isinstance(kind, Fixed):
            return
        value = self.converted(self.row_if_table(value) if isinstance(kind, Row) else value, kind)
        single = self.assignments[name] == 1 and not self.copy_always
        if name not in self.slots:
            self.slots[name] = [
                self.new_slot(leaf, alias=single and part.memory == FROZEN)
                for leaf, part in zip(leaves(kind), value.leaves())
            ]
        if len([leaf for leaf in leaves(kind) if isinstance(leaf, Vector)]) > 1:
            value = self.snapshot(value)
        self.put(self.slots[name], kind, value)

    # ---- loops

    # ---- generators
