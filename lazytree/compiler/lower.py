"""Lowering: typed functions into an LLVM module.

Every function takes a context (errors, stack limit, stop flag, room for answers), the addresses where the vectors of
its result go, and the leaves of its arguments; it returns the numbers of its result and whether a check failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import ir

from .core import (
    Assign,
    Break,
    Const,
    Continue,
    Count,
    Each,
    Emit,
    Field,
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
from .errors import Trap
from .infer import Instance, Program
from .kinds import SMALL, Bool, Fixed, Int, Record, Row, Type, Vector, as_int, leaves, width
from .lower_expressions import Expressions
from .packing import Packing
from .values import BYTES, FROZEN, I1, I32, I64, WORD_POINTER, Layout, Slot, Value, constant

TRAP, SITE, STACK, BUDGET, STOP, OUT, ROOM = range(7)  # words of the context
MOST_ROUNDS = 2**28
FURTHEST = 2**31  # bounds of a range


class Module:
    """An LLVM module: one function for each instance that is reached, and the entries that Python calls."""

    def __init__(self, program: Program, copy_always: bool = False) -> None:
        self.program, self.copy_always = program, copy_always
        self.llvm = ir.Module("lazytree")
        self.layout = Layout(self.llvm, program.cell)
        self.functions: dict[Instance, Any] = {}
        self.sites: list[str] = []
        self.waiting: list[Instance] = []

    def function(self, instance: Instance) -> Any:
        if instance not in self.functions:
            made = ir.Function(self.llvm, self.signature(instance), instance.name)
            made.linkage = "internal"
            for argument in made.args[1 : 1 + len(vectors(instance.result))]:
                argument.add_attribute("noalias")
            self.functions[instance] = made
            self.waiting.append(instance)
        return self.functions[instance]

    def signature(self, instance: Instance) -> ir.FunctionType:
        of_leaf = self.layout.of_leaf
        outs = [each for leaf in vectors(instance.result) for each in of_leaf(leaf)]
        given = [each for kind in instance.arguments for leaf in leaves(kind) for each in of_leaf(leaf)]
        return ir.FunctionType(self.result_type(instance), [WORD_POINTER, *outs, *given])

    def result_type(self, instance: Instance) -> ir.LiteralStructType:
        numbers = [each for leaf in numbers_of(instance.result) for each in self.layout.of_leaf(leaf)]
        return ir.LiteralStructType([*numbers, I1])

    def site(self, place: str) -> int:
        if place not in self.sites:
            self.sites.append(place)
        return self.sites.index(place)

    def finish(self) -> None:
        while self.waiting:
            instance = self.waiting.pop()
            Lowering(self, instance).run()

    def entry(self, name: str, instance: Instance) -> None:
        """A function for Python: context, packed arguments, room for the packed result; returns the trap or 0."""
        made = ir.Function(self.llvm, ir.FunctionType(I64, [WORD_POINTER, BYTES, BYTES]), name)
        b = ir.IRBuilder(made.append_basic_block())
        context, given, answer = made.args
        packing = Packing(tuple(instance.arguments), self.program.cell)
        b = self.guarded(b, packing, given)
        frame = b.ptrtoint(b.call(self.frame_address(), [I32(0)]), I64)
        b.store(b.sub(frame, b.load(word(b, context, BUDGET))), word(b, context, STACK))
        arguments = [part for leaf, at in packing.leaves for part in self.unpacked(b, given, leaf, at)]
        back = Packing((instance.result,) if instance.result else (), self.program.cell)
        outs = [self.at(b, answer, leaf, at) for leaf, at in back.leaves if isinstance(leaf, Vector)]
        result = b.call(self.function(instance), [context, *outs, *arguments])
        numbers = [(leaf, at) for leaf, at in back.leaves if not isinstance(leaf, Vector)]
        for position, (leaf, at) in enumerate(numbers):
            self.store_number(b, b.extract_value(result, position), leaf, self.at(b, answer, leaf, at))
        failed = b.extract_value(result, len(numbers))
        b.ret(b.select(failed, b.load(word(b, context, TRAP)), I64(0)))

    def guarded(self, b: ir.IRBuilder, packing: Packing, given: Any) -> ir.IRBuilder:
        """Refuses arguments outside of the types that the code was made for."""
        inside: Any = I1(1)
        for leaf, at in packing.leaves:
            inside = b.and_(inside, self.fits(b, leaf, self.at(b, given, leaf, at)))
        go, refuse = b.function.append_basic_block(), b.function.append_basic_block()
        b.cbranch(inside, go, refuse)
        b.position_at_end(refuse)
        b.ret(I64(Trap.OUTSIDE))
        b.position_at_end(go)
        return b

    def fits(self, b: ir.IRBuilder, leaf: Type, place: Any) -> Any:
        if isinstance(leaf, Vector):
            return self.all_cells_fit(b, leaf, place)
        if not isinstance(leaf, (Int, Bool)):
            return I1(1)
        kind = as_int(leaf)
        bits = max(64, width(kind))
        data = b.load(b.bitcast(place, ir.IntType(bits).as_pointer()), align=8)
        low, high = (data.type(bound & (2**bits - 1)) for bound in (kind.low, kind.high))
        compare = b.icmp_signed if kind.low < 0 else b.icmp_unsigned
        return b.and_(compare(">=", data, low), compare("<=", data, high))

    def all_cells_fit(self, b: ir.IRBuilder, leaf: Vector, place: Any) -> Any:
        head, body, after = (b.function.append_basic_block() for _ in range(3))
        before = b.block
        b.branch(head)
        b.position_at_end(head)
        at, fine = b.phi(I64), b.phi(I1)
        at.add_incoming(I64(0), before)
        fine.add_incoming(I1(1), before)
        b.cbranch(b.icmp_unsigned("<", at, I64(leaf.length)), body, after)
        b.position_at_end(body)
        cell = b.sext(b.load(b.gep(place, [I32(0), at])), I64)
        good = b.and_(b.icmp_signed(">=", cell, I64(leaf.low)), b.icmp_signed("<=", cell, I64(leaf.high)))
        at.add_incoming(b.add(at, I64(1)), body)
        fine.add_incoming(b.and_(fine, good), body)
        b.branch(head)
        b.position_at_end(after)
        return fine

    def frame_address(self) -> Any:
        return self.llvm.declare_intrinsic("llvm.frameaddress", [BYTES], ir.FunctionType(BYTES, [I32]))

    def at(self, b: ir.IRBuilder, base: Any, leaf: Type, offset: int) -> Any:
        place = b.gep(base, [I64(offset)])
        return b.bitcast(place, self.layout.of_leaf(leaf)[0] if isinstance(leaf, Vector) else WORD_POINTER)

    def unpacked(self, b: ir.IRBuilder, base: Any, leaf: Type, offset: int) -> list[Any]:
        place = self.at(b, base, leaf, offset)
        if isinstance(leaf, Vector):
            return [place]
        kinds = self.layout.of_leaf(leaf)
        if len(kinds) == 2:  # words: where, and how many
            first, second = (b.load(b.gep(place, [I64(number)])) for number in range(2))
            return [b.inttoptr(first, kinds[0]), second]
        if kinds[0].width == 1:
            return [b.trunc(b.load(place), I1)]
        return [b.load(b.bitcast(place, kinds[0].as_pointer()), align=8)]

    def store_number(self, b: ir.IRBuilder, data: Any, leaf: Type, place: Any) -> None:
        whole = b.zext(data, I64) if data.type.width == 1 else data
        b.store(whole, b.bitcast(place, whole.type.as_pointer()), align=8)


def word(b: ir.IRBuilder, context: Any, number: int) -> Any:
    return b.gep(context, [I64(number)], inbounds=True)


def vectors(kind: Type | None) -> list[Vector]:
    return [leaf for leaf in leaves(kind) if isinstance(leaf, Vector)] if kind else []


def numbers_of(kind: Type | None) -> list[Type]:
    return [leaf for leaf in leaves(kind) if not isinstance(leaf, Vector)] if kind else []


class Lowering(Expressions):
    """Emits one function, statement by statement; every variable has a slot on the stack."""

    def __init__(self, module: Module, instance: Instance) -> None:
        self.module, self.instance = module, instance
        self.layout, self.copy_always = module.layout, module.copy_always
        self.kinds = instance.variables
        self.function = module.functions[instance]
        self.entry = ir.IRBuilder(self.function.append_basic_block("entry"))
        self.b = ir.IRBuilder(self.function.append_basic_block("body"))
        self.slots: dict[str, list[Slot]] = {}
        self.assignments = assignments(instance.core.body) + Counter(instance.core.parameters)
        self.labels: dict[int, tuple[Any, Any]] = {}
        self.splices: dict[int, tuple[Target, Any, list[Any], Any]] = {}
        self.traps: dict[tuple[Trap, str], Any] = {}
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
        """The block that gives up: notes why and where, and returns."""
        key = trap, self.last_place
        if key not in self.traps:
            self.traps[key] = block = self.function.append_basic_block()
            b = ir.IRBuilder(block)
            b.store(I64(trap), word(b, self.function.args[0], TRAP))
            b.store(I64(self.module.site(self.last_place)), word(b, self.function.args[0], SITE))
            b.branch(self.unwind())
        return self.traps[key]

    def unwind(self) -> Any:
        if self.unwinding is None:
            self.unwinding = self.function.append_basic_block()
            nothing = ir.Constant(self.module.result_type(self.instance), ir.Undefined)
            b = ir.IRBuilder(self.unwinding)
            b.ret(b.insert_value(nothing, I1(1), len(nothing.type.elements) - 1))
        return self.unwinding

    def invoke(self, instance: Instance, arguments: list[Value]) -> Value:
        outs = [self.fresh(kind) for kind in vectors(instance.result)]
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

    def give_back(self, value: Value) -> None:
        outs = iter(self.function.args[1:])
        result: Any = ir.Constant(self.module.result_type(self.instance), ir.Undefined)
        position = 0
        for leaf in list(value.leaves()):
            if isinstance(leaf.type, Vector):
                self.copy(next(outs), leaf)
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
        value = self.live(value) if not isinstance(kind, Row) else self.row_if_table(value)
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

    def repeat(self, node: While) -> None:
        head, body, after = (self.function.append_basic_block() for _ in range(3))
        rounds = self.alloca(I64)
        self.b.store(I64(0), rounds)
        self.b.branch(head)
        self.b.position_at_end(head)
        self.b.cbranch(self.truth(self.expression(node.test)), body, after)
        self.b.position_at_end(body)
        count = self.b.add(self.b.load(rounds), I64(1))
        self.b.store(count, rounds)
        self.check(self.b.icmp_unsigned("<", count, I64(MOST_ROUNDS)), Trap.ENDLESS)
        self.labels[node.label] = after, head
        self.statements(node.body)
        self.jump(head)
        self.b.position_at_end(after)
        if isinstance(node.test, Const) and node.label not in self.left:
            self.b.unreachable()

    def jump(self, block: Any) -> None:
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def kept(self, value: Value) -> Callable[[], Value]:
        """A value that is needed again after a yield, when control comes from elsewhere."""
        slots = self.holder(value.type)
        self.put(slots, value.type, value)
        return lambda: self.held(slots, value.type)

    def count(self, label: int, target: Target, bounds: list[Value], body: list[Node]) -> None:
        start, stop, *more = bounds if len(bounds) > 1 else [self.number_constant(0), *bounds]
        step = more[0] if more else self.number_constant(1)
        for each in (start, stop, step):
            own = as_int(each.type)
            if not (own.low >= -FURTHEST and own.high <= FURTHEST):
                self.check(self.within(each, Int(-FURTHEST, FURTHEST)), Trap.ENDLESS)
        sign = as_int(step.type)
        if sign.low <= 0 <= sign.high:
            self.check(self.b.icmp_unsigned("!=", self.raw(step, 64), I64(0)), Trap.RAISED)

        def inside(now: Any) -> None:
            self.assign(target, Value(SMALL, now))
            self.statements(body)

        self.counting(label, start, self.kept(stop), self.kept(step), sign, inside)

    def counting(
        self,
        label: int,
        start: Value,
        stop: Callable[[], Value],
        step: Callable[[], Value],
        sign: Int,
        body: Callable[[Any], None],
    ) -> None:
        head, inside, following, after = (self.function.append_basic_block() for _ in range(4))
        current = self.alloca(I64)
        self.b.store(self.raw(start, 64), current)
        self.b.branch(head)
        self.b.position_at_end(head)
        now, end = self.b.load(current), self.raw(stop(), 64)
        below, above = (self.b.icmp_signed(symbol, now, end) for symbol in ("<", ">"))
        more = below if sign.low > 0 else above
        if sign.low <= 0 <= sign.high:
            more = self.b.select(self.b.icmp_signed(">", self.raw(step(), 64), I64(0)), below, above)
        self.b.cbranch(more, inside, after)
        self.b.position_at_end(inside)
        self.labels[label] = after, following
        body(now)
        self.jump(following)
        self.b.position_at_end(following)
        self.b.store(self.b.add(self.b.load(current), self.raw(step(), 64), flags=("nsw",)), current)
        self.b.branch(head)
        self.b.position_at_end(after)

    def each(self, node: Each) -> None:
        values = [self.expression(each) for each in node.sequences]
        if node.unrolled:
            return self.unrolled(node, values)
        changed = assignments(node.body)
        safe = [is_untouched(each, changed) and not self.copy_always for each in node.sequences]
        rows = [self.row_if_table(value) for value in values]
        kept = [self.kept(row if fine else self.snapshot(row)) for row, fine in zip(rows, safe)]
        length = self.length(rows[0], Int(0, 0) if isinstance(rows[0].type, Row) else self.known_length(rows[0]))

        def inside(now: Any) -> None:
            if node.index is not None:
                self.assign(node.index, Value(SMALL, now))
            for target, value in zip(node.targets, kept):
                if target is not None:
                    row = value()
                    self.assign(target, (self.row_item if isinstance(row.type, Row) else self.cell_at)(row, now))
            self.statements(node.body)

        zero, one, minus = map(self.number_constant, (0, 1, -1))
        if node.backwards:
            last = Value(SMALL, self.b.sub(self.raw(length, 64), I64(1)))
            return self.counting(node.label, last, lambda: minus, lambda: minus, Int(-1, -1), inside)
        return self.counting(node.label, zero, self.kept(length), lambda: one, Int(1, 1), inside)

    def known_length(self, value: Value) -> Int:
        assert isinstance(value.type, Vector)
        return Int(value.type.length, value.type.length)

    def unrolled(self, node: Each, values: list[Value]) -> None:
        after = self.function.append_basic_block()
        count = len(node.unrolled)
        rows = [[self.kept(self.snapshot(item)) for item in self.unrolled_items(value, count)] for value in values]
        order = range(len(node.unrolled))
        for number in reversed(order) if node.backwards else order:
            following = self.function.append_basic_block()
            self.labels[node.label] = after, following
            if node.index is not None:
                self.assign(node.index, self.number_constant(number))
            for target, row in zip(node.targets, rows):
                if target is not None:
                    self.assign(target, row[number]())
            self.statements(node.unrolled[number])
            self.jump(following)
            self.b.position_at_end(following)
        self.jump(after)
        self.b.position_at_end(after)

    def unrolled_items(self, value: Value, length: int) -> list[Value]:
        if isinstance(value.type, Fixed) and isinstance(value.type.value, tuple):
            return [
                constant(item, self.layout) if isinstance(item, int) else Value(Fixed(item))
                for item in value.type.value
            ]
        return self.items(value, length)

    # ---- generators

    def splice(self, node: Splice) -> None:
        """One copy of the loop's body: a yield notes where to resume and jumps there; a switch leads back."""
        body, resume, after = (self.function.append_basic_block() for _ in range(3))
        where = self.alloca(I32)
        returns: list[Any] = []
        self.splices[node.label] = node.target, where, returns, body
        self.labels[node.label] = after, resume
        self.statements(node.generator)
        ends = not self.b.block.is_terminated
        self.jump(after)
        self.b.position_at_end(body)
        if returns:
            self.statements(node.body)
            self.jump(resume)
        else:
            self.b.unreachable()
        self.b.position_at_end(resume)
        if returns:
            switch = self.b.switch(self.b.load(where), returns[0])
            for number, block in enumerate(returns[1:], 1):
                switch.add_case(I32(number), block)
        else:
            self.b.unreachable()
        self.b.position_at_end(after)
        if not ends and node.label not in self.left:
            self.b.unreachable()

    def hand_over(self, label: int, value: Value) -> None:
        target, where, returns, body = self.splices[label]
        self.assign(target, value)
        self.b.store(I32(len(returns)), where)
        returns.append(self.function.append_basic_block())
        self.b.branch(body)
        self.b.position_at_end(returns[-1])


def assignments(nodes: Any) -> Counter[str]:
    """How often each variable is assigned in the text."""
    found: Counter[str] = Counter()
    targets: dict[int, Target] = {}

    def note(target: Any) -> None:
        if isinstance(target, Var):
            found[target.name] += 1
        for each in target if isinstance(target, list) else ():
            note(each)

    def visit(part: Any) -> None:
        if isinstance(part, (list, tuple)):
            for each in part:
                visit(each)
        elif isinstance(part, dict):
            visit(list(part.values()))
        if not isinstance(part, Node):
            return
        if isinstance(part, (Assign, Count)):
            note(part.target)
        elif isinstance(part, Each):
            for _ in part.unrolled or (None,):
                note([part.index, *part.targets])
        elif isinstance(part, Splice):
            targets[part.label] = part.target
            note(part.target)
        elif isinstance(part, Yield) and part.splice in targets:
            note(targets[part.splice])
        for name in part.__dataclass_fields__:
            if name not in ("type", "place", "target", "targets", "index", "instance"):
                visit(getattr(part, name))
            elif name == "index" and not isinstance(part, Each):
                visit(part.index)  # type: ignore[attr-defined]

    visit(nodes)
    return found


def is_untouched(sequence: Node, changed: Counter[str]) -> bool:
    """Whether a loop's body leaves alone what the loop goes over."""
    while isinstance(sequence, Field):
        sequence = sequence.base
    return isinstance(sequence, Var) and not changed[sequence.name]
