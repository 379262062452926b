"""Inference of statements: one walk through a function."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.constant_kinds import thawed
from ..ir.core import (
    Apart,
    Assign,
    Break,
    Call,
    Continue,
    Count,
    Each,
    Emit,
    Evaluate,
    If,
    Method,
    Node,
    NoResult,
    Raise,
    Return,
    Splice,
    Stash,
    Store,
    While,
    Yield,
)
from ..ir.joining import join, like_boards
from ..ir.kinds import Container, Type, Words, as_int, as_whole
from .containers import stored
from .expressions import expression, tested, used
from .loops import counted_loop, loop_body, sequence_loop, splice
from .programs import Instance, Program
from .symbols import always
from .variables import assign, keep_all
from .walk import NoneUsed, Unsettled, Walk, both, keep


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


def called_for_effect(w: Walk, node: Call | Method) -> None:
    """Infers a call whose result is not used: where a function calls itself it is not known yet."""
    try:
        expression(w, node)
    except Unsettled:
        call = node.call if isinstance(node, Method) else node
        if not isinstance(call, Call) or not isinstance(call.instance, Instance) or call.instance.result is not None:
            raise


def statements(w: Walk, nodes: list[Node]) -> None:
    """Infers statements until one ends the flow; Refused, with file and line, outside of the subset."""
    for node in nodes:
        if w.assigned is None:
            return
        w.last_place = node.place or w.last_place
        try:
            statement(w, node)
        except Unsettled as unsettled:
            w.instance.trouble = w.instance.trouble or Refused(str(unsettled), w.last_place)
        except Refused as refused:
            raise refused.at(w.last_place) from None


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
        case Assign():
            assign(w, node)
        case If(test=test, then=then, other=other):
            tested_if_known(w, test)
            w.either(lambda: w.statements(then), lambda: w.statements(other))
        case While(label=label, test=test, body=body):
            tested(w, test)
            after = w.assigned if not always(test) else None
            loop_body(w, label, body, after)
        case Count():
            counted_loop(w, node)
        case Each():
            sequence_loop(w, node)
        case Splice(label=label, generator=generator, target=target, body=body):
            splice(w, label, generator, target, body)
        case Yield(splice=label, value=value):
            kind = expression(w, value)
            target, states = w.splices[label]
            before = w.copy()
            keep_all(w, target, kind)
            states.append(w.assigned or set())
            w.assigned = before
        case Break(label=label):
            w.leaving[label] = both(w.leaving.get(label), w.assigned)
            w.assigned = None
        case Continue() | Raise():
            w.assigned = None
        case Return(value=NoResult()) if w.instance.trouble:
            w.assigned = None  # it is not known yet whether the function comes to its end
        case Return(value=value):
            give(w, expression(w, value))
            w.assigned = None
        case Store(words=words, index=index, value=value):
            kind = used(w, node, "words")
            if isinstance(kind, Container):
                expression(w, stored(node, kind))
                return
            if not isinstance(kind, Words):
                raise Refused(subset.NO_SIDE_EFFECT)
            as_int(expression(w, index)), as_int(expression(w, value))
        case Stash(words=words, index=index, value=value):
            expression(w, words), as_int(expression(w, index))
            w.program.keep_stashed(w.program.fitting(as_whole(thawed(expression(w, value)))), w.instance)
        case Emit(index=index, value=value):
            as_int(expression(w, index))
            kind = w.program.fitting(as_whole(thawed(expression(w, value))))
            w.instance.emitted = join(w.instance.emitted, kind)
        case Apart():
            pass
        case Evaluate(value=Call() | Method() as call):
            called_for_effect(w, call)
        case Evaluate(value=value):
            expression(w, value)
