"""Lowering: a typed function into LLVM instructions, statement by statement; every variable has a slot on the stack.

Whatever a loop needs again in its next round lies in a slot: after a yield control comes back from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import Any

from lazytree.core.errors import Trap

from ..inference.programs import Instance
from ..ir import core
from ..ir.core import Const, Each, Node, Splice, Target, While, Yield, assignments, names_in
from ..ir.joining import length_of
from ..ir.joining import row_item as row_of
from ..ir.kinds import MOST_PLACES, SMALL, Container, Fixed, Int, Row, Type, Vector, Words, as_int
from . import calls, containers
from .calls import emit, give_back, guard_recursion, invoke, parameters
from .conversions import (
    as_characters,
    check_within,
    converted,
    counting,
    items_of,
    length_now,
    lies_within,
    raw,
    row_if_table,
    truth_of,
)
from .expressions import changed_vector, expression, expressions
from .memory import Places, assign, item, keep_given, keeping, mark, note_rounds, of_generator, snapshot, unset
from .module import Frame, Module, poll_in_loop, vectors
from .numbers import place_of
from .proofs import FURTHEST, is_untouched, most_rounds, weight, within
from .text import I32, I64
from .values import Value, int_constant


def lower(module: Module, instance: Instance) -> None:
    """Emits one function: what `Module.finish` calls for each instance that is reached.

    Refused where the module grows too long.
    """
    f = Frame(module, instance, statements)
    arguments = parameters(f) if instance.held is None else calls.arguments_kept(f)
    if instance.recursive:
        guard_recursion(f)
    finish = calls.going_on(f) if instance.held is not None else None
    for name, value in zip(instance.core.parameters, arguments):
        keep_given(f, name, value)
    if f.module.program.containers and instance.held is None:
        mark(f)
    statements(f, instance.core.body)
    if not f.b.block.ended:
        f.b.unreachable()
    if finish:
        finish()
    f.entry.branch(f.function.blocks[1])


def statements(f: Frame, nodes: list[Node]) -> None:
    """Emits statements until one ends the flow."""
    for node in nodes:
        if f.b.block.ended:
            return
        f.last_place = node.place or f.last_place
        statement(f, node)


def statement(f: Frame, node: Node) -> None:
    """Emits one statement."""
    if f.module.program.containers and isinstance(node, core.While | core.Count):
        note_rounds(f, node)
    match node:
        case core.Assign(target=core.Var(name=name), value=core.Unset()):
            unset(f, name)
        case core.Assign(target=target, value=value):
            if not set_in_place(f, target, value):
                assign(f, target, expression(f, value))
        case core.If(test=test, then=then, other=other):
            f.branch(truth_of(f, expression(f, test)), lambda: f.statements(then), lambda: f.statements(other))
        case core.While():
            while_loop(f, node)
        case core.Count(label=label, target=target, bounds=bounds, body=body):
            counted_loop(f, label, target, [expression(f, each) for each in bounds], body)
        case core.Each():
            sequence_loop(f, node)
        case core.Splice():
            splice(f, node)
        case core.Yield(splice=label, value=value):
            yielded(f, label, expression(f, value))
        case core.Break(label=label):
            f.left.add(label)
            f.b.branch(f.labels[label][0])
        case core.Continue(label=label):
            f.b.branch(f.labels[label][1])
        case core.Return(value=core.NoResult(type=None)) | core.Assign(value=core.NoResult(type=None)):
            f.b.unreachable()  # inference has found no way there
        case core.Return(value=core.Call(instance=Instance() as called, arguments=arguments)) if (
            called.result == f.instance.result
        ):
            given = expressions(f, arguments)
            outs = [Value(kind, out) for kind, out in zip(vectors(called.result), f.function.args[1:])]
            give_back(f, invoke(f, called, given, outs))
        case core.Return() if f.instance.held is not None:
            calls.end(f)
        case core.Suspend(value=value):
            calls.suspended(f, expression(f, value))
        case core.Return(value=value):
            give_back(f, converted(f, expression(f, value), f.instance.result))  # type: ignore[arg-type]
        case core.Raise(trap=trap):
            f.b.branch(f.trap(trap))
        case core.Store() if node.asked is not None:
            expression(f, node.asked)
        case core.Store(words=words, index=index, value=value):
            memory, place = expression(f, words), expression(f, index)
            new = expression(f, value)
            check_within(f, new, Int(-(2**63), 2**63 - 1))
            assert isinstance(memory.type, Words)
            start, length = memory.data
            word = raw(f, new, 64)
            number = place.data if f.trusted else place_of(f, place, length, memory.type.least)
            f.b.store(word, f.b.gep(start, [number]))
        case core.Emit(index=index, value=value):
            emit(f, expression(f, index), expression(f, value))
        case _:
            expression(f, node.value)  # type: ignore[attr-defined]


def set_in_place(f: Frame, target: Target, value: Node) -> bool:
    """Emits `board = board.set(...)`, which changes the variable's own bytes."""
    if not isinstance(target, core.Var) or not isinstance(value, core.Set):
        return False
    own = f.slots.get(target.name)
    if not isinstance(f.kinds[target.name], Vector):
        return False
    if not isinstance(value.base, core.Var) or value.base.name != target.name or own is None or own[0].alias:
        return False
    if assignments([part for change in value.changes for part in change])[target.name]:
        return False
    value.type = f.kinds[target.name]
    changed_vector(f, value, in_place=True)
    return True


# ---- loops, and generators spliced into loops


MOST_ROUNDS = 2**28  # of a while loop; beyond, a trap


def while_loop(f: Frame, node: While) -> None:
    """Emits a `while` loop, whose rounds are counted unless they are known to be few."""
    head, body, after = f.blocks(3)
    one_more = bounded_rounds(f, node.label) if most_rounds(node) is None and not f.trusted else None
    f.enter(head)
    f.b.cbranch(truth_of(f, expression(f, node.test)), body, after)
    f.b.position_at_end(body)
    if one_more:
        one_more()
    else:
        poll_in_loop(f, node.label)
    f.labels[node.label] = after, head
    f.statements(node.body)
    f.jump(head)
    f.b.position_at_end(after)
    if isinstance(node.test, Const) and node.label not in f.left:
        f.b.unreachable()


def bounded_rounds(f: Frame, label: int) -> Callable[[], None]:
    """A function that counts a round: too many are a trap, which is checked together with the stop flag."""
    rounds = f.alloca(I64)
    f.b.store(I64(0), rounds)

    def one_more() -> None:
        count = f.b.add(f.b.load(rounds), I64(1))
        f.b.store(count, rounds)
        poll_in_loop(f, label, count, at_most=MOST_ROUNDS)

    return one_more


def counted_loop(f: Frame, label: int, target: Target, bounds: list[Value], body: list[Node]) -> None:
    """Emits a loop over a range; a step of 0 is a trap."""
    start, stop, *rest = bounds if len(bounds) > 1 else [int_constant(0), *bounds]
    step = rest[0] if rest else int_constant(1)
    for each in (start, stop, step):
        own = as_int(each.type)
        if not (own.low >= -FURTHEST and own.high <= FURTHEST) and not f.trusted:
            f.check(lies_within(f, each, Int(-FURTHEST, FURTHEST)), Trap.ENDLESS)
    sign = as_int(step.type)
    if sign.low <= 0 <= sign.high:
        f.check(f.b.icmp_unsigned("!=", raw(f, step, 64), I64(0)), Trap.RAISED)
    end, by = keeping(f, stop), keeping(f, step)

    def more(now: Any) -> Any:
        below, above = (f.b.icmp_signed(symbol, now, raw(f, end(), 64)) for symbol in ("<", ">"))
        if sign.low > 0 or sign.high < 0:
            return below if sign.low > 0 else above
        return f.b.select(f.b.icmp_signed(">", raw(f, by(), 64), I64(0)), below, above)

    def inside(now: Any) -> None:
        assign(f, target, Value(SMALL, now))
        f.statements(body)

    by_ones = sign.low == sign.high and abs(sign.low) == 1
    counting(f, label, raw(f, start, 64), more, lambda _: raw(f, by(), 64), inside, by_ones)


def sequence_loop(f: Frame, node: Each) -> None:
    """Emits a loop over boards, tuples, rows of tables or containers, which may change meanwhile.

    Of several the shortest ends it.
    """
    values = expressions(f, node.sequences)
    if f.module.program.containers:
        note_rounds(f, node)  # what is gone over lies before them
    if node.unrolled:
        return unrolled_loop(f, node, values)
    if any(no_items(each.type) for each in values):
        if of_generator(values[0].type):
            containers.gone_over(f, values[0]).more(I64(0))  # which may raise
        return None
    changed = changed_in(f, node.body)
    safe = [is_untouched(each, changed) for each in node.sequences]
    rows = [as_characters(f, row_if_table(f, value)) for value in values]
    rows = [row if fine else snapshot(f, row) for row, fine in zip(rows, safe)]
    asks = [places_of(f, row) for row in rows]
    first, counter = asks[0], None
    if first.live is not None and node.index is not None:
        counter = f.alloca(I64)
        f.b.store(I64(0), counter)

    def visited(now: Any) -> None:
        if node.index is not None and of_generator(rows[0].type):  # which may have no end
            f.check(f.b.icmp_unsigned("<", now, I64(MOST_PLACES)), Trap.ENDLESS)
        assign(f, node.index, Value(SMALL, now if counter is None else f.b.load(counter)))
        if counter is not None:
            f.b.store(f.b.add(f.b.load(counter), I64(1)), counter)
        for target, each in zip(node.targets, asks):
            if target is not None:
                assign(f, target, each.item(now))
        f.statements(node.body)

    def inside(now: Any) -> None:
        if node.backwards and isinstance(rows[0].type, Container):
            f.check(first.more(now), Trap.RAISED)  # a list that is shorter now ends the loop in Python
        if first.live is None:
            return visited(now)
        found, following = f.blocks(2)
        f.b.cbranch(first.live(now), found, following)
        f.b.position_at_end(found)
        visited(now)
        return f.enter(following)

    if node.backwards:
        last = f.b.sub(length_now(f, rows[0]), I64(1))
        at_least_0 = lambda now: f.b.icmp_signed(">=", now, I64(0))  # noqa: E731
        return counting(f, node.label, last, at_least_0, lambda _: I64(-1), inside)

    def more(now: Any) -> Any:
        return reduce(f.b.and_, [each.more(now) for each in asks])

    return counting(f, node.label, I64(0), more, first.step, inside)


def no_items(kind: Type | None) -> bool:
    """Whether a board of one length is empty, or nothing is ever put into a container."""
    match kind:
        case Container():
            return (kind.root.key if kind.of == "set" else kind.root.value) is None
        case Fixed():
            return hasattr(kind.value, "__len__") and len(kind.value) == 0
    return kind is not None and length_of(kind) == 0


def places_of(f: Frame, row: Value) -> Places:
    """The places of a board, a tuple, a row of a table or a container."""
    if isinstance(row.type, Container):
        return containers.gone_over(f, row)
    kept, end = keeping(f, row), keeping(f, Value(SMALL, length_now(f, row)))
    return Places(lambda now: f.b.icmp_signed("<", now, end().data), None, lambda now: item(f, kept(), now))


def unrolled_loop(f: Frame, node: Each, values: list[Value]) -> None:
    """Emits a loop over tuples: its body once for each item."""
    after = f.block()
    order = range(len(node.unrolled))
    rows = [[keeping(f, snapshot(f, item)) for item in unrolled_items(f, value, len(order))] for value in values]
    for number in reversed(order) if node.backwards else order:
        following = f.block()
        f.labels[node.label] = after, following
        assign(f, node.index, int_constant(number))
        for target, row in zip(node.targets, rows):
            if target is not None:
                assign(f, target, row[number]())
        f.statements(node.unrolled[number])
        f.enter(following)
    f.enter(after)


def unrolled_items(f: Frame, value: Value, length: int) -> list[Value]:
    """The items of what an unrolled loop goes over: those of a constant stay constants, but for the rows of a table."""
    row = row_if_table(f, value)
    if isinstance(row.type, Row) and isinstance(row_of(row.type.table, row.type.depth), Row):
        return items_of(f, row)[:length]
    if isinstance(value.type, Fixed) and isinstance(value.type.value, tuple):
        return [int_constant(item) if isinstance(item, int) else Value(Fixed(item)) for item in value.type.value]
    return items_of(f, value)[:length]


# ---- generators, spliced into the loops that consume them


FEW_YIELDS, SMALL_BODY = 4, 200  # where a loop's body may stand once for each yield of its generator


def splice(f: Frame, node: Splice) -> None:
    """Emits a generator together with the loop that consumes it: a small loop's body once for each yield, else once."""
    f.consumers[node.label] = node
    yields = sum(isinstance(each, Yield) and each.splice == node.label for each in within(node.generator))
    if 2 <= yields <= FEW_YIELDS and f.copies * weight(node.body) <= SMALL_BODY:
        f.copies *= yields
        spliced_often(f, node)
        f.copies //= yields
    else:
        spliced_once(f, node)


def spliced_often(f: Frame, node: Splice) -> None:
    """Emits the loop's body again at each yield."""
    after = f.block()
    f.assignments.update(assignments(node.body))

    def hand_over() -> None:
        resume = f.block()
        f.labels[node.label] = after, resume
        f.statements(node.body)
        f.enter(resume)

    f.labels[node.label] = after, after
    f.splices[node.label] = node.target, hand_over
    ends = reaches(f, node.generator, after)
    go_on(f, after, ends or node.label in f.left)


def spliced_once(f: Frame, node: Splice) -> None:
    """One copy of the loop's body: a yield notes where to resume and jumps there; a switch leads back."""
    body, resume, after = f.blocks(3)
    where = f.alloca(I32)
    returns: list[Any] = []

    def hand_over() -> None:
        f.b.store(I32(len(returns)), where)
        returns.append(f.block())
        f.b.branch(body)
        f.b.position_at_end(returns[-1])

    f.labels[node.label] = after, resume
    f.splices[node.label] = node.target, hand_over
    ends = reaches(f, node.generator, after)
    f.b.position_at_end(body)
    if not returns:
        f.b.unreachable()
        f.b.position_at_end(resume)
        f.b.unreachable()
    else:
        f.statements(node.body)
        f.enter(resume)
        f.b.switch(f.b.load(where), returns)
    go_on(f, after, ends or node.label in f.left)


def reaches(f: Frame, nodes: list[Node], after: Any) -> bool:
    """Statements that lead to a block, and whether they ever get there."""
    f.statements(nodes)
    ends = not f.b.block.ended
    f.jump(after)
    return ends


def go_on(f: Frame, block: Any, reached: bool) -> None:
    """Goes on in a block, which is marked unreachable if nothing leads there."""
    f.b.position_at_end(block)
    if not reached:
        f.b.unreachable()


def changed_in(f: Frame, nodes: list[Node]) -> Counter[str]:
    """How often each variable is assigned in the text, and in the loops to which its yields hand over."""
    found, ahead, met = Counter[str](), [nodes], set[int]()
    for each in ahead:  # which grows
        found.update(assignments(each))
        labels = {yielded.splice for yielded in within(each) if isinstance(yielded, Yield)}
        for label in (labels & f.consumers.keys()) - met:
            found.update(names_in(f.consumers[label].target))
            ahead.append(f.consumers[label].body)
        met |= labels
    return found


def yielded(f: Frame, label: int, value: Value) -> None:
    """Emits a yield: sets the loop's variables, and does what the loop does then."""
    target, go = f.splices[label]
    assign(f, target, value)
    go()
