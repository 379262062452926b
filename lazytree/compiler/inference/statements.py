"""Inference of statements: one walk through a function, and walks until no type of the program changes.

While a result is not known yet, what depends on it is `Unsettled` and looked at again.
"""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..frontend.source import begins_at
from ..ir import core, subset
from ..ir.classes import BOARD
from ..ir.core import Node, Target
from ..ir.joining import item_of, join, length_of, like_boards, nth, thawed
from ..ir.kinds import (
    BOOL,
    Bool,
    Container,
    Fixed,
    Int,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    as_text,
    as_whole,
    described,
    holds_container,
    shape,
)
from ..ir.symbols import Symbol
from ..ir.varying import is_set, item_in, item_kind
from .containers import (
    filled_with_nothing,
    gone_over,
    known,
    parts_of,
    refuse_unknown_order,
    rounds_known,
    stored,
    suspended,
)
from .expressions import expression, runtime, tested, used
from .operations import always, may_be_none
from .programs import Instance, NoneUsed, Program, Unsettled, Walk, both, keep
from .sets import over_members, over_set


def inferred(program: Program, instance: Instance) -> None:
    """Infers one function; it waits again if a variable's type changed after its use."""
    w = Walk(program, instance, statements, inferred)
    result = instance.result
    instance.trouble, instance.heard = None, set()
    try:
        for name, kind in zip(instance.core.parameters, instance.arguments):
            keep(w, name, kind)
        statements(w, instance.core.body)
        if instance.result != result:
            for caller in instance.callers:
                if caller.heard is None or instance in caller.heard:
                    program.wake(caller, later=True)
    finally:
        instance.heard = None
    if w.stale:
        program.wake(instance)


def called_for_effect(w: Walk, node: core.Call | core.Method) -> None:
    """Infers a call whose result is not used: where a function calls itself it is not known yet."""
    try:
        expression(w, node)
    except Unsettled:
        call = node.asked if isinstance(node, core.Method) else node
        instance = call.instance if isinstance(call, core.Call) else None
        if not isinstance(instance, Instance) or instance.result is not None:
            raise


def statements(w: Walk, nodes: list[Node]) -> None:
    """Infers statements until one ends the flow; Refused, with file and line, outside of the subset."""
    for at, node in enumerate(nodes):  # which may grow
        if w.assigned is None:
            return
        w.last_place = node.place or w.last_place
        try:
            if isinstance(node, core.OverList):
                nodes[at : at + 1] = loop_over_list(w, node)
            if isinstance(node, core.Each) and len(node.sequences) > 1:
                nodes[at : at + 1] = in_turn(w, node)
            statement(w, nodes[at])
        except Unsettled as unsettled:
            w.instance.trouble = w.instance.trouble or Refused(str(unsettled), w.last_place)
        except Refused as refused:
            raise refused.at(w.last_place) from None


def loop_over_list(w: Walk, node: core.OverList) -> list[Node]:
    """The statements for a loop over the list that a function gives."""
    (each,) = node.called
    kinds = [expression(w, given) for given in each.sequences[0].arguments]  # type: ignore[attr-defined]
    return node.called if any(isinstance(kind, Words) or holds_container(kind) for kind in kinds) else node.spliced


def tested_if_known(w: Walk, test: Node) -> None:
    """Infers the test of an `if`; one that uses None is looked at again once more is known."""
    try:
        tested(w, test)
    except NoneUsed as unsettled:
        w.instance.trouble = w.instance.trouble or Refused(str(unsettled), w.last_place)


def give(w: Walk, kind: Type) -> None:
    """Joins the type of a value that is returned into that of the function's result."""
    program, instance = w.program, w.instance
    kind = as_whole(thawed(kind)) if instance.for_python else thawed(kind)
    kind = program.clipped(like_boards(program.fitting(kind), instance.arguments))
    if instance.result is None or kind != instance.result:
        instance.result = program.settled(instance, "result", instance.result, kind, instance.recursive)


def statement(w: Walk, node: Node) -> None:
    """Infers one statement: its expressions, and which variables have a value after it."""
    match node:
        case core.Assign():
            assign(w, node)
        case core.If(test=test, then=then, other=other):
            tested_if_known(w, test)
            w.either(lambda: w.statements(then), lambda: w.statements(other))
        case core.While(label=label, test=test, body=body):
            tested(w, test)
            after = w.assigned if not always(test) else None
            loop_body(w, label, body, after)
        case core.Count():
            counted_loop(w, node)
        case core.Each():
            sequence_loop(w, node)
        case core.Splice(label=label, generator=generator, target=target, body=body):
            splice(w, label, generator, target, body)
        case core.Yield(splice=label, value=value):
            kind = expression(w, value)
            target, states = w.splices[label]
            before = w.copy()
            keep_all(w, target, kind)
            states.append(w.assigned or set())
            w.assigned = before
        case core.Break(label=label):
            w.leaving[label] = both(w.leaving.get(label), w.assigned)
            w.assigned = None
        case core.Continue() | core.Raise():
            w.assigned = None
        case core.Return(value=core.NoResult()) if w.instance.trouble:
            w.assigned = None  # it is not known yet whether the function comes to its end
        case core.Return(value=value):
            give(w, expression(w, value))
            w.assigned = None
        case core.Store(index=index, value=value):
            kind = used(w, node, "words")
            if isinstance(kind, Container):
                expression(w, stored(node, kind))
                return
            if not isinstance(kind, Words):
                raise Refused(subset.NO_SIDE_EFFECT)
            as_int(expression(w, index)), as_int(expression(w, value))
        case core.Emit(index=index, value=value):
            as_int(expression(w, index))
            kind = w.program.fitting(as_whole(thawed(expression(w, value))))
            w.instance.emitted = join(w.instance.emitted, kind)
        case core.Suspend(value=value):
            suspended(w, runtime(w, value))
            give(w, BOOL)  # whether there is an item
        case core.Evaluate(value=core.Call() | core.Method() as call):
            called_for_effect(w, call)
        case core.Evaluate(value=value):
            expression(w, value)


# ---- variables: which get a value, and of what type


def assign(w: Walk, node: core.Assign) -> None:
    """Infers `target = value`; an Unsettled value still counts as assigned."""
    target, value = node.target, node.value
    if isinstance(value, core.Unset) or (isinstance(value, core.NoResult) and w.instance.trouble):
        return mark(w, target)
    try:
        kind = expression(w, value) if isinstance(target, core.Var) else used(w, node, "value")
    except Unsettled:
        mark(w, target)
        raise
    base = value.base.type if isinstance(value, core.Item) else None
    if isinstance(target, list) and isinstance(base, Vector) and base.length == 0:  # as far as is known yet
        mark(w, target)
        raise Unsettled("an item of an empty board")
    return keep_all(w, target, kind)


def mark(w: Walk, target: Target) -> None:
    """Notes that the variables of a target have a value."""
    if w.assigned is not None:
        w.assigned.update(core.names_in(target))


def keep_all(w: Walk, target: Target, kind: Type) -> None:
    """Gives the variables of a target their types; Refused if there are not as many as items."""
    if isinstance(target, core.Var):
        target.type = keep(w, target.name, kind)
        return
    if isinstance(kind, Container) and kind.of != "list":
        raise Refused(f"{described(kind)} is unpacked: `list(...)` around it")
    if isinstance(kind, Varying | Container):  # whose length is looked at when the rule runs
        for each in target:
            keep_all(w, each, item_kind(kind) if isinstance(kind, Varying) else known(w, kind, "value"))
        return
    length = length_of(kind)
    if length != len(target):
        raise Refused(f"unpacking {length or 'an unknown number of'} values into {len(target)} names")
    for position, each in enumerate(target):
        keep_all(w, each, nth(kind, position))


# ---- loops, and generators spliced into them


MOST_UNROLLED = 64


def loop_body(w: Walk, label: int, body: list[Node], after: set[str] | None) -> None:
    """A loop's body; afterwards holds what was assigned before it, or at every break."""
    after = None if after is None else set(after)
    w.leaving.pop(label, None)
    w.statements(body)
    w.assigned = both(after, w.leaving.pop(label, None))


def counted_item(bounds: list[Int]) -> Int:
    """The interval of the numbers in a range with these bounds."""
    start, stop, step = parts_of(bounds)
    up = Int(start.low, max(start.low, stop.high - 1))
    down = Int(min(stop.low + 1, start.high), start.high)
    return up if step.low > 0 else down if step.high < 0 else Int(min(up.low, down.low), max(up.high, down.high))


def sequence_loop(w: Walk, node: core.Each) -> None:
    """Infers a loop over sequences, of which the shortest ends it; one over tuples is written out item by item.

    Over what has no items, or a container to which nothing is added, it never runs: over a board without items its body
    still tells what a rule gives.
    """
    kinds = [sequence_kind(w, node.sequences, at) for at in range(len(node.sequences))]
    w.rounds[node.label] = rounds = rounds_known(node)
    changes = any(isinstance(kind, Varying | Container) for kind in kinds)
    if changes:
        refuse_unknown_order(node, kinds)
    else:
        lengths = {length_of(kind) for kind in kinds}
        unrolled = any(isinstance(kind, Fixed) or is_unrolled(kind) for kind in kinds)
        is_equal = len(lengths) == 1 and None not in lengths
        if len(kinds) > 1 and not is_equal and (node.strict or (unrolled and None in lengths and 0 not in lengths)):
            raise Refused(subset.EQUALLY_LONG)
        if unrolled and 0 not in lengths:
            return unrolled_loop(w, node, kinds)
    before, node.unrolled = w.copy(), []
    items = [item_gone_over(w, node, at, kind) for at, kind in enumerate(kinds)]
    if None in items:
        return None
    try:
        for at, item in enumerate(items):
            keep_item(w, node, at, item)  # type: ignore[arg-type]
        if node.index is not None:
            keep_all(w, node.index, Int(0, max(0, rounds.high - 1)))
        loop_body(w, node.label, node.body, w.assigned if rounds.low > 0 and not changes else before)
    except Refused:
        if rounds.high > 0:
            raise
        w.assigned = before
    if any(map(is_set, kinds)):
        over_members(w, node, before or set())
    if isinstance(kinds[0], Container) and kinds[0].of == "set":
        over_set(w, node, kinds[0], before or set())
    return None


def in_turn(w: Walk, node: core.Each) -> list[Node]:
    """The statements for a loop over several sequences; generators are asked where all before them have had an item."""
    kinds = [sequence_kind(w, node.sequences, at) for at in range(len(node.sequences))]
    lazy = [isinstance(kind, Container) and kind.of == "generator" for kind in kinds]
    if not any(lazy):
        return [node]
    refuse_unknown_order(node, kinds)
    over, found = ([f"{what}.{node.label}.{at}" for at in range(len(kinds))] for what in ("beside", "item"))
    index = node.index = node.index or core.Var(f"index.{node.label}")
    asked: list[Node] = []
    for held, item, is_lazy, kind in list(zip(over, found, lazy, kinds))[1:]:
        if not isinstance(kind, Container) and length_of(kind) == 0:
            node.body = [core.Break(node.label)]
            break
        place, row = core.Var(core.names_in(index)[0]), core.Var(held)
        there = core.Ask("resume", row, []) if is_lazy else core.Op("<", [place, core.Op("len", [row])])
        asked.append(core.If(there, [], [core.Break(node.label)]))
        asked.append(core.Assign(core.Var(item), core.Ask("value", row, []) if is_lazy else core.Item(row, place)))
    else:
        asked += [core.Assign(each, core.Var(item)) for each, item in zip(node.targets, found) if each is not None]
    start: list[Node] = [core.Assign(core.Var(held), each) for held, each in zip(over, node.sequences)]
    node.sequences, node.targets, node.body = [core.Var(over[0])], [core.Var(found[0])], [*asked, *node.body]
    return [*start, node]


def item_gone_over(w: Walk, node: core.Each, at: int, kind: Type) -> Type | None:
    """The type of the items of what a loop goes over; None if there are none."""
    if isinstance(kind, Container):
        return gone_over(w, kind)
    if length_of(kind) == 0 and not isinstance(kind, Vector):
        return None
    if isinstance(kind, Fixed):
        node.sequences[at].type = kind = thawed(kind)
    if isinstance(kind, Record) and len(kind.items) > MOST_UNROLLED:
        raise Refused("a long loop over a tuple that is no table of ints")
    return item_in(kind.cells) if isinstance(kind, Varying) else item_of(kind)


def keep_item(w: Walk, node: core.Each, at: int, kind: Type) -> None:
    """Gives the variables of a loop their types; an item that may be None is taken apart in the loop's body."""
    target = node.targets[at]
    if isinstance(target, list) and may_be_none(kind):
        whole = core.Var(f"item.{node.label}.{at}")
        node.body.insert(0, core.Assign(target, core.Var(whole.name)))
        node.targets[at] = target = whole
    if target is not None:
        keep_all(w, target, kind)


def is_unrolled(kind: Type) -> bool:
    """Whether a loop over a value is written out: over a tuple, but not over a board of equal rows."""
    return isinstance(kind, Record) and (kind.cls is not BOARD or len(set(map(shape, kind.items))) > 1)


def counted_loop(w: Walk, node: core.Count) -> None:
    """Infers a loop over a range."""
    bounds = [as_int(used(w, node.bounds, at), "`range` takes ints, not {}") for at in range(len(node.bounds))]
    w.rounds[node.label] = rounds_known(node)
    before = w.copy()
    keep_all(w, node.target, counted_item(bounds))
    loop_body(w, node.label, node.body, w.assigned if surely_counts(bounds) else before)


def surely_counts(bounds: list[Int]) -> bool:
    """Whether a range holds one number at least."""
    start, stop, step = parts_of(bounds)
    return (step.low > 0 and start.high < stop.low) or (step.high < 0 and start.low > stop.high)


def sequence_kind(w: Walk, nodes: list[Node], at: int) -> Type:
    """The type of what a loop goes over, constants as tables; Refused if it is no sequence."""
    kind = used(w, nodes, at)
    node = nodes[at]
    if isinstance(kind, Fixed) and (table := w.program.table(kind.value)):
        node.type = kind = Row(table, 0)
    elif isinstance(kind, Fixed) and not isinstance(kind.value, tuple):
        node.type = kind = thawed(kind)
    kind = as_text(kind) if isinstance(kind, Symbol) else kind
    if isinstance(kind, (Int, Bool, Symbol, Words)):
        known = "a tuple, a PVector, a list, a set, a dict, range, enumerate, zip, reversed or a generator"
        raise Refused(f"`for` goes over {known}, not over {described(kind)}")
    return kind


def unrolled_loop(w: Walk, node: core.Each, kinds: list[Type]) -> None:
    """Infers a copy of the loop's body for each item of a tuple; Refused if the tuple is long."""
    length = min(length_of(kind) or 0 for kind in kinds)
    if length > MOST_UNROLLED:
        raise Refused("a long loop over a tuple that is no table of ints")
    node.unrolled = node.unrolled or w.program.copies(node.body, length)
    w.leaving.pop(node.label, None)
    for position in reversed(range(length)) if node.backwards else range(length):
        if w.assigned is None:
            break
        if node.index is not None:
            keep_all(w, node.index, Int(position, position))
        for target, kind in zip(node.targets, kinds):
            if target is not None:
                keep_all(w, target, nth(kind, position))
        before = w.copy()
        w.statements(node.unrolled[position])
        w.assigned = before if w.assigned is None else both(before, w.assigned)
    w.assigned = both(w.assigned, w.leaving.pop(node.label, None))


def splice(w: Walk, label: int, generator: list[Node], target: Target, body: list[Node]) -> None:
    """Infers a generator's body and, where it yields, the body of the loop that consumes it."""
    states: list[set[str]] = []
    w.splices[label] = target, states
    w.leaving.pop(label, None)
    w.statements(generator)
    after = w.assigned
    if states:
        w.assigned = set.intersection(*states)
        w.statements(body)
    w.assigned = both(after, w.leaving.pop(label, None))


# ---- all functions of a program: types are widened until nothing changes


def cause_of(instance: Instance) -> Refused:
    """Why a function cannot be inferred: it may be that another one cannot which it calls."""
    seen = {instance}
    while inner := [each for each in instance.calls if each.trouble and each not in seen]:
        instance = min(inner, key=lambda each: each.core.name)
        seen.add(instance)
    assert instance.trouble is not None
    return instance.trouble


def settle(program: Program) -> None:
    """Infers until nothing changes: afterwards all expressions of the program have types.

    Refused, with file and line, where the rules leave the subset; WiderCells where boards need wider cells.
    """
    while program.waiting:
        instance = program.waiting.pop()
        program.within_reason(instance.core.source)
        inferred(program, instance)
    if any(each.trouble for each in program.instances.values()) and filled_with_nothing(program):
        settle(program)
        return
    for instance in program.instances.values():
        if instance.trouble:
            raise cause_of(instance)
        if instance.result is None:
            raise Refused(f"{instance.core.name} never returns", begins_at(instance.core.source))
