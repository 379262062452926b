"""Inference of loops and of generators spliced into them."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import BOARD, OWN, has_own
from ..ir.constant_kinds import thawed
from ..ir.core import Assign, Count, Each, Node, Target, Var
from ..ir.kinds import (
    MOST_PLACES,
    Bool,
    Container,
    Fixed,
    Int,
    Record,
    Row,
    Type,
    Vector,
    Words,
    as_int,
    as_text,
    described,
    is_text,
    shape,
)
from ..ir.symbols import Symbol
from ..ir.varying import is_set, member_kind
from .containers import gone_over, is_ordered, rounds_known
from .expressions import used
from .members import over_members
from .sequences import item_of, length_of, lengths_of, nth
from .symbols import may_be_none
from .variables import keep_all
from .varying import goes_over_varying, side_by_side
from .walk import Walk, both

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


def sequence_loop(w: Walk, node: Each) -> None:
    """Infers a loop over sequences; one over tuples is written out item by item."""
    kinds = [sequence_kind(w, node.sequences, at) for at in range(len(node.sequences))]
    w.rounds[node.label] = rounds_known(node)
    if any(isinstance(kind, Container) for kind in kinds):
        return container_loop(w, node, kinds)
    if node.method:
        with_method(kinds[0], node.method)
    if goes_over_varying(kinds):
        return varying_loop(w, node, kinds)
    lengths = {length_of(kind) for kind in kinds}
    if len(kinds) > 1 and 0 in lengths and not node.strict:
        node.unrolled = []
        return None  # it ends with the shortest
    unrolled = node.gathered or any(isinstance(kind, Fixed) or is_unrolled(kind) for kind in kinds)
    if len(kinds) > 1 and (node.strict or unrolled) and (None in lengths or (node.strict and len(lengths) > 1)):
        raise Refused(subset.EQUALLY_LONG)
    if unrolled:
        return unrolled_loop(w, node, kinds)
    if lengths == {0} and all(isinstance(kind, Vector) for kind in kinds):
        return empty_loop(w, node, kinds)
    return board_loop(w, node, kinds)


def empty_loop(w: Walk, node: Each, kinds: list[Type]) -> None:
    """Infers a loop that never runs: what it goes over may hold anything once it has another length."""
    before = w.copy()
    try:
        board_loop(w, node, kinds)
    except Refused:
        w.assigned = before


def board_loop(w: Walk, node: Each, kinds: list[Type]) -> None:
    """Infers a loop over boards, or rows of tables, of one length."""
    before, length = w.copy(), rounds_of(kinds)
    if node.index is not None:
        keep_all(w, node.index, Int(0, max(0, length.high - 1)))
    for target, kind in zip(node.targets, kinds):
        if target is not None:
            keep_all(w, target, item_of(kind))
    return loop_body(w, node.label, node.body, w.assigned if length.low > 0 else before)


def rounds_of(kinds: list[Type]) -> Int:
    """The interval of the rounds of a loop over sequences: it ends with the shortest."""
    lengths = [lengths_of(kind) for kind in kinds]
    return Int(min(each.low for each in lengths), min(each.high for each in lengths))


def varying_loop(w: Walk, node: Each, kinds: list[Type]) -> None:
    """Infers a loop over a board whose length changes; beside others it ends with the shortest."""
    if node.strict and len(kinds) > 1:
        raise Refused("`zip(..., strict=True)` of boards whose length changes: compare their lengths, then `zip`")
    before, node.unrolled = w.copy(), []
    if any(length_of(kind) == 0 for kind in kinds):
        return  # it ends with the shortest
    for at, (sequence, kind) in enumerate(zip(node.sequences, kinds)):
        if isinstance(kind, Fixed):
            sequence.type = kind = side_by_side(kind)
        keep_item(w, node, at, member_kind(kind) if is_set(kind) else item_of(kind))  # type: ignore[arg-type]
    if node.index is not None:
        keep_all(w, node.index, Int(0, max(0, rounds_of([side_by_side(kind) for kind in kinds]).high - 1)))
    loop_body(w, node.label, node.body, before)
    if any(map(is_set, kinds)):
        over_members(w, node)


def keep_item(w: Walk, node: Each, at: int, kind: Type) -> None:
    """Gives the variables of a loop their types; an item that may be None is taken apart in the loop's body."""
    target = node.targets[at]
    if isinstance(target, list) and may_be_none(kind):
        whole = Var(f"item.{node.label}.{at}")
        node.body.insert(0, Assign(target, Var(whole.name)))
        node.targets[at] = target = whole
    if target is not None:
        keep_all(w, target, kind)


def container_loop(w: Walk, node: Each, kinds: list[Type]) -> None:
    """Infers a loop over a list, a dict or a set, which is asked in each round; of several the shortest ends it.

    Over one to which nothing is added it never runs.
    """
    several = len(kinds) > 1 or node.backwards or bool(node.method)
    if (node.strict and len(kinds) > 1) or any(
        isinstance(each, Container) and each.of != "list" for each in kinds * several
    ):
        raise Refused("`zip`, `reversed`, `.index` and `.count` of a dict or a set, or `strict`: `list(...)` around it")
    before, node.unrolled = w.copy(), []
    items: list[Type | None] = []
    for sequence, kind in zip(node.sequences, kinds):
        if isinstance(kind, Container):
            items.append(gone_over(w, kind, node.any_order))
        elif length_of(kind) == 0:
            items.append(None)
        else:
            if isinstance(kind, Fixed):
                sequence.type = kind = side_by_side(kind)
            items.append(item_of(kind))
    if None in items:
        return
    for at, item in enumerate(items):
        keep_item(w, node, at, item)  # type: ignore[arg-type]
    if node.index is not None:
        keep_all(w, node.index, Int(0, MOST_PLACES))
    loop_body(w, node.label, node.body, before)
    if any(isinstance(kind, Container) and not is_ordered(kind) for kind in kinds):
        over_members(w, node)


def is_unrolled(kind: Type) -> bool:
    """Whether a loop over a value is written out: over a tuple, but not over a board of equal rows."""
    return isinstance(kind, Record) and (kind.cls is not BOARD or len(set(map(shape, kind.items))) > 1)


def counted_loop(w: Walk, node: Count) -> None:
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


def parts_of(bounds: list[Int]) -> tuple[Int, Int, Int]:
    """Start, stop and step of a range with one to three bounds."""
    start, stop = (Int(0, 0), bounds[0]) if len(bounds) == 1 else bounds[:2]
    return start, stop, bounds[2] if len(bounds) == 3 else Int(1, 1)


def with_method(kind: Type, name: str) -> None:
    """Refused if this method of tuples is another one, or a field, of the value's own class."""
    if name == "find" and not is_text(kind):
        raise Refused(f"no method .find() of {described(kind)}")
    cls = kind.cls if isinstance(kind, Record) else type(kind.value) if isinstance(kind, Fixed) else tuple
    if issubclass(cls, tuple) and has_own(cls, name):
        raise Refused(OWN.format(cls.__name__, name))


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
        raise Refused("`for` goes over a PVector, a tuple, a table, range, enumerate, zip, reversed or a generator")
    return kind


def unrolled_loop(w: Walk, node: Each, kinds: list[Type]) -> None:
    """Infers a copy of the loop's body for each item of a tuple; Refused if the tuple is long."""
    length = min(length_of(kind) or 0 for kind in kinds)
    if length > MOST_UNROLLED:
        raise Refused("a long loop over a tuple that is no table of ints")
    if node.gathered and length_of(kinds[0]) is None:
        raise Refused("the length of a tuple is known before the game starts")
    node.unrolled = node.unrolled or w.program.copies(node.body, length)
    for number, body in enumerate(node.unrolled if node.gathered else ()):
        body[-1].target = Var(f"{node.gathered}.{number}")  # type: ignore[attr-defined]
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
        if not node.gathered:  # its body does nothing but assign
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
