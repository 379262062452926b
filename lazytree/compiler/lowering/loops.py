"""Lowering loops: counted loops, loops over boards and tables, spliced generators.

Whatever a loop needs again in its next round lies in a slot: after a yield control comes back from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from ..language.core import Const, Each, Node, Splice, Target, While, Yield
from ..language.errors import Trap
from ..language.kinds import SMALL, Fixed, Int, Row, Vector, as_int
from .expressions import Expressions
from .proofs import FURTHEST, MOST_ROUNDS, assignments, empties, is_untouched, leading_test, weight, within
from .values import I32, I64, Value, constant

FEW_YIELDS, SMALL_BODY = 4, 200  # where a loop's body may stand once for each yield of its generator


class Loops(Expressions):
    """Emits the loops of one function; `Lowering` adds the other statements."""

    labels: dict[int, tuple[Any, Any]]  # where break and continue of a loop go
    left: set[int]  # loops that some break leaves
    splices: dict[int, tuple[Target, Callable[[], None]]]  # what a yield sets, and what it does then
    assignments: Counter[str]

    def assign(self, target: Target, value: Value) -> None:
        raise NotImplementedError

    def row_if_table(self, value: Value) -> Value:
        raise NotImplementedError

    def items(self, value: Value, length: int) -> list[Value]:
        raise NotImplementedError

    def repeat(self, node: While) -> None:
        head, body, after = (self.function.append_basic_block() for _ in range(3))
        one_more = None if empties(node) else self.bounded_rounds()
        self.b.branch(head)
        self.b.position_at_end(head)
        self.b.cbranch(self.truth(self.expression(node.test)), body, after)
        self.b.position_at_end(body)
        if one_more:
            one_more()
        self.labels[node.label] = after, head
        self.statements(node.body)
        self.jump(head)
        self.b.position_at_end(after)
        if isinstance(node.test, Const) and node.label not in self.left:
            self.b.unreachable()

    def bounded_rounds(self) -> Callable[[], None]:
        """What counts a round; too many are a trap."""
        rounds = self.alloca(I64)
        self.b.store(I64(0), rounds)

        def one_more() -> None:
            count = self.b.add(self.b.load(rounds), I64(1))
            self.b.store(count, rounds)
            self.check(self.b.icmp_unsigned("<", count, I64(MOST_ROUNDS)), Trap.ENDLESS)

        return one_more

    def jump(self, block: Any) -> None:
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def kept(self, value: Value) -> Callable[[], Value]:
        """A value that is needed again after a yield, when control comes from elsewhere."""
        slots = self.holder(value.type)
        self.put(slots, value.type, value)
        return lambda: self.held(slots, value.type)

    def count(self, label: int, target: Target, bounds: list[Value], body: list[Node]) -> None:
        start, stop, *rest = bounds if len(bounds) > 1 else [self.number_constant(0), *bounds]
        step = rest[0] if rest else self.number_constant(1)
        for each in (start, stop, step):
            own = as_int(each.type)
            if not (own.low >= -FURTHEST and own.high <= FURTHEST):
                self.check(self.within(each, Int(-FURTHEST, FURTHEST)), Trap.ENDLESS)
        sign = as_int(step.type)
        if sign.low <= 0 <= sign.high:
            self.check(self.b.icmp_unsigned("!=", self.raw(step, 64), I64(0)), Trap.RAISED)
        end, by = self.kept(stop), self.kept(step)

        def more(now: Any) -> Any:
            below, above = (self.b.icmp_signed(symbol, now, self.raw(end(), 64)) for symbol in ("<", ">"))
            if sign.low > 0 or sign.high < 0:
                return below if sign.low > 0 else above
            return self.b.select(self.b.icmp_signed(">", self.raw(by(), 64), I64(0)), below, above)

        def inside(now: Any) -> None:
            self.assign(target, Value(SMALL, now))
            self.statements(body)

        self.counting(label, self.raw(start, 64), more, lambda: self.raw(by(), 64), inside)

    def counting(
        self,
        label: int,
        start: Any,
        more: Callable[[Any], Any],
        step: Callable[[], Any],
        body: Callable[[Any], None],
    ) -> None:
        """From `start` on, `step` further each round, while there is `more`."""
        head, inside, following, after = (self.function.append_basic_block() for _ in range(4))
        current = self.alloca(I64)
        self.b.store(start, current)
        self.b.branch(head)
        self.b.position_at_end(head)
        now = self.b.load(current)
        self.b.cbranch(more(now), inside, after)
        self.b.position_at_end(inside)
        self.labels[label] = after, following
        body(now)
        self.jump(following)
        self.b.position_at_end(following)
        self.b.store(self.b.add(self.b.load(current), step(), flags=("nsw",)), current)
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
        if isinstance(rows[0].type, Row) and len(rows) == 1 and node.index is None and not node.backwards:
            return self.along(node, rows[0])
        length = self.length(rows[0], Int(0, 0) if isinstance(rows[0].type, Row) else self.known_length(rows[0]))

        def inside(now: Any) -> None:
            if node.index is not None:
                self.assign(node.index, Value(SMALL, now))
            for target, value in zip(node.targets, kept):
                if target is not None:
                    row = value()
                    self.assign(target, (self.row_item if isinstance(row.type, Row) else self.cell_at)(row, now))
            self.statements(node.body)

        end = self.kept(length)
        if node.backwards:
            last = self.b.sub(self.raw(length, 64), I64(1))
            at_least_0 = lambda now: self.b.icmp_signed(">=", now, I64(0))  # noqa: E731
            return self.counting(node.label, last, at_least_0, lambda: I64(-1), inside)
        below = lambda now: self.b.icmp_signed("<", now, self.raw(end(), 64))  # noqa: E731
        return self.counting(node.label, I64(0), below, lambda: I64(1), inside)

    def along(self, node: Each, row: Value) -> None:
        """A loop over a row of a table, from the place of its first item to that of its last."""
        begin, length = row.data
        assert isinstance(row.type, Row)
        end = self.kept(Value(SMALL, self.b.add(begin, length)))
        (target,), whole = node.targets, Value(row.type, (I64(0), I64(0)))

        def inside(now: Any) -> None:
            if target is not None:
                self.assign(target, self.row_item(whole, now))
            self.statements(node.body)

        more = lambda now: self.b.icmp_unsigned("!=", now, end().data)  # noqa: E731
        self.counting(node.label, begin, more, lambda: I64(1), inside)

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
        yields = sum(isinstance(each, Yield) and each.splice == node.label for each in within(node.generator))
        if 2 <= yields <= FEW_YIELDS and weight(node.body) <= SMALL_BODY:
            self.spliced_often(node)
        else:
            self.spliced_once(node)

    def spliced_often(self, node: Splice) -> None:
        """The loop's body again at each yield."""
        after = self.function.append_basic_block()
        self.assignments.update(assignments(node.body))

        def hand_over() -> None:
            resume = self.function.append_basic_block()
            self.labels[node.label] = after, resume
            self.statements(node.body)
            self.jump(resume)
            self.b.position_at_end(resume)

        self.labels[node.label] = after, after
        self.splices[node.label] = node.target, hand_over
        ends = self.reaches(node.generator, after)
        self.go_on(after, ends or node.label in self.left)

    def spliced_once(self, node: Splice) -> None:
        """One copy of the loop's body: a yield notes where to resume and jumps there; a switch leads back."""
        body, resume, after = (self.function.append_basic_block() for _ in range(3))
        where = self.alloca(I32)
        returns: list[Any] = []

        def hand_over() -> None:
            self.b.store(I32(len(returns)), where)
            returns.append(self.function.append_basic_block())
            self.b.branch(body)
            self.b.position_at_end(returns[-1])

        self.labels[node.label] = after, resume
        self.splices[node.label] = node.target, hand_over
        ends = self.reaches(node.generator, after)
        self.b.position_at_end(body)
        if not returns:
            self.b.unreachable()
            self.b.position_at_end(resume)
            self.b.unreachable()
        else:
            self.statements(node.body)
            self.jump(resume)
            self.b.position_at_end(resume)
            switch = self.b.switch(self.b.load(where), returns[0])
            for number, block in enumerate(returns[1:], 1):
                switch.add_case(I32(number), block)
        self.go_on(after, ends or node.label in self.left)

    def reaches(self, nodes: list[Node], after: Any) -> bool:
        """Statements that lead to a block, and whether they ever get there."""
        self.statements(nodes)
        ends = not self.b.block.is_terminated
        self.jump(after)
        return ends

    def go_on(self, block: Any, reached: bool) -> None:
        self.b.position_at_end(block)
        if not reached:
            self.b.unreachable()

    def hand_over(self, label: int, value: Value) -> None:
        target, go = self.splices[label]
        self.assign(target, value)
        go()

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
        board_now, same = self.kept(value), self.kept(wanted)
        cell_now = (lambda _: same()) if test.symbol == "==" else (lambda now: self.cell_at(board_now(), now))
        self.visit_bits(node, cell_now, self.b.bitcast(found, ir.IntType(value.type.length)))
        return True

    def visit_bits(self, node: Each, cell: Callable[[Any], Value], found: Any) -> None:
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
                self.assign(target, cell(now))
        self.statements(node.body)
        self.jump(head)
        self.b.position_at_end(after)
