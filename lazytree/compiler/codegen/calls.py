"""Lowering calls and what a function hands back: arguments, results, answers for Python."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from lazytree.core.errors import Trap

from ..abi import OUT, ROOM
from ..frontend.source import parameters as argument_names
from ..inference.programs import Instance
from ..ir.kinds import Type, Vector
from ..library.words import TOP
from .arena import words_of, written
from .conversions import converted, raw
from .frame import Frame, poll
from .memory import copy_cells, fresh
from .module import vectors
from .text import I1, I64, WORD_POINTER
from .values import FROZEN, Value, of_parts, rebuilt


def parameters(f: Frame) -> list[Value]:
    """The values that a function is given, in the order of its parameters."""
    given = iter(f.function.args[1 + len(vectors(f.instance.result)) :])

    def leaf(part: Type) -> Value:
        return of_parts(part, [next(given) for _ in f.layout.of_leaf(part)], FROZEN)

    return [rebuilt(kind, leaf) for kind in f.instance.arguments]


def guard_recursion(f: Frame) -> None:
    """Gives up where the stack has too little room for a recursive call; polls the flag, too."""
    f.function.recursive = True
    f.check(f.module.room_for(f.b, f.context, f.instance), Trap.RECURSION)
    poll(f, f.module.pace[f.instance].whole)


def invoke(f: Frame, instance: Instance, arguments: list[Value], outs: list[Value] | None = None) -> Value:
    """Calls a function: its result, and a way out where a check in there has failed.

    `outs` is where boards of the result go; new room by default.
    """
    outs = [fresh(f, kind) for kind in vectors(instance.result)] if outs is None else outs
    given = fitted(f, instance, arguments)
    datas = [part for value in given for leaf in value.leaves() for part in leaf.parts]
    result = called(f, instance, [*(out.data for out in outs), *datas])
    return assembled(f, instance.result, result, iter(outs))


def fitted(f: Frame, instance: Instance, arguments: list[Value]) -> list[Value]:
    """The arguments that a function takes, without those that are built in, of the types that it is made for."""
    names, taken = argument_names(instance.core.source)[0], set(instance.core.parameters)
    runtime = [value for name, value in zip(names, arguments) if name in taken]
    return [converted(f, value, kind) for value, kind in zip(runtime, instance.arguments)]


def called(f: Frame, instance: Instance, datas: list[Any]) -> Any:
    """What LLVM's function gives for these values, and a way out where a check in there has failed."""
    result = f.b.call(f.module.function(instance), [f.context, *datas])
    f.checks += 1
    failed = f.b.extract_value(result, len(result.type.elements) - 1)
    after = f.block()
    f.b.cbranch(failed, f.unwind(), after, weights=(1, 1000))
    f.b.position_at_end(after)
    return result


def assembled(f: Frame, kind: Any, result: Any, outs: Iterator[Value]) -> Value:
    """The value of a call: its boards lie in `outs`, its numbers in the result."""
    position = count()

    def leaf(part: Type) -> Value:
        if isinstance(part, Vector):
            return next(outs)
        return of_parts(part, [f.b.extract_value(result, next(position)) for _ in f.layout.of_leaf(part)])

    return rebuilt(kind, leaf)


def give_back(f: Frame, value: Value) -> None:
    """Ends the function with a value: boards are copied to where the caller wants them."""
    outs = iter(f.function.args[1:])
    result = f.module.result_type(f.instance).undefined()
    position = 0
    for leaf in value.leaves():
        if isinstance(leaf.type, Vector):
            out = next(outs)
            if leaf.data is not out:
                copy_cells(f, out, leaf)
        else:
            for part in leaf.parts:
                result = f.b.insert_value(result, part, position)
                position += 1
    if f.mark is not None:
        f.b.store(f.mark, f.b.gep(f.arena, [I64(TOP)], inbounds=True))
    f.b.ret(f.b.insert_value(result, I1(0), position))


def emit(f: Frame, index: Value, value: Value) -> None:
    """Packs an answer into the room that Python gave; beyond it, answers are only counted."""
    kind = f.instance.emitted
    number = raw(f, index, 64)
    room = f.b.load(f.word(ROOM))

    def store() -> None:
        out = f.b.inttoptr(f.b.load(f.word(OUT)), WORD_POINTER)
        written(f, f.b.mul(number, I64(words_of(f, kind))), value, kind, out)

    f.branch(f.b.icmp_unsigned("<", number, room), store, lambda: None)
