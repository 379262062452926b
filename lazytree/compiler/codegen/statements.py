"""Lowering: a typed function into LLVM instructions, statement by statement; every variable has a slot on the stack."""

from __future__ import annotations

from ..inference.programs import Instance
from ..ir import core
from ..ir.core import Node, Target
from ..ir.kinds import Int, Vector, Words
from . import generators
from .arena import stashed
from .calls import emit, give_back, guard_recursion, invoke, parameters
from .containers import mark, note_rounds
from .conversions import check_within, converted, raw, truth_of
from .expressions import changed_vector, expression, expressions
from .frame import Frame
from .loops import counted_loop, sequence_loop, splice, while_loop, yielded
from .memory import assign, keep_given, unset
from .module import Module, vectors
from .numbers import place_of
from .proofs import assignments
from .values import Value


def lower(module: Module, instance: Instance) -> None:
    """Emits one function: what `Module.finish` calls for each instance that is reached.

    Refused where the module grows too long.
    """
    f = Frame(module, instance, statements)
    arguments = parameters(f) if instance.held is None else generators.arguments_kept(f)
    if instance.recursive:
        guard_recursion(f)
    finish = generators.going_on(f) if instance.held is not None else None
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
            generators.end(f)
        case core.Suspend(value=value):
            generators.suspended(f, expression(f, value))
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
        case core.Stash(words=words, index=index, value=value):
            memory, at = expression(f, words), expression(f, index)
            stashed(f, memory, at, expression(f, value), f.module.program.stashed)  # type: ignore[arg-type]
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
