"""Calls and what a function hands back: results, answers for Python, room in the arena; generators that are values.

Such a generator is a frame in the arena, and a function that goes on from where it has left off. A frame begins with
the number of its function among those that it may be of, where that goes on, and the item that it has given last. Then
come its arguments, and all that lies on the stack in other functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

from lazytree.core.errors import Trap

from ..abi import OUT, ROOM
from ..frontend.source import parameters as argument_names
from ..inference.programs import Instance
from ..ir.core import Begin
from ..ir.kinds import SMALL, WORDS, Container, Type, Vector
from ..library.words import TOP
from .conversions import converted, raw
from .memory import at, copy_cells, fresh, loaded, words_of, words_of_leaf, written
from .module import Frame, arena, poll, vectors
from .text import BYTES, I1, I64, WORD_POINTER, Kind
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


# ---- generators that are values


WHICH, STATE, ITEM = 0, 1, 2
BEGINS, ENDED, AT_WORK = 0, 1, 2  # states; from FIRST on, where a `yield` goes on
FIRST = 3
WORD, ALIGNED = 8, 16  # bytes


def begun(f: Frame, node: Begin, arguments: list[Value]) -> Value:
    """The frame of a call, of which nothing has run yet."""
    instance: Any = node.call.instance
    f.module.function(instance)  # which nothing may go on with
    size = f.b.load(f.module.frame_size(instance))
    frame = invoke(f, node.instance, [Value(WORDS, (arena(f), I64(0))), Value(SMALL, size)]).data  # type: ignore[arg-type]
    root = instance.held.root
    f.b.store(I64(root.frames.index(instance)), at(f, frame))
    f.b.store(I64(BEGINS), at(f, f.b.add(frame, I64(STATE))))
    word = ITEM + words_of(f, root.value)
    for value, kind in zip(fitted(f, instance, arguments), instance.arguments):
        written(f, f.b.add(frame, I64(word)), value, kind)
        word += words_of(f, kind)
    return Value(node.type, frame)  # type: ignore[arg-type]


def resumed(f: Frame, frame: Any, kind: Container) -> Any:
    """Goes on with a generator: whether it has given another item."""
    frames = kind.root.frames
    if len(frames) == 1:
        return f.b.extract_value(called(f, frames[0], [frame]), 0)
    found = f.alloca(I1)

    def go_on(instance: Instance) -> None:
        f.b.store(f.b.extract_value(called(f, instance, [frame]), 0), found)

    f.one_of(loaded(f, frame, WHICH), [partial(go_on, each) for each in frames])
    return f.b.load(found)


# ---- the function of a generator


def arguments_kept(f: Frame) -> list[Value]:
    """The values that the function was given, which lie in its frame; from now on so does all that is on the stack."""
    held, frame = f.instance.held, f.function.args[1]
    assert held is not None
    place = f.entry.gep(arena(f), [frame], inbounds=True)
    word = ITEM + words_of(f, held.root.value)

    def leaf(part: Type) -> Value:
        nonlocal word
        where, word = f.entry.gep(place, [I64(word)], inbounds=True), word + words_of_leaf(f, part)
        return of_parts(part, f.layout.loaded(f.entry, where, part), FROZEN)

    given = [rebuilt(kind, leaf) for kind in f.instance.arguments]
    beyond = f.entry.ptrtoint(f.entry.gep(place, [I64(word)], inbounds=True), I64)
    beyond = f.entry.and_(f.entry.add(beyond, I64(ALIGNED - 1)), I64(-ALIGNED))
    f.room = Room(f, f.entry.inttoptr(beyond, BYTES), word)
    return given


class Room:
    """What is left of a frame; `states`: the blocks where its function goes on."""

    def __init__(self, f: Frame, base: Any, words: int) -> None:
        self.f, self.base, self.words, self.bytes = f, base, words, 0
        self.states: list[Any] = []

    def taken(self, kind: Kind) -> Any:
        """Room for a value, where it stays when the function is left."""
        where = self.f.entry.cast(self.f.entry.gep(self.base, [I64(self.bytes)], inbounds=True), kind)
        self.bytes += -(-kind.size // ALIGNED) * ALIGNED
        return where

    @property
    def size(self) -> int:
        """The words of a frame."""
        return self.words + (self.bytes + ALIGNED) // WORD


def going_on(f: Frame) -> Callable[[], None]:
    """Begins the function of a generator: what is done last gives the way to where it goes on."""
    frame, room = f.function.args[1], f.room
    state = loaded(f, frame, STATE)
    set_state(f, AT_WORK)
    here, (begins, ended, at_work) = f.b.block, f.blocks(3)
    f.b.position_at_end(at_work)
    f.b.branch(f.trap(Trap.RAISED))  # it asks itself
    f.b.position_at_end(ended)
    end(f)
    f.b.position_at_end(begins)
    room.states = [begins, ended, at_work]

    def finish() -> None:
        f.b.position_at_end(here)
        f.b.switch(state, room.states)
        f.module.frame_size(f.instance).held = I64(room.size)

    return finish


def set_state(f: Frame, state: int) -> None:
    """Notes where the function goes on."""
    f.b.store(I64(state), at(f, f.b.add(f.function.args[1], I64(STATE))))


def end(f: Frame) -> None:
    """Leaves the function, which has no item any more."""
    set_state(f, ENDED)
    give_back(f, Value(f.instance.result, I1(0)))  # type: ignore[arg-type]


def suspended(f: Frame, value: Value) -> None:
    """Leaves the function with an item, to go on from here."""
    assert f.instance.held is not None
    written(f, f.b.add(f.function.args[1], I64(ITEM)), value, f.instance.held.root.value)
    set_state(f, len(f.room.states))
    give_back(f, Value(f.instance.result, I1(1)))  # type: ignore[arg-type]
    f.room.states.append(f.block())
    f.b.position_at_end(f.room.states[-1])
