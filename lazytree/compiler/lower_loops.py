"""Lowering loops: counted loops, loops over boards and tables, spliced generators.

Whatever a loop needs again in its next round lies in a slot: after a yield control comes back from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from .core import Assign, Block, Choose, Const, Count, Each, Field, If, Node, Op, Splice, Target, Var, While, Yield
from .errors import Trap
from .kinds import SMALL, Fixed, Int, Row, Vector, as_int
from .lower_expressions import Expressions
from .values import I32, I64, Value, constant

MOST_ROUNDS = 2**28
FURTHEST = 2**31  # bounds of a range


class Loops(Expressions):
    """Emits the loops of one function; `Lowering` adds the other statements."""

    labels: dict[int, tuple[Any, Any]]  # where break and continue of a loop go
    left: set[int]  # loops that some break leaves
    splices: dict[int, tuple[Target, Any, list[Any], Any]]

    def assign(self, target: Target, value: Value) -> None:
        raise NotImplementedError

    def row_if_table(self, value: Value) -> Value:
        raise NotImplementedError

    def items(self, value: Value, length: int) -> list[Value]:
        raise NotImplementedError

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
        if isinstance(rows[0].type, Vector) and safe[0] and self.masked(node, rows[0]):
            return None
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

    # ---- loops over the cells that pass a test

    def masked(self, node: Each, value: Value) -> bool:
        """`for cell, x in enumerate(board): if x == k: ...` compares all cells at once and visits those that match."""
        test = leading_test(node)
        if test is None or self.copy_always or value.type.length == 0:  # type: ignore[union-attr]
            return False
        wanted = self.expression(test.operands[1])
        own, cell = as_int(wanted.type), self.layout.cell
        if not (-(2 ** (cell.width - 1)) <= own.low and own.high < 2 ** (cell.width - 1)):
            return False
        assert isinstance(value.type, Vector)
        cells = ir.VectorType(cell, value.type.length)
        nothing = ir.Constant(cells, ir.Undefined)
        first = self.b.insert_element(nothing, self.raw(wanted, cell.width), I32(0))
        order = ir.Constant(ir.VectorType(I32, value.type.length), [0] * value.type.length)
        board = self.b.load(self.b.bitcast(value.data, cells.as_pointer()), align=1)
        found = self.b.icmp_signed(test.symbol, board, self.b.shuffle_vector(first, nothing, order))
        self.visit_bits(node, self.kept(value), self.b.bitcast(found, ir.IntType(value.type.length)))
        return True

    def visit_bits(self, node: Each, board: Callable[[], Value], found: Any) -> None:
        words = -(-found.type.width // 64)
        bits = self.alloca(ir.ArrayType(I64, words))
        whole = ir.IntType(64 * words)
        widened = self.b.zext(found, whole) if found.type.width < whole.width else found
        self.b.store(widened, self.b.bitcast(bits, whole.as_pointer()), align=8)
        head, inside, following, after = (self.function.append_basic_block() for _ in range(4))
        at = self.alloca(I64)
        self.b.store(I64(0), at)
        self.b.branch(head)
        self.b.position_at_end(head)
        here = self.b.gep(bits, [I32(0), self.b.load(at)])
        self.b.cbranch(self.b.icmp_unsigned("!=", self.b.load(here), I64(0)), inside, following)
        self.b.position_at_end(following)
        number = self.b.add(self.b.load(at), I64(1))
        self.b.store(number, at)
        self.b.cbranch(self.b.icmp_unsigned("<", number, I64(words)), head, after)
        self.b.position_at_end(inside)
        left = self.b.load(here)
        self.b.store(self.b.and_(left, self.b.sub(left, I64(1))), here)
        now = self.b.add(self.b.mul(self.b.load(at), I64(64)), self.b.cttz(left, ir.IntType(1)(1)))
        self.labels[node.label] = after, head
        if node.index is not None:
            self.assign(node.index, Value(SMALL, now))
        for target in node.targets:
            if target is not None:
                self.assign(target, self.cell_at(board(), now))
        self.statements(node.body)
        self.jump(head)
        self.b.position_at_end(after)


def leading_test(node: Each) -> Op | None:
    """The comparison of the cell with something fixed that a loop's whole body hangs on, if there is one."""
    body, target = node.body, node.targets[0]
    if len(node.targets) != 1 or node.backwards or len(body) != 1 or not isinstance(body[0], If) or body[0].other:
        return None
    test: Node = body[0].test
    while isinstance(test, Block) and isinstance(test.result, Choose) and isinstance(test.body[0], Assign):
        kept, chosen = test.body[0], test.result.test
        if not (isinstance(chosen, Var) and isinstance(kept.target, Var) and chosen.name == kept.target.name):
            return None
        if not isinstance(test.result.other, Var):  # `or`, not `and`
            return None
        test = kept.value
    if not isinstance(test, Op) or test.symbol not in ("==", "!=", "<", "<=", ">", ">="):
        return None
    cell, other = test.operands
    fixed = isinstance(other, Const) or (isinstance(other, Var) and not assignments([node])[other.name])
    return test if isinstance(cell, Var) and isinstance(target, Var) and cell.name == target.name and fixed else None


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
