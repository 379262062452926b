"""Lowering generators, spliced into the loops that consume them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..ir.core import Node, Splice, Yield
from .frame import Frame
from .memory import assign
from .proofs import assignments, names, weight, within
from .text import I32
from .values import Value

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
            found.update(names(f.consumers[label].target))
            ahead.append(f.consumers[label].body)
        met |= labels
    return found


def yielded(f: Frame, label: int, value: Value) -> None:
    """Emits a yield: sets the loop's variables, and does what the loop does then."""
    target, go = f.splices[label]
    assign(f, target, value)
    go()
